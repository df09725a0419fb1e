//! Text that was written, read back: to go on with it, not to understand it.

use crate::TextFormat;
use crate::separated::{io_error, place};
use std::io::{self, BufRead, Write};

/// Hands over the texts in these columns of a file that a [`RowWriter`](crate::RowWriter) wrote, line
/// by line in order; empty where there is no text.
///
/// ```
/// use plimsoll_export::{TextFormat, read_texts};
///
/// let csv = "source,iops,run\na.json,512.5,\nb.json,7.0,b.json#1\n";
/// let mut lines = Vec::new();
/// read_texts(csv.as_bytes(), TextFormat::Csv, &["run", "source"], &mut |texts| {
///     lines.push(texts.join("|"));
///     Ok(())
/// })?;
/// assert_eq!(lines, ["|a.json", "b.json#1|b.json"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_texts(
    from: impl BufRead,
    format: TextFormat,
    columns: &[&str],
    each: &mut dyn FnMut(&[&str]) -> io::Result<()>,
) -> io::Result<()> {
    match format {
        TextFormat::JsonLines => {
            for line in from.lines() {
                let object: Object = serde_json::from_str(&line?)?;
                let texts: Vec<&str> =
                    columns.iter().map(|name| json_text(&object, name)).collect();
                each(&texts)?;
            }
        }
        TextFormat::Csv => {
            let mut records = csv::Reader::from_reader(from);
            let header = records.headers().map_err(io_error)?;
            let places: Vec<Option<usize>> =
                columns.iter().map(|name| place(header, name)).collect();
            for record in records.records() {
                let record = record.map_err(io_error)?;
                let text = |place: &Option<usize>| place.and_then(|at| record.get(at));
                let texts: Vec<&str> =
                    places.iter().map(|place| text(place).unwrap_or_default()).collect();
                each(&texts)?;
            }
        }
    }
    Ok(())
}

type Object = serde_json::Map<String, serde_json::Value>;

fn json_text<'a>(object: &'a Object, name: &str) -> &'a str {
    object.get(name).and_then(serde_json::Value::as_str).unwrap_or_default()
}

/// Writes the lines whose text in `column` is one to keep, to the last byte. How many.
pub(crate) fn copy_json_lines(
    mut from: impl BufRead,
    column: &str,
    to: &mut impl Write,
    keep: &mut dyn FnMut(&str) -> bool,
) -> io::Result<u64> {
    let mut line = Vec::new();
    let mut kept = 0;
    while from.read_until(b'\n', &mut line)? > 0 {
        let object: Object = serde_json::from_slice(&line)?;
        if keep(json_text(&object, column)) {
            to.write_all(&line)?;
            kept += 1;
        }
        line.clear();
    }
    Ok(kept)
}

#[cfg(test)]
mod tests {
    use super::read_texts;
    use crate::{RowWriter, TextFormat};
    use plimsoll_schema::{ColumnType, LinesShape};
    use std::io;

    const JSON: &str = "{\"source\":\"a \\\"b\\\"\",\"iops\":0.30000000000000004,\"run\":null}\n\
        {\"source\":\"c\",\"iops\":1e300,\"run\":\"c#1\"}\n";
    const CSV: &str = "source,iops,run\n\"a \"\"b\"\"\",0.30000000000000004,\nc,1e300,c#1\n";

    fn copied(text: &str, format: TextFormat, source: &str) -> io::Result<(String, u64)> {
        let columns = vec![
            ("source", ColumnType::Text),
            ("iops", ColumnType::Float),
            ("run", ColumnType::Text),
        ];
        let mut writer = RowWriter::new(Vec::new(), format, LinesShape { word: "wide", columns })?;
        writer.copy_lines(text.as_bytes(), "source", &mut |text| text == source)?;
        let lines = writer.lines();
        Ok((String::from_utf8(writer.finish()?).expect("text"), lines))
    }

    #[test]
    fn what_is_kept_is_kept_to_the_last_byte() {
        for (text, format, header) in [(JSON, TextFormat::JsonLines, 0), (CSV, TextFormat::Csv, 1)]
        {
            let lines: Vec<&str> = text.split_inclusive('\n').collect();
            for (source, line) in [("a \"b\"", 0), ("c", 1)] {
                let expected = lines[..header].concat() + lines[header + line];
                assert_eq!(copied(text, format, source).expect("memory"), (expected, 1));
            }
            let nothing = (lines[..header].concat(), 0);
            assert_eq!(copied(text, format, "d").expect("memory"), nothing);
        }
    }

    #[test]
    fn texts_are_found_by_the_names_of_their_columns() {
        for (text, format) in [(JSON, TextFormat::JsonLines), (CSV, TextFormat::Csv)] {
            let mut found = Vec::new();
            let each = &mut |texts: &[&str]| {
                found.push(texts.join("|"));
                Ok(())
            };
            read_texts(text.as_bytes(), format, &["run", "none", "source"], each).expect("memory");
            assert_eq!(found, ["||a \"b\"", "c#1||c"]);
        }
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        assert!(copied("{\"source\":\n", TextFormat::JsonLines, "a").is_err());
        assert!(copied("source,iops,run\na\n", TextFormat::Csv, "a").is_err());
    }
}
