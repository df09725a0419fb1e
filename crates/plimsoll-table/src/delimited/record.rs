//! Records of values with a mark between them (RFC 4180, and what programs make of it).

use crate::limits::MAX_COLUMNS;

/// One record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Record {
    /// The line in which it begins, from 1.
    pub(crate) line: usize,
    pub(crate) fields: Vec<String>,
}

impl Record {
    /// The values as they stand.
    pub(crate) fn cells(&self) -> Vec<&str> {
        self.fields.iter().map(String::as_str).collect()
    }

    /// How many values are not empty.
    pub(crate) fn filled(&self) -> usize {
        self.fields.iter().filter(|field| !field.trim().is_empty()).count()
    }
}

/// The records of a text, one after the other. Blank lines are records of one empty value.
#[derive(Debug, Clone)]
pub(crate) struct Records<'a> {
    rest: &'a str,
    delimiter: char,
    line: usize,
}

/// The records of a text.
pub(crate) fn records(text: &str, delimiter: char) -> Records<'_> {
    Records { rest: text, delimiter, line: 1 }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        if self.rest.is_empty() {
            return None;
        }
        let mut record = Record { line: self.line, fields: Vec::new() };
        loop {
            let field = self.field();
            // A table with more columns than this is left out; they need not be kept.
            if record.fields.len() <= MAX_COLUMNS {
                record.fields.push(field);
            }
            let mut letters = self.rest.chars();
            match letters.next() {
                Some(letter) if letter == self.delimiter => self.rest = letters.as_str(),
                next => {
                    if next.is_some() {
                        self.rest = letters.as_str();
                        self.line += 1;
                    }
                    return Some(record);
                }
            }
        }
    }
}

impl<'a> Records<'a> {
    /// The next value, up to the mark or the line end behind it.
    fn field(&mut self) -> String {
        let blank = self.rest.len() - self.rest.trim_start_matches(' ').len();
        if let Some((quoted, length)) = quoted(&self.rest[blank..]) {
            self.line += quoted.matches('\n').count();
            self.rest = &self.rest[blank + length..];
            let behind = self.unquoted();
            return quoted.replace("\"\"", "\"") + behind.trim_end();
        }
        self.unquoted().to_owned()
    }

    fn unquoted(&mut self) -> &'a str {
        let end = self.rest.find([self.delimiter, '\n']).unwrap_or(self.rest.len());
        let (field, rest) = self.rest.split_at(end);
        self.rest = rest;
        field.strip_suffix('\r').unwrap_or(field)
    }
}

/// What stands in quotation marks at the begin of a text, and how much that is with them. A doubled mark is one of the
/// value; one that nothing closes is none.
fn quoted(text: &str) -> Option<(&str, usize)> {
    let inside = text.strip_prefix('"')?;
    let mut at = 0;
    loop {
        at += inside[at..].find('"')?;
        if inside[at + 1..].starts_with('"') {
            at += 2;
        } else {
            return Some((&inside[..at], at + 2));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::records;

    fn read(text: &str, delimiter: char) -> Vec<(usize, Vec<String>)> {
        records(text, delimiter).map(|record| (record.line, record.fields)).collect()
    }

    #[test]
    fn quotation_marks_hold_marks_and_line_ends() {
        let text = "a,\"1,000\", \"x\ny\" \r\n\r\n\"say \"\"no\"\"\",5\" disk,\n";
        let expected = [
            (1, vec!["a", "1,000", "x\ny"]),
            (3, vec![""]),
            (4, vec!["say \"no\"", "5\" disk", ""]),
        ];
        let expected =
            expected.map(|(line, fields)| (line, fields.into_iter().map(str::to_owned).collect()));
        assert_eq!(read(text, ','), expected);
    }

    #[test]
    fn a_mark_that_nothing_closes_is_part_of_the_value() {
        assert_eq!(read("\"a;b\nc;d", ';')[0].1, ["\"a", "b"]);
    }
}
