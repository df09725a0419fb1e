//! The conditions of both sides, side by side.

use crate::point::Point;
use crate::request::{Request, Told};
use plimsoll_reference::Entry;
use plimsoll_schema::{Code, Finding, Row};
use std::sync::Arc;

/// One condition of both tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionPair {
    /// Its name: a column of the schema or a parameter of published rows.
    pub name: String,
    /// How it was in the measurement.
    pub measured: Option<String>,
    /// How it was in the published test.
    pub published: Option<String>,
}

/// Whether a condition is the same in both tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sameness {
    /// It is.
    Same,
    /// It is not: the comparison is indicative.
    Different,
    /// One side does not tell.
    Unknown,
}

impl Sameness {
    /// The word in data.
    pub fn word(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::Different => "different",
            Self::Unknown => "unknown",
        }
    }
}

impl ConditionPair {
    /// Whether it is the same in both tests. Upper and lower case make no difference.
    pub fn sameness(&self) -> Sameness {
        match (&self.measured, &self.published) {
            (Some(measured), Some(published)) => {
                if measured.to_lowercase() == published.to_lowercase() {
                    Sameness::Same
                } else {
                    Sameness::Different
                }
            }
            _ => Sameness::Unknown,
        }
    }
}

/// Parameters of published rows that tell their points apart and are no conditions.
const NO_CONDITIONS: [&str; 1] = ["point"];

/// What results tell themselves: their word holds before the campaign's.
fn told_by_results(row: &Row) -> [(&'static str, Option<u64>); 3] {
    let identity = &row.identity;
    [("clients", identity.clients), ("jobs", identity.jobs), ("queue_depth", identity.queue_depth)]
}

/// Conditions that one side tells at least, in the order of the published row, then the others of
/// the campaign.
pub(crate) fn pairs(
    told: &Told<'_>,
    measured: &Row,
    entry: &Entry,
    published: &Row,
) -> Vec<ConditionPair> {
    let text = |value: Option<&str>| value.map(str::to_owned);
    let from_campaign = |name: &str| text(told.conditions.value(name));
    let number = |value: Option<u64>| value.map(|value| value.to_string());
    let mut pairs: Vec<ConditionPair> = Vec::new();
    let mut add = |name: &str, measured: Option<String>, published: Option<String>| {
        let is_known = measured.is_some() || published.is_some();
        if is_known && !pairs.iter().any(|pair| pair.name == name) {
            pairs.push(ConditionPair { name: name.to_owned(), measured, published });
        }
    };
    add("product", text(told.product(measured)), Some(entry.product.to_string()));
    let level = entry.service_level.as_deref();
    add("service_level", text(told.service_level(measured)), text(level));
    let both = told_by_results(measured).into_iter().zip(told_by_results(published));
    for ((name, measured), (_, published)) in both {
        add(name, number(measured).or_else(|| from_campaign(name)), number(published));
    }
    for (name, value) in &published.identity.parameters {
        if !NO_CONDITIONS.contains(&&**name) {
            add(name, from_campaign(name), Some(value.to_string()));
        }
    }
    for condition in &told.conditions {
        add(condition.name, Some(condition.value.to_string()), None);
    }
    pairs
}

/// Where the campaign says other than what was measured. Every point gets the finding; what is said
/// alike of several is one finding, added to `found`.
pub(crate) fn contradictions(
    points: &mut [Point],
    request: &Request<'_>,
    found: &mut Vec<Arc<Finding>>,
) {
    let mut known: Vec<Arc<Finding>> = Vec::new();
    for point in points {
        let told = request.told(point);
        let Some(row) = point.ops().first().and_then(|op| point.row(op)) else { continue };
        for (name, measured) in told_by_results(&row) {
            let (Some(measured), Some(said)) = (measured, told.conditions.value(name)) else {
                continue;
            };
            if measured.to_string() == said {
                continue;
            }
            let of_step = told.step.map(|step| format!(" of step \"{}\"", step.name));
            let message = format!(
                "the campaign says {} = {said}, the results{} say {measured}: the measured value is \
                 compared",
                name.replace('_', " "),
                of_step.unwrap_or_default()
            );
            let finding = known.iter().find(|it| it.message == message).cloned();
            let finding = finding.unwrap_or_else(|| {
                let code = Code::ConditionContradicted;
                let finding = Arc::new(Finding::new(code, "campaign.toml", message));
                known.push(Arc::clone(&finding));
                finding
            });
            point.findings.push(finding);
        }
    }
    found.extend(known);
}

#[cfg(test)]
mod tests {
    use super::{ConditionPair, Sameness};

    #[test]
    fn same_different_or_unknown() {
        let pair = |measured: Option<&str>, published: Option<&str>| {
            let owned = |value: Option<&str>| value.map(str::to_owned);
            let (measured, published) = (owned(measured), owned(published));
            ConditionPair { name: "os".into(), measured, published }.sameness()
        };
        assert_eq!(pair(Some("RHEL 9"), Some("rhel 9")), Sameness::Same);
        assert_eq!(pair(Some("2"), Some("6")), Sameness::Different);
        assert_eq!(pair(None, Some("6")), Sameness::Unknown);
        assert_eq!(pair(Some("2"), None), Sameness::Unknown);
    }
}
