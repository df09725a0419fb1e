//! Which start a file tells of.
//!
//! All files have the order of the starts, and a block is of a start only if its name and what was asked for are
//! the same. Points of loops may share both, and a file may lack some of them. So the times decide: a row is
//! printed after its start and before the next one. They have no date, a clock may be set while vdbench runs,
//! and what `parseflat` wrote may have none; then the order decides, and where the averages of a pair
//! contradict each other, those of the next starts.

use crate::block::{Asked, Block};
use crate::clock::{DAY_MS, apart_ms, elapsed_ms};
use crate::identity::{percent, seek_percent};
use crate::number::size;
use crate::start::{AskedRate, Start};
use std::collections::HashMap;

/// What a file tells by which it is known of which start it tells.
#[derive(Debug)]
pub(crate) struct Telling<'a> {
    /// Its own line of the start, or what it tells in place of it.
    pub(crate) start: &'a Start,
    /// What was asked for.
    pub(crate) asked: Asked,
    /// Time of day of its first row.
    pub(crate) first_row: Option<u32>,
}

impl<'a> Telling<'a> {
    /// Of a start alone.
    pub(crate) fn start(start: &'a Start) -> Self {
        Self { start, asked: Asked::default(), first_row: None }
    }

    /// Of the rows of a file.
    pub(crate) fn block(block: &'a Block) -> Self {
        let mut asked = block.asked;
        if block.layout.is_file_system {
            // The measured one.
            asked.transfer_size = None;
        }
        Self { start: &block.start, asked, first_row: block.intervals.first_time }
    }
}

/// What the figures of a telling and those of a start say to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    /// They are the same as far as they are printed.
    Same,
    /// They differ.
    Other,
    /// One of them has none.
    Unknown,
}

/// So many starts of a name are looked at: a file does not lack more in a row.
const MOST_STARTS: usize = 256;

/// So many of them by their figures.
const MOST_FIGURES: usize = 32;

/// The line of a start is printed into each file at its own time, and a first row may come late.
const LATE_MS: u32 = 60_000;

/// For each telling the start that it is of. `likeness` compares a telling's figures with those that are known of
/// a start.
pub(crate) fn pairs(
    starts: &[Start],
    tellings: &[Telling<'_>],
    likeness: impl Fn(usize, usize) -> Likeness,
) -> Vec<Option<usize>> {
    let starts = Starts::new(starts);
    let mut pairs = starts.by_time(tellings);
    starts.by_order(tellings, &mut pairs, likeness);
    pairs
}

/// Starts, and where those of each name stand.
struct Starts<'a> {
    all: &'a [Start],
    of_name: HashMap<&'a str, Vec<usize>>,
}

impl<'a> Starts<'a> {
    fn new(all: &'a [Start]) -> Self {
        let mut of_name: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, start) in all.iter().enumerate() {
            of_name.entry(&start.name).or_default().push(at);
        }
        Self { all, of_name }
    }

    /// The starts from a place on that a telling can be of.
    fn candidates<'s>(
        &'s self,
        telling: &'s Telling<'_>,
        from: usize,
    ) -> impl Iterator<Item = usize> + 's {
        let of_name = self.of_name.get(&*telling.start.name).map_or(&[][..], Vec::as_slice);
        let first = of_name.partition_point(|at| *at < from);
        let near = of_name[first..].iter().copied().take(MOST_STARTS);
        near.filter(|at| is_of(telling, &self.all[*at]))
    }

    fn by_time(&self, tellings: &[Telling<'_>]) -> Vec<Option<usize>> {
        let mut next = 0;
        tellings
            .iter()
            .map(|telling| {
                let mut candidates = self.candidates(telling, next);
                let at = candidates.find(|at| self.is_in_time(telling, *at) == Some(true))?;
                next = at + 1;
                Some(at)
            })
            .collect()
    }

    /// Gives those that times did not tell to the starts between their neighbours.
    fn by_order(
        &self,
        tellings: &[Telling<'_>],
        pairs: &mut [Option<usize>],
        likeness: impl Fn(usize, usize) -> Likeness,
    ) {
        let mut ends = vec![self.all.len(); pairs.len()];
        let mut end = self.all.len();
        for (index, pair) in pairs.iter().enumerate().rev() {
            end = pair.unwrap_or(end);
            ends[index] = end;
        }
        let mut next = 0;
        for (index, telling) in tellings.iter().enumerate() {
            if pairs[index].is_none() {
                let candidates = self.candidates(telling, next).take_while(|at| *at < ends[index]);
                pairs[index] = self.likeliest(telling, candidates, |at| likeness(index, at));
            }
            next = pairs[index].map_or(next, |at| at + 1);
        }
    }

    /// The first candidate, or if its figures are others the first one with the same.
    fn likeliest(
        &self,
        telling: &Telling<'_>,
        mut candidates: impl Iterator<Item = usize>,
        likeness: impl Fn(usize) -> Likeness,
    ) -> Option<usize> {
        let first = candidates.next()?;
        if likeness(first) != Likeness::Other {
            return Some(first);
        }
        let same = candidates.take(MOST_FIGURES).find(|at| likeness(*at) == Likeness::Same);
        // With another time and other figures it is of a start that nobody else tells of.
        same.or_else(|| (self.is_in_time(telling, first) != Some(false)).then_some(first))
    }

    /// Whether a telling has the time of a start; `None` if that is not known.
    fn is_in_time(&self, telling: &Telling<'_>, at: usize) -> Option<bool> {
        let start = &self.all[at];
        let time = start.time?;
        let next = self.all.get(at + 1).and_then(|next| next.time);
        if let Some(told) = telling.start.time {
            let before = at.checked_sub(1).and_then(|before| self.all[before].time);
            let neighbours = [before, next].into_iter().flatten();
            let nearest = neighbours.map(|other| apart_ms(time, other).abs() / 2).min();
            let most = nearest.unwrap_or(i64::MAX).min(i64::from(LATE_MS));
            return Some(apart_ms(time, told).abs() <= most);
        }
        let first_row = elapsed_ms(time, telling.first_row?);
        let longest_ms = start.longest_ms().map_or(DAY_MS, |ms| ms.saturating_add(LATE_MS));
        // Only within a day the time of day of the next start says when it was.
        if longest_ms > DAY_MS {
            return None;
        }
        let until = next.map_or(longest_ms, |next| elapsed_ms(time, next).min(longest_ms));
        Some(first_row < until)
    }
}

/// Whether a telling has the name of a start, and what was asked for.
fn is_of(telling: &Telling<'_>, start: &Start) -> bool {
    let agrees = |looped: Option<f64>, asked: Option<f64>| {
        looped.zip(asked).is_none_or(|(looped, asked)| looped.total_cmp(&asked).is_eq())
    };
    let looped_size = |key| start.loop_value(key).and_then(size).map(|size| size as f64);
    let looped_share = |key| start.loop_value(key).and_then(percent);
    let looped_seek = start.loop_value("seekpct").and_then(seek_percent);
    // -1 stands for several.
    let is_some = |asked: Option<f64>| asked.filter(|number| *number > 0.0);
    let is_share = |asked: Option<f64>| asked.filter(|share| (0.0..=100.0).contains(share));
    let asked = &telling.asked;
    telling.start.is_same(start)
        && rates_agree(telling.start.rate, start.rate)
        && agrees(looped_size("xfersize"), is_some(asked.transfer_size))
        && agrees(looped_size("threads"), is_some(asked.threads))
        && agrees(looped_share("rdpct"), is_share(asked.read_percent))
        && agrees(looped_seek, is_share(asked.seek_percent))
}

/// The line of a start has whole numbers, a flat file fractions.
fn rates_agree(one: AskedRate, other: AskedRate) -> bool {
    match (one, other) {
        (AskedRate::Limit(one), AskedRate::Limit(other)) => (one - other).abs() < 1.0,
        (AskedRate::Limit(_), AskedRate::Maximum | AskedRate::CurveMaximum)
        | (AskedRate::Maximum | AskedRate::CurveMaximum, AskedRate::Limit(_)) => false,
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::{Likeness, Telling, pairs};
    use crate::block::Asked;
    use crate::start::{AskedRate, Start};

    fn start(time: &str, line: &str) -> Start {
        Start::parse(format!("{time} Starting RD={line}").as_bytes()).expect("a start")
    }

    /// Three starts ten minutes apart that only an operation tells apart, of which a flat file knows nothing.
    fn operations() -> Vec<Start> {
        let times = ["23:50:00.000", "00:00:00.000", "00:10:00.000"];
        let loops = times.iter().zip(["read", "write", "getattr"]);
        let line = |word| format!("rd1; elapsed=400; fwdrate=100; For loops: operation={word}");
        loops.map(|(time, word)| start(time, &line(word))).collect()
    }

    /// Rows of a flat file that begin so many minutes after 23:50.
    fn rows(start: &Start, minute: Option<u32>) -> Telling<'_> {
        let first_row = minute
            .map(|minute| (minute * 60_000 + 1_000 + 23 * 3_600_000 + 50 * 60_000) % 86_400_000);
        Telling { start, asked: Asked::default(), first_row }
    }

    fn unknown(_: usize, _: usize) -> Likeness {
        Likeness::Unknown
    }

    fn flat(rate: f64) -> Start {
        let mut start = Start::named("rd1");
        start.rate = AskedRate::from_flat_file(rate);
        start
    }

    #[test]
    fn rows_belong_to_the_start_after_which_they_were_printed() {
        let (starts, flat) = (operations(), flat(100.0));
        let found = |minutes: &[Option<u32>]| {
            let tellings: Vec<_> = minutes.iter().map(|minute| rows(&flat, *minute)).collect();
            pairs(&starts, &tellings, unknown)
        };
        assert_eq!(found(&[Some(0), Some(20)]), [Some(0), Some(2)], "one is missing");
        assert_eq!(found(&[Some(10), Some(20)]), [Some(1), Some(2)], "across midnight");
        assert_eq!(found(&[None, None]), [Some(0), Some(1)], "the order, without times");
        assert_eq!(found(&[Some(0), None, Some(20)]), [Some(0), Some(1), Some(2)]);
        // The clock was set by an hour.
        assert_eq!(found(&[Some(60), Some(70), Some(80)]), [Some(0), Some(1), Some(2)]);
    }

    #[test]
    fn figures_decide_where_times_do_not() {
        let (starts, flat) = (operations(), flat(100.0));
        let tellings = [rows(&flat, None), rows(&flat, None)];
        let same = |telling: usize, start: usize| {
            if (telling, start) == (0, 0) || (telling, start) == (1, 2) {
                Likeness::Same
            } else {
                Likeness::Other
            }
        };
        assert_eq!(pairs(&starts, &tellings, same), [Some(0), Some(2)]);
        let never = |_: usize, _: usize| Likeness::Other;
        assert_eq!(pairs(&starts, &tellings, never), [Some(0), Some(1)], "files that disagree");
        let tellings = [rows(&flat, Some(9))];
        assert_eq!(pairs(&starts, &tellings, never), [None], "nor do the times agree");
        assert_eq!(pairs(&starts, &tellings, unknown), [Some(0)]);
    }

    #[test]
    fn what_was_asked_for_tells_points_apart() {
        let line = |seek: &str| format!("rd1; I/O rate: 1; elapsed=2; For loops: seekpct={seek}");
        let starts = ["0", "100"].map(|seek| start("11:00:00.000", &line(seek)));
        let found = |rate: f64, seek: f64| {
            let flat = flat(rate);
            let asked = Asked { seek_percent: Some(seek), ..Asked::default() };
            pairs(&starts, &[Telling { start: &flat, asked, first_row: None }], unknown)
        };
        assert_eq!(found(1.0, 100.0), [Some(1)]);
        assert_eq!(found(1.0, 0.0), [Some(0)]);
        assert_eq!(found(1.5, 100.0), [Some(1)], "the start has the whole number");
        assert_eq!(found(2.5, 100.0), [None]);
        assert_eq!(found(9_999_988.0, 100.0), [None]);
    }

    #[test]
    fn starts_of_two_files_are_near_in_time() {
        let line = "rd1; I/O rate: 300; elapsed=2; For loops: None";
        let starts = [start("11:00:00.004", line), start("11:00:03.002", line)];
        let other = [start("11:00:03.000", line)];
        let found = pairs(&starts, &other.each_ref().map(Telling::start), unknown);
        assert_eq!(found, [Some(1)]);
    }
}
