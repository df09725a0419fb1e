//! CSV is read back to the same fields.

use crate::any_row::{Line, expected, row};
use crate::any_window::{series_line, window};
use plimsoll_export::{RowWriter, SeriesShape, Shape, TextFormat};
use plimsoll_schema::{Cell, Identity, Origin, Projection, Row, long, series, wide};
use proptest::prelude::*;

fn written<P: Projection>(rows: &[P::Row], shape: P) -> Vec<u8> {
    let mut writer = RowWriter::new(Vec::new(), TextFormat::Csv, shape).expect("memory");
    for row in rows {
        writer.row(row).expect("memory");
    }
    writer.finish().expect("memory")
}

/// Whether a field says the same as the cell.
fn says(field: &str, cell: &Cell<'_>) -> bool {
    match cell {
        Cell::Null => field.is_empty(),
        Cell::Integer(value) => field.parse() == Ok(*value),
        Cell::Float(value) => {
            field.parse::<f64>().is_ok_and(|read| read.to_bits() == value.to_bits())
        }
        Cell::Text(text) => field == *text,
        Cell::TextList(texts) => field == texts.join(";"),
    }
}

/// Whether these lines are read back, each with every column.
fn reads_back(bytes: &[u8], expected: &[Line<'_>]) -> Result<(), TestCaseError> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader.headers()?.clone();
    let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>()?;
    prop_assert_eq!(records.len(), expected.len());
    for (record, cells) in records.iter().zip(expected) {
        prop_assert_eq!(record.len(), cells.len());
        for ((name, cell), (title, field)) in cells.iter().zip(header.iter().zip(record)) {
            prop_assert_eq!(name, &title);
            prop_assert!(says(field, cell), "{}: {:?} for {:?}", name, field, cell);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_record_has_every_column(rows in proptest::collection::vec(row(), 0..4)) {
        for shape in [Shape::Wide, Shape::Long] {
            let expected: Vec<_> = rows.iter().flat_map(|row| expected(row, shape)).collect();
            reads_back(&written(&rows, shape), &expected)?;
        }
    }

    #[test]
    fn every_window_has_every_column(windows in proptest::collection::vec(window(), 0..4)) {
        let expected: Vec<_> = windows.iter().map(series_line).collect();
        reads_back(&written(&windows, SeriesShape), &expected)?;
    }
}

#[test]
fn a_table_without_rows_has_its_header() {
    let names = |text: Vec<u8>| {
        let text = String::from_utf8(text).expect("a header is text");
        assert_eq!(text.lines().count(), 1);
        text.trim_end().split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    let wide: Vec<&str> = wide::columns().iter().map(|column| column.name).collect();
    assert_eq!(names(written(&[], Shape::Wide)), wide);
    let long: Vec<&str> = long::columns().iter().map(long::Column::name).collect();
    assert_eq!(names(written(&[], Shape::Long)), long);
    let series: Vec<&str> = series::columns().iter().map(|column| column.name).collect();
    assert_eq!(names(written(&[], SeriesShape)), series);
}

struct ClosedPipe;

impl std::io::Write for ClosedPipe {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_error_keeps_its_kind() {
    for format in [TextFormat::Csv, TextFormat::JsonLines] {
        let mut writer = RowWriter::new(ClosedPipe, format, Shape::Wide).expect("still buffered");
        let row = Row::new(Identity::new("a".into(), "/0".into(), Origin::Measured));
        let error = writer.row(&row).and_then(|()| writer.finish().map(drop)).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe, "{format:?}");
    }
}
