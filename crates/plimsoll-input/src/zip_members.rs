//! zip archives, read through their directory; where that is missing, as far as they go.

use crate::InputOptions;
use crate::archive::{Member, Visit, member_name};
use crate::content::Stored;
use crate::finding::{Trouble, too_large};
use crate::limits::{Meter, Packed, Unpacked};
use plimsoll_schema::Code;
use std::io::{self, Read};
use std::rc::Rc;
use zip::read::{ZipFile, read_zipfile_from_stream};
use zip::result::ZipError;
use zip::{CompressionMethod, ZipArchive};

/// Hands the files of an archive to `visit`. What ends the archive early is returned.
pub(crate) fn read(
    stored: &Stored,
    options: &InputOptions<'_>,
    visit: Visit<'_>,
) -> io::Result<Option<Trouble>> {
    let meter = Meter::new(&options.limits);
    meter.set_packed(stored.size_bytes());
    let packed = match stored.open() {
        Ok(opened) => Packed::new(opened, &meter),
        Err(error) => return Ok(Some(meter.unopened(&error))),
    };
    let mut unpacking = Unpacking { meter, max_input_bytes: options.read.max_input_bytes, visit };
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

struct Unpacking<'v> {
    meter: Rc<Meter>,
    max_input_bytes: u64,
    visit: Visit<'v>,
}

impl Unpacking<'_> {
    /// Members are independent: one that is damaged leaves the others readable.
    fn through_directory(
        &mut self,
        mut archive: ZipArchive<impl Read + io::Seek>,
    ) -> io::Result<Option<Trouble>> {
        for index in 0..archive.len() {
            if !self.meter.allows_member(index as u64 + 1) {
                return Ok(Some(self.meter.trouble("it has too many members")));
            }
            let raw = archive.name_for_index(index).and_then(Result::ok);
            let name = raw.map_or_else(|| format!("member {}", index + 1), |name| label(&name));
            let bytes = match archive.by_index(index) {
                Ok(file) if file.is_symlink() => {
                    let message = "it is a symbolic link, and was not followed".to_owned();
                    Err(Trouble { code: Code::NoResult, message })
                }
                Ok(file) if !file.is_file() || name.is_empty() => continue,
                Ok(mut file) => self.bytes(&mut file),
                Err(error) => Err(self.trouble(&error)),
            };
            match bytes {
                Err(trouble) if trouble.code == Code::LimitReached => return Ok(Some(trouble)),
                bytes => (self.visit)(Member { name, bytes })?,
            }
        }
        // The library keeps one of them: the others must not be missing in silence.
        let doubled = "several members have the same name, and only the last of them was read";
        let is_doubled = archive.has_duplicate_names();
        Ok(is_doubled.then(|| Trouble { code: Code::ArchiveDamaged, message: doubled.to_owned() }))
    }

    /// Without a directory every member's own header says how long it is, unless the archive was
    /// written to a pipe.
    fn in_order(&mut self, stored: impl Read, damage: Trouble) -> io::Result<Option<Trouble>> {
        let mut packed = Packed::new(stored, &self.meter);
        for number in 1.. {
            if !self.meter.allows_member(number) {
                return Ok(Some(self.meter.trouble("it has too many members")));
            }
            let Ok(Some(mut file)) = read_zipfile_from_stream(&mut packed) else { break };
            let name = file.name().map(|name| label(&name)).unwrap_or_default();
            if !file.is_file() || name.is_empty() {
                continue;
            }
            match self.bytes(&mut file) {
                Err(trouble) if trouble.code == Code::LimitReached => return Ok(Some(trouble)),
                Err(trouble) if trouble.code == Code::ArchiveDamaged => break,
                bytes => (self.visit)(Member { name, bytes })?,
            }
        }
        Ok(Some(damage))
    }

    fn bytes<R: Read>(&self, file: &mut ZipFile<'_, R>) -> Result<Vec<u8>, Trouble> {
        let limit = self.max_input_bytes;
        if file.size() > limit {
            return Err(too_large(limit));
        }
        let method = file.compression();
        if !matches!(method, CompressionMethod::Stored | CompressionMethod::Deflated) {
            let message = format!("it is packed with {method}, which is not supported");
            return Err(Trouble { code: Code::InputUnreadable, message });
        }
        let size = file.size();
        let mut bytes = Vec::new();
        // The size is what the directory says: more may come.
        let unpacked = Unpacked::new(file, &self.meter);
        let result = unpacked.take(limit.saturating_add(1)).read_to_end(&mut bytes);
        result.map_err(|error| self.meter.trouble(error))?;
        if bytes.len() as u64 > limit {
            return Err(too_large(limit));
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
        Trouble { code: Code::InputUnreadable, message }
    }
}

/// Some Windows programs write backslashes, against the specification (APPNOTE 4.4.17.1).
fn label(name: &str) -> String {
    member_name(&name.replace('\\', "/")).to_owned()
}
