//! The report of a small comparison, and the shape of its data.

use jiff::civil::date;
use plimsoll_campaign::Campaign;
use plimsoll_compare::{Against, Comparison, DEFAULT_TOLERANCE, MeasuredInput, Request, compare};
use plimsoll_reference::Catalogue;
use plimsoll_report::pdf::Paper;
use plimsoll_report::{
    Form, NamedBytes, ReadSource, ReportError, ReportInput, RunSeries, Templates, report,
};
use plimsoll_schema::{
    Code, Figure, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Pattern, Row,
    SourceRecord, Stat, Window,
};
use std::sync::Arc;

const MIB: f64 = 1024.0 * 1024.0;

/// A run of 64 KiB sequential reads in an input whose name is full of markup.
pub(crate) fn row(source: &str, read_percent: f64, op: Op, throughput: f64) -> Row {
    let mut row = Row::new(Identity::new(source.into(), "/jobs/0".into(), Origin::Measured));
    row.identity.tool = Some("fio".into());
    row.identity.tool_version = Some("3.33".into());
    row.identity.run = Some(format!("{source}#1").into());
    row.identity.level = MeasuredLevel::Run;
    row.identity.op = Some(op);
    row.identity.pattern = Some(Pattern::Sequential);
    row.identity.read_percent = Some(read_percent);
    row.identity.block_size_bytes = Some(65536);
    row.identity.clients = Some(6);
    row.identity.jobs = Some(48);
    row.window =
        Some(Window { begin_ms: 1_796_000_000_000, end_ms: 1_796_000_060_000, resolution_ms: 1 });
    row.figures = vec![
        Figure::computed(Metric::Operations, Stat::Sum, throughput * 16.0 * 60.0),
        Figure::computed(Metric::Iops, Stat::Mean, throughput * 16.0),
        Figure::computed(Metric::Throughput, Stat::Mean, throughput * MIB),
        Figure::computed(Metric::Latency, Stat::Mean, 450_000.0).of_kind(Kind::COMPLETION),
    ];
    row.latency_kind = Some(Kind::COMPLETION);
    row
}

pub(crate) struct Made {
    pub(crate) campaign: Campaign,
    pub(crate) comparison: Comparison,
    pub(crate) findings: Vec<Arc<Finding>>,
    pub(crate) sources: Vec<ReadSource>,
    pub(crate) rows: Vec<Row>,
    pub(crate) series: Vec<RunSeries>,
}

pub(crate) fn made() -> Made {
    let campaign = Campaign::parse(
        "campaign.toml",
        "title = \"ACME <b>\"\nnotice = \"A trial.\"\n[system]\nproduct = \"Google Cloud NetApp Volumes\"\nservice_level = \"Flex File\"\nprotocol = \"NFSv3\"\n[conditions]\nclients = 6\nnconnect = 8\n",
    )
    .expect("a campaign");
    let failed =
        Arc::new(Finding::new(Code::JobFailed, "a|b_c.json", "job `x` ended with error 5"));
    let mut rows = vec![
        row("a|b_c.json", 75.0, Op::READ, 2963.0),
        row("a|b_c.json", 75.0, Op::WRITE, 900.0),
        row("pure.json", 100.0, Op::READ, 4800.0),
    ];
    rows[1].findings.push(Arc::clone(&failed));
    let inputs: Vec<MeasuredInput> = [&rows[..2], &rows[2..]]
        .into_iter()
        .map(|rows| MeasuredInput {
            system: 0,
            path: rows[0].identity.source.to_string(),
            rows: rows.to_vec(),
        })
        .collect();
    let request = Request {
        campaign: &campaign,
        campaign_system: None,
        catalogue: Catalogue::built_in(),
        against: Against::Named(vec!["gcnv/flex-file/nfsv3/64k-sequential".into()]),
        tolerance: DEFAULT_TOLERANCE,
        latency_threshold_ns: plimsoll_compare::DEFAULT_LATENCY_THRESHOLD_NS,
    };
    let comparison = compare(&inputs, &request).expect("a built-in reference");
    let damaged = Finding::new(Code::DocumentDamaged, "cut.json", "it ends in the middle");
    let source = |name: &str, is_read: bool| ReadSource {
        input: name.into(),
        record: SourceRecord {
            source: name.into(),
            size_bytes: 7,
            sha256: "0123456789abcdef".into(),
        },
        format: is_read.then_some("fio JSON"),
        tool: is_read.then(|| "fio 3.33".to_owned()),
        window: is_read.then_some(rows[0].window).flatten(),
    };
    let sources = vec![source("a|b_c.json", true), source("cut.json", false)];
    Made {
        campaign,
        comparison,
        findings: vec![failed, Arc::new(damaged)],
        sources,
        rows,
        series: Vec::new(),
    }
}

pub(crate) fn files(made: &Made, templates: &Templates) -> Result<Vec<NamedBytes>, ReportError> {
    let systems = ["acme".to_owned()];
    let input = ReportInput {
        campaign: &made.campaign,
        comparison: &made.comparison,
        systems: &systems,
        sources: &made.sources,
        findings: &made.findings,
        rows: &made.rows,
        series: &made.series,
        date: date(2026, 11, 30),
        tolerance: DEFAULT_TOLERANCE,
    };
    report(&input, &[Form::Markdown, Form::Json], Paper::A4, templates)
}

pub(crate) fn text(files: &[NamedBytes], name: &str) -> String {
    let file = files.iter().find(|file| file.name == name).expect("a file of this name");
    String::from_utf8(file.bytes.clone()).expect("UTF-8")
}

#[test]
fn markdown_of_a_small_comparison() {
    let files = files(&made(), &Templates::built_in()).expect("built-in templates");
    insta::assert_snapshot!("markdown", text(&files, "report.md"));
}

#[test]
fn data_of_a_small_comparison() {
    let files = files(&made(), &Templates::built_in()).expect("built-in templates");
    insta::assert_snapshot!("json", text(&files, "report.json"));
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    let once = files(&made(), &Templates::built_in()).expect("built-in templates");
    let again = files(&made(), &Templates::built_in()).expect("built-in templates");
    assert_eq!(once, again);
}

#[test]
fn a_template_that_names_what_is_not_there_is_an_error_with_its_line() {
    let mut templates = Templates::built_in();
    templates.replace("markdown/report.md.j2", "# {{ title }}\n\n{{ nonsense }}\n".to_owned());
    match files(&made(), &templates) {
        Err(ReportError::Template(error)) => {
            assert_eq!(error.template, "markdown/report.md.j2");
            assert_eq!(error.line, Some(3));
        }
        other => panic!("a report with nonsense: {other:?}"),
    }
}

/// `docs/report.schema.json` is made from the types; with `INSTA_UPDATE=always` it is written.
#[test]
fn the_json_schema_in_the_documentation_is_that_of_the_types() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/report.schema.json");
    let schema = plimsoll_report::data::json_schema();
    if std::env::var_os("INSTA_UPDATE").is_some_and(|it| it == "always") {
        std::fs::write(&path, &schema).expect("a folder that can be written");
    }
    let documented = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(documented, schema, "run this test with INSTA_UPDATE=always");
}
