//! What a reader must know before trusting the numbers.

use super::steady;
use crate::english::warning as said;
use crate::input::ReportInput;
use crate::notes::Notes;
use crate::touch::Touched;
use plimsoll_compare::{Judgement, Likeness, Point, Reason};
use plimsoll_schema::{Code, Finding, Level, Stat};
use std::sync::Arc;

/// Why a run has no figures or less than it was to have, the causes first.
const UNFINISHED: [Code; 4] =
    [Code::RunAborted, Code::RunInterrupted, Code::JobFailed, Code::AverageMissing];

/// So many reasons are printed in the sentence on points without figures.
const MOST_REASONS: usize = 2;

pub(super) fn warnings(input: &ReportInput<'_>, notes: &Notes) -> Vec<String> {
    let mut told: Vec<Arc<Finding>> = Vec::new();
    let mut warnings = unfinished(input, notes, &mut told);
    warnings.extend(steady::warning(input, notes, &mut told));
    warnings.extend(unread(input, notes));
    warnings.extend(indicative(input));
    warnings.extend(doubtful(input, notes, &told));
    warnings.extend(of_comparison(input, notes, &told));
    warnings
}

fn is_in(findings: &[Arc<Finding>], finding: &Arc<Finding>) -> bool {
    findings.iter().any(|it| Arc::ptr_eq(it, finding))
}

/// Points without figures with what became of them, then what else failed or ended early.
fn unfinished(input: &ReportInput<'_>, notes: &Notes, told: &mut Vec<Arc<Finding>>) -> Vec<String> {
    let points = &input.comparison.points;
    let without: Vec<&Point> = points.iter().filter(|point| !has_figures(point)).collect();
    let mut warnings = Vec::new();
    if !without.is_empty() {
        let mut why: Vec<Arc<Finding>> = Vec::new();
        for finding in without.iter().flat_map(|point| &point.findings) {
            if UNFINISHED.contains(&finding.code) && !is_in(&why, finding) {
                why.push(Arc::clone(finding));
            }
        }
        why.sort_by_key(|it| UNFINISHED.iter().position(|code| *code == it.code));
        let mut reasons: Vec<String> =
            why.iter().map(|it| said::message(it, said::LONGEST_REASON)).collect();
        reasons.dedup();
        reasons.truncate(MOST_REASONS);
        let numbers = notes.numbers(&why);
        warnings.push(said::without_figures(without.len(), points.len(), &reasons, &numbers));
        told.extend(why);
    }
    for code in UNFINISHED {
        let mut of_code: Vec<Arc<Finding>> = Vec::new();
        let of_points = points.iter().flat_map(|point| &point.findings);
        for finding in input.findings.iter().chain(of_points).filter(|it| it.code == code) {
            if !is_in(told, finding) && !is_in(&of_code, finding) {
                of_code.push(Arc::clone(finding));
            }
        }
        warnings.extend(in_own_words(&of_code, notes));
        told.extend(of_code);
    }
    warnings
}

/// Whether any figure of a point is known.
fn has_figures(point: &Point) -> bool {
    point.moments.iter().flat_map(|moment| &moment.rows).any(|row| !row.figures.is_empty())
}

/// The first of several findings of one code, and how many more there are.
fn in_own_words(findings: &[Arc<Finding>], notes: &Notes) -> Option<String> {
    let first = findings.first()?;
    let message = said::message(first, said::LONGEST_SENTENCE);
    Some(said::found(first.code, &message, findings.len() - 1, &notes.numbers(findings)))
}

fn unread(input: &ReportInput<'_>, notes: &Notes) -> Option<String> {
    let errors: Vec<Arc<Finding>> =
        input.findings.iter().filter(|it| it.level() == Level::Error).cloned().collect();
    let unread = input.sources.iter().filter(|source| source.format.is_none()).count();
    (unread > 0).then(|| said::unreadable(unread, &notes.numbers(&errors)))
}

fn indicative(input: &ReportInput<'_>) -> Option<String> {
    let judgements = &input.comparison.judgements;
    let indicative = judgements.iter().filter(|it| it.likeness == Likeness::Indicative).count();
    let is_by_name = |reason: &Reason| matches!(reason, Reason::KnownByName | Reason::KnownByTool);
    let by_name = judgements.iter().any(|it| it.reasons.iter().any(is_by_name));
    (indicative > 0).then(|| said::indicative(indicative, judgements.len(), by_name))
}

/// Doubts about the figures that page 1 speaks of, those with a verdict or all, that no other sentence
/// names.
fn doubtful(input: &ReportInput<'_>, notes: &Notes, told: &[Arc<Finding>]) -> Option<String> {
    let comparison = input.comparison;
    let mut doubtful: Vec<Arc<Finding>> = if comparison.is_set_beside_anything {
        let of_judgement = |judgement: &Judgement| {
            Touched::of(judgement.metric, Stat::Mean).filter(&judgement.findings)
        };
        comparison.judgements.iter().flat_map(of_judgement).collect()
    } else {
        comparison.points.iter().flat_map(|it| Touched::Rate.filter(&it.findings)).collect()
    };
    doubtful.retain(|it| {
        let is_named = is_in(told, it) || is_in(&comparison.findings, it);
        it.level() == Level::Warning && !is_named
    });
    let kinds: Vec<(Code, Vec<usize>)> = by_code(doubtful)
        .into_iter()
        .map(|(code, findings)| (code, notes.numbers(&findings)))
        .collect();
    (!kinds.is_empty()).then(|| said::doubtful(&kinds))
}

/// Findings by their code, in the order in which codes first appear.
fn by_code(findings: Vec<Arc<Finding>>) -> Vec<(Code, Vec<Arc<Finding>>)> {
    let mut by_code: Vec<(Code, Vec<Arc<Finding>>)> = Vec::new();
    for finding in findings {
        match by_code.iter_mut().find(|(code, _)| *code == finding.code) {
            Some((_, known)) => known.push(finding),
            None => by_code.push((finding.code, vec![finding])),
        }
    }
    by_code
}

/// What was found in comparing, a sentence for each kind.
fn of_comparison(input: &ReportInput<'_>, notes: &Notes, told: &[Arc<Finding>]) -> Vec<String> {
    let mut findings = input.comparison.findings.clone();
    findings.retain(|it| it.level() != Level::Note && !is_in(told, it));
    let sentence = |(code, findings): &(Code, Vec<Arc<Finding>>)| match said::about_the_comparison(
        *code,
        findings.len(),
    ) {
        Some(what) => Some(said::counted(&what, &notes.numbers(findings))),
        None => in_own_words(findings, notes),
    };
    by_code(findings).iter().filter_map(sentence).collect()
}
