//! What is read back is what was written.

use crate::any_row::{lines, row};
use crate::read_back::{Table, arrow, parquet};
use plimsoll_frame::{FrameWriter, Shape};
use plimsoll_schema::{Cell, Row};
use proptest::prelude::*;

pub(crate) const SHAPES: [Shape; 2] = [Shape::Wide, Shape::Long];

/// One of the two constructors.
pub(crate) type Begin = fn(Vec<u8>, Shape) -> std::io::Result<FrameWriter<Vec<u8>>>;

/// How a file is read.
pub(crate) type Read = fn(&[u8]) -> Table;

/// Both formats: how they are written, and how they are read.
pub(crate) const FORMATS: [(Begin, Read); 2] =
    [(FrameWriter::parquet, parquet), (FrameWriter::arrow, arrow)];

/// The file of these rows.
pub(crate) fn written(begin: Begin, rows: &[Row], shape: Shape, in_a_group: usize) -> Vec<u8> {
    let mut writer = begin(Vec::new(), shape).expect("memory").with_lines_in_a_group(in_a_group);
    for row in rows {
        writer.row(row).expect("memory");
    }
    assert_eq!(writer.lines(), lines(rows, shape).len() as u64);
    writer.finish().expect("memory")
}

/// Whether both are the same to the last bit: -0.0 is not 0.0.
fn same(one: &Cell<'_>, other: &Cell<'_>) -> bool {
    match (one, other) {
        (Cell::Float(one), Cell::Float(other)) => one.to_bits() == other.to_bits(),
        _ => one == other,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn every_cell_comes_back(
        rows in proptest::collection::vec(row(), 0..9),
        in_a_group in 1usize..6,
    ) {
        for shape in SHAPES {
            let expected = lines(&rows, shape);
            for (begin, read) in FORMATS {
                let table = read(&written(begin, &rows, shape, in_a_group));
                let found = table.lines();
                prop_assert_eq!(found.len(), expected.len());
                prop_assert_eq!(table.groups.len(), expected.len().div_ceil(in_a_group));
                for (found, expected) in found.iter().zip(&expected) {
                    prop_assert_eq!(found.len(), expected.len());
                    for ((name, found), expected) in table.schema.iter_names().zip(found).zip(expected) {
                        prop_assert!(same(found, expected), "{}: {:?} for {:?}", name, found, expected);
                    }
                }
            }
        }
    }

    #[test]
    fn the_same_rows_make_the_same_bytes(rows in proptest::collection::vec(row(), 0..9)) {
        for shape in SHAPES {
            for (begin, _) in FORMATS {
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
