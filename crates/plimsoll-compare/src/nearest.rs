//! Why nothing corresponds to a reference: what was measured that is nearest to it, and what differs.

use crate::naming::{is_of_tool, tells_by_name};
use crate::point::Point;
use crate::request::Request;
use crate::workload::{Aspect, Match, Workload};
use plimsoll_reference::Entry;
use plimsoll_schema::{Claimed, Row};
use std::sync::Arc;

/// What was measured of one operation, as far as a reference is looked for.
#[derive(Debug)]
struct Candidate {
    step: Option<usize>,
    workload: Workload,
    product: Option<String>,
    /// A row that stands for it.
    row: Row,
    /// How the tool calls it, and where it stands.
    name: Option<Arc<str>>,
    source: Arc<str>,
}

/// Everything that was measured, alike ones once.
#[derive(Debug)]
pub(crate) struct Candidates(Vec<Candidate>);

impl Candidates {
    pub(crate) fn of(points: &[Point], request: &Request<'_>) -> Self {
        let mut all: Vec<Candidate> = Vec::new();
        for point in points {
            let told = request.told(point);
            let rows = point.compared_ops().into_iter().filter_map(|op| point.compared_row(&op));
            for row in rows {
                let candidate = Candidate {
                    step: point.step,
                    workload: Workload::measured(&row, &told),
                    product: told.product(&row).map(str::to_owned),
                    name: row.identity.workload.clone(),
                    source: Arc::clone(&row.identity.source),
                    row,
                };
                let is_alike = |known: &Candidate| {
                    known.step == candidate.step
                        && known.workload == candidate.workload
                        && known.product == candidate.product
                };
                if !all.iter().any(is_alike) {
                    all.push(candidate);
                }
            }
        }
        Self(all)
    }

    /// Why nothing corresponds to any of these references, as the end of a sentence; of a step, only what
    /// was measured in it counts. With several references it names the nearest.
    pub(crate) fn why_none(&self, entries: &[Arc<Entry>], step: Option<usize>) -> String {
        let candidates = self.0.iter().filter(|it| step.is_none() || it.step == step);
        let pairs = candidates.flat_map(|candidate| {
            let results =
                entries.iter().flat_map(|entry| results(entry).map(move |it| (entry, it)));
            results.map(move |(entry, published)| Pair { candidate, entry, published })
        });
        let measured = pairs.map(|pair| (pair.distance(), pair));
        let Some((_, nearest)) = measured.reduce(|best, it| if it.0 < best.0 { it } else { best })
        else {
            return "no run was measured".to_owned();
        };
        let to = match entries {
            [_] => String::new(),
            _ => format!(" to {}", nearest.entry.id),
        };
        let Candidate { name, source, .. } = nearest.candidate;
        let of = name.as_ref().map(|name| format!("`{name}` of ")).unwrap_or_default();
        format!("nearest{to} is {of}{source}: {}", nearest.differences().join("; "))
    }
}

/// The workloads of a reference's results.
fn results(entry: &Entry) -> impl Iterator<Item = Workload> {
    let rows = entry.rows().filter(|row| row.identity.claim == Some(Claimed::Result));
    rows.map(|row| Workload::published(row, entry))
}

/// Something that was measured beside something published.
#[derive(Debug)]
struct Pair<'p> {
    candidate: &'p Candidate,
    entry: &'p Entry,
    published: Workload,
}

impl Pair<'_> {
    /// How far both are from each other: in how many aspects, by how much in the read share, and whether
    /// the product is another one. What differs counts twice what is not known.
    fn distance(&self) -> (u32, u64, bool) {
        let measured = &self.candidate.workload;
        let of = |aspect: Aspect| match measured.matches(&self.published, aspect) {
            Match::Same => 0,
            Match::NotMeasured => 1,
            Match::Different | Match::NotStated => 2,
        };
        let aspects = Aspect::ALL.into_iter().map(of).sum();
        let shares = measured.read_percent.zip(self.published.read_percent);
        let share = shares.map_or(0.0, |(one, other)| (one - other).abs());
        (aspects, (share * 1e6) as u64, self.is_other_product())
    }

    fn is_other_product(&self) -> bool {
        let product = self.candidate.product.as_ref();
        product.is_some_and(|it| !it.eq_ignore_ascii_case(&self.entry.product))
    }

    /// What differs and what is not known, each with both values; never empty.
    fn differences(&self) -> Vec<String> {
        let measured = &self.candidate.workload;
        let by_name = tells_by_name(self.entry);
        let by_tool = is_of_tool(&self.candidate.row, self.entry);
        let is_told = |aspect: &Aspect| {
            let is_stated = measured.matches(&self.published, *aspect) != Match::NotStated;
            is_stated || !(by_name && aspect.is_of_the_name())
        };
        let mut all: Vec<String> =
            Aspect::ALL.into_iter().filter(is_told).filter_map(|it| self.difference(it)).collect();
        if by_name && !by_tool {
            all.push(format!(
                "the page tells the workload by its name alone: \"{}\" must be the name of a load \
                 curve or of its step, or --against the whole id",
                self.entry.workload
            ));
        }
        if all.is_empty() {
            all.push(
                "what must agree does, and no figure stands beside a published one".to_owned(),
            );
        }
        if let Some(product) = self.candidate.product.as_ref().filter(|_| self.is_other_product()) {
            all.push(format!("product {product}, published {}", self.entry.product));
        }
        all
    }

    fn difference(&self, aspect: Aspect) -> Option<String> {
        let measured = &self.candidate.workload;
        let text = |workload: &Workload| workload.text(aspect).unwrap_or_default();
        let (word, own, theirs) = (aspect.word(), text(measured), text(&self.published));
        match measured.matches(&self.published, aspect) {
            Match::Same => None,
            Match::Different => Some(format!("{word} {own}, published {theirs}")),
            Match::NotStated => Some(format!("{word} not stated by the page")),
            Match::NotMeasured if aspect == Aspect::Protocol => {
                Some(format!("{word} not known: --set protocol={theirs}"))
            }
            Match::NotMeasured => Some(format!("{word} not known, published {theirs}")),
        }
    }
}
