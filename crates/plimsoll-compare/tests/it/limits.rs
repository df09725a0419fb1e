//! What a rate limit leaves of a comparison.

use crate::curves::{A300, a300, beside, input, judged, loads, unnamed};
use crate::support::{FLEX_FILE, Run, inputs, nfs, request};
use plimsoll_compare::{Comparison, Likeness, MeasuredInput, Reason, Verdict, compare};
use plimsoll_reference::Catalogue;
use plimsoll_schema::{Metric, Op};

fn beside_flex_file(inputs: &[MeasuredInput]) -> Comparison {
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    compare(inputs, &request).expect("a built-in reference")
}

fn verdicts(comparison: &Comparison) -> Vec<Verdict> {
    comparison.judgements.iter().map(|it| it.verdict).collect()
}

/// Published: 4,304 MiB/s, which are 68,864 IOPS of 64 KiB.
#[test]
fn a_limit_below_the_published_rate_says_nothing_of_it() {
    let limited = |limit: f64| {
        let mut all = inputs(&[Run::new("a.json", 100.0, (100.0, 0.0))]);
        all[0].rows[0].identity.target_iops = Some(limit);
        beside_flex_file(&all)
    };
    let comparison = limited(1600.0);
    let [judgement] = comparison.judgements.as_slice() else { panic!("one judgement") };
    assert_eq!(judgement.verdict, Verdict::NotComparable);
    assert_eq!(judgement.likeness, Likeness::NotComparable);
    assert_eq!(judgement.reasons, [Reason::RateLimited { iops: 1600.0 }]);
    assert_eq!((judgement.ratio, judgement.ratio_interval), (None, None));
    assert!(judgement.measured.is_some(), "what was measured is shown");
    assert_eq!(comparison.unmatched, [], "it is of the same workload");
    assert_eq!(verdicts(&limited(68_864.0 * 0.949)), [Verdict::NotComparable]);
    assert_eq!(verdicts(&limited(68_864.0 * 0.951)), [Verdict::FallsShort], "it had to do this");
}

/// Published: 635,342 IOPS at 6.4 ms, and 450K below 1 ms.
#[test]
fn neither_is_anything_said_of_the_latency_at_the_published_rate() {
    let slow = unnamed(input("a", &loads(&[(1.0, 6.4, 0.0066)])));
    let comparison = beside(&[slow], &a300(), &[A300]);
    let metrics: Vec<Metric> = comparison.judgements.iter().map(|it| it.metric).collect();
    assert_eq!(metrics, [Metric::Iops, Metric::Latency, Metric::Iops, Metric::Latency]);
    for judgement in &comparison.judgements {
        assert_eq!(judgement.verdict, Verdict::NotComparable);
        assert_eq!(judgement.reasons[0], Reason::RateLimited { iops: 6400.0 });
    }
}

/// Published at 75 %: read 2,963 MiB/s, which are 47,408 IOPS, write 989 MiB/s.
#[test]
fn a_limit_for_reads_and_writes_together_leaves_each_its_share() {
    let mut all = inputs(&[Run::new("a.json", 75.0, (2600.0, 900.0))]);
    for row in &mut all[0].rows {
        row.identity.target_iops = Some(56_000.0);
    }
    let judged = [Verdict::FallsShort; 2];
    assert_eq!(verdicts(&beside_flex_file(&all)), judged, "a limit for each");
    let mut total = all[0].rows[0].clone();
    total.identity.op = Some(Op::TOTAL);
    all[0].rows.insert(0, total);
    let comparison = beside_flex_file(&all);
    let reason = |op: Op| {
        let of_op = comparison.judgements.iter().find(|it| it.op == op);
        of_op.map(|it| it.reasons.clone())
    };
    // Three quarters are 42,000, less than 95 % of what was published.
    let limited = vec![Reason::RateLimited { iops: 56_000.0 }];
    assert_eq!(reason(Op::READ), Some(limited.clone()));
    assert_eq!(reason(Op::WRITE), Some(limited));
}

/// Between 50 and 75 % reads of the published rates.
#[test]
fn an_interpolated_rate_is_no_mark_for_a_limited_one() {
    let mut all = inputs(&[Run::new("a.json", 60.0, (100.0, 70.0))]);
    for row in &mut all[0].rows {
        row.identity.target_iops = Some(1600.0);
    }
    let comparison = beside_flex_file(&all);
    assert_eq!(verdicts(&comparison), [Verdict::NotComparable; 2]);
    assert!(comparison.judgements.iter().all(|it| it.published.between.is_some()));
}

/// Three limits of 64,000, 192,000 and 320,000 operations per second.
fn limited_curve(last_kiops: f64) -> MeasuredInput {
    input("a", &loads(&[(10.0, 64.0, 0.1), (30.0, 192.0, 0.15), (50.0, last_kiops, 0.2)]))
}

#[test]
fn the_peak_of_limited_loads_is_a_lower_bound_if_the_last_one_reached_its_limit() {
    for own in [false, true] {
        let of = |kiops: f64| {
            let curve = limited_curve(kiops);
            beside(&[if own { curve } else { unnamed(curve) }], &a300(), &[A300])
        };
        let peak = |comparison: &Comparison| -> Vec<(Metric, Verdict)> {
            let of_peak = judged(comparison).into_iter().filter(|it| !it.1);
            of_peak.map(|it| (it.0, it.3)).collect()
        };
        let reached = of(305.0);
        assert!(reached.curves[0].peak_is_lower_bound());
        let open = Verdict::Inconclusive;
        assert_eq!(peak(&reached), [(Metric::Iops, open), (Metric::Latency, open)]);
        let at_peak = reached.judgements.iter().filter_map(|it| it.on_curve.as_ref());
        assert!(at_peak.clone().count() == 3 && at_peak.clone().all(|it| it.is_lower_bound));

        let saturated = of(303.0);
        assert!(!saturated.curves[0].peak_is_lower_bound());
        let expected = [(Metric::Iops, Verdict::FallsShort), (Metric::Latency, Verdict::Exceeds)];
        assert_eq!(peak(&saturated), expected);
    }
}

#[test]
fn a_lower_bound_above_the_published_rate_exceeds_it() {
    let fast = loads(&[(10.0, 64.0, 0.1), (90.0, 576.0, 0.2), (120.0, 768.0, 0.3)]);
    let comparison = beside(&[unnamed(input("a", &fast))], &a300(), &[A300]);
    assert!(comparison.curves[0].peak_is_lower_bound());
    let verdicts: Vec<Verdict> = judged(&comparison).into_iter().map(|it| it.3).collect();
    assert_eq!(verdicts, [Verdict::Exceeds; 3]);
}

/// The tool found its maximum first, and all of it is no limit.
#[test]
fn all_of_the_maximum_of_a_tools_own_curve_is_no_limit() {
    let whole = loads(&[(10.0, 64.0, 0.1), (50.0, 320.0, 0.2), (100.0, 640.0, 6.0)]);
    let comparison = beside(&[input("a", &whole)], &a300(), &[A300]);
    assert!(!comparison.curves[0].peak_is_lower_bound());
}
