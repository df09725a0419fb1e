//! What holds for a whole output, whichever of its files says it.

use crate::files::FileKind;
use crate::output::Output;
use crate::units::Declared;
use crate::version::{Era, averages_include_warm_up};
use std::sync::Arc;

/// Facts of an output.
#[derive(Debug)]
pub(crate) struct About<'o> {
    /// Its files.
    pub(crate) output: &'o Output,
    /// What its rows call their source.
    pub(crate) source: Arc<str>,
    /// The version, where a file names it and no other one names another.
    pub(crate) version: Option<Arc<str>>,
    /// The versions that files name, where they are several.
    pub(crate) versions: Vec<Arc<str>>,
    /// Whether averages contain the last interval of the warm-up.
    pub(crate) includes_warm_up: bool,
    /// Whether nothing tells if they do.
    pub(crate) is_of_unknown_version: bool,
    /// What it declares of its units.
    pub(crate) declared: Declared,
}

impl<'o> About<'o> {
    /// Gathers them.
    pub(crate) fn new(output: &'o Output, source: Arc<str>) -> Self {
        let facts = || output.cores.iter().map(|(_, file)| &file.told.facts);
        let mut versions: Vec<Arc<str>> = Vec::new();
        for version in facts().flat_map(|facts| &facts.versions) {
            if !versions.contains(version) {
                versions.push(Arc::clone(version));
            }
        }
        let era = era(output).filter(|_| versions.len() < 2);
        // Which figures are of which version cannot be told where there are several.
        let version = if versions.len() == 1 { versions.pop() } else { None };
        let includes_warm_up = match &version {
            Some(version) => averages_include_warm_up(version),
            None => era == Some(Era::Between),
        };
        let is_of_unknown_version = version.is_none() && era.is_none();
        let declared = Declared::of(output);
        Self {
            output,
            source,
            version,
            versions,
            includes_warm_up,
            is_of_unknown_version,
            declared,
        }
    }

    /// Storage definitions that have a report, where the summary lists them.
    pub(crate) fn storage_definitions(&self) -> Option<usize> {
        let facts = &self.output.core(&FileKind::Summary)?.told.facts;
        Some(facts.storage_definitions).filter(|count| *count > 0)
    }

    /// Hosts that have a report, where the summary lists them.
    pub(crate) fn hosts(&self) -> Option<u64> {
        let facts = &self.output.core(&FileKind::Summary)?.told.facts;
        Some(facts.hosts as u64).filter(|count| *count > 0)
    }
}

/// Which versions the files speak for, where none names it.
fn era(output: &Output) -> Option<Era> {
    let told = || output.cores.iter().map(|(_, file)| &file.told);
    told().find_map(|told| told.facts.era).or_else(|| {
        let reports = output.reports.iter().map(|(_, file)| &file.told);
        told().chain(reports).filter(|told| told.facts.is_html).find_map(|told| {
            let block = told.blocks.iter().find(|block| !block.layout.columns.is_empty())?;
            Some(Era::of_table(&block.layout, told.facts.title.is_some()))
        })
    })
}
