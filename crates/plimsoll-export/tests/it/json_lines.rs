//! JSON lines are parsed back to the same values.

use crate::any_row::{Line, expected, row};
use crate::any_window::{empty_window, series_line, window};
use plimsoll_export::{RowWriter, SeriesShape, Shape, TextFormat};
use plimsoll_schema::{Cell, Figure, Identity, Metric, Origin, Projection, Row, Stat};
use proptest::prelude::*;
use serde_json::value::RawValue;
use std::collections::BTreeMap;

fn written<P: Projection>(rows: &[P::Row], shape: P) -> String {
    let mut writer = RowWriter::new(Vec::new(), TextFormat::JsonLines, shape).expect("memory");
    for row in rows {
        writer.row(row).expect("memory");
    }
    String::from_utf8(writer.finish().expect("memory")).expect("JSON is text")
}

/// Whether a piece of JSON says the same as the cell, to the last bit.
fn says(json: &RawValue, cell: &Cell<'_>) -> bool {
    let json = json.get();
    match cell {
        Cell::Null => json == "null",
        Cell::Integer(value) => json.parse() == Ok(*value),
        Cell::Float(value) => {
            json.parse::<f64>().is_ok_and(|read| read.to_bits() == value.to_bits())
        }
        Cell::Text(text) => serde_json::from_str::<String>(json).is_ok_and(|read| read == **text),
        Cell::TextList(texts) => {
            serde_json::from_str::<Vec<String>>(json).is_ok_and(|read| read == *texts)
        }
    }
}

/// Whether these lines are parsed back, each with every column.
fn parses_back(text: &str, expected: &[Line<'_>]) -> Result<(), TestCaseError> {
    prop_assert_eq!(text.lines().count(), expected.len());
    for (line, cells) in text.lines().zip(expected) {
        let read: BTreeMap<String, Box<RawValue>> = serde_json::from_str(line)?;
        prop_assert_eq!(read.len(), cells.len());
        for (name, cell) in cells {
            prop_assert!(says(&read[*name], cell), "{}: {} for {:?}", name, read[*name], cell);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn every_line_is_an_object_with_every_column(rows in proptest::collection::vec(row(), 0..4)) {
        for shape in [Shape::Wide, Shape::Long] {
            let expected: Vec<_> = rows.iter().flat_map(|row| expected(row, shape)).collect();
            parses_back(&written(&rows, shape), &expected)?;
        }
    }

    #[test]
    fn every_window_is_an_object_with_every_column(
        windows in proptest::collection::vec(window(), 0..4),
    ) {
        let expected: Vec<_> = windows.iter().map(series_line).collect();
        parses_back(&written(&windows, SeriesShape), &expected)?;
    }
}

#[test]
fn columns_stand_in_the_order_of_the_schema_and_numbers_are_short() {
    let mut row = Row::new(Identity::new("a".into(), "/0".into(), Origin::Measured));
    row.identity.read_percent = Some(0.1);
    row.figures.push(Figure::computed(Metric::Iops, Stat::Mean, 1e300));
    row.figures.push(Figure::computed(Metric::Throughput, Stat::Mean, f64::NAN));
    let text = written(&[row], Shape::Wide);
    assert!(text.starts_with("{\"source\":\"a\",\"locator\":\"/0\",\"tool\":null,"), "{text}");
    assert!(text.contains(",\"read_percent\":0.1,\"block_size_bytes\":null,"), "{text}");
    assert!(text.contains("\"iops\":1e+300,\"bytes_per_second\":null"), "{text}");
    assert!(text.ends_with(",\"findings\":[]}\n"), "{text}");
}

#[test]
fn no_rows_make_no_bytes() {
    assert_eq!(written(&[], Shape::Wide), "");
    assert_eq!(written(&[], SeriesShape), "");
}

#[test]
fn a_window_is_one_line_in_which_absent_is_null() {
    let mut window = empty_window();
    window.begin_s = 60.0;
    window.operations = Some(0);
    window.latency.p999_ns = Some(0.1);
    assert_eq!(
        written(&[window], SeriesShape),
        "{\"source\":\"a\",\"run\":null,\"workload\":null,\"op\":\"total\",\"begin_s\":60.0,\
         \"window_s\":1.0,\"operations\":0,\"iops\":null,\"bytes_per_second\":null,\
         \"latency_mean_ns\":null,\"latency_min_ns\":null,\"latency_max_ns\":null,\
         \"latency_p50_ns\":null,\"latency_p90_ns\":null,\"latency_p95_ns\":null,\
         \"latency_p99_ns\":null,\"latency_p999_ns\":0.1}\n"
    );
}
