//! Which option is in force for a job.
//!
//! fio records options as typed and lists no defaults. The effective option is the job's, else the
//! global one, else fio's default. Before 2.3 no options were recorded at all; then nothing is
//! known, not even a default.

use crate::document::{Document, GlobalOptions, JobEntry, SharedOption};
use std::borrow::Cow;
use std::collections::HashMap;

/// The options of one entry.
#[derive(Debug)]
pub(crate) struct Options<'d> {
    job: Option<&'d [(Cow<'d, str>, Cow<'d, str>)]>,
    global: Vec<&'d GlobalOptions<'d>>,
    /// Global options that may be those of any server.
    shared: &'d HashMap<Cow<'d, str>, SharedOption<'d>>,
    /// How many servers share them, at least.
    servers: usize,
}

/// What is known of one option.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Known<'d> {
    /// It was given, as typed.
    Given(&'d str),
    /// It was not given, so fio's default holds.
    Default,
    /// Options of several servers stand in one object, and contradict each other or were not given
    /// to all of them.
    Contradictory,
    /// Nothing was recorded that would tell.
    Unknown,
}

impl<'d> Known<'d> {
    /// The text, if it was given.
    pub(crate) fn given(self) -> Option<&'d str> {
        match self {
            Self::Given(value) => Some(value),
            _ => None,
        }
    }
}

impl<'d> Options<'d> {
    /// The options of an entry of a document.
    pub(crate) fn of(document: &'d Document<'d>, entry: &'d JobEntry<'d>) -> Self {
        let all = document.global_options.as_slice();
        // Sorted by server: first those of a local run, which are for all.
        let of_all = all.partition_point(|global| global.hostname.is_none());
        let own_from = all.partition_point(|global| global.server() < entry.server());
        let own_to = all.partition_point(|global| global.server() <= entry.server());
        let own = &all[own_from.max(of_all)..own_to.max(of_all)];
        Self {
            job: entry.options.as_deref(),
            global: all[..of_all].iter().chain(own).collect(),
            shared: &document.shared_options,
            servers: document.servers,
        }
    }

    /// Whether anything at all is known, so that what is missing is a default.
    fn are_recorded(&self) -> bool {
        // An entry of a client may lack its own options; then a missing option tells nothing.
        self.job.is_some()
    }

    /// The option of this name.
    pub(crate) fn get(&self, name: &str) -> Known<'d> {
        self.last_of(&[name]).1
    }

    /// Of several options that set the same thing, the one in force and its name.
    pub(crate) fn last_of<'n>(&self, names: &[&'n str]) -> (&'n str, Known<'d>) {
        let wanted = |(key, value): &'d (Cow<'d, str>, Cow<'d, str>)| {
            let name = names.iter().find(|name| **name == key)?;
            Some((*name, value.as_ref()))
        };
        // Of an option given several times the last one is in force.
        if let Some((name, value)) = self.job.and_then(|job| job.iter().rev().find_map(wanted)) {
            return (name, Known::Given(value));
        }
        let mut given = self.global.iter().flat_map(|global| global.options.iter().rev());
        if let Some((name, value)) = given.find_map(wanted) {
            return (name, Known::Given(value));
        }
        let first_name = names.first().copied().unwrap_or_default();
        self.shared_of(names).unwrap_or_else(|| {
            (first_name, if self.are_recorded() { Known::Default } else { Known::Unknown })
        })
    }

    /// The same, of the options that servers share. Which of them were given one is not told,
    /// unless all were.
    fn shared_of<'n>(&self, names: &[&'n str]) -> Option<(&'n str, Known<'d>)> {
        if self.shared.is_empty() {
            return None;
        }
        let given = names.iter().filter_map(|name| Some((*name, self.shared.get(*name)?)));
        let given: Vec<_> = given.collect();
        let (name, last) = given.iter().max_by_key(|(_, option)| option.last_at)?;
        let is_common = given.len() == 1 && last.is_same && last.count >= self.servers;
        let known =
            if is_common { Known::Given(last.value.as_ref()) } else { Known::Contradictory };
        Some((*name, known))
    }

    /// `kb_base` as it was when the last of these options was read. fio reads options one after the
    /// other: `--bs=4k --kb_base=1000` is 4096, the other way round 4000. (In a job file kb_base
    /// is read first, and recorded first.)
    pub(crate) fn kb_base_for(&self, names: &[&str]) -> Option<&'d str> {
        let shared = |names: &[&str]| self.shared_of(names).and_then(|(_, known)| known.given());
        let mut current = shared(&["kb_base"]);
        let mut then = current.filter(|_| shared(names).is_some());
        let global = self.global.iter().flat_map(|global| &global.options);
        for (key, value) in global.chain(self.job.unwrap_or_default()) {
            if key == "kb_base" {
                current = Some(value.as_ref());
            } else if names.contains(&key.as_ref()) {
                then = current;
            }
        }
        then
    }

    /// Whether a switch is on: `name=1`, or a flag without a value (recorded since 3.39).
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.get(name).given().is_some_and(|value| value != "0")
    }
}

/// The parts of a value that tells reads, writes and trims apart: `8k,32k`. A missing part is the
/// last one given; an empty part is `None`, the default.
pub(crate) fn parts_by_direction(value: &str) -> [Option<&str>; 3] {
    let mut parts = value.splitn(3, ',').map(|part| Some(part.trim()).filter(|it| !it.is_empty()));
    let first = parts.next().flatten();
    let second = parts.next().unwrap_or(first);
    let third = parts.next().unwrap_or(second);
    [first, second, third]
}

#[cfg(test)]
mod tests {
    use super::{Known, Options, parts_by_direction};
    use crate::parse::document;
    use crate::scanner::Scanner;

    /// What is known of `bs` for the first of two entries of a document with these options.
    fn block_size(global: &str, list: &str, job: &str) -> String {
        let text = format!(
            r#"{{{global} "{list}" : [{{"hostname" : "a", "port" : 8765 {job}}}, {{"hostname" : "b", "port" : 8765 {job}}}]}}"#
        );
        let document = document(&mut Scanner::new(&text, 0)).unwrap().unwrap();
        match Options::of(&document, &document.entries[0]).get("bs") {
            Known::Given(value) => value.to_owned(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn the_job_s_option_over_the_global_one_over_the_default() {
        let global = r#""global options" : {"bs" : "8k"},"#;
        let job = r#", "job options" : {"bs" : "4k", "bs" : "16k"}"#;
        let other = r#", "job options" : {"rw" : "read"}"#;
        assert_eq!(block_size(global, "jobs", job), "16k");
        assert_eq!(block_size(global, "jobs", other), "8k");
        assert_eq!(block_size("", "jobs", other), "Default");
        assert_eq!(block_size("", "jobs", ""), "Unknown");
    }

    #[test]
    fn global_options_of_several_servers() {
        let job = r#", "job options" : {}"#;
        let same = r#""global options" : {"bs" : "8k", "bs" : "8k"},"#;
        let different = r#""global options" : {"bs" : "8k", "bs" : "4k"},"#;
        assert_eq!(block_size(same, "client_stats", job), "8k");
        assert_eq!(block_size(different, "client_stats", job), "Contradictory");
        assert_eq!(block_size(different, "jobs", job), "4k", "a local run: the last one holds");
        let of_one = r#""global options" : {"bs" : "8k"},"#;
        assert_eq!(block_size(of_one, "client_stats", job), "Contradictory", "whose?");
        assert_eq!(block_size("", "client_stats", job), "Default");
        let array = r#""global options" : [{"hostname" : "b", "port" : 8765, "bs" : "8k"}, {"hostname" : "a", "port" : 8765, "bs" : "32k"}],"#;
        assert_eq!(block_size(array, "client_stats", job), "32k");
    }

    #[test]
    fn kb_base_holds_for_what_comes_after_it() {
        let kb_base = |global: &str, job: &str| {
            let text = format!(
                r#"{{"global options" : {{{global}}}, "jobs" : [{{"job options" : {{{job}}}}}]}}"#
            );
            let document = document(&mut Scanner::new(&text, 0)).unwrap().unwrap();
            let options = Options::of(&document, &document.entries[0]);
            options.kb_base_for(&["bs", "blocksize"]).map(str::to_owned)
        };
        let (base, size) = (r#""kb_base" : "1000""#, r#""bs" : "4k""#);
        assert_eq!(kb_base("", &format!("{size}, {base}")), None);
        assert_eq!(kb_base("", &format!("{base}, {size}")).as_deref(), Some("1000"));
        assert_eq!(kb_base(base, size).as_deref(), Some("1000"));
        assert_eq!(kb_base(size, base), None);
    }

    #[test]
    fn parts_for_reads_writes_and_trims() {
        assert_eq!(parts_by_direction("4k"), [Some("4k"); 3]);
        assert_eq!(parts_by_direction("8k,32k"), [Some("8k"), Some("32k"), Some("32k")]);
        assert_eq!(parts_by_direction(",32k"), [None, Some("32k"), Some("32k")]);
        assert_eq!(parts_by_direction("8k,"), [Some("8k"), None, None]);
        assert_eq!(parts_by_direction("1k,2k,3k"), [Some("1k"), Some("2k"), Some("3k")]);
    }
}
