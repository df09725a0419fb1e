//! What the fixtures say, figure by figure.

use crate::support::{REPORTS, is_near, mean, read, text};
use plimsoll_schema::{Kind, Metric, Op, Stat};

/// What a report says of one direction: requests and bytes each second of all and of the application, as printed.
struct Direction {
    requests: &'static str,
    bytes: &'static str,
    application_requests: &'static str,
}

struct Expected {
    name: &'static str,
    tool: &'static str,
    release: &'static str,
    duration_s: f64,
    hosts: u64,
    read: Direction,
    write: Direction,
    /// Nanoseconds, with the text if they were printed so.
    latency: Option<(f64, Option<&'static str>)>,
    transactions: f64,
}

const fn direction(
    requests: &'static str,
    bytes: &'static str,
    application_requests: &'static str,
) -> Direction {
    Direction { requests, bytes, application_requests }
}

const EXPECTED: [Expected; 11] = [
    Expected {
        name: "instance__awr-11.2.0.3.txt",
        tool: "awr",
        release: "11.2.0.3.0",
        duration_s: 304.0,
        hosts: 1,
        read: direction("69,910.1", "572,747,068.8", "69,905.3"),
        write: direction("25,537.1", "225,261,937.7", "25,445.5"),
        latency: Some((15_657e9 / 21_167_936.0, None)),
        transactions: 219.2,
    },
    Expected {
        name: "few-reads__awr-11.2.0.3.txt",
        tool: "awr",
        release: "11.2.0.3.0",
        duration_s: 65.0,
        hosts: 1,
        read: direction("402.3", "3,549,568.7", "377.0"),
        write: direction("13.0", "178,801.4", "2.9"),
        latency: None,
        transactions: 3.0,
    },
    Expected {
        name: "instance__awr-11.2.0.4.txt",
        tool: "awr",
        release: "11.2.0.4.0",
        duration_s: 304.0,
        hosts: 1,
        read: direction("24,129.7", "197,731,452.8", "24,123.2"),
        write: direction("4,650.0", "40,918,662.4", "4,631.7"),
        latency: Some((7738e9 / 7_306_905.0, None)),
        transactions: 38.9,
    },
    Expected {
        name: "instance__awr-12.2.txt",
        tool: "awr",
        release: "12.2.0.1.0",
        duration_s: 305.0,
        hosts: 1,
        read: direction("128,730.5", "1.05462345E+09", "128,723.1"),
        write: direction("58,113.0", "526,422,664.2", "57,925.4"),
        latency: Some((607_500.0, Some("607.50us"))),
        transactions: 503.4,
    },
    Expected {
        name: "instance__awr-19c.txt",
        tool: "awr",
        release: "19.0.0.0.0",
        duration_s: 304.0,
        hosts: 1,
        read: direction("208,754.9", "1.71018704E+09", "208,747.3"),
        write: direction("76,251.9", "701,725,600.1", "75,984.0"),
        latency: Some((479_520.0, Some("479.52us"))),
        transactions: 653.5,
    },
    Expected {
        name: "copied-from-sqlplus__awr-19c.txt",
        tool: "awr",
        release: "19.0.0.0.0",
        duration_s: 305.0,
        hosts: 1,
        read: direction("5,115.1", "41,960,800.5", "5,108.7"),
        write: direction("5.2", "67,356.2", "3.0"),
        latency: Some((611_160.0, Some("611.16us"))),
        transactions: 1.0,
    },
    Expected {
        name: "instance__awr-11.2.0.4.html",
        tool: "awr",
        release: "11.2.0.4.0",
        duration_s: 305.0,
        hosts: 1,
        read: direction("64,847.98", "531,275,489.85", "64,843.40"),
        write: direction("23,682.98", "209,279,537.52", "23,603.00"),
        latency: Some((10_763e9 / 19_615_425.0, None)),
        transactions: 203.17,
    },
    Expected {
        name: "instance__awr-19c.html",
        tool: "awr",
        release: "19.0.0.0.0",
        duration_s: 305.0,
        hosts: 1,
        read: direction("151,598.90", "1,241,952,799.43", "151,593.12"),
        write: direction("81,536.29", "745,969,252.30", "81,253.91"),
        latency: Some((402_230.0, Some("402.23us"))),
        transactions: 711.09,
    },
    Expected {
        name: "cluster-of-one__awr-11.2.0.3.html",
        tool: "awr",
        release: "11.2.0.3.0",
        duration_s: 305.4,
        hosts: 1,
        read: direction("51,141.01", "419,010,884.92", ""),
        write: direction("18,682.55", "169,919,980.61", ""),
        latency: Some((512_062.254, None)),
        transactions: 160.97,
    },
    Expected {
        name: "cluster-of-two__awr-11.2.0.3.html",
        tool: "awr",
        release: "11.2.0.3.0",
        duration_s: 305.4,
        hosts: 2,
        read: direction("174,789.33", "1,431,972,348.60", ""),
        write: direction("63,829.55", "567,904,679.27", ""),
        latency: Some((14_124.42e9 / 52_865_873.0, None)),
        transactions: 548.08,
    },
    Expected {
        name: "instance__statspack-11.2.0.4.txt",
        tool: "statspack",
        release: "11.2.0.4.0",
        duration_s: 305.0,
        hosts: 1,
        read: direction("18,506.5", "151,638,977.1", "18,502.8"),
        write: direction("6,754.6", "58,984,354.6", "6,735.0"),
        latency: Some((5842e9 / 5_584_082.0, None)),
        transactions: 58.3,
    },
];

fn number(text: &str) -> f64 {
    text.replace(',', "").parse().expect("a number")
}

#[test]
fn every_fixture_says_what_its_text_says() {
    assert_eq!(EXPECTED.len(), REPORTS.len());
    for expected in &EXPECTED {
        let name = expected.name;
        let outcome = read(name, text(name).as_bytes());
        assert!(outcome.is_claimed && outcome.error.is_none(), "{name}: {:?}", outcome.error);
        assert_eq!(outcome.kept.rows.len(), 3, "{name}");
        for row in &outcome.kept.rows {
            let identity = &row.identity;
            assert_eq!(identity.tool.as_deref(), Some(expected.tool), "{name}");
            assert_eq!(identity.tool_version.as_deref(), Some(expected.release), "{name}");
            let duration = identity.duration_s.expect("a duration");
            assert!((duration - expected.duration_s).abs() < 1e-9, "{name}: {duration} s");
            assert_eq!(identity.clients, Some(expected.hosts), "{name}");
            assert_eq!(
                (identity.jobs, identity.read_percent, identity.pattern),
                (None, None, None)
            );
            assert_eq!((identity.block_size_bytes, identity.started_at), (None, None));
        }
        direction_says(name, outcome.row(&Op::READ), &expected.read);
        direction_says(name, outcome.row(&Op::WRITE), &expected.write);
        let total = outcome.row(&Op::TOTAL);
        let sum = number(expected.read.requests) + number(expected.write.requests);
        assert!(
            is_near(mean(total, Metric::Iops, &Kind::TOTAL).expect("a sum"), sum, 1e-12),
            "{name}"
        );
        let transactions = total.figure(Metric::Transactions, Stat::Mean, None).map(|it| it.value);
        assert!(
            is_near(transactions.expect(name), expected.transactions, 0.001),
            "{name}: {transactions:?}"
        );
        assert_eq!((&total.latency_kind, &outcome.row(&Op::WRITE).latency_kind), (&None, &None));
        let latency = outcome.row(&Op::READ).latency(Stat::Mean);
        let Some((nanoseconds, printed)) = expected.latency else {
            assert_eq!(latency, None, "{name}");
            assert_eq!(outcome.codes(), ["latency-unknown"], "{name}");
            continue;
        };
        let latency = latency.expect(name);
        assert!(is_near(latency.value, nanoseconds, 1e-6), "{name}: {latency:?}");
        assert_eq!(latency.written.as_deref(), printed, "{name}");
        assert!(outcome.codes().is_empty(), "{name}: {:?}", outcome.codes());
    }
}

fn direction_says(name: &str, row: &plimsoll_schema::Row, expected: &Direction) {
    for (metric, kind, printed) in [
        (Metric::Iops, Kind::TOTAL, expected.requests),
        (Metric::Throughput, Kind::TOTAL, expected.bytes),
        (Metric::Iops, Kind::APPLICATION, expected.application_requests),
    ] {
        let figure = row.figure(metric, Stat::Mean, Some(&kind)).expect(name);
        let written = figure.written.as_deref().expect("a printed figure");
        assert!(is_near(figure.value, number(written), 1e-12), "{name}: {figure:?}");
        if !printed.is_empty() {
            assert_eq!(written, printed, "{name}: {metric} {}", kind.word());
        }
    }
    // The wide shape shows what the storage saw.
    let shown = row.figure(Metric::Iops, Stat::Mean, None).map(|it| it.value);
    assert_eq!(shown, mean(row, Metric::Iops, &Kind::TOTAL), "{name}");
}

#[test]
fn a_figure_is_where_its_row_says() {
    for name in
        ["instance__awr-19c.txt", "instance__awr-19c.html", "instance__statspack-11.2.0.4.txt"]
    {
        let text = text(name);
        let outcome = read(name, text.as_bytes());
        for (op, statistic) in [
            (Op::READ, "physical read total IO requests"),
            (Op::WRITE, "physical write total IO requests"),
        ] {
            let locator = &outcome.row(&op).identity.locator;
            let line: usize =
                locator.strip_prefix("line ").expect("a line").parse().expect("a number");
            let there = text.lines().nth(line - 1).expect("a line of the file");
            assert!(there.contains(statistic), "{name} {locator}: {there}");
        }
    }
}

#[test]
fn waits_for_batches_are_no_latency_of_writes() {
    let name = "instance__awr-12.2.txt";
    let outcome = read(name, text(name).as_bytes());
    let write = outcome.row(&Op::WRITE);
    let wait = |event: &'static str| mean(write, Metric::Wait, &Kind::named(event));
    assert_eq!(wait("db file parallel write"), Some(669_040.0));
    assert!(wait("log file parallel write").is_some() && wait("log file sync").is_some());
    assert_eq!(write.latency(Stat::Mean), None);
}

#[test]
fn the_histogram_is_the_distribution_of_the_waits_for_reads() {
    let name = "instance__awr-11.2.0.4.txt";
    let outcome = read(name, text(name).as_bytes());
    let distribution = outcome.row(&Op::READ).distribution.clone().expect("a distribution");
    let bins: Vec<(f64, f64)> =
        distribution.bins().map(|bin| (bin.lower / 1e6, bin.upper / 1e6)).collect();
    assert_eq!(bins, [(0.0, 1.0), (1.0, 2.0), (2.0, 4.0), (4.0, 8.0)]);
    // 86.8, 9.3, 3.0 and .8 per cent of 7,306,905 waits of sessions and 43,085 in the background.
    let counts: Vec<u64> = distribution.bins().map(|bin| bin.count).collect();
    assert_eq!(counts, [6_379_791, 683_549, 220_500, 58_800]);
}
