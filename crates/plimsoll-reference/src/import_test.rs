//! Rows become a catalogue file, and the file becomes the same rows.

use crate::{Catalogue, ImportedFile, ImportedPage, Problem, imported_file};
use plimsoll_schema::{
    Bound, Claimed, Code, Figure, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Origin,
    Pattern, Row, Stat,
};
use proptest::prelude::*;
use std::sync::Arc;

const MIB: f64 = 1_048_576.0;

fn row(locator: &str, op: &Op, figures: Vec<Figure>) -> Row {
    let identity =
        Identity::new("pages/Acme Array.ko.html".into(), locator.into(), Origin::Published);
    let mut row = Row::new(Identity {
        op: Some(op.clone()),
        level: MeasuredLevel::Run,
        claim: Some(Claimed::Result),
        ..identity
    });
    if figures.iter().any(|it| it.metric == Metric::Latency && it.stat == Stat::Mean) {
        row.latency_kind = Some(Kind::TOTAL);
    }
    row.figures = figures;
    row
}

fn figure(metric: Metric, value: f64, bound: Bound, written: &str) -> Figure {
    Figure { bound: Some(bound), ..Figure::written(metric, Stat::Mean, value, written) }
}

fn latency(value: f64, bound: Bound, written: &str) -> Figure {
    figure(Metric::Latency, value, bound, written).of_kind(Kind::TOTAL)
}

fn iops(value: f64, written: &str) -> Figure {
    figure(Metric::Iops, value, Bound::Exact, written)
}

fn parameters(pairs: &[(&str, &str)]) -> Vec<(Arc<str>, Arc<str>)> {
    pairs.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect()
}

fn page() -> ImportedPage {
    ImportedPage {
        file: "pages/Acme Array.ko.html".into(),
        title: Some("Benchmarks of the Acme array".into()),
        locales: vec!["ko".into()],
        ..ImportedPage::default()
    }
}

/// A mix table, with conditions, findings, and a value in ten thousands.
fn mix_table() -> (Vec<Row>, Vec<Finding>) {
    let cell = |op: &Op, locator: &str, share: f64, figure: Figure| {
        let mut row = row(locator, op, vec![figure]);
        let identity = &mut row.identity;
        identity.product = Some("Acme array".into());
        identity.service_level = Some("Extreme".into());
        identity.protocol = Some("NFSv3".into());
        identity.tool = Some("fio".into());
        identity.pattern = Some(Pattern::Random);
        identity.block_size_bytes = Some(4096);
        identity.read_percent = Some(share);
        identity.clients = Some(6);
        identity.queue_depth = Some(4);
        identity.parameters =
            parameters(&[("client_type", "n2-standard-32"), ("working_set_bytes", "618475290624")]);
        row
    };
    let mut rows = vec![
        cell(&Op::READ, "table 1 row 1 column 2", 100.0, iops(380_000.0, "38만")),
        cell(&Op::READ, "table 1 row 1 column 3", 75.0, iops(300_000.0, "300.000")),
        cell(&Op::WRITE, "table 1 row 2 column 3", 75.0, iops(100_000.0, "100K")),
    ];
    let doubtful = Finding::new(Code::ValueUnreadable, "page", "a range, 5–10 ms:\nno value")
        .at("table 1 row 3 column 2");
    let touching = Finding::new(Code::FiguresContradict, "page", "the caption says 90,000")
        .at("table 1 row 2 column 3");
    rows[2].findings.push(Arc::new(touching.clone()));
    let same_line =
        Finding::new(Code::OtherText, "page", "a footnote").at("table 1 row 1 column 9");
    let elsewhere = Finding::new(Code::OtherText, "page", "no table of numbers").at("table 9");
    (rows, vec![doubtful, touching, same_line, elsewhere])
}

#[test]
fn the_file_is_written_for_review() {
    let (rows, findings) = mix_table();
    let ImportedFile { text, references, points, left_out } =
        imported_file(&rows, &findings, &page());
    assert_eq!((references, points, left_out), (1, 3, 0));
    let (head, body) = text.split_once("\n[page]\n").expect("the page");
    assert!(head.starts_with("# Read from pages/Acme Array.ko.html by program."), "{head}");
    assert_eq!(
        body,
        r#"vendor = "not stated"
publisher = "not stated"
title = "Benchmarks of the Acme array"
date = "not stated"
locales = ["ko"]
reading = "Read from pages/Acme Array.ko.html by program."
product = "Acme array"
status = "imported"

[conditions.table-1]
clients = 6
client_type = "n2-standard-32"
working_set = "576 GiB"

# warning value-unreadable, table 1 row 3 column 2: a range, 5–10 ms: no value
[[reference]]
id = "import/acme-array-ko/table-1"
service_level = "Extreme"
protocol = "NFSv3"
tool = "fio"
workload = "4 KiB random"
pattern = "random"
block_size = "4 KiB"
iodepth = 4
conditions = "table-1"
claim = "result"
point = [
    # note other-text, table 1 row 1 column 9: a footnote
    { read_percent = 100, op = "read", iops = { value = "0.38M", check = "printed as 38만" }, cell = "table 1 row 1 column 2" },
    { read_percent = 75, op = "read", iops = "300,000", cell = "table 1 row 1 column 3" },
    # warning figures-contradict, table 1 row 2 column 3: the caption says 90,000
    { read_percent = 75, op = "write", iops = "100K", cell = "table 1 row 2 column 3" },
]

# What is not among the values above:
# note other-text, table 9: no table of numbers
"#
    );
    assert_eq!(differences(&rows, &text), Vec::<String>::new());
    let catalogue = parsed(&text);
    let footnotes = &catalogue.entries()[0].points[0].row.findings;
    assert_eq!(footnotes.len(), 1);
    assert_eq!(footnotes[0].code, Code::ReferenceUnreviewed);
    let half_digit = catalogue.entries()[0].points[0].evidence[0].half_digit;
    assert!((half_digit - 5000.0).abs() < 1e-6, "38만 is exact to ten thousand: {half_digit}");
}

#[test]
fn the_parts_that_differ_within_a_table_are_in_its_ids() {
    let level = |locator: &str, level: &str, value: f64| {
        let mut row = row(locator, &Op::TOTAL, vec![iops(value, &value.to_string())]);
        row.identity.service_level = Some(level.into());
        row
    };
    let mut sheet = row("Sheet 1!B4", &Op::READ, vec![iops(7.0, "7")]);
    sheet.identity.protocol = Some("iSCSI".into());
    let rows = [
        level("table 2 row 1 column 2", "P30", 5000.0),
        level("table 2 row 1 column 3", "P40", 7500.0),
        level("table 2 row 1 column 4", "크다", 8000.0),
        level("table 2 row 2 column 2", "P30", 30_000.0),
        sheet,
        row("line 14", &Op::READ, vec![latency(1e6, Bound::Below, "1")]),
    ];
    let file = imported_file(&rows, &[], &page());
    let catalogue = parsed(&file.text);
    let ids: Vec<_> = catalogue.entries().iter().map(|entry| entry.id.to_string()).collect();
    assert_eq!(
        ids,
        [
            "import/acme-array-ko/table-2/p30",
            "import/acme-array-ko/table-2/p40",
            "import/acme-array-ko/table-2/not-stated",
            "import/acme-array-ko/sheet-1",
            "import/acme-array-ko/text",
        ]
    );
    let names: Vec<_> = catalogue.entries()[0].points.iter().map(|it| it.name.clone()).collect();
    assert_eq!(names, [Some("row-1-column-2".into()), Some("row-2-column-2".into())]);
    assert_eq!(catalogue.entries()[4].points[0].row.identity.locator, "line 14");
    assert_eq!(catalogue.entries()[4].points[0].row.identity.workload, None);
    assert_eq!(catalogue.entries()[4].points[0].row.identity.product, None);
}

#[test]
fn what_the_form_cannot_hold_is_a_comment() {
    let percentile = Figure { stat: Stat::Max, ..latency(2e6, Bound::Exact, "2 ms") };
    let mut no_op = row("table 1 row 1 column 2", &Op::READ, vec![iops(1.0, "1")]);
    no_op.identity.op = None;
    let mut many = row("table 1 row 5 column 2", &Op::READ, vec![iops(1.0, "1")]);
    many.identity.jobs = Some(u64::MAX);
    let rows = [
        no_op,
        many,
        row("table 1 row 2 column 2", &Op::READ, vec![iops(9.0, "9"), percentile]),
        row("table 1 row 3 column 2", &Op::READ, vec![]),
        row("table 1 row 4 column 2", &Op::READ, vec![iops(f64::NAN, "NaN")]),
    ];
    let file = imported_file(&rows, &[], &page());
    assert_eq!((file.references, file.points, file.left_out), (1, 1, 5));
    for line in [
        "    # left out: latency max (total) 2000000 ns, printed as 2 ms: a catalogue file has no key for it",
        "# table 1 row 1 column 2: left out: no operation is known",
        "# table 1 row 5 column 2: left out: it counts more clients, jobs or operations than can be",
        "# table 1 row 3 column 2: left out: it has no figure",
        "# table 1 row 4 column 2: left out: iops mean NaN 1/s, printed as NaN: it is no number that a page can mean",
    ] {
        assert!(file.text.lines().any(|it| it == line), "{line}\n{}", file.text);
    }
    assert_eq!(parsed(&file.text).rows().count(), 1);
}

#[test]
fn a_mix_that_contradicts_its_header_is_no_value() {
    let (mut rows, _) = mix_table();
    rows[1].figures = vec![iops(100_000.0, "100.000")];
    let file = imported_file(&rows, &[], &page());
    assert_eq!((file.references, file.points, file.left_out), (1, 1, 2));
    assert!(
        file.text.contains(
            "    # left out: iops: 50.0 % of the printed values are reads, the mix says 75 %; compare"
        ),
        "{}",
        file.text
    );
    assert_eq!(parsed(&file.text).rows().count(), 1);
    let file = imported_file(&rows[1..], &[], &page());
    assert_eq!((file.references, file.points, file.left_out), (0, 0, 2));
    assert!(file.text.contains("\n# [[reference]]\n# id = "), "{}", file.text);
}

#[test]
fn values_of_a_damaged_page_keep_their_status_and_what_supports_them() {
    let mut repaired = row("line 14", &Op::READ, vec![iops(635_342.0, "635,342")]);
    let finding = Finding::new(Code::ReferenceRepaired, "page", "the conclusion repeats it");
    repaired.findings.push(Arc::new(finding.at("line 14")));
    let file = imported_file(&[repaired], &[], &page());
    let catalogue = parsed(&file.text);
    let point = &catalogue.entries()[0].points[0];
    assert_eq!(point.evidence[0].status, crate::Status::Repaired);
    assert_eq!(point.evidence[0].check.as_deref(), Some("the conclusion repeats it"));
}

#[test]
fn without_rows_there_is_no_catalogue() {
    let file = imported_file(&[], &[], &ImportedPage::default());
    assert_eq!((file.references, file.points), (0, 0));
    assert!(Catalogue::parse("empty.toml", &file.text).is_err());
}

#[test]
fn no_text_of_a_page_becomes_a_key() {
    let attack = "\"\nstatus = \"agreed\"\n[[reference]]\u{0}'''\\";
    let mut row = row("table 1 row 1 column 1", &Op::named(attack), vec![iops(5.0, "5")]);
    row.identity.service_level = Some(attack.into());
    row.identity.parameters = parameters(&[("os", attack), (attack, attack), ("tier", attack)]);
    row.findings.push(Arc::new(Finding::new(Code::OtherText, "page", attack)));
    let page = ImportedPage {
        file: attack.into(),
        vendor: Some(attack.into()),
        product: Some(attack.into()),
        ..page()
    };
    let file = imported_file(std::slice::from_ref(&row), &[], &page);
    let catalogue = parsed(&file.text);
    assert_eq!(catalogue.entries().len(), 1);
    let entry = &catalogue.entries()[0];
    assert_eq!(entry.page.vendor, attack);
    assert_eq!(entry.service_level.as_deref(), Some(attack));
    assert_eq!(entry.points[0].evidence[0].status, crate::Status::Imported);
    assert_eq!(entry.points[0].row.identity.parameters.len(), 3);
}

#[test]
fn the_built_in_catalogue_survives_being_written() {
    let rows: Vec<Row> = Catalogue::built_in()
        .rows()
        .map(|row| Row { findings: Vec::new(), ..row.clone() })
        .collect();
    let file = imported_file(&rows, &[], &page());
    assert_eq!((file.points, file.left_out), (rows.len(), 0));
    assert_eq!(differences(&rows, &file.text), Vec::<String>::new());
}

fn parsed(text: &str) -> Catalogue {
    Catalogue::parse("imported.toml", text).unwrap_or_else(|problems| {
        let problems: Vec<String> = problems.iter().map(Problem::to_string).collect();
        panic!("{}\n{text}", problems.join("\n"))
    })
}

/// What is not the same in the rows and in those that the file gives. What a catalogue says itself
/// is left out of both.
fn differences(rows: &[Row], text: &str) -> Vec<String> {
    let told = |row: &Row| {
        let mut identity = row.identity.clone();
        identity.source = "".into();
        identity.reference = None;
        identity.parameters.sort();
        let stands_alone = |key: &str| key != "point";
        identity.parameters.retain(|(key, _)| stands_alone(key));
        identity.workload.get_or_insert_with(|| {
            let block = identity.block_size_bytes.map(plimsoll_unit::size);
            let pattern = identity.pattern.map(|it| it.word().to_owned());
            block.into_iter().chain(pattern).collect::<Vec<_>>().join(" ").into()
        });
        let workload = identity.workload.take().filter(|it| !it.is_empty());
        identity.workload = workload;
        let figures: Vec<Figure> =
            row.figures.iter().map(|it| Figure { written: None, ..it.clone() }).collect();
        format!("{identity:?} {figures:?} {:?}", row.latency_kind)
    };
    let mut ours: Vec<String> = rows.iter().map(told).collect();
    let mut theirs: Vec<String> = parsed(text).rows().map(told).collect();
    ours.sort();
    theirs.sort();
    let pairs = ours.iter().zip(&theirs).filter(|(one, other)| one != other);
    let mut differences: Vec<String> =
        pairs.map(|(one, other)| format!("{one}\n{other}")).collect();
    if ours.len() != theirs.len() {
        differences.push(format!("{} rows became {}", ours.len(), theirs.len()));
    }
    differences
}

/// Figures as a page of one style of numbers or another prints them, rounded once as readers do.
fn figures() -> impl Strategy<Value = Vec<Figure>> {
    let bounds = prop::sample::select(vec![
        Bound::Exact,
        Bound::About,
        Bound::Below,
        Bound::AtMost,
        Bound::Above,
        Bound::AtLeast,
        Bound::UpTo,
    ]);
    let number = (0u64..2_000_000, 0usize..3, prop::sample::select(vec!["", ",", ".", " "]));
    let style = (number, bounds);
    let one = |metric: Metric, units: Vec<(i32, f64)>| {
        (style.clone(), prop::sample::select(units)).prop_map(
            move |(((digits, decimals, group), bound), (power_of_ten, factor))| {
                let decimals = if group == "." { 0 } else { decimals };
                let plain =
                    format!("{:.*}", decimals, digits as f64 / [1.0, 10.0, 100.0][decimals]);
                let value = plimsoll_unit::decimal_shifted(&plain, power_of_ten).expect("a number");
                let value = value * factor;
                figure(metric, value, bound, &plain_grouped(&plain, group))
            },
        )
    };
    (
        one(Metric::Iops, vec![(0, 1.0), (3, 1.0), (4, 1.0)]),
        prop::option::of(one(Metric::Throughput, vec![(0, 1.0), (6, 1.0), (0, MIB), (9, 1.0)])),
        prop::option::of(one(Metric::Latency, vec![(0, 1.0), (3, 1.0), (6, 1.0)])),
    )
        .prop_map(|(iops, throughput, latency)| {
            let latency = latency.map(|it| it.of_kind(Kind::TOTAL));
            [Some(iops), throughput, latency].into_iter().flatten().collect()
        })
}

fn plain_grouped(plain: &str, group: &str) -> String {
    let (whole, fraction) = plain.split_at(plain.find('.').unwrap_or(plain.len()));
    let mut text = String::new();
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            text.push_str(group);
        }
        text.push(digit);
    }
    text + fraction
}

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let text = || prop::option::of("[A-Za-z가 \"\\\\]{1,6}".prop_map(Arc::<str>::from));
    let what = (text(), text(), text(), text());
    let shape = (
        prop::option::of(prop::sample::select(vec![Pattern::Sequential, Pattern::Random])),
        prop::option::of(1u64..1 << 20),
        prop::option::of(0u32..=100),
        prop::option::of(prop::sample::select(vec![Claimed::Result, Claimed::Limit])),
    );
    let conditions = (
        prop::option::of(1u64..20),
        prop::option::of(1u64..200),
        prop::option::of(any::<u32>()),
        prop::option::of("[a-z0-9 =\"]{0,5}"),
    );
    let place = prop::sample::select(vec!["table 1 row", "table 12 row", "Sheet!B", "line "]);
    let one = (place, what, shape, conditions, figures()).prop_map(
        |(place, (product, level, protocol, workload), shape, conditions, figures)| {
            let mut row = row(place, &Op::TOTAL, figures);
            let identity = &mut row.identity;
            (identity.product, identity.service_level) = (product, level);
            (identity.protocol, identity.workload) = (protocol, workload);
            (identity.pattern, identity.block_size_bytes) = (shape.0, shape.1);
            identity.read_percent = shape.2.map(f64::from);
            identity.claim = shape.3;
            (identity.clients, identity.jobs) = (conditions.0, conditions.1);
            let bytes = conditions.2.map(|it| ("volume_bytes".into(), it.to_string().into()));
            let other = conditions.3.map(|it| ("replication".into(), it.into()));
            identity.parameters.extend(bytes.into_iter().chain(other));
            row
        },
    );
    prop::collection::vec(one, 1..12).prop_map(|mut rows| {
        for (at, row) in rows.iter_mut().enumerate() {
            row.identity.locator.push_str(&at.to_string());
        }
        rows
    })
}

proptest! {
    #[test]
    fn rows_survive_being_written_and_read(rows in rows()) {
        let file = imported_file(&rows, &[], &ImportedPage { product: None, ..page() });
        prop_assert_eq!(file.points, rows.len());
        prop_assert_eq!(file.left_out, 0);
        let differences = differences(&rows, &file.text);
        prop_assert!(differences.is_empty(), "{}\n{}", differences.join("\n"), file.text);
    }
}
