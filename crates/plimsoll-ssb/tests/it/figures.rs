//! Figures against the texts: the samples are found here in another way, by the load itself.
//!
//! In the fixtures the load is more than a hundred times what the host does besides, so the samples of the run are those
//! with more than a tenth of the greatest rate. The reader looks for as many as the run time has.

use crate::support::{File, assert_close, fixture, iops, latency, read};
use plimsoll_schema::{MeasuredLevel, Op};

/// Reads, writes and their seconds in one sample.
#[derive(Debug, Clone, Copy)]
struct Load {
    reads: f64,
    writes: f64,
    time_of_read: f64,
    time_of_write: f64,
}

/// The means of the samples with load, given every sample of a log after its first report.
fn check(name: &str, samples: &[Load], expected: usize) {
    let most = samples.iter().map(|it| it.reads).fold(0.0, f64::max);
    let loaded: Vec<&Load> = samples.iter().filter(|it| it.reads > most / 10.0).collect();
    // One of the run's samples may be partly idle, and is still that of the run.
    assert_eq!(loaded.len(), expected, "{name}");
    let count = loaded.len() as f64;
    let sum = |of: &dyn Fn(&Load) -> f64| loaded.iter().map(|it| of(it)).sum::<f64>();
    let (reads, writes) = (sum(&|it| it.reads), sum(&|it| it.writes));
    let time_of_read = sum(&|it| it.reads * it.time_of_read);
    let time_of_write = sum(&|it| it.writes * it.time_of_write);
    let outcome = read(&fixture(name));
    assert_close(iops(outcome.run(&Op::READ)), reads / count);
    assert_close(iops(outcome.run(&Op::WRITE)), writes / count);
    assert_close(iops(outcome.run(&Op::TOTAL)), (reads + writes) / count);
    assert_close(latency(outcome.run(&Op::READ)), time_of_read / reads * 1e9);
    assert_close(latency(outcome.run(&Op::WRITE)), time_of_write / writes * 1e9);
    assert_close(
        latency(outcome.run(&Op::TOTAL)),
        (time_of_read + time_of_write) / (reads + writes) * 1e9,
    );
}

/// The samples of one instance of a log, by the ends of its column names.
fn perfmon(file: &File, instance: &str, names: [&str; 4]) -> Vec<Load> {
    let text = file.text();
    let rows: Vec<Vec<&str>> =
        text.lines().map(|line| line.trim().trim_matches('"').split("\",\"").collect()).collect();
    let column = |name: &str| {
        let end = format!("({instance})\\{name}");
        rows[0].iter().position(|cell| cell.ends_with(&end)).unwrap_or_else(|| panic!("no {end}"))
    };
    let columns = names.map(column);
    let load = |row: &Vec<&str>| {
        let [reads, writes, time_of_read, time_of_write] =
            columns.map(|at| row[at].trim().parse().expect("a number"));
        Load { reads, writes, time_of_read, time_of_write }
    };
    rows[2..].iter().map(load).collect()
}

/// The log of a fixture.
fn log(name: &str) -> File {
    let is_log =
        |file: &File| ["csv", "out"].iter().any(|end| file.name.rsplit('.').next() == Some(end));
    fixture(name).into_iter().find(is_log).expect("a log")
}

const ENGLISH: [&str; 4] =
    ["Disk Reads/sec", "Disk Writes/sec", "Avg. Disk sec/Read", "Avg. Disk sec/Write"];

#[test]
fn perfmon_over_the_time_of_the_run() {
    for (name, expected) in [("perfmon-en", 60), ("perfmon-ja", 60), ("perfmon-ko", 60)] {
        check(name, &perfmon(&log(name), "_Total", ENGLISH), expected);
    }
    let french = [
        "Lectures disque/s",
        "Écritures disque/s",
        "Moyenne disque s/lecture",
        "Moyenne disque s/écriture",
    ];
    check("perfmon-fr", &perfmon(&log("perfmon-fr"), "_Total", french), 60);
    let korean = ["디스크 읽기/초", "디스크 쓰기/초", "평균 디스크 초/읽기", "평균 디스크 초/쓰기"];
    check("perfmon-ko-translated", &perfmon(&log("perfmon-ko-translated"), "1 E:", korean), 60);
    let german = [
        "Lesevorg\u{FFFD}nge/s",
        "Schreibvorg\u{FFFD}nge/s",
        "Mittlere Sek./Lesevorg\u{FFFD}nge",
        "Mittlere Sek./Schreibvorg\u{FFFD}nge",
    ];
    check("perfmon-de", &perfmon(&log("perfmon-de"), "_Total", german), 60);
    let share = ["Read Requests/sec", "Write Requests/sec", "Avg. sec/Read", "Avg. sec/Write"];
    check("smb-en", &perfmon(&log("smb-en"), "\\\\bollard.example.test\\sqldata", share), 60);
}

/// Every report of `iostat`, summed over the disks that `dm-0` repeats.
fn iostat(file: &File) -> Vec<Load> {
    let text = file.text().replace(',', ".");
    let mut samples = Vec::new();
    for report in text.split("Device ").skip(2) {
        let (mut all, mut waited) =
            (Load { reads: 0.0, writes: 0.0, time_of_read: 0.0, time_of_write: 0.0 }, (0.0, 0.0));
        for line in report.lines().filter(|line| line.starts_with("sd")) {
            let cells: Vec<f64> =
                line.split_whitespace().skip(1).map(|it| it.parse().expect("a number")).collect();
            // r/s rMB/s rrqm/s %rrqm r_await rareq-sz w/s wMB/s wrqm/s %wrqm w_await
            all.reads += cells[0];
            all.writes += cells[6];
            waited.0 += cells[0] * cells[4] / 1e3;
            waited.1 += cells[6] * cells[10] / 1e3;
        }
        all.time_of_read = if all.reads > 0.0 { waited.0 / all.reads } else { 0.0 };
        all.time_of_write = if all.writes > 0.0 { waited.1 / all.writes } else { 0.0 };
        samples.push(all);
    }
    samples
}

#[test]
fn iostat_over_the_time_of_the_run() {
    check("iostat-c", &iostat(&log("iostat-c")), 60);
    check("iostat-de", &iostat(&log("iostat-de")), 40);
}

#[test]
fn nfsiostat_over_the_time_of_the_run() {
    let text = log("nfsiostat").text();
    let lines: Vec<&str> = text.lines().collect();
    let numbers = |op: &str| -> Vec<(f64, f64)> {
        let found = lines.windows(2).filter(|pair| pair[0].starts_with(op));
        let cells = found.map(|pair| -> Vec<f64> {
            pair[1].split_whitespace().filter_map(|cell| cell.parse().ok()).collect()
        });
        cells.map(|cells| (cells[0], cells[5] / 1e3)).collect()
    };
    let load = |((reads, time_of_read), (writes, time_of_write))| Load {
        reads,
        writes,
        time_of_read,
        time_of_write,
    };
    let samples: Vec<Load> =
        numbers("read:").into_iter().zip(numbers("write:")).map(load).skip(1).collect();
    check("nfsiostat", &samples, 60);
}

#[test]
fn a_run_is_known_by_its_console_text() {
    for (name, users, share, seconds) in [
        ("iostat-c", 24, 80.0, 300.0),
        ("iostat-de", 8, 70.0, 120.0),
        ("nfsiostat", 40, 80.0, 600.0),
        ("perfmon-de", 50, 80.0, 600.0),
        ("perfmon-en", 32, 80.0, 900.0),
        ("perfmon-fr", 75, 80.0, 900.0),
        ("perfmon-ja", 10, 80.0, 300.0),
        ("perfmon-ko", 10, 90.0, 300.0),
        ("perfmon-ko-translated", 20, 80.0, 300.0),
        ("smb-en", 64, 80.0, 900.0),
    ] {
        let outcome = read(&fixture(name));
        assert_eq!(outcome.claims.len(), 1, "{name}");
        let of_run =
            outcome.kept.rows.iter().filter(|row| row.identity.level == MeasuredLevel::Run);
        assert_eq!(of_run.count(), 3, "{name}");
        for row in &outcome.kept.rows {
            let identity = &row.identity;
            assert_eq!(identity.tool.as_deref(), Some("ssb"), "{name}");
            assert_eq!(identity.jobs, Some(users), "{name}");
            assert_eq!(identity.read_percent, Some(share), "{name}");
            assert_eq!(identity.duration_s, Some(seconds), "{name}");
            assert_eq!(identity.pattern, Some(plimsoll_schema::Pattern::Random), "{name}");
            assert_eq!(identity.run.as_deref(), Some("run#1"), "{name}");
            assert_eq!(identity.started_at.is_some(), name.contains("perfmon") || name == "smb-en");
        }
    }
}
