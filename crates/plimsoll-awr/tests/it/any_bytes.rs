//! Whatever stands in a file: never a panic, and never a figure that is no number.

use crate::support::{Outcome, REPORTS, fixture, read};
use proptest::prelude::*;

fn assert_sound(outcome: &Outcome) {
    for row in &outcome.kept.rows {
        let is_sound = |value: f64| value.is_finite() && value >= 0.0;
        assert!(row.figures.iter().all(|figure| is_sound(figure.value)), "{row:?}");
        assert!(row.identity.duration_s.is_none_or(is_sound), "{row:?}");
        assert!(!row.identity.locator.is_empty(), "{row:?}");
    }
}

/// What a report begins with by which it is known.
const HEADS: [(&str, &str); 4] = [
    ("a.txt", "WORKLOAD REPOSITORY report for\n"),
    ("s.txt", "STATSPACK report for\n"),
    ("a.html", "<html><head><title>AWR Report for DB: A, Inst: a, Snaps: 1-2</title>\n"),
    ("c.html", "<html><head><title>AWR RAC Report for DB: A, Snaps: 1-2</title>\n"),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_taken(bytes in any::<Vec<u8>>(), head in 0..HEADS.len()) {
        let (name, begin) = HEADS[head];
        assert_sound(&read(name, &bytes));
        assert_sound(&read(name, &[begin.as_bytes(), &bytes].concat()));
    }

    #[test]
    fn lines_of_reports_are_taken_in_any_order(
        report in 0..REPORTS.len(),
        head in 0..HEADS.len(),
        places in proptest::collection::vec(any::<prop::sample::Index>(), 0..200),
    ) {
        let bytes = fixture(REPORTS[report]);
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let (name, begin) = HEADS[head];
        let mut mixed = begin.as_bytes().to_vec();
        for place in places {
            mixed.extend_from_slice(lines[place.index(lines.len())]);
        }
        assert_sound(&read(name, &mixed));
    }

    #[test]
    fn a_report_is_taken_with_any_bytes_changed(
        report in 0..REPORTS.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..30),
    ) {
        let mut bytes = fixture(REPORTS[report]);
        for (place, byte) in changes {
            let at = place.index(bytes.len());
            bytes[at] = byte;
        }
        assert_sound(&read(REPORTS[report], &bytes));
    }
}
