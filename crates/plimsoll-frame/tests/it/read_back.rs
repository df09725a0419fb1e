//! Files read back: the schema, and the columns of each group.

use plimsoll_schema::Cell;
use polars_arrow::array::{Array, ListArray, PrimitiveArray, Utf8Array, Utf8ViewArray};
use polars_arrow::datatypes::{ArrowSchema, Field};
use polars_arrow::io::ipc;
use polars_parquet::read::{
    BasicDecompressor, ColumnChunkMetadata, FileMetadata, PageReader, column_iter_to_arrays,
    infer_schema, read_metadata,
};
use std::io::Cursor;

/// What stands in a file.
pub(crate) struct Table {
    pub(crate) schema: ArrowSchema,
    /// The metadata of the file, beside the schema itself.
    pub(crate) about: Vec<(String, String)>,
    /// The columns of each group.
    pub(crate) groups: Vec<Vec<Box<dyn Array>>>,
}

/// The footer of a Parquet file.
pub(crate) fn footer(file: &[u8]) -> FileMetadata {
    read_metadata(&mut Cursor::new(file)).expect("a Parquet footer")
}

/// Reads a Parquet file.
pub(crate) fn parquet(file: &[u8]) -> Table {
    let footer = footer(file);
    let schema = infer_schema(&footer).expect("an Arrow schema");
    let groups = footer.row_groups.iter().map(|group| {
        assert_eq!(group.parquet_columns().len(), schema.len(), "one leaf for each column");
        let columns = group.parquet_columns().iter().zip(schema.iter_values());
        columns.map(|(metadata, field)| column(file, metadata, field)).collect()
    });
    let groups = groups.collect();
    let entries = footer.key_value_metadata().iter().flatten();
    let about = entries
        .filter(|entry| entry.key != "ARROW:schema")
        .map(|entry| (entry.key.clone(), entry.value.clone().unwrap_or_default()));
    Table { about: about.collect(), schema, groups }
}

fn column(file: &[u8], metadata: &ColumnChunkMetadata, field: &Field) -> Box<dyn Array> {
    let place = metadata.byte_range();
    let chunk = file[place.start as usize..place.end as usize].to_vec();
    let pages = PageReader::new(Cursor::new(chunk.into()), metadata, vec![], usize::MAX);
    let pages = BasicDecompressor::new(pages, vec![]);
    let leaf = &metadata.descriptor().descriptor.primitive_type;
    let (mut arrays, _) = column_iter_to_arrays(vec![pages], vec![leaf], field.clone(), None)
        .expect("a readable column");
    assert_eq!(arrays.len(), 1, "one array for each column chunk");
    arrays.remove(0)
}

/// Reads an Arrow file.
pub(crate) fn arrow(file: &[u8]) -> Table {
    let mut cursor = Cursor::new(file);
    let footer = ipc::read::read_file_metadata(&mut cursor).expect("an Arrow footer");
    let schema = ArrowSchema::clone(&footer.schema);
    let about = footer.custom_schema_metadata.iter().flat_map(|entries| entries.iter());
    let about = about.map(|(key, value)| (key.to_string(), value.to_string())).collect();
    let batches = ipc::read::FileReader::new(cursor, footer, None, None);
    let groups = batches.map(|batch| batch.expect("a readable batch").into_arrays()).collect();
    Table { schema, about, groups }
}

impl Table {
    /// The lines of all groups.
    pub(crate) fn lines(&self) -> Vec<Vec<Cell<'_>>> {
        let mut lines = Vec::new();
        for columns in &self.groups {
            let length = columns.first().map_or(0, |column| column.len());
            assert!(columns.iter().all(|column| column.len() == length), "columns of equal length");
            lines.extend((0..length).map(|line| {
                columns.iter().map(|column| cell(&**column, line)).collect::<Vec<_>>()
            }));
        }
        lines
    }
}

fn cell(column: &dyn Array, line: usize) -> Cell<'_> {
    let any = column.as_any();
    if column.is_null(line) {
        Cell::Null
    } else if let Some(numbers) = any.downcast_ref::<PrimitiveArray<i64>>() {
        Cell::Integer(u64::try_from(numbers.value(line)).expect("a number from 0"))
    } else if let Some(numbers) = any.downcast_ref::<PrimitiveArray<f64>>() {
        Cell::Float(numbers.value(line))
    } else if let Some(lists) = any.downcast_ref::<ListArray<i64>>() {
        let (from, to) = lists.offsets().start_end(line);
        let texts = &**lists.values();
        assert_eq!(texts.null_count(), 0, "no text of a list is absent");
        Cell::TextList((from..to).map(|place| text(texts, place)).collect())
    } else {
        Cell::Text(text(column, line).into())
    }
}

/// Texts are read from Parquet as views, from Arrow as they are.
fn text(column: &dyn Array, line: usize) -> &str {
    let any = column.as_any();
    if let Some(texts) = any.downcast_ref::<Utf8ViewArray>() {
        texts.value(line)
    } else if let Some(texts) = any.downcast_ref::<Utf8Array<i64>>() {
        texts.value(line)
    } else {
        panic!("a column of {:?}", column.dtype())
    }
}
