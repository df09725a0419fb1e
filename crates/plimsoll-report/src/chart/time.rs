//! Throughput or IOPS, and mean latency, over the time of a run.

use super::number::{brief, brief_time};
use super::read_share::Quantity;
use super::series::Op;
use super::time_drawing::Drawing;
use super::timeline::{Stretch, Timeline};
use super::{Style, alternative};

/// The least width that a stretch may have, in units of the style: less no printer and no screen shows.
const FINEST: f64 = 2.0;

/// More gaps than this are counted and not listed.
const MOST_GAPS: usize = 4;

/// One operation over time.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeLine {
    /// What the label at the line's end says; cut with `…` where it does not fit.
    pub label: String,
    /// Its operation, for its colour; `None` for one that is neither read nor write nor total.
    pub op: Option<Op>,
    /// The rate, in the chart's unit.
    pub rates: Timeline,
    /// The mean latency, in nanoseconds.
    pub latencies: Timeline,
}

/// What is known of the steady part of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SteadyPart {
    /// Nobody can tell.
    Unknown,
    /// There is none.
    Missing,
    /// Its begin and its end, in seconds since the start of the run.
    Found(f64, f64),
}

/// How a run went: two panels over one time axis, the rate above, the mean latency below.
///
/// Missing windows are gaps: no line crosses them, and they are no zeros. Where there are more windows than
/// the width can show, several that follow each other are one point, their mean, and an area around
/// the line reaches from the least to the greatest of them ([`Timeline::reduced`]); the chart says so
/// at its foot. The latency axis is logarithmic if the latencies differ by more than a factor of 20.
/// A panel without figures is left out.
#[derive(Debug, Clone, PartialEq)]
pub struct TimeChart {
    /// Begins every id of the SVG.
    pub name: String,
    /// Set above the chart.
    pub title: Option<String>,
    /// What the upper panel counts.
    pub quantity: Quantity,
    /// The unit of all rates, as printed: `MiB/s`. Nothing is converted.
    pub unit: String,
    /// Begin and end of what counts for the result, in seconds since the start of the run: without
    /// warm-up. `None` if nothing does.
    pub measured: Option<(f64, f64)>,
    /// Which part of that was steady.
    pub steady: SteadyPart,
    /// Later lines lie over earlier ones.
    pub lines: Vec<TimeLine>,
}

impl TimeChart {
    /// The chart as SVG, in at most some ten kilobytes for each line, however long the run.
    pub fn svg(&self, style: &Style) -> String {
        Drawing::new(self, style).svg(style, &self.alternative(style))
    }

    /// What a chart of this style shows, in words.
    pub fn alternative(&self, style: &Style) -> String {
        let lines = self.reduced(style);
        let of =
            self.title.as_ref().map_or_else(String::new, |title| format!(", {}", title.trim()));
        let head = format!("{} and mean latency over time{of}", self.quantity.title());
        let mut sentences = Vec::new();
        if let Some(end_s) = end_s(&lines) {
            sentences.push(match self.measured {
                Some((begin_s, end_s)) => {
                    format!("Measured from {} to {}.", seconds(begin_s), seconds(end_s))
                }
                None => "No window counts for a figure.".to_owned(),
            });
            sentences.extend(match self.steady {
                SteadyPart::Unknown => None,
                SteadyPart::Missing => Some("It was not steady.".to_owned()),
                SteadyPart::Found(begin_s, end_s) => {
                    Some(format!("Steady from {} to {}.", seconds(begin_s), seconds(end_s)))
                }
            });
            sentences.push(format!("The windows end at {}.", seconds(end_s)));
        }
        sentences.extend(reduction(&lines));
        sentences.extend(lines.iter().filter_map(|line| self.sentence(line)));
        alternative::description(&head, &sentences)
    }

    /// The lines in as many stretches as a chart of this style shows.
    pub(super) fn reduced(&self, style: &Style) -> Vec<TimeLine> {
        let most = (style.usable_width() / FINEST) as usize;
        let reduced = |line: &TimeLine| TimeLine {
            rates: line.rates.reduced(most),
            latencies: line.latencies.reduced(most),
            ..line.clone()
        };
        self.lines.iter().map(reduced).collect()
    }

    fn sentence(&self, line: &TimeLine) -> Option<String> {
        let unit = if self.unit == self.quantity.title() { "" } else { self.unit.as_str() };
        let rate = |value| format!("{} {unit}", brief(value)).trim_end().to_owned();
        let parts: Vec<String> = [range(&line.rates, rate), range(&line.latencies, brief_time)]
            .into_iter()
            .zip([self.quantity.title(), "mean latency"])
            .filter_map(|(range, quantity)| Some(format!("{quantity} {}", range?)))
            .chain(gaps(&line.rates))
            .collect();
        (!parts.is_empty()).then(|| format!("{}: {}.", line.label.trim(), parts.join("; ")))
    }
}

/// Where the last window ends; `None` without windows.
pub(super) fn end_s(lines: &[TimeLine]) -> Option<f64> {
    let stretches =
        lines.iter().flat_map(|it| it.rates.stretches.iter().chain(&it.latencies.stretches));
    stretches.map(|stretch| stretch.end_s).reduce(f64::max)
}

/// What was done to lines that sum windows up.
pub(super) fn reduction(lines: &[TimeLine]) -> Option<String> {
    let timelines = lines.iter().flat_map(|line| [&line.rates, &line.latencies]);
    let most = timelines.map(Timeline::most_windows).max().filter(|most| *most > 1)?;
    Some(format!("Line: mean of up to {most} windows; area: their range."))
}

/// `from 310 at 12 s to 98,400 at 61 s`, or `310 throughout`; the times are those at which stretches begin.
fn range(timeline: &Timeline, said: impl Fn(f64) -> String) -> Option<String> {
    let least = timeline.stretches.iter().min_by(|a, b| a.least.total_cmp(&b.least))?;
    let greatest =
        timeline.stretches.iter().rev().max_by(|a, b| a.greatest.total_cmp(&b.greatest))?;
    let at =
        |value: f64, stretch: &Stretch| format!("{} at {}", said(value), seconds(stretch.begin_s));
    Some(format!("from {} to {}", at(least.least, least), at(greatest.greatest, greatest)))
}

fn gaps(timeline: &Timeline) -> Option<String> {
    let gaps = timeline.gaps();
    match gaps.len() {
        0 => None,
        count if count > MOST_GAPS => Some(format!("{count} gaps without windows")),
        _ => {
            let spans: Vec<String> = gaps
                .iter()
                .map(|(begin_s, end_s)| {
                    format!("from {} to {}", seconds(*begin_s), seconds(*end_s))
                })
                .collect();
            Some(format!("no windows {}", spans.join(" and ")))
        }
    }
}

fn seconds(value: f64) -> String {
    format!("{} s", brief(value))
}
