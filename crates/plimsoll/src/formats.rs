//! `plimsoll formats`: what is read, and what is written.

use crate::arguments::To;
use crate::destination::Destination;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{ColourWhen, Look, STRONG};
use crate::readers;
use clap::ValueEnum as _;
use std::io::Write as _;

/// How far a name and its title stand from the left.
const INDENT: &str = "  ";

/// Lists formats.
pub(crate) fn run(colour: ColourWhen) -> Result<Exit, CommandError> {
    let look = Look::of_stdout(colour);
    let mut stdout = Destination::stdout();
    writeln!(stdout, "Read (--from names one instead of finding it out):")?;
    for reader in readers::ALL {
        let format = reader.format();
        let name = look.styled(STRONG, format.name);
        writeln!(stdout, "\n{INDENT}{name}  {}, {}", format.title, format.origin.word())?;
        let indent = INDENT.repeat(2);
        let options =
            textwrap::Options::new(look.columns).initial_indent(&indent).subsequent_indent(&indent);
        writeln!(stdout, "{}", textwrap::fill(format.looks_for, options))?;
    }
    writeln!(stdout, "\nWritten by convert (--to, or by the name of the output):\n")?;
    for to in To::value_variants() {
        let Some(value) = to.to_possible_value() else { continue };
        let about = value.get_help().map(ToString::to_string).unwrap_or_default();
        let endings = to.endings().join(", .");
        let name = look.styled(STRONG, format!("{:8}", value.get_name()));
        writeln!(stdout, "{INDENT}{name} .{endings}: {about}")?;
    }
    stdout.complete()?;
    Ok(Exit::Read)
}
