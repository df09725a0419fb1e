//! The fields of a terse line.
//!
//! ```text
//! 3;fio-3.33;rw;0;0; 41 fields of reads; 41 of writes; processor 5; depths 7; latency 10 + 12; disks 9 each;
//!                    errors 2 (continue_on_error); description
//! ```
//!
//! | version | begins with | directions | of each direction |
//! |---|---|---|---|
//! | 2 | `2;job;group;error` | read, write, trim | 41 |
//! | 3 | `3;fio version;job;group;error` | read, write | 41 |
//! | 4 | as 3 | read, write, trim | 41 |
//! | 5 | as 3 | read, write, trim | 47 |
//!
//! unified_rw_reporting puts one mixed direction in place of all, or one more behind them. Job name and
//! description may hold semicolons, and how many disks there are is not said. So the directions are found by
//! their shape (twenty fields `99.000000%=1156` in a row, thirteenth to thirty-second of each), their number is
//! that of the version or the line is not read, what stands behind them must have the shape of shares, and total,
//! bandwidth and runtime must agree: a field too many or too few moves no number to another name.

use crate::document::{DirectionName, Spot};
use plimsoll_unit::decimal;

/// Total, bandwidth, rate, runtime, then four of the submission and four of the completion latency.
const BEFORE_PERCENTILES: usize = 12;
const PERCENTILES: usize = 20;
/// Processor: user, system, context switches, major and minor page faults.
const PROCESSOR: usize = 5;
/// Shares by depth (7), by latency in microseconds (10) and in milliseconds (12).
const SHARES: usize = 29;
/// What is told of each disk.
const DISK: usize = 9;

/// A line taken apart.
#[derive(Debug)]
pub(crate) struct Fields<'t> {
    /// All fields.
    all: Vec<&'t str>,
    /// Where the fields begin in the line, so that a name that holds semicolons is one text.
    line: &'t str,
    pub(crate) version: u8,
    /// The version of fio; version 2 does not name it.
    pub(crate) tool_version: Option<&'t str>,
    pub(crate) job: &'t str,
    pub(crate) group: &'t str,
    pub(crate) error: &'t str,
    /// The directions and the index of their first field.
    pub(crate) directions: Vec<(DirectionName, usize)>,
    /// User, system, context switches, major and minor page faults.
    pub(crate) processor: [&'t str; PROCESSOR],
    /// The disks as printed.
    pub(crate) disks: &'t str,
    /// Errors counted and the first of them (continue_on_error).
    pub(crate) errors: Option<&'t str>,
}

/// Whether a line begins like a terse one: `3;fio-3.33;`, or `2;` where percentiles follow.
pub(crate) fn begins_terse(words: &str) -> bool {
    let later = ["3;", "4;", "5;"].iter().find_map(|version| words.strip_prefix(version));
    later.is_some_and(|rest| rest.starts_with("fio-"))
        || (words.starts_with("2;") && words.contains("%="))
}

impl<'t> Fields<'t> {
    /// Takes a line apart; if it cannot be, says why.
    pub(crate) fn parse(line: &'t str) -> Result<Self, String> {
        let all: Vec<&str> = line.split(';').collect();
        let version = match all[0] {
            "2" => 2,
            "3" => 3,
            "4" => 4,
            "5" => 5,
            other => return Err(format!("`{other}` is no version of the terse form")),
        };
        let names_tool = version > 2;
        let first = first_direction(&all, if names_tool { 5 } else { 4 })
            .ok_or("no direction begins in it: twenty percentiles in a row are missing")?;
        let width = if version == 5 { 47 } else { 41 };
        let starts: Vec<usize> = (first..)
            .step_by(width)
            .take_while(|start| is_direction(&all, *start, width))
            .collect();
        let end = first + width * starts.len();
        let count = all.len();
        let names = names(version, starts.len()).ok_or_else(|| {
            format!(
                "{} directions of {count} fields are not those of version {version}",
                starts.len()
            )
        })?;
        if !is_end(&all, end) {
            return Err(format!(
                "its {count} fields are too few or too many for version {version}"
            ));
        }
        let job = joined(line, &all, (if names_tool { 2 } else { 1 })..first - 2);
        // The sum of all clients may be over another time than each of them.
        let is_sum = job == crate::together::ALL_CLIENTS;
        if let Some(start) = starts.iter().find(|it| !is_sum && !is_consistent(&all[**it..])) {
            return Err(format!(
                "total, bandwidth and runtime (fields {} to {}) contradict each other, so fields are missing or too many",
                start + 1,
                start + 4
            ));
        }
        let (group, error) = (all[first - 2], all[first - 1]);
        let fields = Self {
            version,
            tool_version: names_tool.then(|| all[1]),
            job,
            group,
            error,
            directions: names.iter().copied().zip(starts).collect(),
            processor: std::array::from_fn(|index| all[end + index]),
            disks: "",
            errors: None,
            line,
            all,
        };
        fields.with_end(end + PROCESSOR + SHARES)
    }

    /// Reads what stands behind the shares: disks, errors, a description.
    fn with_end(mut self, begin: usize) -> Result<Self, String> {
        let mut at = begin;
        while is_disk(&self.all, at) {
            at += DISK;
        }
        self.disks = joined(self.line, &self.all, begin..at);
        if let [errors, first, ..] = self.all[at..]
            && is_count(errors)
            && is_count(first)
        {
            self.errors = Some(errors);
        }
        if is_count(self.group) && is_errno(self.error) {
            return Ok(self);
        }
        Err(format!("`{};{}` are no group and no error", self.group, self.error))
    }

    /// The fields of a direction.
    pub(crate) fn direction(&self, start: usize) -> &[&'t str] {
        &self.all[start..start + if self.version == 5 { 47 } else { 41 }]
    }
}

/// A place in a line.
pub(crate) fn spot(line: usize, start: usize) -> Spot {
    Spot { line, field: Some(start + 1) }
}

/// The first direction whose percentiles are complete.
fn first_direction(all: &[&str], least: usize) -> Option<usize> {
    let percentiles = |start: &usize| has_percentiles(all, *start);
    (least..all.len().saturating_sub(BEFORE_PERCENTILES)).find(percentiles)
}

fn has_percentiles(all: &[&str], start: usize) -> bool {
    let begin = start + BEFORE_PERCENTILES;
    let fields = all.get(begin..begin + PERCENTILES);
    fields.is_some_and(|fields| fields.iter().all(|field| field.contains("%=")))
}

/// Four of total latency behind the percentiles, then least and greatest bandwidth, a share, two more; in
/// version 5 six more of sampled rates.
fn is_direction(all: &[&str], start: usize, width: usize) -> bool {
    let is_number = |field: &&str| decimal(field).is_some();
    let behind = all.get(start + BEFORE_PERCENTILES + PERCENTILES..start + width);
    let before = all.get(start..start + BEFORE_PERCENTILES);
    let is_behind = |fields: &[&str]| {
        let numbers = fields.iter().enumerate().filter(|(index, _)| *index != 6);
        is_share(fields[6]) && numbers.map(|(_, field)| field).all(&is_number)
    };
    has_percentiles(all, start)
        && before.is_some_and(|fields| fields.iter().all(is_number))
        && behind.is_some_and(is_behind)
}

/// Which directions a version prints, by their number.
fn names(version: u8, count: usize) -> Option<&'static [DirectionName]> {
    use DirectionName::{Mixed, Read, Trim, Write};
    Some(match (version, count) {
        (_, 1) => &[Mixed],
        (3, 2) => &[Read, Write],
        (3, 3) => &[Read, Write, Mixed],
        (2 | 4 | 5, 3) => &[Read, Write, Trim],
        (2 | 4 | 5, 4) => &[Read, Write, Trim, Mixed],
        _ => return None,
    })
}

/// Processor and shares.
fn is_end(all: &[&str], begin: usize) -> bool {
    let Some(fields) = all.get(begin..begin + PROCESSOR + SHARES) else { return false };
    let (processor, shares) = fields.split_at(PROCESSOR);
    processor[..2].iter().chain(shares).all(|field| is_share(field))
        && processor[2..].iter().all(|field| is_count(field))
}

/// A name, seven counters, a share.
fn is_disk(all: &[&str], begin: usize) -> bool {
    let fields = all.get(begin..begin + DISK);
    fields.is_some_and(|it| it[1..8].iter().all(|field| is_count(field)) && is_share(it[8]))
}

/// Bandwidth is total over runtime, cut off. (Before 2.1 a kilobyte of it may have been 1000 bytes.)
fn is_consistent(direction: &[&str]) -> bool {
    let number = |index: usize| decimal(direction[index]).unwrap_or(0.0);
    let (kib, bandwidth, rate, runtime) = (number(0), number(1), number(2), number(3));
    if kib <= 0.0 || runtime <= 0.0 {
        return kib <= 0.0 && bandwidth <= 0.0 && (rate <= 0.0 || runtime > 0.0);
    }
    let expected = kib * 1000.0 / runtime;
    let off_by_one_kib = 1000.0 / runtime;
    let agrees = |expected: f64| (bandwidth - expected).abs() <= 1.0 + off_by_one_kib;
    agrees(expected) || agrees(expected * 1.024)
}

fn is_share(field: &str) -> bool {
    field.strip_suffix('%').is_some_and(|number| decimal(number).is_some())
}

fn is_count(field: &str) -> bool {
    !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit())
}

/// Errors of operating systems have small numbers.
fn is_errno(field: &str) -> bool {
    is_count(field) && field.len() <= 5
}

/// The text of several fields that follow each other.
fn joined<'t>(line: &'t str, all: &[&'t str], range: std::ops::Range<usize>) -> &'t str {
    let begin: usize = all[..range.start].iter().map(|field| field.len() + 1).sum();
    let length: usize = all[range].iter().map(|field| field.len() + 1).sum();
    &line[begin.min(line.len())..(begin + length.saturating_sub(1)).min(line.len())]
}

/// Whether a line tells of disks alone: a client prints them once for each server, `;vda;10431;…`.
pub(crate) fn disks_alone(words: &str) -> bool {
    let Some(rest) = words.strip_prefix(';') else { return false };
    let all: Vec<&str> = rest.split(';').collect();
    all.len().is_multiple_of(DISK) && (0..all.len()).step_by(DISK).all(|at| is_disk(&all, at))
}

#[cfg(test)]
mod tests {
    use super::{Fields, disks_alone, is_consistent};
    use crate::document::DirectionName::{self, Mixed, Read, Trim, Write};

    /// A line of a version with so many directions; each reads 400 KiB in a second.
    fn line(begin: &str, directions: usize, version: u8, end: &str) -> String {
        let percentiles = "50.000000%=47;".repeat(20);
        let more = if version == 5 { ";2;90;110;100.5;3.5;2" } else { "" };
        let direction = format!(
            "400;400;100;1000;0;0;0.000000;0.000000;28;1022;83.5;3.5;{percentiles}29;1023;84.5;4.5;380;420;100.000000%;400.5;5.5{more}"
        );
        let directions = vec![direction; directions].join(";");
        let shares = vec!["0.0%"; 29].join(";");
        format!("{begin};{directions};1.5%;2.5%;3;4;5;{shares}{end}")
    }

    fn names(fields: &Fields<'_>) -> Vec<DirectionName> {
        fields.directions.iter().map(|(name, _)| *name).collect()
    }

    #[test]
    fn every_version_and_its_variable_parts() {
        let disk = ";vda;1;2;3;4;5;6;7;34.63%";
        for (begin, version, end, expected) in [
            ("2;rw;0;0", 2, "", vec![Read, Write, Trim]),
            ("3;fio-3.33;rw;0;0", 3, disk, vec![Read, Write]),
            ("3;fio-3.33;rw;0;0", 3, "", vec![Mixed]),
            ("3;fio-3.33;rw;0;0", 3, "", vec![Read, Write, Mixed]),
            ("4;fio-3.33;rw;0;0", 4, "", vec![Read, Write, Trim]),
            ("5;fio-3.33;rw;0;0", 5, disk, vec![Read, Write, Trim, Mixed]),
        ] {
            let line = line(begin, expected.len(), version, end);
            let fields = Fields::parse(&line).unwrap();
            assert_eq!((names(&fields), fields.job), (expected, "rw"), "{begin}");
            assert_eq!(fields.disks, end.trim_start_matches(';'));
        }
    }

    #[test]
    fn names_and_descriptions_may_hold_semicolons() {
        let disks = ";vda;1;2;3;4;5;6;7;34.63%;vdb;1;2;3;4;5;6;7;34.63%";
        let line = line("3;fio-3.33;a;b;7;28", 2, 3, &format!("{disks};9;28;my job; here"));
        let fields = Fields::parse(&line).unwrap();
        assert_eq!((fields.job, fields.group, fields.error), ("a;b", "7", "28"));
        assert_eq!(fields.disks, &disks[1..]);
        assert_eq!(fields.errors, Some("9"));
        assert_eq!(fields.direction(fields.directions[0].1)[..4], ["400", "400", "100", "1000"]);
    }

    #[test]
    fn a_number_of_directions_that_no_version_has_is_refused() {
        for (begin, version, directions) in
            [("3;fio-3.33;rw;0;0", 3, 4), ("4;fio-3.33;rw;0;0", 4, 2), ("5;fio-3.33;rw;0;0", 4, 3)]
        {
            assert!(Fields::parse(&line(begin, directions, version, "")).is_err(), "{begin}");
        }
    }

    #[test]
    fn total_bandwidth_and_runtime_agree() {
        assert!(is_consistent(&["39940", "39003", "9750", "1024"]));
        assert!(is_consistent(&["0", "0", "0", "0"]));
        assert!(!is_consistent(&["39003", "9750", "1024", "1024"]));
        assert!(!is_consistent(&["0", "39940", "39003", "9750"]));
    }

    #[test]
    fn disks_stand_alone_in_client_runs() {
        assert!(disks_alone(";vda;1;2;3;4;5;6;7;34.63%"));
        assert!(!disks_alone(";my description; with semicolon"));
        assert!(!disks_alone(""));
    }
}
