//! Rounds of equal length, and what windows add to them.

use crate::steady::RUN_ROUNDS;
use plimsoll_schema::SeriesRow;

/// How a run is cut.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cut {
    /// Begin of the first round.
    pub(crate) begin_s: f64,
    /// Length of each.
    pub(crate) round_s: f64,
}

impl Cut {
    /// Ten rounds from one time to another.
    pub(crate) fn new(begin_s: f64, end_s: f64) -> Self {
        Self { begin_s, round_s: (end_s - begin_s) / RUN_ROUNDS as f64 }
    }

    /// How many seconds of each round lie in a window.
    pub(crate) fn covered(self, windows: &[&SeriesRow]) -> [f64; RUN_ROUNDS] {
        let mut spans: Vec<(f64, f64)> =
            windows.iter().map(|it| (it.begin_s, it.begin_s + it.window_s)).collect();
        spans.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut covered = [0.0; RUN_ROUNDS];
        let mut reached = f64::NEG_INFINITY;
        for (begin, end) in spans {
            for (round, seconds) in self.shares(begin.max(reached), end) {
                covered[round] += seconds;
            }
            reached = reached.max(end);
        }
        covered
    }

    /// Sums round by round of what is so much in a second; a window in which it is not known adds nothing.
    pub(crate) fn sums(
        self,
        windows: &[&SeriesRow],
        per_second: impl Fn(&SeriesRow) -> Option<f64>,
    ) -> [f64; RUN_ROUNDS] {
        let mut sums = [0.0; RUN_ROUNDS];
        for window in windows {
            let Some(per_second) = per_second(window) else { continue };
            for (round, seconds) in self.shares(window.begin_s, window.begin_s + window.window_s) {
                sums[round] += per_second * seconds;
            }
        }
        sums
    }

    /// The rounds that a span lies in, with how many seconds of it lie there.
    fn shares(self, begin_s: f64, end_s: f64) -> impl Iterator<Item = (usize, f64)> {
        let (begin, end) = (begin_s - self.begin_s, end_s - self.begin_s);
        let round = |at: f64| ((at / self.round_s).max(0.0) as usize).min(RUN_ROUNDS - 1);
        (round(begin)..=round(end)).filter_map(move |round| {
            let from = round as f64 * self.round_s;
            let seconds = end.min(from + self.round_s) - begin.max(from);
            (seconds > 0.0).then_some((round, seconds))
        })
    }
}

/// From the begin of the first window to the end of the last one.
pub(crate) fn span(windows: &[&SeriesRow]) -> Option<(f64, f64)> {
    let spans = windows.iter().map(|it| (it.begin_s, it.begin_s + it.window_s));
    spans.reduce(|all, it| (all.0.min(it.0), all.1.max(it.1)))
}
