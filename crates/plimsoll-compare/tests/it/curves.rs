//! Load curves: what is one, its peak, where it passes a latency, and what it is set beside.

use crate::support::{FLEX_FILE, Run, campaign, codes, inputs, nfs, request};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{
    Asked, Comparison, Curve, CurvePlace, Judgement, Likeness, MeasuredInput, Passed, Reason,
    Verdict, compare,
};
use plimsoll_reference::Catalogue;
use plimsoll_schema::{
    Figure, Identity, Kind, LoadStep, MeasuredLevel, Metric, Op, Origin, Pattern, Row, Stat, Window,
};

pub(crate) const A300: &str = "aff-a300/fc/4k-random-read";

/// A load as a tool prints it: thousands of operations per second, milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Loaded {
    /// Per cent of the maximum; 0 is the run without a limit.
    percent: f64,
    kiops: f64,
    milliseconds: f64,
}

pub(crate) fn loads(all: &[(f64, f64, f64)]) -> Vec<Loaded> {
    let load = |(percent, kiops, milliseconds): &(f64, f64, f64)| Loaded {
        percent: *percent,
        kiops: *kiops,
        milliseconds: *milliseconds,
    };
    all.iter().map(load).collect()
}

/// A curve that passes 1 ms between 80 and 90 %, at 440,000 + 0.25 × 80,000 = 460,000.
pub(crate) fn usual() -> Vec<Loaded> {
    loads(&[
        (0.0, 640.0, 6.2),
        (10.0, 64.0, 0.2),
        (50.0, 320.0, 0.4),
        (80.0, 440.0, 0.8),
        (90.0, 520.0, 1.6),
        (100.0, 630.0, 5.0),
    ])
}

/// 4 KiB random reads with a total and a row of reads.
fn rows(path: &str, run: i64, load: &Loaded) -> Vec<Row> {
    let mut total = Row::new(Identity::new(path.into(), format!("line {run}"), Origin::Measured));
    let identity = &mut total.identity;
    identity.tool = Some("vdbench".into());
    identity.run = Some(format!("{path}#{run}").into());
    identity.level = MeasuredLevel::Run;
    identity.op = Some(Op::TOTAL);
    identity.pattern = Some(Pattern::Random);
    identity.read_percent = Some(100.0);
    identity.block_size_bytes = Some(4096);
    identity.jobs = Some(128);
    let percent = (load.percent > 0.0).then_some(load.percent);
    identity.workload = Some(match percent {
        None => "rd1".into(),
        Some(percent) => format!("rd1_({percent}%)").into(),
    });
    identity.target_iops = percent.map(|percent| (percent * 64.0).round() * 100.0);
    total.load_step = Some(LoadStep { curve: "rd1".into(), percent_of_maximum: percent });
    let begin_ms = run * 100_000;
    total.window = Some(Window { begin_ms, end_ms: begin_ms + 60_000, resolution_ms: 1 });
    total.latency_kind = Some(Kind::RESPONSE);
    let latency = |milliseconds: f64| {
        Figure::computed(Metric::Latency, Stat::Mean, milliseconds * 1e6).of_kind(Kind::RESPONSE)
    };
    let iops = Figure::computed(Metric::Iops, Stat::Mean, load.kiops * 1e3);
    let mut read = total.clone();
    read.identity.op = Some(Op::READ);
    read.figures = vec![iops.clone(), latency(load.milliseconds)];
    let throughput = Figure::computed(Metric::Throughput, Stat::Mean, load.kiops * 4096e3);
    total.figures = vec![iops, throughput, latency(load.milliseconds)];
    vec![total, read]
}

pub(crate) fn input(path: &str, loads: &[Loaded]) -> MeasuredInput {
    let rows = (1..).zip(loads).flat_map(|(run, load)| rows(path, run, load)).collect();
    MeasuredInput { system: 0, path: path.to_owned(), rows }
}

pub(crate) fn changed(mut input: MeasuredInput, change: impl Fn(&mut Row)) -> MeasuredInput {
    input.rows.iter_mut().for_each(change);
    input
}

pub(crate) fn a300() -> Campaign {
    campaign("[system]\nproduct = \"AFF A300\"\nprotocol = \"FC\"\n")
}

pub(crate) fn beside(
    inputs: &[MeasuredInput],
    campaign: &Campaign,
    against: &[&str],
) -> Comparison {
    let request = request(campaign, Catalogue::built_in(), against);
    compare(inputs, &request).expect("references that exist")
}

fn curve_of(inputs: &[MeasuredInput]) -> Curve {
    let comparison = beside(inputs, &a300(), &[]);
    assert_eq!(comparison.curves.len(), 1);
    comparison.curves[0].clone()
}

/// Metric, whether it is at a threshold, measured mean, verdict, likeness.
pub(crate) fn judged(
    comparison: &Comparison,
) -> Vec<(Metric, bool, Option<f64>, Verdict, Likeness)> {
    let of = |it: &Judgement| {
        let place = it.on_curve.as_ref().map(|on_curve| &on_curve.place);
        let is_at_threshold = matches!(place, Some(CurvePlace::Threshold(_)));
        let mean = it.measured.as_ref().map(|sample| sample.mean().round());
        (it.metric, is_at_threshold, mean, it.verdict, it.likeness)
    };
    comparison.judgements.iter().map(of).collect()
}

#[test]
fn a_curve_is_judged_at_its_peak_and_at_the_published_latency_and_nowhere_else() {
    use Likeness::LikeForLike;
    for against in [&[A300][..], &[]] {
        let comparison = beside(&[input("a", &usual())], &a300(), against);
        let expected = [
            // Published: 450K below 1 ms; 635,342 at 6.4 ms.
            (Metric::Iops, true, Some(460_000.0), Verdict::Meets, LikeForLike),
            (Metric::Iops, false, Some(640_000.0), Verdict::Meets, LikeForLike),
            (Metric::Latency, false, Some(6_200_000.0), Verdict::Meets, LikeForLike),
        ];
        assert_eq!(judged(&comparison), expected);
        for judgement in &comparison.judgements {
            assert_eq!((&*judgement.entry.id, &judgement.op), (A300, &Op::READ));
        }
    }
}

#[test]
fn a_curve_has_its_loads_in_order_its_peak_and_its_crossing() {
    let curve = curve_of(&[input("a", &usual())]);
    assert_eq!((curve.name.as_deref(), &curve.op), (Some("rd1"), &Op::READ));
    let asked: Vec<Asked> = curve.loads.iter().map(|load| load.asked).collect();
    let percent = |percent: f64| Asked::Percent { percent, target_iops: Some(percent * 6400.0) };
    let expected = [10.0, 50.0, 80.0, 90.0, 100.0].map(percent);
    assert_eq!(asked, [&expected[..], &[Asked::Maximum]].concat());
    assert_eq!(curve.peak().points, [0], "the run without a limit came first");
    let Passed::Between { below, above, weight } = curve.crossing.passed else {
        panic!("{:?}", curve.crossing)
    };
    assert_eq!((below, above), (2, 3));
    assert!((weight - 0.25).abs() < 1e-9);
    assert!((curve.iops_at_threshold().expect("it passes").mean() - 460_000.0).abs() < 1e-3);
}

#[test]
fn the_threshold_of_the_request_is_none_of_the_references() {
    let (campaign, inputs) = (a300(), [input("a", &usual())]);
    let mut request = request(&campaign, Catalogue::built_in(), &[A300]);
    request.latency_threshold_ns = 0.3e6;
    let comparison = compare(&inputs, &request).expect("a reference that exists");
    let at = comparison.curves[0].iops_at_threshold().expect("it passes").mean();
    assert!((at - 192_000.0).abs() < 1e-3, "half of the way from 64,000 to 320,000");
    assert_eq!(judged(&comparison)[0].2, Some(460_000.0), "450K were published below 1 ms");
}

#[test]
fn a_curve_that_stays_below_the_latency_gives_a_lower_bound() {
    let stays = |kiops: f64| {
        let loads = loads(&[(10.0, 50.0, 0.1), (50.0, 200.0, 0.2), (0.0, kiops, 0.5)]);
        let comparison = beside(&[input("a", &loads)], &a300(), &[A300]);
        assert_eq!(comparison.curves[0].crossing.passed, Passed::Never { load: 2 });
        judged(&comparison)[0]
    };
    // At least 400,000 may be 450,000; at least 500,000 is more.
    assert_eq!(stays(400.0).3, Verdict::Inconclusive);
    assert_eq!(stays(500.0).3, Verdict::Exceeds);
}

#[test]
fn a_curve_that_begins_above_the_latency_has_no_rate_there() {
    let slow = loads(&[(10.0, 50.0, 1.1), (50.0, 200.0, 2.0), (0.0, 300.0, 9.0)]);
    let comparison = beside(&[input("a", &slow)], &a300(), &[A300]);
    let rate = &comparison.judgements[0];
    assert_eq!((rate.verdict, &rate.measured), (Verdict::NotComparable, &None));
    assert_eq!(rate.reasons, [Reason::LatencyBoundNotKept]);
    assert_eq!(comparison.curves[0].iops_at_threshold(), None);
}

#[test]
fn loads_without_figures_and_loads_that_stand_apart_are_none() {
    let mut measured = input("a", &usual());
    measured.rows[4].figures.clear();
    measured.rows[5].figures.clear();
    assert_eq!(curve_of(&[measured]).loads.len(), 5, "nothing was measured at 50 %");

    // Another workload of its kind ran beside the load at 80 %.
    let mut beside_it = input("b", &loads(&[(80.0, 10.0, 0.8)]));
    for row in &mut beside_it.rows {
        row.identity.workload = Some("other".into());
        row.load_step = None;
        row.window = Some(Window { begin_ms: 400_000, end_ms: 460_000, resolution_ms: 1 });
    }
    let curve = curve_of(&[input("a", &usual()), beside_it]);
    let percents: Vec<Asked> = curve.loads.iter().map(|load| load.asked).collect();
    assert!(!percents.iter().any(|it| matches!(it, Asked::Percent { percent: 80.0, .. })));
    assert_eq!(percents.len(), 5);
}

#[test]
fn repeats_of_a_curve_are_repeats_of_its_loads_whatever_maximum_each_found() {
    let second = changed(input("b", &usual()), |row| {
        row.identity.target_iops = row.identity.target_iops.map(|rate| rate + 100.0);
        row.window = row.window.map(|it| Window {
            begin_ms: it.begin_ms + 1_000_000,
            end_ms: it.end_ms + 1_000_000,
            ..it
        });
        for figure in row.figures.iter_mut().filter(|it| it.metric == Metric::Iops) {
            figure.value += 400.0;
        }
    });
    let comparison = beside(&[input("a", &usual()), second], &a300(), &[A300]);
    let [curve] = comparison.curves.as_slice() else { panic!("one curve") };
    assert_eq!(curve.loads.len(), 6);
    assert!(curve.loads.iter().all(|load| load.point.moments.len() == 2));
    assert_eq!(curve.loads[0].asked, Asked::Percent { percent: 10.0, target_iops: None });
    let at = curve.iops_at_threshold().expect("it passes");
    assert_eq!(at.values().iter().map(|it| it.round()).collect::<Vec<_>>(), [460e3, 460.4e3]);
    let judged = judged(&comparison);
    assert_eq!(judged.len(), 3);
    assert_eq!(judged[0].2, Some(460_200.0));
    assert_eq!(judged[0].3, Verdict::Meets);
}

#[test]
fn clients_that_ran_one_curve_together_are_one_curve() {
    let curve = curve_of(&[input("a", &usual()), input("b", &half_as_fast())]);
    assert_eq!(curve.loads.len(), 6);
    assert_eq!(curve.loads[0].mean(&Op::READ, Metric::Iops), Some(64_000.0 + 32_000.0));
    let asked = Asked::Percent { percent: 10.0, target_iops: Some(128_000.0) };
    assert_eq!(curve.loads[0].asked, asked);
}

/// Another client of the usual curve.
fn half_as_fast() -> Vec<Loaded> {
    usual().into_iter().map(|load| Loaded { kiops: load.kiops / 2.0, ..load }).collect()
}

/// Without what the tool says of its curve.
pub(crate) fn unnamed(input: MeasuredInput) -> MeasuredInput {
    changed(input, |row| {
        row.load_step = None;
        row.identity.workload = Some("rd1".into());
    })
}

#[test]
fn rates_that_were_asked_for_are_a_curve_and_the_run_without_a_limit_is_its_maximum() {
    let curve = curve_of(&[unnamed(input("a", &usual()))]);
    let asked: Vec<Asked> = curve.loads.iter().map(|load| load.asked).collect();
    assert_eq!(asked[0], Asked::Rate(64_000.0));
    assert_eq!((asked.len(), asked[5]), (6, Asked::Maximum));
    let two = unnamed(input("a", &usual()[..2]));
    assert!(beside(&[two], &a300(), &[]).curves.is_empty(), "two points are no curve");
}

/// Points of one name with these jobs and depths, at growing rate.
fn outstanding(all: &[(u64, u64)]) -> MeasuredInput {
    let loads: Vec<Loaded> = usual().into_iter().skip(1).cycle().take(all.len()).collect();
    let mut input = unnamed(input("a", &loads));
    for (pair, (jobs, depth)) in input.rows.chunks_mut(2).zip(all) {
        for row in pair {
            row.identity.target_iops = None;
            row.identity.jobs = Some(*jobs);
            row.identity.queue_depth = Some(*depth);
        }
    }
    input
}

#[test]
fn jobs_and_depths_that_grow_are_a_curve() {
    let loads = |all: &[(u64, u64)]| {
        let comparison = beside(&[outstanding(all)], &a300(), &[]);
        assert_eq!(codes(&comparison), [], "{all:?}");
        let count = |curve: &Curve| curve.loads.len();
        comparison.curves.iter().map(count).collect::<Vec<_>>()
    };
    assert_eq!(loads(&[(1, 1), (1, 8), (1, 32)]), [3], "depth");
    assert_eq!(loads(&[(8, 1), (1, 1), (32, 1)]), [3], "jobs");
    assert_eq!(loads(&[(1, 1), (2, 4), (4, 8)]), [3], "both together");
    let grid = [1, 8, 16].map(|jobs| [(jobs, 1), (jobs, 8), (jobs, 32)]).concat();
    assert_eq!(loads(&grid), [3, 3, 3], "each number of jobs of a grid");
    assert_eq!(loads(&[(1, 1), (1, 8)]), [], "two points are no curve");
}

#[test]
fn other_workloads_are_other_curves() {
    let small = changed(input("b", &usual()), |row| row.identity.block_size_bytes = Some(8192));
    let later = changed(small, |row| {
        row.window = row.window.map(|it| Window {
            begin_ms: it.begin_ms + 1_000_000,
            end_ms: it.end_ms + 1_000_000,
            ..it
        });
    });
    let comparison = beside(&[input("a", &usual()), later], &a300(), &[A300]);
    assert_eq!(comparison.curves.len(), 2);
    assert_eq!(comparison.judgements.len(), 3, "8 KiB are set beside no 4 KiB");
}

#[test]
fn a_mix_is_a_curve_of_reads_and_writes_together() {
    let mixed = changed(input("a", &usual()), |row| row.identity.read_percent = Some(70.0));
    assert_eq!(curve_of(&[mixed]).op, Op::TOTAL);
    // Shares that were measured differ a little from load to load.
    let mut measured = input("a", &usual());
    for (at, pair) in measured.rows.chunks_mut(2).enumerate() {
        for row in pair {
            row.identity.read_percent = Some(70.0 + (at % 2) as f64);
        }
    }
    assert_eq!(curve_of(&[measured]).loads.len(), 6);
}

#[test]
fn the_total_of_a_pure_workload_is_what_its_one_operation_did() {
    // The row of reads has no throughput; older versions print no row of reads at all.
    let sequential = |row: &mut Row| {
        row.identity.pattern = Some(Pattern::Sequential);
        row.identity.block_size_bytes = Some(65536);
    };
    let whole = changed(input("a", &usual()), sequential);
    let mut total_only = whole.clone();
    total_only.rows.retain(|row| row.identity.op == Some(Op::TOTAL));
    for measured in [whole, total_only] {
        let against = "aff-a300/fc/64k-sequential-read";
        let comparison = beside(&[measured], &a300(), &[against]);
        let throughput = |at_threshold: bool| {
            let wanted = (Metric::Throughput, at_threshold);
            let all = judged(&comparison);
            all.into_iter().find(|it| (it.0, it.1) == wanted).and_then(|it| it.2)
        };
        assert_eq!(throughput(true), Some(460_000.0 * 4096.0));
        assert_eq!(throughput(false), Some(640_000.0 * 4096.0));
        assert!(comparison.judgements.iter().all(|it| it.op == Op::READ));
    }
}

/// A mix of sizes, as database workloads are.
fn database(read_percent: f64, name: &str) -> MeasuredInput {
    changed(input("a", &usual()), |row| {
        row.identity.read_percent = Some(read_percent);
        row.identity.block_size_bytes = None;
        row.identity.pattern = None;
        row.load_step = row.load_step.take().map(|it| LoadStep { curve: name.into(), ..it });
    })
}

fn ids(comparison: &Comparison) -> Vec<&str> {
    let mut ids: Vec<&str> = comparison.judgements.iter().map(|it| &*it.entry.id).collect();
    ids.dedup();
    ids
}

#[test]
fn a_workload_that_a_page_only_names_is_set_beside_what_is_called_so() {
    let none: [&str; 0] = [];
    // By its id.
    let comparison = beside(&[database(75.0, "rd1")], &a300(), &["aff-a300/fc/sql"]);
    assert_eq!(ids(&comparison), ["aff-a300/fc/sql"]);
    for judgement in &comparison.judgements {
        assert_eq!(judgement.op, Op::TOTAL);
        assert_eq!(judgement.reasons, [Reason::KnownByName]);
        assert_eq!(judgement.likeness, Likeness::Indicative);
    }
    // A prefix tells none of many.
    assert_eq!(ids(&beside(&[database(75.0, "rd1")], &a300(), &["aff-a300"])), none);
    // By the name of the workload, also without being named.
    for against in [&["aff-a300"][..], &[]] {
        let comparison = beside(&[database(90.0, "SQL_90-10")], &a300(), against);
        assert_eq!(ids(&comparison), ["aff-a300/fc/sql-90-10"]);
    }
    // By the name of the step.
    let mut campaign_of_step = a300();
    campaign_of_step.steps = campaign("[[step]]\nname = \"Oracle 80-20\"\nfiles = [\"a\"]\n").steps;
    let comparison = beside(&[database(80.0, "rd1")], &campaign_of_step, &[]);
    assert_eq!(ids(&comparison), ["aff-a300/fc/oracle-80-20"]);
    // What the page does state must agree.
    let comparison = beside(&[database(80.0, "SQL 90-10")], &a300(), &["aff-a300/fc/sql-90-10"]);
    assert_eq!(ids(&comparison), none);
    let pure = changed(database(100.0, "SQL"), |_| {});
    assert_eq!(ids(&beside(&[pure], &a300(), &["aff-a300/fc/sql"])), none, "reads are no total");
}

#[test]
fn another_kind_of_latency_makes_the_threshold_indicative() {
    let other = changed(input("a", &usual()), |row| {
        row.latency_kind = Some(Kind::COMPLETION);
        for figure in row.figures.iter_mut().filter(|it| it.metric == Metric::Latency) {
            figure.kind = Some(Kind::COMPLETION);
        }
    });
    let comparison = beside(&[other], &a300(), &[A300]);
    let threshold = &comparison.judgements[0];
    assert_eq!(threshold.likeness, Likeness::Indicative);
    assert_eq!(threshold.reasons, [Reason::Differs("latency_kind".to_owned())]);
}

#[test]
fn a_page_that_states_its_jobs_is_compared_with_the_load_of_these() {
    // Published with 48 jobs; 96 jobs do more.
    let runs = [
        Run::new("1", 100.0, (2000.0, 0.0)).at(0, 60),
        Run::new("2", 100.0, (4304.0, 0.0)).at(100, 160),
        Run::new("3", 100.0, (4900.0, 0.0)).at(200, 260),
    ];
    let mut all = inputs(&runs);
    for (input, jobs) in all.iter_mut().zip([12, 48, 96]) {
        input.rows[0].identity.jobs = Some(jobs);
    }
    let comparison = beside(&all, &nfs(), &[FLEX_FILE]);
    assert_eq!(comparison.curves.len(), 1);
    let [judgement] = comparison.judgements.as_slice() else { panic!("one judgement") };
    assert_eq!((judgement.verdict, judgement.likeness), (Verdict::Meets, Likeness::LikeForLike));
    let place = judgement.on_curve.as_ref().map(|it| &it.place);
    assert_eq!(place, Some(&CurvePlace::Load(1)));
    assert_eq!(comparison.curves[0].peak, 2);
}
