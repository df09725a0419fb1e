//! zip archives, read through their directory; where that is missing, as far as they go.

use crate::content::Stored;
use crate::finding::{Trouble, member_too_large};
use crate::limits::{Meter, Packed, Unpacked};
use crate::members::{MemberBytes, MemberHead, Names, Pass, member_name};
use plimsoll_schema::Code;
use std::io::{self, BufReader, Read};
use std::rc::Rc;
use zip::read::{ZipFile, read_zipfile_from_stream};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

/// How much of an archive is read at a time.
const PIECE_BYTES: usize = 32 * 1024;

/// Room for a member is made at once up to this, whatever size its header claims.
const ROOM_BYTES: u64 = 1 << 20;

/// Hands the files of an archive to a pass. What ends the archive early is returned.
pub(crate) fn read(
    stored: &Stored,
    meter: &Rc<Meter>,
    max_member_bytes: u64,
    pass: &mut dyn Pass,
) -> io::Result<Option<Trouble>> {
    meter.set_packed(stored.size_bytes());
    let packed = match stored.open() {
        Ok(opened) => Packed::new(BufReader::with_capacity(PIECE_BYTES, opened), meter),
        Err(error) => return Ok(Some(meter.unopened(&error))),
    };
    let names = Names::default();
    let mut unpacking = Unpacking { meter: Rc::clone(meter), max_member_bytes, names, pass };
    match ZipArchive::new(packed) {
        Ok(archive) => unpacking.through_directory(archive),
        Err(error) => {
            let trouble = unpacking.trouble(&error);
            if trouble.code != Code::ArchiveDamaged {
                return Ok(Some(trouble));
            }
            match stored.open() {
                Ok(opened) => unpacking.in_order(opened, trouble),
                Err(error) => Ok(Some(unpacking.meter.unopened(&error))),
            }
        }
    }
}

struct Unpacking<'p> {
    meter: Rc<Meter>,
    max_member_bytes: u64,
    names: Names,
    pass: &'p mut dyn Pass,
}

impl Unpacking<'_> {
    /// Members are independent: one that is damaged leaves the others readable.
    fn through_directory(
        &mut self,
        mut archive: ZipArchive<impl Read + io::Seek>,
    ) -> io::Result<Option<Trouble>> {
        let directory = archive.metadata();
        for index in 0..archive.len() {
            if !self.meter.allows_member() {
                return Ok(Some(self.meter.trouble("it has too many members")));
            }
            let (name, size_bytes) = match directory.entry(index) {
                Ok(entry) if entry.is_dir() => continue,
                Ok(entry) => {
                    (entry.name().map_or_else(|_| String::new(), |it| label(&it)), entry.size())
                }
                Err(_) => (String::new(), 0),
            };
            let name = if name.is_empty() { format!("member {}", index + 1) } else { name };
            let own_label = self.names.label(&name);
            let head = MemberHead { at: index as u64, name: &name, label: own_label, size_bytes };
            if !self.pass.wants(&head) {
                continue;
            }
            let bytes = match archive.by_index(index) {
                Ok(file) if file.is_symlink() => {
                    let message = "it is a symbolic link, and was not followed";
                    Err(Trouble::new(Code::NoResult, message))
                }
                Ok(mut file) => self.bytes(&mut file),
                Err(error) => Err(self.trouble(&error)),
            };
            match bytes {
                Err(trouble) if trouble.code == Code::LimitReached => return Ok(Some(trouble)),
                bytes => self.pass.take(&head, bytes)?,
            }
        }
        // The library keeps one of them: the others must not be missing in silence.
        let doubled = "several members have the same name, and only the last of them was read";
        Ok(archive.has_duplicate_names().then(|| Trouble::new(Code::ArchiveDamaged, doubled)))
    }

    /// Without a directory every member's own header says how long it is, unless the archive was
    /// written to a pipe.
    fn in_order(&mut self, stored: impl Read, damage: Trouble) -> io::Result<Option<Trouble>> {
        let mut packed = Packed::new(BufReader::with_capacity(PIECE_BYTES, stored), &self.meter);
        for at in 0.. {
            if !self.meter.allows_member() {
                return Ok(Some(self.meter.trouble("it has too many members")));
            }
            let Ok(Some(mut file)) = read_zipfile_from_stream(&mut packed) else { break };
            let name = file.name().map(|name| label(&name)).unwrap_or_default();
            if !file.is_file() || name.is_empty() {
                continue;
            }
            let own_label = self.names.label(&name);
            let size_bytes = file.size();
            let head = MemberHead { at, name: &name, label: own_label, size_bytes };
            if !self.pass.wants(&head) {
                continue;
            }
            match self.bytes(&mut file) {
                Err(trouble) if trouble.code == Code::LimitReached => return Ok(Some(trouble)),
                Err(trouble) if trouble.code == Code::ArchiveDamaged => break,
                bytes => self.pass.take(&head, bytes)?,
            }
        }
        Ok(Some(damage))
    }

    fn bytes<R: Read>(&self, file: &mut ZipFile<'_, R>) -> MemberBytes {
        let limit = self.max_member_bytes;
        if file.size() > limit {
            return Err(member_too_large(limit));
        }
        let method = file.compression();
        if !matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            let message = format!("it is packed with {method}, which is not supported");
            return Err(Trouble::not_unpacked(message));
        }
        let size = file.size();
        let mut bytes = Vec::with_capacity(size.min(ROOM_BYTES) as usize);
        // The size is what the directory says: more may come.
        let unpacked = Unpacked::new(file, &self.meter);
        let result = unpacked.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        result.map_err(|error| self.meter.trouble(error))?;
        if bytes.len() as u64 > limit {
            return Err(member_too_large(limit));
        }
        if (bytes.len() as u64) < size {
            return Err(self.meter.trouble("it ends inside a member"));
        }
        Ok(bytes)
    }

    /// What an error means: some say that the archive is whole, but not for us.
    fn trouble(&self, error: &ZipError) -> Trouble {
        let message = match error {
            ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)
            | ZipError::InvalidPassword => "it is encrypted".to_owned(),
            ZipError::UnsupportedArchive(reason) => format!("it is not supported: {reason}"),
            ZipError::InvalidArchive(reason) => {
                return self.meter.trouble(format!("its directory cannot be read ({reason})"));
            }
            _ => return self.meter.trouble(error),
        };
        Trouble::not_unpacked(message)
    }
}

/// Some Windows programs write backslashes, against the specification (APPNOTE 4.4.17.1).
fn label(name: &str) -> String {
    member_name(&name.replace('\\', "/")).to_owned()
}
