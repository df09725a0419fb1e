//! Output that was cut anywhere: never a panic, and never a figure of an unfinished document.

use crate::support::{files_below, fixtures, read};
use std::path::Path;

/// Cuts at every 97th byte, above 100 KB at every 997th.
fn cuts(length: usize) -> impl Iterator<Item = usize> {
    (0..length).step_by(if length > 100_000 { 997 } else { 97 })
}

#[test]
fn a_cut_document_gives_no_row() {
    let folder = fixtures();
    for path in files_below(&folder) {
        let bytes = std::fs::read(&path).expect("a fixture");
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        let whole = read(name, &bytes);
        let documents = whole.codes().iter().filter(|code| **code == "document-superseded").count();
        // Where the last brace stands, in either encoding, the document ends.
        let end = bytes.iter().rposition(|byte| *byte == b'}').unwrap_or(0);
        for cut in cuts(end) {
            let outcome = read(name, &bytes[..cut]);
            if documents == 0 {
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

#[test]
fn no_shared_sample_panics_wherever_it_is_cut() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/samples/fio");
    let files = files_below(&folder);
    // Without the folder there is nothing to cut; the fixtures above are cut in any case.
    for path in files {
        let bytes = std::fs::read(&path).expect("a sample");
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
        for cut in cuts(bytes.len()).chain([bytes.len()]) {
            let outcome = read(name.as_deref().unwrap_or_default(), &bytes[..cut]);
            let has_figures = !outcome.kept.rows.is_empty();
            assert!(outcome.result.is_ok() || !has_figures || cut > 0, "rows of nothing");
        }
    }
}
