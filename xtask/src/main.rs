//! Developer commands: `cargo xtask COMMAND`.
//!
//! One file for each command: [`mod@test`] runs what must hold before a change lands, [`tidy`] is the
//! part of it that no other tool checks, [`docs`] writes the pages that are made from the code,
//! [`fuzz`] looks for inputs that a reader does not bear, [`engines`] runs the queries of a page.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what a command says is for the terminal of the developer who runs it"
)]

mod docs;
mod engines;
mod fuzz;
mod metadata;
mod report;
mod test;
mod tidy;
mod workspace;

use std::fmt::Write as _;
use std::process::ExitCode;
use workspace::Workspace;

/// A command, and what is said about it.
struct Command {
    name: &'static str,
    /// What may follow the name.
    arguments: &'static str,
    about: &'static str,
    run: fn(&Workspace, &[String]) -> Result<(), Failure>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "docs",
        arguments: "",
        about: "write the pages of docs/ that are made from the code",
        run: docs::run,
    },
    Command {
        name: "engines",
        arguments: "",
        about: "run the queries of docs/datasets.md in DuckDB, polars and Spark, which are installed below target/",
        run: engines::run,
    },
    Command {
        name: "fuzz",
        arguments: "[--seconds N] [TARGET]…",
        about: "fuzz the readers: all targets or those named, each for N seconds (60)",
        run: fuzz::run,
    },
    Command {
        name: "report",
        arguments: "[CAMPAIGN] [OPTION]…",
        about: "make the report of a campaign, without one that of the demo campaign",
        run: report::run,
    },
    Command {
        name: "test",
        arguments: "[STEP]",
        about: "run all that CI runs, or one step of it",
        run: test::run,
    },
    Command {
        name: "tidy",
        arguments: "",
        about: "check the rules of this workspace: dependencies, licences, files, text",
        run: tidy::run,
    },
];

/// Why a command did not succeed.
#[derive(Debug)]
enum Failure {
    /// It was called wrongly: exit status 2.
    Usage(String),
    /// What it was to do or to check failed: exit status 1.
    Failed(String),
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Failed(message)) => {
            eprintln!("xtask: {message}");
            ExitCode::from(1)
        }
        Err(Failure::Usage(message)) => {
            eprintln!("xtask: {message}\n\n{}", usage());
            ExitCode::from(2)
        }
    }
}

fn dispatch(arguments: &[String]) -> Result<(), Failure> {
    let Some((name, rest)) = arguments.split_first() else {
        println!("{}", usage());
        return Ok(());
    };
    if matches!(name.as_str(), "help" | "--help" | "-h") {
        println!("{}", usage());
        return Ok(());
    }
    let command = COMMANDS.iter().find(|command| command.name == name);
    let command = command.ok_or_else(|| Failure::Usage(format!("there is no command {name:?}")))?;
    (command.run)(&Workspace::find(), rest)
}

fn usage() -> String {
    let mut text = String::from("usage: cargo xtask COMMAND\n");
    for Command { name, arguments, about, .. } in COMMANDS {
        let call = format!("{name} {arguments}");
        let _ = write!(text, "\n  {call:<12} {about}");
    }
    text
}

/// For commands that take no arguments.
fn no_arguments(arguments: &[String]) -> Result<(), Failure> {
    match arguments.first() {
        None => Ok(()),
        Some(argument) => Err(Failure::Usage(format!("unexpected argument {argument:?}"))),
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, Failure, dispatch, usage};

    #[test]
    fn an_unknown_command_or_argument_is_wrong_usage() {
        for arguments in [&["no-such-command"][..], &["tidy", "--fix"], &["test", "no-such-step"]] {
            let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
            let result = dispatch(&arguments);
            assert!(matches!(result, Err(Failure::Usage(_))), "{arguments:?}: {result:?}");
        }
    }

    #[test]
    fn every_command_is_listed_once_and_in_order() {
        assert!(COMMANDS.is_sorted_by(|one, next| one.name < next.name));
        assert_eq!(usage().lines().count(), 2 + COMMANDS.len());
    }
}
