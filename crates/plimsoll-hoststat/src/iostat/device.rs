//! Which devices repeat others.
//!
//! An operation on a mapped device (`dm-0`), an array (`md0`), a file used as a disk (`loop0`) or a replicated one
//! (`drbd0`) is done again by the device below it, and one on a partition is one of its disk. The sum of all lines counts
//! such operations twice; the sum of the devices at the bottom counts each once.

use crate::log::Device;
use std::collections::HashSet;

/// Takes out of the run what repeats others.
pub(super) fn mark_repeats(devices: &mut [Device<'_>]) {
    let names: HashSet<String> = devices.iter().map(|device| device.name.clone()).collect();
    for device in devices {
        device.is_of_run = !is_above_others(&device.name) && !is_partition(&device.name, &names);
    }
}

fn is_above_others(name: &str) -> bool {
    ["dm-", "md", "loop", "drbd"].iter().any(|kind| {
        let rest = name.strip_prefix(kind);
        rest.is_some_and(|rest| {
            rest.starts_with(|first: char| first.is_ascii_digit() || first == '_')
        })
    })
}

/// Whether a name is that of a partition of another one: `sda1` of `sda`, `nvme0n1p2` of `nvme0n1`.
fn is_partition(name: &str, names: &HashSet<String>) -> bool {
    let disk = name.trim_end_matches(|last: char| last.is_ascii_digit());
    if disk.len() == name.len() || disk.is_empty() {
        return false;
    }
    let ends_in_digit = |name: &str| name.ends_with(|last: char| last.is_ascii_digit());
    let numbered = disk.strip_suffix('p').filter(|disk| ends_in_digit(disk));
    names.contains(disk) || numbered.is_some_and(|disk| names.contains(disk))
}

#[cfg(test)]
mod tests {
    use super::mark_repeats;
    use crate::log::Device;

    #[test]
    fn only_devices_at_the_bottom_are_added() {
        let names = [
            "sda",
            "sda1",
            "sda12",
            "sdaa",
            "nvme0n1",
            "nvme0n1p2",
            "nvme1n1",
            "dm-0",
            "md127",
            "md_d0",
            "loop3",
            "drbd1",
            "mdisk",
            "xvda1",
            "mmcblk0",
            "mmcblk0p1",
        ];
        let mut devices: Vec<Device<'_>> = names.iter().map(|name| Device::new(*name)).collect();
        mark_repeats(&mut devices);
        let of_run: Vec<&str> =
            devices.iter().filter(|it| it.is_of_run).map(|it| it.name.as_str()).collect();
        // xvda1 without xvda is a disk: some clouds name whole disks so.
        assert_eq!(of_run, ["sda", "sdaa", "nvme0n1", "nvme1n1", "mdisk", "xvda1", "mmcblk0"]);
    }
}
