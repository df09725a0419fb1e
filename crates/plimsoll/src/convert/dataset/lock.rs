//! One run at a time writes into a dataset.
//!
//! The system keeps the lock and gives it up with the process, however that ends: a lock that nobody
//! holds is free, whatever stands in its file. What stands there is for people: who holds it.

use crate::destination::is_still_at;
use jiff::Timestamp;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::Path;

/// The right to write into a dataset, until it is dropped.
pub(super) struct Lock {
    file: File,
    /// What the last holder left behind, if it did not come to its end.
    pub(super) left_behind: Option<String>,
}

/// Another run holds it.
pub(super) struct Held {
    /// What it says of itself; empty if that cannot be read.
    pub(super) by: String,
}

impl Lock {
    /// Takes the lock in a file, or says who holds it.
    pub(super) fn take(path: &Path) -> io::Result<Result<Self, Held>> {
        let mut file =
            File::options().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut there = String::new();
        let is_locked = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => false,
            Err(TryLockError::Error(error)) => return Err(error),
        };
        // Elsewhere than on Unix a locked file may not be readable.
        let _ = file.read_to_string(&mut there);
        let there = there.trim().to_owned();
        if !is_locked || !is_still_at(&file, path) {
            return Ok(Err(Held { by: there }));
        }
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{}", this_process())?;
        let left_behind = Some(there).filter(|there| !there.is_empty());
        Ok(Ok(Self { file, left_behind }))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // If this fails, the next run takes this one for one that was killed, and cleans up in vain.
        let _ = self.file.set_len(0);
    }
}

/// `process 4711 on hal, since 2026-10-05T10:00:00Z`.
fn this_process() -> String {
    let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let on_host = match host.trim() {
        "" => String::new(),
        host => format!(" on {host}"),
    };
    let now = Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ");
    format!("process {}{on_host}, since {now}", std::process::id())
}

#[cfg(test)]
mod tests {
    use super::Lock;
    use std::fs;

    #[test]
    fn a_second_run_is_told_who_holds_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        let first = Lock::take(&path).expect("a file").ok().expect("free");
        assert_eq!(first.left_behind, None);
        let held = Lock::take(&path).expect("a file").err().expect("held");
        assert!(held.by.starts_with(&format!("process {}", std::process::id())), "{}", held.by);
        drop(first);
        let next = Lock::take(&path).expect("a file").ok().expect("free again");
        assert_eq!(next.left_behind, None, "the first came to its end");
    }

    #[test]
    fn a_lock_of_a_dead_process_is_free() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("lock");
        fs::write(&path, "process 1, since then\n").expect("a file");
        let lock = Lock::take(&path).expect("a file").ok().expect("nobody holds it");
        assert_eq!(lock.left_behind.as_deref(), Some("process 1, since then"));
    }
}
