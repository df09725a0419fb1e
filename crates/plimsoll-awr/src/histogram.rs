//! How the waits for an event are distributed over their lengths.
//!
//! Reports print per cents of all waits in up to six tables, each with other bins: one over the whole range and
//! details of parts of it. The first and the last bin of a detail stand for all below and above.

use plimsoll_schema::{Bin, Distribution};

/// A bin: waits of at least `lower` and less than `upper` nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Range {
    /// Least length, in nanoseconds.
    pub(crate) lower: f64,
    /// First length above, in nanoseconds; infinite for the last one.
    pub(crate) upper: f64,
}

impl Range {
    /// Whether all of the other lies in it, and is not all of it.
    fn holds_more_than(self, other: Self) -> bool {
        self != other && self.lower <= other.lower && other.upper <= self.upper
    }
}

/// What one table says of one bin.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Share {
    /// The bin.
    pub(crate) range: Range,
    /// Per cent of all waits, one decimal.
    pub(crate) percent: f64,
}

/// The bins of a table by its headings: column and range of those that are bins.
pub(crate) fn ranges(columns: &[String]) -> Vec<(usize, Range)> {
    let mut lower = 0.0;
    let mut ranges = Vec::new();
    for (at, heading) in columns.iter().enumerate() {
        // Over the bins of a text report stands what they are of (`% of Waits`).
        let heading = heading.find(['<', '>']).map_or("", |begin| heading[begin..].trim());
        if let Some(edge) = heading.strip_prefix('<').and_then(edge) {
            ranges.push((at, Range { lower, upper: edge }));
            lower = edge;
        } else if let Some(edge) = heading.strip_prefix('>').and_then(edge) {
            ranges.push((at, Range { lower: edge, upper: f64::INFINITY }));
        }
    }
    ranges
}

/// An edge in nanoseconds: `=1s`, `512us`, `1/8s`, ` 1m`. From a second on, and for parts of one, what is printed
/// stands for the next power of two in milliseconds: "`<=1s` is truly <1024ms".
fn edge(text: &str) -> Option<f64> {
    let text = text.strip_prefix('=').unwrap_or(text).trim();
    let digits = text.find(|it: char| !it.is_ascii_digit() && it != '/')?;
    let (number, unit) = text.split_at(digits);
    let number = match number.split_once('/') {
        Some((part, of)) => {
            f64::from(part.parse::<u16>().ok()?) / f64::from(of.parse::<u16>().ok()?)
        }
        None => f64::from(number.parse::<u16>().ok()?),
    };
    let milliseconds = match unit {
        "us" => return Some(number * 1e3),
        "ms" => return Some(number * 1e6),
        "s" => number * 1e3,
        "m" => number * 60e3,
        "h" => number * 3600e3,
        _ => return None,
    };
    let is_usual = (1.0..=1e9).contains(&milliseconds);
    is_usual.then(|| milliseconds.log2().round().exp2() * 1e6)
}

/// The distribution that the shares of one event make of so many waits. `None` where they do not add up to all of
/// them, or where some took longer than the last bin ends.
pub(crate) fn distribution(shares: &[Share], waits: f64) -> Option<Distribution> {
    let is_finest =
        |share: &&Share| !shares.iter().any(|other| share.range.holds_more_than(other.range));
    let mut finest: Vec<Share> = shares.iter().filter(is_finest).copied().collect();
    finest.sort_by(|one, other| one.range.lower.total_cmp(&other.range.lower));
    // Two tables may have the same bin.
    finest.dedup_by(|one, other| one.range == other.range);
    let sum: f64 = finest.iter().map(|share| share.percent).sum();
    // Every share was rounded to a tenth of a per cent.
    let tolerance = 0.05 * finest.len() as f64 + 0.01;
    if finest.is_empty() || (sum - 100.0).abs() > tolerance {
        return None;
    }
    let bins = finest.iter().map(|share| {
        let Range { lower, upper } = share.range;
        let count = (share.percent / 100.0 * waits).round() as u64;
        Bin { lower, upper, value: f64::midpoint(lower, upper), count }
    });
    Distribution::from_bins(bins).ok().filter(|it| it.total() > 0)
}

#[cfg(test)]
mod tests {
    use super::{Range, Share, distribution, edge, ranges};

    fn shares(heads: &[&str], percents: &[f64]) -> Vec<Share> {
        let columns: Vec<String> = heads.iter().map(|it| (*it).to_owned()).collect();
        let ranges = ranges(&columns).into_iter().map(|(_, range)| range);
        ranges.zip(percents).map(|(range, percent)| Share { range, percent: *percent }).collect()
    }

    /// Lower edge in microseconds and count of every bin.
    fn bins(shares: &[Share], waits: f64) -> Option<Vec<(f64, u64)>> {
        let distribution = distribution(shares, waits)?;
        Some(distribution.bins().map(|bin| (bin.lower / 1e3, bin.count)).collect())
    }

    #[test]
    fn edges_of_every_table() {
        for (text, nanoseconds) in [
            ("1us", Some(1e3)),
            ("512us", Some(512e3)),
            ("1ms", Some(1e6)),
            ("=1s", Some(1024e6)),
            ("1/8s", Some(128e6)),
            (" 1m", Some(65_536e6)),
            ("1/4h", Some(1_048_576e6)),
            ("=1h", Some(4_194_304e6)),
            ("1/0s", None),
            ("1 day", None),
            ("", None),
        ] {
            assert_eq!(edge(text), nanoseconds, "{text}");
        }
    }

    #[test]
    fn details_replace_the_bins_that_they_divide() {
        let mut all = shares(&["<8us", "<512us", ">=512us"], &[3.7, 20.7, 75.6]);
        all.extend(shares(&["<512us", "<1ms", "<2ms", ">=2ms"], &[24.4, 8.3, 67.3, 0.0]));
        assert_eq!(
            bins(&all, 1000.0),
            Some(vec![(0.0, 37), (8.0, 207), (512.0, 83), (1000.0, 673)])
        );
    }

    #[test]
    fn shares_that_do_not_add_up_or_have_no_end_are_no_distribution() {
        let heads = ["<1ms", "<=1s", ">1s"];
        assert_eq!(bins(&shares(&heads, &[90.0, 5.0, 0.0]), 1000.0), None);
        assert_eq!(bins(&shares(&heads, &[90.0, 5.0, 5.0]), 1000.0), None);
        assert_eq!(bins(&shares(&heads, &[90.0, 10.0, 0.0]), 0.0), None);
        assert!(bins(&shares(&heads, &[90.0, 10.0, 0.0]), 1000.0).is_some());
        assert_eq!(bins(&[], 1000.0), None);
    }

    #[test]
    fn columns_that_are_no_bins_are_passed_over() {
        let columns = ["Event", "Total Waits", "% <1ms", ">1s"].map(str::to_owned);
        assert_eq!(
            ranges(&columns),
            [
                (2, Range { lower: 0.0, upper: 1e6 }),
                (3, Range { lower: 1024e6, upper: f64::INFINITY })
            ]
        );
    }
}
