//! Reads published tables: pages, texts and sheets of vendors, in any language.
//!
//! [`Tables`] is the reader. The second half, `assembly`, gives
//! meaning: it makes rows of a document, and its own begin says in which order to read it.
//!
//! The first half is form, without any meaning: [`read_document`] makes a [`Document`] of an entry, blocks in the order of
//! the page and tables as grids of cells. Nothing is padded, nothing is shifted, and no number is read. To read along:
//!
//! * `document` is what comes out, `place` says where a cell is;
//! * `read` goes from bytes to a document: `recognise` says what a file is by its content, `decode` which encoding a text is
//!   in; `claim` says which entries may hold published tables;
//! * `markdown` reads texts with markup and plain ones, `html` web pages, `delimited` values with marks between them, `sheet`
//!   workbooks;
//! * `grid` puts cells that span others into every place that they cover, `region` finds the tables of a sheet, `header`
//!   tells the rows of a header, `space` folds white space;
//! * `limits` are what a document may hold: what passes them is refused, in words, after little time and memory.

mod assembly;
mod claim;
mod decode;
mod delimited;
mod document;
mod grid;
mod header;
mod html;
mod limits;
mod markdown;
mod place;
mod read;
mod reader;
mod recognise;
mod region;
mod sheet;
mod space;

pub use claim::{FORMAT, claims};
pub use document::{
    Block, Cell, Content, Document, Doubt, DoubtKind, Encoding, Evidence, Form, Passage, Row, Table,
};
pub use markdown::unescaped;
pub use read::read_document;
pub use reader::Tables;
