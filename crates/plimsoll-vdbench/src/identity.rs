//! What was measured at a point, and under which conditions.

use crate::about::About;
use crate::block::{Asked, Block};
use crate::measure::Reading;
use crate::number::{decimal, size};
use crate::points::Point;
use crate::start::{AskedRate, Start};
use plimsoll_schema::{Identity, LoadStep, MeasuredLevel, Origin, Pattern};
use std::borrow::Cow;
use std::sync::Arc;

/// What all rows of a point have in common.
#[derive(Debug)]
pub(crate) struct Conditions {
    /// The identity of a row of level `run`, without operation and place.
    pub(crate) identity: Identity,
    /// The share of reads that was asked for.
    pub(crate) asked_read_percent: Option<f64>,
    /// The transfer size of a loop.
    pub(crate) looped_size: Option<u64>,
    /// Values of loops that have no column.
    pub(crate) loops: Vec<(Arc<str>, Arc<str>)>,
}

/// Loops whose values have a column.
const WITH_COLUMN: [&str; 4] = ["threads", "seekpct", "iorate", "fwdrate"];

impl Conditions {
    /// Those of a point.
    pub(crate) fn of(about: &About<'_>, point: &Point, run: Arc<str>) -> Self {
        let start = &point.start;
        let blocks: Vec<&Block> = point.core_blocks(about.output).map(|(_, block)| block).collect();
        let asked = blocks.iter().map(|block| block.asked).find(|it| *it != Asked::default());
        let asked = asked.unwrap_or_default();
        let parameters = about.output.parameters.as_ref();
        let looped_size = start.loop_value("xfersize").and_then(size);
        let looped_share = start.loop_value("rdpct").and_then(percent);
        let asked_read_percent = looped_share
            .or(asked.read_percent.filter(|share| (0.0..=100.0).contains(share)))
            .or_else(|| parameters.and_then(|it| it.read_percent(&start.name)));
        let seek_percent = start
            .loop_value("seekpct")
            .map_or(asked.seek_percent, seek_percent)
            .or_else(|| parameters.and_then(|it| it.seek_percent(&start.name)));
        let loops: Vec<_> = start
            .loops
            .iter()
            .filter(|(key, _)| {
                let has_column = WITH_COLUMN.contains(&&**key)
                    || (&**key == "xfersize" && looped_size.is_some())
                    || (&**key == "rdpct" && looped_share.is_some());
                !has_column
            })
            .cloned()
            .collect();
        let mut identity =
            Identity::new(Arc::clone(&about.source), String::new(), Origin::Measured);
        identity.tool = Some(Cow::Borrowed("vdbench"));
        identity.tool_version.clone_from(&about.version);
        identity.run = Some(run);
        identity.level = MeasuredLevel::Run;
        identity.workload = Some(Arc::clone(&start.name));
        identity.pattern = seek_percent.map(pattern);
        identity.block_size_bytes = looped_size.or_else(|| one_size(about, point, &blocks));
        identity.jobs = jobs(about, start, &asked, &blocks);
        identity.clients = match parameters {
            Some(parameters) => parameters.hosts_of_run(&start.name),
            None => about.hosts(),
        };
        identity.parameters.clone_from(&loops);
        let rates = std::iter::once(start.rate).chain(blocks.iter().map(|block| block.start.rate));
        identity.target_iops = rates.into_iter().find_map(|rate| match rate {
            AskedRate::Limit(limit) => Some(limit),
            _ => None,
        });
        Self { identity, asked_read_percent, looped_size, loops }
    }

    /// The share of reads: as asked for, else as measured, in whole per cent.
    pub(crate) fn read_percent(&self, reading: Option<&Reading<'_>>) -> Option<f64> {
        self.asked_read_percent.or_else(|| reading?.read_percent().map(f64::round))
    }
}

/// `50%` and `50` are both half.
fn percent(text: &str) -> Option<f64> {
    let number = decimal(text.trim_end_matches('%').as_bytes())?;
    (0.0..=100.0).contains(&number).then_some(number)
}

fn seek_percent(text: &str) -> Option<f64> {
    match text {
        "seq" | "sequential" | "seqnz" | "eof" => Some(0.0),
        "rand" | "random" => Some(100.0),
        _ => decimal(text.trim_end_matches('%').as_bytes()),
    }
}

fn pattern(seek_percent: f64) -> Pattern {
    if seek_percent <= 0.0 {
        Pattern::Sequential
    } else if seek_percent >= 100.0 {
        Pattern::Random
    } else {
        Pattern::Mixed
    }
}

/// The transfer size, if it was one: a flat file names the first of a list, and the mean of a mix may
/// happen to be the same in all of two intervals, so all that is known must agree.
fn one_size(about: &About<'_>, point: &Point, blocks: &[&Block]) -> Option<u64> {
    let size = blocks.iter().find_map(|block| block.intervals.one_size)?;
    let asked = blocks.iter().find_map(|block| block.asked.transfer_size);
    let asked_agrees = asked.is_none_or(|asked| asked.total_cmp(&(size as f64)).is_eq());
    let sizes =
        about.output.parameters.as_ref().and_then(|it| it.transfer_sizes(&point.start.name));
    let is_mix = sizes.is_some_and(|sizes| sizes.len() > 1);
    (asked_agrees && !is_mix).then_some(size)
}

/// Threads in all, where they are sure: the parameter file tells which storage definitions a run uses; without it
/// the threads of one are those of all only if there is one.
fn jobs(about: &About<'_>, start: &Start, asked: &Asked, blocks: &[&Block]) -> Option<u64> {
    let looped = start.loop_value("threads").and_then(size);
    if let Some(parameters) = &about.output.parameters {
        return parameters.threads(&start.name, looped);
    }
    let is_file_system = blocks.iter().any(|block| block.layout.is_file_system);
    if is_file_system || about.storage_definitions() != Some(1) {
        return None;
    }
    looped.or_else(|| asked.threads.filter(|threads| *threads >= 1.0).map(|it| it as u64))
}

/// Which curve is being run, while the points go by.
#[derive(Debug, Default)]
pub(crate) struct Curves {
    current: Option<(Arc<str>, Arc<str>)>,
    count: usize,
}

impl Curves {
    /// The place of the next point on a curve: `rd1` without a limit finds the maximum, `rd1_(10%)` follows.
    pub(crate) fn step(&mut self, start: &Start, rates: &[AskedRate]) -> Option<LoadStep> {
        if rates.contains(&AskedRate::CurveMaximum) {
            self.count += 1;
            // Loops repeat the whole curve under the same names.
            let curve: Arc<str> = if self.count == 1 {
                Arc::clone(&start.name)
            } else {
                format!("{} (curve {})", start.name, self.count).into()
            };
            self.current = Some((Arc::clone(&start.name), Arc::clone(&curve)));
            return Some(LoadStep { curve, percent_of_maximum: None });
        }
        let (name, curve) = self.current.as_ref()?;
        let share = start.name.strip_prefix(&**name)?.strip_prefix("_(")?.strip_suffix("%)")?;
        let percent = decimal(share.as_bytes())?;
        Some(LoadStep { curve: Arc::clone(curve), percent_of_maximum: Some(percent) })
    }
}

#[cfg(test)]
mod tests {
    use super::{Curves, pattern, percent, seek_percent};
    use crate::start::{AskedRate, Start};
    use plimsoll_schema::Pattern;

    #[test]
    fn a_curve_is_its_maximum_and_the_shares_of_it() {
        let mut curves = Curves::default();
        let mut step = |name: &str, rate: AskedRate| {
            let step = curves.step(&Start::named(name), &[rate])?;
            Some((step.curve.to_string(), step.percent_of_maximum))
        };
        assert_eq!(step("rd0", AskedRate::Maximum), None);
        assert_eq!(step("rd1", AskedRate::CurveMaximum), Some(("rd1".into(), None)));
        assert_eq!(step("rd1_(10%)", AskedRate::Limit(5900.0)), Some(("rd1".into(), Some(10.0))));
        assert_eq!(step("rd1_(110%)", AskedRate::Limit(5900.0)), Some(("rd1".into(), Some(110.0))));
        assert_eq!(step("rd2", AskedRate::Limit(100.0)), None);
        assert_eq!(step("rd1", AskedRate::CurveMaximum), Some(("rd1 (curve 2)".into(), None)));
    }

    #[test]
    fn shares_and_patterns_are_told_from_loop_values() {
        assert_eq!(percent("50%"), Some(50.0));
        assert_eq!(percent("4k"), None);
        assert_eq!(seek_percent("eof").map(pattern), Some(Pattern::Sequential));
        assert_eq!(seek_percent("100").map(pattern), Some(Pattern::Random));
        assert_eq!(seek_percent("50").map(pattern), Some(Pattern::Mixed));
        assert_eq!(pattern(-1.0), Pattern::Sequential);
    }
}
