//! JSON, written cell by cell into a buffer.

use plimsoll_schema::Cell;
use std::io::{self, Write};

/// Makes the lines of one shape: the keys are escaped once, not once a row.
pub(crate) struct JsonLine {
    /// What stands before each value: `{"source":`, then `,"locator":` and so on.
    keys: Vec<String>,
    line: Vec<u8>,
}

impl JsonLine {
    pub(crate) fn new(names: impl Iterator<Item = &'static str>) -> Self {
        let before = |index| if index == 0 { '{' } else { ',' };
        let keys = names
            .enumerate()
            .map(|(index, name)| format!("{}{}:", before(index), serde_json::Value::from(name)))
            .collect();
        Self { keys, line: Vec::with_capacity(2048) }
    }

    /// Writes one object and a line feed; `cells` are those of all columns, in order.
    pub(crate) fn write<'a>(
        &mut self,
        cells: impl Iterator<Item = Cell<'a>>,
        to: &mut impl Write,
    ) -> io::Result<()> {
        self.line.clear();
        for (key, cell) in self.keys.iter().zip(cells) {
            self.line.extend_from_slice(key.as_bytes());
            push_cell(&mut self.line, &cell)?;
        }
        self.line.extend_from_slice(b"}\n");
        to.write_all(&self.line)
    }
}

fn push_cell(line: &mut Vec<u8>, cell: &Cell<'_>) -> io::Result<()> {
    match cell {
        Cell::Null => line.extend_from_slice(b"null"),
        Cell::Text(text) => push_text(line, text)?,
        Cell::Integer(value) => write!(line, "{value}")?,
        Cell::Float(value) => push_float(line, *value)?,
        Cell::TextList(texts) => {
            line.push(b'[');
            for (index, text) in texts.iter().enumerate() {
                if index > 0 {
                    line.push(b',');
                }
                push_text(line, text)?;
            }
            line.push(b']');
        }
    }
    Ok(())
}

/// A JSON string with its quotes.
pub(crate) fn push_text(line: &mut Vec<u8>, text: &str) -> io::Result<()> {
    serde_json::to_writer(line, text).map_err(io::Error::from)
}

/// The shortest text that is read back as the same number. serde_json prints it several times
/// faster than `Display`, and without the 300 digits that `Display` makes of `1e300`.
pub(crate) fn push_float(line: &mut Vec<u8>, value: f64) -> io::Result<()> {
    serde_json::to_writer(line, &value).map_err(io::Error::from)
}
