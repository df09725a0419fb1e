//! Which instances are the run, and whether their numbers can be theirs.

use super::path::Columns;
use crate::log::{Device, Log, Measure, Side};
use crate::place::File;
use plimsoll_lexicon::CounterObject;
use plimsoll_read::ReadError;
use plimsoll_schema::Code;
use std::collections::HashSet;

/// The instance that repeats all others.
const TOTAL: &str = "_Total";

/// How far reads and writes together may be off the transfers: they are rounded apart.
const ROUNDING: f64 = 0.05;

/// No storage takes as long, in nanoseconds: the number is that of another counter.
const LONGEST_NS: f64 = 300e9;

/// Refuses a log in which a device's numbers cannot be right together: a header that is shifted against the rows makes
/// such numbers.
pub(super) fn check(log: &Log<'_>, header: usize, file: &File) -> Result<(), ReadError> {
    for device in &log.devices {
        let Some(why) = contradiction(device) else { continue };
        let message = format!(
            "the figures of {} cannot be right together ({why}): the header may be shifted against the rows, so no figure was \
             taken",
            device.name
        );
        return Err(file.finding_at(Code::DocumentNotUnderstood, header, message).into());
    }
    Ok(())
}

fn contradiction(device: &Device<'_>) -> Option<String> {
    let (mut parts, mut transfers, mut longest) = (0.0, 0.0, 0.0f64);
    for reading in &device.readings {
        let own = |side| reading.own(side, Measure::Iops);
        if let (Some(reads), Some(writes), Some(total)) =
            (own(Side::Read), own(Side::Write), own(Side::Total))
        {
            parts += reads + writes;
            transfers += total;
        }
        let times = Side::ALL.into_iter().filter_map(|side| reading.own(side, Measure::Latency));
        longest = times.fold(longest, f64::max);
    }
    if (parts - transfers).abs() > ROUNDING * f64::max(parts, transfers) {
        let seconds = device.readings.len() as f64;
        let (parts, transfers) = (parts / seconds, transfers / seconds);
        return Some(format!(
            "{parts:.1} reads and writes a second are not {transfers:.1} transfers"
        ));
    }
    (longest > LONGEST_NS).then(|| format!("an operation took {:.0} s", longest / 1e9))
}

/// Makes the run of `_Total` where it is there, else of all instances; of shares where they did anything, for disks do
/// not see them, else of disks, else of volumes.
pub(super) fn choose(log: &mut Log<'_>, columns: &Columns<'_>) {
    let did_anything = |device: &Device<'_>| {
        device
            .readings
            .iter()
            .any(|it| it.rate(Side::Total, Measure::Iops).is_some_and(|it| it > 0.0))
    };
    let active =
        log.devices.iter().zip(&columns.objects).filter(|(device, _)| did_anything(device));
    let run: Option<CounterObject> = active.map(|(_, object)| *object).min();
    let with_total: HashSet<(Option<String>, CounterObject)> = log
        .devices
        .iter()
        .zip(&columns.objects)
        .filter(|(device, _)| device.name == TOTAL && did_anything(device))
        .map(|(device, object)| (device.host.as_deref().map(str::to_owned), *object))
        .collect();
    for (device, object) in log.devices.iter_mut().zip(&columns.objects) {
        let is_total = device.name == TOTAL;
        let host = device.host.as_deref().map(str::to_owned);
        let has_total = with_total.contains(&(host, *object));
        device.is_job = !is_total;
        device.is_of_run = run.is_none_or(|run| run == *object) && is_total == has_total;
    }
}
