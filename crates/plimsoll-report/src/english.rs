//! The sentences of an English report. Nothing else here chooses words.

pub(crate) mod curve;
pub(crate) mod headline;
mod jobs;
pub(crate) mod over_time;
mod print;
pub(crate) mod steady;
pub(crate) mod warning;

pub(crate) use jobs::Jobs;
pub(crate) use print::{advice_in_print, plain};

use crate::number::{grouped, percent};
use crate::view::Words;
use plimsoll_compare::{Curve, Judgement, Likeness, PublishedValue, Reason, Sameness, Verdict};
use plimsoll_reference::Page;
use plimsoll_schema::{Kind, Metric, Op, Pattern};

/// Headings and fixed words.
pub(crate) fn words() -> Words {
    Words {
        summary: "Verdicts".into(),
        conditions: "Conditions side by side".into(),
        method: "Method".into(),
        notes: "Notes".into(),
        sources: "Sources".into(),
        date: "Date".into(),
        page: "Page".into(),
        of: "of".into(),
        advice: "What to do".into(),
        file: "Input and its files".into(),
        size: "Bytes".into(),
        checksum: "SHA-256".into(),
    }
}

/// A sign for a verdict that needs no colour.
pub(crate) fn symbol(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Exceeds => "▲",
        Verdict::Meets => "●",
        Verdict::FallsShort => "▼",
        Verdict::Inconclusive => "◆",
        Verdict::NotComparable => "○",
    }
}

/// The name of a quantity.
pub(crate) fn metric(metric: Metric) -> &'static str {
    match metric {
        Metric::Iops => "Operations per second",
        Metric::Throughput => "Throughput",
        Metric::Latency => "Mean latency",
        Metric::Transactions => "Transactions per second",
        other => other.word(),
    }
}

/// The name of an operation.
pub(crate) fn op(op: &Op) -> String {
    match op {
        op if *op == Op::READ => "read".into(),
        op if *op == Op::WRITE => "write".into(),
        op if *op == Op::TRIM => "trim".into(),
        op if *op == Op::TOTAL => "read + write".into(),
        other => other.word().to_owned(),
    }
}

/// The name of an operation beside others that were measured with it: a total may be of more than reads
/// and writes.
pub(crate) fn measured_op(op: &Op, all: &[Op]) -> String {
    let are_others = all.iter().any(|it| ![Op::READ, Op::WRITE, Op::TOTAL].contains(it));
    if *op == Op::TOTAL && are_others { "all together".to_owned() } else { self::op(op) }
}

/// The name of a pattern.
pub(crate) fn pattern(pattern: Option<Pattern>) -> &'static str {
    match pattern {
        Some(Pattern::Sequential) => "sequential",
        Some(Pattern::Random) => "random",
        Some(Pattern::Mixed) => "partly random",
        None => "pattern not known",
    }
}

/// What a latency measures, for people.
pub(crate) fn latency_kind(kind: &Kind) -> String {
    match kind {
        kind if *kind == Kind::RESPONSE => "response time".into(),
        kind if *kind == Kind::COMPLETION => "completion time".into(),
        kind if *kind == Kind::TOTAL => "total time".into(),
        other => other.word().to_owned(),
    }
}

/// A count with its noun.
pub(crate) fn count(number: usize, one: &str, many: &str) -> String {
    format!("{} {}", grouped(number as f64, 0), if number == 1 { one } else { many })
}

/// The answer. Counts are of figures, by verdict.
pub(crate) fn verdict_sentence(counts: &[(Verdict, usize)], references: usize) -> String {
    let total: usize = counts.iter().map(|(_, count)| count).sum();
    if total == 0 {
        return "Nothing that was measured corresponds to a published value.".into();
    }
    let of = |verdict| counts.iter().find(|(it, _)| *it == verdict).map_or(0, |(_, count)| *count);
    let parts: Vec<String> = [
        (Verdict::Exceeds, "exceeds", "exceed"),
        (Verdict::Meets, "meets", "meet"),
        (Verdict::FallsShort, "falls short", "fall short"),
        (Verdict::Inconclusive, "is inconclusive", "are inconclusive"),
        (Verdict::NotComparable, "is not comparable", "are not comparable"),
    ]
    .into_iter()
    .filter(|(verdict, _, _)| of(*verdict) > 0)
    .map(|(verdict, one, many)| {
        format!("{} {}", of(verdict), if of(verdict) == 1 { one } else { many })
    })
    .collect();
    format!(
        "In {} with published values of {}, {}.",
        count(total, "comparison", "comparisons"),
        count(references, "reference", "references"),
        listed(&parts)
    )
}

/// A text that begins with a capital.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|it| it.to_uppercase().collect::<String>()).unwrap_or_default();
    first + letters.as_str()
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// How far a comparison can be trusted, with what differs.
pub(crate) fn likeness(likeness: Likeness, reasons: &[Reason]) -> String {
    let parts = likeness_reasons(reasons);
    if parts.is_empty() {
        return likeness.word().to_owned();
    }
    format!("{} ({})", likeness.word(), parts.join("; "))
}

fn likeness_reasons(reasons: &[Reason]) -> Vec<String> {
    let of = |wanted: fn(&Reason) -> Option<&str>| -> Vec<String> {
        reasons.iter().filter_map(wanted).map(condition).collect()
    };
    let different = of(|reason| match reason {
        Reason::Differs(name) => Some(name),
        _ => None,
    });
    let not_known = of(|reason| match reason {
        Reason::MeasuredUnknown(name) => Some(name),
        _ => None,
    });
    let not_stated = of(|reason| match reason {
        Reason::PublishedUnknown(name) => Some(name),
        _ => None,
    });
    let limited = reasons.iter().filter_map(|reason| match reason {
        Reason::RateLimited { iops } => {
            Some(format!("the rate was limited to {}", curve::iops(*iops)))
        }
        _ => None,
    });
    let mut parts: Vec<String> = limited.collect();
    for (what, names) in [
        ("different", different),
        ("not known of the measurement", not_known),
        ("not stated by the page", not_stated),
    ] {
        if !names.is_empty() {
            parts.push(format!("{what}: {}", listed(&names)));
        }
    }
    for (reason, words) in [
        (Reason::NotMeasured, "the figure was not measured"),
        (Reason::NotJoined, "not known whether a client of a run or a repeat"),
        (Reason::Disturbed, "another run of its kind ran beside it"),
        (Reason::PartOfRun, "it is one job of a run"),
        (Reason::RepeatsDiffer, "other clients or jobs than its repeats"),
        (Reason::LatencyBoundNotKept, "the latency bound published with the rate was not kept"),
        (Reason::KnownByName, "the page tells the workload by its name alone"),
        (Reason::KnownByTool, "the page tells the workload by its tool alone"),
        (Reason::LatencyOfReads, "the latency is that of reads"),
    ] {
        if reasons.contains(&reason) {
            parts.push(words.to_owned());
        }
    }
    parts
}

/// The heading of what a tool with one workload of its own measured: `Database, SLOB`.
pub(crate) fn workload_of_tool(tool: &str) -> String {
    format!("Database, {}", tool.to_uppercase())
}

/// The name of a condition: that of a column or parameter, with blanks, sizes without `bytes`.
pub(crate) fn condition(name: &str) -> String {
    match name {
        "op" => "operation".into(),
        "read_percent" => "read share".into(),
        "nr_sessions" => "sessions".into(),
        "smb_connections_per_rss_interface" => "SMB connections per RSS interface".into(),
        "rsize_wsize_bytes" => "rsize and wsize".into(),
        "os" => "operating system".into(),
        other => other.trim_end_matches("_bytes").replace('_', " "),
    }
}

/// Where the values of a reference come from: the page, and the catalogue that has it.
pub(crate) fn published_in(page: &Page) -> String {
    let Page { title, publisher, date, .. } = page;
    let catalogue = if page.is_built_in {
        "built-in catalogue".to_owned()
    } else {
        format!("catalogue file {}", page.file)
    };
    format!("Published in “{title}” (publisher: {publisher}; date: {date}); {catalogue}.")
}

/// A read share with its operation, for the first column of tables.
pub(crate) fn share(read_percent: Option<f64>) -> String {
    read_percent.map_or_else(|| "not known".to_owned(), percent)
}

/// How it was compared.
pub(crate) fn method(
    tolerance: f64,
    curves: &[Curve],
    is_set_beside_anything: bool,
    is_any_run_judged: bool,
) -> Vec<String> {
    let mut paragraphs: Vec<String> = vec![
        "Every figure keeps the place it was read from and the text as written there. Values that \
         are doubtful are marked with a note or left out; none is guessed."
            .into(),
        "Clients whose times share at least 80 % of the shorter one ran together: their rates are \
         added up, mean latencies are weighted by operations, percentiles come from merged \
         histograms or are left out. Equal workloads at other times are repeats; the mean, the \
         standard deviation and their number n are given."
            .into(),
    ];
    if is_set_beside_anything {
        paragraphs.extend(method_of_comparison(tolerance));
    }
    let of_curves = curves.first().map(|it| it.crossing.threshold_ns);
    paragraphs.extend(of_curves.map(|it| curve::method(it, is_set_beside_anything)));
    paragraphs.extend(is_any_run_judged.then(steady::method));
    paragraphs
}

/// How measured values are set beside published ones.
fn method_of_comparison(tolerance: f64) -> [String; 3] {
    [
        "Measured and published values are compared where protocol, pattern, block size, operation \
         and read share agree. A read share between two published ones is interpolated: with T the \
         sum of reads and writes, 1/T is linear in the share of reads. Conditions that differ make \
         a comparison indicative; what must agree and is not known makes it not comparable."
            .into(),
        format!(
            "The ratio is measured ÷ published, for latencies published ÷ measured, so that above 1 \
             is better. A figure exceeds or falls short of a published value if the ratio differs \
             from 1 by more than {}, and never by less than half a unit of the last printed digit. \
             With repeats the whole 95 % interval of the mean (Student's t) must lie in one range, \
             else the verdict is inconclusive; with n = 1 the single value is judged. Published \
             bounds (below, at most, up to) are met or not and are never exceeded.",
            percent(tolerance * 100.0)
        ),
        "Published estimates and limits are shown where they belong and never used as marks.".into(),
    ]
}

/// Label of the time of the measurements.
pub(crate) const MEASURED: &str = "Measured";
/// Label of the tools.
pub(crate) const TOOL: &str = "Tool";
/// Label of the number of runs.
pub(crate) const RUNS: &str = "Runs";
/// Label of the number of inputs.
pub(crate) const INPUTS: &str = "Inputs";
/// What is not known.
pub(crate) const UNKNOWN: &str = "not known";
/// For an input from which nothing was read.
pub(crate) const NOT_READ: &str = "not read";
/// Caption of the table of measured figures.
pub(crate) const MEASURED_TABLE: &str = "Measured";
/// Heading of what a latency measures.
pub(crate) const LATENCY_KIND: &str = "Kind of latency";
/// Heading of the latency that 99 % of all operations stay below.
pub(crate) const PERCENTILE_99: &str = "99th percentile";

/// Heading of the operations that a database counted as its own: without those for its control files and logs.
pub(crate) const APPLICATION: &str = "Application";

/// Heading of transactions.
pub(crate) const TRANSACTIONS: &str = "Transactions";

/// Below figures of a curve of reads and writes whose latency is that of reads.
pub(crate) const LATENCY_OF_READS: &str =
    "The latency is that of reads: none was measured of reads and writes together.";
/// Marks figures of a run's total in the line of its only operation.
pub(crate) const OF_TOTAL_SIGN: &str = "*";
/// What that mark means.
pub(crate) const OF_TOTAL: &str = "* Taken from the total of the run, all of which is this operation: the tool prints none for the \
     operation itself.";
/// Caption of the table of estimates and limits.
pub(crate) const SHOWN: &str = "Published estimates and limits, for orientation";

/// Caption of a table of verdicts.
pub(crate) fn against_published(metric: Metric) -> String {
    format!("{} against published values", self::metric(metric))
}

/// How many runs of how many workloads.
pub(crate) fn runs(runs: usize, points: usize) -> String {
    format!("{} of {}", count(runs, "run", "runs"), count(points, "point", "points"))
}

/// How many inputs were read.
pub(crate) fn inputs(read: usize, unread: usize) -> String {
    let read = format!("{} read", grouped(read as f64, 0));
    if unread == 0 { read } else { format!("{read}, {unread} not") }
}

/// That figures of a column are not known, and why.
pub(crate) fn column_not_known(heading: &str, notes: &[usize]) -> String {
    format!("{heading}: not known ({}).", warning::see_notes(notes))
}

/// That published values are so much greater than all that was measured that a chart of both would show
/// neither.
pub(crate) fn not_drawn(count: usize, times: f64) -> String {
    let values = self::count(count, "published value is", "published values are");
    let not = if count == 1 { "is not drawn" } else { "are not drawn" };
    format!(
        "{values} more than {} times as great as all that was measured and {not}: the tables have \
         {}.",
        grouped(times, 0),
        if count == 1 { "it" } else { "them" }
    )
}

/// What an input tells of: tool, begin, duration, points.
pub(crate) fn about_source(
    tool: Option<&str>,
    begin_ms: Option<i64>,
    duration_s: Option<f64>,
    points: &[String],
) -> String {
    let parts = [
        Some(tool.unwrap_or(NOT_READ).to_owned()),
        begin_ms.map(instant),
        duration_s.map(crate::number::seconds),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match points {
        [] => parts.join(" · "),
        points => format!("{} · {}", parts.join(" · "), points.join("; ")),
    }
}

/// What of a workload an input measured: `64 KiB random, 100 % and 50 % reads`.
pub(crate) fn points_of_source(workload: &str, shares: &[String]) -> String {
    format!("{workload}, {} reads", listed(shares))
}

/// A time in UTC, to the second.
pub(crate) fn instant(milliseconds: i64) -> String {
    jiff::Timestamp::from_millisecond(milliseconds).map_or_else(
        |_| UNKNOWN.to_owned(),
        |time| time.strftime("%Y-%m-%d %H:%M:%S UTC").to_string(),
    )
}

/// From when to when; the end may not be known of all.
pub(crate) fn time_range(begin_ms: i64, end_ms: i64, is_end_known: bool) -> String {
    let (begin, end) = (instant(begin_ms), instant(end_ms));
    let range = match (begin.split_once(' '), end.split_once(' ')) {
        (Some((day, from)), Some((other, to))) if day == other => {
            format!("{day}, {} to {to}", from.trim_end_matches(" UTC"))
        }
        _ => format!("{begin} to {end}"),
    };
    if is_end_known { range } else { format!("{range} or later") }
}

/// What stands out in a section; nothing where no published value was asked for.
pub(crate) fn section_lead(judgements: &[&Judgement], is_set_beside_anything: bool) -> String {
    if !is_set_beside_anything {
        return String::new();
    }
    if judgements.is_empty() {
        return "No published value corresponds to what was measured here.".to_owned();
    }
    let of = |verdict: Verdict| judgements.iter().filter(|it| it.verdict == verdict).count();
    let all = judgements.len();
    for (verdict, words) in [
        (Verdict::Meets, "meets its published value"),
        (Verdict::Exceeds, "exceeds its published value"),
        (Verdict::FallsShort, "falls short of its published value"),
    ] {
        if of(verdict) == all {
            let every = if all == 1 { "The one figure" } else { "Every figure" };
            return format!("{every} that can be set beside a published value {words}.");
        }
    }
    if of(Verdict::NotComparable) == all {
        return "Nothing that was measured here can be compared with its published value."
            .to_owned();
    }
    let worst = judgements
        .iter()
        .filter(|it| it.verdict == Verdict::FallsShort)
        .filter_map(|it| Some((it.ratio?, it)))
        .min_by(|one, other| one.0.total_cmp(&other.0));
    match worst {
        Some((ratio, judgement)) => format!(
            "{} of {}; the lowest ratio is {}, of {} {}.",
            of(Verdict::FallsShort),
            count(all, "comparison falls short", "comparisons fall short"),
            grouped(ratio, 2),
            op(&judgement.op),
            metric(judgement.metric).to_lowercase(),
        ),
        None => format!("None of {} falls short.", count(all, "comparison", "comparisons")),
    }
}

/// What a published value rests on.
pub(crate) fn basis(published: &PublishedValue) -> String {
    match (&published.between, &published.written) {
        (Some(between), _) => format!(
            "interpolated between {} and {} reads",
            percent(between.low_percent),
            percent(between.high_percent)
        ),
        (None, Some(written)) => format!("printed {written}"),
        (None, None) => "printed".to_owned(),
    }
}

/// Whether a condition is the same.
pub(crate) fn sameness(sameness: Sameness) -> &'static str {
    match sameness {
        Sameness::Same => "same",
        Sameness::Different => "different",
        Sameness::Unknown => "not known",
    }
}

/// Title of the chart of latencies over the load.
pub(crate) const LATENCY_OVER_LOAD: &str = "Mean latency over operations per second";
/// What a finding about the report itself names as its source.
pub(crate) const THE_REPORT: &str = "the report";
/// Label of what is required, on the load line.
pub(crate) const REQUIRED_MARK: &str = "required";
/// Label of what was measured, on the load line.
pub(crate) const MEASURED_MARK: &str = "measured";
/// Label of what is published, on the load line.
pub(crate) const PUBLISHED_MARK: &str = "published";

/// Title of a chart over the read share.
pub(crate) fn over_read_share(metric: Metric, are_several: bool) -> String {
    let which = if are_several { ", the greatest of several at each share" } else { "" };
    format!("{} over the share of reads{which}", self::metric(metric))
}

/// Label of a measured line.
pub(crate) fn measured_label(op: &Op) -> String {
    format!("{}, measured", self::op(op))
}

/// Label of a published line; with its reference where there are several.
pub(crate) fn published_label(op: &Op, reference: Option<&str>) -> String {
    match reference {
        Some(reference) => format!("{}, {reference}", self::op(op)),
        None => format!("{}, published", self::op(op)),
    }
}

/// Label of interpolated points.
pub(crate) fn interpolated_label(op: &Op) -> String {
    format!("{}, interpolated", self::op(op))
}

/// Label of a line at one read share.
pub(crate) fn at_share(op: &Op, read_percent: f64) -> String {
    format!("{} at {} reads", self::op(op), percent(read_percent))
}

/// Title of the load line: the workload that carries the most.
pub(crate) fn load_line_title(
    metric: Metric,
    workload: &str,
    read_percent: Option<f64>,
    latency_ns: Option<f64>,
) -> String {
    let within = latency_ns.map_or_else(String::new, |most| {
        format!(", at a mean latency of at most {} ms", grouped_ms(most))
    });
    let quantity = self::metric(metric).to_lowercase();
    format!("Load line, {quantity}: {workload}, {} reads{within}", share(read_percent))
}

fn grouped_ms(nanoseconds: f64) -> String {
    let text = grouped(nanoseconds / 1e6, 3);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// One reason why a comparison is not like for like.
pub(crate) fn reason(reason: &Reason) -> String {
    likeness_reasons(std::slice::from_ref(reason)).join("; ")
}

/// How far a verdict can be trusted, in a few words; why, where it says that nothing is comparable.
pub(crate) fn comparison(judgement: &Judgement) -> String {
    let likeness = judgement.likeness.word();
    if judgement.likeness == Likeness::NotComparable {
        let reasons = judgement.reasons.iter().filter(|it| !it.leaves_it_comparable());
        return likeness_reasons(&reasons.cloned().collect::<Vec<_>>()).join("; ");
    }
    let measured = curve::read_from(judgement);
    if judgement.published.between.is_some() {
        format!("{likeness}, interpolated{measured}")
    } else {
        format!("{likeness}{measured}")
    }
}

/// Title of the chart of percentiles, of which it may show some only.
pub(crate) fn percentiles(shown: usize, of: usize) -> String {
    if shown == of {
        "Percentiles of the latency".to_owned()
    } else {
        format!("Percentiles of the latency, the first {shown} of {of}")
    }
}

/// Title of the chart of shares by latency, of which it may show some only.
pub(crate) fn distributions(shown: usize, of: usize) -> String {
    if shown == of {
        "Distribution of the latency".to_owned()
    } else {
        format!("Distribution of the latency, the first {shown} of {of}")
    }
}

/// Label of a line of one workload among several: `rand-8k, read`.
pub(crate) fn of_workload(op: &Op, name: &str) -> String {
    if name.is_empty() { self::op(op) } else { format!("{name}, {}", self::op(op)) }
}

/// The places of a note, and how many more there are.
pub(crate) fn places(places: &[String], more: usize) -> String {
    let list = places.join("; ");
    match more {
        0 => list,
        more => format!("{list}; and {}", count(more, "more place", "more places")),
    }
}
