//! Output that was cut anywhere: never a panic, and never a figure of an unfinished document.

use crate::support::{Outcome, files_below, fixtures, read};
use plimsoll_schema::Figure;
use std::path::Path;

/// Cuts at every 97th byte, above 100 KB at every 997th.
fn cuts(length: usize) -> impl Iterator<Item = usize> {
    (0..length).step_by(if length > 100_000 { 997 } else { 97 })
}

/// Whether all rows come from the only document of an input.
fn has_one_document(whole: &Outcome) -> bool {
    let are_several = ["document-superseded", "document-repeated", "document-damaged"];
    !whole.codes().iter().any(|code| are_several.contains(code))
        && whole.kept.rows.iter().all(|row| row.identity.locator.starts_with('/'))
}

#[test]
fn a_cut_document_gives_no_row() {
    let folder = fixtures();
    for path in files_below(&folder) {
        let bytes = std::fs::read(&path).expect("a fixture");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        let whole = read(name, &bytes);
        if !whole.is_claimed {
            // Another form than JSON (`terse`, `human`).
            continue;
        }
        let is_single = has_one_document(&whole);
        // Where the last brace stands, in either encoding, the document ends.
        let end = bytes.iter().rposition(|byte| *byte == b'}').unwrap_or(0);
        for cut in cuts(end) {
            let outcome = read(name, &bytes[..cut]);
            if is_single {
                assert!(outcome.result.is_err(), "{name} cut at {cut} of {end} was read");
            } else if outcome.result.is_ok() {
                assert!(outcome.codes().contains(&"cut-off") || is_after_a_document(&bytes[..cut]));
            }
        }
    }
}

/// Whether a cut lies between two documents.
fn is_after_a_document(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    text.trim_end().ends_with("\n}")
}

/// Some hundred more inputs, where the shared samples lie beside the repository. They are no part
/// of it, so elsewhere this test holds of nothing (`cargo xtask test` says where the shared folder is
/// missing). The fixtures above are cut in any case.
#[test]
fn shared_samples_give_the_figures_of_the_whole_document_or_none() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples/fio");
    for path in files_below(&folder) {
        let bytes = std::fs::read(&path).expect("a sample");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.as_deref().unwrap_or_default();
        let whole = read(name, &bytes);
        let (is_single, expected) = (has_one_document(&whole), figures(&whole));
        for cut in cuts(bytes.len()) {
            let outcome = read(name, &bytes[..cut]);
            // Text may follow the document, so it may be whole although the input was cut.
            if is_single && outcome.result.is_ok() {
                assert_eq!(figures(&outcome), expected, "{name} cut at {cut}");
            }
        }
    }
}

/// What was measured, and where.
fn figures(outcome: &Outcome) -> Vec<(&str, &[Figure])> {
    let rows = outcome.kept.rows.iter();
    rows.map(|row| (row.identity.locator.as_str(), row.figures.as_slice())).collect()
}

/// Output of other tools and pages of vendors, whole and cut: never a panic, never a row. They are cut
/// in every tenth place, because nothing in them is parsed.
#[test]
fn foreign_shared_samples_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples");
    for path in files_below(&folder) {
        if path.components().any(|part| part.as_os_str() == "fio") {
            continue;
        }
        let bytes = std::fs::read(&path).expect("a sample");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        let name = name.as_deref().unwrap_or_default();
        for cut in cuts(bytes.len()).step_by(10).chain([bytes.len()]) {
            let outcome = read(name, &bytes[..cut]);
            assert!(outcome.result.is_err(), "{} cut at {cut} was read", path.display());
        }
    }
}
