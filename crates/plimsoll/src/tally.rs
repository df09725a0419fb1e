//! Counting findings, and keeping many of one kind from burying the others.

use plimsoll_schema::{Code, Finding, Level};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// So many findings of one code are printed in full.
const PRINTED_OF_ONE_CODE: usize = 3;

/// Findings by code.
#[derive(Debug, Default)]
pub(crate) struct Tally(BTreeMap<Code, Counted>);

/// The findings of one code.
#[derive(Debug, Default)]
struct Counted {
    count: usize,
    printed: usize,
    /// Of what was printed.
    shapes: Vec<String>,
}

impl Tally {
    /// Counts a finding, and says whether it is to be printed: an error or a warning, not too many
    /// of its code before it, and no warning that says the same of another place. Errors are
    /// printed even so: each is about an input that is missing.
    pub(crate) fn admits(&mut self, finding: &Finding) -> bool {
        let counted = self.0.entry(finding.code).or_default();
        counted.count += 1;
        if finding.level() == Level::Note || counted.printed == PRINTED_OF_ONE_CODE {
            return false;
        }
        if finding.level() == Level::Warning {
            let shape = shape(&finding.message);
            if counted.shapes.contains(&shape) {
                return false;
            }
            counted.shapes.push(shape);
        }
        counted.printed += 1;
        true
    }

    /// Errors and warnings that were not printed: how many, and of which codes. `None` if all were.
    pub(crate) fn left_out(&self) -> Option<String> {
        let left_out = self
            .0
            .iter()
            .filter(|(code, counted)| {
                code.level() != Level::Note && counted.count > counted.printed
            })
            .map(|(code, counted)| (code, counted.count - counted.printed));
        let (mut total, mut codes) = (0, String::new());
        for (code, count) in left_out {
            let comma = if codes.is_empty() { "" } else { ", " };
            let _ = write!(codes, "{comma}{count} {}", code.word());
            total += count;
        }
        (total > 0).then(|| format!("… and {total} more like these ({codes})"))
    }

    /// How many of each level, worst first; empty if there are none.
    pub(crate) fn summary(&self) -> String {
        let of = |level| self.0.iter().filter(move |(code, _)| code.level() == level);
        [Level::Error, Level::Warning, Level::Note]
            .into_iter()
            .map(|level| (level, of(level).map(|(_, counted)| counted.count).sum::<usize>()))
            .filter(|(_, count)| *count > 0)
            .map(|(level, count)| counted(count, level.word()))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

/// What a message says of any place: without its numbers, and without what it quotes.
fn shape(message: &str) -> String {
    let mut shape = String::with_capacity(message.len());
    let mut is_quoted = false;
    for character in message.chars() {
        match character {
            '`' => is_quoted = !is_quoted,
            _ if is_quoted => continue,
            '0'..='9' if shape.ends_with('#') => continue,
            '0'..='9' => {
                shape.push('#');
                continue;
            }
            _ => {}
        }
        shape.push(character);
    }
    shape
}

/// `1 row`, `2 rows`.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

#[cfg(test)]
mod tests {
    use super::Tally;
    use plimsoll_schema::{Code, Finding};

    fn tally_of(counts: &[(Code, usize)], message: impl Fn(usize) -> String) -> (Tally, usize) {
        let mut tally = Tally::default();
        let mut printed = 0;
        for (code, count) in counts {
            for number in 0..*count {
                printed += usize::from(tally.admits(&Finding::new(*code, "a", message(number))));
            }
        }
        (tally, printed)
    }

    #[test]
    fn three_of_a_code_are_printed_and_no_notes() {
        let letters = |number| "x".repeat(number);
        let counts = [(Code::CutOff, 5), (Code::OtherText, 12), (Code::InputEmpty, 3)];
        let (tally, printed) = tally_of(&counts, letters);
        assert_eq!(printed, 6);
        assert_eq!(tally.left_out().as_deref(), Some("… and 2 more like these (2 cut-off)"));
        assert_eq!(tally.summary(), "3 errors, 5 warnings, 12 notes");
    }

    #[test]
    fn a_warning_that_says_the_same_of_another_place_is_printed_once() {
        let numbered = |number| format!("job `j{number}` has {number} of {} entries", number * 37);
        let counts = [(Code::HostsMissing, 20), (Code::DocumentDamaged, 20)];
        let (tally, printed) = tally_of(&counts, numbered);
        assert_eq!(printed, 4, "one warning, and three errors");
        let left_out = "… and 36 more like these (17 document-damaged, 19 hosts-missing)";
        assert_eq!(tally.left_out().as_deref(), Some(left_out));
        let different = |number| if number < 5 { "it ends".into() } else { "it begins".into() };
        assert_eq!(tally_of(&[(Code::CutOff, 10)], different).1, 2);
    }

    #[test]
    fn nothing_left_out_is_not_mentioned() {
        let (tally, printed) =
            tally_of(&[(Code::CutOff, 1), (Code::InputEmpty, 3)], |_| "b".to_owned());
        assert_eq!(printed, 4);
        assert_eq!(tally.left_out(), None);
        assert_eq!(tally.summary(), "3 errors, 1 warning");
        assert_eq!(Tally::default().summary(), "");
    }
}
