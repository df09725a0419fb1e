//! `plimsoll explain`: the registry of findings.

use crate::arguments::ExplainArguments;
use crate::destination::Destination;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{ColourWhen, ERROR, Look, NOTE, STRONG, WARNING};
use clap::builder::styling::Style;
use plimsoll_schema::{Code, Explanation, Level};
use std::io::{self, Write};

/// Text is read more easily in lines that are not too long: no longer than those of `--help`.
const TEXT_COLUMNS: usize = 100;

/// Prints one entry, or the list of all.
pub(crate) fn run(arguments: &ExplainArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    let look = Look::of_stdout(colour);
    let mut stdout = Destination::stdout();
    match &arguments.code {
        Some(word) => {
            let code = Code::from_word(word).ok_or_else(|| unknown(word))?;
            write_entry(&mut stdout, code, look)?;
        }
        None => write_list(&mut stdout, look)?,
    }
    stdout.complete()?;
    Ok(Exit::Read)
}

fn write_entry(to: &mut impl Write, code: Code, look: Look) -> io::Result<()> {
    let Explanation { meaning, consequence, advice } = code.explanation();
    let columns = look.columns.min(TEXT_COLUMNS);
    let level = look.styled(style(code.level()), code.level());
    writeln!(to, "{} ({level})\n", look.styled(STRONG, code.word()))?;
    writeln!(to, "{}\n", textwrap::fill(&format!("{meaning} {consequence}"), columns))?;
    writeln!(to, "{}", textwrap::fill(&format!("What to do: {advice}"), columns))
}

fn write_list(to: &mut impl Write, look: Look) -> io::Result<()> {
    let columns = look.columns.min(TEXT_COLUMNS);
    let width = Code::ALL.iter().map(|code| code.word().len()).max().unwrap_or(0);
    for code in Code::ALL {
        let (word, level) =
            (format!("{:width$}", code.word()), format!("{:7}", code.level().word()));
        let indent = " ".repeat(width + 11);
        let options = textwrap::Options::new(columns).subsequent_indent(&indent);
        let meaning = textwrap::fill(&format!("{indent}{}", code.explanation().meaning), options);
        let level = look.styled(style(code.level()), level);
        writeln!(to, "{}  {level}  {}", look.styled(STRONG, word), meaning.trim_start())?;
    }
    Ok(())
}

/// How a level is coloured.
pub(crate) fn style(level: Level) -> Style {
    match level {
        Level::Error => ERROR,
        Level::Warning => WARNING,
        Level::Note => NOTE,
    }
}

fn unknown(word: &str) -> CommandError {
    let nearest = nearest(word);
    let tip = match nearest.as_slice() {
        [] => "`plimsoll explain` lists all codes".to_owned(),
        [code] => format!("a similar code exists: {code}"),
        codes => format!("similar codes exist: {}", codes.join(", ")),
    };
    let message = format!("there is no finding code '{word}'");
    CommandError::Usage { subcommand: "explain", message, tip }
}

/// At most three codes that could have been meant, the most similar one first.
fn nearest(word: &str) -> Vec<&'static str> {
    let word = word.to_lowercase().replace('_', "-");
    let similarity = |code: &str| {
        let has_word = word.len() > 2 && code.split('-').any(|part| word.contains(part));
        strsim::jaro_winkler(&word, code) + if has_word { 0.2 } else { 0.0 }
    };
    let mut similar: Vec<(f64, &str)> =
        Code::ALL.iter().map(|code| (similarity(code.word()), code.word())).collect();
    similar.retain(|(similarity, _)| *similarity > 0.8);
    similar.sort_by(|one, other| other.0.total_cmp(&one.0));
    similar.into_iter().take(3).map(|(_, code)| code).collect()
}
