//! Where doubts about a file are, in words.

use plimsoll_schema::{Code, Finding};
use std::sync::Arc;

/// How many places a finding names.
const NAMED: usize = 3;

/// A file of an input.
#[derive(Debug, Clone)]
pub(crate) struct File {
    /// The input as findings name it.
    pub(crate) source: Arc<str>,
    /// Its name, where places have to say in which of several files they are.
    pub(crate) name: Option<String>,
}

impl File {
    /// A place of it.
    pub(crate) fn at(&self, place: &str) -> String {
        match &self.name {
            Some(name) => format!("{name} {place}"),
            None => place.to_owned(),
        }
    }

    /// A finding at one of its lines.
    pub(crate) fn finding_at(
        &self,
        code: Code,
        line: usize,
        message: impl Into<String>,
    ) -> Finding {
        Finding::new(code, &*self.source, message).at(self.at(&format!("line {line}")))
    }
}

/// Places that have something in common; the first ones are remembered.
#[derive(Debug, Default)]
pub(crate) struct Seen {
    first: Vec<usize>,
    count: usize,
}

impl Seen {
    pub(crate) fn push(&mut self, line: usize) {
        self.count += 1;
        if self.first.len() < NAMED {
            self.first.push(line);
        }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The first of them.
    pub(crate) fn first(&self) -> Option<usize> {
        self.first.first().copied()
    }

    /// `line 4`, `lines 4, 9 and 12`, `lines 4, 9, 12 and 5 more`.
    pub(crate) fn in_words(&self) -> String {
        let numbers: Vec<String> = self.first.iter().map(ToString::to_string).collect();
        let more = self.count - self.first.len();
        match (numbers.as_slice(), more) {
            ([one], 0) => format!("line {one}"),
            ([rest @ .., last], 0) => format!("lines {} and {last}", rest.join(", ")),
            (all, more) => format!("lines {} and {more} more", all.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Seen;

    #[test]
    fn the_first_places_are_named_and_the_others_counted() {
        let seen = |lines: &[usize]| {
            let mut seen = Seen::default();
            for line in lines {
                seen.push(*line);
            }
            seen.in_words()
        };
        assert_eq!(seen(&[4]), "line 4");
        assert_eq!(seen(&[4, 9]), "lines 4 and 9");
        assert_eq!(seen(&[4, 9, 12]), "lines 4, 9 and 12");
        assert_eq!(seen(&[4, 9, 12, 13, 14]), "lines 4, 9, 12 and 2 more");
    }
}
