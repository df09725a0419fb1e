//! The command line: arguments, terminal output, exit status.
//!
//! This is the only crate that knows both ends: the readers ([`readers`]) and the writers. What a
//! command does stands in the module of its name.

mod arguments;
mod campaign;
mod catalogue;
mod check;
mod convert;
mod destination;
mod diagnostic;
mod error;
mod excerpt;
mod exit;
mod explain;
mod formats;
mod generate;
mod import;
mod inputs;
mod inspect;
mod look;
mod readers;
mod reading;
mod reference;
mod report;
mod table;
mod tally;

/// Rows are made on one thread and freed on another, with all their texts: the allocator of glibc made two threads
/// slower than one (docs/performance.md).
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

use arguments::{Cli, Command};
use clap::{CommandFactory as _, FromArgMatches as _};
use error::CommandError;
use exit::Exit;
use std::ffi::OsString;
use std::io::{self, Write as _};

fn main() -> ! {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    let colour = look::asked_for(&arguments);
    end(run(arguments, colour).unwrap_or_else(|error| error.report(colour)))
}

/// Ends the process at once, without what libraries do at its end: the allocator would give memory back piece by piece,
/// which the system then takes back as a whole. (Tools that write a profile at the end of the process see none.)
fn end(exit: Exit) -> ! {
    // What cannot be written now has nobody to tell it to.
    let _ = io::stdout().flush();
    signal_hook::low_level::exit(exit as i32)
}

fn run(arguments: Vec<OsString>, colour: look::ColourWhen) -> Result<Exit, CommandError> {
    let mut command = Cli::command().color(colour.into());
    let matches = command.try_get_matches_from_mut(arguments)?;
    let mut cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    if let Some(inputs) = cli.command.inputs() {
        inputs.expand()?;
    }
    match &cli.command {
        Command::Convert(arguments) => convert::run(arguments, cli.colour),
        Command::Inspect(arguments) => inspect::run(arguments, cli.colour),
        Command::Report(arguments) => report::run(arguments, cli.colour),
        Command::Check(arguments) => check::run(arguments, cli.colour),
        Command::Reference(command) => reference::run(command, cli.colour),
        Command::Explain(arguments) => explain::run(arguments, cli.colour),
        Command::Formats => formats::run(cli.colour),
        Command::Completions(arguments) => generate::completions(arguments),
        Command::Man(arguments) => generate::man(arguments),
    }
}
