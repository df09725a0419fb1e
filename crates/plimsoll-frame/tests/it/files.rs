//! What a file says about itself, and how it comes into being.

use crate::any_window::empty_window;
use crate::read_back::{arrow, footer, parquet};
use crate::round_trip::{SHAPES, formats, written};
use plimsoll_frame::{FrameWriter, SeriesShape, Shape};
use plimsoll_schema::{
    ColumnType, Figure, Identity, Metric, Op, Origin, Projection, Row, SeriesRow, Stat, long,
    series, wide,
};
use polars_arrow::datatypes::{ArrowDataType, Field};
use polars_parquet::read::{PhysicalType, PrimitiveLogicalType, RowGroupMetadata};
use std::cell::Cell;
use std::io::{self, ErrorKind, Write};
use std::rc::Rc;

fn numbered_row(number: u32) -> Row {
    let identity =
        Identity::new("측정/測.json".into(), format!("/jobs/{number}"), Origin::Measured);
    let mut row = Row::new(Identity { op: Some(Op::READ), ..identity });
    row.figures = vec![
        Figure::computed(Metric::Iops, Stat::Mean, f64::from(number) + 0.5),
        Figure::computed(Metric::Operations, Stat::Sum, f64::from(number)),
    ];
    row
}

fn columns(shape: Shape) -> Vec<(&'static str, ColumnType)> {
    match shape {
        Shape::Wide => wide::columns().iter().map(|it| (it.name, it.column_type)).collect(),
        Shape::Long => long::columns().iter().map(|it| (it.name(), it.column_type())).collect(),
    }
}

fn series_columns() -> Vec<(&'static str, ColumnType)> {
    series::columns().iter().map(|it| (it.name, it.column_type)).collect()
}

#[test]
fn an_arrow_file_without_rows_has_the_whole_schema() {
    for shape in SHAPES {
        arrow_has(shape, columns(shape));
    }
    arrow_has(SeriesShape, series_columns());
}

fn arrow_has<P: Projection>(shape: P, columns: Vec<(&'static str, ColumnType)>) {
    let field = |(name, column_type): (&str, ColumnType)| {
        let data_type = match column_type {
            ColumnType::Text => ArrowDataType::LargeUtf8,
            ColumnType::Integer => ArrowDataType::Int64,
            ColumnType::Float => ArrowDataType::Float64,
            ColumnType::TextList => {
                let element = Field::new("element".into(), ArrowDataType::LargeUtf8, true);
                ArrowDataType::LargeList(Box::new(element))
            }
        };
        Field::new(name.into(), data_type, true)
    };
    let table = arrow(&written(FrameWriter::arrow, &[], shape, 10));
    assert!(table.groups.is_empty());
    let found: Vec<Field> = table.schema.iter_values().cloned().collect();
    let expected: Vec<Field> = columns.into_iter().map(field).collect();
    assert_eq!(found, expected);
}

#[test]
fn a_parquet_file_without_rows_has_the_whole_schema() {
    for shape in SHAPES {
        parquet_has(shape, columns(shape));
    }
    parquet_has(SeriesShape, series_columns());
}

fn parquet_has<P: Projection>(shape: P, columns: Vec<(&'static str, ColumnType)>) {
    let footer = footer(&written(FrameWriter::parquet, &[], shape, 10));
    assert!(footer.row_groups.is_empty());
    let found = footer.schema().columns().iter().map(|leaf| {
        let path = leaf.path_in_schema.iter().map(|part| &**part);
        let leaf = &leaf.descriptor.primitive_type;
        (path.collect::<Vec<_>>(), leaf.physical_type, leaf.logical_type)
    });
    let expected = columns.into_iter().map(|(name, column_type)| {
        let text = Some(PrimitiveLogicalType::String);
        match column_type {
            ColumnType::Text => (vec![name], PhysicalType::ByteArray, text),
            ColumnType::Integer => (vec![name], PhysicalType::Int64, None),
            ColumnType::Float => (vec![name], PhysicalType::Double, None),
            ColumnType::TextList => (vec![name, "list", "element"], PhysicalType::ByteArray, text),
        }
    });
    assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
}

#[test]
fn a_file_says_what_wrote_it() {
    for (shape, word) in [(Shape::Wide, "wide"), (Shape::Long, "long")] {
        says(&[numbered_row(1)], shape, word);
    }
    says(&[empty_window()], SeriesShape, "series");
    let file = written(FrameWriter::parquet, &[], Shape::Wide, 10);
    assert_eq!(footer(&file).created_by.as_deref(), Some("Polars"));
}

fn says<P: Projection + Copy>(rows: &[P::Row], shape: P, word: &str) {
    let expected = [
        ("plimsoll.schema".to_owned(), "1".to_owned()),
        ("plimsoll.shape".to_owned(), word.to_owned()),
        ("plimsoll.version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
    ];
    for (begin, read) in formats() {
        assert_eq!(read(&written(begin, rows, shape, 10)).about, expected);
    }
}

#[test]
fn parquet_is_compressed_and_keeps_repeated_texts_once() {
    let rows: Vec<Row> = (0..500).map(numbered_row).collect();
    let file = written(FrameWriter::parquet, &rows, Shape::Wide, 1000);
    let uncompressed = written(FrameWriter::arrow, &rows, Shape::Wide, 1000);
    assert!(file.len() * 5 < uncompressed.len(), "{} of {}", file.len(), uncompressed.len());
    assert_eq!(parquet(&file).lines(), arrow(&uncompressed).lines());
}

/// A writer that counts what it is given.
struct Counted(Rc<Cell<usize>>);

impl Write for Counted {
    fn write(&mut self, piece: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + piece.len());
        Ok(piece.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_group_is_written_at_once() {
    let count = Rc::new(Cell::new(0));
    let writer =
        FrameWriter::parquet(Counted(Rc::clone(&count)), Shape::Wide).expect("no file yet");
    let mut writer = writer.with_lines_in_a_group(3);
    let mut after = Vec::new();
    for number in 0..6 {
        writer.row(&numbered_row(number)).expect("counting");
        after.push(count.get());
    }
    assert_eq!(after[..2], [0, 0]);
    assert!(after[2] > 0, "{after:?}");
    assert_eq!(after[2..5], [after[2]; 3]);
    assert!(after[5] > after[2], "{after:?}");
}

#[test]
fn a_group_of_huge_texts_ends_early() {
    let mut row = numbered_row(0);
    row.identity.workload = Some("w".repeat(20 << 20).into());
    let file = written(FrameWriter::arrow, &vec![row; 5], Shape::Wide, 1000);
    let lines = arrow(&file).groups.iter().map(|columns| columns[0].len()).collect::<Vec<_>>();
    assert_eq!(lines, [4, 1], "the fourth text of 20 MiB passes 64 MiB");
}

struct ClosedPipe;

impl Write for ClosedPipe {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_error_keeps_its_kind() {
    for begin in [FrameWriter::parquet, FrameWriter::arrow] {
        let writer = begin(ClosedPipe, Shape::Wide).expect("nothing written yet");
        let mut writer = writer.with_lines_in_a_group(1);
        assert_eq!(writer.row(&numbered_row(0)).unwrap_err().kind(), ErrorKind::BrokenPipe);
    }
    for begin in [FrameWriter::parquet, FrameWriter::arrow] {
        let writer = begin(ClosedPipe, Shape::Long).expect("nothing written yet");
        let error = writer.finish().map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::BrokenPipe);
    }
}

#[test]
fn a_writer_may_go_to_another_thread() {
    fn goes<T: Send>(_: &T) {}
    goes(&FrameWriter::parquet(Vec::new(), Shape::Wide).expect("memory"));
}

#[test]
fn a_long_series_is_written_in_groups() {
    let mut writer = FrameWriter::parquet(Vec::new(), SeriesShape).expect("memory");
    for second in 0..8_193 {
        let window = SeriesRow { begin_s: f64::from(second), ..empty_window() };
        writer.row(&window).expect("memory");
    }
    let file = writer.finish().expect("memory");
    let groups: Vec<usize> =
        footer(&file).row_groups.iter().map(RowGroupMetadata::num_rows).collect();
    assert_eq!(groups, [8_192, 1]);
}
