//! The line with which a run definition starts.
//!
//! ```text
//! 11:09:18.002 Starting RD=rd1; I/O rate: 200; elapsed=3 warmup=2; For loops: xfersize=4k threads=1
//! 11:10:21.001 Starting RD=rd2; elapsed=4; fwdrate=max. For loops: operation=read
//! 11:11:31.004 Starting RD=format_for_rd2
//! ```
//!
//! In HTML it stands between tags. There is no `;` between `elapsed` and `warmup`, and `max` and `curve`
//! of file-system runs end with a point. The link list on top of each file abbreviates loop
//! values and is never read.

use crate::clock::{TIME_BYTES, time_of_day};
use memchr::memmem;
use std::sync::Arc;

/// How fast a run definition was to go.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum AskedRate {
    /// As fast as it goes.
    Maximum,
    /// As fast as it goes, to find the maximum that the points of a curve are shares of.
    CurveMaximum,
    /// Operations per second.
    Limit(f64),
    /// Replayed, variable, or not told.
    Unknown,
}

impl AskedRate {
    /// What flat files print for no limit; 5.04.02 and older have one digit less.
    const MAXIMUM: [f64; 2] = [9_999_988.0, 999_988.0];
    /// What they print for the first run of a curve.
    const CURVE_MAXIMUM: [f64; 2] = [9_999_977.0, 999_977.0];

    /// From the flat file's `reqrate`.
    pub(crate) fn from_flat_file(rate: f64) -> Self {
        if Self::MAXIMUM.contains(&rate) {
            Self::Maximum
        } else if Self::CURVE_MAXIMUM.contains(&rate) {
            Self::CurveMaximum
        } else if rate > 0.0 {
            Self::Limit(rate)
        } else {
            Self::Unknown
        }
    }

    fn parse(text: &str) -> Self {
        let text = text.trim();
        let last = text.rsplit(' ').next().unwrap_or(text);
        match last.to_ascii_lowercase().as_str() {
            "max" => Self::Maximum,
            "curve" => Self::CurveMaximum,
            number => match crate::number::decimal(number.as_bytes()) {
                Some(rate) if rate > 0.0 && last.len() == text.len() => Self::Limit(rate),
                _ => Self::Unknown,
            },
        }
    }
}

/// A run definition that started, or was to start.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Start {
    /// Name of the run definition; curve points and loop points have their own starts.
    pub(crate) name: Arc<str>,
    /// Time of day in milliseconds.
    pub(crate) time: Option<u32>,
    /// How fast it was to go.
    pub(crate) rate: AskedRate,
    /// `elapsed=`, in seconds.
    pub(crate) elapsed_s: Option<f64>,
    /// `warmup=`, in seconds.
    pub(crate) warmup_s: Option<f64>,
    /// The values of `forxxx` loops, in order, as printed.
    pub(crate) loops: Vec<(Arc<str>, Arc<str>)>,
    /// Whether nothing but its name was told: a flat file and the status name no loops, the start of a run that
    /// prepares files has none. What it does not say is unknown, so it is the same as any other of its name.
    is_bare: bool,
}

impl Start {
    /// A run definition of which only the name is known.
    pub(crate) fn named(name: &str) -> Self {
        Self {
            name: name.into(),
            time: None,
            rate: AskedRate::Unknown,
            elapsed_s: None,
            warmup_s: None,
            loops: Vec::new(),
            is_bare: true,
        }
    }

    /// Reads a line whose digits are ASCII; `None` if it is no such line.
    pub(crate) fn parse(line: &[u8]) -> Option<Self> {
        let (at, key) = [b"Starting RD=".as_slice(), b"Simulating RD="]
            .into_iter()
            .find_map(|key| memmem::find(line, key).map(|at| (at, key)))?;
        let time = at.checked_sub(TIME_BYTES + 1).and_then(|begin| time_of_day(&line[begin..]));
        let rest = String::from_utf8_lossy(&line[at + key.len()..]);
        let rest = rest.split("</b>").next().unwrap_or_default().trim_end();
        let (definition, loops) = match rest.split_once("For loops:") {
            Some((definition, loops)) => (definition, loops.trim()),
            None => (rest, ""),
        };
        let mut parts = definition.split(';');
        let name = parts.next()?.trim();
        if name.is_empty() {
            return None;
        }
        let mut start = Self { time, is_bare: true, ..Self::named(name) };
        for part in parts.map(str::trim).filter(|part| !part.is_empty()) {
            start.is_bare = false;
            start.take(part);
        }
        if loops != "None" {
            start.loops = pairs(loops).map(|(key, value)| (key.into(), value.into())).collect();
        }
        Some(start)
    }

    fn take(&mut self, part: &str) {
        if let Some(rate) = part.strip_prefix("I/O rate:") {
            self.rate = AskedRate::parse(rate);
        } else if let Some(rate) = part.strip_prefix("fwdrate=") {
            self.rate = AskedRate::parse(rate.trim_end_matches('.'));
        } else {
            let seconds = |text: &str| crate::number::decimal(text.as_bytes());
            for (key, value) in pairs(part) {
                match key {
                    "elapsed" => self.elapsed_s = seconds(value),
                    "warmup" => self.warmup_s = seconds(value),
                    _ => {}
                }
            }
        }
    }

    /// How long it was to last, in seconds, its warm-up included.
    pub(crate) fn planned_seconds(&self) -> Option<f64> {
        let elapsed_s = self.elapsed_s.filter(|seconds| *seconds > 0.0)?;
        Some(elapsed_s + self.warmup_s.filter(|seconds| *seconds > 0.0).unwrap_or(0.0))
    }

    /// The same in milliseconds; the greatest number stands for more than a month.
    pub(crate) fn longest_ms(&self) -> Option<u32> {
        self.planned_seconds().map(|seconds| (seconds * 1000.0) as u32)
    }

    /// Whether it creates or fills files before a run, which is no result.
    pub(crate) fn is_format(&self) -> bool {
        is_format(&self.name)
    }

    /// The value of a loop.
    pub(crate) fn loop_value(&self, key: &str) -> Option<&str> {
        let found = self.loops.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        found.map(|(_, value)| &**value)
    }

    /// Whether two files tell of the same start, as far as both tell: the same definition at the same point of its
    /// loops.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.name == other.name
            && (self.loops == other.loops || self.is_bare || other.is_bare)
            && (self.rate == other.rate || self.is_bare || other.is_bare)
    }
}

/// Whether a run definition of this name creates or fills files before a run.
pub(crate) fn is_format(name: &str) -> bool {
    name == "SD_format" || name.starts_with("format_for_")
}

fn pairs(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.split_whitespace().filter_map(|pair| pair.split_once('='))
}

#[cfg(test)]
mod tests {
    use super::{AskedRate, Start};

    fn parse(line: &str) -> Start {
        Start::parse(line.as_bytes()).expect("a start")
    }

    #[test]
    fn a_block_run_has_a_rate_a_time_and_loops() {
        let start = parse(
            "<a name=\"_7\"></a><i><b>11:09:18.002 Starting RD=max-run.1; I/O rate: 200; elapsed=3 warmup=2; For loops: xfersize=4k threads=1k rdpct=0</b></i>",
        );
        assert_eq!(&*start.name, "max-run.1");
        assert_eq!(start.time, Some(40_158_002));
        assert_eq!(start.rate, AskedRate::Limit(200.0));
        assert_eq!((start.elapsed_s, start.warmup_s), (Some(3.0), Some(2.0)));
        assert_eq!(start.loop_value("threads"), Some("1k"));
        assert_eq!(start.loops.len(), 3);
    }

    #[test]
    fn rates_without_limit_are_none() {
        for (text, rate) in [
            ("Uncontrolled MAX", AskedRate::Maximum),
            ("Controlled MAX", AskedRate::Maximum),
            ("Uncontrolled curve", AskedRate::CurveMaximum),
            ("Variable", AskedRate::Unknown),
            ("(Replay): 1", AskedRate::Unknown),
            ("5900", AskedRate::Limit(5900.0)),
        ] {
            let line = format!(
                "11:09:18.002 Starting RD=rd1; I/O rate: {text}; elapsed=3; For loops: None"
            );
            assert_eq!(parse(&line).rate, rate, "{text}");
        }
        assert_eq!(AskedRate::from_flat_file(9_999_977.0), AskedRate::CurveMaximum);
        assert_eq!(AskedRate::from_flat_file(999_988.0), AskedRate::Maximum);
    }

    #[test]
    fn a_file_system_run_ends_max_with_a_point() {
        let start = parse(
            "11:10:21.001 Starting RD=rd2; elapsed=4; fwdrate=max. For loops: operation=read",
        );
        assert_eq!(start.rate, AskedRate::Maximum);
        assert_eq!(start.loop_value("operation"), Some("read"));
        let start = parse("11:10:21.001 Starting RD=rd2; elapsed=4; fwdrate=100; For loops: None");
        assert_eq!((start.rate, start.loops.len()), (AskedRate::Limit(100.0), 0));
    }

    #[test]
    fn formats_are_told_by_their_names() {
        assert!(parse("11:11:31.004 Starting RD=format_for_rd1").is_format());
        assert!(parse("x Simulating RD=SD_format; I/O rate: Uncontrolled MAX; elapsed=(none); For loops: threads=2 iorate=max").is_format());
        assert!(Start::parse(b"11:11:31.004 Starting slave: vdbench SlaveJvm").is_none());
    }
}
