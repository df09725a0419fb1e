//! What the catalogue holds: pages, entries, points.

use crate::conditions::Condition;
use crate::evidence::Evidence;
use plimsoll_schema::{Claimed, Pattern, Row};
use std::borrow::Cow;
use std::sync::Arc;

/// Where published values come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Page {
    /// The catalogue file.
    pub file: Arc<str>,
    /// Whether that file comes with the program, rather than being a user's own.
    pub is_built_in: bool,
    /// Whose product it is.
    pub vendor: String,
    /// Who published the values.
    pub publisher: String,
    /// The page's title in English words of our own; also the `source` of its rows.
    pub title: Arc<str>,
    /// The date that the page states, or `not stated`.
    pub date: String,
    /// The languages in which it was read, as BCP 47 tags.
    pub locales: Vec<String>,
    /// How it was read, in sentences.
    pub reading: String,
}

impl Page {
    /// Which catalogue it is in, for people: `built-in`, or the user's own file.
    pub fn catalogue(&self) -> Cow<'_, str> {
        if self.is_built_in { "built-in".into() } else { (&*self.file).into() }
    }
}

/// One reference: a table or a test of a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// The stable id: product / service level / protocol / test.
    pub id: Arc<str>,
    /// Where it comes from.
    pub page: Arc<Page>,
    /// The line of the catalogue file in which its id stands, from 1.
    pub line: usize,
    /// The product; `not stated` where the page names none.
    pub product: Arc<str>,
    /// Its service level, in the vendor's English words.
    pub service_level: Option<Arc<str>>,
    /// `NFSv3`, `SMB`, `iSCSI` …
    pub protocol: Option<Arc<str>>,
    /// The tool that measured, in lower case.
    pub tool: Option<String>,
    /// The workload, in English words; `not stated` where nothing tells it.
    pub workload: Arc<str>,
    /// The order of addresses.
    pub pattern: Option<Pattern>,
    /// Transfer size in bytes.
    pub block_size_bytes: Option<u64>,
    /// The conditions of the test as the file writes them, in a fixed order.
    pub conditions: Vec<Condition>,
    /// What else the page says about the test.
    pub remark: Option<String>,
    /// Its points, in the order of the file.
    pub points: Vec<Point>,
}

impl Entry {
    /// Its rows, in the order of the file.
    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.points.iter().map(|point| &point.row)
    }

    /// Whether one of its rows makes this claim.
    pub fn has_claim(&self, claim: Claimed) -> bool {
        self.rows().any(|row| row.identity.claim == Some(claim))
    }
}

/// One point of a reference.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// What tells it from other points of the same operation and read share: `peak`,
    /// `below-1-ms`. It is the parameter `point` of the row.
    pub name: Option<Arc<str>>,
    /// The row of the shared schema.
    pub row: Row,
    /// Where each figure of the row was read, in the order of `row.figures`.
    pub evidence: Vec<Evidence>,
}
