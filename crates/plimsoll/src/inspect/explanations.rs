//! How cells of published tables were read: one paragraph for each.

use crate::look::{FAINT, Look, printable};
use crate::table::{Align, aligned};
use plimsoll_read::Explanation;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr as _;

/// What a cell shows is cut to this, in columns of the terminal.
const SHOWN: usize = 24;

/// A reading has at least this room, however narrow the terminal is.
const LEAST_ROOM: usize = 24;

/// Writes place, text and reading of each; long readings go on below their begin.
pub(super) fn write(
    to: &mut impl Write,
    explanations: &[Explanation],
    indent: &str,
    look: Look,
) -> io::Result<()> {
    if explanations.is_empty() {
        return Ok(());
    }
    let places: Vec<String> = explanations.iter().map(|it| printable(&it.locator)).collect();
    let texts: Vec<String> = explanations.iter().map(|it| printable(&it.text)).collect();
    let widest = |all: &[String]| all.iter().map(|it| it.width()).max().unwrap_or(0);
    let (place_width, text_width) = (widest(&places), widest(&texts).min(SHOWN));
    let before = indent.len() + place_width + text_width + 4;
    let room = look.columns.saturating_sub(before).max(LEAST_ROOM);
    writeln!(to, "\n{indent}{}", look.styled(FAINT, "how each cell was read"))?;
    for ((place, text), explanation) in places.iter().zip(&texts).zip(explanations) {
        let place = aligned(place, place_width, Align::Left);
        let text = aligned(text, text_width, Align::Left);
        let reading = printable(&explanation.reading);
        let lines = textwrap::wrap(&reading, room);
        writeln!(
            to,
            "{indent}{}  {text}  {}",
            look.styled(FAINT, place),
            lines.first().map_or("", |it| it)
        )?;
        for line in lines.iter().skip(1) {
            writeln!(to, "{}{line}", " ".repeat(before))?;
        }
    }
    Ok(())
}
