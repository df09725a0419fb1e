//! The zip file that a workbook is, and limits on what comes out of it.

use super::Trouble;
use crate::limits::{MAX_PART_BYTES, MAX_PARTS, MAX_SHARED_TEXT_BYTES, MAX_UNPACKED_BYTES};
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// The name of the part in which the texts of cells stand that share them.
pub(super) const SHARED_TEXTS: &str = "sharedStrings.xml";

/// A workbook as a zip file.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// How many bytes of its parts were unpacked.
    unpacked: u64,
}

impl<'a> Package<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, Trouble> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| damaged(&error))?;
        if archive.len() > MAX_PARTS {
            return Err(Trouble::TooLarge(format!("it has more than {MAX_PARTS} parts")));
        }
        Ok(Self { archive, unpacked: 0 })
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.archive.index_for_name(name).is_some()
    }

    /// The names of all parts.
    pub(super) fn names(&self) -> Vec<String> {
        self.archive.file_names().filter_map(Result::ok).map(|name| name.to_string()).collect()
    }

    /// A part as a whole, if it is there.
    pub(super) fn part(&mut self, name: &str) -> Result<Option<Vec<u8>>, Trouble> {
        let limit = if is_shared_texts(name) { MAX_SHARED_TEXT_BYTES } else { MAX_PART_BYTES };
        let file = match self.archive.by_name(name) {
            Ok(file) => file,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                return Err(Trouble::Protected);
            }
            Err(error) => return Err(damaged(&error)),
        };
        let mut bytes = Vec::new();
        // What it says about its size is not believed.
        let read = file.take(limit + 1).read_to_end(&mut bytes);
        if bytes.len() as u64 > limit {
            let message =
                format!("its part {name} is greater than {} MiB when it is unpacked", limit >> 20);
            return Err(Trouble::TooLarge(message));
        }
        self.unpacked += bytes.len() as u64;
        if self.unpacked > MAX_UNPACKED_BYTES {
            let limit = MAX_UNPACKED_BYTES >> 20;
            let message = format!("its parts are greater than {limit} MiB when they are unpacked");
            return Err(Trouble::TooLarge(message));
        }
        read.map_err(|error| {
            Trouble::Damaged(format!("its part {name} cannot be unpacked: {error}"))
        })?;
        Ok(Some(bytes))
    }

    /// A part as text.
    pub(super) fn text(&mut self, name: &str) -> Result<Option<String>, Trouble> {
        let Some(bytes) = self.part(name)? else { return Ok(None) };
        let (text, _) = crate::decode::Chosen::of(&bytes, None).text(&bytes);
        refuse_declarations(&text, name)?;
        Ok(Some(text))
    }
}

/// Whether a part holds the texts that cells share.
pub(super) fn is_shared_texts(name: &str) -> bool {
    name.len() >= SHARED_TEXTS.len()
        && name.is_char_boundary(name.len() - SHARED_TEXTS.len())
        && name[name.len() - SHARED_TEXTS.len()..].eq_ignore_ascii_case(SHARED_TEXTS)
}

/// Workbooks declare no entities; files that do are made to unfold without end.
pub(super) fn refuse_declarations(text: &str, name: &str) -> Result<(), Trouble> {
    let root = head(text);
    if root.contains("<!DOCTYPE") || root.contains("<!ENTITY") {
        return Err(Trouble::Damaged(format!(
            "its part {name} declares entities, which no workbook does"
        )));
    }
    Ok(())
}

/// What stands before the first element.
fn head(text: &str) -> &str {
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        at += found;
        let is_element = text[at + 1..].starts_with(|letter: char| letter.is_ascii_alphabetic());
        if is_element {
            return &text[..at];
        }
        // A comment may hold what looks like an element.
        let end = if text[at..].starts_with("<!--") { text[at..].find("-->") } else { Some(1) };
        match end {
            Some(end) => at += end,
            None => break,
        }
    }
    text
}

fn damaged(error: &ZipError) -> Trouble {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Trouble::Protected,
        error => Trouble::Damaged(format!("it is no whole zip file: {error}")),
    }
}
