//! The first cell of a table row: which interval, or which summary of intervals, it is.

use crate::number::whole;
use std::fmt;

/// What a row of a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Label {
    /// An interval, counted from 1.
    Interval(u32),
    /// The average over intervals.
    Average(Span),
    /// The standard deviation over intervals (5.04.07, file systems).
    Deviation(Span),
    /// The greatest of intervals (the same).
    Maximum(Span),
}

/// From one interval to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// The first interval after the warm-up.
    pub(crate) first: u32,
    /// The last one.
    pub(crate) last: u32,
}

impl Span {
    /// How many intervals it covers. `avg_2-1` covers none: it is no measurement.
    pub(crate) fn count(self) -> u32 {
        (self.last + 1).saturating_sub(self.first)
    }

    /// Whether an interval belongs to it.
    pub(crate) fn contains(self, interval: u32) -> bool {
        (self.first..=self.last).contains(&interval)
    }
}

impl fmt::Display for Span {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} to {}", self.first, self.last)
    }
}

impl Label {
    /// Reads `12`, `avg_2-4`, `std_2-4`, `max_2-4`.
    pub(crate) fn read(text: &[u8]) -> Option<Self> {
        if text.first()?.is_ascii_digit() {
            return whole(text).filter(|number| *number > 0).map(Self::Interval);
        }
        let (make, span): (fn(Span) -> Self, &[u8]) = match text.split_at_checked(4)? {
            (b"avg_", span) => (Self::Average, span),
            (b"std_", span) => (Self::Deviation, span),
            (b"max_", span) => (Self::Maximum, span),
            _ => return None,
        };
        let dash = span.iter().position(|byte| *byte == b'-')?;
        let (first, last) = (whole(&span[..dash])?, whole(&span[dash + 1..])?);
        Some(make(Span { first, last }))
    }
}

#[cfg(test)]
mod tests {
    use super::{Label, Span};

    #[test]
    fn labels_are_intervals_or_spans() {
        assert_eq!(Label::read(b"12"), Some(Label::Interval(12)));
        assert_eq!(Label::read(b"avg_11-100"), Some(Label::Average(Span { first: 11, last: 100 })));
        assert_eq!(Label::read(b"max_2-4"), Some(Label::Maximum(Span { first: 2, last: 4 })));
        for text in ["", "0", "1x", "avg_", "avg_2", "avg_2-x", "Starting", "*"] {
            assert_eq!(Label::read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn a_span_that_ends_before_it_begins_covers_nothing() {
        assert_eq!(Span { first: 2, last: 1 }.count(), 0);
        assert_eq!(Span { first: 2, last: 4 }.count(), 3);
        assert!(!Span { first: 2, last: 1 }.contains(1));
    }
}
