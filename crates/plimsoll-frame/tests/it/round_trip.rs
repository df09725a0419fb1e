//! What is read back is what was written.

use crate::any_row::{lines, row};
use crate::any_window::{series_lines, window};
use crate::read_back::{Table, arrow, parquet};
use plimsoll_frame::{FrameWriter, SeriesShape, Shape};
use plimsoll_schema::{Cell, Projection};
use proptest::prelude::*;

pub(crate) const SHAPES: [Shape; 2] = [Shape::Wide, Shape::Long];

/// One of the two constructors.
pub(crate) type Begin<P = Shape> = fn(Vec<u8>, P) -> std::io::Result<FrameWriter<Vec<u8>, P>>;

/// How a file is read.
pub(crate) type Read = fn(&[u8]) -> Table;

/// Both formats: how they are written, and how they are read.
pub(crate) fn formats<P: Projection>() -> [(Begin<P>, Read); 2] {
    [(FrameWriter::parquet, parquet), (FrameWriter::arrow, arrow)]
}

/// A writer that has taken these rows.
fn taken<P: Projection>(
    begin: Begin<P>,
    rows: &[P::Row],
    shape: P,
    in_a_group: usize,
) -> FrameWriter<Vec<u8>, P> {
    let mut writer = begin(Vec::new(), shape).expect("memory").with_lines_in_a_group(in_a_group);
    for row in rows {
        writer.row(row).expect("memory");
    }
    writer
}

/// The file of these rows.
pub(crate) fn written<P: Projection>(
    begin: Begin<P>,
    rows: &[P::Row],
    shape: P,
    in_a_group: usize,
) -> Vec<u8> {
    taken(begin, rows, shape, in_a_group).finish().expect("memory")
}

/// Whether both are the same to the last bit: -0.0 is not 0.0.
fn same(one: &Cell<'_>, other: &Cell<'_>) -> bool {
    match (one, other) {
        (Cell::Float(one), Cell::Float(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}

/// Whether these lines are read back from both formats, in groups of the length that was asked for.
fn comes_back<P: Projection + Copy>(
    rows: &[P::Row],
    shape: P,
    in_a_group: usize,
    expected: &[Vec<Cell<'_>>],
) -> Result<(), TestCaseError> {
    for (begin, read) in formats() {
        let writer = taken(begin, rows, shape, in_a_group);
        prop_assert_eq!(writer.lines(), expected.len() as u64);
        let table = read(&writer.finish().expect("memory"));
        let found = table.lines();
        prop_assert_eq!(found.len(), expected.len());
        prop_assert_eq!(table.groups.len(), expected.len().div_ceil(in_a_group));
        for (found, expected) in found.iter().zip(expected) {
            prop_assert_eq!(found.len(), expected.len());
            for ((name, found), expected) in table.schema.iter_names().zip(found).zip(expected) {
                prop_assert!(same(found, expected), "{}: {:?} for {:?}", name, found, expected);
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_cell_comes_back(
        rows in proptest::collection::vec(row(), 0..9),
        in_a_group in 1usize..6,
    ) {
        for shape in SHAPES {
            comes_back(&rows, shape, in_a_group, &lines(&rows, shape))?;
        }
    }

    #[test]
    fn every_cell_of_a_series_comes_back(
        windows in proptest::collection::vec(window(), 0..9),
        in_a_group in 1usize..6,
    ) {
        comes_back(&windows, SeriesShape, in_a_group, &series_lines(&windows))?;
    }

    #[test]
    fn the_same_rows_make_the_same_bytes(rows in proptest::collection::vec(row(), 0..9)) {
        for shape in SHAPES {
            for (begin, _) in formats() {
                let elsewhere = {
                    let rows = rows.clone();
                    std::thread::spawn(move || written(begin, &rows, shape, 4))
                };
                let here = written(begin, &rows, shape, 4);
                prop_assert!(elsewhere.join().expect("a writer that does not panic") == here);
            }
        }
    }
}
