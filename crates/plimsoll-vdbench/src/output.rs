//! An output as read: each of its files once, all at the same time.

use crate::errorlog::{ErrorLines, ErrorLog};
use crate::files::{FileKind, ReportOf, is_vdbench_name};
use crate::flat_file::FlatFile;
use crate::histogram::{self, Histograms};
use crate::lines::{PIECE_BYTES, each_line};
use crate::parmfile::{self, Parameters};
use crate::status::Status;
use crate::tables::{Depth, Tables, Told};
use plimsoll_read::{Entry, ReadError, ReadOptions};
use plimsoll_schema::Finding;
use rayon::prelude::*;
use std::ops::ControlFlow;

/// A file and what it told.
#[derive(Debug)]
pub(crate) struct File<T> {
    /// Its name, for places in it.
    pub(crate) name: String,
    /// What it told.
    pub(crate) told: T,
}

/// All that an output told.
#[derive(Debug, Default)]
pub(crate) struct Output {
    /// Files from which points are told, the most exact first: flat file, summary, totals, log, console.
    pub(crate) cores: Vec<(FileKind, File<Told>)>,
    /// Reports of definitions and hosts, in the order of the listing.
    pub(crate) reports: Vec<(ReportOf, File<Told>)>,
    /// The copy of the parameter file.
    pub(crate) parameters: Option<File<Parameters>>,
    /// Response times by buckets.
    pub(crate) histograms: Option<File<Histograms>>,
    /// Errors.
    pub(crate) errors: Option<File<ErrorLog>>,
    /// Events.
    pub(crate) status: Option<File<Status>>,
    /// Files beside those that tell of points which could not be read, and why.
    pub(crate) failed: Vec<File<Finding>>,
}

enum Part {
    Core(FileKind, File<Told>),
    Report(ReportOf, File<Told>),
    Parameters(File<Parameters>),
    Histograms(File<Histograms>),
    Errors(File<ErrorLog>),
    Status(File<Status>),
    Failed(File<Finding>),
    Nothing,
}

impl Output {
    /// Reads the files.
    pub(crate) fn read(
        files: &[(FileKind, &Entry<'_>)],
        options: &ReadOptions,
    ) -> Result<Self, ReadError> {
        let depths = Depths::of(files, options.series);
        let parts: Result<Vec<Part>, ReadError> = files
            .par_iter()
            .map(|(kind, entry)| part_or_none(kind, entry, options, &depths))
            .collect();
        let mut output = Self::default();
        for part in parts? {
            match part {
                Part::Core(kind, file) => output.cores.push((kind, file)),
                Part::Report(of, file) => output.reports.push((of, file)),
                Part::Parameters(file) => {
                    keep(&mut output.parameters, file, &FileKind::Parameters);
                }
                Part::Histograms(file) => keep(&mut output.histograms, file, &FileKind::Histogram),
                Part::Errors(file) => keep(&mut output.errors, file, &FileKind::ErrorLog),
                Part::Status(file) => keep(&mut output.status, file, &FileKind::Status),
                Part::Failed(file) => output.failed.push(file),
                Part::Nothing => {}
            }
        }
        output.cores.sort_by_key(|(kind, _)| rank(kind));
        Ok(output)
    }

    /// The first core file of a kind.
    pub(crate) fn core(&self, kind: &FileKind) -> Option<&File<Told>> {
        self.cores.iter().find(|(it, _)| it == kind).map(|(_, file)| file)
    }
}

/// Keeps one file of a kind: that with vdbench's own name, for a copy beside it may be that of another run, or else
/// the first.
fn keep<T>(kept: &mut Option<File<T>>, file: File<T>, kind: &FileKind) {
    let has_own_name = |file: &File<T>| is_vdbench_name(&file.name, kind);
    if kept.as_ref().is_none_or(|kept| !has_own_name(kept) && has_own_name(&file)) {
        *kept = Some(file);
    }
}

/// The flat file has four decimals and no locale, the summary the intervals.
fn rank(kind: &FileKind) -> u8 {
    match kind {
        FileKind::FlatFile => 0,
        FileKind::FlatFileCsv => 1,
        FileKind::Summary => 2,
        FileKind::Totals => 3,
        FileKind::Log => 4,
        _ => 5,
    }
}

/// How deep each kind of file is looked into: intervals stand in several files, and are needed once.
struct Depths {
    rows: Depth,
    has_summary: bool,
    has_flat_file: bool,
}

impl Depths {
    fn of(files: &[(FileKind, &Entry<'_>)], wants_series: bool) -> Self {
        let has = |kind: &FileKind| files.iter().any(|(it, _)| it == kind);
        Self {
            rows: if wants_series { Depth::Rows } else { Depth::Intervals },
            has_summary: has(&FileKind::Summary),
            has_flat_file: has(&FileKind::FlatFile) || has(&FileKind::FlatFileCsv),
        }
    }

    fn of_table(&self, kind: &FileKind) -> Depth {
        match kind {
            FileKind::Summary => self.rows,
            _ if self.has_summary || self.has_flat_file => Depth::Averages,
            _ => self.rows,
        }
    }
}

/// A file that tells of no points may be missing: what is wrong with it is a finding then. One that cannot be read
/// from its storage, or does not decompress, may mean that others cannot either.
fn part_or_none(
    kind: &FileKind,
    entry: &Entry<'_>,
    options: &ReadOptions,
    depths: &Depths,
) -> Result<Part, ReadError> {
    match part(kind, entry, options, depths) {
        Err(ReadError::Input(finding)) if !kind.is_core() => {
            Ok(Part::Failed(File { name: entry.name.clone(), told: *finding }))
        }
        result => result,
    }
}

fn part(
    kind: &FileKind,
    entry: &Entry<'_>,
    options: &ReadOptions,
    depths: &Depths,
) -> Result<Part, ReadError> {
    fn named<T>(entry: &Entry<'_>, told: T) -> File<T> {
        File { name: entry.name.clone(), told }
    }
    Ok(match kind {
        FileKind::FlatFile | FileKind::FlatFileCsv => {
            let mut file = match kind {
                FileKind::FlatFile => FlatFile::new(depths.rows),
                _ => FlatFile::csv(depths.rows),
            };
            each_line(entry, options, |line| file.line(line))?;
            Part::Core(kind.clone(), named(entry, file.finish()))
        }
        FileKind::Summary | FileKind::Totals | FileKind::Log | FileKind::Console => {
            let told = tables(entry, options, depths.of_table(kind))?;
            Part::Core(kind.clone(), named(entry, told))
        }
        FileKind::Report(of) => {
            Part::Report(of.clone(), named(entry, tables(entry, options, Depth::Intervals)?))
        }
        FileKind::Parameters => {
            Part::Parameters(named(entry, parmfile::parse(&entry.text(options)?)))
        }
        FileKind::Histogram => {
            Part::Histograms(named(entry, histogram::parse(&entry.text(options)?)))
        }
        FileKind::ErrorLog => {
            let mut errors = ErrorLines::default();
            each_line(entry, options, |line| errors.line(line))?;
            Part::Errors(named(entry, errors.finish()))
        }
        FileKind::Status => {
            let mut status = Status::default();
            each_line(entry, options, |line| status.line(line))?;
            Part::Status(named(entry, status))
        }
        FileKind::Other => {
            // Nothing of it is needed, but that it can be read to its end.
            entry.chunks(PIECE_BYTES, |_| ControlFlow::Continue(()))?;
            Part::Nothing
        }
    })
}

fn tables(entry: &Entry<'_>, options: &ReadOptions, depth: Depth) -> Result<Told, ReadError> {
    let mut tables = Tables::new(depth);
    each_line(entry, options, |line| tables.line(line))?;
    Ok(tables.finish())
}
