//! Findings as numbered notes.

use crate::view::NoteView;
use plimsoll_schema::{Finding, Level};
use std::cell::RefCell;
use std::sync::Arc;

/// Numbers findings in the order in which they are met.
#[derive(Debug, Default)]
pub(crate) struct Notes {
    numbered: RefCell<Vec<Arc<Finding>>>,
}

impl Notes {
    /// The numbers of findings; each finding has one number throughout.
    pub(crate) fn numbers(&self, findings: &[Arc<Finding>]) -> Vec<usize> {
        let mut numbers: Vec<usize> = findings.iter().map(|finding| self.number(finding)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The number of a finding. Findings of equal words are one note.
    pub(crate) fn number(&self, finding: &Arc<Finding>) -> usize {
        let mut numbered = self.numbered.borrow_mut();
        let known = numbered.iter().position(|known| {
            Arc::ptr_eq(known, finding)
                || (known.code == finding.code
                    && known.source == finding.source
                    && known.locator == finding.locator
                    && known.message == finding.message)
        });
        if let Some(at) = known {
            return at + 1;
        }
        numbered.push(Arc::clone(finding));
        numbered.len()
    }

    /// All notes so far.
    pub(crate) fn views(&self) -> Vec<NoteView> {
        let numbered = self.numbered.borrow();
        numbered.iter().enumerate().map(|(index, finding)| view(index + 1, finding)).collect()
    }
}

fn view(number: usize, finding: &Finding) -> NoteView {
    let place = match &finding.locator {
        Some(locator) => format!("{}, {locator}", finding.source),
        None => finding.source.clone(),
    };
    NoteView {
        number,
        code: finding.code.word().to_owned(),
        level: match finding.level() {
            Level::Note => "Note",
            Level::Warning => "Warning",
            Level::Error => "Error",
        }
        .to_owned(),
        message: finding.message.clone(),
        place,
        advice: finding.advice().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::Notes;
    use plimsoll_schema::{Code, Finding};
    use std::sync::Arc;

    #[test]
    fn a_finding_has_one_number() {
        let finding = |message: &str| Arc::new(Finding::new(Code::JobFailed, "a.json", message));
        let (one, other) = (finding("one"), finding("other"));
        let notes = Notes::default();
        assert_eq!(notes.number(&one), 1);
        assert_eq!(notes.numbers(&[Arc::clone(&other), Arc::clone(&one)]), [1, 2]);
        assert_eq!(notes.number(&finding("one")), 1, "equal words are one note");
        assert_eq!(notes.views().len(), 2);
    }
}
