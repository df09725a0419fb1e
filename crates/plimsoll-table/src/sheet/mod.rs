//! Workbooks: Excel by calamine, OpenDocument by quick-xml.
//!
//! To read along: `package` opens the zip file that most workbooks are, within limits; `xlsx`, `xls` and `ods` give the
//! cells and merges of each sheet; `layout` makes pieces of them. `ole` and `biff` look through an old workbook before
//! calamine does, `format` says what a number format shows around a number, `rich` finds raised letters.

mod biff;
mod format;
mod layout;
mod ods;
mod ole;
mod package;
mod rich;
mod xls;
mod xlsx;

use crate::document::Document;
use crate::limits::Excess;

/// Why a workbook could not be read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It is encrypted.
    Protected,
    /// It is damaged, or not what it looks like: how.
    Damaged(String),
    /// It is a document of another kind.
    Other(&'static str),
    /// It passes a limit of its own kind.
    TooLarge(String),
    /// It holds too much.
    Excess(Excess),
}

impl From<Excess> for Trouble {
    fn from(excess: Excess) -> Self {
        Self::Excess(excess)
    }
}

/// The signature of a zip file.
pub(crate) const ZIP: &[u8] = b"PK\x03\x04";

/// The signature of an OLE container.
pub(crate) const OLE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";

/// Reads a workbook that is a zip file.
pub(crate) fn read_package(bytes: &[u8]) -> Result<Document, Trouble> {
    let mut package = package::Package::open(bytes)?;
    if package.has("xl/workbook.xml") {
        return xlsx::read(bytes, &mut package);
    }
    if package.has("content.xml") {
        return ods::read(&mut package);
    }
    Err(Trouble::Other(if package.has("xl/workbook.bin") {
        "a binary Excel workbook"
    } else if package.has("word/document.xml") {
        "a Word document"
    } else if package.has("ppt/presentation.xml") {
        "a PowerPoint presentation"
    } else {
        "a zip file without a workbook in it"
    }))
}

/// Reads a workbook that is an OLE container.
pub(crate) fn read_container(bytes: &[u8]) -> Result<Document, Trouble> {
    xls::read(bytes)
}

/// Reads an OpenDocument sheet that is not zipped.
pub(crate) fn read_flat(text: &str) -> Result<Document, Trouble> {
    ods::read_content(text)
}
