//! The line by which fio announces a job, before any runs:
//!
//! ```text
//! rw: (g=0): rw=randrw, bs=(R) 4096B-64.0KiB, (W) 4096B-64.0KiB, (T) 4096B-64.0KiB, ioengine=psync, iodepth=1
//! rw: (g=0): rw=randrw, bs=4K-4K/4K-4K/4K-4K, ioengine=psync, iodepth=1
//! ```
//!
//! The second form is that of 2.16 and before. Both sizes of a pair are equal unless sizes are mixed. No other
//! option is announced: the share of reads is not, nor whether only a part is random (percentage_random).

use crate::contradiction;
use crate::document::{DirectionName, JobEntry};
use crate::mix::Mix;
use crate::workload::{Doubt, SYNCHRONOUS_ENGINES, Workload, measured_share};
use plimsoll_schema::Pattern;
use plimsoll_unit::{PrefixRule, decimal, parse_rounded_size, parse_size};

/// What is announced of a job; of several jobs, what they have in common.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct Header<'t> {
    /// What it does: the option `rw`.
    rw: Option<&'t str>,
    /// Sizes of reads, writes and trims in bytes, where there is only one.
    sizes: [Option<u64>; 3],
    engine: Option<&'t str>,
    depth: Option<&'t str>,
}

/// A header with the job and the group that it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Announced<'t> {
    pub(crate) job: &'t str,
    pub(crate) group: &'t str,
    pub(crate) header: Header<'t>,
}

impl<'t> Announced<'t> {
    /// What a line announces, if it does.
    pub(crate) fn parse(line: &'t str) -> Option<Self> {
        let (job, rest) = line.rsplit_once(": (g=")?;
        let (group, rest) = rest.split_once("): rw=")?;
        let (rw, rest) = rest.split_once(", bs=")?;
        let (rest, depth) = rest.rsplit_once(", iodepth=")?;
        let (sizes, engine) = rest.rsplit_once(", ioengine=")?;
        let header = Header {
            rw: Some(rw),
            sizes: sizes_of(sizes),
            engine: Some(engine),
            depth: Some(depth.trim_end()),
        };
        Some(Self { job, group, header })
    }
}

impl Header<'_> {
    /// What headers have in common; `None` of none.
    pub(crate) fn common(mut headers: impl Iterator<Item = Self>) -> Option<Self> {
        let first = headers.next()?;
        Some(headers.fold(first, |common, next| Self {
            rw: common.rw.filter(|_| common.rw == next.rw),
            sizes:
                [0, 1, 2].map(|it| common.sizes[it].filter(|_| common.sizes[it] == next.sizes[it])),
            engine: common.engine.filter(|_| common.engine == next.engine),
            depth: common.depth.filter(|_| common.depth == next.depth),
        }))
    }

    /// What the job was asked to do, as far as its counters do not contradict it.
    pub(crate) fn workload(&self, entry: &JobEntry<'_>) -> Workload {
        let mut workload = Workload { queue_depth: self.queue_depth(), ..Workload::default() };
        workload.parameters.extend(self.engine.map(|engine| ("ioengine".into(), engine.into())));
        // Sections that differ have no share in common.
        let Some(rw) = self.rw else { return workload };
        workload.read_percent = measured_share(entry);
        let Some(mix) = Mix::parse(rw) else {
            workload.doubts.push(Doubt::Unreadable { option: "rw", value: rw.to_owned() });
            return workload;
        };
        let pattern = if mix.is_random { Pattern::Random } else { Pattern::Sequential };
        workload.does = mix.does;
        workload.patterns = [Some(pattern); 3];
        workload.block_sizes = self.sizes;
        workload.read_percent = match (mix.reads(), mix.writes()) {
            (true, false) => Some(100.0),
            (false, true) => Some(0.0),
            (false, false) => None,
            (true, true) => workload.read_percent,
        };
        let size_of = |name: DirectionName| name.of(workload.block_sizes, workload.does);
        let contradiction = contradiction::of_mix(rw, mix, entry)
            .or_else(|| contradiction::of_sizes(entry, size_of));
        match contradiction {
            Some(doubt) => Workload { doubts: vec![doubt], ..Workload::default() },
            None => workload,
        }
    }

    fn queue_depth(&self) -> Option<u64> {
        let depth = self.depth?.parse().ok()?;
        let engine = self.engine?;
        Some(if SYNCHRONOUS_ENGINES.contains(&engine) { 1 } else { depth })
    }
}

/// The sizes of reads, writes and trims. Before trims were told there were two pairs.
fn sizes_of(text: &str) -> [Option<u64>; 3] {
    let pairs: Vec<Option<u64>> = if text.starts_with('(') {
        let parts = text.split(", ").zip(["(R) ", "(W) ", "(T) "]);
        parts.map(|(part, label)| only_size(part.strip_prefix(label)?, PrefixRule::Iec)).collect()
    } else {
        text.split('/').map(|pair| only_size(pair, PrefixRule::Binary)).collect()
    };
    [0, 1, 2].map(|direction| pairs.get(direction).copied().flatten())
}

/// The size of a pair, if both are the same one.
fn only_size(pair: &str, rule: PrefixRule) -> Option<u64> {
    let (least, greatest) = pair.split_once('-')?;
    (least == greatest).then(|| size(least, rule)).flatten()
}

/// A size that may be rounded: with kb_base=1000 fio prints 65536 as `65.5kB`. Then it is the power of two
/// that is printed so, if there is one.
fn size(text: &str, rule: PrefixRule) -> Option<u64> {
    let is_decimal = rule == PrefixRule::Iec && text.ends_with('B') && !text.ends_with("iB");
    let number = text.trim_end_matches(|it: char| !it.is_ascii_digit());
    if !is_decimal || number.len() + 1 == text.len() {
        return parse_size(text, rule).ok().filter(|size| *size > 0);
    }
    let value = parse_rounded_size(text, rule).ok()?;
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len() as u16);
    let unit = value / decimal(number).filter(|number| *number > 0.0)?;
    let half_a_digit = unit * 10_f64.powi(-i32::from(decimals)) / 2.0;
    let mut powers = (0..63).map(|power| 1_u64 << power);
    powers.find(|power| (*power as f64 - value).abs() <= half_a_digit)
}

#[cfg(test)]
mod tests {
    use super::{Announced, Header, size};
    use plimsoll_unit::PrefixRule;

    fn announced(line: &str) -> Announced<'_> {
        Announced::parse(line).unwrap()
    }

    #[test]
    fn both_forms_are_read() {
        let new = announced(
            "a: b: (g=3): rw=rw, bs=(R) 8192B-8192B, (W) 32.0KiB-32.0KiB, (T) 512B-1024B, ioengine=libaio, iodepth=16",
        );
        assert_eq!((new.job, new.group), ("a: b", "3"));
        assert_eq!(new.header.rw, Some("rw"));
        assert_eq!(new.header.sizes, [Some(8192), Some(32768), None]);
        assert_eq!((new.header.engine, new.header.depth), (Some("libaio"), Some("16")));
        let old =
            announced("rw: (g=0): rw=randrw, bs=4K-4K/64K-128K/1M-1M, ioengine=psync, iodepth=1\r");
        assert_eq!(old.header.sizes, [Some(4096), None, Some(1 << 20)]);
        assert_eq!(old.header.queue_depth(), Some(1));
        assert_eq!(Announced::parse("rw: (groupid=0, jobs=1): err= 0: pid=1: Mon"), None);
    }

    #[test]
    fn rounded_sizes_are_the_power_of_two_that_is_printed_so() {
        for (text, expected) in [
            ("4096B", Some(4096)),
            ("4.10kB", Some(4096)),
            ("65.5kB", Some(65536)),
            ("131kB", Some(131_072)),
            ("1049kB", Some(1 << 20)),
            ("64.0KiB", Some(65536)),
            ("10.0kB", None),
            ("x", None),
        ] {
            assert_eq!(size(text, PrefixRule::Iec), expected, "{text}");
        }
        assert_eq!(size("512", PrefixRule::Binary), Some(512));
    }

    #[test]
    fn of_several_headers_what_they_share_holds() {
        let one =
            announced("a: (g=0): rw=read, bs=4K-4K/4K-4K/4K-4K, ioengine=libaio, iodepth=1").header;
        let other =
            announced("b: (g=0): rw=read, bs=8K-8K/4K-4K/4K-4K, ioengine=libaio, iodepth=8").header;
        let common = Header::common([one, other].into_iter()).unwrap();
        assert_eq!(common, Header { sizes: [None, Some(4096), Some(4096)], depth: None, ..one });
        assert_eq!(Header::common(std::iter::empty()), None);
    }
}
