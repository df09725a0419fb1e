//! Files of an output directory of vdbench, each alone and in its directory.

use crate::read;
use plimsoll_vdbench::Vdbench;

/// Reads bytes as a summary.
pub fn vdbench_summary(bytes: &[u8]) {
    file("summary.html", bytes);
}

/// Reads bytes as a flat file.
pub fn vdbench_flatfile(bytes: &[u8]) {
    file("flatfile.html", bytes);
}

/// Reads bytes as the histograms of response times.
pub fn vdbench_histogram(bytes: &[u8]) {
    file("histogram.html", bytes);
}

fn file(name: &str, bytes: &[u8]) {
    read::alone(&Vdbench, name, bytes);
    let in_its_place = |(other, text): &(&'static str, &'static str)| {
        (*other, if *other == name { bytes } else { text.as_bytes() })
    };
    let files: Vec<(&str, &[u8])> = DIRECTORY.iter().map(in_its_place).collect();
    read::folder(&Vdbench, &files);
}

/// A directory of a run of two intervals as 5.04.07 lays it out, as small as it can be: what is fuzzed
/// takes the place of the file of its name.
const DIRECTORY: &[(&str, &str)] = &[
    ("errorlog.html", "<title>Vdbench output/errorlog.html</title><pre>\n"),
    (
        "flatfile.html",
        "<title>Vdbench output/flatfile.html</title><pre>
* One word for each column:
tod timestamp Run Interval reqrate rate MB/sec bytes/io read% resp read_resp write_resp resp_max read_max write_max resp_std read_std write_std xfersize threads rdpct rhpct whpct seekpct lunsize version compratio dedupratio queue_depth cpu_used cpu_user cpu_kernel cpu_wait cpu_idle
12:00:01.010 01/05/2026-12:00:01-UTC rd1 1 100 90 0.3516 4096 50 0.2 0.1 0.3 4 2 4 0.1 0.1 0.1 4096 4 50 0 0 100 1 n/a 1 n/a 0.018 10 6 4 0 90
12:00:02.010 01/05/2026-12:00:02-UTC rd1 2 100 100 0.3906 4096 50 0.2 0.1 0.3 3 1 3 0.1 0.1 0.1 4096 4 50 0 0 100 1 n/a 1 n/a 0.02 10 6 4 0 90
12:00:02.020 01/05/2026-12:00:02-UTC rd1 avg_2-2 100 100 0.3906 4096 50 0.2 0.1 0.3 3 1 3 0.1 0.1 0.1 4096 4 50 0 0 100 1 n/a 1 n/a 0.02 10 6 4 0 90
",
    ),
    (
        "histogram.html",
        "<title>Vdbench output/histogram.html</title><pre>

<a name=\"_1\"></a><i><b>12:00:00.000 Starting RD=rd1; I/O rate: 100; elapsed=2; For loops: None</b></i>

Reads and writes:
  min(ms) <     max(ms)         count       %%    cum%%

    0.000 <       0.200            60  60.0000  60.0000  +
    0.200 <       4.000            40  40.0000 100.0000  +
    4.000 <         max             0   0.0000 100.0000  -
",
    ),
    (
        "logfile.html",
        "<title>Vdbench output/logfile.html</title><pre>

Vdbench distribution: vdbench50407
",
    ),
    (
        "parmfile.html",
        "<title>Vdbench output/parmfile.html</title><pre>
sd=sd1,lun=/dev/bench0
wd=wd1,sd=sd1,xfersize=4k,rdpct=50,seekpct=100
rd=rd1,wd=wd1,iorate=100,elapsed=2,interval=1
",
    ),
    (
        "status.html",
        "<title>Vdbench output/status.html</title><pre>
01/05/2026-12:00:00-UTC \tStarting\trd=rd1\tFor loops: None
01/05/2026-12:00:02-UTC \tWorkload done\trd=rd1\tFor loops: None
01/05/2026-12:00:03-UTC \tVdbench complete
",
    ),
    (
        "summary.html",
        "<title>Vdbench output/summary.html</title><pre>
Vdbench summary report, created 12:00:00 Jan 05 2026 UTC (12:00:00 Jan 05 2026 UTC)

<a name=\"_1\"></a><i><b>12:00:00.000 Starting RD=rd1; I/O rate: 100; elapsed=2; For loops: None</b></i>

Jan 05, 2026    interval        i/o   MB/sec   bytes   read     resp     read    write     read    write     resp  queue  cpu%  cpu%
                               rate  1024**2     i/o    pct     time     resp     resp      max      max   stddev  depth sys+u   sys
12:00:01.010           1       90.0     0.35    4096  50.00    0.200    0.100    0.300     2.00     4.00    0.100    0.0  10.0   4.0
12:00:02.010           2      100.0     0.39    4096  50.00    0.200    0.100    0.300     1.00     3.00    0.100    0.0  10.0   4.0
12:00:02.020     avg_2-2      100.0     0.39    4096  50.00    0.200    0.100    0.300     1.00     3.00    0.100    0.0  10.0   4.0
12:00:03.000 Vdbench execution completed successfully
",
    ),
    ("totals.html", "<title>Vdbench output/totals.html</title><pre>\nRun totals\n"),
];

#[cfg(test)]
mod tests {
    use super::DIRECTORY;
    use crate::read;
    use plimsoll_vdbench::Vdbench;

    /// Else the files beside what is fuzzed would be no help to get further.
    #[test]
    fn the_directory_is_one_that_can_be_read() {
        let files: Vec<(&str, &[u8])> =
            DIRECTORY.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        assert!(read::folder(&Vdbench, &files) > 0);
    }
}
