//! The shared schema: what every reader writes and every report reads.
//!
//! A [`Row`] says what was measured (its identity), the [`Figure`]s, when ([`Window`]), perhaps a
//! [`Distribution`] that can be merged with others, and the [`Finding`]s that touch it. A
//! [`SeriesRow`] says what happened in one window of time while a run went on. The wide and the long
//! shape of the command line's contract are [`Projection`]s of rows ([`wide::columns`] and
//! [`long::columns`]), the series is one of series rows ([`series::columns`]). An [`InputRecord`] says what
//! became of an input.
//!
//! Values are in base units throughout: operations per second, bytes per second, nanoseconds,
//! bytes. Absent is `None`; it is never 0, and never a guess.
//!
//! This crate does no I/O and parses no format.

mod cell;
mod code;
mod column;
mod distribution;
mod documentation;
mod figure;
mod finding;
pub mod long;
mod packed;
mod projection;
mod record;
mod row;
pub mod series;
mod source;
mod term;
mod together;
pub mod wide;

pub use cell::{Cell, ColumnType};
pub use code::{Code, Explanation};
pub use column::Column;
pub use distribution::{Bin, Counting, Distribution, DistributionError, Grid, Share};
pub use documentation::schema_markdown;
pub use figure::{Bound, Direction, Figure, Kind, Metric, Percentile, Stat};
pub use finding::{Excerpt, Finding, Level};
pub use projection::{Lines, LinesShape, Projection, SeriesShape, Shape};
pub use record::{
    FINDINGS, FindingRecord, FindingsShape, InputRecord, NamedColumn, SOURCES, SourcesShape,
};
pub use row::{Identity, LoadStep, Row, Window};
pub use series::{SeriesRow, WindowLatency};
pub use source::SourceRecord;
pub use term::{Claimed, MeasuredLevel, Op, Origin, Pattern};
pub use together::{Together, together};

/// The version of the schema, which files of columns carry in their metadata. It rises when a column is
/// taken away, is renamed, or means something else; a new column leaves it as it is, and files without
/// that are read as if it held nulls.
pub const SCHEMA_VERSION: u32 = 1;
