//! Which references a point is set beside.

use crate::point::Point;
use crate::request::{Against, Request, Told};
use plimsoll_reference::{Catalogue, Entry, UnknownReference};
use plimsoll_schema::{Claimed, Op};
use std::sync::Arc;

/// The references for one point.
pub(crate) struct Selection<'r> {
    pub(crate) entries: Vec<Arc<Entry>>,
    /// What was asked for: ids and prefixes of ids.
    names: &'r [String],
}

impl<'r> Selection<'r> {
    pub(crate) fn of(
        point: &Point,
        request: &'r Request<'r>,
        told: &Told<'r>,
    ) -> Result<Self, UnknownReference> {
        let names: &[String] = match &request.against {
            Against::Named(names) => names,
            Against::Campaign => told.step.map_or(&[], |step| &step.against),
        };
        if !names.is_empty() {
            return Ok(Self { entries: found(names, request.catalogue)?, names });
        }
        let row = point.ops().first().and_then(|op: &Op| point.row(op));
        let product = row.as_ref().and_then(|row| told.product(row));
        let is_same_product = |entry: &&Arc<Entry>| {
            product.is_some_and(|product| product.eq_ignore_ascii_case(&entry.product))
                && entry.has_claim(Claimed::Result)
        };
        let entries = request.catalogue.entries().iter().filter(is_same_product).cloned().collect();
        Ok(Self { entries, names: &[] })
    }

    /// Whether somebody asked for just these: then what cannot be compared is said.
    pub(crate) fn are_named(&self) -> bool {
        !self.names.is_empty()
    }

    /// Whether somebody asked for one by its whole id.
    pub(crate) fn is_named_by_id(&self, entry: &Entry) -> bool {
        self.names.iter().any(|name| name.strip_suffix('/').unwrap_or(name) == &*entry.id)
    }
}

/// The references of names, each once.
fn found(names: &[String], catalogue: &Catalogue) -> Result<Vec<Arc<Entry>>, UnknownReference> {
    let mut entries: Vec<Arc<Entry>> = Vec::new();
    for name in names {
        for entry in catalogue.find(name)? {
            if !entries.iter().any(|known| known.id == entry.id) {
                entries.push(entry);
            }
        }
    }
    Ok(entries)
}
