//! How sure the reading of a published value is.

use plimsoll_schema::Code;
use serde::Deserialize;
use std::fmt;

/// How sure the reading of a published value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// Two languages of the page print the same value.
    Agreed,
    /// One page says so; there was no second one to compare with.
    OneSource,
    /// A whole sentence of a page that is damaged elsewhere.
    UndamagedSentence,
    /// The numeral had been moved, and was put back by the order of the sentence's numerals.
    Repaired,
    /// The numeral stands in its own place inside a damaged sentence.
    RepairedInPlace,
    /// The program read it from the page, and nobody has compared it with the page since.
    Imported,
}

impl Status {
    /// The word, as it stands in a catalogue file.
    pub fn word(self) -> &'static str {
        match self {
            Self::Agreed => "agreed",
            Self::OneSource => "one-source",
            Self::UndamagedSentence => "undamaged-sentence",
            Self::Repaired => "repaired",
            Self::RepairedInPlace => "repaired-in-place",
            Self::Imported => "imported",
        }
    }

    /// What it says, in a clause without a full stop.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Agreed => "all read languages of the page print the same value",
            Self::OneSource => "one page says so, and there was no second one to compare with",
            Self::UndamagedSentence => "the sentence is whole, but the page is damaged elsewhere",
            Self::Repaired => {
                "machine translation had moved the numerals of the sentence; \
                 they were read in their original order, and the unit from the sense"
            }
            Self::RepairedInPlace => {
                "machine translation had moved numerals of the sentence; \
                 this one stands in its own place, as their original order confirms"
            }
            Self::Imported => "read from the page by program, and reviewed by nobody",
        }
    }

    /// The code of the footnote that figures of this status carry; `None` where none is needed.
    pub fn code(self) -> Option<Code> {
        match self {
            Self::Agreed | Self::OneSource => None,
            Self::UndamagedSentence => Some(Code::ReferenceDamagedPage),
            Self::Repaired | Self::RepairedInPlace => Some(Code::ReferenceRepaired),
            Self::Imported => Some(Code::ReferenceUnreviewed),
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.word())
    }
}
