//! Groups to a Parquet file.

use crate::about::About;
use crate::group::Columns;
use crate::spool::Spool;
use polars_arrow::array::Array;
use polars_arrow::datatypes::ArrowSchema;
use polars_parquet::write::{
    CompressedPage, CompressionOptions, DynIter, DynStreamingIterator, Encoding, FileWriter,
    KeyValue, ParquetType, StatisticsOptions, Version, WriteOptions, array_to_columns,
    array_to_pages, compress, fallible_streaming_iterator, get_dtype_encoding,
    schema_to_metadata_key, to_nested,
};
use std::io;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

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

/// To encode fewer lines takes less time than to wake a thread.
const MANY_LINES: usize = 256;

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

    /// Writes a group.
    pub(crate) fn group(&mut self, columns: &Columns) -> io::Result<()> {
        let columns_of_pages = self.encoded(columns.arrays())?;
        let row_group = columns_of_pages.iter().map(|pages| {
            let pages = pages.iter().map(Ok);
            Ok(DynStreamingIterator::new(fallible_streaming_iterator::convert(pages)))
        });
        self.writer.write(columns.len() as u64, DynIter::new(row_group)).map_err(io::Error::other)
    }

    /// Encodes and compresses columns: many lines on all threads, for at the end of a run nobody else has anything to
    /// do. This thread begins at once, and waits for the others at the end.
    fn encoded(&self, arrays: &[Box<dyn Array>]) -> io::Result<Vec<Vec<CompressedPage>>> {
        let types = self.writer.parquet_schema().fields();
        let columns: Vec<_> = arrays.iter().zip(types).zip(&self.encodings).collect();
        let done: Vec<OnceLock<_>> = columns.iter().map(|_| OnceLock::new()).collect();
        let next = AtomicUsize::new(0);
        let encode = || {
            while let index = next.fetch_add(1, Ordering::Relaxed)
                && let Some(((array, column_type), encodings)) = columns.get(index)
            {
                done[index].get_or_init(|| pages(&***array, column_type, encodings));
            }
        };
        if arrays.first().is_none_or(|array| array.len() < MANY_LINES) {
            encode();
        } else {
            rayon::in_place_scope(|scope| {
                for _ in 1..rayon::current_num_threads() {
                    scope.spawn(|_| encode());
                }
                encode();
            });
        }
        done.into_iter().filter_map(OnceLock::into_inner).collect()
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

/// The pages of a column, each type of which is one leaf.
fn pages(
    array: &dyn Array,
    column_type: &ParquetType,
    encodings: &[Encoding],
) -> io::Result<Vec<CompressedPage>> {
    let encoded = match column_type {
        // What `array_to_columns` does for a leaf, without the copy it makes of every array first: where all values
        // are null, that takes 8 MiB of zeros for the whole process.
        ParquetType::PrimitiveType(leaf) => {
            let nested = to_nested(array, column_type).map_err(io::Error::other)?;
            vec![
                array_to_pages(array, leaf.clone(), &nested[0], OPTIONS, encodings[0])
                    .map_err(io::Error::other)?,
            ]
        }
        ParquetType::GroupType { .. } => {
            array_to_columns(array, column_type.clone(), OPTIONS, encodings)
                .map_err(io::Error::other)?
        }
    };
    let pages = encoded.into_iter().flatten();
    pages
        .map(|page| {
            compress(page.map_err(io::Error::other)?, Vec::new(), OPTIONS.compression)
                .map_err(io::Error::other)
        })
        .collect()
}
