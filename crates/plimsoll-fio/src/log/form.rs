//! Which form a log has, told by its first lines and by the options of the run where they are known.
//!
//! Without `log_avg_msec` there is a row for each operation, with its block size. With it there is one for
//! each direction and window, whose block size is 0 (bandwidth logs of 2013 keep it; their even steps
//! tell). A histogram log has a row for each direction and interval, and as many columns as bins.

use super::histogram::HistogramForm;
use super::line::{Columns, Line};
use super::name::LogKind;
use super::number::number;

/// So many lines are looked at.
const LINES: usize = 400;
/// Times from here on are no times of a run, which would have lasted three years, but count from 1970
/// (`log_unix_epoch`, `log_alternate_epoch`).
const EPOCH_MS: u64 = 100_000_000_000;

/// What the options of a run say about its logs; `None` where they are not known.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LogOptions {
    /// `log_avg_msec`; 0 if every operation was logged.
    pub(crate) average_ms: Option<u64>,
    /// `log_hist_msec`.
    pub(crate) histogram_ms: Option<u64>,
    /// What the value of a window is.
    pub(crate) window_value: Option<WindowValue>,
}

/// What the value of a window is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WindowValue {
    /// The mean.
    Average,
    /// The greatest (`log_max_value=1`, `log_window_value=max`).
    Greatest,
    /// Both, in two columns.
    Both,
}

/// The form of a log.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Form {
    /// A row for each operation.
    Operations(Columns),
    /// A row for each direction and window of about so many milliseconds.
    Averages { columns: Columns, window_ms: u64, value: WindowValue },
    /// A row of counts by bins for each direction and interval.
    Histogram(HistogramForm),
}

/// What the first lines of a log tell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Seen {
    pub(crate) form: Form,
    /// The time of the first row, if times count from 1970.
    pub(crate) epoch_ms: Option<u64>,
}

/// Looks at the begin of a log. `None` if it is none.
#[expect(clippy::naive_bytecount, reason = "some hundred lines")]
pub(crate) fn look(
    head: &[u8],
    is_whole: bool,
    kind: Option<LogKind>,
    options: LogOptions,
) -> Option<Seen> {
    let lines = lines(head, is_whole);
    let counts = lines.iter().map(|line| line.iter().filter(|byte| **byte == b',').count() + 1);
    let count = most_frequent(counts)?;
    if let Some(bins) = count.checked_sub(3).and_then(HistogramForm::of_columns) {
        return histogram(&lines, bins, options);
    }
    if kind == Some(LogKind::Histogram) || !(4..=8).contains(&count) {
        return None;
    }
    let has_max = count > 4
        && options.window_value.map_or_else(|| shows_max(&lines), |it| it == WindowValue::Both);
    let columns = Columns { count, has_max };
    let rows: Vec<Line> = lines.iter().filter_map(|line| Line::parse(line, columns)).collect();
    if rows.is_empty() || 2 * rows.len() < lines.len() {
        return None;
    }
    let epoch_ms = rows.first().map(|row| row.time).filter(|time| *time >= EPOCH_MS);
    let are_averages = options.average_ms.map_or_else(|| are_averages(&rows), |it| it > 0);
    let form = if are_averages {
        let times: Vec<u64> = times(&rows, rows[0].direction);
        let window_ms = options.average_ms.filter(|it| *it > 0);
        let value = if has_max {
            WindowValue::Both
        } else {
            options.window_value.unwrap_or(WindowValue::Average)
        };
        Form::Averages { columns, window_ms: window_ms.unwrap_or_else(|| interval(&times)), value }
    } else {
        Form::Operations(columns)
    };
    Some(Seen { form, epoch_ms })
}

fn histogram(lines: &[&[u8]], form: HistogramForm, options: LogOptions) -> Option<Seen> {
    let row = |line: &&[u8]| {
        let (time, at) = number(line, 0)?;
        let (direction, _) = number(line, at + 2)?;
        (direction <= 2).then_some((time, direction))
    };
    let rows: Vec<(u64, u64)> = lines.iter().filter_map(row).collect();
    let (first, direction) = *rows.first()?;
    let times: Vec<u64> = rows.iter().filter(|row| row.1 == direction).map(|row| row.0).collect();
    let interval_ms = options.histogram_ms.filter(|it| *it > 0).unwrap_or_else(|| interval(&times));
    let epoch_ms = Some(first).filter(|time| *time >= EPOCH_MS);
    Some(Seen { form: Form::Histogram(HistogramForm { interval_ms, ..form }), epoch_ms })
}

/// The first whole lines that are not blank; a last one without end only where there is no other.
fn lines(head: &[u8], is_whole: bool) -> Vec<&[u8]> {
    let end = head.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let blank = |line: &&[u8]| !line.trim_ascii().is_empty();
    let whole: Vec<&[u8]> =
        head[..end].split(|byte| *byte == b'\n').filter(blank).take(LINES).collect();
    if whole.is_empty() && is_whole && blank(&head) { vec![&head[end..]] } else { whole }
}

/// The most frequent number, the first of equally frequent ones.
fn most_frequent(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut tally: Vec<(usize, usize)> = Vec::new();
    for number in numbers {
        match tally.iter_mut().find(|(known, _)| *known == number) {
            Some((_, times)) => *times += 1,
            None => tally.push((number, 1)),
        }
    }
    tally.iter().rev().max_by_key(|(_, times)| *times).map(|(number, _)| *number)
}

/// Whether the third column is none of directions, and the fourth is: without the options of the run
/// only that tells the greatest value of a window from a direction.
fn shows_max(lines: &[&[u8]]) -> bool {
    let columns = |line: &&[u8]| -> Option<(u64, u64)> {
        let mut parts = line.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
        let mut next = |skipped| number(parts.nth(skipped)?, 0).map(|(value, _)| value);
        Some((next(2)?, next(0)?))
    };
    let seen: Vec<(u64, u64)> = lines.iter().filter_map(columns).collect();
    let are_directions = |it: &dyn Fn(&(u64, u64)) -> u64| {
        2 * seen.iter().filter(|row| it(row) <= 2).count() > seen.len()
    };
    are_directions(&|row| row.1) && !are_directions(&|row| row.0)
}

/// Whether rows are averages of windows.
fn are_averages(rows: &[Line]) -> bool {
    let without_size = rows.iter().filter(|row| row.block_size == 0).count();
    2 * without_size > rows.len()
        || (0..=2).any(|direction| has_even_steps(&times(rows, direction)))
}

fn times(rows: &[Line], direction: usize) -> Vec<u64> {
    rows.iter().filter(|row| row.direction == direction).map(|row| row.time).collect()
}

/// Whether rows come in steps of a tenth of a second or more, nine of ten the same or left out.
fn has_even_steps(times: &[u64]) -> bool {
    let steps: Vec<u64> = times.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    let Some(usual) = median(&steps).filter(|usual| *usual >= 100) else { return false };
    let is_even = |step: &u64| {
        let times = (step + usual / 2) / usual;
        times > 0 && step.abs_diff(times * usual) <= usual / 20
    };
    steps.len() >= 3 && 10 * steps.iter().filter(|step| is_even(step)).count() >= 9 * steps.len()
}

fn median(steps: &[u64]) -> Option<u64> {
    let mut sorted = steps.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len() / 2).copied()
}

/// The length of an interval, in milliseconds, from the times at which intervals ended. fio is some
/// milliseconds late each time, and does not let that add up.
pub(crate) fn interval(times: &[u64]) -> u64 {
    let Some(last) = times.last() else { return 1 };
    let steps: Vec<u64> = times.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
    let Some(usual) = median(&steps).filter(|usual| *usual > 0) else {
        return rounded(*last, 3).unwrap_or(*last).max(1);
    };
    // Where some are missing, the usual step tells more than the mean; where lengths are odd, less.
    let mean = last / times.len() as u64;
    let is_complete = mean.abs_diff(usual) <= usual / 20;
    let odd = || rounded(if is_complete { mean } else { usual }, 3);
    rounded(usual, 2).or_else(odd).unwrap_or(usual)
}

/// The nearest number of so many digits and zeros, with as few digits as are near enough.
fn rounded(milliseconds: u64, digits: u32) -> Option<u64> {
    let to = |unit: u64| (milliseconds + unit / 2) / unit * unit;
    let last = milliseconds.max(1).ilog10();
    let is_near = |it: &u64| *it > 0 && it.abs_diff(milliseconds) <= milliseconds / 100;
    (0..digits).map(|place| to(10u64.pow(last.saturating_sub(place)))).find(is_near)
}

#[cfg(test)]
mod tests {
    use super::{Form, LogOptions, WindowValue, interval, look};
    use crate::log::line::Columns;

    fn form(text: &str, options: LogOptions) -> Option<Form> {
        look(text.as_bytes(), true, None, options).map(|seen| seen.form)
    }

    fn averages(count: usize, has_max: bool, window_ms: u64) -> Form {
        let value = if has_max { WindowValue::Both } else { WindowValue::Average };
        Form::Averages { columns: Columns { count, has_max }, window_ms, value }
    }

    #[test]
    fn operations_have_a_block_size_and_averages_have_none() {
        let unknown = LogOptions::default();
        let operations = |count| Some(Form::Operations(Columns { count, has_max: false }));
        assert_eq!(form("0, 20, 0, 4096\n0, 6, 1, 4096\n", unknown), operations(4));
        assert_eq!(form("0, 36128, 1, 4096, 0", unknown), operations(5));
        assert_eq!(
            form("500, 32264, 0, 0, 0\n1000, 38637, 0, 0, 0\n", unknown),
            Some(averages(5, false, 500))
        );
        let steps = "0, 25, 0, 131072\n500, 1, 0, 131072\n1000, 1, 0, 131072\n1501, 1, 0, 131072\n";
        assert_eq!(form(steps, unknown), Some(averages(4, false, 500)));
        let slow = "0, 25, 0, 512\n131, 1, 0, 512\n390, 1, 0, 512\n501, 1, 0, 512\n";
        assert_eq!(form(slow, unknown), operations(4));
    }

    #[test]
    fn options_decide_before_columns() {
        let both = LogOptions { window_value: Some(WindowValue::Both), ..LogOptions::default() };
        let rows = "502, 1, 2, 0, 0, 0\n1001, 1, 1, 0, 0, 0\n";
        assert_eq!(form(rows, both), Some(averages(6, true, 500)));
        assert_eq!(form(rows, LogOptions::default()), Some(averages(6, false, 500)));
        let seen = "502, 30812, 30812, 0, 0, 0\n502, 31673, 31673, 1, 0, 0\n";
        assert_eq!(form(seen, LogOptions::default()), Some(averages(6, true, 500)));
        let single = LogOptions { average_ms: Some(0), ..LogOptions::default() };
        assert!(matches!(form("502, 3, 0, 0, 0\n", single), Some(Form::Operations(_))));
    }

    #[test]
    fn what_is_no_log() {
        for text in [
            "",
            "\n",
            "a, b, c, d\n",
            "1, 2, 3, 4\n",
            "1, 2, 0\n",
            "name, value, 0, 1\nx, y, 0, 2\n",
        ] {
            assert_eq!(form(text, LogOptions::default()), None, "{text:?}");
        }
    }

    #[test]
    fn times_of_intervals_are_a_little_late() {
        for (times, expected) in [
            (&[1001, 2001, 3002][..], 1000),
            (&[253, 500, 750], 250),
            (&[551, 1049], 500),
            (&[10_001], 10_000),
            (&[126, 251, 375, 500], 125),
            (&[2000, 3000, 4000, 5000], 1000),
            (&[2000, 3000, 4000, 5000, 6000, 8000, 9000, 10_000], 1000),
            (&[7], 7),
            (&[], 1),
            (&[0], 1),
        ] {
            assert_eq!(interval(times), expected, "{times:?}");
        }
    }
}
