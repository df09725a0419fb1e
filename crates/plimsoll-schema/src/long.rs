//! The long shape: one line for each number.

use crate::cell::{Cell, ColumnType};
use crate::column::{self, FINDINGS, IDENTITY, PUBLICATION};
use crate::figure::Figure;
use crate::row::Row;
use crate::wide;
use std::sync::LazyLock;

use ColumnType::{Float, Text};

/// A column of the long shape.
#[derive(Debug, Clone, Copy)]
pub enum Column {
    /// A field of the row.
    Row(&'static wide::Column),
    /// A field of one figure.
    Figure(&'static FigureColumn),
}

/// A column whose field depends on one figure.
pub type FigureColumn = column::Column<Figure>;

impl Column {
    /// Its name, fixed by the contract.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Row(column) => column.name,
            Self::Figure(column) => column.name,
        }
    }

    /// Its type.
    pub fn column_type(&self) -> ColumnType {
        match self {
            Self::Row(column) => column.column_type,
            Self::Figure(column) => column.column_type,
        }
    }

    /// Its meaning.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Row(column) => column.about,
            Self::Figure(column) => column.about,
        }
    }

    /// The field of a figure of a row.
    pub fn cell<'a>(&self, row: &'a Row, figure: &'a Figure) -> Cell<'a> {
        match self {
            Self::Row(column) => (column.cell)(row),
            Self::Figure(column) => (column.cell)(figure),
        }
    }
}

/// All columns of the long shape, in order.
pub fn columns() -> &'static [Column] {
    static COLUMNS: LazyLock<Vec<Column>> = LazyLock::new(|| {
        let row = |columns: &'static [wide::Column]| columns.iter().map(Column::Row);
        row(&IDENTITY)
            .chain(row(&PUBLICATION))
            .chain(FIGURE.iter().map(Column::Figure))
            .chain(row(&FINDINGS))
            .collect()
    });
    &COLUMNS
}

static FIGURE: [FigureColumn; 7] = [
    FigureColumn {
        name: "metric",
        column_type: Text,
        about: "what was measured: `iops`, `throughput`, `latency`, `transactions`, `operations` …",
        cell: |figure| Cell::Text(figure.metric.word().into()),
    },
    FigureColumn {
        name: "stat",
        column_type: Text,
        about: "`mean`, `min`, `max`, `stddev`, `sum`, `samples`, `p50`, `p99.9` …",
        cell: |figure| Cell::Text(figure.stat.to_string().into()),
    },
    FigureColumn {
        name: "kind",
        column_type: Text,
        about: "which of several: `completion`, `total`, `submission`; `samples` for statistics over sampled rates; of a database's rates `total` (what the storage saw) and `application`; of a `wait` the event's name",
        cell: |figure| Cell::text(figure.kind.as_ref().map(super::figure::Kind::word)),
    },
    FigureColumn {
        name: "value",
        column_type: Float,
        about: "the number in `unit`",
        cell: |figure| Cell::float(Some(figure.value)),
    },
    FigureColumn {
        name: "unit",
        column_type: Text,
        about: "`1/s`, `B/s`, `ns`; `B`, `%`, and `1` for a count",
        cell: |figure| Cell::Text(figure.unit().into()),
    },
    FigureColumn {
        name: "bound",
        column_type: Text,
        about: "published values: as in the wide shape",
        cell: |figure| Cell::text(figure.bound.map(super::figure::Bound::word)),
    },
    FigureColumn {
        name: "written",
        column_type: Text,
        about: "the number as the input wrote it; null for a number that was computed",
        cell: |figure| Cell::text(figure.written.as_deref()),
    },
];
