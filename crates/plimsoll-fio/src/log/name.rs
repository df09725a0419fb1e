//! What the name of a log says.
//!
//! fio calls a log `PREFIX_KIND.N.log`, where N is the number of the job from 1 (2.2.9 and later), or
//! `PREFIX_KIND.log`, one for each section before and one for all jobs with `per_job_logs=0`. A
//! compressed one ends in `.fz`, and a client run stores those of its hosts as `….log.HOST`.

/// What a log logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum LogKind {
    /// `clat_hist`: counts by bins of the completion latency.
    Histogram,
    /// `clat`: from submission to completion.
    Completion,
    /// `lat`: from the making of the request to completion.
    Total,
    /// `slat`: time to submit.
    Submission,
    /// `iops`: operations per second.
    Iops,
    /// `bw`: KiB per second.
    Bandwidth,
}

/// Longer words come before those they end in.
const KINDS: [(&str, LogKind); 6] = [
    ("clat_hist", LogKind::Histogram),
    ("clat", LogKind::Completion),
    ("slat", LogKind::Submission),
    ("lat", LogKind::Total),
    ("iops", LogKind::Iops),
    ("bw", LogKind::Bandwidth),
];

impl LogKind {
    /// The word in the name.
    pub(crate) fn word(self) -> &'static str {
        KINDS.iter().find(|(_, kind)| *kind == self).map_or("", |(word, _)| word)
    }

    /// Whether its values are latencies.
    pub(crate) fn is_latency(self) -> bool {
        matches!(self, Self::Completion | Self::Total | Self::Submission)
    }
}

/// The parts of a log's name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LogName<'n> {
    /// What `write_lat_log=` and its like were given; empty in `clat.1.log`.
    pub(crate) prefix: &'n str,
    pub(crate) kind: LogKind,
    /// The number of the job, from 1.
    pub(crate) job: Option<usize>,
    /// The host of a client run.
    pub(crate) host: Option<&'n str>,
}

impl<'n> LogName<'n> {
    /// The parts of a name; `None` if it is not that of a log.
    pub(crate) fn parse(name: &'n str) -> Option<Self> {
        let name =
            [".gz", ".xz", ".zst"].iter().find_map(|end| name.strip_suffix(end)).unwrap_or(name);
        let (at, end, kind) = last_kind(name)?;
        let rest = &name[end..];
        let (job, rest) = job_number(rest);
        let rest = rest.strip_prefix(".log").unwrap_or(rest);
        let rest = rest.strip_prefix(".fz").unwrap_or(rest);
        let host = match rest.strip_prefix('.') {
            Some(host) if !host.is_empty() => Some(host),
            _ if rest.is_empty() => None,
            _ => return None,
        };
        let prefix = name[..at].strip_suffix('_').unwrap_or_default();
        Some(Self { prefix, kind, job, host })
    }
}

/// The last word between `_`, or the begin, and `.`, or the end, that is one of the kinds: from where to where.
fn last_kind(name: &str) -> Option<(usize, usize, LogKind)> {
    let ends_there = |end: usize| {
        KINDS.iter().find_map(|(word, kind)| {
            let before = name[..end].strip_suffix(word)?;
            let is_word = before.is_empty() || before.ends_with('_');
            is_word.then_some((before.len(), end, *kind))
        })
    };
    let dots = name.bytes().enumerate().rev().filter(|(_, byte)| *byte == b'.');
    std::iter::once(name.len()).chain(dots.map(|(at, _)| at)).find_map(ends_there)
}

/// `.3` of `.3.log`, and what follows it.
fn job_number(rest: &str) -> (Option<usize>, &str) {
    let Some(digits) = rest.strip_prefix('.') else { return (None, rest) };
    let end = digits.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    match digits[..end].parse() {
        Ok(job) if digits[end..].is_empty() || digits[end..].starts_with('.') => {
            (Some(job), &digits[end..])
        }
        _ => (None, rest),
    }
}

#[cfg(test)]
mod tests {
    use super::{LogKind, LogName};

    /// Prefix, kind, number of the job and host.
    fn parts(name: &str) -> Option<(&str, &str, Option<usize>, Option<&str>)> {
        let name = LogName::parse(name)?;
        Some((name.prefix, name.kind.word(), name.job, name.host))
    }

    #[test]
    fn names_of_all_releases() {
        for (name, expected) in [
            ("a_bw.log", ("a", "bw", None, None)),
            ("a_bw.1.log", ("a", "bw", Some(1), None)),
            ("clat.1.log", ("", "clat", Some(1), None)),
            ("a.b_lat_slat.12.log", ("a.b_lat", "slat", Some(12), None)),
            ("a_clat_hist.3.log", ("a", "clat_hist", Some(3), None)),
            ("a_clat.1.log.fz", ("a", "clat", Some(1), None)),
            ("a_lat.2.log.10.0.0.7", ("a", "lat", Some(2), Some("10.0.0.7"))),
            ("a_iops.2.client-a", ("a", "iops", Some(2), Some("client-a"))),
            ("a_iops.1.log.gz", ("a", "iops", Some(1), None)),
            ("agg-read_bw.log", ("agg-read", "bw", None, None)),
        ] {
            assert_eq!(parts(name), Some(expected), "{name}");
        }
    }

    #[test]
    fn other_names_are_none() {
        for name in
            ["", "a.log", "bwa.1.log", "a_bwx.log", "latency.log", "a_bw2.log", "a_lat.1.log2"]
        {
            assert_eq!(parts(name), None, "{name}");
        }
    }

    #[test]
    fn every_kind_has_its_word() {
        assert_eq!(LogKind::Histogram.word(), "clat_hist");
        assert!(LogKind::Total.is_latency() && !LogKind::Bandwidth.is_latency());
    }
}
