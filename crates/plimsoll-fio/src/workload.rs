//! What a job was asked to do, from its options.

use crate::block_size;
use crate::contradiction;
use crate::document::{DirectionName, JobEntry};
use crate::mix::Mix;
use crate::options::{Known, Options, parts_by_direction};
use plimsoll_schema::Pattern;
use plimsoll_unit::{decimal, parse_size};
use std::sync::Arc;

/// What a job was asked to do. Arrays are for reads, writes and trims.
#[derive(Debug, Default)]
pub(crate) struct Workload {
    /// Whether it was told to read, to write and to trim.
    pub(crate) does: [bool; 3],
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
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Doubt {
    /// They exclude an operation that was counted.
    Contradicted { rw: String, counted: &'static str },
    /// Operations were not of the size that they give.
    SizeContradicted { claimed: u64, counted: &'static str, mean: f64 },
    /// A recording was replayed; what it holds, the options do not tell.
    Replayed,
    /// A depth that depends on the engine, which is not told.
    DepthUnclear { depth: u64 },
    /// Servers were given different values, or only some were given one.
    Differs { option: &'static str },
    /// A value that is none.
    Unreadable { option: &'static str, value: String },
}

/// Options that go to `parameters` where they were given, in this order.
const PARAMETERS: [&str; 25] = [
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
    "read_iolog",
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
pub(crate) const SYNCHRONOUS_ENGINES: [&str; 8] =
    ["sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice", "ftruncate"];

impl Workload {
    /// What an entry's options say, as far as its counters do not contradict them.
    pub(crate) fn of(options: &Options<'_>, entry: &JobEntry<'_>) -> Self {
        let mut workload = Self::default();
        if matches!(options.get("read_iolog"), Known::Given(_) | Known::Contradictory) {
            workload.read_replay(options);
            return workload;
        }
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
        workload.does = mix.does;
        workload.patterns = workload.patterns_of(mix, options);
        workload.read_percent = workload.read_share(mix, options);
        workload.block_sizes = workload.block_sizes_of(mix, options);
        workload.queue_depth = workload.queue_depth_of(options);
        workload.read_load(options);
        let size_of = |name: DirectionName| name.of(workload.block_sizes, workload.does);
        let contradiction = contradiction::of_operations(rw, mix, options, entry)
            .or_else(|| contradiction::of_sizes(entry, size_of));
        match contradiction {
            Some(doubt) => Self { doubts: vec![doubt], ..Self::default() },
            None => workload,
        }
    }

    /// Of a replay the options tell how, and not what: nothing of that is a default.
    fn read_replay(&mut self, options: &Options<'_>) {
        self.doubts.push(Doubt::Replayed);
        if options.get("iodepth").given().is_some() {
            self.queue_depth = self.queue_depth_of(options);
        }
        self.read_load(options);
    }

    /// What says how much load there is, whatever it is.
    fn read_load(&mut self, options: &Options<'_>) {
        self.target_iops = self.targets_of(options);
        self.clones = self.clones_of(options);
        self.parameters = PARAMETERS
            .iter()
            .filter_map(|name| Some((*name, options.get(name).given()?)))
            .map(|(name, value)| (name.into(), value.into()))
            .collect();
    }

    fn clones_of(&mut self, options: &Options<'_>) -> Option<u64> {
        let value = self.or_default("numjobs", options.get("numjobs"), "1")?;
        let clones = value.parse().ok().filter(|clones| *clones > 0);
        if clones.is_none() {
            self.doubts.push(Doubt::Unreadable { option: "numjobs", value: value.to_owned() });
        }
        clones
    }

    /// The value in force: as given, or fio's default; `None` if it cannot be known.
    pub(crate) fn or_default<'v>(
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
            "100" if mix.run_length > 1 => Some(Pattern::Mixed),
            "100" => Some(Pattern::Random),
            "0" => Some(Pattern::Sequential),
            other => {
                other.parse::<u8>().is_ok_and(|percent| percent < 100).then_some(Pattern::Mixed)
            }
        })
    }

    fn read_share(&mut self, mix: Mix, options: &Options<'_>) -> Option<f64> {
        match (mix.reads(), mix.writes()) {
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

    /// Notes that servers were given different values.
    pub(crate) fn differs<T: Default>(&mut self, option: &'static str) -> T {
        self.doubts.push(Doubt::Differs { option });
        T::default()
    }

    fn queue_depth_of(&mut self, options: &Options<'_>) -> Option<u64> {
        let known = options.get("iodepth");
        let value = self.or_default("iodepth", known, "1")?;
        let engine = options.get("ioengine");
        if engine.given().is_some_and(|engine| SYNCHRONOUS_ENGINES.contains(&engine)) {
            return Some(1);
        }
        let Ok(depth) = value.parse() else {
            self.doubts.push(Doubt::Unreadable { option: "iodepth", value: value.to_owned() });
            return None;
        };
        match engine {
            Known::Contradictory => self.differs("ioengine"),
            // The default engine differs by platform; the one on Linux is synchronous.
            Known::Default | Known::Unknown if depth > 1 => {
                self.doubts.push(Doubt::DepthUnclear { depth });
                None
            }
            _ => Some(depth),
        }
    }

    fn targets_of(&mut self, options: &Options<'_>) -> [Option<f64>; 3] {
        let known = options.get("rate_iops");
        let Some(value) = self.or_default("rate_iops", known, "") else {
            return [None; 3];
        };
        let rule = block_size::prefix_rule(options, &["rate_iops"]);
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

/// Reads as a share of reads and writes, in whole per cent.
pub(crate) fn measured_share(entry: &JobEntry<'_>) -> Option<f64> {
    let count = |wanted| {
        let direction = entry.directions.iter().find(|(name, _)| *name == wanted);
        match direction.filter(|(_, direction)| direction.did_io()) {
            Some((_, direction)) => direction.operations(),
            None => Some(0.0),
        }
    };
    let (reads, writes) = (count(DirectionName::Read)?, count(DirectionName::Write)?);
    (reads + writes > 0.0).then(|| (reads / (reads + writes) * 100.0).round())
}

impl DirectionName {
    /// Of something that is told for reads, writes and trims; for all in one if those that the job
    /// `does` agree.
    pub(crate) fn of<T: PartialEq + Copy>(
        self,
        parts: [Option<T>; 3],
        does: [bool; 3],
    ) -> Option<T> {
        match self {
            Self::Read => parts[0],
            Self::Write => parts[1],
            Self::Trim => parts[2],
            Self::Mixed => {
                let mut parts = parts.into_iter().zip(does).filter(|(_, does)| *does);
                let (first, _) = parts.next()?;
                first.filter(|_| parts.all(|(part, _)| part == first))
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Doubt, Workload};
    use crate::options::Options;
    use crate::parse::document;
    use crate::scanner::Scanner;
    use plimsoll_schema::Pattern;

    /// The workload of an entry with these options, which read and wrote so often.
    pub(crate) fn workload(options: &[(&str, &str)], reads: u32, writes: u32) -> Workload {
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
    fn a_synchronous_engine_has_one_operation_outstanding() {
        let depth = |engine| workload(&[("ioengine", engine), ("iodepth", "32")], 1, 0).queue_depth;
        assert_eq!(depth("libaio"), Some(32));
        assert_eq!(depth("psync"), Some(1));
        let unclear = workload(&[("iodepth", "32")], 1, 0);
        assert_eq!(
            (unclear.queue_depth, unclear.doubts),
            (None, vec![Doubt::DepthUnclear { depth: 32 }])
        );
        assert_eq!(workload(&[("iodepth", "1")], 1, 0).queue_depth, Some(1));
    }

    #[test]
    fn random_runs_are_mixed_and_gaps_stay_sequential() {
        let pattern = |rw| workload(&[("rw", rw)], 1, 0).patterns[0];
        assert_eq!(pattern("randread:8"), Some(Pattern::Mixed));
        assert_eq!(pattern("randread:1"), Some(Pattern::Random));
        assert_eq!(pattern("read:8k"), Some(Pattern::Sequential));
    }

    #[test]
    fn a_number_of_jobs_that_cannot_be_is_not_known() {
        for value in ["0", "-1", "some"] {
            let workload = workload(&[("numjobs", value)], 1, 0);
            assert_eq!(workload.clones, None);
            let doubt = Doubt::Unreadable { option: "numjobs", value: value.to_owned() };
            assert_eq!(workload.doubts, [doubt]);
        }
    }

    #[test]
    fn of_a_replay_nothing_is_a_default() {
        let replay = workload(&[("read_iolog", "x.log")], 5, 5);
        assert_eq!(replay.doubts, [Doubt::Replayed]);
        assert_eq!((replay.patterns, replay.block_sizes), ([None; 3], [None; 3]));
        assert_eq!((replay.read_percent, replay.queue_depth), (None, None));
        assert_eq!(replay.clones, Some(1));
    }

    #[test]
    fn before_operations_were_counted_the_share_is_that_of_rate_times_runtime() {
        let text = r#"{"jobs" : [{"read" : {"io_bytes" : 65536, "iops" : 100, "runtime" : 10000}, "write" : {"io_bytes" : 4096, "iops" : 100, "runtime" : 10000}}]}"#;
        let document = document(&mut Scanner::new(text, 0)).unwrap().unwrap();
        let entry = &document.entries[0];
        assert_eq!(Workload::of(&Options::of(&document, entry), entry).read_percent, Some(50.0));
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
