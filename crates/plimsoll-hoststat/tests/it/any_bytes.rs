//! Whatever stands in the files: never a panic, and never a figure that is no number.

use crate::support::{File, fixture, read_told};
use proptest::prelude::*;

const FORMATS: [&str; 4] = ["iostat", "nfsiostat", "perfmon", "sql-server-file-stats"];

/// Fixtures from whose lines texts are mixed.
const MIXED: [&str; 5] = [
    "hoststat/iostat-c__sysstat-12.txt",
    "hoststat/iostat-old-columns__by-hand.txt",
    "hoststat/nfsiostat-two-mounts__by-hand.txt",
    "hoststat/file-stats-two-snapshots__by-hand.csv",
    "ssb/perfmon-ko__by-generator/perfmon.csv",
];

fn assert_sound(files: &[File], told: &str) {
    let outcome = read_told(files, Some(told), true);
    for row in &outcome.kept.rows {
        assert!(
            row.figures.iter().all(|figure| figure.value.is_finite() && figure.value >= 0.0),
            "{row:?}"
        );
        assert!(row.identity.duration_s.is_none_or(|it| it.is_finite() && it > 0.0), "{row:?}");
    }
    for window in &outcome.kept.windows {
        assert!(window.begin_s.is_finite() && window.window_s > 0.0, "{window:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_taken(bytes in any::<Vec<u8>>(), format in 0..FORMATS.len()) {
        assert_sound(&[File::new("a.txt", bytes)], FORMATS[format]);
    }

    #[test]
    fn any_characters_of_logs_are_taken(text in "(Device|r/s|w/s|await|rMB/s|\n|[ ]{1,3}|[0-9.,:/]{1,9}|read:|ops/s|kB/s|exe| mounted on |:|sda1?|avg-cpu|\"|,|PhysicalDisk\\(|\\)|\\\\|Disk Reads/sec){0,120}", format in 0..FORMATS.len()) {
        assert_sound(&[File::new("a.txt", text)], FORMATS[format]);
    }

    #[test]
    fn lines_of_fixtures_are_taken_in_any_order(
        which in 0..MIXED.len(),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let bytes = fixture(MIXED[which]).bytes;
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let mut mixed = lines[0].to_vec();
        for place in places {
            mixed.extend_from_slice(lines[place.index(lines.len())]);
        }
        for format in FORMATS {
            assert_sound(&[File::new("a.txt", mixed.clone())], format);
        }
    }

    #[test]
    fn a_fixture_is_taken_with_any_byte_changed(
        which in 0..MIXED.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut file = fixture(MIXED[which]);
        for (place, byte) in changes {
            let place = place.index(file.bytes.len());
            file.bytes[place] = byte;
        }
        assert_sound(&[file], "iostat");
    }
}
