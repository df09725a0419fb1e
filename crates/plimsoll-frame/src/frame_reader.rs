//! Files of columns, read back.

use plimsoll_schema::Cell;
use polars_arrow::array::{Array, ListArray, PrimitiveArray, Utf8Array, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowSchema, Field};
use polars_arrow::io::ipc;
use polars_parquet::read::{
    BasicDecompressor, ColumnChunkMetadata, FileMetadata, PageReader, RowGroupMetadata,
    column_iter_to_arrays, infer_schema, read_metadata,
};
use std::io::{self, Read, Seek, SeekFrom};

/// Reads a file that a [`FrameWriter`](crate::FrameWriter) wrote, of this or an earlier version of
/// the schema, a group at a time.
///
/// ```
/// use plimsoll_frame::{FrameReader, FrameWriter, Shape};
/// use plimsoll_schema::{Cell, Figure, Identity, Metric, Origin, Row, Stat};
/// use std::io::Cursor;
///
/// let mut row = Row::new(Identity::new("a.json".into(), "/jobs/0/read".into(), Origin::Measured));
/// row.figures.push(Figure::written(Metric::Iops, Stat::Mean, 512.5, "512.500000"));
/// let mut writer = FrameWriter::parquet(Vec::new(), Shape::Wide)?;
/// writer.row(&row)?;
///
/// let mut reader = FrameReader::parquet(Cursor::new(writer.finish()?))?;
/// assert_eq!(reader.about("plimsoll.shape"), Some("wide"));
/// reader.lines(&["source", "iops", "no_such_column"], &mut |cells| {
///     assert_eq!(cells, [Cell::Text("a.json".into()), Cell::Float(512.5), Cell::Null]);
///     Ok(())
/// })?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct FrameReader<R: Read + Seek> {
    about: Vec<(String, String)>,
    file: File<R>,
}

enum File<R: Read + Seek> {
    Parquet { footer: FileMetadata, schema: ArrowSchema, reader: R },
    Arrow(ipc::read::FileReader<R>),
}

/// The columns that were asked for, of one group; `None` where the file has no such column.
type Columns = Vec<Option<Box<dyn Array>>>;

impl<R: Read + Seek> FrameReader<R> {
    /// Reads the end of a Parquet file, which says what stands in it.
    pub fn parquet(mut reader: R) -> io::Result<Self> {
        let footer = read_metadata(&mut reader).map_err(damaged)?;
        let schema = infer_schema(&footer).map_err(damaged)?;
        let entries = footer.key_value_metadata().iter().flatten();
        let about = entries
            .map(|entry| (entry.key.clone(), entry.value.clone().unwrap_or_default()))
            .collect();
        Ok(Self { about, file: File::Parquet { footer, schema, reader } })
    }

    /// Reads the end of an Arrow file, which says what stands in it.
    pub fn arrow(mut reader: R) -> io::Result<Self> {
        let footer = ipc::read::read_file_metadata(&mut reader).map_err(damaged)?;
        let entries = footer.custom_schema_metadata.iter().flat_map(|entries| entries.iter());
        let about = entries.map(|(key, value)| (key.to_string(), value.to_string())).collect();
        let file = ipc::read::FileReader::new(reader, footer, None, None);
        Ok(Self { about, file: File::Arrow(file) })
    }

    /// What the file says of itself under a key, such as `plimsoll.schema`.
    pub fn about(&self, key: &str) -> Option<&str> {
        self.about.iter().find(|(known, _)| known == key).map(|(_, value)| &**value)
    }

    /// Hands over all lines that were not handed over yet, in order: the cells of these columns, null
    /// for a column that the file has not.
    pub fn lines(
        &mut self,
        columns: &[&str],
        each: &mut dyn FnMut(&[Cell<'_>]) -> io::Result<()>,
    ) -> io::Result<()> {
        match &mut self.file {
            File::Parquet { footer, schema, reader } => {
                let groups = std::mem::take(&mut footer.row_groups);
                groups.iter().try_for_each(|group| {
                    let columns = parquet_columns(reader, group, schema, columns)?;
                    each_line(group.num_rows(), &columns, each)
                })
            }
            File::Arrow(file) => {
                let places: Vec<Option<usize>> =
                    columns.iter().map(|name| file.schema().index_of(name)).collect();
                file.try_for_each(|batch| {
                    let batch = batch.map_err(damaged)?;
                    let length = batch.len();
                    let arrays = batch.into_arrays();
                    let columns = places.iter().map(|place| place.map(|at| arrays[at].clone()));
                    each_line(length, &columns.collect(), each)
                })
            }
        }
    }
}

fn parquet_columns(
    reader: &mut (impl Read + Seek),
    group: &RowGroupMetadata,
    schema: &ArrowSchema,
    names: &[&str],
) -> io::Result<Columns> {
    let column = |name: &&str| {
        let Some(field) = schema.get(name) else { return Ok(None) };
        let of_this_name = |leaf: &&ColumnChunkMetadata| {
            leaf.descriptor().path_in_schema.first().is_some_and(|first| first == name)
        };
        let leaf = group.parquet_columns().iter().find(of_this_name);
        let leaf = leaf.ok_or_else(|| damaged("a column of the schema is not there"))?;
        parquet_column(reader, leaf, field, group.num_rows()).map(Some)
    };
    names.iter().map(column).collect()
}

fn parquet_column(
    reader: &mut (impl Read + Seek),
    leaf: &ColumnChunkMetadata,
    field: &Field,
    length: usize,
) -> io::Result<Box<dyn Array>> {
    let place = leaf.byte_range();
    reader.seek(SeekFrom::Start(place.start))?;
    let mut chunk = Vec::new();
    reader.take(place.end - place.start).read_to_end(&mut chunk)?;
    let pages = PageReader::new(io::Cursor::new(chunk.into()), leaf, vec![], usize::MAX);
    let pages = BasicDecompressor::new(pages, vec![]);
    let types = &leaf.descriptor().descriptor.primitive_type;
    let (arrays, _) =
        column_iter_to_arrays(vec![pages], vec![types], field.clone(), None).map_err(damaged)?;
    let array = arrays.into_iter().next().filter(|array| array.len() == length);
    array.ok_or_else(|| damaged("a column has another length than its group"))
}

fn each_line(
    length: usize,
    columns: &Columns,
    each: &mut dyn FnMut(&[Cell<'_>]) -> io::Result<()>,
) -> io::Result<()> {
    let mut cells = Vec::with_capacity(columns.len());
    for line in 0..length {
        cells.clear();
        for column in columns {
            cells.push(column.as_ref().map_or(Ok(Cell::Null), |column| cell(&**column, line))?);
        }
        each(&cells)?;
    }
    Ok(())
}

fn cell(column: &dyn Array, line: usize) -> io::Result<Cell<'_>> {
    let any = column.as_any();
    Ok(if column.is_null(line) {
        Cell::Null
    } else if let Some(numbers) = any.downcast_ref::<PrimitiveArray<i64>>() {
        let number = u64::try_from(numbers.value(line));
        Cell::Integer(number.map_err(|_| damaged("a whole number is below 0"))?)
    } else if let Some(numbers) = any.downcast_ref::<PrimitiveArray<f64>>() {
        Cell::Float(numbers.value(line))
    } else if let Some(lists) = any.downcast_ref::<ListArray<i64>>() {
        let (from, to) = lists.offsets().start_end(line);
        let texts = &**lists.values();
        Cell::TextList((from..to).map(|place| text(texts, place)).collect::<io::Result<_>>()?)
    } else {
        Cell::Text(text(column, line)?.into())
    })
}

/// Texts are read from Parquet as views, from Arrow as they are.
fn text(column: &dyn Array, line: usize) -> io::Result<&str> {
    let any = column.as_any();
    if let Some(texts) = any.downcast_ref::<Utf8ViewArray>() {
        Ok(texts.value(line))
    } else if let Some(texts) = any.downcast_ref::<Utf8Array<i64>>() {
        Ok(texts.value(line))
    } else {
        Err(damaged(format!(
            "a column is of a type that Plimsoll does not write: {:?}",
            column.dtype()
        )))
    }
}

fn damaged(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
