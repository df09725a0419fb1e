//! A world without a clock.

use typst::Library;
use typst::World;
use typst::diag::FileResult;
use typst::foundations::{Bytes, Datetime, Duration};
use typst::syntax::{FileId, Source};
use typst::text::{Font, FontBook};
use typst::utils::LazyHash;
use typst_as_lib::TypstWorld;

/// The files and fonts of an engine, with the report's date as today: `datetime.today()` of a
/// user's template gives the same on every day.
pub(super) struct ClosedWorld<'a> {
    inner: &'a TypstWorld<'a>,
    date: Datetime,
}

impl<'a> ClosedWorld<'a> {
    pub(super) fn new(inner: &'a TypstWorld<'a>, date: Datetime) -> Self {
        Self { inner, date }
    }
}

impl World for ClosedWorld<'_> {
    fn library(&self) -> &LazyHash<Library> {
        self.inner.library()
    }

    fn book(&self) -> &LazyHash<FontBook> {
        self.inner.book()
    }

    fn main(&self) -> FileId {
        self.inner.main()
    }

    fn source(&self, id: FileId) -> FileResult<Source> {
        self.inner.source(id)
    }

    fn file(&self, id: FileId) -> FileResult<Bytes> {
        self.inner.file(id)
    }

    fn font(&self, index: usize) -> Option<Font> {
        self.inner.font(index)
    }

    fn today(&self, _offset: Option<Duration>) -> Option<Datetime> {
        Some(self.date)
    }
}
