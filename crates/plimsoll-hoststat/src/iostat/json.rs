//! `iostat -o JSON`: the same reports, as objects with the names of the columns as keys.

use super::{Devices, device, named};
use crate::clock::{Clock, moment, seconds_of_day};
use crate::log::{Log, Places, Reading, Sample};
use crate::place::File;
use plimsoll_read::{ReadError, Sought};
use plimsoll_schema::{Code, Finding};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct Document<'t> {
    #[serde(borrow)]
    sysstat: Sysstat<'t>,
}

#[derive(Deserialize)]
struct Sysstat<'t> {
    #[serde(borrow)]
    hosts: Vec<Host<'t>>,
}

#[derive(Deserialize)]
struct Host<'t> {
    #[serde(borrow)]
    statistics: Vec<Report<'t>>,
}

#[derive(Deserialize)]
struct Report<'t> {
    /// With `-t`.
    #[serde(borrow)]
    timestamp: Option<Cow<'t, str>>,
    #[serde(borrow, default)]
    disk: Vec<BTreeMap<Cow<'t, str>, &'t RawValue>>,
}

/// The keys that every one has.
static KEYS: [Sought; 2] = [Sought::new("\"sysstat\""), Sought::new("\"disk_device\"")];

/// Whether a text is one.
pub(crate) fn is_json(head: &str) -> bool {
    KEYS.iter().all(|key| key.is_in(head))
}

/// Reads a text. One that ends early cannot be read: iostat closes its objects when it is interrupted.
pub(crate) fn parse<'t>(text: &'t str, file: &File) -> Result<Log<'t>, ReadError> {
    let document: Document<'t> = serde_json::from_str(text).map_err(|error| {
        let message = format!("the JSON of iostat cannot be read: {error}");
        ReadError::from(file.finding_at(Code::DocumentDamaged, error.line().max(1), message))
    })?;
    let mut log = Log::new("iostat");
    log.places = Places::Statistics;
    let mut devices = Devices::default();
    let mut clock = Clock::default();
    let reports = document.sysstat.hosts.into_iter().take(1).flat_map(|host| host.statistics);
    for (index, report) in reports.enumerate() {
        let mut ends_at_s = None;
        if let Some(stamp) = &report.timestamp {
            ends_at_s = seconds_of_day(stamp).map(|of_day| clock.elapsed_s(of_day));
            if let Some((moment, elapsed)) = moment(stamp).zip(ends_at_s) {
                log.epoch_ms.get_or_insert(moment.as_millisecond() - (elapsed * 1e3) as i64);
            }
        }
        log.samples.push(Sample { first: index, last: index, ends_at_s, counts: index > 0 });
        devices.next = 0;
        for disk in &report.disk {
            let Err(why) = read_disk(disk, index, &mut devices, &mut log) else { continue };
            log.samples[index].counts = false;
            let message = format!("{why}; the report was left out");
            let place = file.at(&format!("/sysstat/hosts/0/statistics/{index}/disk"));
            let finding = Finding::new(Code::ValueUnreadable, &*file.source, message);
            log.findings.push(finding.at(place));
        }
    }
    device::mark_repeats(&mut log.devices);
    Ok(log)
}

/// What a device did in a report; or why that cannot be told.
fn read_disk<'t>(
    disk: &BTreeMap<Cow<'t, str>, &'t RawValue>,
    index: usize,
    devices: &mut Devices,
    log: &mut Log<'t>,
) -> Result<(), String> {
    let name = disk.get("disk_device").and_then(|name| serde_json::from_str(name.get()).ok());
    let name: String = name.ok_or("a device has no name")?;
    let mut reading = Reading::of(index);
    for (key, value) in disk {
        named(&mut reading, key, value.get())
            .ok_or_else(|| format!("{key} of {name} is no number"))?;
    }
    let device = devices.find(&mut log.devices, &name);
    log.devices[device].readings.push(reading);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::is_json;

    #[test]
    fn it_is_known_by_its_keys_whatever_stands_before_them() {
        assert!(is_json(
            r#"{"sysstat": {"hosts": [{"statistics": [{"disk": [{"disk_device": "a"}]}]}]}}"#
        ));
        assert!(is_json(
            r#"{"host": "db1", "sysstat": {"hosts": [{"statistics": [{"disk": [{"disk_device": "a"}]}]}]}}"#
        ));
        assert!(!is_json(r#"{"sysstat": {"hosts": [{"statistics": [{"cpu-load": []}]}]}}"#));
    }
}
