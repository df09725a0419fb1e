//! Files of the first version of the schema stay readable. The figures are those of the fixtures they
//! were made from (`fixtures/PROVENANCE.toml` says which).

use plimsoll_frame::FrameReader;
use plimsoll_schema::{Cell, FindingsShape, Projection, Shape, SourcesShape};
use std::fs::File;
use std::path::Path;

const RUN: &str = "fio/randrw-4k-70-30__fio-3.33.json";
const CLIENTS: &str = "fio/client-server-grouped-over-sections__fio-3.33.json";

fn open(name: &str) -> FrameReader<File> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/dataset");
    let file = File::open(fixtures.join(name)).expect("a fixture");
    let reader = FrameReader::parquet(file).expect("a file of the first version");
    assert_eq!(reader.about("plimsoll.schema"), Some("1"));
    reader
}

/// Some columns of all lines, as text.
fn lines(name: &str, columns: &[&str]) -> Vec<String> {
    let mut lines = Vec::new();
    let each = &mut |cells: &[Cell<'_>]| {
        let text = |cell: &Cell<'_>| match cell {
            Cell::Null => "null".to_owned(),
            Cell::Text(text) => text.to_string(),
            Cell::Integer(number) => number.to_string(),
            Cell::Float(number) => number.to_string(),
            Cell::TextList(texts) => format!("{texts:?}"),
        };
        lines.push(cells.iter().map(text).collect::<Vec<_>>().join(" "));
        Ok(())
    };
    open(name).lines(columns, each).expect("a file of the first version");
    lines
}

/// All columns of a shape.
fn all_columns(shape: &impl Projection) -> Vec<&'static str> {
    shape.columns().into_iter().map(|(name, _)| name).collect()
}

#[test]
fn rows_of_the_wide_shape() {
    let columns = ["source", "locator", "level", "op", "operations", "iops", "latency_p99_ns"];
    let lines = lines("wide__schema-1.parquet", &columns);
    assert_eq!(lines.len(), 10);
    assert_eq!(lines[0], format!("{RUN} /jobs/0/read job read 24973 12480.25987 288768"));
    assert_eq!(
        lines[8],
        format!(
            "{CLIENTS} /client_stats/0/read … /client_stats/1/read run read 21338 21306.002379999998 null"
        )
    );
}

#[test]
fn lists_and_what_is_not_known() {
    let columns = ["findings", "protocol", "no_column_of_the_first_version"];
    let lines = lines("wide__schema-1.parquet", &columns);
    assert_eq!(lines[0], "[] null null");
    assert_eq!(lines[9], "[\"options-contradicted\", \"percentiles-not-merged\"] null null");
}

#[test]
fn rows_of_the_long_shape_keep_what_was_written() {
    let columns = ["op", "metric", "stat", "kind", "value", "unit", "written"];
    let lines = lines("long__schema-1.parquet", &columns);
    assert_eq!(lines.len(), 367);
    let expected = "read latency p99.95 completion 3129344 ns 3129344";
    assert!(lines.iter().any(|line| line == expected), "{lines:?}");
}

#[test]
fn inputs_and_findings() {
    let columns = ["source", "path", "size_bytes", "format", "rows", "windows", "outcome"];
    let expected = [
        format!("{RUN} {RUN} 7189 fio-json 4 0 read"),
        format!("{CLIENTS} {CLIENTS} 14270 fio-json 6 0 read"),
    ];
    assert_eq!(lines("sources__schema-1.parquet", &columns), expected);
    let found = lines("findings__schema-1.parquet", &["code", "level", "locator", "input"]);
    assert_eq!(found.len(), 4);
    let expected = format!("options-contradicted warning /client_stats/0/job options {CLIENTS}");
    assert_eq!(found[0], expected);
}

#[test]
fn every_column_of_today_can_be_asked_for() {
    for (name, columns, count) in [
        ("wide__schema-1.parquet", all_columns(&Shape::Wide), 10),
        ("long__schema-1.parquet", all_columns(&Shape::Long), 367),
        ("sources__schema-1.parquet", all_columns(&SourcesShape), 2),
        ("findings__schema-1.parquet", all_columns(&FindingsShape), 4),
    ] {
        assert_eq!(lines(name, &columns).len(), count, "{name}");
    }
}
