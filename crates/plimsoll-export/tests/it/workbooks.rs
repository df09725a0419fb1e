//! Workbooks, read back by another library.

use crate::any_row::row;
use calamine::{Data, Reader as _, Xlsx, open_workbook_from_rs};
use plimsoll_export::{Shape, WorkbookWriter};
use plimsoll_schema::{
    Cell, Code, Figure, Finding, FindingRecord, Identity, InputRecord, Metric, Origin, Row,
    SourceRecord, Stat, wide,
};
use proptest::prelude::*;
use std::io::Cursor;
use std::sync::Arc;

type Sheet = Vec<Vec<Data>>;

fn measured() -> Row {
    let mut row = Row::new(Identity::new("=1+1".into(), "/jobs/0".into(), Origin::Measured));
    row.figures.push(Figure::written(Metric::Iops, Stat::Mean, 512.5, "512.500000"));
    row.figures.push(Figure::computed(Metric::Operations, Stat::Sum, 24_973.0));
    row
}

fn input() -> InputRecord {
    InputRecord {
        source: "a.json".into(),
        files: vec![SourceRecord {
            source: "a.json".to_owned(),
            size_bytes: 7189,
            sha256: "ab".to_owned(),
        }],
        format: Some("fio-json"),
        why: None,
        rows: 1,
        windows: 0,
        findings: 1,
        outcome: "read",
        read_with: "plimsoll 0.1.0".into(),
    }
}

fn workbook(rows: &[Row]) -> Vec<u8> {
    let mut writer = WorkbookWriter::new(Shape::Wide, false).expect("headers");
    for row in rows {
        writer.row(row).expect("memory");
    }
    writer.source(&input()).expect("memory");
    let finding = Finding::new(Code::CutOff, "a.json", "it ends early").at("line 3");
    let record = FindingRecord { finding: Arc::new(finding), input: "a.json".into() };
    writer.finding(&record).expect("memory");
    assert_eq!(writer.lines().1, 0);
    let mut bytes = Vec::new();
    writer.finish(&mut bytes).expect("memory");
    bytes
}

fn sheets(bytes: &[u8]) -> Vec<(String, Sheet)> {
    let mut workbook: Xlsx<_> = open_workbook_from_rs(Cursor::new(bytes)).expect("a workbook");
    let sheets = workbook.worksheets().into_iter();
    sheets.map(|(name, range)| (name, range.rows().map(<[Data]>::to_vec).collect())).collect()
}

fn named<'a>(sheet: &'a Sheet, column: &str, line: usize) -> &'a Data {
    let place = sheet[0].iter().position(|name| *name == Data::String(column.to_owned()));
    &sheet[line][place.unwrap_or_else(|| panic!("no column {column}"))]
}

#[test]
fn a_sheet_each_for_measurements_sources_and_findings() {
    let sheets = sheets(&workbook(&[measured()]));
    let names: Vec<&str> = sheets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["measurements", "sources", "findings"]);
    let [(_, measurements), (_, sources), (_, findings)] = sheets.as_slice() else { panic!("3") };
    let header: Vec<String> = measurements[0].iter().map(ToString::to_string).collect();
    assert_eq!(header, wide::columns().iter().map(|column| column.name).collect::<Vec<_>>());
    assert_eq!(named(measurements, "iops", 1), &Data::Float(512.5), "a number is a number");
    assert_eq!(named(measurements, "operations", 1), &Data::Float(24_973.0));
    assert_eq!(named(measurements, "source", 1), &Data::String("=1+1".into()), "no formula");
    assert_eq!(named(measurements, "protocol", 1), &Data::Empty, "what is not known is empty");
    assert_eq!(named(sources, "size_bytes", 1), &Data::Float(7189.0));
    assert_eq!(named(sources, "outcome", 1), &Data::String("read".into()));
    assert_eq!(named(findings, "code", 1), &Data::String("cut-off".into()));
    assert_eq!(named(findings, "locator", 1), &Data::String("line 3".into()));
}

#[test]
fn a_workbook_without_rows_has_its_headers() {
    let sheets = sheets(&workbook(&[]));
    assert_eq!(sheets[0].1.len(), 1);
    assert_eq!(sheets[0].1[0].len(), wide::columns().len());
}

#[test]
fn the_same_rows_make_the_same_bytes() {
    assert_eq!(workbook(&[measured()]), workbook(&[measured()]));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_cell_comes_back(rows in proptest::collection::vec(row(), 0..5)) {
        let sheets = sheets(&workbook(&rows));
        let shown: Vec<&Row> = rows.iter().filter(|row| wide::has(row)).collect();
        prop_assert_eq!(sheets[0].1.len(), shown.len() + 1);
        for (line, row) in sheets[0].1[1..].iter().zip(shown) {
            for (found, column) in line.iter().zip(wide::columns()) {
                let expected = (column.cell)(row);
                prop_assert!(same(found, &expected), "{}: {:?} for {:?}", column.name, found, expected);
            }
        }
    }
}

/// Whether a cell of the sheet shows a field. Line ends in a text are those of XML.
fn same(found: &Data, expected: &Cell<'_>) -> bool {
    let lines = |text: &str| text.replace("\r\n", "\n").replace('\r', "\n");
    let text = match found {
        Data::Empty => String::new(),
        Data::String(text) => lines(text),
        Data::Float(number) => {
            return match expected {
                Cell::Float(expected) => number.to_bits() == expected.to_bits(),
                Cell::Integer(expected) => number.to_bits() == (*expected as f64).to_bits(),
                _ => false,
            };
        }
        _ => return false,
    };
    match expected {
        Cell::Null => text.is_empty(),
        Cell::Text(expected) => text == lines(expected),
        Cell::TextList(expected) => text == lines(&expected.join(";")),
        Cell::Integer(expected) => *expected > 1 << 53 && text == expected.to_string(),
        Cell::Float(_) => false,
    }
}
