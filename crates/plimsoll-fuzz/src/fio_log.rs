//! Logs of fio, each alone and beside the JSON of its run.

use crate::read;
use plimsoll_fio::{FioJson, FioLog};

/// Reads bytes as a log of latencies and of rates.
pub fn fio_log(bytes: &[u8]) {
    for name in ["run_clat.1.log", "run_bw.1.log"] {
        read::alone(&FioLog, name, bytes);
    }
    read::folder(
        &FioJson,
        &[("run.json", RUN.as_bytes()), ("run_clat.1.log", bytes), ("run_iops.2.log", bytes)],
    );
}

/// Reads bytes as a histogram log.
pub fn fio_hist_log(bytes: &[u8]) {
    read::alone(&FioLog, "run_clat_hist.1.log", bytes);
    read::folder(
        &FioLog,
        &[("run_clat_hist.1.log", bytes), ("run_clat_hist.2.log", OTHER_HISTOGRAM.as_bytes())],
    );
    read::folder(&FioJson, &[("run.json", RUN.as_bytes()), ("run_clat_hist.1.log", bytes)]);
}

/// A run of two jobs, as small as it can be.
const RUN: &str = r#"{"fio version" : "fio-3.33", "jobs" : [{"jobname" : "run", "groupid" : 0, "error" : 0,
"job options" : {"rw" : "randread", "numjobs" : "2"},
"read" : {"io_bytes" : 409600, "io_kbytes" : 400, "bw_bytes" : 409600, "iops" : 100, "runtime" : 1000, "total_ios" : 100}}]}
"#;

/// Of coarseness 6, which is the shortest.
const OTHER_HISTOGRAM: &str = "1000, 0, 4096, 0, 0, 0, 0, 0, 0, 0, 0, 5, 40, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
2001, 0, 4096, 0, 0, 0, 0, 0, 0, 0, 0, 6, 41, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
";

#[cfg(test)]
mod tests {
    use super::{OTHER_HISTOGRAM, RUN};
    use crate::read;
    use plimsoll_fio::{FioJson, FioLog};

    /// Else what lies beside what is fuzzed would be no help to get further.
    #[test]
    fn what_lies_beside_can_be_read() {
        assert!(read::folder(&FioJson, &[("run.json", RUN.as_bytes())]) > 0);
        assert!(read::folder(&FioLog, &[("a_clat_hist.1.log", OTHER_HISTOGRAM.as_bytes())]) > 0);
    }
}
