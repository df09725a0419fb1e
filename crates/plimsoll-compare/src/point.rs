//! A workload with its repeats.

use crate::judgement::Reason;
use crate::limit::RateLimit;
use crate::moment::Moment;
use crate::sample::Sample;
use crate::unit::distinct;
use plimsoll_schema::{Finding, Kind, LoadStep, Metric, Op, Row, Stat};
use std::sync::Arc;

/// One workload of one system, with every time it was run.
#[derive(Debug, Clone)]
pub struct Point {
    /// Which of the systems that were given, from 0.
    pub system: usize,
    /// Index of the campaign's step it belongs to.
    pub step: Option<usize>,
    /// Why it stands apart from other runs of its workload; then it is shown and never judged.
    pub apart: Option<Reason>,
    /// Its runs, in the order of the inputs.
    pub moments: Vec<Moment>,
    /// Findings of its runs and of putting them together, each once.
    pub findings: Vec<Arc<Finding>>,
}

impl Point {
    pub(crate) fn new(system: usize, step: Option<usize>, moments: Vec<Moment>) -> Self {
        let findings = distinct(moments.iter().flat_map(|moment| &moment.findings));
        Self { system, step, apart: None, moments, findings }
    }

    /// The operations that were measured, in the order of the tool.
    pub fn ops(&self) -> Vec<Op> {
        let mut ops: Vec<Op> = Vec::new();
        let all = self.moments.iter().flat_map(|moment| &moment.rows);
        for op in all.filter_map(|row| row.identity.op.clone()) {
            if !ops.contains(&op) {
                ops.push(op);
            }
        }
        ops
    }

    /// What is compared of it: its operations, the one of a pure workload, and reads and writes together.
    pub(crate) fn compared_ops(&self) -> Vec<Op> {
        let mut ops = self.ops();
        for op in self.pure_op().into_iter().chain([Op::TOTAL]) {
            if !ops.contains(&op) {
                ops.push(op);
            }
        }
        ops
    }

    /// The row of an operation in the first run that has it: it tells what all repeats share.
    pub fn row(&self, op: &Op) -> Option<Row> {
        self.moments.iter().find_map(|moment| moment.row(op))
    }

    /// The row of an operation that is set beside published ones. A mix of two sizes is another load than
    /// a mix of one, for either direction.
    pub(crate) fn compared_row(&self, op: &Op) -> Option<Row> {
        let mut row = self.row(op)?;
        if !self.has_one_block_size() {
            row.identity.block_size_bytes = None;
        }
        Some(row)
    }

    /// The rate limit of an operation: the mean over the repeats, if all have one.
    pub(crate) fn rate_limit(&self, op: &Op) -> Option<RateLimit> {
        let limits: Vec<RateLimit> =
            self.moments.iter().map(|moment| moment.rate_limit(op)).collect::<Option<_>>()?;
        let mean = |limit: fn(&RateLimit) -> f64| {
            limits.iter().map(limit).sum::<f64>() / limits.len() as f64
        };
        let is_any = !limits.is_empty();
        is_any.then(|| RateLimit { asked: mean(|it| it.asked), of_op: mean(|it| it.of_op) })
    }

    /// The values of a figure over the repeats. A latency is of the kind that the rows show.
    pub fn sample(&self, op: &Op, metric: Metric, stat: Stat) -> Option<Sample> {
        if metric == Metric::Latency {
            return self.latency_sample(op, stat, &self.latency_kind(op)?);
        }
        let value = |row: Row| row.figure(metric, stat, None).map(|figure| figure.value);
        Sample::new(self.rows(op).filter_map(value).collect())
    }

    /// The values of a rate that was counted in several ways, by its kind.
    pub fn rate_sample(&self, op: &Op, metric: Metric, kind: &Kind) -> Option<Sample> {
        let value = |row: Row| row.figure(metric, Stat::Mean, Some(kind)).map(|it| it.value);
        Sample::new(self.rows(op).filter_map(value).collect())
    }

    /// The operation whose latency stands beside a rate of `op`: its own, or that of reads where reads and
    /// writes together have none. Databases know how long a read took; of writes they know the wait for a
    /// batch.
    pub fn latency_op(&self, op: &Op) -> Op {
        let has = |op: &Op| self.latency_kind(op).is_some();
        if *op == Op::TOTAL && !has(op) && has(&Op::READ) { Op::READ } else { op.clone() }
    }

    /// The kind of latency that the rows of an operation show.
    pub fn latency_kind(&self, op: &Op) -> Option<Kind> {
        self.rows(op).find_map(|row| row.latency_kind)
    }

    /// The values of a latency of one kind over the repeats. None if a repeat knows another kind
    /// only: what is left would not be the repeats.
    pub fn latency_sample(&self, op: &Op, stat: Stat, kind: &Kind) -> Option<Sample> {
        let mut values = Vec::new();
        for row in self.rows(op) {
            match row.figure(Metric::Latency, stat, Some(kind)) {
                Some(figure) => values.push(figure.value),
                None if row.latency(stat).is_some() => return None,
                None => {}
            }
        }
        Sample::new(values)
    }

    /// Its place on a curve that the tool ran.
    pub(crate) fn load_step(&self) -> Option<LoadStep> {
        let mut rows = self.moments.iter().flat_map(|moment| &moment.rows);
        rows.find_map(|row| row.load_step.clone())
    }

    /// The one operation of a pure workload; `None` of a mix, and where the read share is not known.
    pub fn pure_op(&self) -> Option<Op> {
        self.moments.first().and_then(Moment::pure_op)
    }

    /// Whether all operations transfer the same number of bytes, or none tells.
    pub fn has_one_block_size(&self) -> bool {
        let rows = self.moments.iter().flat_map(|moment| &moment.rows);
        let mut sizes = rows.map(|row| row.identity.block_size_bytes);
        let first = sizes.next();
        sizes.all(|size| Some(size) == first)
    }

    /// The findings that touch an operation: those of its rows, and those of putting the runs
    /// together.
    pub fn findings_of(&self, op: &Op) -> Vec<Arc<Finding>> {
        let rows: Vec<Row> = self.rows(op).collect();
        let of_rows = distinct(rows.iter().flat_map(|row| &row.findings));
        let all_rows = self.moments.iter().flat_map(|moment| &moment.rows);
        let of_any_row = distinct(all_rows.flat_map(|row| &row.findings));
        let is_in = |list: &[Arc<Finding>], finding: &Arc<Finding>| {
            list.iter().any(|it| Arc::ptr_eq(it, finding))
        };
        let touches =
            |finding: &&Arc<Finding>| is_in(&of_rows, finding) || !is_in(&of_any_row, finding);
        self.findings.iter().filter(touches).cloned().collect()
    }

    fn rows(&self, op: &Op) -> impl Iterator<Item = Row> {
        self.moments.iter().filter_map(move |moment| moment.row(op))
    }
}
