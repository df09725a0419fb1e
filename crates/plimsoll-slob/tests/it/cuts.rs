//! Files that were cut tell less, and nothing else; whatever stands in them, nothing panics.

use crate::support::{FOLDERS, File, folder, read, single};
use plimsoll_schema::{Metric, Row};
use proptest::prelude::*;

fn assert_sound(rows: &[Row]) {
    for row in rows {
        let is_sound = |value: f64| value.is_finite() && value >= 0.0;
        assert!(row.figures.iter().all(|figure| is_sound(figure.value)), "{row:?}");
        assert!(row.identity.read_percent.is_none_or(|it| (0.0..=100.0).contains(&it)), "{row:?}");
    }
}

#[test]
fn a_file_cut_anywhere_panics_nothing() {
    let mut rows = 0;
    for name in FOLDERS {
        let files = folder(name);
        // Of the others nothing but the name is looked at, or another like it is cut.
        let passed_over: &[&str] = match name {
            "without-report__slob-2.5.4" => &["vmstat.out", "mpstat.out"],
            _ => &["vmstat.out", "mpstat.out", "iostat.out", "awr.txt.32", "awr.txt.8"],
        };
        let is_read = |index: &usize| !passed_over.contains(&files[*index].name.as_str());
        for index in (0..files.len()).filter(is_read) {
            for cut in (0..files[index].bytes.len()).step_by(97) {
                let mut files = files.clone();
                files[index].bytes.truncate(cut);
                let outcome = read(&files);
                assert_sound(&outcome.kept.rows);
                rows += outcome.kept.rows.len();
            }
        }
    }
    assert!(rows > 4000, "{rows} rows");
}

/// Settings of a run that files beside its report tell.
const SETTINGS: [&str; 3] = ["slob.conf", "console.txt", "tm.out"];

#[test]
fn settings_cut_anywhere_say_nothing_else() {
    for name in FOLDERS.into_iter().filter(|name| !name.starts_with("without-report")) {
        let files = folder(name);
        let whole = read(&files).kept.rows;
        let is_told = |index: &usize| SETTINGS.contains(&files[*index].name.as_str());
        for index in (0..files.len()).filter(is_told) {
            for cut in (0..files[index].bytes.len()).step_by(11) {
                let mut files = files.clone();
                files[index].bytes.truncate(cut);
                let rows = read(&files).kept.rows;
                let place = format!("{name} with {} cut at {cut}", files[index].name);
                for (row, of_whole) in rows.iter().zip(&whole) {
                    assert_eq!(row.figures, of_whole.figures, "{place}");
                    let (identity, of_whole) = (&row.identity, &of_whole.identity);
                    let is_same = identity.read_percent.is_none()
                        || identity.read_percent == of_whole.read_percent;
                    assert!(is_same, "{place}: {:?}", identity.read_percent);
                    let is_same = identity.jobs.is_none() || identity.jobs == of_whole.jobs;
                    assert!(is_same, "{place}: {:?}", identity.jobs);
                }
            }
        }
    }
}

#[test]
fn a_table_cut_anywhere_says_nothing_else() {
    let table = single("tables/requests__slob-2.5.4.txt");
    let whole = read(std::slice::from_ref(&table)).kept.rows;
    for cut in 0..table.bytes.len() {
        let outcome = read(&[File::new(&table.name, &table.bytes[..cut])]);
        for row in &outcome.kept.rows {
            let same = whole.iter().find(|it| {
                it.identity.workload == row.identity.workload && it.identity.op == row.identity.op
            });
            let same = same.unwrap_or_else(|| panic!("cut at {cut}: {row:?}"));
            assert_eq!(row.figures, same.figures, "cut at {cut}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_taken_as_any_file(bytes in any::<Vec<u8>>(), which in any::<prop::sample::Index>()) {
        let mut files = folder("awr__slob-2.5.4");
        let at = which.index(files.len());
        files[at].bytes = bytes;
        assert_sound(&read(&files).kept.rows);
    }

    #[test]
    fn any_characters_of_tables_are_taken(text in "[|0-9a-z., \n-]{0,200}") {
        let table = format!("FILE|SESSIONS|ELAPSED|LIO|PREADS|READ_MBS|PWRITES|DFSR_LAT|\n{text}");
        assert_sound(&read(&[File::new("t.txt", table)]).kept.rows);
    }

    #[test]
    fn a_run_is_taken_with_any_bytes_changed(
        folder_at in 0..FOLDERS.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut files = folder(FOLDERS[folder_at]);
        for (file, place, byte) in changes {
            let at = file.index(files.len());
            let length = files[at].bytes.len();
            files[at].bytes[place.index(length)] = byte;
        }
        let outcome = read(&files);
        assert_sound(&outcome.kept.rows);
        let operations = outcome.kept.rows.iter().flat_map(|row| &row.figures);
        prop_assert!(operations.filter(|it| it.metric == Metric::Operations).all(|it| it.value < 1e16));
    }
}
