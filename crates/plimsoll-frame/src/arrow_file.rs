//! Groups to an Arrow file (the IPC file format, also known as Feather version 2).

use crate::about::About;
use crate::group::Columns;
use crate::spool::Spool;
use polars_arrow::datatypes::ArrowSchemaRef;
use polars_arrow::io::ipc::write::{FileWriter, WriteOptions};
use std::io;
use std::sync::Arc;

/// An Arrow file; each group becomes a record batch.
pub(crate) struct ArrowFile {
    writer: FileWriter<Spool>,
}

impl ArrowFile {
    pub(crate) fn new(spool: Spool, schema: &ArrowSchemaRef) -> io::Result<Self> {
        let options = WriteOptions { compression: None };
        let writer = FileWriter::try_new(spool, Arc::clone(schema), None, options)
            .map_err(io::Error::other)?;
        Ok(Self { writer })
    }

    pub(crate) fn group(&mut self, columns: &Columns) -> io::Result<()> {
        self.writer.write(columns, None).map_err(io::Error::other)
    }

    pub(crate) fn finish(mut self, about: &About) -> io::Result<()> {
        let metadata = about.entries().into_iter().map(|(key, value)| (key.into(), value.into()));
        self.writer.set_custom_schema_metadata(Arc::new(metadata.collect()));
        self.writer.finish().map_err(io::Error::other)
    }
}
