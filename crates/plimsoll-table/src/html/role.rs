//! What an element is for a reader of tables.

use html5ever::{Attribute, QualName};

/// What an element is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Role {
    /// Part of the text around it.
    Inline,
    /// Not shown to people, or said a second time.
    Hidden,
    /// A line break.
    Break,
    /// A picture with a short text, which may be the mark of a note.
    Picture(String),
    /// A raised text: the mark of a note.
    Raised,
    /// A link to a note of the same page.
    NoteLink,
    /// The title of the page.
    Title,
    /// Parts a paragraph from the one before.
    Flow,
    /// A list.
    List,
    /// An item of a list.
    Item,
    /// A heading of a level.
    Heading(u8),
    /// A caption of a figure.
    Caption,
    /// Program text.
    Code,
    /// A table.
    Table,
    /// The caption of a table.
    TableCaption,
    /// A group of rows; whether it is the header.
    RowGroup(bool),
    /// A row.
    Row,
    /// A cell.
    Cell(CellTraits),
}

/// How a cell is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct CellTraits {
    pub(super) is_header: bool,
    pub(super) columns: usize,
    /// `None` is to the end of its group.
    pub(super) rows: Option<usize>,
}

/// What HTML lets a cell span, whatever the page asks for.
const MOST_COLUMNS: usize = 1_000;
const MOST_ROWS: usize = 65_534;

/// The longest text of a picture that is taken for the mark of a note, in characters.
const LONGEST_MARK: usize = 40;

impl Role {
    /// The role of an element.
    pub(super) fn of(name: &QualName, attributes: &[Attribute]) -> Self {
        let role = Self::of_name(&name.local, attributes);
        if role != Self::Hidden && is_hidden(attributes) { Self::Hidden } else { role }
    }

    fn of_name(name: &str, attributes: &[Attribute]) -> Self {
        match name {
            "script" | "style" | "template" | "noscript" | "svg" | "iframe" | "object"
            | "select" | "datalist" | "textarea" | "button" | "audio" | "video" | "canvas"
            | "del" | "s" | "strike" => Self::Hidden,
            // What is lowered is another word: `IOPS<sub>max</sub>`.
            "br" | "sub" => Self::Break,
            "img" => match value(attributes, "alt") {
                Some(text) if text.chars().count() <= LONGEST_MARK => {
                    Self::Picture(text.to_owned())
                }
                _ => Self::Inline,
            },
            "sup" => Self::Raised,
            "a" if is_note_link(attributes) => Self::NoteLink,
            "title" => Self::Title,
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => Self::Heading(name.as_bytes()[1] - b'0'),
            "ul" | "ol" | "menu" | "dir" => Self::List,
            "li" => Self::Item,
            "figcaption" => Self::Caption,
            "pre" | "xmp" | "listing" => Self::Code,
            "table" => Self::Table,
            "caption" => Self::TableCaption,
            "thead" => Self::RowGroup(true),
            "tbody" | "tfoot" => Self::RowGroup(false),
            "tr" => Self::Row,
            "td" | "th" => Self::Cell(CellTraits {
                is_header: name == "th",
                columns: span(attributes, "colspan").unwrap_or(1).clamp(1, MOST_COLUMNS),
                rows: match span(attributes, "rowspan") {
                    Some(0) => None,
                    rows => Some(rows.unwrap_or(1).min(MOST_ROWS)),
                },
            }),
            "address" | "article" | "aside" | "blockquote" | "body" | "center" | "dd"
            | "details" | "dialog" | "div" | "dl" | "dt" | "fieldset" | "figure" | "footer"
            | "form" | "header" | "hgroup" | "hr" | "html" | "legend" | "main" | "nav" | "p"
            | "search" | "section" | "summary" => Self::Flow,
            _ => Self::Inline,
        }
    }
}

/// The value of an attribute.
pub(super) fn value<'a>(attributes: &'a [Attribute], name: &str) -> Option<&'a str> {
    attributes
        .iter()
        .find(|attribute| &*attribute.name.local == name)
        .map(|attribute| &*attribute.value)
}

/// A number of columns or rows as browsers read it: the digits at its begin.
fn span(attributes: &[Attribute], name: &str) -> Option<usize> {
    let text = value(attributes, name)?.trim_start();
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let digits = text[..end].trim_start_matches('0');
    match (end, digits.len()) {
        (0, _) => None,
        // More digits than any span has.
        (_, 7..) => Some(usize::MAX),
        (_, 0) => Some(0),
        _ => digits.parse().ok(),
    }
}

/// What a browser does not show, what only programs that read aloud say, and the original that stands behind each
/// translated sentence of bilingual pages (`sxs-lookup`).
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &*attribute.name.local {
        "hidden" => &*attribute.value != "until-found",
        "style" => {
            let style: String = attribute.value.split_whitespace().collect();
            let style = style.to_ascii_lowercase();
            style.contains("display:none") || style.contains("visibility:hidden")
        }
        "class" => attribute
            .value
            .split_whitespace()
            .any(|class| matches!(class, "sxs-lookup" | "sr-only" | "visually-hidden")),
        _ => false,
    })
}

fn is_note_link(attributes: &[Attribute]) -> bool {
    let refers = value(attributes, "href").is_some_and(|href| href.starts_with('#'));
    refers || value(attributes, "role") == Some("doc-noteref")
}

#[cfg(test)]
mod tests {
    use super::span;
    use html5ever::{Attribute, LocalName, QualName, ns};

    fn spanning(text: &str) -> Option<usize> {
        let name = QualName::new(None, ns!(), LocalName::from("rowspan"));
        span(&[Attribute { name, value: text.into() }], "rowspan")
    }

    #[test]
    fn spans_are_read_as_browsers_do() {
        assert_eq!(spanning(" 02x"), Some(2));
        assert_eq!(spanning("0"), Some(0));
        assert_eq!(spanning("x"), None);
        assert_eq!(spanning(&"9".repeat(400)), Some(usize::MAX));
    }
}
