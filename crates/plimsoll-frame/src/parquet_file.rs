//! Groups to a Parquet file.

use crate::about::About;
use crate::group::Columns;
use crate::spool::Spool;
use polars_arrow::datatypes::ArrowSchema;
use polars_parquet::write::{
    CompressionOptions, Encoding, FileWriter, KeyValue, StatisticsOptions, Version, WriteOptions,
    get_dtype_encoding, row_group_iter, schema_to_metadata_key,
};
use std::io;

/// Everything is said here, since polars takes some defaults from the environment.
const OPTIONS: WriteOptions = WriteOptions {
    statistics: StatisticsOptions {
        min_value: true,
        max_value: true,
        distinct_count: false,
        null_count: true,
        binary_statistics_truncate_length: Some(64),
    },
    // Data pages of the first version, which every reader knows.
    version: Version::V1,
    compression: CompressionOptions::Zstd(None),
    data_page_size: Some(1 << 20),
};

/// A Parquet file; each group becomes a row group.
pub(crate) struct ParquetFile {
    writer: FileWriter<Spool>,
    encodings: Vec<Vec<Encoding>>,
}

impl ParquetFile {
    pub(crate) fn new(spool: Spool, schema: &ArrowSchema) -> io::Result<Self> {
        let encodings =
            schema.iter_values().map(|field| get_dtype_encoding(field.dtype())).collect();
        let writer =
            FileWriter::try_new(spool, schema.clone(), OPTIONS).map_err(io::Error::other)?;
        Ok(Self { writer, encodings })
    }

    pub(crate) fn group(&mut self, columns: Columns) -> io::Result<()> {
        let lines = columns.len() as u64;
        let encodings = self.encodings.iter().cloned().collect();
        let types = self.writer.parquet_schema().fields().to_vec();
        let row_group = row_group_iter(columns, encodings, types, OPTIONS);
        self.writer.write(lines, row_group).map_err(io::Error::other)
    }

    pub(crate) fn finish(mut self, about: &About) -> io::Result<()> {
        let mut metadata = vec![schema_to_metadata_key(self.writer.schema())];
        let entries = about.entries().into_iter();
        metadata.extend(
            entries.map(|(key, value)| KeyValue { key: key.to_owned(), value: Some(value) }),
        );
        self.writer.end(Some(metadata)).map(drop).map_err(io::Error::other)
    }
}
