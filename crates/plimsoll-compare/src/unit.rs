//! The rows of one run in one input.

use plimsoll_schema::{Finding, MeasuredLevel, Op, Origin, Pattern, Row, Window};
use std::sync::Arc;

/// What was read from one input.
#[derive(Debug, Clone)]
pub struct MeasuredInput {
    /// Which of the systems that were given it belongs to, from 0.
    pub system: usize,
    /// Its path within the campaign's folder, for the steps of the campaign.
    pub path: String,
    /// Its rows.
    pub rows: Vec<Row>,
}

/// One run of one input: one row for each operation.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) system: usize,
    pub(crate) path: String,
    pub(crate) rows: Vec<Row>,
    pub(crate) window: Option<Window>,
    pub(crate) key: Key,
    /// Whether it is what one job did, of a run of which nothing else was read.
    pub(crate) is_part: bool,
}

/// What makes two runs the same workload.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Key {
    pub(crate) system: usize,
    tool: Option<String>,
    tool_version: Option<Arc<str>>,
    workload: Option<Arc<str>>,
    queue_depth: Option<u64>,
    parameters: Vec<(Arc<str>, Arc<str>)>,
    ops: Vec<OpKey>,
}

/// What may differ between the operations of a workload.
#[derive(Debug, Clone, PartialEq)]
struct OpKey {
    op: Option<Op>,
    pattern: Option<Pattern>,
    read_percent: Option<f64>,
    block_size_bytes: Option<u64>,
    target_iops: Option<f64>,
}

/// A run that stands in an input although another one holds it already.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Copied {
    /// The input that was left out.
    pub(crate) source: Arc<str>,
    /// The input that holds the same run.
    pub(crate) original: Arc<str>,
}

/// The runs of inputs, in order. A run that stands in two inputs counts once.
pub(crate) fn units(inputs: &[MeasuredInput]) -> (Vec<Unit>, Vec<Copied>) {
    let mut units: Vec<Unit> = Vec::new();
    let mut copies = Vec::new();
    for input in inputs {
        for unit in units_of(input) {
            match units.iter().find(|known| is_copy(known, &unit)) {
                Some(known) => {
                    copies.push(Copied { source: unit.source(), original: known.source() });
                }
                None => units.push(unit),
            }
        }
    }
    (units, copies)
}

/// The rows of each run. Of an input that holds no row of any run, a log of fio for instance, those of its one
/// job.
fn units_of(input: &MeasuredInput) -> Vec<Unit> {
    let runs = by_run(input, MeasuredLevel::Run);
    let is_part = runs.is_empty();
    let runs = if is_part { by_run(input, MeasuredLevel::Job) } else { runs };
    let unit = |rows: Vec<Row>| Unit {
        system: input.system,
        path: input.path.clone(),
        window: rows.iter().filter_map(|row| row.window).reduce(|all, more| all.and(&more)),
        key: Key::of(input.system, &rows),
        rows,
        is_part,
    };
    runs.into_iter().filter(|rows| !is_part || are_of_one_job(rows)).map(unit).collect()
}

/// The rows of a level, parted by run.
fn by_run(input: &MeasuredInput, level: MeasuredLevel) -> Vec<Vec<Row>> {
    let mut runs: Vec<Vec<Row>> = Vec::new();
    let is_of_level = |row: &&Row| {
        row.identity.level == level
            && row.identity.origin == Origin::Measured
            && !row.long_shape_only
    };
    for row in input.rows.iter().filter(is_of_level) {
        match runs.iter_mut().find(|rows| rows[0].identity.run == row.identity.run) {
            Some(rows) => rows.push(row.clone()),
            None => runs.push(vec![row.clone()]),
        }
    }
    runs
}

/// Whether each operation has one row.
fn are_of_one_job(rows: &[Row]) -> bool {
    let op = |row: &Row| row.identity.op.clone();
    rows.iter().enumerate().all(|(at, row)| rows[..at].iter().all(|other| op(other) != op(row)))
}

/// Whether two units are the same run: every figure and the time are equal to the digit.
fn is_copy(one: &Unit, other: &Unit) -> bool {
    one.window.is_some()
        && one.window == other.window
        && one.rows.len() == other.rows.len()
        && one.rows.iter().zip(&other.rows).all(|(one, other)| one.figures == other.figures)
}

impl Unit {
    /// The input it comes from.
    pub(crate) fn source(&self) -> Arc<str> {
        self.rows.first().map_or_else(|| "".into(), |row| Arc::clone(&row.identity.source))
    }

    /// Which run of its input it is.
    pub(crate) fn run(&self) -> Option<Arc<str>> {
        self.rows.first().and_then(|row| row.identity.run.clone())
    }

    /// The findings of its rows, each once.
    pub(crate) fn findings(&self) -> Vec<Arc<Finding>> {
        distinct(self.rows.iter().flat_map(|row| &row.findings))
    }
}

/// Findings, each once, in order.
pub(crate) fn distinct<'f>(
    findings: impl IntoIterator<Item = &'f Arc<Finding>>,
) -> Vec<Arc<Finding>> {
    let mut all: Vec<Arc<Finding>> = Vec::new();
    for finding in findings {
        if !all.iter().any(|known| Arc::ptr_eq(known, finding)) {
            all.push(Arc::clone(finding));
        }
    }
    all
}

/// Parameters that say which part of the load a client has, not what the load is.
const PART_OF_A_CLIENT: [&str; 2] = ["host", "rate"];

impl Key {
    fn of(system: usize, rows: &[Row]) -> Self {
        let first = rows.first().map(|row| &row.identity);
        let ops = rows.iter().map(|row| OpKey {
            op: row.identity.op.clone(),
            pattern: row.identity.pattern,
            read_percent: row.identity.read_percent,
            block_size_bytes: row.identity.block_size_bytes,
            target_iops: row.identity.target_iops,
        });
        let mut parameters = first.map(|it| it.parameters.clone()).unwrap_or_default();
        parameters.retain(|(name, _)| &**name != "host");
        Self {
            system,
            tool: first.and_then(|it| it.tool.as_deref()).map(str::to_owned),
            tool_version: first.and_then(|it| it.tool_version.clone()),
            workload: first.and_then(|it| it.workload.clone()),
            queue_depth: first.and_then(|it| it.queue_depth),
            parameters,
            ops: ops.collect(),
        }
    }

    /// Whether the workloads are the same but for their names and for how fast each client was to
    /// go: enough where the campaign itself says that they are one run.
    pub(crate) fn is_same_shape(&self, other: &Self) -> bool {
        let load = |key: &Self| -> Vec<_> {
            let is_load = |it: &&(Arc<str>, Arc<str>)| !PART_OF_A_CLIENT.contains(&&*it.0);
            key.parameters.iter().filter(is_load).cloned().collect()
        };
        self.is_like(other)
            && self.shares().eq(other.shares())
            && self.queue_depth == other.queue_depth
            && load(self) == load(other)
    }

    /// Whether the tool calls both alike.
    pub(crate) fn is_same_name(&self, other: &Self) -> bool {
        self.workload == other.workload
    }

    /// Whether both do the same operations in the same pattern and size: at the same time they have
    /// the storage to share.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        self.system == other.system && self.operations().eq(other.operations())
    }

    /// In what they differ, for people; empty if they are equal.
    pub(crate) fn differences(&self, other: &Self) -> Vec<&'static str> {
        let targets = |key: &Self| -> Vec<_> { key.ops.iter().map(|op| op.target_iops).collect() };
        [
            ("tool", self.tool != other.tool),
            ("name", self.workload != other.workload),
            ("operations, pattern or block size", self.operations().ne(other.operations())),
            ("read share", self.shares().ne(other.shares())),
            ("queue depth", self.queue_depth != other.queue_depth),
            ("rate limit", targets(self) != targets(other)),
            ("parameters", self.parameters != other.parameters),
        ]
        .into_iter()
        .filter_map(|(name, differs)| differs.then_some(name))
        .collect()
    }

    fn operations(&self) -> impl Iterator<Item = (Option<&Op>, Option<Pattern>, Option<u64>)> {
        self.ops.iter().map(|op| (op.op.as_ref(), op.pattern, op.block_size_bytes))
    }

    fn shares(&self) -> impl Iterator<Item = Option<f64>> {
        self.ops.iter().map(|op| op.read_percent)
    }
}
