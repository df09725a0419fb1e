//! Rows of the shared schema as columns: Parquet and Arrow files, in the wide and the long shape, and
//! interval data as series.
//!
//! A [`FrameWriter`] takes one row at a time, gathers them column by column, and writes a group of
//! them whenever enough have come together. So eight years of results go through it in the memory
//! of one group.
//!
//! This crate is the only owner of polars, and uses two of its parts alone: `polars-parquet` and
//! `polars-arrow`. The whole of polars would bring its query engine with it, which nothing here
//! needs, and its writers encode on a thread pool that the environment sizes.
//!
//! # What the columns are
//!
//! Names and order are those of [`plimsoll_schema::wide`], [`plimsoll_schema::long`] and
//! [`plimsoll_schema::series`], and every column may hold nulls.
//!
//! | schema | Arrow | Parquet |
//! |---|---|---|
//! | text | `LargeUtf8` | `BYTE_ARRAY`, String |
//! | int | `Int64` | `INT64` |
//! | float | `Float64` | `DOUBLE` |
//! | list of text | `LargeList` of `LargeUtf8` | List of String |
//!
//! Whole numbers are signed: Spark and Trino have no unsigned type, and read one as a decimal or
//! not at all. One beyond 2⁶³ − 1 is null, and [`FrameWriter::left_out`] counts it. Text is text, never an Arrow dictionary or a view, which older readers do not know;
//! Parquet keeps repeated texts once in any case. Arrow files are not compressed, so that they can
//! be mapped into memory; Parquet is compressed by Zstandard.
//!
//! Files say in their metadata what they are:
//!
//! | key | meaning |
//! |---|---|
//! | `plimsoll.inputs` | the inputs that were named, one a line: the first hundred, and how many more |
//! | `plimsoll.schema` | [`SCHEMA_VERSION`](plimsoll_schema::SCHEMA_VERSION): files of every version stay readable |
//! | `plimsoll.shape` | what a line stands for: `wide`, `long`, `series`, `sources`, `findings` |
//! | `plimsoll.version` | the version of Plimsoll that wrote it |
//!
//! A [`FrameReader`] reads files back, to go on with them. Nothing in them depends on the clock, the machine or the number of
//! threads: the same rows make the same bytes.

mod about;
mod arrow_file;
mod frame_reader;
mod frame_writer;
mod group;
mod parquet_file;
mod spool;

pub use frame_reader::FrameReader;
pub use frame_writer::FrameWriter;
pub use plimsoll_schema::{SeriesShape, Shape};
