//! What a writer of tables has to know: which columns there are, and which lines a row makes.

use crate::cell::{Cell, ColumnType};
use crate::row::Row;
use crate::series::{self, SeriesRow};
use crate::{long, wide};

/// A shape that rows of one type are written in.
pub trait Projection {
    /// What lines are made of.
    type Row;

    /// The word for the shape, by which a file says what its lines stand for.
    fn word(&self) -> &'static str;

    /// Names and types of the columns, in order.
    fn columns(&self) -> Vec<(&'static str, ColumnType)>;

    /// Hands over the lines that a row makes: none, one or several.
    ///
    /// # Errors
    ///
    /// The first error of `to`; no line is handed over after it.
    fn lines<L: Lines>(&self, row: &Self::Row, to: &mut L) -> Result<(), L::Error>;
}

/// Takes lines, whatever they stand for.
pub trait Lines {
    /// Why a line could not be taken.
    type Error;

    /// Takes a line; `cells` are those of all columns, in order.
    ///
    /// # Errors
    ///
    /// What keeps it from taking the line.
    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> Result<(), Self::Error>;
}

/// The shapes of results: what one line stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One measured thing and operation: [`wide`]. A row that stands in the long shape only makes no
    /// line.
    Wide,
    /// One number: [`long`]. A row makes a line for each of its figures.
    Long,
}

impl Projection for Shape {
    type Row = Row;

    fn word(&self) -> &'static str {
        match self {
            Self::Wide => "wide",
            Self::Long => "long",
        }
    }

    fn columns(&self) -> Vec<(&'static str, ColumnType)> {
        match self {
            Self::Wide => wide::columns().iter().map(|it| (it.name, it.column_type)).collect(),
            Self::Long => long::columns().iter().map(|it| (it.name(), it.column_type())).collect(),
        }
    }

    fn lines<L: Lines>(&self, row: &Row, to: &mut L) -> Result<(), L::Error> {
        match self {
            Self::Wide if wide::has(row) => {
                to.line(wide::columns().iter().map(|column| (column.cell)(row)))
            }
            Self::Wide => Ok(()),
            Self::Long => row.figures.iter().try_for_each(|figure| {
                to.line(long::columns().iter().map(|column| column.cell(row, figure)))
            }),
        }
    }
}

/// The shape of interval data: a line stands for one window and operation ([`series`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeriesShape;

impl Projection for SeriesShape {
    type Row = SeriesRow;

    fn word(&self) -> &'static str {
        "series"
    }

    fn columns(&self) -> Vec<(&'static str, ColumnType)> {
        series::columns().iter().map(|it| (it.name, it.column_type)).collect()
    }

    fn lines<L: Lines>(&self, window: &SeriesRow, to: &mut L) -> Result<(), L::Error> {
        to.line(series::columns().iter().map(|column| (column.cell)(window)))
    }
}

/// Lines that were made already, of a table with these columns: a row is a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LinesShape {
    /// The word for the shape of the table.
    pub word: &'static str,
    /// Names and types of the columns, in order.
    pub columns: Vec<(&'static str, ColumnType)>,
}

impl LinesShape {
    /// The lines that a shape makes.
    pub fn of(shape: &impl Projection) -> Self {
        Self { word: shape.word(), columns: shape.columns() }
    }
}

impl Projection for LinesShape {
    type Row = Vec<Cell<'static>>;

    fn word(&self) -> &'static str {
        self.word
    }

    fn columns(&self) -> Vec<(&'static str, ColumnType)> {
        self.columns.clone()
    }

    fn lines<L: Lines>(&self, line: &Self::Row, to: &mut L) -> Result<(), L::Error> {
        to.line(line.iter().cloned())
    }
}
