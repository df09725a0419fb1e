//! Whether the counters of an entry contradict its options.
//!
//! fio gives an entry that was merged over several sections (`group_reporting`) the options of the
//! last one. What was counted then may be something else.

use crate::document::{Direction, DirectionName, JobEntry};
use crate::mix::Mix;
use crate::options::Options;
use crate::workload::Doubt;
use plimsoll_unit::decimal;

/// How far the mean size of operations may be off. A file that is no multiple of the block size
/// ends in one shorter operation.
const SIZE_MAY_BE_OFF: f64 = 0.01;

/// An operation that was counted although the options exclude it.
pub(crate) fn of_operations(
    rw: &str,
    mix: Mix,
    options: &Options<'_>,
    entry: &JobEntry<'_>,
) -> Option<Doubt> {
    // A verified write is read back, and counted as a read.
    let verifies = mix.writes() && options.get("verify").given().is_some_and(|it| it != "0");
    of_directions(rw, mix, verifies, entry)
}

/// The same, where nothing but `rw` is known: writes may be verified.
pub(crate) fn of_mix(rw: &str, mix: Mix, entry: &JobEntry<'_>) -> Option<Doubt> {
    of_directions(rw, mix, mix.writes(), entry)
}

fn of_directions(rw: &str, mix: Mix, verifies: bool, entry: &JobEntry<'_>) -> Option<Doubt> {
    let expected = |name| match name {
        DirectionName::Read => mix.reads() || verifies,
        DirectionName::Write => mix.writes(),
        DirectionName::Trim => mix.trims(),
        DirectionName::Mixed => true,
    };
    let (name, _) =
        entry.directions.iter().find(|(name, direction)| direction.did_io() && !expected(*name))?;
    Some(Doubt::Contradicted { rw: rw.to_owned(), counted: name.key() })
}

/// A block size that the operations of a direction did not have.
pub(crate) fn of_sizes(
    entry: &JobEntry<'_>,
    claimed: impl Fn(DirectionName) -> Option<u64>,
) -> Option<Doubt> {
    entry.directions.iter().find_map(|(name, direction)| {
        let claimed = claimed(*name)?;
        let mean = mean_size_if_wrong(entry, direction, claimed)?;
        Some(Doubt::SizeContradicted { claimed, counted: name.key(), mean })
    })
}

/// The mean size of the operations of a direction, if it is not the claimed one.
fn mean_size_if_wrong(
    entry: &JobEntry<'_>,
    direction: &Direction<'_>,
    claimed: u64,
) -> Option<f64> {
    let is_count = |count: &f64| *count > 0.0 && *count < crate::figures::INEXACT;
    let operations = decimal(direction.total_ios?).filter(is_count)?;
    let (bytes, bytes_may_be_off) = direction.bytes()?;
    let claimed = claimed as f64;
    let count = |number: Option<&str>| number.and_then(decimal).unwrap_or(0.0);
    // Operations that failed or fell short moved fewer bytes.
    let failed = count(entry.total_errors).max(f64::from(u8::from(count(entry.error) > 0.0)));
    let incomplete = count(direction.short_ios) + count(direction.drop_ios) + failed;
    let difference = (bytes - claimed * operations).abs();
    let allowed = claimed * (operations * SIZE_MAY_BE_OFF + incomplete) + bytes_may_be_off;
    (difference > allowed).then_some(bytes / operations)
}

#[cfg(test)]
mod tests {
    use crate::options::Options;
    use crate::parse::document;
    use crate::scanner::Scanner;
    use crate::workload::Workload;

    #[test]
    fn a_size_that_operations_did_not_have_is_not_trusted() {
        let of = |counters: &str| {
            let text = format!(
                r#"{{"jobs" : [{{"job options" : {{"rw" : "randread", "bs" : "64k"}}, "read" : {{{counters}}}}}]}}"#
            );
            let document = document(&mut Scanner::new(&text, 0)).unwrap().unwrap();
            let entry = &document.entries[0];
            let workload = Workload::of(&Options::of(&document, entry), entry);
            (workload.block_sizes[0], workload.read_percent)
        };
        let trusted = (Some(65536), Some(100.0));
        let bytes = r#""total_ios" : 1000, "io_kbytes" : 1, "io_bytes""#;
        assert_eq!(of(&format!("{bytes} : 65536000")), trusted);
        assert_eq!(of(&format!("{bytes} : 65532000")), trusted, "a short one at the end of a file");
        assert_eq!(of(&format!("{bytes} : 20000000")), (None, None));
        assert_eq!(of(&format!("\"short_ios\" : 400, {bytes} : 50000000")), trusted);
        assert_eq!(of(r#""total_ios" : 1000, "io_bytes" : 64000"#), trusted, "KiB up to 2.20");
        let in_bytes = r#""bw_bytes" : 1, "total_ios" : 1000, "io_bytes" : 65536000"#;
        assert_eq!(of(in_bytes), trusted, "bytes, also without `io_kbytes`");
        assert_eq!(of(r#""total_ios" : 9007199254740993, "io_bytes" : 64000"#), trusted);
    }
}
