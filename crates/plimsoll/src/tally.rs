//! Counting findings, and keeping many of one kind from burying the others.

use plimsoll_schema::{Code, Finding, Level};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// So many findings of one code are printed in full.
const PRINTED_OF_ONE_CODE: usize = 10;

/// Findings by code.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<Code, usize>);

impl Tally {
    /// Counts a finding, and says whether it is to be printed: an error or a warning, and not too
    /// many of its code before it.
    pub(crate) fn admits(&mut self, finding: &Finding) -> bool {
        let count = self.0.entry(finding.code).or_default();
        *count += 1;
        finding.level() != Level::Note && *count <= PRINTED_OF_ONE_CODE
    }

    /// Errors and warnings that were not printed: how many, and of which codes. `None` if all were.
    pub(crate) fn left_out(&self) -> Option<String> {
        let left_out = self
            .0
            .iter()
            .filter(|(code, count)| code.level() != Level::Note && **count > PRINTED_OF_ONE_CODE)
            .map(|(code, count)| (code, count - PRINTED_OF_ONE_CODE));
        let (mut total, mut codes) = (0, String::new());
        for (code, count) in left_out {
            let comma = if codes.is_empty() { "" } else { ", " };
            let _ = write!(codes, "{comma}{count} {}", code.word());
            total += count;
        }
        (total > 0).then(|| format!("… {total} more ({codes})"))
    }

    /// How many of each level, worst first; empty if there are none.
    pub(crate) fn summary(&self) -> String {
        let of = |level| self.0.iter().filter(move |(code, _)| code.level() == level);
        [Level::Error, Level::Warning, Level::Note]
            .into_iter()
            .map(|level| (level, of(level).map(|(_, count)| count).sum::<usize>()))
            .filter(|(_, count)| *count > 0)
            .map(|(level, count)| counted(count, level.word()))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::Tally;
    use plimsoll_schema::{Code, Finding};

    fn tally_of(counts: &[(Code, usize)]) -> (Tally, usize) {
        let mut tally = Tally::default();
        let mut printed = 0;
        for (code, count) in counts {
            for _ in 0..*count {
                printed += usize::from(tally.admits(&Finding::new(*code, "a", "b")));
            }
        }
        (tally, printed)
    }

    #[test]
    fn ten_of_a_code_are_printed_and_no_notes() {
        let (tally, printed) =
            tally_of(&[(Code::CutOff, 11), (Code::OtherText, 12), (Code::InputEmpty, 10)]);
        assert_eq!(printed, 20);
        assert_eq!(tally.left_out().as_deref(), Some("… 1 more (1 cut-off)"));
        assert_eq!(tally.summary(), "10 errors, 11 warnings, 12 notes");
    }

    #[test]
    fn nothing_left_out_is_not_mentioned() {
        let (tally, printed) = tally_of(&[(Code::CutOff, 10), (Code::InputEmpty, 1)]);
        assert_eq!(printed, 11);
        assert_eq!(tally.left_out(), None);
        assert_eq!(tally.summary(), "1 error, 10 warnings");
        assert_eq!(Tally::default().summary(), "");
    }
}
