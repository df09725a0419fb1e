//! What a job was asked to do, from its options.

use crate::document::{Direction, DirectionName, JobEntry};
use crate::options::{Known, Options, parts_by_direction};
use plimsoll_schema::Pattern;
use plimsoll_unit::{PrefixRule, decimal, parse_size};
use std::sync::Arc;

/// What a job was asked to do. Arrays are for reads, writes and trims.
#[derive(Debug, Default)]
pub(crate) struct Workload {
    pub(crate) patterns: [Option<Pattern>; 3],
    /// Share of reads in per cent; `None` where nothing tells, and for workloads that only trim.
    pub(crate) read_percent: Option<f64>,
    pub(crate) block_sizes: [Option<u64>; 3],
    pub(crate) queue_depth: Option<u64>,
    /// Rate limits of one job, in operations per second.
    pub(crate) target_iops: [Option<f64>; 3],
    /// `numjobs`, where it is known.
    pub(crate) clones: Option<u64>,
    /// Options that tell this job's point from its neighbours.
    pub(crate) parameters: Vec<(Arc<str>, Arc<str>)>,
    /// What about the options is doubtful.
    pub(crate) doubts: Vec<Doubt>,
}

/// What is doubtful about the options of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Doubt {
    /// They exclude an operation that was counted.
    Contradicted { rw: String, counted: &'static str },
    /// Servers were given different values.
    Differs { option: &'static str },
    /// A value that is none.
    Unreadable { option: &'static str, value: String },
}

/// Options that go to `parameters` where they were given, in this order.
const PARAMETERS: [&str; 24] = [
    "ioengine",
    "direct",
    "sync",
    "fsync",
    "fdatasync",
    "size",
    "filesize",
    "nrfiles",
    "io_size",
    "offset",
    "bssplit",
    "bsrange",
    "percentage_random",
    "random_distribution",
    "rate",
    "rate_process",
    "thinktime",
    "latency_target",
    "verify",
    "zonemode",
    "buffer_compress_percentage",
    "dedupe_percentage",
    "ramp_time",
    "steadystate",
];

/// Engines that wait for each operation, whatever `iodepth` says (fio's HOWTO, "iodepth").
const SYNCHRONOUS_ENGINES: [&str; 8] =
    ["sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice", "ftruncate"];

/// The options that set a block size.
const BLOCK_SIZES: [&str; 4] = ["bs", "blocksize", "bssplit", "bsrange"];

/// The value of `rw`: which operations, and in which order.
#[derive(Debug, Clone, Copy)]
#[expect(clippy::struct_excessive_bools, reason = "three operations, each there or not")]
struct Mix {
    is_random: bool,
    reads: bool,
    writes: bool,
    trims: bool,
}

impl Mix {
    /// `randrw`, `read:8`, `write:4k`: what follows the colon only changes the order of offsets.
    fn parse(value: &str) -> Option<Self> {
        let kind = value.split(':').next().unwrap_or_default().trim();
        let (is_random, kind) = match kind.strip_prefix("rand") {
            Some(kind) => (true, kind),
            None => (false, kind),
        };
        let mix = |reads, writes, trims| Some(Self { is_random, reads, writes, trims });
        match kind {
            "read" => mix(true, false, false),
            "write" => mix(false, true, false),
            "trim" => mix(false, false, true),
            "rw" => mix(true, true, false),
            "readwrite" if !is_random => mix(true, true, false),
            "trimwrite" => mix(false, true, true),
            _ => None,
        }
    }
}

impl Workload {
    /// What an entry's options say, as far as its counters do not contradict them.
    pub(crate) fn of(options: &Options<'_>, entry: &JobEntry<'_>) -> Self {
        let mut workload = Self::default();
        let (_, rw) = options.last_of(&["rw", "readwrite"]);
        let Some(rw) = workload.or_default("rw", rw, "read") else {
            workload.read_percent = measured_share(entry);
            return workload;
        };
        let Some(mix) = Mix::parse(rw) else {
            workload.doubts.push(Doubt::Unreadable { option: "rw", value: rw.to_owned() });
            workload.read_percent = measured_share(entry);
            return workload;
        };
        if let Some(counted) = contradiction(mix, options, entry) {
            let doubt = Doubt::Contradicted { rw: rw.to_owned(), counted };
            return Self { doubts: vec![doubt], ..Self::default() };
        }
        workload.patterns = workload.patterns_of(mix, options);
        workload.read_percent = workload.read_share(mix, options);
        workload.block_sizes = workload.block_sizes_of(mix, options);
        workload.queue_depth = workload.queue_depth_of(options);
        workload.target_iops = workload.targets_of(options);
        let clones = options.get("numjobs");
        workload.clones =
            workload.or_default("numjobs", clones, "1").and_then(|it| it.parse().ok());
        workload.parameters = PARAMETERS
            .iter()
            .filter_map(|name| Some(((*name).into(), options.get(name).given()?.into())))
            .collect();
        workload
    }

    /// The value in force: as given, or fio's default; `None` if it cannot be known.
    fn or_default<'v>(
        &mut self,
        option: &'static str,
        known: Known<'v>,
        default: &'v str,
    ) -> Option<&'v str> {
        match known {
            Known::Given(value) => Some(value),
            Known::Default => Some(default),
            Known::Unknown => None,
            Known::Contradictory => {
                self.doubts.push(Doubt::Differs { option });
                None
            }
        }
    }

    fn patterns_of(&mut self, mix: Mix, options: &Options<'_>) -> [Option<Pattern>; 3] {
        if !mix.is_random {
            return [Some(Pattern::Sequential); 3];
        }
        let known = options.get("percentage_random");
        let Some(value) = self.or_default("percentage_random", known, "100") else {
            return [None; 3];
        };
        parts_by_direction(value).map(|part| match part.unwrap_or("100").trim_end_matches('%') {
            "100" => Some(Pattern::Random),
            "0" => Some(Pattern::Sequential),
            other => {
                other.parse::<u8>().is_ok_and(|percent| percent < 100).then_some(Pattern::Mixed)
            }
        })
    }

    fn read_share(&mut self, mix: Mix, options: &Options<'_>) -> Option<f64> {
        match (mix.reads, mix.writes) {
            (true, false) => return Some(100.0),
            (false, true) => return Some(0.0),
            (false, false) => return None,
            (true, true) => {}
        }
        let (name, known) = options.last_of(&["rwmixread", "rwmixwrite"]);
        let option = if name == "rwmixwrite" { "rwmixwrite" } else { "rwmixread" };
        let value = self.or_default(option, known, "50")?;
        match decimal(value.trim_end_matches('%')).filter(|share| (0.0..=100.0).contains(share)) {
            Some(share) if option == "rwmixwrite" => Some(100.0 - share),
            Some(share) => Some(share),
            None => {
                self.doubts.push(Doubt::Unreadable { option, value: value.to_owned() });
                None
            }
        }
    }

    fn block_sizes_of(&mut self, mix: Mix, options: &Options<'_>) -> [Option<u64>; 3] {
        let rule = prefix_rule(options, &BLOCK_SIZES);
        if let Some(split) = options.get("bssplit").given() {
            return parts_by_direction(split).map(|part| only_size_of_split(part?, rule));
        }
        if let Some(range) = options.get("bsrange").given() {
            return parts_by_direction(range).map(|part| only_size_of_range(part?, rule));
        }
        let (_, known) = options.last_of(&["bs", "blocksize"]);
        let Some(value) = self.or_default("bs", known, "4k") else {
            return [None; 3];
        };
        let mut sizes = parts_by_direction(value).map(|part| {
            let size = parse_size(part.unwrap_or("4096"), rule).ok().filter(|size| *size > 0);
            if size.is_none() {
                self.doubts.push(Doubt::Unreadable { option: "bs", value: value.to_owned() });
            }
            size
        });
        if options.is_on("bs_is_seq_rand") {
            // Then the parts are for sequential and random operations.
            sizes = [if mix.is_random { sizes[1] } else { sizes[0] }; 3];
        }
        sizes
    }

    fn queue_depth_of(&mut self, options: &Options<'_>) -> Option<u64> {
        let known = options.get("iodepth");
        let value = self.or_default("iodepth", known, "1")?;
        let is_synchronous = options
            .get("ioengine")
            .given()
            .is_some_and(|engine| SYNCHRONOUS_ENGINES.contains(&engine));
        if is_synchronous {
            return Some(1);
        }
        let depth = value.parse().ok();
        if depth.is_none() {
            self.doubts.push(Doubt::Unreadable { option: "iodepth", value: value.to_owned() });
        }
        depth
    }

    fn targets_of(&mut self, options: &Options<'_>) -> [Option<f64>; 3] {
        let known = options.get("rate_iops");
        let Some(value) = self.or_default("rate_iops", known, "") else {
            return [None; 3];
        };
        let rule = prefix_rule(options, &["rate_iops"]);
        parts_by_direction(value).map(|part| {
            let limit = parse_size(part?, rule).ok();
            if limit.is_none() {
                let value = value.to_owned();
                self.doubts.push(Doubt::Unreadable { option: "rate_iops", value });
            }
            // 0 is fio's way to say that there is no limit.
            limit.filter(|limit| *limit > 0).map(|limit| limit as f64)
        })
    }
}

/// fio reads prefixes as powers of 1024 unless `kb_base=1000`, where they are those of SI and IEC.
fn prefix_rule(options: &Options<'_>, names: &[&str]) -> PrefixRule {
    match options.kb_base_for(names) {
        Some("1000") => PrefixRule::Iec,
        _ => PrefixRule::Swapped,
    }
}

/// `4k/60:8k/40`: sizes with their shares. One size alone is the size.
fn only_size_of_split(split: &str, rule: PrefixRule) -> Option<u64> {
    let mut sizes = split.split(':').map(|part| part.split('/').next().unwrap_or_default());
    let first = sizes.next()?;
    sizes.next().is_none().then(|| parse_size(first, rule).ok())?
}

/// `4k-8k`: least and greatest size. If they are the same, it is the size.
fn only_size_of_range(range: &str, rule: PrefixRule) -> Option<u64> {
    let (least, greatest) = range.split_once('-')?;
    let least = parse_size(least, rule).ok()?;
    (parse_size(greatest, rule) == Ok(least)).then_some(least)
}

/// An operation that was counted although the options exclude it.
fn contradiction(mix: Mix, options: &Options<'_>, entry: &JobEntry<'_>) -> Option<&'static str> {
    // A verified write is read back, and counted as a read.
    let verifies = mix.writes && options.get("verify").given().is_some_and(|it| it != "0");
    let expected = |name| match name {
        DirectionName::Read => mix.reads || verifies,
        DirectionName::Write => mix.writes,
        DirectionName::Trim => mix.trims,
        DirectionName::Mixed => true,
    };
    entry
        .directions
        .iter()
        .find(|(name, direction)| direction.did_io() && !expected(*name))
        .map(|(name, _)| name.key())
}

/// Reads as a share of reads and writes, in whole per cent.
fn measured_share(entry: &JobEntry<'_>) -> Option<f64> {
    let count = |wanted| {
        entry
            .directions
            .iter()
            .find(|(name, _)| *name == wanted)
            .and_then(|(_, direction)| direction.operations_or_bytes())
            .unwrap_or(0.0)
    };
    let (reads, writes) = (count(DirectionName::Read), count(DirectionName::Write));
    (reads + writes > 0.0).then(|| (reads / (reads + writes) * 100.0).round())
}

impl Direction<'_> {
    /// Whether it did any I/O.
    pub(crate) fn did_io(&self) -> bool {
        self.operations_or_bytes().is_some_and(|count| count > 0.0)
    }

    /// Operations, or bytes in versions that count no operations (before 2.2.0).
    fn operations_or_bytes(&self) -> Option<f64> {
        decimal(self.total_ios.or(self.io_kbytes).or(self.io_bytes)?)
    }
}

#[cfg(test)]
mod tests {
    use super::{Doubt, Workload};
    use crate::document::document;
    use crate::options::Options;
    use crate::scanner::Scanner;
    use plimsoll_schema::Pattern;

    /// The workload of an entry with these options, which read and wrote so often.
    fn workload(options: &[(&str, &str)], reads: u32, writes: u32) -> Workload {
        let options: Vec<String> =
            options.iter().map(|(key, value)| format!("\"{key}\" : \"{value}\"")).collect();
        let text = format!(
            r#"{{"jobs" : [{{"job options" : {{{}}}, "read" : {{"total_ios" : {reads}}}, "write" : {{"total_ios" : {writes}}}}}]}}"#,
            options.join(", ")
        );
        let document = document(&mut Scanner::new(&text, 0)).unwrap().unwrap();
        Workload::of(&Options::of(&document, &document.entries[0]), &document.entries[0])
    }

    #[test]
    fn defaults_hold_where_options_were_recorded() {
        let defaults = workload(&[], 1, 0);
        assert_eq!(defaults.patterns[0], Some(Pattern::Sequential));
        assert_eq!(defaults.read_percent, Some(100.0));
        assert_eq!(defaults.block_sizes, [Some(4096); 3]);
        assert_eq!(defaults.queue_depth, Some(1));
        assert_eq!(defaults.clones, Some(1));
        assert_eq!(defaults.target_iops, [None; 3]);
    }

    #[test]
    fn the_share_of_reads_is_what_was_asked_for() {
        let share = |options: &[(&str, &str)]| workload(options, 9, 1).read_percent;
        assert_eq!(share(&[("rw", "randrw")]), Some(50.0));
        assert_eq!(share(&[("rw", "rw"), ("rwmixread", "70")]), Some(70.0));
        assert_eq!(share(&[("rw", "rw:8"), ("rwmixwrite", "30")]), Some(70.0));
        assert_eq!(share(&[("rw", "rw"), ("rwmixread", "70"), ("rwmixwrite", "0")]), Some(100.0));
        assert_eq!(share(&[("rw", "rw"), ("rwmixread", "most")]), None);
    }

    #[test]
    fn partly_random_is_mixed() {
        let pattern = |percent| {
            workload(&[("rw", "randread"), ("percentage_random", percent)], 1, 0).patterns
        };
        assert_eq!(pattern("100"), [Some(Pattern::Random); 3]);
        assert_eq!(pattern("50,0")[..2], [Some(Pattern::Mixed), Some(Pattern::Sequential)]);
    }

    #[test]
    fn one_block_size_or_none() {
        let sizes = |option, value| workload(&[(option, value)], 1, 0).block_sizes;
        assert_eq!(sizes("bs", "8k,32k"), [Some(8192), Some(32768), Some(32768)]);
        assert_eq!(sizes("bs", ",32k"), [Some(4096), Some(32768), Some(32768)]);
        assert_eq!(sizes("bssplit", "4k/50:64k/50"), [None; 3]);
        assert_eq!(sizes("bssplit", "4k/100"), [Some(4096); 3]);
        assert_eq!(sizes("bsrange", "1k-16k"), [None; 3]);
        assert_eq!(sizes("bsrange", "8k-8k,1k-2k"), [Some(8192), None, None]);
        assert_eq!(sizes("bs", "many"), [None; 3]);
        assert_eq!(
            workload(&[("bs", "4Ki")], 1, 0).block_sizes[0],
            Some(4000),
            "compatibility mode"
        );
        let base = workload(&[("kb_base", "1000"), ("bs", "4k")], 1, 0);
        assert_eq!(base.block_sizes[0], Some(4000));
    }

    #[test]
    fn a_synchronous_engine_has_one_operation_outstanding() {
        let depth = |engine| workload(&[("ioengine", engine), ("iodepth", "32")], 1, 0).queue_depth;
        assert_eq!(depth("libaio"), Some(32));
        assert_eq!(depth("psync"), Some(1));
    }

    #[test]
    fn rate_limits_are_for_each_direction() {
        let targets = |value| workload(&[("rate_iops", value)], 1, 0).target_iops;
        assert_eq!(targets("200,100"), [Some(200.0), Some(100.0), Some(100.0)]);
        assert_eq!(targets("1000"), [Some(1000.0); 3]);
        assert_eq!(targets(",100"), [None, Some(100.0), Some(100.0)]);
        assert_eq!(targets("0"), [None; 3]);
    }

    #[test]
    fn options_that_exclude_what_was_counted_are_not_trusted() {
        let wrong = workload(&[("rw", "randwrite"), ("bs", "8k")], 5, 5);
        let doubt = Doubt::Contradicted { rw: "randwrite".into(), counted: "read" };
        assert_eq!(wrong.doubts, [doubt]);
        assert_eq!((wrong.read_percent, wrong.block_sizes[0], wrong.clones), (None, None, None));
        let verified = workload(&[("rw", "randwrite"), ("verify", "crc32c")], 5, 5);
        assert_eq!(verified.doubts, []);
        assert_eq!(verified.read_percent, Some(0.0));
    }
}
