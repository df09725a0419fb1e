//! The records of a workbook of 1997 to 2003 (MS-XLS), looked through before calamine reads them: it makes room for what
//! they claim, and does not tell the number formats of cells.

use super::Trouble;
use super::layout::At;
use super::ole::{u16_at, u32_at};
use std::collections::HashMap;

/// The greatest rectangle that the cells of all sheets may take, in cells: calamine makes room for each of them.
const MOST_ROOM: usize = 8_000_000;

/// As many cells as a sheet has.
const SHEET: u64 = 65_536 * 256;

mod record {
    pub(super) const BEGIN: u16 = 0x0809;
    pub(super) const END: u16 = 0x000A;
    pub(super) const PROTECTION: u16 = 0x002F;
    pub(super) const SHEET: u16 = 0x0085;
    pub(super) const STYLE: u16 = 0x00E0;
    pub(super) const FORMAT: u16 = 0x041E;
    pub(super) const EXTENT: u16 = 0x0200;
    pub(super) const NUMBERS: u16 = 0x00BD;
    /// Records of one cell: formula, text, number, and others.
    pub(super) const CELLS: &[u16] = &[0x0006, 0x00FD, 0x00D6, 0x0203, 0x0204, 0x0205, 0x027E];
}

/// The number formats of cells.
#[derive(Debug, Default)]
pub(super) struct Formats {
    codes: HashMap<u16, String>,
    /// For each style of cells the number of its format.
    styles: Vec<u16>,
    /// For each sheet the styles of its cells.
    sheets: Vec<HashMap<At, u16>>,
}

impl Formats {
    /// The format of a cell, where it shows more than the number.
    pub(super) fn of(&self, sheet: usize, at: At) -> Option<&str> {
        let style = *self.sheets.get(sheet)?.get(&at)?;
        let format = *self.styles.get(usize::from(style))?;
        match format {
            9 => Some("0%"),
            10 => Some("0.00%"),
            _ => self
                .codes
                .get(&format)
                .map(String::as_str)
                .filter(|code| !code.eq_ignore_ascii_case("general")),
        }
    }
}

/// Looks through a workbook.
pub(super) fn look_through(stream: &[u8]) -> Result<Formats, Trouble> {
    let mut formats = Formats::default();
    let mut places = Vec::new();
    for (kind, data) in (Records { rest: stream }) {
        match kind {
            record::END => break,
            record::PROTECTION => return Err(Trouble::Protected),
            record::SHEET => places.push(u32_at(data, 0).ok_or_else(damaged)? as usize),
            record::STYLE => formats.styles.push(u16_at(data, 2).ok_or_else(damaged)?),
            record::FORMAT => formats.codes.extend(format(data)),
            _ => {}
        }
    }
    let mut room = 0;
    for place in places {
        let sheet = stream.get(place..).ok_or_else(damaged)?;
        let styles = look_through_sheet(sheet)?;
        room += rectangle(&styles);
        if room > MOST_ROOM {
            let message = format!(
                "its cells lie so far apart that they would take room for more than {MOST_ROOM}"
            );
            return Err(Trouble::TooLarge(message));
        }
        formats.sheets.push(styles);
    }
    Ok(formats)
}

/// The styles of a sheet's cells.
fn look_through_sheet(sheet: &[u8]) -> Result<HashMap<At, u16>, Trouble> {
    let mut styles = HashMap::new();
    let mut depth = 0_usize;
    for (kind, data) in (Records { rest: sheet }) {
        match kind {
            record::BEGIN => depth += 1,
            record::END if depth <= 1 => break,
            record::END => depth -= 1,
            record::EXTENT => check_extent(data)?,
            record::NUMBERS => {
                let (row, first) =
                    (u16_at(data, 0).ok_or_else(damaged)?, u16_at(data, 2).ok_or_else(damaged)?);
                for number in 0..data.len().saturating_sub(6) / 6 {
                    let style = u16_at(data, 4 + 6 * number).ok_or_else(damaged)?;
                    styles.insert((usize::from(row), usize::from(first) + number), style);
                }
            }
            _ if record::CELLS.contains(&kind) => {
                let (row, column) =
                    (u16_at(data, 0).ok_or_else(damaged)?, u16_at(data, 2).ok_or_else(damaged)?);
                let style = u16_at(data, 4).ok_or_else(damaged)?;
                styles.insert((usize::from(row), usize::from(column)), style);
            }
            _ => {}
        }
    }
    Ok(styles)
}

/// calamine makes room for as many cells as the sheet says that it has.
fn check_extent(data: &[u8]) -> Result<(), Trouble> {
    let (first_row, end_row, first_column, end_column) = if data.len() >= 14 {
        let number = |at| u32_at(data, at).map(u64::from);
        let column = |at| u16_at(data, at).map(u64::from);
        (number(0), number(4), column(8), column(10))
    } else {
        let number = |at| u16_at(data, at).map(u64::from);
        (number(0), number(2), number(4), number(6))
    };
    let distance =
        |first: Option<u64>, end: Option<u64>| Some(end?.max(1).checked_sub(first?)? + 1);
    let cells = distance(first_row, end_row).zip(distance(first_column, end_column));
    let cells = cells.map(|(rows, columns)| rows.saturating_mul(columns));
    if cells.is_some_and(|cells| cells <= 2 * SHEET) { Ok(()) } else { Err(damaged()) }
}

fn rectangle(styles: &HashMap<At, u16>) -> usize {
    let span = |numbers: &mut dyn Iterator<Item = usize>| {
        let (least, greatest) = numbers.fold((usize::MAX, 0), |(least, greatest), number| {
            (least.min(number), greatest.max(number))
        });
        (greatest + 1).saturating_sub(least)
    };
    span(&mut styles.keys().map(|(row, _)| *row))
        .saturating_mul(span(&mut styles.keys().map(|(_, column)| *column)))
}

/// A number of a format and its code, in the form of BIFF8: letters of one or two bytes.
fn format(data: &[u8]) -> Option<(u16, String)> {
    let (number, count) = (u16_at(data, 0)?, usize::from(u16_at(data, 2)?));
    let is_wide = data.get(4)? & 1 != 0;
    let letters = data.get(5..)?;
    let code = if is_wide {
        let units: Vec<u16> = (0..count).map_while(|at| u16_at(letters, 2 * at)).collect();
        String::from_utf16_lossy(&units)
    } else {
        letters.iter().take(count).map(|letter| char::from(*letter)).collect()
    };
    Some((number, code))
}

fn damaged() -> Trouble {
    Trouble::Damaged("its records end early or contradict each other".to_owned())
}

/// Records, up to where the stream is cut.
struct Records<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Records<'a> {
    type Item = (u16, &'a [u8]);

    fn next(&mut self) -> Option<Self::Item> {
        let (kind, length) = (u16_at(self.rest, 0)?, usize::from(u16_at(self.rest, 2)?));
        let data = self.rest.get(4..4 + length)?;
        self.rest = &self.rest[4 + length..];
        Some((kind, data))
    }
}
