//! Folders of which a file was cut, or damaged, anywhere: never a panic, never a figure that is no number.

use crate::support::{FIXTURES, File, Outcome, fixture, read};
use proptest::prelude::*;

fn assert_sound(outcome: &Outcome, what: &str) {
    for row in &outcome.kept.rows {
        assert!(row.figures.iter().all(|it| it.value.is_finite() && it.value >= 0.0), "{what}");
        assert!(!row.figures.is_empty() && !row.identity.locator.is_empty(), "{what}");
        let share = row.identity.read_percent;
        assert!(share.is_none_or(|share| (0.0..=100.0).contains(&share)), "{what}");
        assert!(row.identity.duration_s.is_none_or(|it| it.is_finite() && it > 0.0), "{what}");
    }
}

#[test]
fn every_file_is_taken_cut_at_every_97th_byte() {
    for name in FIXTURES {
        let files = fixture(name);
        for (at, file) in files.iter().enumerate() {
            for cut in (0..file.bytes.len()).step_by(97) {
                let mut cut_files = files.clone();
                cut_files[at].bytes.truncate(cut);
                assert_sound(&read(&cut_files), &format!("{name}, {} cut at {cut}", file.name));
            }
        }
    }
}

/// A console text that was cut tells fewer users, and that it was cut: users lack the line that they stopped.
#[test]
fn a_cut_console_text_is_told() {
    let files = fixture("perfmon-en");
    let console = files.iter().position(|file| file.name == "ssb-console.txt").expect("a console");
    let test = files[console].text().find("Starting test").expect("a test");
    for cut in (200..files[console].bytes.len() - 30).step_by(977) {
        let mut cut_files = files.clone();
        cut_files[console].bytes.truncate(cut);
        let outcome = read(&cut_files);
        assert!(
            outcome.codes().contains(&"users-not-stopped"),
            "cut at {cut}: {:?}",
            outcome.codes()
        );
        // The run time is in the command line too.
        let share = outcome.kept.rows[0].identity.read_percent;
        assert_eq!(share.is_some(), cut > test + 66, "cut at {cut}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn a_folder_is_taken_with_any_byte_changed(
        name in 0..FIXTURES.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut files: Vec<File> = fixture(FIXTURES[name]);
        for (file, place, byte) in changes {
            let file = file.index(files.len());
            let place = place.index(files[file].bytes.len());
            files[file].bytes[place] = byte;
        }
        assert_sound(&read(&files), FIXTURES[name]);
    }
}
