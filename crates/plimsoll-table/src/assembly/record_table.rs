//! Record tables: the columns are quantities and labels, each line is a record, or one for each
//! operation that its columns name.
//!
//! Tables of limits are of this shape (`Level | minimum IOPS | maximum IOPS`), and so are those of
//! database benchmarks (`workload | IOPS | latency`).

use super::Work;
use super::evidence::TableEvidence;
use super::facts::Facts;
use super::grid::{Grid, is_rate};
use super::page::Page;
use super::point::Point;
use super::statistic::{self, LineOf, is_of_memory};
use super::value;
use super::wording::Wording;
use crate::document::{Cell, Content};
use crate::markdown::unescaped;
use plimsoll_lexicon::{
    CellContext, CellReading, Concept, Decimal, Dimension, Parameter, Quantity, read_cell,
};
use plimsoll_schema::{Bound, Claimed, Code, Finding, Metric, Stat};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Value,
    BlockSize,
    QueueDepth,
    Jobs,
    Clients,
    Size,
    Level,
    Mix,
    /// Words: an operation, a pattern, a protocol, a name.
    Words,
    /// What is no figure of the schema: rates for each unit of capacity, prices, durations.
    Other,
}

fn role(column: &Wording) -> Role {
    let says = |concept| column.says(concept);
    let names_both = says(Concept::Read) && says(Concept::Write);
    if column.metric().is_some() {
        Role::Value
    } else if column.header.metric.is_some()
        || column.header.per_capacity
        || says(Concept::Price)
        || is_of_memory(&column.written)
    {
        Role::Other
    } else if says(Concept::BlockSize) {
        Role::BlockSize
    } else if says(Concept::QueueDepth) {
        Role::QueueDepth
    } else if says(Concept::Jobs) {
        Role::Jobs
    } else if says(Concept::Capacity) || column.is_of_bytes() {
        Role::Size
    } else if says(Concept::ServiceLevel) {
        Role::Level
    } else if names_both || says(Concept::Ratio) {
        Role::Mix
    } else if says(Concept::Clients) && !says(Concept::Operation) {
        Role::Clients
    } else {
        Role::Words
    }
}

/// The role of a column by its header, where its cells bear it out: one word is a job in one table
/// and an operation in another (`작업`), and only numbers are counts.
fn role_in(grid: &Grid<'_>, column: usize) -> Role {
    let role = role(&grid.columns[column]);
    if role == Role::Size && is_of_blocks(grid, column) {
        return Role::BlockSize;
    }
    let is_count = matches!(role, Role::QueueDepth | Role::Jobs | Role::Clients);
    let has_number =
        |line: &usize| grid.cell(*line, column).text.bytes().any(|byte| byte.is_ascii_digit());
    if is_count && !grid.lines.iter().any(has_number) { Role::Words } else { role }
}

/// Whether the sizes of a column are so small that they are those of blocks: no volume is.
fn is_of_blocks(grid: &Grid<'_>, column: usize) -> bool {
    const GREATEST_BLOCK: f64 = 64.0 * 1024.0 * 1024.0;
    let unit = grid.columns[column].header.unit;
    let mut sizes = grid.lines.iter().filter_map(|line| {
        let cell = grid.cell(*line, column);
        let reading = read_cell(&unescaped(&cell.text), &CellContext::default());
        let [quantity] = reading.quantities.as_slice() else { return None };
        let unit = quantity.unit.or(unit).filter(|it| it.dimension == Dimension::Bytes)?;
        let greatest = quantity.candidates().into_iter().map(Decimal::to_f64).fold(0.0, f64::max);
        Some(greatest * unit.to_base(Decimal::whole(1))?)
    });
    let is_small = |bytes: f64| bytes <= GREATEST_BLOCK;
    sizes.next().is_some_and(is_small) && sizes.all(is_small)
}

pub(crate) fn points(
    grid: &Grid<'_>,
    evidence: &TableEvidence<'_>,
    work: &mut Work<'_>,
) -> Vec<Point> {
    let roles: Vec<Role> = (0..grid.columns.len()).map(|column| role_in(grid, column)).collect();
    let claim = claim(grid, &roles);
    let names_percentiles =
        grid.columns.first().is_some_and(|column| is_of_percentiles(&column.written));
    let mut known = KnownLabels::default();
    let mut points = Vec::new();
    for line in &grid.lines {
        let kind = line_kind(grid, *line, &roles, names_percentiles, work.page);
        if kind == LineOf::NoFigures || record_without_label(grid, *line, &roles, work) {
            continue;
        }
        let mut record = Record { grid, evidence, line: *line, kind, claim, points: Vec::new() };
        let (labels, findings) = record.labels(&roles, &mut known, work);
        let labels = labels.over(&grid.group(*line));
        for (column, role) in roles.iter().enumerate() {
            if *role == Role::Value {
                record.value(column, work);
            }
        }
        points.extend(record.points.into_iter().map(|mut point| {
            // A line that is named after an operation is a test.
            let is_test = labels.op.is_some() || labels.read_percent.is_some();
            point.claim = point.claim.or(is_test.then_some(Claimed::Result));
            point.facts = point.facts.over(&labels);
            point.findings.extend(findings.iter().map(Arc::clone));
            point
        }));
    }
    points
}

/// What a line is by its first label, and whether that is a percentile by its column: `99.9` below
/// `Percentile`.
fn line_kind(
    grid: &Grid<'_>,
    line: usize,
    roles: &[Role],
    names_percentiles: bool,
    page: &Page,
) -> LineOf {
    if roles.first() == Some(&Role::Value) {
        return LineOf::Test;
    }
    let text = unescaped(&grid.cell(line, 0).text);
    let number = text.trim().trim_end_matches('%').trim_end();
    let of_column = names_percentiles.then(|| statistic::of_number(number)).flatten();
    if let Some(percentile) = of_column {
        return LineOf::Stat(Stat::Percentile(percentile));
    }
    match page.wording(&text).line() {
        // Sizes of disks have such names too: `P50` is a percentile beside `P99` only.
        LineOf::Stat(Stat::Percentile(_)) if !(names_percentiles || has_tail(grid, page)) => {
            LineOf::Test
        }
        // A share of the load is no percentile.
        LineOf::Stat(Stat::Percentile(_)) if text.contains('%') && !names_percentiles => {
            LineOf::Test
        }
        kind => kind,
    }
}

fn is_of_percentiles(header: &str) -> bool {
    const WORDS: &[&str] =
        &["centil", "perzentil", "процентил", "백분위", "パーセンタイル", "百分位", "yüzdelik"];
    let header = header.to_lowercase();
    WORDS.iter().any(|word| header.contains(word))
}

/// Whether a line of a table is named after a percentile of the tail.
fn has_tail(grid: &Grid<'_>, page: &Page) -> bool {
    const TAIL: f64 = 90.0;
    grid.lines.iter().any(|line| {
        let kind = page.wording(&grid.cell(*line, 0).text).line();
        matches!(kind, LineOf::Stat(Stat::Percentile(it)) if it.percent() >= TAIL)
    })
}

/// Whether a line lacks the label that the lines above have: a merged cell that lost its lines, or a
/// sum. Neither can be told, so the line gives nothing.
fn record_without_label(grid: &Grid<'_>, line: usize, roles: &[Role], work: &mut Work<'_>) -> bool {
    let is_label = |role: &Role| !matches!(role, Role::Value | Role::Other);
    let is_labelled = |line: &usize| !grid.cell(*line, 0).is_empty();
    let lacks_it = roles.first().is_some_and(is_label)
        && is_nothing(grid.cell(line, 0))
        && grid.lines.iter().take_while(|it| **it < line).any(is_labelled);
    let has_values = || {
        roles
            .iter()
            .enumerate()
            .any(|(at, role)| *role == Role::Value && !is_nothing(grid.cell(line, at)))
    };
    if !(lacks_it && has_values()) {
        return false;
    }
    let message = format!(
        "the line has no {:?}, which the lines above it have: it may go on with them or be a sum, so it was left out",
        grid.columns[0].written
    );
    work.find(Code::CellNotUnderstood, message, grid.table.locator(line, 0));
    true
}

/// Minima, maxima, and tables of sizes and levels are limits; the others are results.
fn claim(grid: &Grid<'_>, roles: &[Role]) -> Option<Claimed> {
    // The greatest latency of a test is no limit of the service.
    let bounds = grid.columns.iter().zip(roles).any(|(column, role)| {
        *role == Role::Value
            && column.header.bound.is_some()
            && column.metric().is_some_and(is_rate)
    });
    let is_of_sizes = roles.iter().any(|role| matches!(role, Role::Size | Role::Level));
    let is_test = |(column, role): (&Rc<Wording>, &Role)| {
        matches!(role, Role::BlockSize | Role::QueueDepth | Role::Jobs | Role::Clients | Role::Mix)
            || [Concept::Operation, Concept::Workload, Concept::AccessPattern]
                .iter()
                .any(|it| column.says(*it))
    };
    if bounds || is_of_sizes {
        Some(Claimed::Limit)
    } else if grid.columns.iter().zip(roles).any(is_test) {
        Some(Claimed::Result)
    } else {
        None
    }
}

struct Record<'g, 't> {
    grid: &'g Grid<'t>,
    evidence: &'g TableEvidence<'g>,
    line: usize,
    kind: LineOf,
    claim: Option<Claimed>,
    points: Vec<Point>,
}

/// What the labels of a table say: a column repeats them from line to line.
#[derive(Default)]
struct KnownLabels<'t>(BTreeMap<(usize, &'t str), Rc<Facts>>);

impl<'t> KnownLabels<'t> {
    /// What a label says. All but its column and its text is the same in every line of a table, as long as it is text.
    fn label(&mut self, column: usize, cell: &'t Cell, read: impl FnOnce() -> Facts) -> Rc<Facts> {
        if cell.content != Content::Text {
            return Rc::new(read());
        }
        let known = self.0.entry((column, cell.text.as_str()));
        Rc::clone(known.or_insert_with(|| Rc::new(read())))
    }
}

impl<'t> Record<'_, 't> {
    /// What the labels of the line say of all its values.
    fn labels(
        &self,
        roles: &[Role],
        known: &mut KnownLabels<'t>,
        work: &mut Work<'_>,
    ) -> (Facts, Vec<Arc<Finding>>) {
        let (mut facts, mut findings) = (Facts::default(), Vec::new());
        for (column, role) in roles.iter().enumerate() {
            let cell = self.grid.cell(self.line, column);
            if matches!(role, Role::Value | Role::Other) || is_nothing(cell) {
                continue;
            }
            if cell.content == Content::Date {
                let header = &self.grid.columns[column].written;
                let message = format!(
                    "the cell under {header:?} is a date, which the spreadsheet may have made of a mix such as 7/3; it says nothing here"
                );
                let locator = self.grid.table.locator(self.line, column);
                findings.push(work.find(Code::CellIsDate, message, locator));
                continue;
            }
            let label = known.label(column, cell, || self.label(column, *role, work));
            let locator = || self.grid.table.locator(self.line, column);
            work.explain(locator, &cell.text, || {
                format!("a label: {}", label.in_words("it says nothing of the values"))
            });
            facts = facts.over(&label);
        }
        (facts, findings)
    }

    fn label(&self, column: usize, role: Role, work: &Work<'_>) -> Facts {
        let cell = self.grid.cell(self.line, column);
        let text = unescaped(&cell.text);
        let wording = work.page.wording(&cell.text);
        let mut facts = Facts::default();
        let count = || self.quantity(column, cell)?.number()?.to_u64();
        match role {
            Role::BlockSize => facts.block_size = self.block_size(column, cell, work),
            Role::QueueDepth => facts.queue_depth = count(),
            Role::Jobs => facts.jobs = count(),
            Role::Clients => facts.clients = count(),
            Role::Size => match self.bytes(column, cell) {
                Some(bytes) => {
                    facts.named.insert(Parameter::VolumeSize, bytes.to_string().into());
                }
                None => facts.size = Some(text.trim().into()),
            },
            Role::Level => {
                facts.named.insert(Parameter::ServiceLevel, wording.header.text.trim().into());
            }
            Role::Mix => facts.read_percent = self.read_percent(column, &wording),
            Role::Words => return self.words(column, &wording),
            Role::Value | Role::Other => {}
        }
        facts
    }

    /// A cell of words: what they mean, or else a name. The first of a table of limits names the
    /// level.
    fn words(&self, column: usize, wording: &Wording) -> Facts {
        let mut facts = wording.facts.clone();
        if wording.header.mix.is_some_and(|mix| mix.how.is_by_order()) {
            let header = &self.grid.columns[column];
            let is_of_pattern =
                [Concept::Sequential, Concept::Random].iter().any(|it| header.says(*it));
            let is_of_workload = header.says(Concept::Workload) && !is_of_pattern;
            let share = self.read_percent(column, wording);
            facts.read_percent = share.filter(|_| is_of_workload);
        }
        let names_nothing = facts == Facts::default()
            && !wording.header.says(Concept::Mixed)
            && !wording.header.says(Concept::Total);
        if names_nothing && column == 0 {
            let name: Arc<str> = wording.header.text.trim().into();
            let has_letter = name.chars().any(char::is_alphabetic);
            if self.claim == Some(Claimed::Limit) && has_letter {
                facts.named.insert(Parameter::ServiceLevel, name);
            } else {
                facts.name = Some(name);
            }
        }
        facts
    }

    /// The share of reads that a cell names; of two shares without words the first, unless the header
    /// names the writes first.
    fn read_percent(&self, column: usize, wording: &Wording) -> Option<f64> {
        let mix = wording.header.mix?;
        let is_turned = mix.how.is_by_order() && self.grid.columns[column].names_writes_first();
        Some(if is_turned { 100.0 - mix.read_percent } else { mix.read_percent })
    }

    fn quantity(&self, column: usize, cell: &Cell) -> Option<Quantity> {
        self.reading(column, cell).value().cloned()
    }

    fn reading(&self, column: usize, cell: &Cell) -> CellReading {
        let context = match cell.content {
            Content::Number { .. } => TableEvidence::of_stored_number(),
            _ => self.evidence.of_cell(self.line, column),
        };
        read_cell(&unescaped(&cell.text), &context)
    }

    /// The size of a block. It is a power of two whichever way its unit is written: `64 KB` and `64k`
    /// are 64 KiB.
    fn block_size(&self, column: usize, cell: &Cell, work: &Work<'_>) -> Option<u64> {
        // Several sizes, `4k/8k`, are none.
        if self.reading(column, cell).quantities.len() > 1 {
            return None;
        }
        let text = unescaped(&cell.text);
        let unit = self.grid.columns[column].header.unit.map_or("", |unit| unit.name);
        let has_unit = text.chars().any(char::is_alphabetic);
        let written = if has_unit { format!("bs={text}") } else { format!("bs={text}{unit}") };
        work.page.block_size(written).or_else(|| self.bytes(column, cell))
    }

    /// A size in bytes, by the unit of the cell or of its header.
    fn bytes(&self, column: usize, cell: &Cell) -> Option<u64> {
        let quantity = self.quantity(column, cell)?;
        let unit = quantity.unit.or(self.grid.columns[column].header.unit)?;
        let is_size = unit.dimension == Dimension::Bytes;
        unit.to_base_whole(quantity.number()?).filter(|_| is_size)
    }

    /// Reads a value and puts it to the values of the same operation, or begins a new point.
    fn value(&mut self, column: usize, work: &mut Work<'_>) {
        let header = &self.grid.columns[column];
        let mut read = value::read(self.grid, (self.line, column), header, self.evidence, work);
        if let LineOf::Stat(stat) = self.kind {
            read.take_statistic(stat, self.grid, work);
        }
        if let Some(stat) = self.extreme(header) {
            for value in &mut read.values {
                (value.stat, value.bound) = (stat, Bound::Exact);
            }
        }
        let mut facts = header.facts.clone();
        facts.op = read.op.or(facts.op);
        let bound = header.header.bound.filter(|_| self.extreme(header).is_none());
        // A minimum is promised under other conditions than what stands beside it.
        let is_minimum = |bound: Option<Bound>| bound == Some(Bound::AtLeast);
        let fits = |point: &&mut Point| {
            point.facts == facts
                && point.has_room_for(&read.values)
                && is_minimum(point.header_bound) == is_minimum(bound)
        };
        let has_same_bound =
            self.points.iter().any(|it| it.facts == facts && it.header_bound == bound);
        let place = self
            .points
            .iter_mut()
            .filter(fits)
            .find(|point| !has_same_bound || point.header_bound == bound);
        match place {
            Some(point) => {
                point.values.extend(read.values);
                point.findings.extend(read.findings);
            }
            None => self.points.push(Point {
                facts: self.told_apart(facts, header, bound),
                values: read.values,
                findings: read.findings,
                claim: self.claim,
                header_bound: bound,
            }),
        }
    }
}

impl Record<'_, '_> {
    /// Whether a column is the least or greatest latency beside another latency: a statistic of the
    /// same test, and no bound.
    fn extreme(&self, header: &Wording) -> Option<Stat> {
        let is_latency = |it: &Wording| it.metric() == Some(Metric::Latency);
        let is_mean = |it: &Rc<Wording>| {
            is_latency(it) && it.header.bound.is_none() && it.stat() == Stat::Mean
        };
        if !is_latency(header) || !self.grid.columns.iter().any(is_mean) {
            return None;
        }
        match header.header.bound? {
            Bound::UpTo => Some(Stat::Max),
            Bound::AtLeast => Some(Stat::Min),
            _ => None,
        }
    }

    /// Facts with the name of the column, if an earlier point of the line has the same ones.
    fn told_apart(&self, facts: Facts, header: &Wording, bound: Option<Bound>) -> Facts {
        let is_same = |point: &Point| point.facts == facts && point.header_bound == bound;
        if self.points.iter().any(is_same) {
            return Facts { name: Some(header.header.text.trim().into()), ..facts };
        }
        facts
    }
}

fn is_nothing(cell: &Cell) -> bool {
    cell.is_empty() && cell.content != Content::Date
}
