//! iostat: figures against the text, locales, old columns, devices that repeat others.

use crate::support::{
    File, assert_close, fixture, iops, latency, read, read_fixture, read_told, throughput, value,
};
use plimsoll_schema::{MeasuredLevel, Metric, Row, Stat};

const MIB: f64 = 1_048_576.0;

#[test]
fn the_first_report_counts_for_nothing_and_one_report_is_as_it_was_written() {
    let outcome = read_fixture("hoststat/iostat-de-de__sysstat-12.txt");
    assert_eq!(outcome.codes(), [""; 0]);
    for row in [outcome.job("vda", "read"), outcome.run("read")] {
        assert_eq!(iops(row), Some(376.0));
        assert_eq!(throughput(row), Some(1.95 * MIB));
        assert_eq!(latency(row), Some(1_390_000.0));
        assert_eq!(row.latency_kind.as_ref().map(plimsoll_schema::Kind::word), Some("total"));
    }
    let write = outcome.job("vda", "write");
    assert_eq!((iops(write), throughput(write)), (Some(2.0), Some(2.82 * MIB)));
    assert_eq!(latency(write), Some(1_500_000.0));
    let total = outcome.run("total");
    assert_eq!(iops(total), Some(378.0));
    assert_close(latency(total), (376.0 * 1_390_000.0 + 2.0 * 1_500_000.0) / 378.0);
    let read = outcome.job("vda", "read");
    let written = |row: &Row, metric| {
        row.figures.iter().find(|it| it.metric == metric).and_then(|it| it.written.clone())
    };
    assert_eq!(written(read, Metric::Iops).as_deref(), Some("376,00"));
    assert_eq!(written(read, Metric::Throughput).as_deref(), Some("1,95"));
    assert_eq!(written(read, Metric::Latency).as_deref(), Some("1,39"));
    assert_eq!(written(total, Metric::Iops), None, "a sum that nobody wrote");
    assert_eq!(read.identity.tool.as_deref(), Some("iostat"));
    assert_eq!(read.identity.started_at, None, "no offset from UTC");
    assert_eq!(read.identity.locator, "lines 15 to 16");
    assert_eq!(read.identity.duration_s, Some(1.0));
}

#[test]
fn the_locale_changes_nothing_but_the_text() {
    let outcome = read_fixture("hoststat/iostat-c__sysstat-12.txt");
    let row = outcome.run("read");
    assert_eq!((iops(row), throughput(row)), (Some(13.0), Some(0.05 * MIB)));
    assert_eq!(latency(row), Some(150_000.0));
    let german = fixture("ssb/iostat-de__by-generator/iostat.out").text();
    let other = |text: &str| read(&[File::new("iostat.out", text)]);
    let point = other(&german.replace(',', "."));
    let arabic = other(&german.replace(',', "٫"));
    let comma = other(&german);
    for ((one, two), three) in comma.kept.rows.iter().zip(&point.kept.rows).zip(&arabic.kept.rows) {
        assert_eq!(one.figures, two.figures);
        assert_eq!(one.figures, three.figures);
        assert_eq!(one.identity, two.identity);
    }
}

#[test]
fn json_tells_the_same_as_text() {
    let outcome = read_fixture("hoststat/iostat-json__sysstat-12.txt");
    let text = fixture("hoststat/iostat-json__sysstat-12.txt").text();
    let (_, second) = text.rsplit_once("\"disk_device\"").expect("a second report");
    assert!(second.contains("\"r/s\": 0.00") && second.contains("\"w/s\": 0.00"));
    assert_eq!(outcome.codes(), ["nothing-measured"], "the second report is of an idle second");
    let busy = text.replacen("\"r/s\": 0.00, \"w/s\": 0.00", "\"r/s\": 12.50, \"w/s\": 0.00", 1);
    let busy = busy.replacen("\"rMB/s\": 0.00", "\"rMB/s\": 1.25", 1);
    let outcome = read(&[File::new("iostat.json", busy)]);
    let row = outcome.run("read");
    assert_eq!((iops(row), throughput(row)), (Some(12.5), Some(1.25 * MIB)));
    assert_eq!(row.figures[0].written.as_deref(), Some("12.50"));
    assert_eq!(row.identity.locator, "/sysstat/hosts/0/statistics/1");
    let cut = &text[..text.len() - 20];
    let outcome = read(&[File::new("iostat.json", cut)]);
    assert_eq!(outcome.codes(), ["document-damaged"]);
}

#[test]
fn old_columns_have_one_latency_for_both_directions() {
    let outcome = read_fixture("hoststat/iostat-old-columns__by-hand.txt");
    assert_eq!(outcome.codes(), [""; 0]);
    assert_eq!(iops(outcome.run("read")), Some(400.0));
    assert_eq!(latency(outcome.run("read")), None);
    assert_eq!(latency(outcome.run("write")), None);
    let total = outcome.run("total");
    assert_eq!((iops(total), throughput(total)), (Some(500.0), Some(4000.0 * 1024.0)));
    assert_close(latency(total), (400.0 * 2e6 + 600.0 * 3e6) / 1000.0);
    assert_close(value(total, Metric::QueueDepth, Stat::Mean), 1.3);
    // The partition is a device of its own, and no part of the sum.
    assert_eq!(iops(outcome.job("sda1", "total")), Some(500.0));
    // Two intervals of three seconds, over midnight.
    assert_eq!(total.identity.duration_s, Some(6.0));
}

/// `dm-0` repeats its two paths; the sum of all lines would count every operation twice.
#[test]
fn the_run_is_the_sum_of_the_devices_at_the_bottom() {
    let outcome = read_fixture("ssb/iostat-c__by-generator/iostat.out");
    for op in ["read", "write", "total"] {
        let parts: f64 = ["sda", "sdb", "sdc"]
            .iter()
            .filter_map(|it| {
                let rows = outcome.kept.rows.iter();
                let mut own = rows.filter(|row| row.identity.workload.as_deref() == Some(it));
                own.find(|row| row.identity.op.as_ref().is_some_and(|it| it.word() == op))
                    .and_then(iops)
            })
            .sum();
        assert_close(iops(outcome.run(op)), parts);
        assert!(iops(outcome.job("dm-0", op)).is_some_and(|repeated| repeated > parts * 0.9));
    }
}

/// The means of the fixture are those of its lines, read here in another way.
#[test]
fn means_are_those_of_the_lines() {
    let file = fixture("hoststat/iostat-two-disks__by-generator.txt");
    let outcome = read(std::slice::from_ref(&file));
    let text = file.text();
    let number = |line: &str, column: usize| -> f64 {
        line.split_whitespace().nth(column).and_then(|cell| cell.parse().ok()).expect("a number")
    };
    for disk in ["sdb", "sdc"] {
        // Without the first report. The columns are those of the heading: r/s, rMB/s, r_await.
        let lines: Vec<&str> = text
            .lines()
            .filter(|line| line.split_whitespace().next() == Some(disk))
            .skip(1)
            .collect();
        let reads: f64 = lines.iter().map(|line| number(line, 1)).sum();
        let megabytes: f64 = lines.iter().map(|line| number(line, 2)).sum();
        let waited: f64 = lines.iter().map(|line| number(line, 1) * number(line, 5)).sum();
        let row = outcome.job(disk, "read");
        assert_close(iops(row), reads / lines.len() as f64);
        assert_close(throughput(row), megabytes * MIB / lines.len() as f64);
        assert_close(latency(row), waited * 1e6 / reads);
    }
}

#[test]
fn one_report_is_no_interval() {
    let text = fixture("hoststat/iostat-c__sysstat-12.txt").text();
    let first = text.split_inclusive("\n\n\n").next().expect("a report");
    let outcome = read(&[File::new("iostat.out", first)]);
    assert_eq!(outcome.codes(), ["no-interval"]);
    assert!(outcome.kept.rows.is_empty());
}

#[test]
fn a_damaged_report_is_left_out_with_its_place() {
    let text = fixture("hoststat/iostat-two-disks__by-generator.txt").text();
    let lines: Vec<&str> = text.lines().collect();
    let place = lines.iter().rposition(|line| line.starts_with("sdb")).expect("a disk") - 14;
    let place = (place..lines.len()).find(|at| lines[*at].starts_with("sdb")).expect("a disk");
    let damaged: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| if at == place { line.replace('.', "x") } else { (*line).to_owned() })
        .collect();
    let outcome = read(&[File::new("iostat.out", format!("{}\n", damaged.join("\n")))]);
    let finding = outcome.finding("value-unreadable");
    assert_eq!(finding.locator, Some(format!("line {}", place + 1)));
    let whole = read(&[File::new("iostat.out", text.clone())]);
    assert_ne!(iops(outcome.run("read")), iops(whole.run("read")));
    assert_eq!(outcome.run("read").finding_codes(), ["value-unreadable"]);
}

#[test]
fn a_text_that_ends_in_a_report_loses_that_report_only() {
    let text = fixture("hoststat/iostat-two-disks__by-generator.txt").text();
    let last = text.rfind("Device ").expect("a heading");
    let before = text[..last].rfind("\n\n").expect("a report before") + 1;
    let in_numbers = text[last..].find("sdc").expect("a disk") + last + 40;
    for cut in [last + 20, in_numbers] {
        let outcome = read(&[File::new("iostat.out", &text.as_bytes()[..cut])]);
        let rest = read(&[File::new("iostat.out", &text.as_bytes()[..before])]);
        for op in ["read", "write", "total"] {
            assert_eq!(iops(outcome.run(op)), iops(rest.run(op)), "cut at {cut}");
        }
    }
}

#[test]
fn a_lone_log_is_claimed_and_other_tools_are_named() {
    let files = [
        fixture("hoststat/iostat-c__sysstat-12.txt"),
        fixture("hoststat/vmstat.txt"),
        fixture("hoststat/mpstat-fr-fr__sysstat-12.txt"),
    ];
    let outcome = read(&files);
    assert_eq!(outcome.claims, [("iostat", vec!["iostat-c__sysstat-12.txt".to_owned()])]);
    for (file, tool) in [(&files[1], "vmstat"), (&files[2], "mpstat")] {
        let entry = plimsoll_read::Entry::named(&file.name, &file.bytes);
        let hints: Vec<String> =
            crate::support::READERS.iter().filter_map(|reader| reader.hint(&entry)).collect();
        assert_eq!(hints.len(), 1, "{hints:?}");
        assert!(hints[0].contains(tool), "{hints:?}");
        let told = read_told(std::slice::from_ref(file), Some("iostat"), false);
        assert_eq!(told.codes(), ["no-interval"]);
    }
    assert!(outcome.kept.rows.iter().all(|row| row.identity.level == MeasuredLevel::Run
        || row.identity.workload.as_deref() == Some("vda")));
}
