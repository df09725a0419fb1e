//! `plimsoll reference`: the catalogue of published values.

use crate::arguments::ReferenceCommand;
use crate::catalogue;
use crate::destination::Destination;
use crate::diagnostic::render;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::import;
use crate::look::{ColourWhen, FAINT, Look, STRONG, printable};
use crate::readers;
use crate::reading::tell;
use crate::table::{Align, TableColumn, UNKNOWN, write_table};
use plimsoll_reference::{Catalogue, Entry, Point, UnknownReference};
use plimsoll_schema::{Claimed, Op, Origin, Pattern};
use plimsoll_unit::size;
use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

const SUBCOMMAND: &str = "reference";

/// Lists or shows references, or makes a file of them.
pub(crate) fn run(command: &ReferenceCommand, colour: ColourWhen) -> Result<Exit, CommandError> {
    let look = Look::of_stdout(colour);
    let mut stdout = Destination::stdout();
    match command {
        ReferenceCommand::List { prefix, catalogue: files } => {
            let catalogue = told_catalogue(files, colour)?;
            let entries = match prefix {
                Some(prefix) => find(&catalogue, prefix)?,
                None => catalogue.entries().to_vec(),
            };
            list(&mut stdout, &entries, look)?;
        }
        ReferenceCommand::Show { id, catalogue: files } => {
            let catalogue = told_catalogue(files, colour)?;
            for (index, entry) in find(&catalogue, id)?.iter().enumerate() {
                if index > 0 {
                    writeln!(stdout)?;
                }
                show(&mut stdout, entry, look)?;
            }
        }
        ReferenceCommand::Import(arguments) => {
            return import::run(
                arguments,
                &readers::of(Origin::Published),
                Look::of_stderr(colour),
            );
        }
    }
    stdout.complete()?;
    Ok(Exit::Read)
}

fn find(catalogue: &Catalogue, id: &str) -> Result<Vec<Arc<Entry>>, CommandError> {
    catalogue.find(id).map_err(|error| unknown(SUBCOMMAND, &error))
}

/// The catalogue; what is shadowed in it is told at once.
fn told_catalogue(
    paths: &[PathBuf],
    colour: ColourWhen,
) -> Result<Cow<'static, Catalogue>, CommandError> {
    let look = Look::of_stderr(colour);
    let loaded = catalogue::load(SUBCOMMAND, paths)?;
    for finding in &loaded.findings {
        tell(&render(finding, look));
    }
    Ok(loaded.catalogue)
}

/// A reference that is not in the catalogue.
pub(crate) fn unknown(subcommand: &'static str, error: &UnknownReference) -> CommandError {
    let tip = match error.near.as_slice() {
        _ if error.asked.contains(',') && subcommand != SUBCOMMAND => {
            "--against may be given several times, once for each reference".to_owned()
        }
        [] => "`plimsoll reference list` lists all references".to_owned(),
        near => format!("did you mean {}?", near.join(", ")),
    };
    let message = format!("there is no reference '{}'", printable(&error.asked));
    CommandError::Usage { subcommand, message, tip }
}

fn list(to: &mut impl Write, entries: &[Arc<Entry>], look: Look) -> io::Result<()> {
    let column = |header: &str, align, field: &dyn Fn(&Entry) -> String| TableColumn {
        header: header.to_owned(),
        align,
        fields: entries.iter().map(|entry| field(entry)).collect(),
        may_be_cut: false,
    };
    let columns = [
        column("REFERENCE", Align::Left, &|entry| entry.id.to_string()),
        column("STATES", Align::Left, &|entry| claims(entry)),
        column("VALUES", Align::Right, &|entry| entry.rows().count().to_string()),
        column("WORKLOAD", Align::Left, &|entry| entry.workload.to_string()),
    ];
    write_table(to, "", &columns, look)
}

fn claims(entry: &Entry) -> String {
    let claims = [Claimed::Result, Claimed::Estimate, Claimed::Limit];
    let stated: Vec<&str> =
        claims.into_iter().filter(|it| entry.has_claim(*it)).map(Claimed::word).collect();
    stated.join(", ")
}

fn show(to: &mut impl Write, entry: &Entry, look: Look) -> io::Result<()> {
    writeln!(to, "{}", look.styled(STRONG, &entry.id))?;
    let page = &entry.page;
    let level = entry.service_level.as_deref().map(|it| format!(", {it}")).unwrap_or_default();
    let date = format!("{} ({}; page date {})", page.title, page.publisher, page.date);
    for (name, value) in [
        ("product", format!("{}{level}", entry.product)),
        ("protocol", entry.protocol.as_deref().unwrap_or("not stated").to_owned()),
        ("tool", entry.tool.clone().unwrap_or_else(|| "not stated".to_owned())),
        ("workload", entry.workload.to_string()),
        ("pattern", entry.pattern.map_or("not stated", Pattern::word).to_owned()),
        ("block size", entry.block_size_bytes.map_or_else(|| "not stated".to_owned(), size)),
        ("page", date),
        ("catalogue", page.catalogue().into_owned()),
        ("reading", page.reading.trim().replace('\n', " ")),
    ] {
        field(to, look, name, &value)?;
    }
    for condition in &entry.conditions {
        field(to, look, &condition.key.replace('_', " "), &condition.value)?;
    }
    if let Some(remark) = &entry.remark {
        field(to, look, "remark", remark)?;
    }
    writeln!(to)?;
    write_table(to, "  ", &point_columns(&entry.points), look)
}

fn field(to: &mut impl Write, look: Look, name: &str, value: &str) -> io::Result<()> {
    let width = look.columns.saturating_sub(2).max(40);
    let label = format!("  {name:25} ");
    let options = textwrap::Options::new(width)
        .initial_indent(&label)
        .subsequent_indent("                            ");
    let text = textwrap::fill(value, options);
    let rest = text.strip_prefix(&label).unwrap_or(&text);
    writeln!(to, "{}{rest}", look.styled(FAINT, &label))
}

/// One line for each figure of each point, as the page prints it.
fn point_columns(points: &[Point]) -> Vec<TableColumn> {
    let figures =
        || points.iter().flat_map(|point| (0..point.evidence.len()).map(move |at| (point, at)));
    let column = |header: &str, align, field: &dyn Fn(&Point, usize) -> String| TableColumn {
        header: header.to_owned(),
        align,
        fields: figures().map(|(point, at)| field(point, at)).collect(),
        may_be_cut: false,
    };
    let word = |word: Option<&str>| word.unwrap_or(UNKNOWN).to_owned();
    vec![
        column("READS", Align::Right, &|point, _| {
            let share = point.row.identity.read_percent;
            share.map_or_else(|| UNKNOWN.to_owned(), |share| format!("{share} %"))
        }),
        column("OP", Align::Left, &|point, _| word(point.row.identity.op.as_ref().map(Op::word))),
        column("STATES", Align::Left, &|point, _| {
            word(point.row.identity.claim.map(Claimed::word))
        }),
        column("METRIC", Align::Left, &|point, at| point.row.figures[at].metric.word().to_owned()),
        column("PRINTED", Align::Right, &|point, at| point.evidence[at].written.clone()),
        column("BASIS", Align::Left, &|point, at| point.evidence[at].status.word().to_owned()),
        column("PLACE", Align::Left, &|point, at| point.evidence[at].place()),
    ]
}
