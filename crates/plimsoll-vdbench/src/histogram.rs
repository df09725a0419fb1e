//! `histogram.html`: how many operations took how long.
//!
//! ```text
//! <a name="_7"></a><i><b>11:10:26.005 Starting RD=rd1; I/O rate: 800; elapsed=4; For loops: None</b></i>
//!
//! Reads and writes:
//!   min(ms) <     max(ms)         count       %%    cum%%  '+': Individual%; '+-': Cumulative%
//!
//!     0.000 <       0.010         1,628  66.7760  66.7760  +++++++++++++++++++++++++++++++++
//!     0.010 <         max           810  33.2240 100.0000  ++++++++++++++++---------------------------------
//!
//! Reads:
//! ```
//!
//! Block runs have one block that says which operations it is of, or three; file-system runs have one
//! of all requested operations. Empty buckets at both ends may be left out. Numbers are written as the
//! locale wants: digits, decimal sign, and the sign between groups of digits in counts, which may be a
//! blank that does not break. The percentages show whether a count was read right.
//!
//! Which operations are counted depends on the version: 5.04.01 and 5.04.07, and 5.04.02 in file-system
//! runs, leave the warm-up out; 5.04.02 in block runs, 5.04.05 and 5.04.06 count it too. The sum of the
//! counts, beside the rates of the intervals, tells.

use crate::number::{decimal, with_ascii_digits};
use crate::start::Start;
use plimsoll_read::Text;
use plimsoll_schema::{Bin, Distribution};
use plimsoll_unit::decimal_shifted;
use std::borrow::Cow;

/// More buckets than this are none of vdbench's: it allows 64.
const MOST_BUCKETS: usize = 256;

/// Printed percentages have four decimals; half of the last one is lost, and a little in the division.
const PERCENT_TOLERANCE: f64 = 0.000_050_1;

/// The powers of ten between the milliseconds in the file and nanoseconds.
const MILLISECONDS_TO_NANOSECONDS: i32 = 6;

/// The histograms of one run definition.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct RunHistograms {
    /// The run, as its start line tells it.
    pub(crate) start: Start,
    /// Where it starts.
    pub(crate) line: usize,
    /// Of all operations.
    pub(crate) total: Option<Histogram>,
    /// Of reads; the same as `total` in a run that did nothing else.
    pub(crate) read: Option<Histogram>,
    /// Of writes; the same as `total` in a run that did nothing else.
    pub(crate) write: Option<Histogram>,
}

/// A block of counts.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Histogram {
    /// Where its title stands.
    pub(crate) line: usize,
    /// Its buckets, ascending and without gaps.
    pub(crate) buckets: Vec<Bucket>,
}

/// One row: `count` operations took at least `low_ns` and less than `high_ns`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bucket {
    /// Least latency in nanoseconds.
    pub(crate) low_ns: f64,
    /// First latency above the bucket, in nanoseconds; the last bucket has none.
    pub(crate) high_ns: Option<f64>,
    /// How many operations.
    pub(crate) count: u64,
}

impl Histogram {
    /// How many operations it counts: those of the measured intervals, or those of the warm-up too.
    pub(crate) fn operations(&self) -> u64 {
        self.buckets.iter().map(|bucket| bucket.count).sum()
    }

    /// The histogram as a distribution, each bucket reported by its middle. Operations in the last
    /// bucket need the greatest latency as its upper end: `None` if there are such and it is not known
    /// or not within that bucket.
    pub(crate) fn distribution(&self, maximum_ns: Option<f64>) -> Option<Distribution> {
        let bins: Option<Vec<Bin>> = self
            .buckets
            .iter()
            .filter(|bucket| bucket.count > 0)
            .map(|bucket| {
                let (lower, upper) = (bucket.low_ns, bucket.high_ns.or(maximum_ns)?);
                let bin =
                    Bin { lower, upper, value: f64::midpoint(lower, upper), count: bucket.count };
                (lower < upper).then_some(bin)
            })
            .collect();
        Distribution::from_bins(bins?).ok()
    }
}

/// What the file holds, and the lines of what cannot be read: a block of which a row is no row, or of
/// which counts and percentages contradict each other, is given up.
#[derive(Debug, Default)]
pub(crate) struct Histograms {
    /// In the order of the file.
    pub(crate) runs: Vec<RunHistograms>,
    /// Lines from 1, in order; of a block that was given up, the first row that is wrong.
    pub(crate) unreadable: Vec<usize>,
}

/// Reads the file.
pub(crate) fn parse(text: &Text) -> Histograms {
    parse_text(text.as_str())
}

fn parse_text(text: &str) -> Histograms {
    let mut histograms = Histograms::default();
    let mut open: Option<Block> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let line = with_ascii_digits(line.as_bytes());
        if let Some(start) = Start::parse(&line) {
            histograms.close(open.take());
            let (total, read, write) = (None, None, None);
            histograms.runs.push(RunHistograms { start, line: number, total, read, write });
        } else if let Some(share) = Share::of_title(&line) {
            histograms.close(open.take());
            open = Some(Block::new(share, number));
        } else if let Some(block) = open.as_mut().filter(|_| is_row(&line)) {
            block.row(number, &line);
        }
    }
    histograms.close(open);
    histograms
}

impl Histograms {
    fn close(&mut self, block: Option<Block>) {
        let (Some(block), Some(run)) = (block, self.runs.last_mut()) else { return };
        let share = block.share;
        match block.checked() {
            Ok(histogram) => {
                if share.read {
                    run.read = Some(histogram.clone());
                }
                if share.write {
                    run.write = Some(histogram.clone());
                }
                if share.total {
                    run.total = Some(histogram);
                }
            }
            Err(line) => self.unreadable.push(line),
        }
    }
}

/// Which operations a block is of.
#[derive(Debug, Clone, Copy)]
struct Share {
    total: bool,
    read: bool,
    write: bool,
}

impl Share {
    fn of_title(line: &[u8]) -> Option<Self> {
        let (total, read, write) = match line.trim_ascii() {
            b"Reads and writes:" => (true, false, false),
            b"Reads:" => (false, true, false),
            b"Writes:" => (false, false, true),
            b"Only reads done for this workload:" => (true, true, false),
            b"Only writes done for this workload:" => (true, false, true),
            title if title.starts_with(b"Total of all requested operations") => {
                (true, false, false)
            }
            _ => return None,
        };
        Some(Self { total, read, write })
    }
}

/// Rows have a `<` between numbers; so has the line of column names, which begins with a word.
fn is_row(line: &[u8]) -> bool {
    line.trim_ascii_start().first().is_some_and(u8::is_ascii_digit) && line.contains(&b'<')
}

/// A block that is being read.
struct Block {
    share: Share,
    line: usize,
    rows: Vec<Row>,
    /// The first row that is none.
    wrong: Option<usize>,
}

/// A bucket with what is printed beside it.
struct Row {
    line: usize,
    bucket: Bucket,
    percent: f64,
    cumulated_percent: f64,
}

impl Block {
    fn new(share: Share, line: usize) -> Self {
        Self { share, line, rows: Vec::new(), wrong: None }
    }

    fn row(&mut self, number: usize, line: &[u8]) {
        if self.wrong.is_some() {
            return;
        }
        let end_before = self.rows.last().map(|row| row.bucket.high_ns);
        let follows =
            |row: &Row| end_before.is_none_or(|end| is_same(end, Some(row.bucket.low_ns)));
        match Row::parse(number, line).filter(follows) {
            Some(row) if self.rows.len() < MOST_BUCKETS => self.rows.push(row),
            _ => self.wrong = Some(number),
        }
    }

    /// The histogram, or the line at which it is wrong.
    fn checked(self) -> Result<Histogram, usize> {
        if let Some(line) = self.wrong {
            return Err(line);
        }
        let counts = self.rows.iter().map(|row| row.bucket.count);
        let total = counts.into_iter().try_fold(0u64, u64::checked_add).unwrap_or(0);
        if total == 0 {
            return Err(self.line);
        }
        let mut cumulated = 0;
        for row in &self.rows {
            cumulated += row.bucket.count;
            let is_right = |count: u64, printed: f64| {
                (count as f64 * 100.0 / total as f64 - printed).abs() <= PERCENT_TOLERANCE
            };
            if !is_right(row.bucket.count, row.percent)
                || !is_right(cumulated, row.cumulated_percent)
            {
                return Err(row.line);
            }
        }
        let buckets = self.rows.into_iter().map(|row| row.bucket).collect();
        Ok(Histogram { line: self.line, buckets })
    }
}

impl Row {
    /// Reads `0.020 <       0.040         1,727  94.9945  94.9945  +++`, with ASCII digits.
    fn parse(line_number: usize, line: &[u8]) -> Option<Self> {
        // Only ASCII blanks part cells: others may stand within a count.
        let mut cells = line.split(u8::is_ascii_whitespace).filter(|cell| !cell.is_empty());
        let low_ns = nanoseconds(cells.next()?)?;
        cells.next().filter(|cell| *cell == b"<")?;
        let high_ns = match cells.next()? {
            b"max" => None,
            bound => Some(nanoseconds(bound)?).filter(|high| *high > low_ns).map(Some)?,
        };
        let count = count(cells.next()?)?;
        let (percent, cumulated_percent) = (decimal(cells.next()?)?, decimal(cells.next()?)?);
        let bucket = Bucket { low_ns, high_ns, count };
        Some(Self { line: line_number, bucket, percent, cumulated_percent })
    }
}

fn is_same(one: Option<f64>, other: Option<f64>) -> bool {
    one.zip(other).is_some_and(|(one, other)| one.total_cmp(&other).is_eq())
}

/// A bound in milliseconds, as nanoseconds. Bounds are never grouped.
fn nanoseconds(bound: &[u8]) -> Option<f64> {
    let bound = std::str::from_utf8(bound).ok()?;
    let bound = if bound.contains(',') {
        Cow::Owned(bound.replacen(',', ".", 1))
    } else {
        Cow::Borrowed(bound)
    };
    decimal_shifted(&bound, MILLISECONDS_TO_NANOSECONDS).filter(|nanoseconds| *nanoseconds >= 0.0)
}

/// A count: its digits, whatever parts their groups. Whether that was right, the percentages tell.
fn count(cell: &[u8]) -> Option<u64> {
    let digits = cell.iter().filter(|byte| byte.is_ascii_digit());
    let is_begun_and_ended =
        [cell.first(), cell.last()].iter().all(|end| end.is_some_and(u8::is_ascii_digit));
    is_begun_and_ended.then_some(())?;
    digits.into_iter().try_fold(0u64, |number, digit| {
        number.checked_mul(10)?.checked_add(u64::from(digit - b'0'))
    })
}

#[cfg(test)]
mod tests {
    use super::{Bucket, Histogram, Histograms, parse_text};
    use plimsoll_schema::Percentile;
    use proptest::prelude::*;

    const HEAD: &str = "<title>Vdbench output/histogram.html</title><pre>\nTotal response time histogram.\n\n\n\
        Link to Run Definitions:         <A HREF=\"#_1\">rd1 For loops: None</A>\n\n\n";
    const START: &str = "<a name=\"_1\"></a><i><b>11:08:13.003 Starting RD=rd1; I/O rate: 500; elapsed=4; For loops: xfersize=4k</b></i>\n\n";
    const NAMES: &str = "  min(ms) <     max(ms)         count       %%    cum%%  '+': Individual%; '+-': Cumulative%\n\n";

    /// A file of one run with one block.
    fn file(title: &str, rows: &str) -> String {
        format!("{HEAD}{START}{title}\n{NAMES}{rows}\n")
    }

    fn counts(histogram: Option<&Histogram>) -> Vec<u64> {
        histogram
            .map(|histogram| histogram.buckets.iter().map(|bucket| bucket.count).collect())
            .unwrap_or_default()
    }

    const ROWS: &str = "    0.000 <       0.010         1,628  66.7760  66.7760  ++++\n\
        \x20   0.010 <       0.100           808  33.1419  99.9180  +++---\n\
        \x20   0.100 <      10.000             1   0.0410  99.9590  ------\n\
        \x20  10.000 <         max             1   0.0410 100.0000  ------\n";

    #[test]
    fn a_block_is_bounds_and_counts() {
        let read = parse_text(&file("Reads and writes:", ROWS));
        assert_eq!(read.unreadable, [0usize; 0]);
        let [run] = read.runs.as_slice() else { panic!("{read:?}") };
        assert_eq!((&*run.start.name, run.line), ("rd1", 8));
        assert_eq!(run.start.loop_value("xfersize"), Some("4k"));
        let total = run.total.as_ref().expect("a block");
        assert_eq!((total.line, total.operations()), (10, 2438));
        let bucket = |low_ns, high_ns, count| Bucket { low_ns, high_ns, count };
        assert_eq!(
            total.buckets,
            [
                bucket(0.0, Some(10_000.0), 1628),
                bucket(10_000.0, Some(100_000.0), 808),
                bucket(100_000.0, Some(10_000_000.0), 1),
                bucket(10_000_000.0, None, 1),
            ]
        );
        assert!(run.read.is_none() && run.write.is_none());
    }

    #[test]
    fn the_title_says_which_operations() {
        let shares = |title: &str| {
            let read = parse_text(&file(title, ROWS));
            let run = &read.runs[0];
            [&run.total, &run.read, &run.write].map(Option::is_some)
        };
        assert_eq!(shares("Reads:"), [false, true, false]);
        assert_eq!(shares("Writes:"), [false, false, true]);
        assert_eq!(shares("Only reads done for this workload:"), [true, true, false]);
        assert_eq!(shares("Only writes done for this workload:"), [true, false, true]);
        assert_eq!(
            shares("Total of all requested operations since warmup: "),
            [true, false, false]
        );
        assert_eq!(shares("Total of all requested operations: "), [true, false, false]);
        assert_eq!(shares("Something else:"), [false, false, false]);
    }

    #[test]
    fn several_runs_and_blocks_keep_their_order() {
        let block = |count: &str| {
            format!("{NAMES}    0.000 <         max  {count} 100.0000 100.0000  +\n\n")
        };
        let text = format!(
            "{HEAD}{START}Reads and writes:\n{}Reads:\n{}Writes:\n{}\
             <i><b>11:09:00.001 Starting RD=SD_format; I/O rate: Uncontrolled MAX; elapsed=(none); For loops: None</b></i>\n\
             No statistics generated for this run.\n\
             <i><b>11:10:00.001 Starting RD=format_for_rd2</b></i>\n\
             <i><b>11:11:00.001 Starting RD=rd2; elapsed=4; fwdrate=max. For loops: None</b></i>\n\
             Total of all requested operations since warmup: \n{}",
            block("30"),
            block("20"),
            block("10"),
            block("4")
        );
        let read = parse_text(&text);
        let found: Vec<_> = read
            .runs
            .iter()
            .map(|run| {
                let of =
                    |histogram: &Option<Histogram>| histogram.as_ref().map(Histogram::operations);
                (&*run.start.name, of(&run.total), of(&run.read), of(&run.write))
            })
            .collect();
        assert_eq!(
            found,
            [
                ("rd1", Some(30), Some(20), Some(10)),
                ("SD_format", None, None, None),
                ("format_for_rd2", None, None, None),
                ("rd2", Some(4), None, None),
            ]
        );
        assert!(read.unreadable.is_empty());
    }

    #[test]
    fn numerals_of_every_locale_are_the_same_counts() {
        for rows in [
            // Germany, France (two kinds of blank), Russia, Switzerland, Egypt, and a blank that became
            // U+FFFD.
            "    0,000 <       0,020         1.453  93,0218  93,0218  +\n    0,020 <         max           109   6,9782 100,0000  +\n",
            "    0,000 <       0,020         1\u{202F}453  93,0218  93,0218  +\n    0,020 <         max           109   6,9782 100,0000  +\n",
            "    0,000 <       0,020         1\u{A0}453  93,0218  93,0218  +\n    0,020 <         max           109   6,9782 100,0000  +\n",
            "    0.000 <       0.020         1’453  93.0218  93.0218  +\n    0.020 <         max           109   6.9782 100.0000  +\n",
            "    ٠٫٠٠٠ <       ٠٫٠٢٠         ١٬٤٥٣  ٩٣٫٠٢١٨  ٩٣٫٠٢١٨  +\n    ٠٫٠٢٠ <         max           ١٠٩   ٦٫٩٧٨٢ ١٠٠٫٠٠٠٠  +\n",
            "    0,000 <       0,020         1\u{FFFD}453  93,0218  93,0218  +\n    0,020 <         max           109   6,9782 100,0000  +\n",
        ] {
            let read = parse_text(&file("Reads and writes:", rows));
            assert!(read.unreadable.is_empty(), "{rows}");
            let total = read.runs[0].total.as_ref();
            assert_eq!(counts(total), [1453, 109], "{rows}");
            assert_eq!(total.expect("a block").buckets[1].low_ns.to_bits(), 20_000f64.to_bits());
        }
    }

    #[test]
    fn a_block_that_contradicts_itself_is_given_up_at_its_line() {
        for (rows, line) in [
            // A count that is not its percentage, a cumulated percentage that is not the sum.
            (ROWS.replacen("808", "809", 1), 13),
            (ROWS.replacen("99.9180", "99.9280", 1), 14),
            // A gap, bounds the wrong way round, words.
            (ROWS.replacen("0.100 <      10.000", "0.200 <      10.000", 1), 15),
            (ROWS.replacen("0.010 <       0.100", "0.010 <       0.001", 1), 14),
            (ROWS.replacen("808", "8x8x", 1), 14),
            // The file stops within a row, or before the last operations.
            (ROWS[..ROWS.len() - 30].to_owned(), 16),
            (ROWS.split_inclusive('\n').take(3).collect(), 13),
            // Nothing at all.
            (String::new(), 10),
            ("    0.000 <         max  0 0.0000 0.0000\n".to_owned(), 10),
            ("    0.000 <         max  99999999999999999999 100.0000 100.0000\n".to_owned(), 13),
        ] {
            let read = parse_text(&file("Reads and writes:", &rows));
            assert_eq!(
                (counts(read.runs[0].total.as_ref()), read.unreadable),
                (vec![], vec![line]),
                "{rows}"
            );
        }
    }

    #[test]
    fn empty_buckets_at_the_ends_may_be_missing() {
        let rows = "    0.040 <       0.060             0   0.0000   0.0000  \n    0.060 <       0.080             4 100.0000 100.0000  +\n";
        let read = parse_text(&file("Reads:", rows));
        assert_eq!(counts(read.runs[0].read.as_ref()), [0, 4]);
    }

    #[test]
    fn percentiles_need_the_end_of_the_last_bucket() {
        let read = parse_text(&file("Reads and writes:", ROWS));
        let total = read.runs[0].total.as_ref().expect("a block");
        let distribution = total.distribution(Some(30_000_000.0)).expect("an end");
        assert_eq!(distribution.total(), 2438);
        assert_eq!(distribution.percentile(Percentile::P50), Some(5_000.0));
        assert_eq!(distribution.percentile(Percentile::P99), Some(55_000.0));
        assert_eq!(
            distribution.percentile(Percentile::from_percent(100.0).unwrap()),
            Some(20_000_000.0)
        );
        assert_eq!(total.distribution(None), None);
        assert_eq!(total.distribution(Some(9_000_000.0)), None);
        let last_is_empty = parse_text(&file(
            "Reads:",
            "    0.000 <       0.010  5 100.0000 100.0000  +\n    0.010 <         max  0   0.0000 100.0000  -\n",
        ));
        let read = last_is_empty.runs[0].read.as_ref().expect("a block");
        assert_eq!(read.distribution(None).map(|distribution| distribution.total()), Some(5));
    }

    /// A block as vdbench prints it.
    fn printed(counts: &[u64]) -> String {
        let total: u64 = counts.iter().sum();
        let (mut rows, mut cumulated) = (Vec::new(), 0);
        for (bucket, count) in counts.iter().enumerate() {
            cumulated += count;
            let end = if bucket + 1 == counts.len() {
                "max".to_owned()
            } else {
                format!("{}.000", bucket + 1)
            };
            let percent = |count: u64| count as f64 * 100.0 / total as f64;
            rows.push(format!(
                " {bucket:>4}.000 < {end:>11} {count:>12} {:8.4} {:8.4}  +-\n",
                percent(*count),
                percent(cumulated)
            ));
        }
        rows.concat()
    }

    fn all_counts(histograms: &Histograms) -> Vec<u64> {
        counts(histograms.runs.first().and_then(|run| run.total.as_ref()))
    }

    proptest! {
        #[test]
        fn what_is_printed_is_read_back(counts in proptest::collection::vec(0u64..1 << 40, 1..64)) {
            prop_assume!(counts.iter().any(|count| *count > 0));
            let text = file("Reads and writes:", &printed(&counts));
            prop_assert_eq!(all_counts(&parse_text(&text)), counts);
        }

        #[test]
        fn a_cut_file_gives_all_operations_or_none(counts in proptest::collection::vec(1u64..5000, 2..9), cut in 0usize..1500) {
            let text = file("Reads and writes:", &printed(&counts));
            let cut = text.get(..cut).unwrap_or(&text);
            let read = all_counts(&parse_text(cut));
            prop_assert!(read.is_empty() || read == counts, "{read:?}");
        }

        #[test]
        fn no_text_is_too_odd(lines in proptest::collection::vec("Reads:|x Starting RD=a|[ 0-9.,<]{0,30}|\\PC{0,20}", 0..20)) {
            let _ = parse_text(&lines.join("\n"));
        }
    }
}
