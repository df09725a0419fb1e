//! Logs that were cut anywhere: never a panic, and never a figure that whole samples do not tell.

use crate::support::{File, Outcome, all_fixtures, fixture, read, read_told};

fn assert_sound(outcome: &Outcome, what: &str) {
    for row in &outcome.kept.rows {
        assert!(
            row.figures.iter().all(|figure| figure.value.is_finite() && figure.value >= 0.0),
            "{what}"
        );
        assert!(!row.identity.locator.is_empty(), "{what}");
        assert!(!row.figures.is_empty(), "{what}");
    }
}

#[test]
fn every_fixture_is_taken_cut_at_every_97th_byte() {
    for path in all_fixtures() {
        let whole = fixture(&path);
        for cut in (0..whole.bytes.len()).step_by(97) {
            let file = File::new(&whole.name, &whole.bytes[..cut]);
            let outcome = read_told(&[file], None, true);
            assert_sound(&outcome, &format!("{path} cut at {cut}"));
        }
    }
}

/// A cut within a line must not give another figure than a cut before it: a number that lost digits counts for nothing.
#[test]
fn a_number_that_lost_digits_counts_for_nothing() {
    for path in [
        "hoststat/iostat-two-disks__by-generator.txt",
        "ssb/perfmon-de__by-generator/datentraeger.csv",
        "ssb/nfsiostat__by-generator/nfsiostat.out",
    ] {
        let whole = fixture(path);
        let ends: Vec<usize> =
            (0..whole.bytes.len()).filter(|at| whole.bytes[*at] == b'\n').collect();
        for pair in ends.windows(2).skip(ends.len() / 2).step_by(7) {
            let before = read(&[File::new(&whole.name, &whole.bytes[..=pair[0]])]);
            for cut in (pair[0] + 1..pair[1].saturating_sub(2)).step_by(13) {
                let outcome = read(&[File::new(&whole.name, &whole.bytes[..cut])]);
                let figures = |outcome: &Outcome| -> Vec<_> {
                    outcome.kept.rows.iter().map(|row| row.figures.clone()).collect()
                };
                assert_eq!(figures(&outcome), figures(&before), "{path} cut at {cut}");
            }
        }
    }
}
