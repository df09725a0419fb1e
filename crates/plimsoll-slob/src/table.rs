//! The table that `awr_info.sh` and `statspack_info.sh` make of several reports, one line for each.
//!
//! ```text
//! FILE|SESSIONS|ELAPSED|DB CPU|DB Tm|EXECUTES|LIO|PREADS|READ_MBS|PWRITES|WRITE_MBS|…|DFSR_LAT|…|
//! awr.txt.16|16|305|1.7|15.6|340|35710|20146| 157.4|7333|    61|…|   517|…|
//! ```
//!
//! Columns are known by their names. `PREADS` and `PWRITES` count requests of the application in the table of SLOB 2.5,
//! blocks in older ones, which have no `LIO`. `READ_MBS` and `WRITE_MBS` are 2^20 bytes each second, of all that the
//! database did, redo and control files included. Latencies are microseconds; SLOB's scripts print 0 for an event that
//! they did not find, and nothing at all where awk is mawk.

use plimsoll_read::{Entry, ReadError, ReadOptions, Sink};
use plimsoll_schema::{
    Code, Figure, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Row, Stat,
};
use std::sync::Arc;

/// Bytes of what the scripts call MB.
const MEGABYTE: f64 = 1_048_576.0;

/// Whether a text begins with the header of a table.
pub(crate) fn is_table(head: &str) -> bool {
    head.lines().take(5).any(is_header)
}

fn is_header(line: &str) -> bool {
    let mut names = line.split('|').map(str::trim);
    names.next() == Some("FILE") && names.any(|name| name == "SESSIONS") && line.contains("PREADS")
}

/// Gives three rows for each line whose report is not read anyway. `name` leads places where the table is one of
/// several files.
pub(crate) fn give_rows(
    entry: &Entry<'_>,
    name: Option<&str>,
    is_read: &dyn Fn(&str) -> bool,
    options: &ReadOptions,
    sink: &mut dyn Sink,
    source: &Arc<str>,
) -> Result<(), ReadError> {
    let text = entry.text(options)?;
    let mut table = Table { source, name, columns: None, blocks: None, given: 0 };
    let mut ends = text.as_str().split_inclusive('\n').zip(1..).peekable();
    while let Some((line, number)) = ends.next() {
        // A last line without an end may be cut; it counts if its last cell was closed.
        let is_whole = line.ends_with('\n') || line.ends_with('|') || ends.peek().is_some();
        let line = line.trim_end_matches(['\n', '\r']);
        if is_header(line) {
            table.head(line, number, sink);
        } else if !line.trim().is_empty() {
            table.line(line, number, is_whole, is_read, sink);
        }
    }
    if table.given == 0 && name.is_none() {
        let message = "no line of the table has the cells of its header";
        return Err(Finding::new(Code::NothingMeasured, &**source, message).into());
    }
    Ok(())
}

struct Table<'a> {
    source: &'a Arc<str>,
    name: Option<&'a str>,
    columns: Option<Columns>,
    /// The finding that rates are of blocks, if they are.
    blocks: Option<Arc<Finding>>,
    given: usize,
}

/// Where the columns are that are read.
#[derive(Debug, Clone, Default)]
struct Columns {
    count: usize,
    file: usize,
    sessions: Option<usize>,
    elapsed: Option<usize>,
    reads: Option<usize>,
    read_megabytes: Option<usize>,
    writes: Option<usize>,
    write_megabytes: Option<usize>,
    read_wait: Option<usize>,
    batch_wait: Option<usize>,
    redo_wait: Option<usize>,
    counts_requests: bool,
}

impl Columns {
    fn of(header: &str) -> Self {
        let names: Vec<&str> = cells(header);
        let find = |name: &str| names.iter().position(|it| *it == name);
        Self {
            count: names.len(),
            file: find("FILE").unwrap_or_default(),
            sessions: find("SESSIONS"),
            elapsed: find("ELAPSED"),
            reads: find("PREADS"),
            read_megabytes: find("READ_MBS"),
            writes: find("PWRITES"),
            write_megabytes: find("WRITE_MBS"),
            read_wait: find("DFSR_LAT"),
            batch_wait: find("DFPW_LAT"),
            redo_wait: find("LFPW_LAT"),
            counts_requests: find("LIO").is_some(),
        }
    }
}

/// The cells of a line, which ends with a `|`.
fn cells(line: &str) -> Vec<&str> {
    let line = line.trim_end();
    line.strip_suffix('|').unwrap_or(line).split('|').map(str::trim).collect()
}

impl Table<'_> {
    fn head(&mut self, line: &str, number: usize, sink: &mut dyn Sink) {
        let columns = Columns::of(line);
        self.blocks = (!columns.counts_requests).then(|| {
            let message = "the table has no LIO: its PREADS and PWRITES count blocks".to_owned();
            sink.finding(self.finding(Code::BlocksNotRequests, message, number))
        });
        self.columns = Some(columns);
    }

    fn line(
        &mut self,
        line: &str,
        number: usize,
        is_whole: bool,
        is_read: &dyn Fn(&str) -> bool,
        sink: &mut dyn Sink,
    ) {
        let Some(columns) = self.columns.clone() else { return };
        let cells = cells(line);
        if cells.len() != columns.count || !is_whole {
            let message = format!("it has {} cells, and the header {}", cells.len(), columns.count);
            sink.finding(self.finding(Code::LineUnreadable, message, number));
            return;
        }
        if is_read(cells[columns.file]) {
            let message = format!("{} was read itself", cells[columns.file]);
            sink.finding(self.finding(Code::DocumentRepeated, message, number));
            return;
        }
        self.given += 1;
        let line = Line { table: self, columns: &columns, cells: &cells, number };
        line.give(sink);
    }

    fn finding(&self, code: Code, message: String, number: usize) -> Finding {
        Finding::new(code, &**self.source, message).at(self.place(number))
    }

    fn place(&self, number: usize) -> String {
        match self.name {
            Some(name) => format!("{name} line {number}"),
            None => format!("line {number}"),
        }
    }
}

/// One line of the table: one run.
struct Line<'a> {
    table: &'a Table<'a>,
    columns: &'a Columns,
    cells: &'a [&'a str],
    number: usize,
}

impl<'a> Line<'a> {
    fn give(&self, sink: &mut dyn Sink) {
        let columns = self.columns;
        let mut read = self.row(Op::READ);
        let mut write = self.row(Op::WRITE);
        let mut total = self.row(Op::TOTAL);
        let mut missing = [Vec::new(), Vec::new()];
        let [of_read, of_write] = &mut missing;
        self.rates(
            &mut read,
            columns.reads,
            columns.read_megabytes,
            ["PREADS", "READ_MBS"],
            of_read,
        );
        self.rates(
            &mut write,
            columns.writes,
            columns.write_megabytes,
            ["PWRITES", "WRITE_MBS"],
            of_write,
        );
        sums(&mut total, &read, &write);
        if let Some(wait) = self.wait(columns.read_wait, Metric::Latency, "DFSR_LAT", of_read) {
            read.figures.push(wait.of_kind(Kind::WAIT));
            read.latency_kind = Some(Kind::WAIT);
        }
        let waits = [
            (columns.batch_wait, "DFPW_LAT", "db file parallel write"),
            (columns.redo_wait, "LFPW_LAT", "log file parallel write"),
        ];
        for (column, name, event) in waits {
            let wait = self.wait(column, Metric::Wait, name, of_write);
            write.figures.extend(wait.map(|wait| wait.of_kind(Kind::named(event))));
        }
        self.report_missing(missing, [&mut read, &mut write, &mut total], sink);
        for row in [read, write, total] {
            sink.row(row);
        }
    }

    fn row(&self, op: Op) -> Row {
        let source = Arc::clone(self.table.source);
        let mut identity = Identity::new(source, self.table.place(self.number), Origin::Measured);
        let whole = |column: Option<usize>| self.cells[column?].parse::<u64>().ok();
        identity.tool = Some("slob".into());
        identity.run = Some(format!("{}#{}", self.table.run_prefix(), self.table.given).into());
        identity.level = MeasuredLevel::Run;
        identity.workload = Some(self.cells[self.columns.file].into());
        identity.op = Some(op);
        identity.jobs = whole(self.columns.sessions);
        identity.duration_s = whole(self.columns.elapsed).map(|seconds| seconds as f64);
        let mut row = Row::new(identity);
        row.rate_kind = Some(Kind::APPLICATION);
        row.is_workload_of_tool = true;
        row.findings.extend(self.table.blocks.clone());
        row
    }

    /// Requests and bytes of one direction.
    fn rates(
        &self,
        row: &mut Row,
        requests: Option<usize>,
        megabytes: Option<usize>,
        names: [&'static str; 2],
        missing: &mut Vec<&'static str>,
    ) {
        if self.columns.counts_requests {
            let rate = self.number(requests, names[0], missing);
            row.figures.extend(rate.map(|(value, text)| {
                Figure::written(Metric::Iops, Stat::Mean, value, text).of_kind(Kind::APPLICATION)
            }));
        }
        let rate = self.number(megabytes, names[1], missing);
        row.figures.extend(rate.map(|(value, text)| {
            let bytes = Figure::written(Metric::Throughput, Stat::Mean, value * MEGABYTE, text);
            if self.columns.counts_requests { bytes.of_kind(Kind::TOTAL) } else { bytes }
        }));
    }

    /// A mean wait in microseconds; 0 stands for an event that was not found.
    fn wait(
        &self,
        column: Option<usize>,
        metric: Metric,
        name: &'static str,
        missing: &mut Vec<&'static str>,
    ) -> Option<Figure> {
        let (microseconds, text) = self.number(column, name, missing)?;
        if microseconds == 0.0 {
            missing.push(name);
            return None;
        }
        Some(Figure::written(metric, Stat::Mean, microseconds * 1e3, text))
    }

    fn number(
        &self,
        column: Option<usize>,
        name: &'static str,
        missing: &mut Vec<&'static str>,
    ) -> Option<(f64, &'a str)> {
        let text = self.cells[column?];
        let value = plimsoll_awr::rate(text);
        if value.is_none() {
            missing.push(name);
        }
        Some((value?, text))
    }

    /// That cells have no figure: those of reads touch reads, those of writes touch writes.
    fn report_missing(
        &self,
        missing: [Vec<&'static str>; 2],
        rows: [&mut Row; 3],
        sink: &mut dyn Sink,
    ) {
        let [read, write, total] = rows;
        for (names, row) in missing.into_iter().zip([read, write]) {
            if names.is_empty() {
                continue;
            }
            let file = self.cells[self.columns.file];
            let message = format!("{file} has no figure in {}", names.join(", "));
            let finding =
                sink.finding(self.table.finding(Code::ValueMissing, message, self.number));
            row.findings.push(Arc::clone(&finding));
            total.findings.push(finding);
        }
    }
}

impl Table<'_> {
    /// What runs of this table are called by.
    fn run_prefix(&self) -> String {
        match self.name {
            Some(name) => format!("{}/{name}", self.source),
            None => self.source.to_string(),
        }
    }
}

/// Both directions together, of what both have.
fn sums(total: &mut Row, read: &Row, write: &Row) {
    for one in &read.figures {
        if let Some(other) = write.figure(one.metric, one.stat, one.kind.as_ref()) {
            let sum = Figure::computed(one.metric, one.stat, one.value + other.value);
            total.figures.push(Figure { kind: one.kind.clone(), ..sum });
        }
    }
}
