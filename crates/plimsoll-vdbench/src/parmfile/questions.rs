//! What the parameter file says of a run.

use super::definition::{Definition, Setting};
use super::keyword::Keyword;
use super::{Parameters, Run};
use crate::number::size;
use plimsoll_unit::decimal;
use std::collections::BTreeSet;

/// Threads of a storage definition that says nothing.
const STORAGE_THREADS: u64 = 8;
/// Threads of a file workload that says nothing.
const FILE_WORKLOAD_THREADS: u64 = 1;
/// Transfer size of a workload that says nothing, in bytes.
const TRANSFER_BYTES: u64 = 4096;
/// Share of reads of a workload that says nothing.
const READ_PERCENT: f64 = 100.0;
/// Share of random accesses of random and of sequential workloads.
const RANDOM: f64 = 100.0;
const SEQUENTIAL: f64 = 0.0;

/// The workloads of a run.
enum Workloads<'p> {
    /// Of storage definitions (WD).
    Raw(Vec<&'p Definition>),
    /// Of file systems (FWD).
    Files(Vec<&'p Definition>),
}

impl Parameters {
    /// Threads in all. `looped` is the value of the loop over threads at the point of interest, where
    /// there is one.
    ///
    /// Threads belong to a storage definition, however many workloads and hosts share it: vdbench hands
    /// them out among those. (5.04.06, `spreadSdThreadsAcrossSlaves`. The queue depths of saturated
    /// runs show it for 5.04.01, two threads on two hosts, and 5.04.07, 16 on seven hosts.) Threads of
    /// file workloads are divided by operations, file systems and hosts; if a rest remains they are not
    /// sure.
    pub(crate) fn threads(&self, rd: &str, looped: Option<u64>) -> Option<u64> {
        let run = self.run(rd)?;
        let of_run = match (looped, run.definition.setting(Keyword::Threads)) {
            (Some(threads), _) => Some(threads),
            (None, Setting::Unset) => None,
            (None, Setting::One(text)) => Some(size(text)?),
            (None, Setting::Several) => return None,
        };
        let parts: Option<Vec<u64>> = match self.workloads(run)? {
            Workloads::Raw(workloads) => {
                let storages = self.storages(run, &workloads)?;
                let own = |storage: &&Definition| threads_of(storage, STORAGE_THREADS);
                storages.iter().map(|storage| of_run.or_else(|| own(storage))).collect()
            }
            Workloads::Files(workloads) => workloads
                .iter()
                .map(|workload| {
                    let own = || threads_of(workload, FILE_WORKLOAD_THREADS);
                    self.evenly_divided(run, workload, of_run.or_else(own)?)
                })
                .collect(),
        };
        parts?.into_iter().try_fold(0u64, u64::checked_add).filter(|threads| *threads > 0)
    }

    /// How many hosts the load of a run comes from: all, if nothing restricts it and there is work for
    /// each.
    pub(crate) fn hosts_of_run(&self, rd: &str) -> Option<u64> {
        // Hosts are defined before runs: a file that stops between has not told all of them.
        let run = self.run(rd)?;
        let hosts = self.hosts();
        if hosts == 1 {
            return Some(1);
        }
        let all = &self.definitions.hosts;
        let is_free = |definition: &&Definition| match definition.values(Keyword::Hosts) {
            None => true,
            Some(names) => {
                all.named([names]).is_some_and(|named| named.len() == all.iter().count())
            }
        };
        let is_everywhere = match self.workloads(run)? {
            Workloads::Raw(workloads) => {
                // A sequential workload runs on one host only.
                let is_random = workloads.iter().all(|workload| {
                    seek_percent_of(workload).is_some_and(|percent| percent > SEQUENTIAL)
                });
                is_random
                    && self.threads(rd, None)? >= hosts
                    && workloads.iter().all(is_free)
                    && self.storages(run, &workloads)?.iter().all(is_free)
            }
            Workloads::Files(workloads) => workloads.iter().all(is_free),
        };
        is_everywhere.then_some(hosts)
    }

    /// The requested share of reads, in percent, if it is the same in all workloads of the run and in
    /// all points of its loops. Operations on file systems other than reads and writes have none.
    pub(crate) fn read_percent(&self, rd: &str) -> Option<f64> {
        let run = self.run(rd)?;
        match run.definition.setting(Keyword::ReadPercent) {
            Setting::One(text) => return decimal(text),
            Setting::Several => return None,
            Setting::Unset => {}
        }
        match self.workloads(run)? {
            Workloads::Raw(workloads) => common(workloads.into_iter().map(read_percent_of)),
            Workloads::Files(workloads) => common(workloads.into_iter().map(|workload| {
                match workload.setting(Keyword::ReadPercent) {
                    Setting::One(text) => decimal(text),
                    Setting::Several => None,
                    Setting::Unset => {
                        let operations = operations(run, workload).into_iter();
                        common(operations.map(read_percent_of_operation))
                    }
                }
            })),
        }
    }

    /// The requested share of random accesses, in percent: 100 is random, 0 sequential. `None` where
    /// workloads or points of a loop differ, and for operations that neither read nor write.
    pub(crate) fn seek_percent(&self, rd: &str) -> Option<f64> {
        let run = self.run(rd)?;
        match run.definition.setting(Keyword::SeekPercent) {
            Setting::One(text) => return seek_percent_of_word(text),
            Setting::Several => return None,
            Setting::Unset => {}
        }
        match self.workloads(run)? {
            Workloads::Raw(workloads) => common(workloads.into_iter().map(seek_percent_of)),
            Workloads::Files(workloads) => {
                let transferring =
                    workloads.into_iter().filter(|workload| reads_or_writes(run, workload));
                common(transferring.map(file_seek_percent_of))
            }
        }
    }

    /// Seconds from one row of the tables to the next, if they were given: what vdbench takes otherwise depends on
    /// the elapsed time.
    pub(crate) fn interval_seconds(&self, rd: &str) -> Option<f64> {
        match self.run(rd)?.definition.setting(Keyword::Interval) {
            Setting::One(text) => seconds(text),
            Setting::Unset | Setting::Several => None,
        }
    }

    /// How many storage definitions a block run uses.
    pub(crate) fn storages_of_run(&self, rd: &str) -> Option<usize> {
        let run = self.run(rd)?;
        match self.workloads(run)? {
            Workloads::Raw(workloads) => Some(self.storages(run, &workloads)?.len()),
            Workloads::Files(_) => None,
        }
    }

    /// The transfer sizes of a run in bytes, ascending: one, the sizes of a mix, or the ends of a
    /// range. Of file workloads it is what was asked for: files end where they end.
    pub(crate) fn transfer_sizes(&self, rd: &str) -> Option<Vec<u64>> {
        let run = self.run(rd)?;
        match run.definition.setting(Keyword::TransferSize) {
            Setting::One(text) => return Some(vec![size(text)?]),
            Setting::Several => return None,
            Setting::Unset => {}
        }
        let (Workloads::Raw(workloads) | Workloads::Files(workloads)) = self.workloads(run)?;
        let mut sizes = BTreeSet::new();
        for workload in workloads {
            sizes.extend(transfer_sizes_of(workload)?);
        }
        Some(sizes.into_iter().collect())
    }

    fn workloads<'p>(&'p self, run: Run<'p>) -> Option<Workloads<'p>> {
        let all = &self.definitions;
        let run = run.definition;
        if let Some(names) = run.values(Keyword::FileWorkloads) {
            return Some(Workloads::Files(all.file_workloads.named([names])?));
        }
        if let Some(names) = run.values(Keyword::Workloads) {
            return Some(Workloads::Raw(all.workloads.named([names])?));
        }
        // Without workloads the default of its kind is one.
        if run.values(Keyword::FileSystems).is_some() {
            return Some(Workloads::Files(vec![all.file_workloads.default()]));
        }
        run.values(Keyword::Storages).map(|_| Workloads::Raw(vec![all.workloads.default()]))
    }

    /// The storage definitions of a raw run. Concatenated ones are used as one, which has rules of its
    /// own.
    fn storages<'p>(
        &'p self,
        run: Run<'p>,
        workloads: &[&Definition],
    ) -> Option<Vec<&'p Definition>> {
        let all = &self.definitions;
        let is_concatenated = all
            .general
            .words(Keyword::ConcatenateStorage)
            .any(|word| !word.starts_with(['n', 'N']));
        if is_concatenated {
            return None;
        }
        if let Some(single) = run.single {
            return Some(vec![single]);
        }
        if let Some(names) = run.definition.values(Keyword::Storages) {
            return all.storages.named([names]);
        }
        let names: Option<Vec<_>> =
            workloads.iter().map(|workload| workload.values(Keyword::Storages)).collect();
        all.storages.named(names?)
    }

    /// The threads of a file workload, if nothing is lost when they are divided.
    fn evenly_divided(&self, run: Run<'_>, workload: &Definition, threads: u64) -> Option<u64> {
        let all = &self.definitions;
        let file_systems = run
            .definition
            .values(Keyword::FileSystems)
            .or_else(|| workload.values(Keyword::FileSystems))?;
        let file_systems = all.file_systems.named([file_systems])?.len() as u64;
        let operations = match run.definition.setting(Keyword::Operations) {
            Setting::Unset | Setting::One(_) => 1,
            Setting::Several => run.definition.words(Keyword::Operations).count() as u64,
        };
        let hosts = match workload.values(Keyword::Hosts) {
            None => self.hosts(),
            Some(names) => all.hosts.named([names])?.len() as u64,
        };
        let has_more_jvms = all.hosts.iter().any(|(_, host)| {
            !matches!(host.setting(Keyword::Jvms), Setting::Unset | Setting::One("1"))
        });
        let parts = operations.checked_mul(file_systems)?.checked_mul(hosts)?;
        let is_even = parts > 0 && threads.is_multiple_of(parts);
        (is_even && !has_more_jvms).then_some(threads)
    }
}

/// The value that all have, if there is one.
fn common(values: impl IntoIterator<Item = Option<f64>>) -> Option<f64> {
    let mut values = values.into_iter();
    let first = values.next()??;
    values.all(|value| value.is_some_and(|value| value.total_cmp(&first).is_eq())).then_some(first)
}

fn threads_of(definition: &Definition, default: u64) -> Option<u64> {
    match definition.setting(Keyword::Threads) {
        Setting::Unset => Some(default),
        Setting::One(text) => size(text).filter(|threads| *threads > 0),
        // Undocumented: threads and a divisor.
        Setting::Several => None,
    }
}

fn read_percent_of(workload: &Definition) -> Option<f64> {
    // 5.04.06 drops decimals here; whether others do is not known.
    let whole = |text: &str| text.parse::<u32>().ok().map(f64::from);
    match (workload.setting(Keyword::ReadPercent), workload.setting(Keyword::WritePercent)) {
        (Setting::One(text), Setting::Unset) => whole(text),
        (Setting::Unset, Setting::One(text)) => Some(100.0 - whole(text)?),
        (Setting::Unset, Setting::Unset) => Some(READ_PERCENT),
        _ => None,
    }
}

/// The operations that a file workload does: the run's, one after the other or together, else its own.
fn operations<'p>(run: Run<'p>, workload: &'p Definition) -> Vec<&'p str> {
    let definitions = [
        (run.definition, Keyword::OperationLoop),
        (run.definition, Keyword::Operations),
        (workload, Keyword::Operations),
    ];
    let given = definitions.into_iter().find(|(from, keyword)| from.values(*keyword).is_some());
    given.map_or_else(|| vec!["read"], |(from, keyword)| from.words(keyword).collect())
}

fn reads_or_writes(run: Run<'_>, workload: &Definition) -> bool {
    workload.values(Keyword::ReadPercent).is_some()
        || operations(run, workload).iter().any(|word| matches!(*word, "read" | "write"))
}

fn read_percent_of_operation(word: &str) -> Option<f64> {
    match word {
        "read" => Some(100.0),
        "write" => Some(0.0),
        _ => None,
    }
}

fn seek_percent_of(workload: &Definition) -> Option<f64> {
    match workload.setting(Keyword::SeekPercent) {
        Setting::Unset => Some(RANDOM),
        Setting::One(word) => seek_percent_of_word(word),
        // `(poisson,3)` says how the random accesses are distributed.
        Setting::Several => {
            let first = workload.words(Keyword::SeekPercent).next()?;
            is_begin_of("poisson", first).then_some(RANDOM)
        }
    }
}

/// `eof` reads or writes from the begin to the end, once.
fn seek_percent_of_word(word: &str) -> Option<f64> {
    if is_begin_of("random", word) || is_begin_of("poisson", word) {
        Some(RANDOM)
    } else if is_begin_of("sequential", word) || matches!(word, "eof" | "seqnz") {
        Some(SEQUENTIAL)
    } else {
        decimal(word).filter(|percent| (SEQUENTIAL..=RANDOM).contains(percent))
    }
}

fn file_seek_percent_of(workload: &Definition) -> Option<f64> {
    match workload.words(Keyword::FileIo).next() {
        Some(word) if is_begin_of("random", word) => Some(RANDOM),
        Some(word) if is_begin_of("sequential", word) => Some(SEQUENTIAL),
        Some(_) => None,
        None => Some(SEQUENTIAL),
    }
}

fn is_begin_of(whole: &str, begin: &str) -> bool {
    !begin.is_empty() && whole.starts_with(begin)
}

/// `60`, `2m`, `1h`.
fn seconds(text: &str) -> Option<f64> {
    let (number, factor) = match text.strip_suffix(['m', 'M']) {
        Some(minutes) => (minutes, 60.0),
        None => match text.strip_suffix(['h', 'H']) {
            Some(hours) => (hours, 3600.0),
            None => (text, 1.0),
        },
    };
    decimal(number).map(|number| number * factor).filter(|seconds| *seconds > 0.0)
}

/// One size, pairs of sizes and percentages, or least, greatest and alignment.
fn transfer_sizes_of(workload: &Definition) -> Option<Vec<u64>> {
    if workload.values(Keyword::TransferSize).is_none() {
        return Some(vec![TRANSFER_BYTES]);
    }
    let words: Vec<&str> = workload.words(Keyword::TransferSize).collect();
    match words.as_slice() {
        [] => None,
        [one] => Some(vec![size(one)?]),
        [least, greatest, _] => Some(vec![size(least)?, size(greatest)?]),
        pairs if pairs.len().is_multiple_of(2) => {
            pairs.iter().step_by(2).map(|word| size(word)).collect()
        }
        _ => None,
    }
}
