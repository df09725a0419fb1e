//! Reading files in memory, with what must hold of every outcome.

use crate::expect;
use plimsoll_read::{Bundle, Entry, Kept, Listing, ReadError, ReadOptions, Reader};
use plimsoll_schema::Row;

/// Reads a file that lies alone, whether its reader claims it or the user says what it is; gives its rows.
pub(crate) fn alone(reader: &dyn Reader, name: &str, bytes: &[u8]) -> Vec<Row> {
    let entries = [Entry::named(name, &bytes)];
    let listing = Listing { folder: ".".into(), entries: &entries };
    expect::sound_claims(&reader.claim(&listing), &listing);
    read(reader, &Bundle { source: name.into(), entries: entries.iter().collect() })
}

/// Reads what a reader claims of the files of one folder; gives the number of rows.
pub(crate) fn folder(reader: &dyn Reader, files: &[(&str, &[u8])]) -> usize {
    let entries: Vec<Entry<'_>> =
        files.iter().map(|(name, bytes)| Entry::named(name, bytes)).collect();
    let listing = Listing { folder: "output".into(), entries: &entries };
    let claims = reader.claim(&listing);
    expect::sound_claims(&claims, &listing);
    let mut rows = 0;
    for claim in claims {
        let source = match claim.entries.as_slice() {
            [entry] => entries[*entry].source.clone(),
            _ => listing.folder.clone(),
        };
        let claimed = claim.entries.iter().map(|entry| &entries[*entry]);
        rows += read(reader, &Bundle { source, entries: claimed.collect() }).len();
    }
    rows
}

/// Reads one input, without interval data and with it; gives the rows.
fn read(reader: &dyn Reader, bundle: &Bundle<'_>) -> Vec<Row> {
    let plain = outcome(reader, bundle, false);
    let series = outcome(reader, bundle, true);
    expect::same_but_for_windows(&plain, &series);
    let Ok(kept) = series else { return Vec::new() };
    kept.rows.iter().for_each(expect::finite_row);
    kept.windows.iter().for_each(expect::finite_window);
    kept.rows
}

/// What counts of an input: all that was found, if it could be read.
fn outcome(reader: &dyn Reader, bundle: &Bundle<'_>, series: bool) -> Result<Kept, ReadError> {
    let mut kept = Kept::default();
    // Without a release logs of latencies have no unit, and little would be done with them.
    let fio_version = Some("3.33".into());
    let options = ReadOptions { series, fio_version, ..ReadOptions::default() };
    reader.read(bundle, &options, &mut kept).map(|()| kept)
}
