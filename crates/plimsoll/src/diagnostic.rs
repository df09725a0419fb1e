//! A finding, drawn for a person by miette.

use crate::excerpt::ShownExcerpt;
use crate::look::{Look, printable};
use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, Severity, SourceCode,
    ThemeCharacters, ThemeStyles,
};
use plimsoll_schema::{Finding, Level};
use std::fmt;

/// What miette draws beside an excerpt: line numbers and a frame.
const FRAME_COLUMNS: usize = 12;

/// A finding as it is printed, line feed at its end.
pub(crate) fn render(finding: &Finding, look: Look) -> String {
    let columns = look.columns.saturating_sub(FRAME_COLUMNS);
    let excerpt = finding.excerpt.as_ref().map(|excerpt| ShownExcerpt::of(excerpt, columns));
    let drawn = Drawn { finding, excerpt };
    let theme = GraphicalTheme {
        characters: if look.boxes { ThemeCharacters::unicode() } else { ThemeCharacters::ascii() },
        styles: if look.colour { ThemeStyles::ansi() } else { ThemeStyles::none() },
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_width(look.columns)
        .without_primary_span_start();
    let mut text = String::new();
    // Writing into memory fails only if miette cannot draw; what counts is said all the same.
    if handler.render_report(&mut text, &drawn).is_err() {
        text = format!("{}: {drawn}\n", finding.code.word());
    }
    text
}

/// Where a finding is: the input, and the place in it.
pub(crate) fn place(finding: &Finding) -> String {
    match &finding.locator {
        Some(locator) => printable(&format!("{}, {locator}", finding.source)),
        None => printable(&finding.source),
    }
}

#[derive(Debug)]
struct Drawn<'a> {
    finding: &'a Finding,
    excerpt: Option<ShownExcerpt>,
}

impl fmt::Display for Drawn<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}\n{}", printable(&self.finding.message), place(self.finding))
    }
}

impl std::error::Error for Drawn<'_> {}

impl Diagnostic for Drawn<'_> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("{}[{}]", self.finding.level(), self.finding.code.word())))
    }

    fn severity(&self) -> Option<Severity> {
        Some(match self.finding.level() {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
            Level::Note => Severity::Advice,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(printable(self.finding.advice())))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.excerpt.as_ref().map(|excerpt| excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let excerpt = self.excerpt.as_ref()?;
        let (start, length) = (excerpt.highlight.start, excerpt.highlight.len());
        let label =
            LabeledSpan::new_primary_with_span(Some(excerpt.label.clone()), (start, length));
        Some(Box::new(std::iter::once(label)))
    }
}

#[cfg(test)]
mod tests {
    use super::render;
    use crate::look::Look;
    use plimsoll_schema::{Code, Excerpt, Finding};
    use proptest::prelude::*;
    use unicode_width::UnicodeWidthStr as _;

    fn finding(text: String, first_line: usize, highlight: std::ops::Range<usize>) -> Finding {
        let excerpt = Excerpt { text, first_line, highlight, label: "meant".into() };
        Finding::new(Code::CutOff, "a.json", "it ends early").showing(excerpt)
    }

    #[test]
    fn lines_have_the_numbers_of_the_input() {
        let look = Look { colour: false, boxes: false, columns: 60 };
        let drawn = render(&finding("one\ntwo\nthree".into(), 99, 4..7), look);
        let lines: Vec<&str> = drawn.lines().skip_while(|line| !line.contains(",--")).collect();
        let expected = [
            "     ,----",
            "  99 | one",
            " 100 | two",
            "     : ^|^",
            "     :  `-- meant",
            " 101 | three",
        ];
        assert_eq!(lines[..6], expected, "{drawn}");
    }

    proptest! {
        #[test]
        fn any_excerpt_is_drawn_within_the_columns(
            text in "[a測\t\r\n\u{1b}]{0,300}",
            first_line in 1usize..100_000,
            from in 0usize..400,
            length in 0usize..50,
            columns in 40usize..140,
            boxes in any::<bool>(),
        ) {
            let look = Look { colour: false, boxes, columns };
            let drawn = render(&finding(text.clone(), first_line, from..from + length), look);
            // The label stands right of the place it belongs to, and may reach further.
            for line in drawn.lines().filter(|line| !line.contains("meant")) {
                prop_assert!(line.width() <= columns, "{} columns: {line}", line.width());
            }
            prop_assert!(drawn.contains("warning[cut-off]") && drawn.contains("it ends early"));
            let is_boundary = |at: usize| text.is_char_boundary(at.min(text.len()));
            if from <= text.len() && is_boundary(from) && is_boundary(from + length) {
                prop_assert!(drawn.contains("meant"), "{drawn}");
            }
        }
    }
}
