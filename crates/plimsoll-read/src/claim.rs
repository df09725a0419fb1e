//! Claims, and the choice among them.

use crate::Reader;
use crate::entry::Listing;
use plimsoll_schema::{Code, Finding};
use std::sync::Arc;

/// How sure a reader is that an input is its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Confidence {
    /// The user said so with `--from`.
    Told,
    /// The name or a common shape speaks for it.
    Possible,
    /// The content looks like it, but others could look the same.
    Likely,
    /// Nothing else looks like this.
    Certain,
}

/// Entries of a listing that are one input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claim {
    /// Indices of the listing's entries, ascending.
    pub entries: Vec<usize>,
    /// How sure the reader is.
    pub confidence: Confidence,
    /// Why, in one sentence without a full stop.
    pub why: String,
    /// The entry that the input is called after, if it is one of several and they are not the folder
    /// as such: a result with the logs beside it.
    pub called_after: Option<usize>,
}

impl Claim {
    /// What the input is called: the entry if there is one, or the one it is called after, else the
    /// folder.
    pub fn source<'l>(&self, listing: &'l Listing<'_>) -> &'l Arc<str> {
        let entry = match self.entries.as_slice() {
            [entry] => Some(*entry),
            _ => self.called_after,
        };
        let entry = entry.and_then(|entry| listing.entries.get(entry));
        entry.map_or(&listing.folder, |entry| &entry.source)
    }

    /// A claim on several entries that are the folder as such.
    pub fn on_entries(entries: Vec<usize>, confidence: Confidence, why: impl Into<String>) -> Self {
        Self { entries, confidence, why: why.into(), called_after: None }
    }

    /// A claim on a single entry.
    pub fn on_entry(entry: usize, confidence: Confidence, why: impl Into<String>) -> Self {
        Self { entries: vec![entry], confidence, why: why.into(), called_after: None }
    }
}

/// A claim that won, and whose it is.
#[derive(Debug)]
pub struct Choice {
    /// Index of the reader.
    pub reader: usize,
    /// What it claimed.
    pub claim: Claim,
}

/// Chooses among the claims of all readers on a listing. Choices come in the order of their first
/// entries. Two claims on one entry: the surer one wins; among equally sure ones the first reader,
/// with a finding that tells both reasons.
///
/// With `from`, only the reader of that format is asked, and entries that the user named are its
/// own even if it does not recognise them.
pub fn choose(
    listing: &Listing<'_>,
    readers: &[&dyn Reader],
    from: Option<&str>,
) -> (Vec<Choice>, Vec<Finding>) {
    let mut choices: Vec<Choice> = Vec::new();
    for (reader, asked) in readers.iter().enumerate() {
        if from.is_some_and(|name| name != asked.format().name)
            || are_claimed_surer(listing, &choices, asked.greatest_confidence())
        {
            continue;
        }
        choices.extend(asked.claim(listing).into_iter().map(|claim| Choice { reader, claim }));
        if from.is_some() {
            choices.extend(told(listing, &choices, reader));
        }
    }
    // Stable: among equally sure claims the first reader stays first.
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.claim.confidence));
    let mut findings = Vec::new();
    let mut owner: Vec<Option<usize>> = vec![None; listing.entries.len()];
    let mut chosen: Vec<Choice> = Vec::new();
    for choice in choices {
        let rival = choice.claim.entries.iter().find_map(|entry| owner[*entry]);
        if let Some(winner) = rival.map(|rival| &chosen[rival]) {
            if winner.claim.confidence == choice.claim.confidence {
                findings.push(tie(listing, readers, winner, &choice));
            }
            continue;
        }
        for entry in &choice.claim.entries {
            owner[*entry] = Some(chosen.len());
        }
        chosen.push(choice);
    }
    chosen.sort_by_key(|choice| choice.claim.entries.first().copied());
    (chosen, findings)
}

/// Whether every entry has a claim of its own that is surer than this. A claim on several entries may lose one
/// of them to another claim, and with it all.
fn are_claimed_surer(listing: &Listing<'_>, choices: &[Choice], confidence: Confidence) -> bool {
    let mut is_left = vec![true; listing.entries.len()];
    for Choice { claim, .. } in choices {
        if let ([entry], true) = (claim.entries.as_slice(), claim.confidence > confidence) {
            is_left[*entry] = false;
        }
    }
    !is_left.contains(&true)
}

/// Claims on the entries that the user named and that no claim covers.
fn told(listing: &Listing<'_>, choices: &[Choice], reader: usize) -> Vec<Choice> {
    let is_free =
        |entry: &usize| !choices.iter().any(|choice| choice.claim.entries.contains(entry));
    (0..listing.entries.len())
        .filter(|entry| listing.entries[*entry].is_named)
        .filter(is_free)
        .map(|entry| {
            let claim = Claim::on_entry(entry, Confidence::Told, "--from names the format");
            Choice { reader, claim }
        })
        .collect()
}

fn tie(listing: &Listing<'_>, readers: &[&dyn Reader], winner: &Choice, other: &Choice) -> Finding {
    let title = |choice: &Choice| readers[choice.reader].format().title;
    let source = winner.claim.source(listing);
    let message = format!(
        "it could be {} ({}) or {} ({}); it was read as {}",
        title(winner),
        winner.claim.why,
        title(other),
        other.claim.why,
        title(winner)
    );
    let name = readers[other.reader].format().name;
    Finding::new(Code::FormatAmbiguous, &**source, message)
        .with_help(format!("use --from {name} to read it as {}", title(other)))
}

#[cfg(test)]
mod tests {
    use super::{Claim, Confidence, choose};
    use crate::entry::{Bundle, Content, Entry, Listing};
    use crate::{Format, Part, ReadError, ReadOptions, Reader, Sink};
    use plimsoll_schema::Origin;
    use std::io::{self, Read};

    struct Nothing;

    impl Content for Nothing {
        fn open(&self) -> io::Result<Box<dyn Read + '_>> {
            Ok(Box::new(io::empty()))
        }

        fn size(&self) -> Option<u64> {
            Some(0)
        }
    }

    /// Claims what it was made with.
    struct Claiming(&'static Format, Vec<Claim>);

    impl Reader for Claiming {
        fn format(&self) -> &'static Format {
            self.0
        }

        fn claim(&self, _: &Listing<'_>) -> Vec<Claim> {
            self.1.clone()
        }

        fn part(&self, _: &Entry<'_>) -> Part {
            Part::Gathers
        }

        fn greatest_confidence(&self) -> Confidence {
            self.1.iter().map(|claim| claim.confidence).max().unwrap_or(Confidence::Told)
        }

        fn read(&self, _: &Bundle<'_>, _: &ReadOptions, _: &mut dyn Sink) -> Result<(), ReadError> {
            Ok(())
        }
    }

    static APPLE: Format =
        Format { name: "apple", title: "Apple", looks_for: "apples", origin: Origin::Measured };
    static PEAR: Format =
        Format { name: "pear", title: "Pear", looks_for: "pears", origin: Origin::Measured };

    /// The chosen (format, entries) and the findings' messages, over a listing of four files.
    fn chosen(
        readers: &[&dyn Reader],
        from: Option<&str>,
    ) -> (Vec<(&'static str, Vec<usize>)>, Vec<String>) {
        let entries: Vec<Entry<'_>> = (0..4)
            .map(|number| Entry {
                name: format!("{number}"),
                source: format!("d/{number}").into(),
                is_named: number == 3,
                content: &Nothing,
            })
            .collect();
        let listing = Listing { folder: "d".into(), entries: &entries };
        let (choices, findings) = choose(&listing, readers, from);
        let choices = choices
            .into_iter()
            .map(|choice| (readers[choice.reader].format().name, choice.claim.entries))
            .collect();
        (choices, findings.into_iter().map(|finding| finding.message).collect())
    }

    fn claim(entries: &[usize], confidence: Confidence) -> Claim {
        Claim {
            entries: entries.to_vec(),
            confidence,
            why: "it smells so".into(),
            called_after: None,
        }
    }

    #[test]
    fn the_surer_claim_wins_and_order_is_that_of_the_entries() {
        let apple = Claiming(
            &APPLE,
            vec![claim(&[2], Confidence::Certain), claim(&[0, 1], Confidence::Likely)],
        );
        let pear = Claiming(&PEAR, vec![claim(&[1], Confidence::Certain)]);
        let (choices, findings) = chosen(&[&apple, &pear], None);
        assert_eq!(choices, [("pear", vec![1]), ("apple", vec![2])]);
        assert!(findings.is_empty(), "{findings:?}");
    }

    #[test]
    fn a_tie_goes_to_the_first_reader_with_both_reasons() {
        let apple = Claiming(&APPLE, vec![claim(&[0], Confidence::Likely)]);
        let pear = Claiming(&PEAR, vec![claim(&[0], Confidence::Likely)]);
        let (choices, findings) = chosen(&[&apple, &pear], None);
        assert_eq!(choices, [("apple", vec![0])]);
        assert_eq!(
            findings,
            ["it could be Apple (it smells so) or Pear (it smells so); it was read as Apple"]
        );
    }

    #[test]
    fn the_user_s_word_gives_named_entries_to_one_reader() {
        let apple = Claiming(&APPLE, vec![claim(&[0], Confidence::Certain)]);
        let pear = Claiming(&PEAR, vec![claim(&[1], Confidence::Possible)]);
        let (choices, findings) = chosen(&[&apple, &pear], Some("pear"));
        assert_eq!(choices, [("pear", vec![1]), ("pear", vec![3])]);
        assert!(findings.is_empty(), "{findings:?}");
    }
}
