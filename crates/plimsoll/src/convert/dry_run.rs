//! `plimsoll convert --dry-run`: what would be read, and as what.

use super::watched::{Wanted, was_spared};
use super::{options, watched};
use crate::arguments::ConvertArguments;
use crate::destination::Destination;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{ColourWhen, ERROR, FAINT, Look, STRONG, printable};
use crate::reading::tell;
use crate::tally::counted;
use plimsoll_input::{Outcome, ReadInput, Summary, read_inputs};
use plimsoll_schema::Code;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::sync::atomic::AtomicU64;

/// Looks at inputs, and lists them.
pub(super) fn run(arguments: &ConvertArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    let look = Look::of_stdout(colour);
    let mut stdout = Destination::stdout();
    let bytes = AtomicU64::new(0);
    let watched = watched(Wanted::Nothing, &bytes);
    let readers = watched.iter().map(|reader| reader as _).collect::<Vec<_>>();
    let mut options = options(arguments, &readers);
    options.records_sources = false;
    // Nothing is read, so nothing is said of what only reading tells.
    let mut summary = Summary::default();
    let mut last = None;
    read_inputs(&arguments.input.inputs, &options, &mut |input| {
        if is_said_of_the_whole(&input, last.as_deref()) {
            return Ok(());
        }
        if was_spared(&input) {
            last = Some(input.source.clone());
        }
        match input.outcome {
            _ if was_spared(&input) => summary.read += 1,
            Outcome::Failed => summary.failed += 1,
            Outcome::Read | Outcome::Skipped => summary.skipped += 1,
        }
        list(&mut stdout, &input, look)
    })?;
    stdout.complete()?;
    if !arguments.quiet {
        let mut told = format!("{} would be read", counted(summary.read, "input"));
        if summary.skipped > 0 {
            let _ = write!(told, ", {} passed over", summary.skipped);
        }
        if summary.failed > 0 {
            let _ = write!(told, ", {} would fail", summary.failed);
        }
        tell(&told);
    }
    Ok(Exit::after(&summary))
}

/// Whether it is said that a folder or an archive holds no result, where it holds one that is not read.
fn is_said_of_the_whole(input: &ReadInput, last: Option<&str>) -> bool {
    let begins = |last: &str| {
        let rest = last.strip_prefix(&*input.source)?;
        Some(input.source.ends_with('/') || rest.starts_with('/') || rest.starts_with("!/"))
    };
    let code = input.findings.last().map(|finding| finding.code);
    code == Some(Code::InputUnknown) && last.and_then(begins) == Some(true)
}

/// A line for an input: what it is, its name, and why.
fn list(to: &mut impl Write, input: &ReadInput, look: Look) -> io::Result<()> {
    let source = printable(&input.source);
    if was_spared(input) {
        let format = input.format.map_or("", |format| format.name);
        let why = printable(input.why.as_deref().unwrap_or_default());
        return writeln!(
            to,
            "{format:14} {}  {}",
            look.styled(STRONG, source),
            look.styled(FAINT, why)
        );
    }
    let what = match input.outcome {
        Outcome::Failed => look.styled(ERROR, format!("{:14}", "fails")).to_string(),
        Outcome::Read | Outcome::Skipped => format!("{:14}", "passed over"),
    };
    let why = input.findings.last().map_or(String::new(), |finding| printable(&finding.message));
    writeln!(to, "{what} {source}  {}", look.styled(FAINT, why))
}
