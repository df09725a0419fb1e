//! Where output goes.

mod terminal;

use crate::error::writing;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};
use std::path::{Path, PathBuf};
use terminal::Terminal;

/// Room for some dozens of rows, so that a row is not a system call.
const BUFFER_BYTES: usize = 64 * 1024;

/// What messages call it.
const STDOUT: &str = "standard output";

/// An output that is being written.
pub(crate) struct Destination {
    writer: BufWriter<Sink>,
    /// For messages.
    path: PathBuf,
}

enum Sink {
    Stdout(StdoutLock<'static>),
    /// Standard output that a person looks at.
    Terminal(Terminal<StdoutLock<'static>>),
    /// A pipe or a device: it cannot be replaced by a file of the same name.
    Special(File),
    Part(PartFile),
}

/// Whether a path means standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

impl Destination {
    /// Standard output, for text that was made for it: with colours, and without anything else that
    /// a terminal obeys.
    pub(crate) fn stdout() -> Self {
        Self::over(Sink::Stdout(io::stdout().lock()), Path::new(STDOUT))
    }

    /// A path, or standard output for `-`. A file is written beside its place and moved there by
    /// [`Self::complete`]; until then, what stood there before stays.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        if is_stdout(path) {
            return Ok(match io::stdout() {
                stdout if stdout.is_terminal() => {
                    let sink = Sink::Terminal(Terminal::new(stdout.lock()));
                    Self::over(sink, Path::new(STDOUT))
                }
                _ => Self::stdout(),
            });
        }
        let sink = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => {
                // The file itself, not a link to it, is what the new one takes the place of.
                PartFile::create(fs::canonicalize(path).map_err(writing(path))?).map(Sink::Part)
            }
            Ok(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Ok(_) => File::options().write(true).open(path).map(Sink::Special),
            Err(_) => PartFile::create(path.to_owned()).map(Sink::Part),
        };
        Ok(Self::over(sink.map_err(writing(path))?, path))
    }

    fn over(sink: Sink, path: &Path) -> Self {
        let writer = BufWriter::with_capacity(BUFFER_BYTES, sink);
        Self { writer, path: path.to_owned() }
    }

    /// The name of the file until it is completed.
    pub(crate) fn unfinished_name(&self) -> Option<OsString> {
        match self.writer.get_ref() {
            Sink::Part(part) => part.part.file_name().map(OsStr::to_owned),
            Sink::Stdout(_) | Sink::Terminal(_) | Sink::Special(_) => None,
        }
    }

    /// Writes what is still buffered and puts a file in its place.
    pub(crate) fn complete(self) -> io::Result<()> {
        let named = writing(&self.path);
        match self.writer.into_inner() {
            Ok(Sink::Part(part)) => part.complete().map_err(&named),
            Ok(Sink::Stdout(mut stdout)) => stdout.flush().map_err(&named),
            Ok(Sink::Terminal(mut terminal)) => terminal.flush().map_err(&named),
            Ok(Sink::Special(_)) => Ok(()),
            Err(error) => Err(named(error.into_error())),
        }
    }
}

impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes).map_err(writing(&self.path))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush().map_err(writing(&self.path))
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stdout(stdout) => stdout.write(bytes),
            Self::Terminal(terminal) => terminal.write(bytes),
            Self::Special(file) => file.write(bytes),
            Self::Part(part) => part.file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stdout(stdout) => stdout.flush(),
            Self::Terminal(terminal) => terminal.flush(),
            Self::Special(file) => file.flush(),
            Self::Part(part) => part.file.flush(),
        }
    }
}

/// A file under a name of its own beside its place, which one process alone writes. It is removed unless
/// it was completed; what a killed process leaves, the next one takes.
struct PartFile {
    file: File,
    part: PathBuf,
    place: PathBuf,
    is_complete: bool,
}

impl PartFile {
    fn create(place: PathBuf) -> io::Result<Self> {
        let name = place.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        let mut part_name = OsString::from(".");
        part_name.push(name);
        part_name.push(".part");
        let part = place.with_file_name(part_name);
        let file = File::options().write(true).create(true).truncate(false).open(&part)?;
        // The system gives the lock up with the process, however that ends.
        match file.try_lock() {
            // The other one may have completed it, and it is the output now.
            Ok(()) if is_still_at(&file, &part) => file.set_len(0)?,
            Ok(()) | Err(TryLockError::WouldBlock) => {
                let message = "another run is writing it; wait until it has ended";
                return Err(io::Error::new(io::ErrorKind::ResourceBusy, message));
            }
            Err(TryLockError::Error(error)) => return Err(error),
        }
        Ok(Self { file, part, place, is_complete: false })
    }

    fn complete(mut self) -> io::Result<()> {
        fs::rename(&self.part, &self.place)?;
        self.is_complete = true;
        Ok(())
    }
}

/// Whether a file is still the one of this name: it may have been renamed or removed since it was opened.
#[cfg(unix)]
pub(crate) fn is_still_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let there = fs::metadata(path).map(identity).ok();
    file.metadata().is_ok_and(|metadata| Some(identity(metadata)) == there)
}

/// Whether a file is still the one of this name. Elsewhere than on Unix an open file keeps its name.
#[cfg(not(unix))]
pub(crate) fn is_still_at(_file: &File, _path: &Path) -> bool {
    true
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_complete {
            // There is nobody left to tell.
            let _ = fs::remove_file(&self.part);
        }
    }
}
