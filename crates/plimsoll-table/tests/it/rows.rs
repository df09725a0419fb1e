//! Rows of published tables: every fixture as a snapshot, and figures against what the pages say.

use crate::support::{files, read_rows, rows_of_file, shown_rows};
use plimsoll_read::{Bundle, Entry, Kept, ReadOptions, Reader as _};
use plimsoll_schema::{Bound, Code, Metric, Pattern, Row, Stat};
use plimsoll_table::Tables;
use proptest::prelude::*;
use std::fmt::Write as _;

/// The one row of which this holds.
fn only(rows: &[Row], holds: impl Fn(&Row) -> bool) -> &Row {
    let found: Vec<&Row> = rows.iter().filter(|row| holds(row)).collect();
    assert_eq!(found.len(), 1, "of {} rows", rows.len());
    found[0]
}

fn value(row: &Row, metric: Metric) -> Option<f64> {
    row.figures.iter().find(|it| it.metric == metric && it.stat == Stat::Mean).map(|it| it.value)
}

fn bound(row: &Row, metric: Metric) -> Option<&'static str> {
    row.figures.iter().find(|it| it.metric == metric)?.bound.map(Bound::word)
}

fn op(row: &Row) -> &str {
    row.identity.op.as_ref().map_or("", |op| op.word())
}

#[test]
fn every_fixture() {
    for path in files("fixtures/vendor") {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        let read = rows_of_file(&path);
        insta::assert_snapshot!(name.replace('.', "_"), shown_rows(&read));
    }
}

/// Every number of the records as a person reads it, whatever the language and the form.
#[test]
fn the_same_records_are_read_in_every_language() {
    let records = [
        ("NFSv3", "sequential", 65_536, "read", 83_792.0, 5237.0, 1.83),
        ("NFSv3", "sequential", 65_536, "write", 34_752.0, 2172.0, 2.76),
        ("SMB", "random", 4096, "read", 390_989.0, 1527.3, 0.49),
        ("iSCSI", "random", 8192, "write", 140_366.0, 1096.6, 0.98),
    ];
    let mut count = 0;
    for path in
        files("fixtures/vendor").iter().filter(|it| it.to_string_lossy().contains("-table."))
    {
        let read = rows_of_file(path);
        for (protocol, pattern, block, operation, iops, mib, ms) in records {
            let row = only(&read.rows, |row| {
                row.identity.protocol.as_deref() == Some(protocol)
                    && row.identity.pattern.map(Pattern::word) == Some(pattern)
                    && row.identity.block_size_bytes == Some(block)
                    && op(row) == operation
                    && row.identity.read_percent.is_none()
            });
            let near = |metric, expected: f64| {
                let value = value(row, metric).unwrap_or(f64::NAN);
                assert!((value / expected - 1.0).abs() < 1e-12, "{}: {value}", path.display());
            };
            near(Metric::Iops, iops);
            near(Metric::Throughput, mib * 1_048_576.0);
            near(Metric::Latency, ms * 1e6);
            count += 1;
        }
    }
    assert!(count >= 100, "{count} records");
}

/// A page without markup, whose corner cell stands at the end of the header.
const GLUED: &str = "\
NFSv3 접근의 한계
Flex 파일 서비스 수준
64KiB 블록 크기 (순차 I/O)
n2-standard-16가상 머신 4개로 단일 볼륨을 fio로 시험함Red Hat 9 OS
각 가상 머신에서 5개의 작업
NFSv3 결과
| 읽기 100%, 쓰기 0% | 75% 읽기 및 25% 쓰기 | |
|---|---|---|
| 읽기 MiBps | 4,000 | 3,000 |
| 쓰기 MiBps | 0 | 1,001 |
4KiB 블록 크기 (랜덤 I/O)
가상 머신 2개를 NFSv3로
시험의 결과
| 100% 읽기 및 0% 쓰기 | 읽기 50%, 쓰기 50% | |
|---|---|---|
| 읽기 IOPS | 38만 | 1,000 |
| 쓰기 IOPS | 0 | 3,000 |
데이터베이스
다음은 iSCSI에서 SLOB 도구로 얻었습니다.
| 워크로드 프로필 | 스토리지 IOPS | 지연 시간 |
|---|---|---|
| 90% 읽기 및 10% 쓰기 | ~145,000 | 1밀리초 미만 |
";

#[test]
fn each_value_stands_under_its_own_mix_though_the_corner_is_at_the_end() {
    let read = read_rows("page.txt", GLUED);
    let of = |read_percent: f64, operation: &str, block: u64| {
        only(&read.rows, |row| {
            row.identity.read_percent == Some(read_percent)
                && op(row) == operation
                && row.identity.block_size_bytes == Some(block)
        })
    };
    let mib = |row| value(row, Metric::Throughput).map(|it| it / 1_048_576.0);
    assert_eq!(mib(of(100.0, "read", 65_536)), Some(4000.0));
    assert_eq!(mib(of(100.0, "write", 65_536)), Some(0.0), "a printed 0 is a value");
    assert_eq!(mib(of(75.0, "read", 65_536)), Some(3000.0));
    assert_eq!(of(75.0, "read", 65_536).identity.locator, "table 1 row 1 column 3");
    assert_eq!(value(of(100.0, "read", 4096), Metric::Iops), Some(380_000.0));
}

#[test]
fn conditions_come_from_above_and_end_with_their_section() {
    let read = read_rows("page.txt", GLUED);
    let first = &read.rows[0].identity;
    assert_eq!((first.clients, first.jobs), (Some(4), Some(20)));
    assert_eq!(first.service_level.as_deref(), Some("Flex File"));
    assert_eq!(first.protocol.as_deref(), Some("NFSv3"));
    assert_eq!(first.tool.as_deref(), Some("fio"));
    assert_eq!(
        first.parameters_text().as_deref(),
        Some("client_type=n2-standard-16 os=Red_Hat_Enterprise_Linux_9 volumes=1")
    );
    let second = &only(&read.rows, |row| value(row, Metric::Iops) == Some(380_000.0)).identity;
    assert_eq!((second.clients, second.jobs), (Some(2), None), "those of its own test");
    let database = only(&read.rows, |row| op(row) == "total");
    assert_eq!(database.identity.tool.as_deref(), Some("slob"));
    assert_eq!(database.identity.protocol.as_deref(), Some("iSCSI"));
    assert_eq!(database.identity.read_percent, Some(90.0));
    assert_eq!(database.identity.block_size_bytes, None);
    assert_eq!(database.identity.service_level, None);
    assert_eq!(database.identity.clients, None);
    assert_eq!(value(database, Metric::Latency), Some(1e6));
    assert_eq!(bound(database, Metric::Latency), Some("below"));
    assert_eq!(bound(database, Metric::Iops), Some("about"));
}

#[test]
fn shares_that_contradict_their_header_are_marked() {
    let read = read_rows("page.txt", GLUED);
    let doubtful: Vec<&Row> = read.rows.iter().filter(|row| !row.findings.is_empty()).collect();
    assert_eq!(doubtful.len(), 2, "the two of 1,000 : 3,000 under 50 %");
    assert!(doubtful.iter().all(|row| row.identity.read_percent == Some(50.0)));
    assert_eq!(doubtful[0].findings[0].code, Code::FiguresContradict);
}

#[test]
fn minima_and_maxima_are_rows_of_their_own() {
    let page = "| Größe (GB) | Minimum IOPS | Maximum IOPS\n|---|---|---|\n| 20 | 100 | 1.000 |\n| 500 | 100 | 6.000 oder 10.000 |\n";
    let read = read_rows("page.md", page);
    let found: Vec<_> = read
        .rows
        .iter()
        .map(|row| (value(row, Metric::Iops), bound(row, Metric::Iops), op(row)))
        .collect();
    let minimum = (Some(100.0), Some("at_least"), "total");
    assert_eq!(found, [minimum, (Some(1000.0), Some("up_to"), "total"), minimum]);
    assert_eq!(read.findings.len(), 1);
    assert_eq!(read.findings[0].code, Code::CellHoldsSeveral);
    assert_eq!(read.findings[0].locator.as_deref(), Some("table 1 row 2 column 3"));
}

#[test]
fn what_is_no_value_is_none() {
    for (page, code) in [
        ("| Op | IOPS (K) |\n|---|---|\n| read | 120 |\n", Code::CellNotUnderstood),
        ("| Op | Throughput |\n|---|---|\n| read | 120 |\n", Code::CellNotUnderstood),
        ("| Op | IOPS |\n|---|---|\n| read | 128 TB |\n", Code::UnitContradicts),
        ("| Op | IOPS |\n|---|---|\n| read | 300–2400 |\n", Code::CellHoldsSeveral),
        ("| Op | IOPS |\n|---|---|\n| read | 5 | 7 |\n", Code::LineCellsDiffer),
        ("| Op | IOPS |\n|---|---|\n| read | NaN |\n", Code::CellWithoutResult),
        ("| Op | IOPS |\n|---|---|\n| read | 5 |\n\nXNUMX ms\n", Code::PageDamaged),
        ("Max IOPS | 2000 | 5000\nMax MB/s | 150 | 200\n", Code::TableNotUnderstood),
    ] {
        let read = read_rows("page.md", page);
        assert!(read.rows.is_empty(), "{page}: {:?}", read.rows);
        assert!(read.findings.iter().any(|it| it.code == code), "{page}: {:?}", read.findings);
        assert!(read.is_refused, "{page}");
    }
}

#[test]
fn only_sizes_and_tiers_are_levels_of_service() {
    let level = |page: &str| {
        let read = read_rows("page.md", page);
        let row = &read.rows[0].identity;
        (row.service_level.as_deref().map(str::to_owned), row.claim.map(|it| it.to_string()))
    };
    let some = |word: &str| Some(word.to_owned());
    let tiers = "| Size | P10 | P20 |\n|---|---|---|\n| IOPS per disk | 500 | 2300 |\n";
    assert_eq!(level(tiers), (some("P10"), some("limit")));
    let levels = "| Level | Maximum IOPS |\n|---|---|\n| PL0 \\* | 10000 |\n";
    assert_eq!(level(levels), (some("PL0"), some("limit")));
    let operations = "| | Read | Write |\n|---|---|---|\n| IOPS | 500 | 300 |\n";
    assert_eq!(level(operations), (None, some("result")));
    let times = "| | Before | After |\n|---|---|---|\n| IOPS | 500 | 700 |\n";
    assert_eq!(level(times), (None, None));
    let values = "| Metric | Value |\n|---|---|\n| IOPS | 500 |\n";
    assert_eq!(level(values), (None, None));
}

#[test]
fn names_of_workloads_and_sizes_of_blocks_stay_as_tools_write_them() {
    let page =
        "jobs,bs,rw,iops,bw (KiB/s),lat avg (us),lat max (us)\n8,64k,randread,1000,64000,99,300\n";
    let read = read_rows("page.csv", page);
    let row = only(&read.rows, |_| true);
    assert_eq!(op(row), "read");
    assert_eq!(row.identity.pattern, Some(Pattern::Random));
    assert_eq!(row.identity.block_size_bytes, Some(65_536));
    assert_eq!(row.identity.jobs, Some(8));
    let stats: Vec<String> = row.figures.iter().map(|it| it.stat.to_string()).collect();
    assert_eq!(stats, ["mean", "mean", "mean", "max"]);
}

#[test]
fn percentiles_and_changes_are_no_means() {
    let page = "| Op | IOPS | IOPS change (%) | p99 latency (ms) |\n|---|---|---|---|\n| read | 5 | 47 | 2 |\n";
    let read = read_rows("page.md", page);
    let row = only(&read.rows, |_| true);
    assert_eq!(value(row, Metric::Iops), Some(5.0));
    assert_eq!(value(row, Metric::Latency), None, "it is a percentile");
    assert_eq!(row.figures.len(), 2);
    assert_eq!(row.figures[1].stat.to_string(), "p99");
}

#[test]
fn explanations_say_what_was_seen_and_why() {
    let page =
        "| Vorgang | Durchsatz (MiB/s) |\n|---|---|\n| Lesen | 5.237 |\n| Schreiben | 1.527,3 |\n"
            .as_bytes()
            .to_vec();
    let entry = Entry::named("page.md", &page);
    let bundle = Bundle { source: entry.source.clone(), entries: vec![&entry] };
    let explained = |explain| {
        let mut kept = Kept::default();
        let options = ReadOptions { explain, ..ReadOptions::default() };
        Tables.read(&bundle, &options, &mut kept).expect("it is read");
        kept.explanations
    };
    assert_eq!(explained(false), [], "nobody asked");
    let explained = explained(true);
    let of = |locator: &str| {
        let cell = explained.iter().find(|it| it.locator == locator).expect("explained");
        (cell.text.as_str(), cell.reading.as_str())
    };
    assert_eq!(of("table 1 row 1 column 1"), ("Lesen", "a label: operation read"));
    let (text, reading) = of("table 1 row 1 column 2");
    assert_eq!(text, "5.237");
    assert!(reading.contains("5237") && reading.contains("1.527,3"), "{reading}");
}

proptest! {
    #[test]
    fn no_table_panics(cells in proptest::collection::vec("(\\PC|[0-9]{1,3}[., ][0-9]{3}| MiB/s| IOPS|읽기 |75%|25% 쓰기|~|ms|최대|4 KiB|GB|P30|XNUM){0,6}", 4..40), width in 1usize..6) {
        let mut page = String::new();
        for (at, line) in cells.chunks(width).enumerate() {
            let _ = writeln!(page, "|{}|", line.join("|"));
            if at == 0 {
                let _ = writeln!(page, "|{}", "---|".repeat(width));
            }
        }
        read_rows("page.md", page);
    }
}
