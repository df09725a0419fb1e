//! One line of a log: `time, value[, greatest], direction, block size[, more]`.
//!
//! What more there is depends on release and options: the offset (`log_offset`), since 3.18 the priority
//! (`0`, `0x0000`), since 3.38 the time of issue. None of it is a measurement, so it is only looked at.

use super::number::number;

/// No time is later: thirty thousand years after 1970, in milliseconds.
pub(crate) const LATEST_MS: u64 = 1 << 50;

/// The columns of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Columns {
    /// How many there are.
    pub(crate) count: usize,
    /// Whether the third is the greatest value of the window (`log_window_value=both`, 3.37 and later).
    pub(crate) has_max: bool,
}

impl Columns {
    /// Whether the block size is the last column: then a line that was cut off may have lost digits of it.
    pub(crate) fn end_with_block_size(self) -> bool {
        self.count == 4 + usize::from(self.has_max)
    }
}

/// What a line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Line {
    /// Milliseconds.
    pub(crate) time: u64,
    pub(crate) value: u64,
    /// The greatest value of the window, where it is logged.
    pub(crate) max: Option<u64>,
    /// 0 read, 1 write, 2 trim.
    pub(crate) direction: usize,
    /// Bytes; 0 in rows that are averages.
    pub(crate) block_size: u64,
}

impl Line {
    /// Reads a line without its end; `None` if it does not fit.
    pub(crate) fn parse(line: &[u8], columns: Columns) -> Option<Self> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let (time, at) = number(line, 0)?;
        let (value, at) = number(line, separator(line, at)?)?;
        let (max, at) = if columns.has_max {
            let (max, at) = number(line, separator(line, at)?)?;
            (Some(max), at)
        } else {
            (None, at)
        };
        let (direction, at) = number(line, separator(line, at)?)?;
        let (block_size, at) = number(line, separator(line, at)?)?;
        let more = columns.count - 4 - usize::from(columns.has_max);
        let fits = direction <= 2 && time < LATEST_MS && has_more(&line[at..], more);
        fits.then_some(Self { time, value, max, direction: direction as usize, block_size })
    }
}

/// Where the next column begins: after a comma and blanks.
fn separator(line: &[u8], at: usize) -> Option<usize> {
    let rest = line.get(at..)?.strip_prefix(b",")?;
    let blanks = rest.iter().take_while(|byte| **byte == b' ').count();
    Some(at + 1 + blanks)
}

/// Whether so many columns of digits, or of hexadecimal digits, follow.
fn has_more(mut rest: &[u8], columns: usize) -> bool {
    for _ in 0..columns {
        let Some(start) = separator(rest, 0) else { return false };
        rest = &rest[start..];
        rest = rest.strip_prefix(b"0x").unwrap_or(rest);
        let length = rest.iter().position(|byte| !byte.is_ascii_hexdigit()).unwrap_or(rest.len());
        if length == 0 {
            return false;
        }
        rest = &rest[length..];
    }
    rest.iter().all(|byte| *byte == b' ')
}

#[cfg(test)]
mod tests {
    use super::{Columns, Line};

    fn parse(
        line: &str,
        count: usize,
        has_max: bool,
    ) -> Option<(u64, u64, Option<u64>, usize, u64)> {
        let line = Line::parse(line.as_bytes(), Columns { count, has_max })?;
        Some((line.time, line.value, line.max, line.direction, line.block_size))
    }

    #[test]
    fn columns_of_all_releases() {
        for (line, count, has_max, expected) in [
            ("0, 20, 1, 4096", 4, false, (0, 20, None, 1, 4096)),
            ("3, 1092, 0, 4096, 94208", 5, false, (3, 1092, None, 0, 4096)),
            ("0, 14521, 2, 4096, 12288, 0x0000\r", 6, false, (0, 14521, None, 2, 4096)),
            ("500, 88868, 12563863, 0, 0, 0", 6, true, (500, 88868, Some(12_563_863), 0, 0)),
            ("500,88868,0,0", 4, false, (500, 88868, None, 0, 0)),
        ] {
            assert_eq!(parse(line, count, has_max), Some(expected), "{line}");
        }
    }

    #[test]
    fn lines_that_do_not_fit() {
        for line in [
            "",
            "0",
            "0, 4w50605, 1, 4096, 0",
            "0, 1, 3, 4096, 0",
            "0, 1, 1, 4096",
            "0, 1, 1, 4096, 0, 0",
            "0, -1, 1, 4096, 0",
            "0, 1, 1, 4096, x",
            "0, 1, 1, 4096, 0x",
            "0, 1, 1, 4096, ",
            "0  1, 1, 4096, 0",
            "99999999999999999999, 1, 1, 4096, 0",
            "9999999999999999, 1, 1, 4096, 0",
        ] {
            assert_eq!(parse(line, 5, false), None, "{line}");
        }
    }
}
