//! What a stream can show: colours, characters, columns.

use clap::ValueEnum;
use clap::builder::styling::{AnsiColor, Style};
use std::ffi::OsString;
use std::fmt;
use std::io::IsTerminal;
use terminal_size::{Height, Width};

/// Columns where the output is no terminal: a log, a mail, a page of a review.
const COLUMNS_ELSEWHERE: usize = 100;

/// No output is cut to fewer columns.
const LEAST_COLUMNS: usize = 40;

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl From<ColourWhen> for clap::ColorChoice {
    fn from(when: ColourWhen) -> Self {
        match when {
            ColourWhen::Auto => Self::Auto,
            ColourWhen::Always => Self::Always,
            ColourWhen::Never => Self::Never,
        }
    }
}

/// What `--color` says, for help and usage errors: these are printed before the arguments are
/// parsed, or because they cannot be.
pub(crate) fn asked_for(arguments: &[OsString]) -> ColourWhen {
    let words: Vec<&str> = arguments.iter().filter_map(|word| word.to_str()).collect();
    let joined = words.iter().rev().find_map(|word| word.strip_prefix("--color="));
    let apart = || words.windows(2).rev().find(|pair| pair[0] == "--color").map(|pair| pair[1]);
    joined
        .or_else(apart)
        .and_then(|word| ColourWhen::from_str(word, false).ok())
        .unwrap_or(ColourWhen::Auto)
}

/// What one output stream can show.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    /// Colours and bold print.
    pub(crate) colour: bool,
    /// Box characters; otherwise lines are drawn in ASCII.
    pub(crate) boxes: bool,
    /// Columns.
    pub(crate) columns: usize,
}

impl Look {
    /// Of standard output.
    pub(crate) fn of_stdout(when: ColourWhen) -> Self {
        let stdout = std::io::stdout();
        let size = terminal_size::terminal_size_of(&stdout);
        Self::of(stdout.is_terminal(), size, when)
    }

    /// Of standard error.
    pub(crate) fn of_stderr(when: ColourWhen) -> Self {
        let stderr = std::io::stderr();
        let size = terminal_size::terminal_size_of(&stderr);
        Self::of(stderr.is_terminal(), size, when)
    }

    fn of(is_terminal: bool, size: Option<(Width, Height)>, when: ColourWhen) -> Self {
        let columns = match size {
            Some((width, _)) if is_terminal => usize::from(width.0).clamp(LEAST_COLUMNS, 140),
            _ => COLUMNS_ELSEWHERE,
        };
        let variable = |name: &str| std::env::var(name).unwrap_or_default();
        Self {
            colour: has_colour(when, is_terminal, variable),
            boxes: is_terminal && has_boxes(variable),
            columns,
        }
    }

    /// A text in a style, if there are colours.
    pub(crate) fn styled<T: fmt::Display>(self, style: Style, text: T) -> impl fmt::Display {
        let style = if self.colour { style } else { Style::new() };
        fmt::from_fn(move |formatter| write!(formatter, "{style}{text}{style:#}"))
    }
}

/// Names of inputs, codes, headers.
pub(crate) const STRONG: Style = Style::new().bold();
/// What is there on every input.
pub(crate) const FAINT: Style = Style::new().dimmed();
/// Something is wrong.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default();
/// Something is doubtful.
pub(crate) const WARNING: Style = AnsiColor::Yellow.on_default();
/// Something is worth knowing.
pub(crate) const NOTE: Style = AnsiColor::Cyan.on_default();

/// Whether colours are used, given the values of environment variables (empty if not set).
fn has_colour(when: ColourWhen, is_terminal: bool, variable: impl Fn(&str) -> String) -> bool {
    match when {
        ColourWhen::Always => true,
        ColourWhen::Never => false,
        ColourWhen::Auto => {
            is_terminal && variable("NO_COLOR").is_empty() && variable("TERM") != "dumb"
        }
    }
}

/// Whether a terminal draws box characters: its locale's characters are UTF-8. Terminals of Windows
/// and macOS always do.
fn has_boxes(variable: impl Fn(&str) -> String) -> bool {
    if variable("TERM") == "dumb" {
        return false;
    }
    // The first of these that is set decides (POSIX).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().map(variable);
    let locale = locale.into_iter().find(|value| !value.is_empty()).unwrap_or_default();
    let locale = locale.to_ascii_uppercase();
    cfg!(any(windows, target_os = "macos")) || locale.contains("UTF-8") || locale.contains("UTF8")
}

/// A text from an input, without what a terminal would obey: control characters, and those that
/// turn the direction of writing.
pub(crate) fn printable(text: &str) -> String {
    text.chars().map(printable_character).collect()
}

/// The character, or U+FFFD for one that a terminal would obey.
pub(crate) fn printable_character(character: char) -> char {
    if is_obeyed(character) { '\u{FFFD}' } else { character }
}

/// A line for standard error, wrapped at words where that is a terminal. Elsewhere a line stays a
/// line, for those who look for it.
pub(crate) fn wrapped_for_stderr(line: &str) -> String {
    let stderr = std::io::stderr();
    match terminal_size::terminal_size_of(&stderr) {
        Some((width, _)) if stderr.is_terminal() => {
            textwrap::fill(line, usize::from(width.0).max(LEAST_COLUMNS))
        }
        _ => line.to_owned(),
    }
}

fn is_obeyed(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::{ColourWhen, asked_for, has_boxes, has_colour, printable};

    #[test]
    fn the_last_word_on_colour_counts_whatever_else_is_wrong() {
        for (arguments, when) in [
            ("plimsoll", ColourWhen::Auto),
            ("plimsoll convert --color", ColourWhen::Auto),
            ("plimsoll --color purple", ColourWhen::Auto),
            ("plimsoll --no-such --color=never", ColourWhen::Never),
            ("plimsoll --color always --help", ColourWhen::Always),
            ("plimsoll --color=never --color=always", ColourWhen::Always),
        ] {
            let words: Vec<_> = arguments.split(' ').map(Into::into).collect();
            assert_eq!(asked_for(&words), when, "{arguments}");
        }
    }

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        for (when, is_terminal, set, expected) in [
            (ColourWhen::Auto, true, ("TERM", "xterm"), true),
            (ColourWhen::Auto, true, ("NO_COLOR", ""), true),
            (ColourWhen::Auto, true, ("NO_COLOR", "1"), false),
            (ColourWhen::Auto, true, ("TERM", "dumb"), false),
            (ColourWhen::Auto, false, ("TERM", "xterm"), false),
            (ColourWhen::Always, false, ("NO_COLOR", "1"), true),
            (ColourWhen::Never, true, ("TERM", "xterm"), false),
        ] {
            let variable =
                |name: &str| if name == set.0 { set.1.to_owned() } else { String::new() };
            assert_eq!(has_colour(when, is_terminal, variable), expected, "{when:?} {set:?}");
        }
    }

    #[test]
    #[cfg(not(any(windows, target_os = "macos")))]
    fn boxes_are_for_terminals_of_utf_8() {
        for (set, expected) in [
            (&[("LANG", "de_DE.UTF-8")][..], true),
            (&[("LANG", "C.utf8"), ("TERM", "xterm")], true),
            (&[("LANG", "C.UTF-8"), ("LC_ALL", "C")], false),
            (&[("LANG", "C.UTF-8"), ("TERM", "dumb")], false),
            (&[], false),
        ] {
            let variable = |name: &str| {
                let found = set.iter().find(|(set, _)| *set == name);
                found.map_or(String::new(), |(_, value)| (*value).to_owned())
            };
            assert_eq!(has_boxes(variable), expected, "{set:?}");
        }
    }

    #[test]
    fn nothing_in_a_text_moves_the_cursor() {
        assert_eq!(
            printable("a\u{1b}[31m\r\n\u{9b}\u{202e}b測"),
            "a\u{FFFD}[31m\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}b測"
        );
    }
}
