//! A table of text with aligned columns.

use crate::look::{FAINT, Look};
use std::borrow::Cow;
use std::io::{self, Write};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

/// Stands where nothing is known.
pub(crate) const UNKNOWN: &str = "-";

/// A name cut to less than this says nothing.
const LEAST_WIDTH: usize = 8;

/// A name is cut to this even where there is room, so that figures stay near it.
const GREATEST_WIDTH: usize = 32;

/// Texts stand left, numbers right.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// One column: a header, and a field for each line.
#[derive(Debug)]
pub(crate) struct TableColumn {
    pub(crate) header: String,
    pub(crate) align: Align,
    pub(crate) fields: Vec<String>,
    /// Whether long fields are cut if the table is too wide.
    pub(crate) may_be_cut: bool,
}

impl TableColumn {
    fn width(&self) -> usize {
        let fields = self.fields.iter().map(|field| field.width());
        let width = fields.chain([self.header.width()]).max().unwrap_or(0);
        if self.may_be_cut { width.min(GREATEST_WIDTH) } else { width }
    }
}

/// Writes the lines, each led by `indent`, without blanks at their ends. A table that is wider than
/// the terminal gets narrower gaps, then cut names; figures are never cut.
pub(crate) fn write_table(
    to: &mut impl Write,
    indent: &str,
    columns: &[TableColumn],
    look: Look,
) -> io::Result<()> {
    let (widths, gap) = fit(columns, look.columns.saturating_sub(indent.len()));
    let line = |field: &dyn Fn(&TableColumn) -> String| {
        let fields: Vec<String> = columns
            .iter()
            .zip(&widths)
            .map(|(column, width)| aligned(&field(column), *width, column.align))
            .collect();
        fields.join(gap).trim_end().to_owned()
    };
    let header = line(&|column| column.header.clone());
    writeln!(to, "{indent}{}", look.styled(FAINT, header))?;
    let lines = columns.iter().map(|column| column.fields.len()).max().unwrap_or(0);
    for index in 0..lines {
        let line = line(&|column| column.fields.get(index).cloned().unwrap_or_default());
        writeln!(to, "{indent}{line}")?;
    }
    Ok(())
}

/// The width of every column, and what stands between them.
fn fit(columns: &[TableColumn], room: usize) -> (Vec<usize>, &'static str) {
    let mut widths: Vec<usize> = columns.iter().map(TableColumn::width).collect();
    let total = |widths: &[usize], gap: &str| {
        widths.iter().sum::<usize>() + gap.len() * widths.len().saturating_sub(1)
    };
    let gap = if total(&widths, "  ") <= room { "  " } else { " " };
    let mut excess = total(&widths, gap).saturating_sub(room);
    for (column, width) in columns.iter().zip(&mut widths) {
        if column.may_be_cut {
            let cut = excess.min(width.saturating_sub(LEAST_WIDTH));
            *width -= cut;
            excess -= cut;
        }
    }
    (widths, gap)
}

/// A field in its width: filled up, or cut.
pub(crate) fn aligned(field: &str, width: usize, align: Align) -> String {
    let field = cut(field, width);
    let blanks = " ".repeat(width.saturating_sub(field.width()));
    match align {
        Align::Left => format!("{field}{blanks}"),
        Align::Right => format!("{blanks}{field}"),
    }
}

fn cut(field: &str, width: usize) -> Cow<'_, str> {
    if field.width() <= width {
        return field.into();
    }
    let mut kept = String::new();
    let mut used = 1;
    for character in field.chars() {
        used += character.width().unwrap_or(0);
        if used > width {
            break;
        }
        kept.push(character);
    }
    kept.push('…');
    kept.into()
}

#[cfg(test)]
mod tests {
    use super::{Align, TableColumn, write_table};
    use crate::look::Look;

    fn table(room: usize) -> String {
        let column = |header: &str, fields: &[&str], align, may_be_cut| TableColumn {
            header: header.into(),
            align,
            fields: fields.iter().map(|field| (*field).to_owned()).collect(),
            may_be_cut,
        };
        let columns = [
            column("workload", &["диск-測試-nightly", "a"], Align::Left, true),
            column("IOPS", &["9.50", "12345.25"], Align::Right, false),
            column("kind", &["x", ""], Align::Left, false),
        ];
        let look = Look { colour: false, boxes: false, columns: room };
        let mut bytes = Vec::new();
        write_table(&mut bytes, "", &columns, look).expect("memory");
        String::from_utf8(bytes).expect("a table is text")
    }

    #[test]
    fn numbers_stand_right_and_lines_end_without_blanks() {
        let expected = "\
workload               IOPS  kind
диск-測試-nightly      9.50  x
a                  12345.25
";
        assert_eq!(table(33), expected);
    }

    #[test]
    fn what_does_not_fit_is_cut_in_names_only() {
        let expected = "\
workload     IOPS kind
диск-測…     9.50 x
a        12345.25
";
        assert_eq!(table(22), expected);
        assert_eq!(table(5), expected, "figures are never cut");
    }
}
