//! Findings as numbered notes.

use crate::english;
use crate::view::NoteView;
use plimsoll_schema::{Finding, Level};
use std::cell::RefCell;
use std::sync::Arc;

/// So many places of one note are printed; `report.json` has all.
const PRINTED_PLACES: usize = 3;

/// Numbers findings in the order in which they are met. Findings that say the same of several
/// inputs are one note with several places.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    numbered: RefCell<Vec<Vec<Arc<Finding>>>>,
}

impl Notes {
    /// The numbers of findings; each finding has one number throughout.
    pub(crate) fn numbers(&self, findings: &[Arc<Finding>]) -> Vec<usize> {
        let mut numbers: Vec<usize> = findings.iter().map(|finding| self.number(finding)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The number of a finding.
    pub(crate) fn number(&self, finding: &Arc<Finding>) -> usize {
        let mut numbered = self.numbered.borrow_mut();
        let says_the_same = |note: &Vec<Arc<Finding>>| {
            note.first().is_some_and(|first| {
                first.code == finding.code
                    && first.message == finding.message
                    && first.advice() == finding.advice()
            })
        };
        let Some(at) = numbered.iter().position(says_the_same) else {
            numbered.push(vec![Arc::clone(finding)]);
            return numbered.len();
        };
        if !numbered[at].iter().any(|known| place(known) == place(finding)) {
            numbered[at].push(Arc::clone(finding));
        }
        at + 1
    }

    /// All notes so far.
    pub(crate) fn views(&self) -> Vec<NoteView> {
        let numbered = self.numbered.borrow();
        numbered.iter().enumerate().filter_map(|(index, note)| view(index + 1, note)).collect()
    }
}

fn view(number: usize, findings: &[Arc<Finding>]) -> Option<NoteView> {
    let first = findings.first()?;
    let places: Vec<String> =
        findings.iter().take(PRINTED_PLACES).map(|finding| place(finding)).collect();
    Some(NoteView {
        number,
        code: first.code.word().to_owned(),
        level: match first.level() {
            Level::Note => "Note",
            Level::Warning => "Warning",
            Level::Error => "Error",
        }
        .to_owned(),
        // What a tool said may end in a full stop; messages do not.
        message: english::plain(first.message.trim_end_matches('.')),
        place: english::places(&places, findings.len().saturating_sub(PRINTED_PLACES)),
        advice: english::advice_in_print(first.advice()),
    })
}

/// The input and the place in it.
fn place(finding: &Finding) -> String {
    match &finding.locator {
        Some(locator) => format!("{}, {locator}", finding.source),
        None => finding.source.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::Notes;
    use plimsoll_schema::{Code, Finding};
    use std::sync::Arc;

    fn finding(source: &str, message: &str) -> Arc<Finding> {
        Arc::new(Finding::new(Code::JobFailed, source, message))
    }

    #[test]
    fn a_finding_has_one_number() {
        let (one, other) = (finding("a.json", "one"), finding("a.json", "other"));
        let notes = Notes::default();
        assert_eq!(notes.number(&one), 1);
        assert_eq!(notes.numbers(&[Arc::clone(&other), Arc::clone(&one)]), [1, 2]);
        assert_eq!(notes.number(&finding("a.json", "one")), 1, "the same words of the same place");
        assert_eq!(notes.views().len(), 2);
        assert_eq!(notes.views()[0].place, "a.json");
    }

    #[test]
    fn the_same_of_several_inputs_is_one_note_with_its_places() {
        let notes = Notes::default();
        for name in ["a.json", "b.json", "c.json", "d.json", "e.json"] {
            assert_eq!(notes.number(&finding(name, "the disk was full")), 1);
        }
        assert_eq!(notes.views()[0].place, "a.json; b.json; c.json; and 2 more places");
    }
}
