//! Markdown by minijinja.
//!
//! Templates see the view and nothing else: no files, no network. Whatever they print is escaped,
//! so that a job name cannot become a heading, a link or an element.

use crate::pdf::{TEMPLATES, turns_direction};
use crate::view::ReportView;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{AutoEscape, Environment, Output, State, UndefinedBehavior, Value};
use std::collections::BTreeMap;
use std::fmt;

/// Templates by name, for instance `markdown/report.md.j2` or `pdf/table.typ`: the built-in ones,
/// and those that replace them.
#[derive(Debug, Clone)]
pub struct Templates {
    texts: BTreeMap<String, String>,
}

/// Where the templates of the Markdown stand.
const FOLDER: &str = "markdown/";

/// What is wrong with a template.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TemplateError {
    /// The template's name.
    pub template: String,
    /// The line in it, from 1.
    pub line: Option<usize>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(formatter, "{}:{line}: {}", self.template, self.message),
            None => write!(formatter, "{}: {}", self.template, self.message),
        }
    }
}

impl std::error::Error for TemplateError {}

/// How many steps a template may take. The built-in ones stay far below it with 2,000 inputs; two
/// nested loops of 90,000 turns are stopped by it.
const FUEL: u64 = 100_000_000;

/// The template that is rendered.
const REPORT: &str = "markdown/report.md.j2";

impl Templates {
    /// The built-in templates.
    pub fn built_in() -> Self {
        let texts = [
            (REPORT, include_str!("../../../templates/markdown/report.md.j2")),
            ("markdown/table.md.j2", include_str!("../../../templates/markdown/table.md.j2")),
        ];
        let of_pdf = TEMPLATES.iter().map(|it| (format!("pdf/{}", it.name), it.text.to_owned()));
        let of_markdown = texts.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned()));
        Self { texts: of_markdown.chain(of_pdf).collect() }
    }

    /// The names of all templates.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.texts.keys().map(String::as_str)
    }

    /// Those below a folder, without its name.
    pub(crate) fn own(&self, folder: &str) -> BTreeMap<String, String> {
        let below = |(name, text): (&String, &String)| {
            Some((name.strip_prefix(folder)?.to_owned(), text.clone()))
        };
        self.texts.iter().filter_map(below).collect()
    }

    /// Replaces a template, or adds one that others include.
    pub fn replace(&mut self, name: &str, text: String) {
        self.texts.insert(name.to_owned(), text);
    }
}

/// Renders the view. Names that a template uses and the view does not have are errors.
pub(crate) fn render(view: &ReportView, templates: &Templates) -> Result<String, TemplateError> {
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_fuel(Some(FUEL));
    let syntax = SyntaxConfig::builder()
        .trim_blocks(true)
        .lstrip_blocks(true)
        .keep_trailing_newline(true)
        .build()
        .map_err(|error| template_error(&error, REPORT))?;
    environment.set_syntax(syntax);
    environment.set_auto_escape_callback(|_| AutoEscape::Custom("markdown".into()));
    environment.set_formatter(write_escaped);
    for (name, text) in templates.texts.iter().filter(|(name, _)| name.starts_with(FOLDER)) {
        environment
            .add_template_owned(name.clone(), text.clone())
            .map_err(|error| template_error(&error, name))?;
    }
    let template =
        environment.get_template(REPORT).map_err(|error| template_error(&error, REPORT))?;
    template.render(Serde(view)).map_err(|error| template_error(&error, REPORT))
}

fn template_error(error: &minijinja::Error, rendered: &str) -> TemplateError {
    let innermost = std::iter::successors(
        std::error::Error::source(error).and_then(|it| it.downcast_ref::<minijinja::Error>()),
        |error| std::error::Error::source(*error).and_then(|it| it.downcast_ref()),
    )
    .last()
    .unwrap_or(error);
    let message = match innermost.detail() {
        Some(detail) => format!("{}: {detail}", innermost.kind()),
        None => innermost.kind().to_string(),
    };
    TemplateError {
        template: innermost.name().unwrap_or(rendered).to_owned(),
        line: innermost.line(),
        message,
    }
}

fn write_escaped(
    output: &mut Output<'_>,
    _: &mut State<'_, '_>,
    value: &Value,
) -> Result<(), minijinja::Error> {
    let written = match value.as_str() {
        Some(text) if value.is_safe() => output.write_str(text),
        Some(text) => output.write_str(&escape(text)),
        None => write!(output, "{value}"),
    };
    written.map_err(minijinja::Error::from)
}

/// Escapes what would be markup. Line breaks become blanks; `_` within a word is left, because it
/// is none there and names are full of it.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let characters: Vec<char> = text.chars().collect();
    let is_word = |at: Option<usize>| {
        at.and_then(|at| characters.get(at)).is_some_and(|it| it.is_alphanumeric())
    };
    for (at, character) in characters.iter().enumerate() {
        match character {
            '\n' | '\r' | '\t' => escaped.push(' '),
            character if character.is_control() || turns_direction(*character) => {
                escaped.push(char::REPLACEMENT_CHARACTER);
            }
            '<' => escaped.push_str("&lt;"),
            '&' => escaped.push_str("&amp;"),
            '_' if is_word(at.checked_sub(1)) && is_word(Some(at + 1)) => escaped.push('_'),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' | '$' => {
                escaped.extend(['\\', *character]);
            }
            // Code hosts make links of bare addresses.
            ':' if characters[at..].starts_with(&[':', '/', '/']) => escaped.push_str("&#58;"),
            '@' => escaped.push_str("&#64;"),
            '.' if ends_with_www(&characters[..at]) => escaped.push_str("&#46;"),
            '#' | '>' | '+' | '-' if at == 0 => escaped.extend(['\\', *character]),
            character => escaped.push(*character),
        }
    }
    escaped
}

fn ends_with_www(before: &[char]) -> bool {
    let last = before.len().saturating_sub(3);
    before[last..].iter().collect::<String>().eq_ignore_ascii_case("www")
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn what_comes_from_inputs_cannot_become_markup() {
        for (text, escaped) in [
            ("rand_read-4k", "rand_read-4k"),
            ("_x_", "\\_x\\_"),
            ("a|b", "a\\|b"),
            ("<script>", "&lt;script>"),
            ("[x](http://y)", "\\[x\\](http&#58;//y)"),
            ("# title\nnext", "\\# title next"),
            ("`code` *b*", "\\`code\\` \\*b\\*"),
            ("bell\u{7}", "bell\u{FFFD}"),
            (
                "http://x.example, WWW.x.example, a@b.example",
                "http&#58;//x.example, WWW&#46;x.example, a&#64;b.example",
            ),
            ("$x^2$ a\u{202E}b", "\\$x^2\\$ a\u{FFFD}b"),
            ("≈ 157,000", "≈ 157,000"),
        ] {
            assert_eq!(escape(text), escaped);
        }
    }
}
