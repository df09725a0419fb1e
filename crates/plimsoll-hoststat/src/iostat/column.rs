//! Columns of `iostat`, by name.
//!
//! sysstat 10 and older: `rrqm/s wrqm/s r/s w/s rMB/s wMB/s avgrq-sz avgqu-sz await [r_await w_await] svctm %util` under
//! `Device:`; sysstat 12: `r/s rMB/s rrqm/s %rrqm r_await rareq-sz w/s … aqu-sz %util` under `Device`. Without `-x` there
//! are `tps` and what was moved, with `-s` `tps`, `MB/s` and `await`. `k` and `M` are powers of 1024 in all versions.
//! Discards (`d/s`) and flushes (`f/s`) are no reads or writes and are not read.

use crate::log::Measure::{Iops, Latency, Outstanding, Throughput};
use crate::log::Side::{Read, Total, Write};
use crate::log::{Quantity, Side};
use crate::number::Unit;

/// What a column holds; `None` for those that are not read.
pub(super) fn column(name: &str) -> Option<(Quantity, Unit)> {
    let (side, measure, unit) = match name {
        "r/s" => (Read, Iops, Unit::One),
        "w/s" => (Write, Iops, Unit::One),
        "tps" => (Total, Iops, Unit::One),
        "r_await" => (Read, Latency, Unit::Milliseconds),
        "w_await" => (Write, Latency, Unit::Milliseconds),
        "await" => (Total, Latency, Unit::Milliseconds),
        "aqu-sz" | "avgqu-sz" => (Total, Outstanding, Unit::One),
        _ => {
            let (side, unit) = throughput(name)?;
            (side, Throughput, unit)
        }
    };
    Some((Quantity(side, measure), unit))
}

fn throughput(name: &str) -> Option<(Side, Unit)> {
    Some(match name {
        "rMB/s" | "MB_read/s" => (Read, Unit::Mebibytes),
        "rkB/s" | "kB_read/s" => (Read, Unit::Kibibytes),
        "rsec/s" | "Blk_read/s" => (Read, Unit::Sectors),
        "wMB/s" | "MB_wrtn/s" => (Write, Unit::Mebibytes),
        "wkB/s" | "kB_wrtn/s" => (Write, Unit::Kibibytes),
        "wsec/s" | "Blk_wrtn/s" => (Write, Unit::Sectors),
        "MB/s" => (Total, Unit::Mebibytes),
        "kB/s" => (Total, Unit::Kibibytes),
        "sec/s" => (Total, Unit::Sectors),
        _ => return None,
    })
}

/// The columns of a table.
#[derive(Debug, Default)]
pub(super) struct Layout {
    /// Where the device's name stands: first, with `-h` last.
    pub(super) device: usize,
    /// What each column holds.
    pub(super) columns: Vec<Option<(Quantity, Unit)>>,
}

impl Layout {
    /// Those of a heading, if the line is one.
    pub(super) fn of(line: &str) -> Option<Self> {
        let names: Vec<&str> = line.split_ascii_whitespace().collect();
        let device = names.iter().position(|name| matches!(*name, "Device" | "Device:"))?;
        if device != 0 && device + 1 != names.len() {
            return None;
        }
        let columns: Vec<_> = names.into_iter().map(column).collect();
        let has_rates = columns.iter().flatten().any(|(Quantity(_, measure), _)| *measure == Iops);
        has_rates.then_some(Self { device, columns })
    }
}

#[cfg(test)]
mod tests {
    use super::{Layout, column};
    use crate::log::{Measure, Quantity, Side};
    use crate::number::Unit;

    #[test]
    fn columns_are_bound_by_name() {
        let megabytes = Quantity(Side::Read, Measure::Throughput);
        assert_eq!(column("rMB/s"), Some((megabytes, Unit::Mebibytes)));
        assert_eq!(column("svctm"), None);
        assert_eq!(column("d/s"), None);
        let old = "Device:         rrqm/s   wrqm/s     r/s     w/s    rMB/s    wMB/s avgrq-sz avgqu-sz   await  svctm  %util";
        let layout = Layout::of(old).expect("a heading");
        assert_eq!((layout.device, layout.columns.len()), (0, 12));
        assert_eq!(layout.columns.iter().flatten().count(), 6);
        assert_eq!(Layout::of("  tps kB/s rqm/s await Device").map(|it| it.device), Some(4));
        assert!(Layout::of("Device is not ready").is_none());
        assert!(Layout::of("avg-cpu:  %user   %nice").is_none());
    }
}
