//! One row as a point of a catalogue file, or why it cannot be one.

use super::conditions::AT_THE_POINT;
use super::numeral::{Written, written};
use super::quoted::string;
use crate::point::latency_kind;
use crate::status::Status;
use plimsoll_schema::{Claimed, Code, Figure, Kind, Metric, Row, Stat};
use std::collections::BTreeSet;

/// A row that the form of a catalogue file can hold.
pub(super) struct Point<'r> {
    pub(super) row: &'r Row,
    figures: Vec<(&'static str, Written)>,
    /// Figures that have no key, a sentence each.
    pub(super) left_out: Vec<String>,
    /// What tells it from its neighbours, if nothing else does.
    pub(super) name: Option<String>,
    /// Why it is written as a comment only.
    pub(super) contradiction: Option<String>,
}

impl<'r> Point<'r> {
    /// `Err` says what is missing, in a clause without a full stop.
    pub(super) fn of(row: &'r Row) -> Result<Self, String> {
        let identity = &row.identity;
        if identity.op.is_none() {
            return Err("no operation is known".to_owned());
        }
        if identity.locator.trim().is_empty() {
            return Err("its place on the page is not known".to_owned());
        }
        if identity.read_percent.is_some_and(|share| !(0.0..=100.0).contains(&share)) {
            return Err("its share of reads is not between 0 and 100".to_owned());
        }
        let counts = [identity.clients, identity.jobs, identity.queue_depth];
        if counts.into_iter().flatten().any(|count| i64::try_from(count).is_err()) {
            return Err("it counts more clients, jobs or operations than can be".to_owned());
        }
        let mut keys = BTreeSet::new();
        if let Some((key, _)) = identity.parameters.iter().find(|(key, _)| !keys.insert(key)) {
            return Err(format!("the condition `{key}` has two values"));
        }
        let mut point = Self {
            row,
            figures: Vec::new(),
            left_out: Vec::new(),
            name: None,
            contradiction: None,
        };
        for figure in &row.figures {
            match point.key(figure) {
                Ok(key) => point.figures.push((key, written(figure))),
                Err(why) => point.left_out.push(format!("{}: {why}", described(figure))),
            }
        }
        if point.figures.is_empty() {
            let why = point.left_out.join("; ");
            return Err(if why.is_empty() { "it has no figure".to_owned() } else { why });
        }
        Ok(point)
    }

    /// The key of a figure, or why there is none for it.
    fn key(&self, figure: &Figure) -> Result<&'static str, &'static str> {
        let total = latency_kind(self.row.identity.tool.as_deref());
        let worst_case = Kind::named("worst-case");
        let key = match (figure.metric, figure.stat, figure.kind.as_ref()) {
            (Metric::Iops, Stat::Mean, None) => "iops",
            (Metric::Throughput, Stat::Mean, None) => "throughput",
            (Metric::Transactions, Stat::Mean, None) => "transactions",
            (Metric::Latency, Stat::Mean, Some(kind)) if *kind == total => "latency",
            (Metric::Latency, Stat::Max, Some(kind)) if *kind == worst_case => "worst_case_latency",
            _ => return Err("a catalogue file has no key for it"),
        };
        if !figure.value.is_finite() || figure.value < 0.0 {
            return Err("it is no number that a page can mean");
        }
        if self.figures.iter().any(|(known, _)| *known == key) {
            return Err("the row has another one before it");
        }
        Ok(key)
    }

    /// The value of a parameter of its row.
    pub(super) fn parameter(&self, key: &str) -> Option<&'r str> {
        let parameters = &self.row.identity.parameters;
        parameters.iter().find(|(name, _)| **name == *key).map(|(_, value)| &**value)
    }

    /// The row as it will be read back: with its name among its parameters.
    pub(super) fn named_row(&self) -> Row {
        let mut row = self.row.clone();
        if let Some(name) = &self.name {
            row.identity.parameters.retain(|(key, _)| **key != *"point");
            row.identity.parameters.push(("point".into(), name.as_str().into()));
        }
        row
    }

    /// The inline table, on one line. `claim` is that of the reference.
    pub(super) fn line(&self, claim: Option<Claimed>) -> String {
        let identity = &self.row.identity;
        let mut fields = Vec::new();
        let mut add = |key: &str, value: String| fields.push(format!("{key} = {value}"));
        let [tier, name] = AT_THE_POINT.map(|key| self.parameter(key));
        if let Some(name) = self.name.as_deref().or(name) {
            add("name", string(name));
        }
        if let Some(tier) = tier {
            add("tier", string(tier));
        }
        if let Some(share) = identity.read_percent {
            add("read_percent", share.to_string());
        }
        if let Some(op) = &identity.op {
            add("op", string(op.word()));
        }
        if identity.claim != claim {
            add("claim", string(claim_word(identity.claim)));
        }
        for (key, figure) in &self.figures {
            add(key, value(figure));
        }
        match identity.locator.strip_prefix("line ").filter(|lines| !lines.is_empty()) {
            Some(lines) => add("lines", string(lines)),
            None => add("cell", string(&identity.locator)),
        }
        if let Some((status, check)) = self.repaired() {
            add("status", string(status.word()));
            add("check", string(check));
        }
        format!("{{ {} }},", fields.join(", "))
    }

    /// The status of a value of a damaged page, and what supports it.
    fn repaired(&self) -> Option<(Status, &str)> {
        let of = |code| self.row.findings.iter().find(|finding| finding.code == code);
        let repaired = of(Code::ReferenceRepaired).map(|it| (Status::Repaired, it));
        let whole = || of(Code::ReferenceDamagedPage).map(|it| (Status::UndamagedSentence, it));
        let (status, finding) = repaired.or_else(whole)?;
        Some((status, &finding.message))
    }
}

/// The word of a claim in a file.
pub(super) fn claim_word(claim: Option<Claimed>) -> &'static str {
    claim.map_or("not-stated", Claimed::word)
}

fn value(figure: &Written) -> String {
    let text = string(&figure.text);
    match &figure.printed {
        Some(printed) => {
            let check = string(&format!("printed as {printed}"));
            format!("{{ value = {text}, check = {check} }}")
        }
        None => text,
    }
}

/// The figure for people: `latency p99 1.5`.
fn described(figure: &Figure) -> String {
    let kind = figure.kind.as_ref().map(|kind| format!(" ({})", kind.word())).unwrap_or_default();
    let Figure { metric, stat, value, .. } = figure;
    let printed = figure.written.as_deref().map(|it| format!(", printed as {it}"));
    format!("{metric} {stat}{kind} {value} {}{}", figure.unit(), printed.unwrap_or_default())
}
