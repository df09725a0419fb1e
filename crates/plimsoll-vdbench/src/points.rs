//! The points of a run: which run definitions started, in order, and what each file tells of each.
//!
//! The files of an output are pieces of one story. The logfile names every start at once; the summary is
//! written when a run definition ends; the flat file knows names only. So the points are those of the file that
//! tells of most starts, to which the others add what it lacks. A console text may be that of several
//! outputs and adds nothing where a summary or a log tells of any start.

use crate::about::About;
use crate::agree;
use crate::block::Block;
use crate::files::FileKind;
use crate::label::Span;
use crate::measure::Reading;
use crate::output::Output;
use crate::pairing::{Likeness, Telling, pairs};
use crate::start::Start;
use crate::status::What;

/// One run definition that started; those that only prepare files are no points of a result.
#[derive(Debug)]
pub(crate) struct Point {
    /// What was started.
    pub(crate) start: Start,
    /// For each core file of the output, which of its blocks tells of this point.
    pub(crate) blocks: Vec<Option<usize>>,
    /// For each report, the same.
    pub(crate) reports: Vec<Option<usize>>,
    /// Which of the histograms is of it.
    pub(crate) histogram: Option<usize>,
    /// Which event of the status is its start.
    pub(crate) event: Option<usize>,
}

impl Point {
    /// The blocks of the core files, most exact first.
    pub(crate) fn core_blocks<'o>(
        &self,
        output: &'o Output,
    ) -> impl Iterator<Item = (usize, &'o Block)> {
        self.blocks.iter().enumerate().filter_map(move |(file, block)| {
            block.and_then(|block| output.cores[file].1.told.blocks.get(block)).map(|it| (file, it))
        })
    }
}

/// The point during which an event of the status was told.
pub(crate) fn running_at(points: &[Point], event: usize) -> Option<usize> {
    points.iter().rposition(|point| point.event.is_some_and(|start| start <= event))
}

/// All that started in an output.
pub(crate) fn points(about: &About<'_>) -> Vec<Point> {
    let output = about.output;
    let mut story = Story::default();
    let cores = join_cores(about, &mut story);
    let reports: Vec<usize> = output
        .reports
        .iter()
        .map(|(_, file)| {
            let adds = output.cores.is_empty();
            story.join(&tellings(&file.told.blocks), adds, |_, _, _| Likeness::Unknown)
        })
        .collect();
    let runs = output.histograms.as_ref().map_or(&[][..], |file| &file.told.runs);
    let of_runs: Vec<Telling<'_>> = runs.iter().map(|run| Telling::start(&run.start)).collect();
    let histograms = story.join(&of_runs, false, |_, _, _| Likeness::Unknown);
    let (events, event_starts) = started(output);
    let of_events: Vec<Telling<'_>> = event_starts.iter().map(Telling::start).collect();
    let status = story.join(&of_events, false, |_, _, _| Likeness::Unknown);
    let Story { starts, places } = story;
    let of =
        |sources: &[usize], point: usize| sources.iter().map(|it| places[*it][point]).collect();
    starts
        .into_iter()
        .enumerate()
        .map(|(point, start)| Point {
            start,
            blocks: of(&cores, point),
            reports: of(&reports, point),
            histogram: places[histograms][point],
            event: places[status][point].map(|index| events[index]),
        })
        .collect()
}

/// Joins the core files, the one that tells of most starts first; for each its source in the story.
fn join_cores(about: &About<'_>, story: &mut Story) -> Vec<usize> {
    let files = &about.output.cores;
    let has_tables = files.iter().any(|(kind, file)| {
        matches!(kind, FileKind::Summary | FileKind::Log) && !file.told.blocks.is_empty()
    });
    let adds = |kind: &FileKind| *kind != FileKind::Console || !has_tables;
    // Of files that tell of equally many the more exact one counts, but a flat file has names only.
    let count = |file: &usize| files[*file].1.told.blocks.len();
    let telling = (0..files.len()).filter(|it| !files[*it].0.is_flat() && adds(&files[*it].0));
    let base = telling.rev().max_by_key(count);
    let others = (0..files.len()).filter(|file| Some(*file) != base);
    let mut joined: Vec<(usize, usize)> = Vec::new();
    for file in base.into_iter().chain(others) {
        let (kind, read) = &files[file];
        let compare = |block: usize, start: usize, places: &[Vec<Option<usize>>]| {
            let place = |(other, source): &(usize, usize)| Some((*other, places[*source][start]?));
            likeness(about, (file, block), joined.iter().filter_map(place))
        };
        let source = story.join(&tellings(&read.told.blocks), adds(kind), compare);
        joined.push((file, source));
    }
    joined.sort_unstable();
    joined.into_iter().map(|(_, source)| source).collect()
}

fn tellings(blocks: &[Block]) -> Vec<Telling<'_>> {
    blocks.iter().map(Telling::block).collect()
}

/// Whether the average of a block is the first one of other blocks. A block is known by its file and its place
/// there.
fn likeness(
    about: &About<'_>,
    block: (usize, usize),
    mut others: impl Iterator<Item = (usize, usize)>,
) -> Likeness {
    let other = others.find_map(|other| average(about, other));
    let Some((one, other)) = average(about, block).zip(other) else { return Likeness::Unknown };
    if one.span == other.span && agree::difference(&other.reading, &one.reading).is_none() {
        Likeness::Same
    } else {
        Likeness::Other
    }
}

/// An average that covers intervals.
struct Averaged<'o> {
    span: Span,
    reading: Reading<'o>,
}

fn average<'o>(about: &About<'o>, (file, block): (usize, usize)) -> Option<Averaged<'o>> {
    let (kind, file) = &about.output.cores[file];
    let block = file.told.blocks.get(block)?;
    let average = block.average.as_ref().filter(|it| it.is_measurement(&block.layout))?;
    let reading = Reading::printed(block, average, kind.is_flat(), about.declared);
    Some(Averaged { span: average.span, reading })
}

/// The events of the status that tell of starts, and these.
fn started(output: &Output) -> (Vec<usize>, Vec<Start>) {
    let events = output.status.as_ref().map_or(&[][..], |file| &file.told.events);
    events
        .iter()
        .enumerate()
        .filter_map(|(index, event)| match &event.what {
            What::Starting(name) => {
                let mut start = Start::named(name);
                start.time = Some(event.stamp.time_of_day());
                Some((index, start))
            }
            _ => None,
        })
        .unzip()
}

/// The starts that are known, while one source after the other is joined.
#[derive(Debug, Default)]
struct Story {
    starts: Vec<Start>,
    /// For each source and each start, which telling of the source is of it.
    places: Vec<Vec<Option<usize>>>,
}

impl Story {
    /// Takes the next source, in the order of which its starts are; the number that it has from then on. Starts
    /// that nobody told of before follow the last one that both know, if the source is one that `adds`.
    fn join(
        &mut self,
        tellings: &[Telling<'_>],
        adds: bool,
        likeness: impl Fn(usize, usize, &[Vec<Option<usize>>]) -> Likeness,
    ) -> usize {
        let places = &self.places;
        let pairs = pairs(&self.starts, tellings, |one, start| likeness(one, start, places));
        let mut own = vec![None; self.starts.len()];
        for (telling, start) in pairs.iter().enumerate() {
            if let Some(start) = start {
                own[*start] = Some(telling);
            }
        }
        self.places.push(own);
        if adds && pairs.contains(&None) {
            self.add(tellings, &pairs);
        }
        self.places.len() - 1
    }

    fn add(&mut self, tellings: &[Telling<'_>], pairs: &[Option<usize>]) {
        let Self { starts, places: old } = std::mem::take(self);
        self.places = vec![Vec::new(); old.len()];
        let mut known = starts.into_iter().enumerate();
        for (telling, pair) in pairs.iter().enumerate() {
            if pair.is_none() {
                let own = |source: usize| (source + 1 == old.len()).then_some(telling);
                self.push(tellings[telling].start.clone(), own);
                continue;
            }
            for (at, start) in known.by_ref() {
                self.push(start, |source| old[source][at]);
                if Some(at) == *pair {
                    break;
                }
            }
        }
        for (at, start) in known {
            self.push(start, |source| old[source][at]);
        }
    }

    fn push(&mut self, start: Start, place: impl Fn(usize) -> Option<usize>) {
        self.starts.push(start);
        for (source, places) in self.places.iter_mut().enumerate() {
            places.push(place(source));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Story;
    use crate::pairing::{Likeness, Telling};
    use crate::start::Start;

    fn join(story: &mut Story, names: &[&str], adds: bool) -> usize {
        let starts: Vec<Start> = names.iter().map(|name| Start::named(name)).collect();
        let tellings: Vec<_> = starts.iter().map(Telling::start).collect();
        story.join(&tellings, adds, |_, _, _| Likeness::Unknown)
    }

    #[test]
    fn what_a_source_adds_follows_what_both_know() {
        let mut story = Story::default();
        let first = join(&mut story, &["a", "b", "d"], true);
        let second = join(&mut story, &["b", "c", "e", "d", "f"], true);
        let third = join(&mut story, &["x", "e", "y"], false);
        let names: Vec<&str> = story.starts.iter().map(|start| &*start.name).collect();
        assert_eq!(names, ["a", "b", "c", "e", "d", "f"]);
        assert_eq!(story.places[first], [Some(0), Some(1), None, None, Some(2), None]);
        assert_eq!(story.places[second], [None, Some(0), Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!(story.places[third], [None, None, None, Some(1), None, None]);
    }
}
