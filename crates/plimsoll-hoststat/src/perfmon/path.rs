//! The columns of a log, by the counter paths of its header: `\\HOST\Object(instance)\Counter`.

use super::quantity;
use crate::log::{Device, Log, Quantity};
use crate::number::Unit;
use crate::place::File;
use plimsoll_lexicon::{CounterObject, Spelling, counter, counter_object};
use plimsoll_read::ReadError;
use plimsoll_schema::{Code, Finding};
use std::collections::{HashMap, HashSet};

/// How many names a finding tells.
const NAMED: usize = 12;

/// A counter path in parts.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Path<'t> {
    pub(super) host: Option<&'t str>,
    pub(super) object: &'t str,
    /// It may hold commas, brackets and backslashes (the name of a share).
    pub(super) instance: Option<&'t str>,
    pub(super) counter: &'t str,
}

impl<'t> Path<'t> {
    pub(super) fn of(cell: &'t str) -> Option<Self> {
        let (host, rest) = match cell.strip_prefix("\\\\") {
            Some(named) => {
                let (host, rest) = named.split_once('\\')?;
                (Some(host), rest)
            }
            None => (None, cell.strip_prefix('\\')?),
        };
        if let Some((instance, counter)) = rest.rsplit_once(")\\") {
            let (object, instance) = instance.split_once('(')?;
            return Some(Self { host, object, instance: Some(instance), counter });
        }
        let (object, counter) = rest.split_once('\\')?;
        Some(Self { host, object, instance: None, counter })
    }
}

/// What the columns of a log hold.
pub(super) struct Columns<'t> {
    /// For each column after the first: the index of a device and what the number is, if it is read.
    uses: Vec<Option<(usize, Quantity, Unit)>>,
    /// What each device of the log is: its object, and its place among them.
    pub(super) objects: Vec<CounterObject>,
    first: &'t str,
    unknown: Vec<String>,
    damaged: Vec<(usize, String)>,
    names: Vec<&'t str>,
    seen: HashSet<(usize, Quantity)>,
}

impl<'t> Columns<'t> {
    /// Those of a header. Devices are added to the log in the order of their columns.
    pub(super) fn of(mut cells: impl Iterator<Item = &'t str>, log: &mut Log<'t>) -> Self {
        let first = cells.next().unwrap_or_default();
        let mut columns = Self {
            uses: Vec::new(),
            objects: Vec::new(),
            first,
            unknown: Vec::new(),
            damaged: Vec::new(),
            names: Vec::new(),
            seen: HashSet::new(),
        };
        let mut by_name = HashMap::new();
        for cell in cells {
            let use_ = columns.use_of(cell, &mut by_name, log);
            columns.names.push(cell);
            columns.uses.push(use_);
        }
        name_hosts(&by_name, log);
        columns
    }

    fn use_of(
        &mut self,
        cell: &'t str,
        by_name: &mut HashMap<(Option<&'t str>, CounterObject, &'t str), usize>,
        log: &mut Log<'t>,
    ) -> Option<(usize, Quantity, Unit)> {
        let Some(path) = Path::of(cell) else {
            self.add_unknown(cell.to_owned());
            return None;
        };
        let Some((object, of_object)) = counter_object(path.object) else {
            self.add_unknown(format!("{}\\{}", path.object, path.counter));
            return None;
        };
        if object == CounterObject::Other {
            return None;
        }
        let Some((counter, of_counter)) = counter(path.counter) else {
            self.add_unknown(format!("{}\\{}", path.object, path.counter));
            return None;
        };
        if [of_object, of_counter].contains(&Spelling::Damaged) {
            let name = format!("{}\\{}", path.object, path.counter);
            if !self.damaged.iter().any(|(_, known)| *known == name) {
                self.damaged.push((self.uses.len() + 2, name));
            }
        }
        let (quantity, unit) = quantity(counter)?;
        let instance = path.instance.unwrap_or_default();
        let device = *by_name.entry((path.host, object, instance)).or_insert_with(|| {
            log.devices.push(Device::new(instance));
            self.objects.push(object);
            log.devices.len() - 1
        });
        // The first of equal columns counts.
        self.seen.insert((device, quantity)).then_some((device, quantity, unit))
    }

    fn add_unknown(&mut self, name: String) {
        if !self.unknown.contains(&name) {
            self.unknown.push(name);
        }
    }

    /// How many cells a row has.
    pub(super) fn count(&self) -> usize {
        self.uses.len() + 1
    }

    /// What a column after the first holds.
    pub(super) fn get(&self, column: usize) -> Option<(usize, Quantity, Unit)> {
        self.uses.get(column).copied().flatten()
    }

    /// That columns can be told at all.
    pub(super) fn check(&self, line: usize, file: &File) -> Result<(), ReadError> {
        if Path::of(self.first).is_some() {
            let message = "the header begins with a counter where the time should be: it is shifted, so which counter a value \
                           belongs to cannot be told";
            return Err(file.finding_at(Code::DocumentNotUnderstood, line, message).into());
        }
        if self.uses.iter().flatten().next().is_none() {
            let names = if self.unknown.is_empty() {
                in_words(&self.names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>())
            } else {
                in_words(&self.unknown)
            };
            let message = format!(
                "none of its counters is known to hold reads, writes or times of disks or shares: {names}"
            );
            let help = "log PhysicalDisk or SMB Client Shares: reads, writes, bytes and seconds per read and write; or write the \
                        log again with English names";
            let finding = file.finding_at(Code::DocumentNotUnderstood, line, message);
            return Err(finding.with_help(help).into());
        }
        Ok(())
    }

    /// What is doubtful about the names.
    pub(super) fn doubts(&self, line: usize, file: &File) -> Vec<Finding> {
        let mut findings = Vec::new();
        if !self.unknown.is_empty() {
            let message =
                format!("counters have names that are not known: {}", in_words(&self.unknown));
            findings.push(file.finding_at(Code::CounterUnknown, line, message));
        }
        if let Some((column, _)) = self.damaged.first() {
            let names: Vec<String> = self.damaged.iter().map(|(_, name)| name.clone()).collect();
            let message = format!("letters of counter names were lost: {}", in_words(&names));
            let place = file.at(&format!("line {line} column {column}"));
            findings.push(Finding::new(Code::CounterNameDamaged, &*file.source, message).at(place));
        }
        findings
    }
}

/// The host of each device, where there are several hosts.
fn name_hosts(by_name: &HashMap<(Option<&str>, CounterObject, &str), usize>, log: &mut Log<'_>) {
    let mut hosts: Vec<Option<&str>> = by_name.keys().map(|(host, ..)| *host).collect();
    hosts.sort_unstable();
    hosts.dedup();
    if hosts.len() > 1 {
        for ((host, ..), device) in by_name {
            log.devices[*device].host = host.map(Into::into);
        }
    }
}

/// The first names, and how many more there are.
fn in_words(names: &[String]) -> String {
    let shown = &names[..names.len().min(NAMED)];
    let more = names.len() - shown.len();
    let text = shown.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    if more == 0 { text } else { format!("{text} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn paths_have_parts() {
        let parts = |cell| Path::of(cell).map(|it| (it.host, it.object, it.instance, it.counter));
        assert_eq!(
            parts("\\\\A\\PhysicalDisk(0 C:)\\Disk Reads/sec"),
            Some((Some("A"), "PhysicalDisk", Some("0 C:"), "Disk Reads/sec"))
        );
        assert_eq!(
            parts("\\\\A\\SMB Client Shares(\\\\b.example.test\\s)\\Read Bytes/sec"),
            Some((Some("A"), "SMB Client Shares", Some("\\\\b.example.test\\s"), "Read Bytes/sec"))
        );
        assert_eq!(
            parts("\\\\A\\Network Interface(hp (x), 544+qsfp #2)\\Bytes Total/sec"),
            Some((Some("A"), "Network Interface", Some("hp (x), 544+qsfp #2"), "Bytes Total/sec"))
        );
        assert_eq!(
            parts("\\Memory\\Available Bytes"),
            Some((None, "Memory", None, "Available Bytes"))
        );
        assert_eq!(parts("Time"), None);
        assert_eq!(parts("\\\\A"), None);
    }
}
