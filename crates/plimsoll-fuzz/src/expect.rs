//! What holds of every input, or the target panics.

use plimsoll_read::{Claim, Kept, Listing, ReadError};
use plimsoll_schema::{Row, SeriesRow};

/// Claims name entries that there are, in order, and no entry twice.
pub(crate) fn sound_claims(claims: &[Claim], listing: &Listing<'_>) {
    let mut claimed = vec![false; listing.entries.len()];
    for claim in claims {
        assert!(!claim.entries.is_empty(), "a claim on nothing: {claim:?}");
        assert!(claim.entries.is_sorted_by(|one, next| one < next), "out of order: {claim:?}");
        for entry in &claim.entries {
            let before = claimed.get_mut(*entry).map(|claimed| std::mem::replace(claimed, true));
            assert_eq!(before, Some(false), "entry {entry} is none or claimed twice: {claims:?}");
        }
    }
}

/// Interval data comes beside the rows and changes none; without being asked for, there is none.
pub(crate) fn same_but_for_windows(
    plain: &Result<Kept, ReadError>,
    series: &Result<Kept, ReadError>,
) {
    match (plain, series) {
        (Ok(plain), Ok(series)) => {
            assert!(plain.windows.is_empty(), "windows that nobody asked for");
            assert_eq!(plain.rows.len(), series.rows.len(), "other rows with interval data");
            for (one, other) in plain.rows.iter().zip(&series.rows) {
                assert_eq!(one.identity, other.identity);
                assert_eq!(one.figures, other.figures);
            }
        }
        (Err(_), Err(_)) => {}
        _ => panic!("refused only with or only without interval data"),
    }
}

/// Every number of a row is a number.
pub(crate) fn finite_row(row: &Row) {
    let identity = &row.identity;
    let of_identity = [identity.read_percent, identity.target_iops, identity.duration_s];
    let of_figures = row.figures.iter().map(|figure| figure.value);
    let is_finite = of_identity.into_iter().flatten().chain(of_figures).all(f64::is_finite);
    assert!(is_finite, "not finite: {row:?}");
}

/// Every number of a window is a number.
pub(crate) fn finite_window(window: &SeriesRow) {
    let latency = &window.latency;
    let wherever = [window.begin_s, window.window_s];
    let where_known = [
        window.iops,
        window.bytes_per_second,
        latency.mean_ns,
        latency.min_ns,
        latency.max_ns,
        latency.p50_ns,
        latency.p90_ns,
        latency.p95_ns,
        latency.p99_ns,
        latency.p999_ns,
    ];
    let mut all = wherever.into_iter().chain(where_known.into_iter().flatten());
    assert!(all.all(f64::is_finite), "not finite: {window:?}");
}
