//! Versions, and what depends on them.

use crate::layout::{Column, Layout, READ, Statistic};
use std::sync::Arc;

/// `vdbench50407` is printed for version 5.04.07.
pub(crate) fn readable(printed: &str) -> Option<Arc<str>> {
    let rest = printed.trim().strip_prefix("vdbench")?;
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (number, suffix) = rest.split_at(digits);
    let suffix: String = suffix.chars().take_while(char::is_ascii_alphanumeric).collect();
    Some(match digits {
        5 => format!("{}.{}.{}{suffix}", &number[..1], &number[1..3], &number[3..]).into(),
        3 => format!("{}.{}{suffix}", &number[..1], &number[1..]).into(),
        _ => return None,
    })
}

/// Whether averages of this version contain the last interval of the warm-up.
pub(crate) fn averages_include_warm_up(version: &str) -> bool {
    version.starts_with("5.04.05") || version.starts_with("5.04.06")
}

/// What a file tells of its version where no file names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Era {
    /// 5.04.02 and before.
    UpTo50402,
    /// 5.04.05 or 5.04.06.
    Between,
    /// 5.04.07 and later.
    From50407,
}

impl Era {
    /// From the year in the copyright line of the summary.
    pub(crate) fn of_copyright(year: u32) -> Option<Self> {
        match year {
            2016 => Some(Self::Between),
            2018.. => Some(Self::From50407),
            _ => None,
        }
    }

    /// From the columns of a table in a file that has a title line, which 5.04.02 lacks, or does not.
    pub(crate) fn of_table(layout: &Layout, has_title: bool) -> Self {
        if layout.has_maxima_by_direction() && !layout.is_file_system {
            return Self::From50407;
        }
        match (has_title, layout.is_file_system) {
            (false, _) => Self::UpTo50402,
            (true, true) if !layout.has_narrow_label => Self::From50407,
            (true, _) => Self::Between,
        }
    }

    /// From the columns of a flat file.
    pub(crate) fn of_flat_file(layout: &Layout, has_timestamp: bool) -> Self {
        let has_deviation = layout.place(Column::OpResponse(READ, Statistic::Deviation)).is_some();
        if has_deviation || layout.has_maxima_by_direction() {
            Self::From50407
        } else if has_timestamp {
            Self::Between
        } else {
            Self::UpTo50402
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Era, averages_include_warm_up, readable};
    use crate::layout::Layout;

    #[test]
    fn a_table_tells_its_era() {
        let era = |label: &str, has_title| {
            let first = format!("Nov 30, 2026 {label} .ReqstdOps... ....read.....");
            let layout = Layout::of_table(first.as_bytes(), b"   rate   resp   rate   resp");
            Era::of_table(&layout.expect("a header"), has_title)
        };
        assert_eq!(era("..Interval..", true), Era::From50407);
        assert_eq!(era(".Interval.", true), Era::Between);
        assert_eq!(era(".Interval.", false), Era::UpTo50402);
    }

    #[test]
    fn versions_get_their_points() {
        assert_eq!(readable("vdbench50407").as_deref(), Some("5.04.07"));
        assert_eq!(readable("vdbench502").as_deref(), Some("5.02"));
        assert_eq!(readable("vdbench50408rc1 Tue").as_deref(), Some("5.04.08rc1"));
        assert_eq!(readable("vdbench"), None);
        assert_eq!(readable("something"), None);
        assert!(averages_include_warm_up("5.04.06") && !averages_include_warm_up("5.04.07"));
    }
}
