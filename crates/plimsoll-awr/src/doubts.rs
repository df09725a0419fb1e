//! What is doubtful about a report, and which of its rows it touches.

use crate::gathering::READ_EVENT;
use crate::kind::ReportKind;
use crate::number::count;
use crate::report::{Cell, Report};
use crate::rows::Measured;
use plimsoll_read::Sink;
use plimsoll_schema::{Code, Finding, Identity, Row};
use std::sync::Arc;

/// How far the interval by the snapshots may be from the minutes that are printed beside them: these have two
/// decimals, and the snapshots whole seconds.
const MOST_SECONDS_APART: f64 = 2.0;

/// The releases whose layout is known from a real report, by how they begin.
const AWR_RELEASES: [&str; 4] = ["11.2.", "12.", "19.", "21."];

/// Makes the findings of one report.
pub(crate) struct Doubts<'a> {
    report: &'a Report<'a>,
    source: Arc<str>,
}

impl<'a> Doubts<'a> {
    pub(crate) fn new(report: &'a Report<'a>, base: &Identity) -> Self {
        Self { report, source: Arc::clone(&base.source) }
    }

    /// Gives all findings, and attaches each to the rows that it touches: `read`, `write` and `total`.
    pub(crate) fn give(
        &self,
        measured: Option<&Measured<'_>>,
        rows: [&mut Row; 3],
        sink: &mut dyn Sink,
    ) {
        let [read, write, total] = rows;
        for finding in self.of_the_whole() {
            attach(finding, &mut [read, write, total], sink);
        }
        let Some(measured) = measured else { return };
        if self.report.is_pluggable {
            attach(self.writes_not_seen(), &mut [write, total], sink);
        }
        for finding in self.missing(measured).into_iter().chain(self.unreadable()) {
            attach(finding, &mut [read, write, total], sink);
        }
        if measured.latency.is_none() {
            attach(self.latency_unknown(), &mut [read], sink);
        }
    }

    /// That nothing can be made of the report.
    pub(crate) fn nothing_in_it(&self) -> Finding {
        let message = format!(
            "{} without any of the sections that say what storage did: Instance Activity, IO Profile, Load Profile and Foreground Wait Events",
            capitalised(self.report.kind.title())
        );
        self.finding(Code::DocumentDamaged, message)
            .with_help("make the report again; if it was copied, copy it whole")
    }

    fn of_the_whole(&self) -> impl Iterator<Item = Finding> + '_ {
        let known = [
            self.over_no_time(),
            self.interval(),
            self.cut_off(),
            self.layout(),
            self.several(),
            self.replaced(),
        ];
        known.into_iter().flatten()
    }

    fn over_no_time(&self) -> Option<Finding> {
        let report = self.report;
        let begin = report.begin.filter(|_| report.is_over_no_time())?;
        let message =
            format!("the report begins and ends with snapshot {} ({})", begin.id, begin.moment);
        Some(self.finding(Code::IntervalEmpty, message))
    }

    fn interval(&self) -> Option<Finding> {
        let report = self.report;
        if report.is_over_no_time() || report.kind.is_of_cluster() {
            return None;
        }
        let (begin, end) = (report.begin.map(|it| it.moment), report.end.map(|it| it.moment));
        let (begin, end) = (begin.unwrap_or("not there"), end.unwrap_or("not there"));
        let printed = report.elapsed_seconds();
        match report.snapshot_seconds() {
            Some(seconds) if seconds > 0.0 => {
                let is_apart = |printed: &f64| (printed - seconds).abs() > MOST_SECONDS_APART;
                let printed = printed.filter(is_apart)?;
                let message = format!(
                    "the snapshots lie {seconds} s apart ({begin} and {end}), and the report prints {printed:.0} s as elapsed"
                );
                Some(self.finding(Code::FiguresContradict, message))
            }
            _ => {
                let message = format!("the snapshots ({begin} and {end}) tell no interval");
                Some(self.finding(Code::IntervalUnclear, message))
            }
        }
    }

    fn cut_off(&self) -> Option<Finding> {
        if self.report.is_whole {
            return None;
        }
        let end = self.report.text.as_str().len();
        let message = "the report ends without its last line, `End of Report`".to_owned();
        Some(self.finding(Code::ReportCutOff, message).at(self.report.place(end.saturating_sub(1))))
    }

    fn layout(&self) -> Option<Finding> {
        let report = self.report;
        if report.kind == ReportKind::ClusterText {
            let message = "no text report of a cluster was at hand to compare with".to_owned();
            return Some(self.finding(Code::LayoutUnverified, message));
        }
        let release = report.release?;
        let is_known = match report.kind {
            ReportKind::Statspack => release.starts_with("11.2."),
            _ => AWR_RELEASES.iter().any(|known| release.starts_with(known)),
        };
        let title = report.kind.title();
        let message = format!("{title} of release {release} was not at hand to compare with");
        (!is_known).then(|| self.finding(Code::LayoutUnverified, message))
    }

    fn several(&self) -> Option<Finding> {
        let message = "another report follows in the same file".to_owned();
        self.report.is_first_of_several.then(|| self.finding(Code::ReportLeftOut, message))
    }

    /// Bytes that were no text: a report that was saved in a code page of its host.
    fn replaced(&self) -> Option<Finding> {
        let count = self.report.text.replaced();
        let message = format!("{count} sequences of bytes are no UTF-8");
        (count > 0).then(|| self.finding(Code::TextReplaced, message))
    }

    fn writes_not_seen(&self) -> Finding {
        let message =
            "the report is of a pluggable database: its writes are those of its sessions alone"
                .to_owned();
        self.finding(Code::WritesNotSeen, message)
    }

    /// Rates that the report does not tell, together.
    fn missing(&self, measured: &Measured<'_>) -> Option<Finding> {
        let expects_writes = !self.report.is_pluggable;
        let is_missing = |of: fn(&crate::rows::Rates<'_>) -> bool| {
            let (read, write) = (of(&measured.read), expects_writes && of(&measured.write));
            read || write
        };
        let requests = is_missing(|rates| rates.requests.is_none());
        let bytes = is_missing(|rates| rates.bytes.is_none());
        let what = match (requests, bytes) {
            (true, true) => "requests and bytes",
            (true, false) => "requests",
            (false, true) => "bytes",
            (false, false) => return None,
        };
        let place = if self.report.kind.is_of_cluster() {
            "System Statistics (Global)"
        } else {
            "Instance Activity"
        };
        let message = format!(
            "{place} does not tell all of the {what} that storage saw each second (`physical read total …`, `physical write total …`), and no IO Profile does with three digits"
        );
        Some(self.finding(Code::SectionMissing, message))
    }

    fn latency_unknown(&self) -> Finding {
        let wait = self.report.foreground.iter().find(|wait| wait.event == READ_EVENT);
        let Some(wait) = wait else {
            let message = format!("`{READ_EVENT}` is not among the foreground wait events");
            return self.finding(Code::LatencyUnknown, message);
        };
        let text = |printed: Option<crate::number::Printed<'_>>| {
            printed.map_or("?", |it| it.text).to_owned()
        };
        let message = format!(
            "`{READ_EVENT}` is printed with too few digits: {} waits, {} s in all, {} in the mean",
            text(wait.waits),
            text(wait.total),
            text(wait.average)
        );
        self.finding(Code::LatencyUnknown, message).at(self.report.place(wait.at))
    }

    /// Figures that are there and are no numbers.
    fn unreadable(&self) -> Vec<Finding> {
        let report = self.report;
        let activities = [&report.read, &report.write]
            .into_iter()
            .flat_map(|it| [it.total_requests, it.total_bytes, it.requests, it.bytes])
            .chain([report.commits, report.rollbacks]);
        let cells = activities.flatten().map(|it| it.per_second);
        cells.filter(is_no_number).map(|cell| self.no_number(cell)).collect()
    }

    fn no_number(&self, cell: Cell<'_>) -> Finding {
        let message = format!("`{}` is not read as a number: reports have 1,234.5", cell.text);
        self.finding(Code::ValueUnreadable, message).at(self.report.place(cell.at))
    }

    fn finding(&self, code: Code, message: String) -> Finding {
        let finding = Finding::new(code, &*self.source, message);
        match self.report.file {
            Some(file) => finding.at(file),
            None => finding,
        }
    }
}

/// Gives a finding, and attaches it to rows.
fn attach(finding: Finding, rows: &mut [&mut Row], sink: &mut dyn Sink) {
    let finding = sink.finding(finding);
    for row in rows {
        row.findings.push(Arc::clone(&finding));
    }
}

fn is_no_number(cell: &Cell<'_>) -> bool {
    !cell.text.is_empty() && count(cell.text).is_none()
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters
        .next()
        .map(|first| first.to_uppercase().chain(characters).collect())
        .unwrap_or_default()
}
