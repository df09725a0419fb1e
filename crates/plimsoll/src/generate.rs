//! What packagers generate: shell completions and man pages, from the arguments.

use crate::arguments::{Cli, CompletionsArguments, ManArguments};
use crate::destination::Destination;
use crate::error::{CommandError, writing};
use crate::exit::Exit;
use clap::CommandFactory as _;
use std::fs;
use std::io::Write as _;

/// Writes the completions of a shell to standard output.
pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<Exit, CommandError> {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "plimsoll", &mut text);
    let mut stdout = Destination::stdout();
    stdout.write_all(&text)?;
    stdout.complete()?;
    Ok(Exit::Read)
}

/// Writes a man page for each command into a folder: `plimsoll.1`, `plimsoll-convert.1` and so on.
pub(crate) fn man(arguments: &ManArguments) -> Result<Exit, CommandError> {
    let folder = &arguments.output;
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Cli::command(), folder));
    written.map_err(writing(folder))?;
    Ok(Exit::Read)
}
