//! perfmon: figures against the text, languages and code pages, `_Total`, and headers that cannot be right.

use crate::support::{
    File, Outcome, assert_close, fixture, iops, latency, read, read_fixture, read_told, throughput,
};
use plimsoll_schema::{Metric, Stat};

const ENGLISH: &str = "ssb/perfmon-en__by-generator/perfmon.csv";
const GERMAN: &str = "ssb/perfmon-de__by-generator/datentraeger.csv";

/// A log as rows of cells; quotes are parted by `","`.
fn cells(text: &str) -> Vec<Vec<String>> {
    let bare =
        |line: &str| line.trim().trim_matches('"').split("\",\"").map(str::to_owned).collect();
    text.lines().filter(|line| !line.trim().is_empty()).map(bare).collect()
}

/// The means of a column over all rows but the first, plain and weighted by another column.
fn column(rows: &[Vec<String>], name: &str) -> Vec<f64> {
    let at =
        rows[0].iter().position(|cell| cell.ends_with(name)).unwrap_or_else(|| panic!("no {name}"));
    rows[2..].iter().map(|row| row[at].trim().parse().expect("a number")).collect()
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn weighted(values: &[f64], weights: &[f64]) -> f64 {
    let sum: f64 = values.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    sum / weights.iter().sum::<f64>()
}

#[test]
fn the_run_is_total_and_never_added_to_its_parts() {
    let file = fixture(ENGLISH);
    let outcome = read(std::slice::from_ref(&file));
    let rows = cells(&file.text());
    for (instance, row) in [
        ("_Total", outcome.run("read")),
        ("2 E:", outcome.job("2 E:", "read")),
        ("0 C:", outcome.job("0 C:", "read")),
    ] {
        let reads = column(&rows, &format!("({instance})\\Disk Reads/sec"));
        let times = column(&rows, &format!("({instance})\\Avg. Disk sec/Read"));
        assert_close(iops(row), mean(&reads));
        assert_close(
            throughput(row),
            mean(&column(&rows, &format!("({instance})\\Disk Read Bytes/sec"))),
        );
        assert_close(latency(row), weighted(&times, &reads) * 1e9);
    }
    let parts: f64 = ["0 C:", "2 E:"].iter().filter_map(|it| iops(outcome.job(it, "total"))).sum();
    assert_close(iops(outcome.run("total")), parts);
    let names: Vec<_> =
        outcome.kept.rows.iter().filter_map(|row| row.identity.workload.as_deref()).collect();
    assert!(!names.contains(&"_Total"));
}

#[test]
fn without_total_the_run_is_the_sum_of_the_instances() {
    let text = fixture(ENGLISH).text();
    let whole = read(&[File::new("perfmon.csv", text.as_str())]);
    let outcome =
        read(&[File::new("perfmon.csv", text.replace("PhysicalDisk(_Total)", "Other(_Total)"))]);
    for op in ["read", "write", "total"] {
        assert_close(iops(outcome.run(op)), iops(whole.run(op)).expect("a rate"));
        assert_close(throughput(outcome.run(op)), throughput(whole.run(op)).expect("a rate"));
    }
    assert!(outcome.finding("counter-unknown").message.contains("`Other\\Disk Reads/sec`"));
}

#[test]
fn volumes_repeat_disks_and_shares_come_before_both() {
    let text = fixture(ENGLISH).text();
    let (header, rest) = text.split_once('\n').expect("a header");
    let doubled = |other: &str| -> String {
        let lines = std::iter::once((true, header)).chain(rest.lines().map(|line| (false, line)));
        let mut log = String::new();
        for (is_header, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
            let line = line.trim_end();
            let (_, counters) = line.split_once("\",").expect("a time");
            let again = if is_header {
                counters.replace("PhysicalDisk", other)
            } else {
                counters.to_owned()
            };
            log.extend([line, ",", &again, "\n"]);
        }
        log
    };
    let whole = read(&[File::new("perfmon.csv", text.as_str())]);
    let outcome = read(&[File::new("perfmon.csv", doubled("LogicalDisk"))]);
    assert_close(iops(outcome.run("total")), iops(whole.run("total")).expect("a rate"));
    let share = read_fixture("ssb/smb-en__by-generator/smb.csv");
    assert_eq!(
        iops(share.run("total")),
        iops(share.job("\\\\bollard.example.test\\sqldata", "total"))
    );
    assert!(iops(share.job("0 C:", "total")).is_some_and(|disk| disk < 10.0));
}

#[test]
fn languages_and_code_pages_change_nothing_but_the_names() {
    let german = fixture(GERMAN);
    let outcome = read(std::slice::from_ref(&german));
    assert_eq!(outcome.codes(), ["code-page-guessed"]);
    assert_eq!(outcome.finding("code-page-guessed").locator.as_deref(), Some("line 1"));
    // The same text in other encodings, decoded here by its only letters that are no ASCII.
    let text: String = german.bytes.iter().map(|byte| char::from(*byte)).collect();
    let dos: Vec<u8> = text
        .chars()
        .map(|it| match it {
            'ä' => 0x84,
            'Ü' => 0x9A,
            it => u8::try_from(it).expect("a letter of Latin 1"),
        })
        .collect();
    let utf_16: Vec<u8> =
        format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (bytes, codes) in [
        (text.clone().into_bytes(), vec![]),
        (utf_16, vec![]),
        (dos, vec!["code-page-guessed"]),
        (text.replace(['ä', 'Ü'], "?").into_bytes(), vec!["counter-name-damaged"]),
        (text.replace(['ä', 'Ü'], "\u{FFFD}").into_bytes(), vec!["counter-name-damaged"]),
        (text.replace(['ä', 'Ü'], "").into_bytes(), vec!["counter-name-damaged"]),
        // UTF-8 that a program took for code page 1252 and stored as UTF-8 again.
        (text.replace('ä', "Ã¤").replace('Ü', "Ãœ").into_bytes(), vec!["counter-name-damaged"]),
    ] {
        let other = read(&[File::new("perfmon.csv", bytes)]);
        assert_eq!(other.codes(), codes);
        for op in ["read", "write", "total"] {
            assert_eq!(other.run(op).figures, outcome.run(op).figures, "{codes:?}");
        }
    }
    let damaged = read(&[File::new("perfmon.csv", text.replace(['ä', 'Ü'], "?"))]);
    let finding = damaged.finding("counter-name-damaged");
    assert!(
        finding.message.contains("`Physikalischer Datentr?ger\\Lesevorg?nge/s`"),
        "{}",
        finding.message
    );
    assert_eq!(finding.locator.as_deref(), Some("line 1 column 2"));
}

#[test]
fn every_language_is_read() {
    for (path, instance) in [
        ("ssb/perfmon-fr__by-generator/disque.csv", "3 F:"),
        ("ssb/perfmon-ja__by-generator/perfmon.csv", "1 E:"),
        ("ssb/perfmon-ko__by-generator/perfmon.csv", "1 E:"),
        ("ssb/perfmon-ko-translated__by-generator/perfmon.csv", "1 E:"),
    ] {
        let outcome = read_fixture(path);
        for op in ["read", "write", "total"] {
            let row = outcome.job(instance, op);
            assert!(
                iops(row).is_some() && throughput(row).is_some() && latency(row).is_some(),
                "{path}"
            );
        }
        assert!(outcome.run("read").identity.started_at.is_some(), "{path}: the offset is known");
    }
    let translate = |names: [(&str, &str); 8]| -> String {
        let text = fixture(ENGLISH).text();
        names.iter().fold(text, |text, (english, other)| text.replace(english, other))
    };
    let english = read_fixture(ENGLISH);
    let names = |object: &'static str, of: [&'static str; 7]| {
        let counters = [
            "Disk Reads/sec",
            "Disk Writes/sec",
            "Disk Transfers/sec",
            "Disk Read Bytes/sec",
            "Disk Write Bytes/sec",
            "Avg. Disk sec/Read",
            "Avg. Disk sec/Write",
        ];
        let mut names = [("PhysicalDisk", object); 8];
        names[1..].copy_from_slice(&std::array::from_fn::<_, 7, _>(|at| (counters[at], of[at])));
        names
    };
    for names in [
        names(
            "物理磁盘",
            [
                "磁盘读取/秒",
                "磁盘写入/秒",
                "磁盘传输/秒",
                "磁盘读取字节/秒",
                "磁盘写入字节/秒",
                "平均磁盘秒/读取",
                "平均磁盘秒/写入",
            ],
        ),
        names(
            "實體磁碟",
            [
                "磁碟讀取/秒",
                "磁碟寫入/秒",
                "磁碟傳輸/秒",
                "磁碟讀取位元組/秒",
                "磁碟寫入位元組/秒",
                "平均磁碟秒數/讀取",
                "平均磁碟秒數/寫入",
            ],
        ),
        names(
            "FizikselDisk",
            [
                "Disk Okuma/sn",
                "Disk Yazma/sn",
                "Disk aktarımı/sn",
                "Disk Okuma Bayt/sn",
                "Disk Yazma Bayt/sn",
                "Ort. Disk sn/Okuma",
                "Ort. Disk sn/Yazma",
            ],
        ),
        names(
            "物理ディスク",
            [
                "ディスク読み取り/秒",
                "ディスク書き込み/秒",
                "ディスク転送/秒",
                "ディスク読み取りバイト/秒",
                "ディスク書き込みバイト/秒",
                "平均ディスク秒/読み取り",
                "平均ディスク秒/書き込み",
            ],
        ),
    ] {
        let outcome = read(&[File::new("perfmon.csv", translate(names))]);
        for op in ["read", "write", "total"] {
            assert_eq!(outcome.run(op).figures, english.run(op).figures, "{}", names[0].1);
        }
    }
}

#[test]
fn unknown_names_are_listed() {
    let text = fixture(ENGLISH).text();
    let lacking =
        read(&[File::new("perfmon.csv", text.replace("Avg. Disk sec/Read", "Lukukesto"))]);
    let finding = lacking.finding("counter-unknown");
    assert_eq!(finding.locator.as_deref(), Some("line 1"));
    assert!(finding.message.contains("`PhysicalDisk\\Lukukesto`"), "{}", finding.message);
    assert_eq!(latency(lacking.run("read")), None);
    assert_eq!(latency(lacking.run("total")), None, "reads have no time");
    assert!(latency(lacking.run("write")).is_some());
    assert!(lacking.run("write").finding_codes().contains(&"counter-unknown"));
    let foreign = read(&[File::new("perfmon.csv", text.replace("PhysicalDisk", "Fyysinen levy"))]);
    assert!(foreign.kept.rows.is_empty());
    let finding = foreign.finding("document-not-understood");
    assert!(finding.message.contains("`Fyysinen levy\\Disk Reads/sec`"), "{}", finding.message);
}

/// A header with a cell too few or too many, or one that is turned against the rows.
#[test]
fn a_shifted_header_gives_no_figure() {
    let text = fixture(ENGLISH).text();
    let (header, rest) = text.split_once('\n').expect("a header");
    let cells: Vec<&str> = header.trim_end().split("\",\"").collect();
    let with = |header: String| {
        read_told(
            &[File::new("perfmon.csv", format!("{header}\r\n{rest}"))],
            Some("perfmon"),
            false,
        )
    };
    let assert_refused = |outcome: &Outcome, what: &str| {
        assert!(outcome.kept.rows.is_empty(), "{what}");
        let finding = outcome.finding("document-not-understood");
        assert_eq!(finding.locator.as_deref(), Some("line 1"), "{what}");
    };
    let mut shorter = cells.clone();
    shorter.remove(3);
    assert_refused(&with(shorter.join("\",\"")), "a cell is missing");
    let mut longer = cells.clone();
    longer.insert(3, cells[3]);
    assert_refused(&with(longer.join("\",\"")), "a cell is repeated");
    assert_refused(&with(format!("\"{}", cells[1..].join("\",\""))), "the first cell is missing");
    let mut turned = cells.clone();
    turned[1..].rotate_left(1);
    let last = turned.len() - 1;
    turned[last] = turned[last].trim_end_matches('"');
    assert_refused(&with(format!("{}\"", turned.join("\",\"").replace('\r', ""))), "turned by one");
}

#[test]
fn lines_that_do_not_fit_are_left_out_with_their_place() {
    let text = fixture(ENGLISH).text();
    let lines: Vec<&str> = text.lines().collect();
    let whole = read(&[File::new("perfmon.csv", text.as_str())]);
    let change = |at: usize, change: &dyn Fn(&str) -> String| {
        let mut lines: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
        lines[at] = change(&lines[at]);
        read(&[File::new("perfmon.csv", format!("{}\r\n", lines.join("\r\n")))])
    };
    let short = change(20, &|line| line.rsplit_once(',').expect("cells").0.to_owned());
    assert_eq!(short.finding("line-unreadable").locator.as_deref(), Some("line 21"));
    let broken = change(30, &|line| line.replacen("\",\"0.", "\",\"zero.", 1));
    assert_eq!(broken.finding("value-unreadable").locator.as_deref(), Some("line 31"));
    for outcome in [&short, &broken] {
        let loss = iops(outcome.run("total")).zip(iops(whole.run("total")));
        assert!(
            loss.is_some_and(|(with, without)| (with - without).abs() > 1e-9),
            "one interval less"
        );
    }
    let comma = change(40, &|line| line.replace('.', ","));
    let finding = comma.codes();
    assert_eq!(finding, ["value-unreadable"], "the time is not that of a log any more");
    assert_close(iops(comma.run("total")), iops(whole.run("total")).expect("a rate"));
}

#[test]
fn typeperf_s_begin_and_end_are_no_rows() {
    let text = fixture("ssb/perfmon-ja__by-generator/perfmon.csv").text();
    let printed = format!(
        "\r\n{text}\r\nExiting, please wait...                         \r\nThe command completed successfully.\r\n\r\n"
    );
    let plain = read(&[File::new("perfmon.csv", text)]);
    let typeperf = read(&[File::new("typeperf.csv", printed)]);
    assert_eq!(typeperf.codes(), [""; 0]);
    assert_eq!(typeperf.run("total").figures, plain.run("total").figures);
    assert_eq!(typeperf.run("total").identity.locator, "lines 4 to 67");
}

#[test]
fn the_time_is_that_of_the_zone_in_the_header() {
    let outcome = read_fixture("ssb/smb-en__by-generator/smb.csv");
    let row = outcome.run("total");
    // 08/14/2024 13:02:11.500 Central Daylight Time, 300 minutes west: the first interval begins with the blank row.
    let started = row.identity.started_at.map(|it| it.to_string());
    assert_eq!(started.as_deref(), Some("2024-08-14T18:02:11.5Z"));
    assert!(row.window.is_some());
    assert!(row.figure(Metric::Latency, Stat::Mean, None).is_none(), "a latency has a kind");
}
