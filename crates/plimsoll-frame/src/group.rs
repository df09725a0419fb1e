//! Cells to columns.

use plimsoll_schema::{Cell, ColumnType};
use polars_arrow::array::{
    Array, MutableArray, MutableListArray, MutablePrimitiveArray, MutableUtf8Array,
};
use polars_arrow::datatypes::{ArrowSchema, ArrowSchemaRef, Field};
use polars_arrow::record_batch::RecordBatchT;
use std::io;
use std::sync::Arc;

/// The lines of a group as columns of equal length.
pub(crate) type Columns = RecordBatchT<Box<dyn Array>>;

/// A group is full when its cells hold about this many bytes: few lines where texts are huge.
const GROUP_BYTES: usize = 64 << 20;

/// Lines that are gathered until they are enough for a group.
pub(crate) struct Group {
    schema: ArrowSchemaRef,
    columns: Vec<Column>,
    lines: usize,
    bytes: usize,
}

impl Group {
    pub(crate) fn new(columns: impl Iterator<Item = (&'static str, ColumnType)>) -> Self {
        let columns: Vec<Column> = columns.map(|(name, kind)| Column::new(name, kind)).collect();
        let schema: ArrowSchema = columns.iter().map(Column::field).collect();
        Self { schema: Arc::new(schema), columns, lines: 0, bytes: 0 }
    }

    pub(crate) fn schema(&self) -> &ArrowSchemaRef {
        &self.schema
    }

    /// Takes a line; `cells` are those of all columns, in order.
    pub(crate) fn push<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            self.bytes += column.push(&cell)?;
        }
        self.lines += 1;
        Ok(())
    }

    pub(crate) fn is_full(&self, most_lines: usize) -> bool {
        self.lines >= most_lines || self.bytes >= GROUP_BYTES
    }

    /// How many bytes its cells hold.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// How many whole numbers were too great for a column, in all groups so far.
    pub(crate) fn left_out(&self) -> u64 {
        self.columns.iter().map(|column| column.left_out).sum()
    }

    /// The lines so far; the group is empty afterwards. `None` if there are none.
    pub(crate) fn take(&mut self) -> io::Result<Option<Columns>> {
        let lines = std::mem::take(&mut self.lines);
        self.bytes = 0;
        if lines == 0 {
            return Ok(None);
        }
        let arrays = self.columns.iter_mut().map(|column| column.fields.take()).collect();
        RecordBatchT::try_new(lines, Arc::clone(&self.schema), arrays)
            .map(Some)
            .map_err(io::Error::other)
    }
}

struct Column {
    name: &'static str,
    fields: Fields,
    left_out: u64,
}

enum Fields {
    Text(MutableUtf8Array<i64>),
    Integer(MutablePrimitiveArray<i64>),
    Float(MutablePrimitiveArray<f64>),
    TextList(MutableListArray<i64, MutableUtf8Array<i64>>),
}

impl Column {
    fn new(name: &'static str, column_type: ColumnType) -> Self {
        let fields = match column_type {
            ColumnType::Text => Fields::Text(MutableUtf8Array::new()),
            ColumnType::Integer => Fields::Integer(MutablePrimitiveArray::new()),
            ColumnType::Float => Fields::Float(MutablePrimitiveArray::new()),
            ColumnType::TextList => {
                // The name that Parquet gives to the parts of a list.
                let texts = MutableUtf8Array::new();
                Fields::TextList(MutableListArray::new_with_field(texts, "element".into(), true))
            }
        };
        Self { name, fields, left_out: 0 }
    }

    fn field(&self) -> Field {
        Field::new(self.name.into(), self.fields.as_array().dtype().clone(), true)
    }

    /// Takes a cell and says how many bytes it holds.
    fn push(&mut self, cell: &Cell<'_>) -> io::Result<usize> {
        const WIDTH: usize = size_of::<u64>();
        let bytes = match (&mut self.fields, cell) {
            (fields, Cell::Null) => {
                fields.push_null();
                WIDTH
            }
            (Fields::Text(texts), Cell::Text(text)) => {
                texts.push(Some(text));
                WIDTH + text.len()
            }
            (Fields::Integer(numbers), Cell::Integer(number)) => {
                // No benchmark counts so far: a counter that wrapped, which no one can trust.
                let signed = i64::try_from(*number).ok();
                self.left_out += u64::from(signed.is_none());
                numbers.push(signed);
                WIDTH
            }
            (Fields::Float(numbers), Cell::Float(number)) => {
                numbers.push(Some(*number));
                WIDTH
            }
            (Fields::TextList(lists), Cell::TextList(texts)) => {
                for text in texts {
                    lists.mut_values().push(Some(text));
                }
                lists.try_push_valid().map_err(io::Error::other)?;
                WIDTH + texts.iter().map(|text| WIDTH + text.len()).sum::<usize>()
            }
            _ => return Err(wrong_type(self.name, cell)),
        };
        Ok(bytes)
    }
}

impl Fields {
    fn as_array(&self) -> &dyn MutableArray {
        match self {
            Self::Text(texts) => texts,
            Self::Integer(numbers) => numbers,
            Self::Float(numbers) => numbers,
            Self::TextList(lists) => lists,
        }
    }

    fn as_array_mut(&mut self) -> &mut dyn MutableArray {
        match self {
            Self::Text(texts) => texts,
            Self::Integer(numbers) => numbers,
            Self::Float(numbers) => numbers,
            Self::TextList(lists) => lists,
        }
    }

    fn push_null(&mut self) {
        match self {
            Self::Text(texts) => texts.push::<&str>(None),
            Self::Integer(numbers) => numbers.push(None),
            Self::Float(numbers) => numbers.push(None),
            Self::TextList(lists) => lists.push_null(),
        }
    }

    fn take(&mut self) -> Box<dyn Array> {
        self.as_array_mut().as_box()
    }
}

fn wrong_type(column: &str, cell: &Cell<'_>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{cell:?} does not belong in {column}"))
}

#[cfg(test)]
mod tests {
    use super::Group;
    use plimsoll_schema::{Cell, ColumnType};

    fn group() -> Group {
        Group::new([("errors", ColumnType::Integer)].into_iter())
    }

    #[test]
    fn an_integer_keeps_its_value_or_is_left_out() {
        let mut group = group();
        let greatest = i64::MAX as u64;
        for (number, left_out) in [(0, 0), (greatest, 0), (greatest + 1, 1), (u64::MAX, 2)] {
            group.push([Cell::Integer(number)].into_iter()).expect("an integer");
            assert_eq!(group.left_out(), left_out, "{number}");
        }
        let columns = group.take().expect("equal lengths").expect("four lines");
        assert_eq!(columns.arrays()[0].null_count(), 2);
        assert_eq!(group.left_out(), 2, "counted over all groups");
    }

    #[test]
    fn a_cell_of_another_type_is_refused() {
        let error = group().push([Cell::Text("none".into())].into_iter()).unwrap_err();
        assert_eq!(error.to_string(), "Text(\"none\") does not belong in errors");
    }

    #[test]
    fn nothing_gathered_is_no_group() {
        let mut group = group();
        assert!(group.take().expect("nothing to go wrong").is_none());
        group.push([Cell::Null].into_iter()).expect("null fits");
        assert_eq!(group.take().expect("equal lengths").map(|columns| columns.len()), Some(1));
        assert!(group.take().expect("nothing to go wrong").is_none());
    }
}
