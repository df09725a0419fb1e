//! One run: the next version of a dataset, from what it reads and what stays.

use super::super::rows::Rows;
use super::known::Known;
use super::parts::{Parts, end};
use super::settings::Settings;
use super::{Dataset, sync_folder};
use plimsoll_input::{Outcome, ReadInput};
use plimsoll_schema::{
    Code, Finding, FindingRecord, FindingsShape, InputRecord, LinesShape, Projection, SeriesShape,
    Shape, SourcesShape,
};
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::Path;
use std::sync::Arc;

/// A version of a dataset that is being written. Unless it is completed, nothing is left of it.
pub(in crate::convert) struct Run<'a> {
    dataset: Dataset,
    known: &'a Known,
    number: u64,
    rows: Parts,
    series: Option<Parts>,
    sources: Table<SourcesShape>,
    findings: Table<FindingsShape>,
    /// Inputs of the old version of which nothing stays.
    gone: HashSet<Box<str>>,
    /// Inputs of which everything stays.
    unchanged: HashSet<Box<str>>,
    /// Folders and archives in which this run came to something.
    walked: HashSet<Box<str>>,
    /// What was named.
    named: HashSet<Box<str>>,
}

/// What a run wrote.
#[derive(Debug, Clone, Copy)]
pub(in crate::convert) struct Written {
    pub(in crate::convert) rows: u64,
    pub(in crate::convert) windows: u64,
    /// Values that the format has no room for.
    pub(in crate::convert) left_out: u64,
}

impl<'a> Run<'a> {
    /// Begins the next version; `inputs` are as named.
    pub(in crate::convert) fn begin(
        dataset: Dataset,
        known: &'a Known,
        inputs: &[String],
    ) -> io::Result<Self> {
        let number = dataset.current.as_ref().map_or(1, |current| current.run + 1);
        let version = dataset.version(number);
        let layout = &dataset.layout;
        fs::create_dir(&version)?;
        let parts = |name: &str, shape: &LinesShape, partition_by: &[String]| {
            Parts::new(version.join(name), number, layout.format, shape, partition_by, inputs)
        };
        let rows = parts("rows", &LinesShape::of(&layout.shape), &layout.partition_by)?;
        // Interval data has few columns, and none to tell tools or protocols by.
        let series = layout.series.then(|| parts("series", &LinesShape::of(&SeriesShape), &[]));
        let sources = Table::create(&dataset, &version, SourcesShape, inputs)?;
        let findings = Table::create(&dataset, &version, FindingsShape, inputs)?;
        let series = series.transpose()?;
        Ok(Self {
            dataset,
            known,
            number,
            rows,
            series,
            sources,
            findings,
            gone: HashSet::new(),
            unchanged: HashSet::new(),
            walked: HashSet::new(),
            named: inputs.iter().map(|input| input.as_str().into()).collect(),
        })
    }

    /// The shape of the rows.
    pub(in crate::convert) fn shape(&self) -> Shape {
        self.dataset.layout.shape
    }

    /// Takes an input that did not change: everything stays that the dataset has of it.
    pub(in crate::convert) fn keep(&mut self, source: &str) {
        self.note_walked(source);
        self.unchanged.insert(source.into());
    }

    /// Takes an input that was read, skipped or failed in this run: it replaces what the dataset has
    /// of it.
    pub(in crate::convert) fn take(
        &mut self,
        input: &ReadInput,
        record: &InputRecord,
    ) -> io::Result<()> {
        if input.outcome == Outcome::Skipped && self.unchanged.contains(&*input.source) {
            // It is a second name in the same call for what is there, and stands there too.
            return Ok(());
        }
        if self.is_out_of_reach(input) {
            return Ok(());
        }
        self.note_walked(&input.source);
        self.replace(&input.source);
        input.sources.iter().for_each(|file| self.replace(&file.source));
        for row in &input.rows {
            self.dataset.layout.shape.lines(row, &mut self.rows)?;
        }
        if let Some(series) = &mut self.series {
            input.windows.iter().try_for_each(|window| SeriesShape.lines(window, series))?;
        }
        self.sources.row(record)?;
        for finding in &input.findings {
            let (finding, input) = (finding.clone(), input.source.clone());
            self.findings.row(&FindingRecord { finding, input })?;
        }
        Ok(())
    }

    /// Whether it was read in an earlier run, and cannot be opened or read now: like what is no longer there, it
    /// stays as it is.
    fn is_out_of_reach(&self, input: &ReadInput) -> bool {
        let is_unreadable = |finding: &Arc<Finding>| finding.code == Code::InputUnreadable;
        input.outcome == Outcome::Failed
            && input.findings.last().is_some_and(is_unreadable)
            && self.known.has(&input.source)
            && !self.known.was_not_read(&input.source)
    }

    /// Notes the folders and archives that an input lies in. What an earlier run said of them as such, because they
    /// could not be read to their end or held nothing, is said anew by this one if it is still true.
    fn note_walked(&mut self, source: &str) {
        for (at, _) in source.match_indices('/').collect::<Vec<_>>().into_iter().rev() {
            let folder = source[..at].strip_suffix('!').unwrap_or(&source[..at]);
            if !self.walked.insert(folder.into()) {
                break;
            }
        }
    }

    /// Nothing stays of an input of this name, nor of the input that a file of this name was a part of. That stays if
    /// the file alone was named: it may be as it was.
    fn replace(&mut self, source: &str) {
        let whole = self.known.whole(source).filter(|_| !self.named.contains(source));
        let own = Some(source).filter(|source| self.known.has(source));
        self.gone.extend([own, whole].into_iter().flatten().map(Box::from));
    }

    /// Puts the new version in the place of the old one.
    pub(in crate::convert) fn complete(mut self) -> io::Result<Written> {
        let (known, walked) = (self.known, std::mem::take(&mut self.walked));
        self.gone.extend(walked.into_iter().filter(|folder| known.was_not_read(folder)));
        // Two inputs in one folder have its name, and one of them may be unchanged.
        self.gone.retain(|source| !self.unchanged.contains(source));
        let mut written = Written {
            rows: self.rows.lines(),
            windows: self.series.as_ref().map_or(0, Parts::lines),
            left_out: 0,
        };
        if let Some(current) = &self.dataset.current {
            let old = self.dataset.version(current.run);
            let gone = self.gone;
            let mut is_gone = |source: &str| gone.contains(source);
            self.rows.take_over(&old.join("rows"), &mut is_gone, !gone.is_empty())?;
            if let Some(series) = &mut self.series {
                series.take_over(&old.join("series"), &mut is_gone, !gone.is_empty())?;
            }
            self.sources.take_over(&self.dataset, &old, "source", &mut is_gone)?;
            self.findings.take_over(&self.dataset, &old, "input", &mut is_gone)?;
        }
        written.left_out += self.rows.finish()?;
        written.left_out += self.series.map_or(Ok(0), Parts::finish)?;
        end(self.sources.rows)?;
        end(self.findings.rows)?;
        let version = self.dataset.version(self.number);
        let layout = self.dataset.layout.clone();
        let settings = version.join("settings");
        Settings { layout, run: self.number }.write(&settings)?;
        File::open(settings)?.sync_all()?;
        sync_folders(&version)?;
        self.dataset.switch_to(self.number)?;
        if let Some(current) = &self.dataset.current {
            fs::remove_dir_all(self.dataset.version(current.run))?;
        }
        Ok(written)
    }

    /// Gives the new version up; the old one stays.
    pub(in crate::convert) fn give_up(self) -> io::Result<()> {
        let Self { dataset, number, rows, series, sources, findings, .. } = self;
        // Elsewhere than on Unix a file that is open cannot be removed.
        drop((rows, series, sources, findings));
        fs::remove_dir_all(dataset.version(number))?;
        dataset.leave();
        Ok(())
    }
}

/// A table that is one file.
struct Table<P: Projection> {
    shape: P,
    rows: Rows<BufWriter<File>, LinesShape>,
}

impl<P: Projection> Table<P> {
    fn create(dataset: &Dataset, version: &Path, shape: P, inputs: &[String]) -> io::Result<Self> {
        let path = version.join(dataset.table_name(shape.word()));
        let file = BufWriter::new(File::create_new(path)?);
        let rows = Rows::new(file, dataset.layout.format, LinesShape::of(&shape), inputs)?;
        Ok(Self { shape, rows })
    }

    fn row(&mut self, row: &P::Row) -> io::Result<()> {
        self.shape.lines(row, &mut self.rows)
    }

    /// Takes the lines of the old version whose text in `column` is not gone.
    fn take_over(
        &mut self,
        dataset: &Dataset,
        old: &Path,
        column: &str,
        is_gone: &mut dyn FnMut(&str) -> bool,
    ) -> io::Result<()> {
        let file = File::open(old.join(dataset.table_name(self.shape.word())))?;
        let columns: Vec<&str> = self.shape.columns().into_iter().map(|(name, _)| name).collect();
        self.rows.copy_lines(file, &columns, column, &mut |text| !is_gone(text))
    }
}

/// Sees to it that the names in a folder and all below it are on the disk.
fn sync_folders(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync_folders(&entry.path())?;
        }
    }
    sync_folder(folder)
}
