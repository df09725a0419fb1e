//! Whatever stands in the files: never a panic, and never a figure that is no number.

use crate::support::{File, Input, Outcome, read_series};
use plimsoll_schema::{Metric, Row};
use proptest::prelude::*;

/// The files that are read as text of their own kind.
const NAMES: [&str; 9] = [
    "summary.html",
    "totals.html",
    "flatfile.html",
    "logfile.html",
    "console.txt",
    "histogram.html",
    "errorlog.html",
    "status.html",
    "parmfile.html",
];

/// Fixtures from whose lines texts are mixed.
const MIXED: [&str; 6] = [
    "single__vdbench-5.04.02",
    "single__vdbench-5.04.05",
    "single__vdbench-5.04.07",
    "interrupted__vdbench-5.04.07",
    "locale-ar-eg__vdbench-5.04.07",
    "file-system-operations__vdbench-5.04.05",
];

/// Everything that must hold of what was read.
fn assert_sound(outcome: &Outcome) {
    for row in &outcome.kept.rows {
        assert_row_sound(row);
    }
    for window in &outcome.kept.windows {
        let latency = window.latency;
        let figures = [window.iops, window.bytes_per_second, latency.mean_ns, latency.max_ns];
        assert!(figures.into_iter().flatten().all(f64::is_finite), "{window:?}");
        assert!(window.begin_s.is_finite() && window.window_s.is_finite(), "{window:?}");
    }
}

fn assert_row_sound(row: &Row) {
    assert!(row.figures.iter().all(|figure| figure.value.is_finite()), "{row:?}");
    assert!(!row.identity.locator.is_empty(), "{row:?}");
    let identity = &row.identity;
    let numbers = [identity.read_percent, identity.target_iops, identity.duration_s];
    assert!(numbers.into_iter().flatten().all(|it| it.is_finite() && it >= 0.0), "{row:?}");
    let is_never_negative =
        |metric| matches!(metric, Metric::Iops | Metric::Latency | Metric::Throughput);
    let negative = row.figures.iter().find(|it| it.value < 0.0 && is_never_negative(it.metric));
    assert_eq!(negative, None, "{row:?}");
}

/// What a file begins with by which it is known, so that any bytes come as far as its reader.
fn head(name: &str) -> Vec<u8> {
    let text = match name {
        "console.txt" => "Vdbench distribution: vdbench50407\n".to_owned(),
        _ => format!("<title>Vdbench output/{name}</title><pre>\n"),
    };
    text.into_bytes()
}

/// Lines of a fixture's files, those of any file in any place.
fn lines(fixture: &str) -> Vec<Vec<u8>> {
    let input = Input::fixture(fixture);
    let texts = input.files.iter().filter(|file| NAMES.contains(&file.name.as_str()));
    let split = |file: &File| -> Vec<Vec<u8>> {
        file.bytes.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    texts.flat_map(split).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_are_taken_as_any_file(bytes in any::<Vec<u8>>(), name in 0..NAMES.len()) {
        let name = NAMES[name];
        assert_sound(&read_series(&[File::new(name, bytes.clone())]));
        let known = [head(name), bytes].concat();
        assert_sound(&read_series(&[File::new(name, known)]));
    }

    #[test]
    fn any_characters_of_tables_are_taken(text in "[-0-9a-z.:,%<>=;_ \n\t٠١٫NaRD]{0,400}", name in 0..NAMES.len()) {
        let name = NAMES[name];
        let known = [head(name), text.into_bytes()].concat();
        assert_sound(&read_series(&[File::new(name, known)]));
    }

    #[test]
    fn lines_of_a_fixture_are_taken_in_any_order(
        fixture in 0..MIXED.len(),
        places in proptest::collection::vec((any::<prop::sample::Index>(), 0..NAMES.len()), 0..200),
    ) {
        let lines = lines(MIXED[fixture]);
        let mut files: Vec<File> = NAMES.iter().map(|name| File::new(name, head(name))).collect();
        for (line, file) in places {
            files[file].bytes.extend_from_slice(&lines[line.index(lines.len())]);
        }
        assert_sound(&read_series(&files));
    }

    #[test]
    fn a_fixture_is_taken_with_any_byte_changed(
        fixture in 0..MIXED.len(),
        changes in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>()), 1..20),
    ) {
        let mut files = Input::fixture(MIXED[fixture]).files;
        for (file, place, byte) in changes {
            let file = file.index(files.len());
            let bytes = &mut files[file].bytes;
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        assert_sound(&read_series(&files));
    }
}
