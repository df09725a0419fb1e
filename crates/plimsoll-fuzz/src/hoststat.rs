//! Logs of hosts, each alone and beside a console text of SSB.

use crate::read;
use plimsoll_hoststat::{Iostat, Nfsiostat, Perfmon};
use plimsoll_read::Reader;
use plimsoll_ssb::Ssb;

/// Reads bytes as a log of the Windows performance monitor.
pub fn perfmon(bytes: &[u8]) {
    log(&Perfmon, "perfmon.csv", bytes);
}

/// Reads bytes as the text or the JSON of `iostat`.
pub fn iostat(bytes: &[u8]) {
    log(&Iostat, "iostat.out", bytes);
}

/// Reads bytes as the text of `nfsiostat`.
pub fn nfsiostat(bytes: &[u8]) {
    log(&Nfsiostat, "nfsiostat.out", bytes);
}

fn log(reader: &dyn Reader, name: &str, bytes: &[u8]) {
    read::alone(reader, name, bytes);
    read::folder(&Ssb, &[COMMAND, CONSOLE, (name, bytes)]);
}

/// How the log was taken, for those without time stamps.
const COMMAND: (&str, &[u8]) = ("command.txt", b"nfsiostat 10 66 /data\n");

/// A run of two users and 20 seconds, as small as it can be.
const CONSOLE: (&str, &[u8]) = (
    "console.txt",
    b"Starting process for user 1 threads 1
Starting process for user 2 threads 1
Starting test. Run time = 20 seconds with Read Percent = 80%  *

User: 1 stopping after 20 Seconds
User: 2 stopping after 20 Seconds
",
);

#[cfg(test)]
mod tests {
    use super::{COMMAND, CONSOLE};
    use crate::read;
    use plimsoll_ssb::Ssb;

    /// Else the files beside what is fuzzed would be no help to get further.
    #[test]
    fn the_folder_is_one_that_can_be_read() {
        let log = "Linux 6.1.0 (a) \t11/30/26 \t_x86_64_\t(2 CPU)\n\n".to_owned()
            + &"Device r/s w/s\nsda 1.00 2.00\n\n".repeat(4);
        let files = [COMMAND, CONSOLE, ("iostat.out", log.as_bytes())];
        assert!(read::folder(&Ssb, &files) > 0);
    }
}
