//! What stands in one field of a table.

use std::borrow::Cow;

/// The type of a column, in the words of the contract.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// Text.
    Text,
    /// A whole number from 0.
    Integer,
    /// A number.
    Float,
    /// A list of texts.
    TextList,
}

impl ColumnType {
    /// The word in the documentation.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "int",
            Self::Float => "float",
            Self::TextList => "list of text",
        }
    }
}

/// One field.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    /// Not known.
    Null,
    /// Text.
    Text(Cow<'a, str>),
    /// A whole number.
    Integer(u64),
    /// A number; always finite.
    Float(f64),
    /// A list of texts.
    TextList(Vec<&'a str>),
}

impl<'a> Cell<'a> {
    pub(crate) fn text(text: Option<impl Into<Cow<'a, str>>>) -> Self {
        text.map_or(Self::Null, |text| Self::Text(text.into()))
    }

    pub(crate) fn integer(value: Option<u64>) -> Self {
        value.map_or(Self::Null, Self::Integer)
    }

    pub(crate) fn float(value: Option<f64>) -> Self {
        value.filter(|value| value.is_finite()).map_or(Self::Null, Self::Float)
    }
}
