//! What a column is, and those that the wide and the long shape have in common.

use crate::cell::{Cell, ColumnType};
use crate::row::Row;

/// A column, filled from an `R`: a [`Row`], a [`Figure`](crate::Figure) or a
/// [`SeriesRow`](crate::SeriesRow).
#[derive(Debug)]
pub struct Column<R> {
    /// Its name, fixed by the contract.
    pub name: &'static str,
    /// Its type.
    pub column_type: ColumnType,
    /// Its meaning, with the unit.
    pub about: &'static str,
    /// The field of an `R`.
    pub cell: for<'a> fn(&'a R) -> Cell<'a>,
}

impl<R> Column<R> {
    pub(crate) const fn new(
        name: &'static str,
        column_type: ColumnType,
        about: &'static str,
        cell: for<'a> fn(&'a R) -> Cell<'a>,
    ) -> Self {
        Self { name, column_type, about, cell }
    }
}

use ColumnType::{Float, Integer, Text, TextList};

/// What was measured, and under which conditions.
pub(crate) static IDENTITY: [Column<Row>; 22] = [
    Column::new("source", Text, "the input as named, archive members after `!/`", |row| {
        Cell::Text((&*row.identity.source).into())
    }),
    Column::new("locator", Text, "where in the input: a JSON pointer, a line, a cell", |row| {
        Cell::Text((&*row.identity.locator).into())
    }),
    Column::new("tool", Text, "the tool that measured, in lower case", |row| {
        Cell::text(row.identity.tool.as_deref())
    }),
    Column::new("tool_version", Text, "its version as printed", |row| {
        Cell::text(row.identity.tool_version.as_deref())
    }),
    Column::new("origin", Text, "`measured` or `published`", |row| {
        Cell::Text(row.identity.origin.word().into())
    }),
    Column::new(
        "run",
        Text,
        "the same for rows that were measured together, within one input: its source, `#`, a number from 1",
        |row| Cell::text(row.identity.run.as_deref()),
    ),
    Column::new(
        "level",
        Text,
        "`job` (one job, one storage definition, one client) or `run` (everything that ran at the same time)",
        |row| Cell::Text(row.identity.level.word().into()),
    ),
    Column::new("workload", Text, "the tool's own name of the workload", |row| {
        Cell::text(row.identity.workload.as_deref())
    }),
    Column::new(
        "op",
        Text,
        "`read`, `write`, `trim`, `total`, or a file-system operation (`open`, `create`, `getattr` …)",
        |row| Cell::text(row.identity.op.as_ref().map(super::term::Op::word)),
    ),
    Column::new("pattern", Text, "`sequential`, `random`, `mixed`", |row| {
        Cell::text(row.identity.pattern.map(super::term::Pattern::word))
    }),
    Column::new("read_percent", Float, "share of reads in the workload's mix, 0 to 100", |row| {
        Cell::float(row.identity.read_percent)
    }),
    Column::new(
        "block_size_bytes",
        Integer,
        "transfer size in bytes; null when several sizes are mixed",
        |row| Cell::integer(row.identity.block_size_bytes),
    ),
    Column::new("queue_depth", Integer, "outstanding operations of each job", |row| {
        Cell::integer(row.identity.queue_depth)
    }),
    Column::new("jobs", Integer, "jobs or threads in all", |row| Cell::integer(row.identity.jobs)),
    Column::new("clients", Integer, "hosts that generate load", |row| {
        Cell::integer(row.identity.clients)
    }),
    Column::new(
        "parameters",
        Text,
        "what else tells this row's point from its neighbours, `key=value` separated by blanks",
        |row| Cell::text(row.identity.parameters_text()),
    ),
    Column::new(
        "target_iops",
        Float,
        "a rate limit that was asked for, operations per second; null = as fast as it goes",
        |row| Cell::float(row.identity.target_iops),
    ),
    Column::new("started_at", Text, "begin, RFC 3339, where the tool prints it", |row| {
        Cell::text(row.identity.started_at.map(|begin| begin.to_string()))
    }),
    Column::new("duration_s", Float, "duration in seconds", |row| {
        Cell::float(row.identity.duration_s)
    }),
    Column::new(
        "protocol",
        Text,
        "`NFSv3`, `SMB`, `iSCSI` …, known from a published page or from the campaign",
        |row| Cell::text(row.identity.protocol.as_deref()),
    ),
    Column::new("product", Text, "the product under test, from the same places", |row| {
        Cell::text(row.identity.product.as_deref())
    }),
    Column::new("service_level", Text, "its service level, from the same places", |row| {
        Cell::text(row.identity.service_level.as_deref())
    }),
];

/// Where a published row belongs.
pub(crate) static PUBLICATION: [Column<Row>; 2] = [
    Column::new("reference", Text, "published rows: the catalogue's id", |row| {
        Cell::text(row.identity.reference.as_deref())
    }),
    Column::new("claim", Text, "published rows: `result`, `estimate`, `limit`", |row| {
        Cell::text(row.identity.claim.map(super::term::Claimed::word))
    }),
];

/// What is doubtful about a row.
pub(crate) static FINDINGS: [Column<Row>; 1] =
    [Column::new("findings", TextList, "codes of the findings that touch this row", |row| {
        Cell::TextList(row.finding_codes())
    })];
