//! The reader of a run's folder, and of tables.

use crate::files::{FileKind, recognise};
use crate::run::Folder;
use crate::table;
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use plimsoll_schema::Origin;

/// Reads what SLOB leaves.
#[derive(Debug)]
pub struct Slob;

static FORMAT: Format = Format {
    name: "slob",
    title: "SLOB run",
    looks_for: "a folder with slob.conf, SLOB's console text or tm.out beside an AWR or Statspack report, or a table of awr_info.sh",
    origin: Origin::Measured,
};

impl Reader for Slob {
    fn format(&self) -> &'static Format {
        &FORMAT
    }

    /// The files of a run are one input; a table without a run beside it is an input of its own.
    fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
        let files: Vec<(usize, FileKind)> = listing
            .entries
            .iter()
            .enumerate()
            .filter_map(|(index, entry)| Some((index, recognise(entry)?)))
            .collect();
        match run_reason(&files) {
            Some(why) => {
                let entries = files.iter().map(|(index, _)| *index).collect();
                vec![Claim::on_entries(entries, Confidence::Certain, why)]
            }
            None => files
                .iter()
                .filter(|(_, kind)| *kind == FileKind::Table)
                .map(|(index, _)| {
                    Claim::on_entry(
                        *index,
                        Confidence::Certain,
                        "it has the columns of awr_info.sh",
                    )
                })
                .collect(),
        }
    }

    fn part(&self, entry: &Entry<'_>) -> Part {
        match recognise(entry) {
            Some(FileKind::Settings | FileKind::Console | FileKind::Time) => Part::Gathers,
            Some(_) => Part::Joins,
            None => Part::Alone,
        }
    }

    fn hint(&self, entry: &Entry<'_>) -> Option<String> {
        let what = match recognise(entry)? {
            FileKind::Settings => "settings of SLOB",
            FileKind::Console => "console text of SLOB",
            FileKind::Time => "the time that a run of SLOB took",
            _ => return None,
        };
        Some(format!(
            "{what}, which has no rates: the report of AWR or Statspack is missing beside it"
        ))
    }

    fn read(
        &self,
        bundle: &Bundle<'_>,
        options: &ReadOptions,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        // `--from slob` may name a file that does not look like a table.
        let kind = |entry: &Entry<'_>| recognise(entry).unwrap_or(FileKind::Table);
        let files: Vec<(FileKind, &Entry<'_>)> =
            bundle.entries.iter().map(|entry| (kind(entry), *entry)).collect();
        match files.as_slice() {
            [(FileKind::Table, entry)] => {
                table::give_rows(entry, None, &|_| false, options, sink, &bundle.source)
            }
            _ => Folder::new(bundle, &files).give_rows(options, sink),
        }
    }
}

/// Why the files of a folder are those of a run, if they are.
fn run_reason(files: &[(usize, FileKind)]) -> Option<String> {
    let has = |is_meant: fn(&FileKind) -> bool| files.iter().any(|(_, kind)| is_meant(kind));
    let settings = has(|kind| *kind == FileKind::Settings);
    let console = has(|kind| *kind == FileKind::Console);
    let time = has(|kind| *kind == FileKind::Time);
    let report = has(|kind| matches!(kind, FileKind::Report(_)));
    let log = has(|kind| matches!(kind, FileKind::Log(_)));
    let of_slob = match (settings, console, time) {
        (true, ..) => "settings of SLOB",
        (_, true, _) => "SLOB's console text",
        (.., true) => "the time that SLOB took",
        _ => return None,
    };
    if report {
        Some(format!("it has {of_slob} beside a report of the database"))
    } else if log && (settings || console) {
        Some(format!("it has {of_slob} beside a log of the host"))
    } else {
        None
    }
}
