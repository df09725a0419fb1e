//! From a comparison to the view.

mod charts;
mod columns;
mod conditions;
mod curves;
mod facts;
mod headline;
mod latencies;
mod loads;
mod measured;
mod over_time;
mod published;
mod read_share;
mod section;
mod sources;
mod steady;
mod summary;
mod warnings;

pub(crate) use over_time::{DrawnRun, drawn_runs};
pub(crate) use steady::{PointRun, Tally, runs as runs_with_series};

use crate::english;
use crate::input::ReportInput;
use crate::notes::Notes;
use crate::view::{CellView, ColumnView, ReportView, VerdictCount};
use plimsoll_compare::Verdict;
use plimsoll_schema::{Code, Finding, Level};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Makes the view.
pub fn view(input: &ReportInput<'_>) -> ReportView {
    let notes = Notes::default();
    let counts = verdict_counts(input);
    let references: BTreeSet<&str> =
        input.comparison.judgements.iter().map(|it| &*it.entry.id).collect();
    // In the order of the page, because the numbers of notes follow it.
    let workloads = section::workloads(input);
    let order: Vec<usize> = workloads.iter().flat_map(|it| it.points.iter().copied()).collect();
    let summary = summary::tables(input, &order, &notes);
    let sections = section::sections(&workloads, &notes);
    let conditions = conditions::tables(input);
    let (load_lines, requirement_warnings) = charts::load_lines(input);
    let sources = sources::sources(input, &notes);
    number_the_rest(input, &notes);
    let warnings = warnings::warnings(input, &notes);
    let (verdict, headline) = if input.comparison.is_set_beside_anything {
        (english::verdict_sentence(&counts, references.len()), Vec::new())
    } else {
        (String::new(), headline::lines(&workloads))
    };
    let mut view = ReportView {
        language: "en".into(),
        title: title(input),
        date: input.date.strftime("%-d %B %Y").to_string(),
        iso_date: input.date.to_string(),
        subject: subject(input),
        notice: input.campaign.notice.clone(),
        verdict,
        headline,
        counts: counts.iter().map(|(verdict, count)| count_view(*verdict, *count)).collect(),
        warnings: requirement_warnings.into_iter().chain(warnings).collect(),
        facts: facts::facts(input),
        load_lines,
        summary,
        sections,
        conditions,
        method: english::method(
            input.tolerance,
            &input.comparison.curves,
            input.comparison.is_set_beside_anything,
            Tally::of(input).judged() > 0,
        ),
        notes: Vec::new(),
        sources,
        words: english::words(),
        generator: concat!("Plimsoll ", env!("CARGO_PKG_VERSION")).into(),
    };
    view.notes = notes.views();
    if let Some(finding) = without_glyph(&view) {
        notes.number(&Arc::new(finding));
        view.notes = notes.views();
    }
    view
}

/// Characters of the view that no embedded font has: the PDF prints their code points.
fn without_glyph(view: &ReportView) -> Option<Finding> {
    let text = serde_json::to_string(view).ok()?;
    let missing: BTreeSet<char> = text
        .chars()
        .filter(|it| !it.is_control() && plimsoll_fonts::covers(*it).is_none())
        .collect();
    if missing.is_empty() {
        return None;
    }
    let list: Vec<String> = missing.iter().map(|it| format!("U+{:04X}", u32::from(*it))).collect();
    let message = format!("no embedded font has a glyph for {}", english::listed(&list));
    Some(Finding::new(Code::GlyphMissing, english::THE_REPORT, message))
}

fn title(input: &ReportInput<'_>) -> String {
    let named = input.campaign.title.clone();
    named.unwrap_or_else(|| format!("Storage benchmark: {}", english::listed(input.systems)))
}

fn subject(input: &ReportInput<'_>) -> String {
    let system = &input.campaign.system;
    let parts = [&system.product, &system.service_level, &system.protocol];
    let parts: Vec<&str> = parts.into_iter().filter_map(|part| part.as_deref()).collect();
    parts.join(", ")
}

/// How often each verdict was given, best first.
fn verdict_counts(input: &ReportInput<'_>) -> Vec<(Verdict, usize)> {
    let judgements = &input.comparison.judgements;
    [
        Verdict::Exceeds,
        Verdict::Meets,
        Verdict::FallsShort,
        Verdict::Inconclusive,
        Verdict::NotComparable,
    ]
    .into_iter()
    .map(|verdict| (verdict, judgements.iter().filter(|it| it.verdict == verdict).count()))
    .filter(|(_, count)| *count > 0)
    .collect()
}

fn count_view(verdict: Verdict, count: usize) -> VerdictCount {
    VerdictCount {
        verdict: verdict.word().replace(' ', "-"),
        symbol: english::symbol(verdict).into(),
        label: verdict.word().into(),
        count,
    }
}

/// All findings that belong to the report and have no number yet: those of the comparison, then
/// those of reading. Mere notes about inputs stand last.
fn number_the_rest(input: &ReportInput<'_>, notes: &Notes) {
    let all = input.comparison.findings.iter().chain(input.findings);
    let (doubts, remarks): (Vec<&Arc<Finding>>, Vec<_>) =
        all.partition(|finding| finding.level() != Level::Note);
    for finding in doubts.into_iter().chain(remarks) {
        notes.number(finding);
    }
}

fn words(heading: &str) -> ColumnView {
    ColumnView { heading: heading.to_owned(), unit: String::new(), is_number: false }
}

fn numbers(heading: &str, unit: &str) -> ColumnView {
    ColumnView { heading: heading.to_owned(), unit: unit.to_owned(), is_number: true }
}

fn cell(text: impl Into<String>) -> CellView {
    CellView { text: text.into(), ..CellView::default() }
}
