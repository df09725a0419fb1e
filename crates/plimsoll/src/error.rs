//! Why a command ended early.

use crate::arguments::Cli;
use crate::exit::Exit;
use crate::look::ColourWhen;
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use std::io::{self, Write as _};
use std::path::Path;

/// Why a command ended before its work was done.
#[derive(Debug)]
pub(crate) enum CommandError {
    /// The arguments cannot be parsed, or ask for help.
    Parse(clap::Error),
    /// The arguments can be parsed, but make no sense.
    Usage {
        /// The command they were given to.
        subcommand: &'static str,
        /// What is wrong.
        message: String,
        /// The way out.
        tip: String,
    },
    /// An output could not be written; the error names it.
    Output(io::Error),
}

impl CommandError {
    /// Tells the user, and says how to end. If telling fails, nothing more can be done.
    pub(crate) fn report(self, colour: ColourWhen) -> Exit {
        match self {
            Self::Parse(error) => print(&error),
            Self::Usage { subcommand, message, tip } => {
                let message = format!("{message}\n\n  tip: {tip}");
                let mut command = Cli::command().color(colour.into());
                // Names and inherited settings of subcommands are filled in by this.
                command.build();
                let subcommand = command.find_subcommand_mut(subcommand);
                print(&match subcommand {
                    Some(subcommand) => subcommand.error(ErrorKind::ValueValidation, message),
                    None => command.error(ErrorKind::ValueValidation, message),
                })
            }
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Read,
            Self::Output(error) => {
                let _ = writeln!(io::stderr(), "error: {error}");
                Exit::NothingRead
            }
        }
    }
}

fn print(error: &clap::Error) -> Exit {
    let _ = error.print();
    if error.use_stderr() { Exit::Usage } else { Exit::Read }
}

impl From<clap::Error> for CommandError {
    fn from(error: clap::Error) -> Self {
        Self::Parse(error)
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// The same error, naming the output it happened to. Its kind stays.
pub(crate) fn writing(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("cannot write {}: {error}", path.display()))
}
