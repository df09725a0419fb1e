//! Which files are logs, and the readers of logs that lie alone.

use crate::context::RunContext;
use crate::kind::{LogKind, hint, recognise};
use crate::logs;
use plimsoll_read::{
    Bundle, Claim, Confidence, Entry, Format, Listing, Part, ReadError, ReadOptions, Reader, Sink,
};
use plimsoll_schema::Origin;
use std::sync::Arc;

/// Reads the text and the JSON of `iostat`.
#[derive(Debug)]
pub struct Iostat;

/// Reads the text of `nfsiostat`.
#[derive(Debug)]
pub struct Nfsiostat;

/// Reads logs of the Windows performance monitor.
#[derive(Debug)]
pub struct Perfmon;

/// Reads snapshots of SQL Server's file statistics.
#[derive(Debug)]
pub struct SqlServerFileStats;

static IOSTAT: Format = Format {
    name: "iostat",
    title: "iostat",
    looks_for: "text of sysstat's iostat with tables of devices, in any locale, or its JSON",
    origin: Origin::Measured,
};

static NFSIOSTAT: Format = Format {
    name: "nfsiostat",
    title: "nfsiostat",
    looks_for: "text of nfsiostat with tables of reads and writes for each mount",
    origin: Origin::Measured,
};

static PERFMON: Format = Format {
    name: "perfmon",
    title: "log of the Windows performance monitor",
    looks_for: "PDH-CSV 4.0 (relog, logman, typeperf) with counters of disks or SMB shares, in any language and code page",
    origin: Origin::Measured,
};

static SQL_SERVER_FILE_STATS: Format = Format {
    name: "sql-server-file-stats",
    title: "file statistics of SQL Server",
    looks_for: "two snapshots of sys.dm_io_virtual_file_stats in CSV, in one file or in two of a folder",
    origin: Origin::Measured,
};

/// A run's folder that a log belongs to is the greater input: its reader is surer.
const CONFIDENCE: Confidence = Confidence::Likely;

macro_rules! readers {
    ($($reader:ident, $kind:ident, $format:ident;)*) => {
        $(impl Reader for $reader {
            fn format(&self) -> &'static Format {
                &$format
            }

            fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
                claims(LogKind::$kind, listing)
            }

            fn part(&self, entry: &Entry<'_>) -> Part {
                part(LogKind::$kind, entry)
            }

            fn greatest_confidence(&self) -> Confidence {
                CONFIDENCE
            }

            fn hint(&self, entry: &Entry<'_>) -> Option<String> {
                hint(LogKind::$kind, entry)
            }

            fn read(
                &self,
                bundle: &Bundle<'_>,
                options: &ReadOptions,
                sink: &mut dyn Sink,
            ) -> Result<(), ReadError> {
                read(LogKind::$kind, bundle, options, sink)
            }
        })*
    };
}

readers! {
    Iostat, Iostat, IOSTAT;
    Nfsiostat, Nfsiostat, NFSIOSTAT;
    Perfmon, Perfmon, PERFMON;
    SqlServerFileStats, FileStats, SQL_SERVER_FILE_STATS;
}

/// Each log is an input of its own; of file statistics, those of a folder are one.
fn claims(kind: LogKind, listing: &Listing<'_>) -> Vec<Claim> {
    let found = |(index, entry): (usize, &Entry<'_>)| {
        let (_, why) = recognise(entry).filter(|(found, _)| *found == kind)?;
        Some((index, why))
    };
    let found: Vec<(usize, &'static str)> =
        listing.entries.iter().enumerate().filter_map(found).collect();
    if kind == LogKind::FileStats && found.len() > 1 {
        let entries = found.iter().map(|(index, _)| *index).collect();
        let why = format!("{} files have snapshots of file statistics", found.len());
        return vec![Claim::on_entries(entries, CONFIDENCE, why)];
    }
    found.into_iter().map(|(index, why)| Claim::on_entry(index, CONFIDENCE, why)).collect()
}

/// Snapshots of file statistics belong together; whose run a log belongs to is for the readers of runs to say.
fn part(kind: LogKind, entry: &Entry<'_>) -> Part {
    let gathers = kind == LogKind::FileStats;
    if gathers && recognise(entry).is_some_and(|(found, _)| found == kind) {
        Part::Gathers
    } else {
        Part::Alone
    }
}

fn read(
    kind: LogKind,
    bundle: &Bundle<'_>,
    options: &ReadOptions,
    sink: &mut dyn Sink,
) -> Result<(), ReadError> {
    let mut context = RunContext::alone(Arc::clone(&bundle.source), kind.tool());
    context.has_several_files = bundle.entries.len() > 1;
    let files: Vec<(LogKind, &Entry<'_>)> =
        bundle.entries.iter().map(|entry| (kind, *entry)).collect();
    logs::give_rows_of_several(&files, &context, options, sink)
}
