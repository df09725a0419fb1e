//! Lines of a log, in cells.

/// What stands between cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Delimiter(u8);

/// What may; anything else behind a cell is damage.
const DELIMITERS: [u8; 3] = [b',', b'\t', b';'];

impl Delimiter {
    /// That of a header: what follows its first cell. A log that a spreadsheet program stored may have `;`.
    pub(crate) fn of(header: &str) -> Self {
        let behind_quotes = header
            .strip_prefix('"')
            .and_then(|rest| rest.split_once('"'))
            .and_then(|(_, rest)| rest.bytes().next());
        let in_text = || [b'\t', b';'].into_iter().find(|mark| header.as_bytes().contains(mark));
        let found = if header.starts_with('"') { behind_quotes } else { in_text() };
        Self(found.filter(|mark| DELIMITERS.contains(mark)).unwrap_or(b','))
    }
}

/// The cells of a line, without the quotes around them.
#[derive(Debug, Clone)]
pub(crate) struct Cells<'t> {
    rest: Option<&'t str>,
    delimiter: Delimiter,
    is_open: bool,
}

impl<'t> Cells<'t> {
    pub(crate) fn of(line: &'t str, delimiter: Delimiter) -> Self {
        Self { rest: Some(line), delimiter, is_open: false }
    }

    /// Whether the last cell has a quote at its begin only: the line was cut.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }
}

impl<'t> Iterator for Cells<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let rest = self.rest.take()?;
        let Some(quoted) = rest.strip_prefix('"') else {
            return Some(match memchr::memchr(self.delimiter.0, rest.as_bytes()) {
                Some(at) => {
                    self.rest = Some(&rest[at + 1..]);
                    &rest[..at]
                }
                None => rest,
            });
        };
        let Some(end) = memchr::memchr(b'"', quoted.as_bytes()) else {
            self.is_open = true;
            return Some(quoted);
        };
        let behind = &quoted[end + 1..];
        if let Some(at) = memchr::memchr(self.delimiter.0, behind.as_bytes()) {
            self.rest = Some(&behind[at + 1..]);
        }
        Some(&quoted[..end])
    }
}

#[cfg(test)]
mod tests {
    use super::{Cells, Delimiter};

    #[test]
    fn cells_lose_their_quotes_and_keep_their_commas() {
        let line = "\"(PDH-CSV 4.0) (Paris, Madrid)(-60)\",\"\\\\A\\Lectures disque, octets/s\",,\" \",1.5";
        let cells: Vec<&str> = Cells::of(line, Delimiter::of(line)).collect();
        assert_eq!(
            cells,
            [
                "(PDH-CSV 4.0) (Paris, Madrid)(-60)",
                "\\\\A\\Lectures disque, octets/s",
                "",
                " ",
                "1.5"
            ]
        );
        let line = "(PDH-TSV 4.0)\ta, b\tc";
        assert_eq!(Cells::of(line, Delimiter::of(line)).count(), 3);
    }

    /// Found by fuzzing: the first byte behind the first cell may be the begin of a letter.
    #[test]
    fn a_letter_is_no_delimiter() {
        let line = "\"(PDH-CSV 4.0)\"ď\\A\\x\",\"y\"";
        let cells: Vec<&str> = Cells::of(line, Delimiter::of(line)).collect();
        assert_eq!(cells, ["(PDH-CSV 4.0)", "y"]);
    }

    #[test]
    fn a_cut_cell_is_told() {
        let mut cells = Cells::of("\"1\",\"2.", Delimiter(b','));
        assert_eq!(cells.by_ref().collect::<Vec<_>>(), ["1", "2."]);
        assert!(cells.is_open());
    }
}
