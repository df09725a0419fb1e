//! What ran at the same time.

use crate::limit::RateLimit;
use crate::unit::{Unit, distinct};
use plimsoll_schema::{Code, Finding, Op, Row, Together, Window, together};
use std::sync::Arc;

/// Clients ran at the same time if their windows share this part of the shorter one.
pub(crate) const TOGETHER: f64 = 0.8;

/// One run: all clients of one workload at one time.
#[derive(Debug, Clone)]
pub struct Moment {
    /// The inputs of its clients.
    pub sources: Vec<Arc<str>>,
    /// Which run of its input each client is, as its rows name it: in the order of `sources`.
    pub runs: Vec<Option<Arc<str>>>,
    /// One row for each operation, added up over the clients. Rows of a single client are as they
    /// were read.
    pub rows: Vec<Row>,
    /// When it ran, where the inputs tell.
    pub window: Option<Window>,
    /// The findings that touch it.
    pub findings: Vec<Arc<Finding>>,
}

impl Moment {
    /// Adds up units that ran at the same time.
    pub(crate) fn of(units: &[&Unit]) -> Self {
        let mut ops: Vec<Option<Op>> = Vec::new();
        for row in units.iter().flat_map(|unit| &unit.rows) {
            if !ops.contains(&row.identity.op) {
                ops.push(row.identity.op.clone());
            }
        }
        let mut findings =
            distinct(units.iter().flat_map(|unit| unit.findings()).collect::<Vec<_>>().iter());
        let mut rows = Vec::new();
        for op in ops {
            let parts: Vec<&Row> = units
                .iter()
                .flat_map(|unit| &unit.rows)
                .filter(|row| row.identity.op == op)
                .collect();
            if let [only] = parts.as_slice() {
                rows.push((*only).clone());
            } else if let Some(added) = added_up(&parts, &mut findings) {
                rows.push(added);
            }
        }
        Self {
            sources: units.iter().map(|unit| unit.source()).collect(),
            runs: units.iter().map(|unit| unit.run()).collect(),
            rows,
            window: units.iter().filter_map(|unit| unit.window).reduce(|all, it| all.and(&it)),
            findings,
        }
    }

    /// The row of an operation. `total` is read + write where the tool printed no total; where it
    /// printed one of a pure workload, that is what its one operation did, and says what the row of
    /// the operation leaves out.
    pub fn row(&self, op: &Op) -> Option<Row> {
        let printed = self.printed(op);
        if *op != Op::TOTAL {
            let total = self.printed(&Op::TOTAL).filter(|_| self.pure_op().as_ref() == Some(op));
            return match (printed, total) {
                (Some(row), Some(total)) => Some(completed(row.clone(), total)),
                (row, total) => row.cloned().or_else(|| Some(of_pure(total?, op))),
            };
        }
        if printed.is_some() {
            return printed.cloned();
        }
        let parts: Vec<&Row> = self
            .rows
            .iter()
            .filter(
                |row| matches!(&row.identity.op, Some(op) if *op == Op::READ || *op == Op::WRITE),
            )
            .collect();
        let mut total = together(&parts)?.row;
        total.identity.op = Some(Op::TOTAL);
        // Jobs do both: reads and writes are of the same jobs and hosts.
        total.identity.jobs = parts.first().and_then(|row| row.identity.jobs);
        Some(total)
    }

    /// The rate limit of an operation. A tool that prints the same limit for its total limits reads and
    /// writes together.
    pub(crate) fn rate_limit(&self, op: &Op) -> Option<RateLimit> {
        let row = self.row(op)?;
        let asked = row.identity.target_iops?;
        let of_all = self.printed(&Op::TOTAL).and_then(|total| total.identity.target_iops);
        let reads = row.identity.read_percent.map(|percent| percent / 100.0);
        let share = match reads.filter(|_| of_all == Some(asked)) {
            Some(reads) if *op == Op::READ => reads,
            Some(reads) if *op == Op::WRITE => 1.0 - reads,
            _ => 1.0,
        };
        Some(RateLimit { asked, of_op: asked * share })
    }

    /// The one operation of a pure workload; `None` of a mix, and where the read share is not known.
    pub(crate) fn pure_op(&self) -> Option<Op> {
        let is_side = |op: &Option<Op>, side: Op| op.as_ref() == Some(&side);
        let has = |side: Op| self.rows.iter().any(|row| is_side(&row.identity.op, side.clone()));
        match self.rows.first()?.identity.read_percent {
            Some(share) if share >= 100.0 && !has(Op::WRITE) => Some(Op::READ),
            Some(share) if share <= 0.0 && !has(Op::READ) => Some(Op::WRITE),
            _ => None,
        }
    }

    fn printed(&self, op: &Op) -> Option<&Row> {
        self.rows.iter().find(|row| row.identity.op.as_ref() == Some(op))
    }

    /// Hosts that generated load.
    pub fn clients(&self) -> Option<u64> {
        self.rows.first().and_then(|row| row.identity.clients)
    }

    /// Jobs of all clients.
    pub fn jobs(&self) -> Option<u64> {
        self.rows.first().and_then(|row| row.identity.jobs)
    }
}

/// A row of a pure workload's operation with the figures that stand in its total alone.
fn completed(mut row: Row, total: &Row) -> Row {
    for figure in &total.figures {
        if row.figure(figure.metric, figure.stat, figure.kind.as_ref()).is_none() {
            row.figures.push(figure.clone());
        }
    }
    row.latency_kind = row.latency_kind.or_else(|| total.latency_kind.clone());
    row.distribution = row.distribution.or_else(|| total.distribution.clone());
    row
}

/// The total of a pure workload as the row of its operation.
fn of_pure(total: &Row, op: &Op) -> Row {
    let mut row = total.clone();
    row.identity.op = Some(op.clone());
    row
}

/// Rows of several clients.
fn added_up(parts: &[&Row], findings: &mut Vec<Arc<Finding>>) -> Option<Row> {
    let Together { mut row, latency_missing, percentiles_missing } = together(parts)?;
    row.identity.clients = parts.iter().map(|part| part.identity.clients).sum();
    row.identity.locator = format!(
        "{} inputs, the first one {} {}",
        parts.len(),
        parts[0].identity.source,
        parts[0].identity.locator
    );
    let first = &parts[0].load_step;
    row.load_step = first.clone().filter(|_| parts.iter().all(|part| part.load_step == *first));
    let missing = [
        (Code::LatencyNotMerged, latency_missing),
        (Code::PercentilesNotMerged, percentiles_missing),
    ];
    for (code, why) in missing {
        let Some(why) = why else { continue };
        let message = format!("{} clients ran together, and {why}", parts.len());
        let finding = Arc::new(Finding::new(code, &*parts[0].identity.source, message));
        row.findings.push(Arc::clone(&finding));
        findings.push(finding);
    }
    Some(row)
}

/// Parts units of one workload by their time. Units without a time stay alone.
pub(crate) fn by_time<'u>(units: &[&'u Unit]) -> Vec<Vec<&'u Unit>> {
    let mut groups: Vec<Vec<&Unit>> = Vec::new();
    for unit in units {
        match groups.iter_mut().find(|group| group.iter().all(|other| ran_together(unit, other))) {
            Some(group) => group.push(unit),
            None => groups.push(vec![unit]),
        }
    }
    groups
}

/// Whether the times of two units are those of clients of one run.
pub(crate) fn ran_together(one: &Unit, other: &Unit) -> bool {
    let overlap = one.window.zip(other.window).map(|(one, other)| one.overlap(&other));
    overlap.is_some_and(|overlap| overlap >= TOGETHER)
}
