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
    /// What the parameter file and the flat file tell differently, in words.
    pub(crate) contradictions: Vec<String>,
    /// Transfer sizes that the parameter file names.
    sizes: Option<Vec<u64>>,
}

/// Loops whose values have a column.
const WITH_COLUMN: [&str; 3] = ["seekpct", "iorate", "fwdrate"];

impl Conditions {
    /// Those of a point.
    pub(crate) fn of(about: &About<'_>, point: &Point, run: Arc<str>) -> Self {
        let start = &point.start;
        let blocks: Vec<&Block> = point.core_blocks(about.output).map(|(_, block)| block).collect();
        let asked = AskedOf::point(about, point);
        let parameters = about.output.parameters.as_ref().map(|file| &file.told);
        let sizes = parameters.and_then(|it| it.transfer_sizes(&start.name));
        let looped_size = start.loop_value("xfersize").and_then(size);
        let looped_share = start.loop_value("rdpct").and_then(percent);
        let mut contradictions = Vec::new();
        let share = read_percent(about, start, &asked, &mut contradictions);
        let asked_read_percent = looped_share.or(share);
        let seek_percent = start
            .loop_value("seekpct")
            .map_or(asked.told.seek_percent, seek_percent)
            .or_else(|| parameters.and_then(|it| it.seek_percent(&start.name)));
        let jobs = jobs(about, start, &asked, &blocks, &mut contradictions);
        let loops: Vec<_> = start
            .loops
            .iter()
            .filter(|(key, _)| {
                let has_column = WITH_COLUMN.contains(&&**key)
                    || (&**key == "threads" && jobs.is_some())
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
        let measured_size = || one_size(sizes.as_deref(), &asked.told, &blocks);
        identity.block_size_bytes = looped_size.or_else(measured_size);
        identity.jobs = jobs;
        identity.clients = match parameters {
            Some(parameters) => parameters.hosts_of_run(&start.name),
            None => about.hosts(),
        };
        identity.parameters.clone_from(&loops);
        // The flat file comes first, and has fractions of a rate that others cut off.
        let rates = blocks.iter().map(|block| block.start.rate).chain([start.rate]);
        identity.target_iops = rates.into_iter().find_map(|rate| match rate {
            AskedRate::Limit(limit) => Some(limit),
            _ => None,
        });
        Self { identity, asked_read_percent, looped_size, loops, contradictions, sizes }
    }

    /// The transfer size of a definition or host that has a report, if it was one.
    pub(crate) fn size_of_report(&self, block: &Block) -> Option<u64> {
        self.looped_size.or_else(|| {
            let sizes = self.sizes.as_deref();
            let is_of_run = |size: &u64| {
                block.layout.is_file_system || sizes.is_none_or(|sizes| sizes.contains(size))
            };
            sure_size(block, sizes.filter(|sizes| sizes.len() == 1)).filter(is_of_run)
        })
    }

    /// The share of reads: as asked for, else as measured, in whole per cent.
    pub(crate) fn read_percent(&self, reading: Option<&Reading<'_>>) -> Option<f64> {
        self.asked_read_percent.or_else(|| reading?.read_percent().map(f64::round))
    }
}

/// What was asked for, and the place in a flat file that says so.
#[derive(Default)]
struct AskedOf {
    told: Asked,
    place: String,
}

impl AskedOf {
    fn point(about: &About<'_>, point: &Point) -> Self {
        let mut blocks = point.core_blocks(about.output);
        let found = blocks.find(|(_, block)| block.asked != Asked::default());
        let Some((file, block)) = found else { return Self::default() };
        let place = format!("{} line {}", about.output.cores[file].1.name, block.line);
        Self { told: block.asked, place }
    }
}

/// `50%` and `50` are both half.
pub(crate) fn percent(text: &str) -> Option<f64> {
    let number = decimal(text.trim_end_matches('%').as_bytes())?;
    (0.0..=100.0).contains(&number).then_some(number)
}

/// The share of random accesses of a loop value.
pub(crate) fn seek_percent(text: &str) -> Option<f64> {
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
/// happen to be the same in several intervals, so all that is known must agree.
fn one_size(sizes: Option<&[u64]>, asked: &Asked, blocks: &[&Block]) -> Option<u64> {
    let block = blocks.iter().find(|block| block.intervals.one_size.is_some())?;
    // In a file-system run it is the measured one.
    let asked = asked.transfer_size.filter(|_| !block.layout.is_file_system);
    let asked = asked.map(|size| [size as u64]);
    if sizes.is_some_and(|sizes| sizes.len() > 1) {
        return None;
    }
    let size = sure_size(block, asked.as_ref().map(<[u64; 1]>::as_slice).or(sizes))?;
    asked.is_none_or(|asked| asked == [size]).then_some(size)
}

/// The transfer size of all intervals. One interval alone may have the mean of a mix, unless its size is `named`.
fn sure_size(block: &Block, named: Option<&[u64]>) -> Option<u64> {
    let size = block.intervals.one_size?;
    (block.intervals.count > 1 || named == Some(&[size])).then_some(size)
}

/// The share of reads that was asked for, but for loops. The flat file has what the run took it for.
fn read_percent(
    about: &About<'_>,
    start: &Start,
    asked: &AskedOf,
    contradictions: &mut Vec<String>,
) -> Option<f64> {
    let file = about.output.parameters.as_ref();
    let by_parameters = file.and_then(|file| file.told.read_percent(&start.name));
    let by_run = asked.told.read_percent.filter(|share| (0.0..=100.0).contains(share));
    if let (Some(file), Some(one), Some(other)) = (file, by_parameters, by_run)
        && one.total_cmp(&other).is_ne()
    {
        contradictions.push(format!(
            "share of reads asked for in {}: {other} % in {}, {one} % in {}",
            start.name, asked.place, file.name
        ));
    }
    by_run.or(by_parameters)
}

/// Threads in all, where they are sure: the parameter file tells which storage definitions a run uses; without it
/// the threads of one are those of all only if there is one.
fn jobs(
    about: &About<'_>,
    start: &Start,
    asked: &AskedOf,
    blocks: &[&Block],
    contradictions: &mut Vec<String>,
) -> Option<u64> {
    let looped = start.loop_value("threads").and_then(size);
    let of_one = asked.told.threads.filter(|threads| *threads >= 1.0).map(|it| it as u64);
    if let Some(file) = &about.output.parameters {
        let threads = file.told.threads(&start.name, looped)?;
        let of_one = of_one.filter(|_| file.told.storages_of_run(&start.name) == Some(1));
        let Some(other) = of_one.filter(|of_one| *of_one != threads) else { return Some(threads) };
        contradictions.push(format!(
            "threads of {}: {other} in {}, {threads} in {}",
            start.name, asked.place, file.name
        ));
        return None;
    }
    let is_file_system = blocks.iter().any(|block| block.layout.is_file_system);
    if is_file_system || about.storage_definitions() != Some(1) {
        return None;
    }
    looped.or(of_one)
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
