//! Folders by the values of columns, in the Hive layout: `tool=fio/protocol=NFSv3/`.
//!
//! The value stands in the name of the folder and not in the files: engines read it from there, and
//! two copies could differ.

use plimsoll_schema::Cell;
use std::fmt::Write as _;
use std::io;

/// The name that all engines read as null. An empty text has no name of its own, and gets it too.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// The greatest name of a folder in bytes, as most file systems have it.
const NAME_BYTES: usize = 255;

/// The path of the folder of a line, by names and cells of the columns that folders are made of.
/// Empty if there are none.
pub(super) fn folder<'a>(
    columns: impl Iterator<Item = (&'a str, &'a Cell<'a>)>,
    path: &mut String,
) -> io::Result<()> {
    path.clear();
    for (name, cell) in columns {
        if !path.is_empty() {
            path.push('/');
        }
        let begin = path.len();
        path.push_str(name);
        path.push('=');
        match cell {
            Cell::Text(text) if !text.is_empty() => escape(text, path),
            Cell::Integer(number) => {
                let _ = write!(path, "{number}");
            }
            _ => path.push_str(NULL),
        }
        if path.len() - begin > NAME_BYTES {
            let message = format!(
                "no folder can be called `{}`: leave {name} out of --partition-by",
                &path[begin..]
            );
            return Err(io::Error::new(io::ErrorKind::InvalidFilename, message));
        }
    }
    Ok(())
}

/// What Hive and Spark write as `%` and two hexadecimal digits.
fn escape(text: &str, to: &mut String) {
    for character in text.chars() {
        match character {
            '\0'..='\x1f'
            | '\x7f'
            | '"'
            | '#'
            | '%'
            | '\''
            | '*'
            | '/'
            | ':'
            | '='
            | '?'
            | '\\'
            | '{'
            | '['
            | ']'
            | '^' => {
                let _ = write!(to, "%{:02X}", u32::from(character));
            }
            _ => to.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::folder;
    use plimsoll_schema::Cell;

    fn of(cells: &[(&str, Cell<'_>)]) -> std::io::Result<String> {
        let mut path = "old".to_owned();
        folder(cells.iter().map(|(name, cell)| (*name, cell)), &mut path)?;
        Ok(path)
    }

    #[test]
    fn folders_are_named_as_hive_names_them() {
        let text = |text: &'static str| Cell::Text(text.into());
        for (cells, expected) in [
            (&[][..], ""),
            (&[("tool", text("fio"))], "tool=fio"),
            (&[("tool", text("fio")), ("jobs", Cell::Integer(8))], "tool=fio/jobs=8"),
            (&[("protocol", Cell::Null)], "protocol=__HIVE_DEFAULT_PARTITION__"),
            (&[("protocol", text(""))], "protocol=__HIVE_DEFAULT_PARTITION__"),
            (&[("workload", text("a/b=c: 50%"))], "workload=a%2Fb%3Dc%3A 50%25"),
            (&[("workload", text("../측정\n"))], "workload=..%2F측정%0A"),
        ] {
            assert_eq!(of(cells).expect("short names"), expected);
        }
    }

    #[test]
    fn a_value_that_no_folder_can_be_called_is_refused() {
        let error = of(&[("workload", Cell::Text("w".repeat(300).into()))]).expect_err("too long");
        assert!(error.to_string().ends_with("leave workload out of --partition-by"), "{error}");
    }
}
