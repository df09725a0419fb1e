//! `plimsoll inspect`: what each input is, why, and what it holds, for a person.

mod explanations;
mod results;

use crate::arguments::InspectArguments;
use crate::destination::Destination;
use crate::diagnostic::{place, render};
use crate::error::CommandError;
use crate::exit::Exit;
use crate::explain::style;
use crate::look::{ColourWhen, ERROR, FAINT, Look, STRONG, printable};
use crate::readers;
use crate::reading::{how_it_went, options, tell};
use crate::tally::{Tally, counted};
use plimsoll_input::{Outcome, ReadInput, read_inputs};
use plimsoll_schema::{Finding, Level, MeasuredLevel, Origin, Row, SourceRecord, wide};
use plimsoll_unit::{Quantity, Scale};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// So many files of one input are listed.
const LISTED_FILES: usize = 8;

/// So much of a checksum is shown; it tells files apart by eye.
const CHECKSUM_DIGITS: usize = 16;

const INDENT: &str = "  ";

/// Reads inputs and describes each.
pub(crate) fn run(arguments: &InspectArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    let look = Look::of_stdout(colour);
    let mut stdout = Destination::stdout();
    let mut options = options(&arguments.input, readers::ALL);
    options.read.explain = arguments.explain;
    options.read.language = arguments.page.language();
    options.read.fio_version.clone_from(&arguments.log.fio_version);
    let mut is_first = true;
    let summary = read_inputs(&arguments.input.inputs, &options, &mut |input| {
        if !std::mem::take(&mut is_first) {
            writeln!(stdout)?;
        }
        describe(&mut stdout, &input, look)
    })?;
    stdout.complete()?;
    tell(&how_it_went(&summary));
    Ok(Exit::after(&summary))
}

fn describe(to: &mut impl Write, input: &ReadInput, look: Look) -> io::Result<()> {
    writeln!(to, "{}", look.styled(STRONG, printable(&input.source)))?;
    match input.outcome {
        Outcome::Read => {}
        Outcome::Skipped => return write_skipped(to, input),
        Outcome::Failed => {
            let outcome = look.styled(ERROR, "could not be read").to_string();
            field(to, look, "outcome", &outcome)?;
        }
    }
    if let Some(format) = input.format {
        field(to, look, "format", &format!("{} ({})", format.title, format.name))?;
    }
    if let Some(why) = &input.why {
        field(to, look, "because", &printable(why))?;
    }
    for tool in tools(&input.rows) {
        field(to, look, "tool", &tool)?;
    }
    write_files(to, &input.sources, look)?;
    if !input.rows.is_empty() {
        field(to, look, "rows", &row_counts(&input.rows))?;
        writeln!(to)?;
        results::write(to, &input.rows, INDENT, look)?;
    }
    write_findings(to, input, look)?;
    explanations::write(to, &input.explanations, INDENT, look)
}

/// `name      value`, both in their columns.
fn field(to: &mut impl Write, look: Look, name: &str, value: &str) -> io::Result<()> {
    writeln!(to, "{INDENT}{}  {value}", look.styled(FAINT, format!("{name:8}")))
}

fn write_skipped(to: &mut impl Write, input: &ReadInput) -> io::Result<()> {
    let reasons: Vec<String> =
        input.findings.iter().map(|finding| printable(&finding.message)).collect();
    let reason =
        if reasons.is_empty() { String::new() } else { format!(": {}", reasons.join("; ")) };
    writeln!(to, "{INDENT}passed over{reason}")
}

/// Tools and versions, each once, in the order of the rows.
fn tools(rows: &[Row]) -> Vec<String> {
    let mut tools: Vec<String> = Vec::new();
    for row in rows {
        let Some(tool) = &row.identity.tool else {
            continue;
        };
        let version = row.identity.tool_version.as_deref().unwrap_or("of unknown version");
        let tool = printable(&format!("{tool} {version}"));
        if !tools.contains(&tool) {
            tools.push(tool);
        }
    }
    tools
}

fn write_files(to: &mut impl Write, files: &[SourceRecord], look: Look) -> io::Result<()> {
    if let [file] = files {
        field(to, look, "size", &size(file.size_bytes))?;
        return field(to, look, "SHA-256", &checksum(file));
    }
    if files.is_empty() {
        return Ok(());
    }
    let names = files.iter().take(LISTED_FILES).map(|file| printable(file_name(&file.source)));
    let mut list = names.collect::<Vec<_>>().join(", ");
    if files.len() > LISTED_FILES {
        list.push_str(", …");
    }
    let bytes: u64 = files.iter().map(|file| file.size_bytes).sum();
    let title = format!("{} files", files.len());
    field(to, look, "size", &format!("{}, {title}: {list}", size(bytes)))
}

/// The name within the folder or archive.
fn file_name(source: &str) -> &str {
    source.rsplit(['/', '\\']).next().unwrap_or(source)
}

fn size(bytes: u64) -> String {
    let value = bytes as f64;
    let size = Scale::of(Quantity::Bytes, &[value]).format_with_unit(value);
    if bytes < 1024 { format!("{bytes} B") } else { format!("{size} ({bytes} bytes)") }
}

/// `0123456789abcdef…`.
fn checksum(file: &SourceRecord) -> String {
    match file.sha256.get(..CHECKSUM_DIGITS) {
        Some(begin) => format!("{begin}…"),
        None => file.sha256.clone(),
    }
}

/// `6 (2 for 1 run, 4 for its parts)`, as many as `convert` writes.
fn row_counts(rows: &[Row]) -> String {
    if rows.iter().all(|row| row.identity.origin == Origin::Published) {
        return format!("{} (published)", rows.iter().filter(|row| wide::has(row)).count());
    }
    let of = |level| {
        let is_counted = |row: &&Row| wide::has(row) && row.identity.level == level;
        rows.iter().filter(is_counted).count()
    };
    let (runs, jobs) = (of(MeasuredLevel::Run), of(MeasuredLevel::Job));
    let names: BTreeSet<&str> = rows.iter().filter_map(|row| row.identity.run.as_deref()).collect();
    format!("{} ({runs} for {}, {jobs} for parts)", runs + jobs, counted(names.len(), "run"))
}

/// Errors and warnings as `convert` draws them, notes in a line each.
fn write_findings(to: &mut impl Write, input: &ReadInput, look: Look) -> io::Result<()> {
    let mut tally = Tally::default();
    let narrower = Look { columns: look.columns.saturating_sub(INDENT.len()), ..look };
    for finding in &input.findings {
        if tally.admits(finding) {
            writeln!(to)?;
            for line in render(finding, narrower).lines() {
                writeln!(to, "{}", format!("{INDENT}{line}").trim_end())?;
            }
        }
    }
    if let Some(left_out) = tally.left_out() {
        writeln!(
            to,
            "\n{INDENT}{left_out}: `plimsoll convert --findings PATH` writes all of them"
        )?;
    }
    let notes: Vec<_> =
        input.findings.iter().filter(|finding| finding.level() == Level::Note).collect();
    if !notes.is_empty() {
        writeln!(to)?;
    }
    for note in notes {
        let code = look.styled(style(Level::Note), format!("note[{}]", note.code.word()));
        writeln!(
            to,
            "{INDENT}{code} {}{}",
            printable(&note.message),
            place_within(note, &input.source)
        )?;
    }
    Ok(())
}

/// ` (line 3)`, or with the file's name where the input is more than one file.
fn place_within(finding: &Finding, input: &str) -> String {
    match &finding.locator {
        None if finding.source == input => String::new(),
        Some(locator) if finding.source == input => format!(" ({})", printable(locator)),
        _ => format!(" ({})", place(finding)),
    }
}
