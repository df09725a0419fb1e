//! What is a client, what a repeat, and what stands apart.

use crate::support::{
    FLEX_FILE, Run, campaign, codes, compared, inputs, like, nfs, request, verdicts,
};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{Comparison, Likeness, MeasuredInput, Reason, Sample, Verdict, compare};
use plimsoll_reference::Catalogue;
use plimsoll_schema::{Code, MeasuredLevel};

#[test]
fn clients_that_ran_together_are_added_up() {
    let runs = [
        Run::new("a.json", 100.0, (2152.0, 0.0)).of_clients(3).at(0, 60),
        Run::new("b.json", 100.0, (2152.0, 0.0)).of_clients(3).at(5, 65),
    ];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(comparison.points.len(), 1);
    assert_eq!(comparison.points[0].moments.len(), 1);
    assert_eq!(comparison.points[0].moments[0].clients(), Some(6));
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
    assert!((comparison.judgements[0].ratio.expect("measured") - 1.0).abs() < 1e-9);
}

#[test]
fn the_same_workload_at_other_times_is_repeated() {
    let runs = [
        Run::new("1.json", 100.0, (4300.0, 0.0)).at(0, 60),
        Run::new("2.json", 100.0, (4310.0, 0.0)).at(100, 160),
        Run::new("3.json", 100.0, (4302.0, 0.0)).at(200, 260),
    ];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(comparison.judgements[0].measured.as_ref().map(Sample::n), Some(3));
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
    let spread = [runs[0].clone(), Run::new("2.json", 100.0, (2000.0, 0.0)).at(100, 160)];
    let comparison = compared(&spread, &nfs(), &[FLEX_FILE]);
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Inconclusive)]);
}

#[test]
fn a_small_overlap_is_a_finding_and_they_stay_apart() {
    let runs = [
        Run::new("a.json", 100.0, (4304.0, 0.0)).at(0, 60),
        Run::new("b.json", 100.0, (4304.0, 0.0)).at(30, 90),
    ];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(sizes(&comparison), [1, 1]);
    assert_eq!(codes(&comparison), [Code::ClientsOverlapPartly]);
    let edge = [runs[0].clone(), Run::new("b.json", 100.0, (4304.0, 0.0)).at(12, 72)];
    assert_eq!(compared(&edge, &nfs(), &[FLEX_FILE]).points[0].moments.len(), 1, "80 % is enough");
}

#[test]
fn without_a_time_only_the_campaign_joins() {
    let timeless = |path| Run { time: None, ..Run::new(path, 100.0, (2152.0, 0.0)).of_clients(3) };
    let runs = [timeless("a.json"), timeless("b.json")];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(comparison.points.len(), 2);
    assert!(is_apart(&comparison, &Reason::NotJoined));
    assert_eq!(codes(&comparison), [Code::ClientsNotJoined]);
    let mut joined = nfs();
    let step = "[[step]]\nname = \"reads\"\nruns = [[\"a.json\", \"b.json\"]]\n";
    joined.steps = campaign(step).steps;
    let comparison = compared(&runs, &joined, &[FLEX_FILE]);
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
}

#[test]
fn the_same_run_in_two_files_counts_once() {
    let runs = [
        Run::new("a.json", 100.0, (4304.0, 0.0)),
        Run::new("copy-of-a.json", 100.0, (4304.0, 0.0)),
    ];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(codes(&comparison), [Code::InputRepeated]);
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
    assert_eq!(comparison.judgements[0].measured.as_ref().map(Sample::n), Some(1));
}

/// Whether every judgement is of one run and not comparable, for this reason.
fn is_apart(comparison: &Comparison, why: &Reason) -> bool {
    comparison.judgements.iter().all(|it| {
        it.verdict == Verdict::NotComparable
            && it.likeness == Likeness::NotComparable
            && it.reasons.contains(why)
            && it.measured.as_ref().map(Sample::n) == Some(1)
    })
}

fn sizes(comparison: &Comparison) -> Vec<usize> {
    comparison.points.iter().map(|point| point.moments.len()).collect()
}

fn reads(path: &'static str, throughput: f64) -> Run {
    Run::new(path, 100.0, (throughput, 0.0))
}

fn runs_of(lists: &str) -> Campaign {
    let mut campaign = nfs();
    let step = format!("[[step]]\nname = \"reads\"\nruns = {lists}\n");
    campaign.steps = self::campaign(&step).steps;
    campaign
}

/// The log of a job, without anything that tells of the run.
#[test]
fn one_job_of_a_run_is_shown_and_compared_with_nothing() {
    let without_time = |path| Run { time: None, ..reads(path, 4304.0) };
    let mut inputs = inputs(&[without_time("a.log"), without_time("b.log")]);
    for input in &mut inputs {
        input.rows.iter_mut().for_each(|row| row.identity.level = MeasuredLevel::Job);
    }
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    let compared = |inputs: &[_]| compare(inputs, &request).expect("a built-in reference");
    let comparison = compared(&inputs);
    assert_eq!(sizes(&comparison), [1, 1], "neither clients nor repeats");
    assert_eq!(comparison.judgements.len(), 2);
    assert!(is_apart(&comparison, &Reason::PartOfRun));
    assert_eq!(codes(&comparison), [Code::PartOfRun; 2]);

    // Beside the row of its run a job is a part of it; two jobs by themselves are none that is known.
    let mut whole = inputs[0].clone();
    whole.rows.push(reads("a.log", 8608.0).input().rows[0].clone());
    let comparison = compared(&[whole]);
    assert_eq!((sizes(&comparison), codes(&comparison)), (vec![1], vec![]));
    let mut two = inputs[0].clone();
    two.rows.extend_from_within(..);
    assert_eq!(compared(&[two]).points.len(), 0);
}

/// Two clients of 2,152 MiB/s each carry the published 4,304 together; neither falls short.
#[test]
fn clients_that_overlap_partly_are_no_repeats() {
    let runs = [
        reads("a.json", 2152.0).of_clients(3).at(0, 60),
        reads("b.json", 2152.0).of_clients(3).at(15, 75),
    ];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(sizes(&comparison), [1, 1]);
    assert_eq!(comparison.judgements.len(), 2);
    assert!(is_apart(&comparison, &Reason::Disturbed));
    assert_eq!(codes(&comparison), [Code::ClientsOverlapPartly]);
    let noted = |point: &plimsoll_compare::Point| point.findings.contains(&comparison.findings[0]);
    assert!(comparison.points.iter().all(noted));
}

#[test]
fn a_run_beside_one_of_several_clients_is_told() {
    let runs = [
        reads("a.json", 1400.0).at(0, 120),
        reads("b.json", 1401.0).at(0, 60),
        reads("b2.json", 1402.0).at(60, 120),
    ];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(comparison.judgements.len(), 2);
    assert!(is_apart(&comparison, &Reason::Disturbed));
    assert_eq!(codes(&comparison), [Code::ClientsOverlapPartly]);
}

#[test]
fn undisturbed_repeats_stay_together() {
    let runs = [
        reads("1.json", 4300.0).at(0, 60),
        reads("2.json", 2100.0).at(100, 160),
        reads("3.json", 2101.0).at(130, 190),
        reads("4.json", 4301.0).at(200, 260),
        // Begins when the one before ends, as well as that is known.
        reads("5.json", 4302.0).at(260, 320),
    ];
    let mut inputs = inputs(&runs);
    for window in inputs[4].rows.iter_mut().filter_map(|row| row.window.as_mut()) {
        (window.begin_ms, window.resolution_ms) = (259_500, 1000);
    }
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    let comparison = compare(&inputs, &request).expect("a built-in reference");
    assert_eq!(sizes(&comparison), [3, 1, 1]);
    let apart: Vec<bool> = comparison.points.iter().map(|point| point.apart.is_some()).collect();
    assert_eq!(apart, [false, true, true]);
    assert_eq!(comparison.judgements[0].verdict, Verdict::Meets);
}

/// A file that is missing must not lower the mean.
#[test]
fn a_repeat_with_a_client_less_is_left_out() {
    let pair = |a, b, begin| {
        let part = |path| reads(path, 2152.0).of_clients(3);
        [part(a).at(begin, begin + 60), part(b).at(begin + 1, begin + 60)]
    };
    let mut runs = [pair("a1", "b1", 0), pair("a2", "b2", 100), pair("a3", "b3", 200)].concat();
    runs.pop();
    for campaign in [nfs(), runs_of(r#"[["a1", "b1"], ["a2", "b2"], ["a3", "b3"]]"#)] {
        let comparison = compared(&runs, &campaign, &[FLEX_FILE]);
        assert_eq!(sizes(&comparison), [2, 1]);
        let [whole, less] = comparison.judgements.as_slice() else { panic!("two points") };
        assert_eq!((whole.verdict, less.verdict), (Verdict::Meets, Verdict::NotComparable));
        assert!((whole.ratio.expect("measured") - 1.0).abs() < 1e-9);
        assert!(less.reasons.contains(&Reason::RepeatsDiffer));
        assert_eq!(codes(&comparison), [Code::RepeatsDiffer]);
        assert!([whole, less].iter().all(|it| it.findings.contains(&comparison.findings[0])));
        assert_eq!(
            comparison.findings[0].message,
            "a repeat has 3 clients with 24 jobs, the others 6 clients with 48 jobs; it was left \
             out of the mean"
        );
    }
}

#[test]
fn of_two_repeats_the_one_with_more_clients_holds() {
    let runs = [
        reads("1.json", 2152.0).of_clients(3).at(0, 60),
        reads("2.json", 4304.0).at(100, 160),
        reads("3.json", 2150.0).of_clients(3).at(200, 260),
        reads("4.json", 4304.0).at(300, 360),
    ];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    assert_eq!(sizes(&comparison), [2, 2]);
    let verdicts: Vec<Verdict> = comparison.judgements.iter().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::NotComparable, Verdict::Meets]);
}

/// The inputs with a second run behind the first, of the same name or of another.
fn with_second_run(runs: &[Run], second: &[Run]) -> Vec<MeasuredInput> {
    let mut inputs = inputs(runs);
    for run in second {
        let input = inputs.iter_mut().find(|input| input.path == run.path).expect("its input");
        for mut row in run.input().rows {
            row.identity.run = Some(format!("{}#2", run.path).into());
            input.rows.push(row);
        }
    }
    inputs
}

#[test]
fn two_runs_in_one_input_are_two_moments() {
    let client = |path, rate| Run { time: None, ..reads(path, rate).of_clients(3) };
    let first = [client("a.json", 2150.0), client("b.json", 2151.0)];
    let second = [client("a.json", 2152.0), client("b.json", 2153.0)];
    let campaign = runs_of(r#"[["a.json", "b.json"]]"#);
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    let compared = |inputs: &[_]| compare(inputs, &request).expect("a built-in reference");
    let comparison = compared(&with_second_run(&first, &second));
    let values = comparison.judgements[0].measured.as_ref().map(|it| it.values().to_vec());
    let mib = |value: f64| value * crate::support::MIB;
    assert_eq!(values, Some(vec![mib(4301.0), mib(4305.0)]));

    let other_name = second.clone().map(|run| Run { workload: "again", ..run });
    let comparison = compared(&with_second_run(&first, &other_name));
    assert_eq!(sizes(&comparison), [1, 1], "two workloads");

    let comparison = compared(&with_second_run(&first, &second[..1]));
    assert_eq!(comparison.judgements.len(), 3);
    assert!(is_apart(&comparison, &Reason::NotJoined), "which of a's runs was with b's?");
    assert_eq!(codes(&comparison), [Code::ClientsNotJoined]);
}

/// An input with a run for each number of jobs, one after the other.
fn sweep(path: &'static str, begin: i64, all: &[(u64, f64)]) -> MeasuredInput {
    let mut input = MeasuredInput { system: 0, path: path.to_owned(), rows: Vec::new() };
    for (at, (jobs, throughput)) in (0..).zip(all) {
        let begin = begin + 100 * at;
        for mut row in reads(path, *throughput).at(begin, begin + 60).input().rows {
            row.identity.run = Some(format!("{path}#{at}").into());
            row.identity.jobs = Some(*jobs);
            input.rows.push(row);
        }
    }
    input
}

fn beside_flex_file(inputs: &[MeasuredInput]) -> Comparison {
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    compare(inputs, &request).expect("a built-in reference")
}

/// Published: 4,304 MiB/s with 48 jobs.
#[test]
fn numbers_of_jobs_in_one_input_are_points_and_no_repeats() {
    let one = sweep("a", 0, &[(12, 1000.0), (48, 4304.0)]);
    let comparison = beside_flex_file(std::slice::from_ref(&one));
    assert_eq!(codes(&comparison), []);
    assert_eq!(sizes(&comparison), [1, 1]);
    let verdicts: Vec<Verdict> = comparison.judgements.iter().map(|it| it.verdict).collect();
    assert_eq!(verdicts, [Verdict::FallsShort, Verdict::Meets]);

    // A second sweep repeats each of its points, and one run repeats one of them.
    let again = sweep("b", 1000, &[(12, 1002.0), (48, 4302.0)]);
    let single = sweep("c", 2000, &[(48, 4306.0)]);
    let comparison = beside_flex_file(&[one.clone(), again, single]);
    assert_eq!((codes(&comparison), sizes(&comparison)), (vec![], vec![2, 3]));

    // Across inputs, other numbers of jobs are a file that misses.
    let other = sweep("b", 1000, &[(12, 1000.0)]);
    let comparison = beside_flex_file(&[sweep("a", 0, &[(48, 4304.0)]), other]);
    assert_eq!(codes(&comparison), [Code::RepeatsDiffer]);
    // Other clients are, even beside a sweep.
    let mut fewer = sweep("b", 1000, &[(12, 900.0), (48, 4000.0)]);
    fewer.rows.iter_mut().for_each(|row| row.identity.clients = Some(3));
    let comparison = beside_flex_file(&[one, fewer]);
    assert_eq!(codes(&comparison), [Code::RepeatsDiffer; 2]);
    assert_eq!(
        comparison.findings[0].message,
        "a repeat has 3 clients, the others 6 clients; it was left out of the mean"
    );
}

#[test]
fn depths_in_one_input_are_points_and_no_repeats() {
    let mut input = sweep("a", 0, &[(48, 1000.0), (48, 4304.0)]);
    input.rows[1].identity.queue_depth = Some(32);
    let comparison = beside_flex_file(&[input]);
    assert_eq!((codes(&comparison), sizes(&comparison)), (vec![], vec![1, 1]));
}

/// One of both clients ran twice: the second time, the file of the other one is missing.
#[test]
fn a_client_that_misses_in_a_later_run_is_no_sweep() {
    let a = sweep("a", 0, &[(24, 2152.0), (24, 2152.0)]);
    let b = sweep("b", 0, &[(24, 2151.0)]);
    let comparison = beside_flex_file(&[a, b]);
    assert_eq!(codes(&comparison), [Code::RepeatsDiffer]);
    assert_eq!(sizes(&comparison), [1, 1]);
}

#[test]
fn a_run_of_the_campaign_has_one_depth() {
    let client = |path, depth| Run { time: None, depth, ..reads(path, 2152.0).of_clients(3) };
    let campaign = runs_of(r#"[["a.json", "b.json"]]"#);
    let together = [client("a.json", 4), client("b.json", 4)];
    let comparison = compared(&together, &campaign, &[FLEX_FILE]);
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
    let comparison = compared(&[client("a.json", 4), client("b.json", 8)], &campaign, &[FLEX_FILE]);
    assert_eq!(comparison.judgements.len(), 2);
    assert!(is_apart(&comparison, &Reason::NotJoined));
    assert_eq!(
        comparison.findings[0].message,
        "the campaign lists a.json and b.json as one run, and they differ in queue depth"
    );
}

#[test]
fn the_parts_of_a_run_may_go_at_different_rates_on_different_hosts() {
    let campaign = runs_of(r#"[["a.json", "b.json"]]"#);
    let mut inputs =
        inputs(&[reads("a.json", 2152.0).of_clients(3), reads("b.json", 2153.0).of_clients(3)]);
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    let mut judgements = |parameter: &str| {
        for (input, value) in inputs.iter_mut().zip(["1", "2"]) {
            input.rows[0].identity.parameters = vec![(parameter.into(), value.into())];
        }
        compare(&inputs, &request).expect("a built-in reference").judgements.len()
    };
    assert_eq!((judgements("host"), judgements("rate"), judgements("size")), (1, 1, 2));
}

#[test]
fn the_host_is_no_part_of_a_workload() {
    let mut inputs =
        inputs(&[reads("a.json", 2152.0).of_clients(3), reads("b.json", 2153.0).of_clients(3)]);
    for input in &mut inputs {
        let host = input.path.as_str().into();
        input.rows[0].identity.parameters = vec![("host".into(), host)];
    }
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    let comparison = compare(&inputs, &request).expect("a built-in reference");
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
}

/// Each client of a run would fall short of what both carry.
#[test]
fn clients_of_different_names_disturb_each_other() {
    let one = reads("a.json", 2152.0).of_clients(3);
    let other = reads("b.json", 2153.0).of_clients(3);
    for (other, difference) in [
        (Run { workload: "seq-b", ..other.clone() }, "name"),
        (Run { depth: 2, ..other.clone() }, "queue depth"),
        (Run { read_percent: 99.0, ..other.clone() }, "read share"),
    ] {
        let comparison = compared(&[one.clone(), other], &nfs(), &[FLEX_FILE]);
        assert!(!comparison.judgements.is_empty());
        assert!(is_apart(&comparison, &Reason::Disturbed), "{difference}");
        assert_eq!(codes(&comparison), [Code::ClientsNotJoined]);
        let message = &comparison.findings[0].message;
        assert!(message.ends_with(&format!("and differ in {difference}")), "{message}");
    }
    // Clients that go through a list of workloads, each for itself, drift a little.
    let drift = Run { workload: "seq-b", ..other }.at(50, 110);
    let comparison = compared(&[one, drift], &nfs(), &[FLEX_FILE]);
    assert!(comparison.findings.is_empty());
}

#[test]
fn steps_do_not_part_what_ran_together() {
    let runs = [reads("a.json", 2152.0).of_clients(3), reads("b.json", 2153.0).of_clients(3)];
    let mut apart = nfs();
    let step = |name| format!("[[step]]\nname = \"{name}\"\nfiles = [\"{name}.json\"]\n");
    apart.steps = campaign(&(step("a") + &step("b"))).steps;
    let comparison = compared(&runs, &apart, &[FLEX_FILE]);
    assert_eq!(comparison.judgements.len(), 2);
    assert!(is_apart(&comparison, &Reason::Disturbed));
}

/// Clocks of hosts may differ; then the campaign says which results are one run.
#[test]
fn runs_of_the_campaign_need_no_common_clock() {
    let runs = [
        reads("a1", 2152.0).of_clients(3).at(0, 60),
        reads("b1", 2152.0).of_clients(3).at(100, 160),
        reads("a2", 2153.0).of_clients(3).at(100, 160),
        reads("b2", 2151.0).of_clients(3).at(200, 260),
    ];
    let campaign = runs_of(r#"[["a1", "b1"], ["a2", "b2"]]"#);
    let comparison = compared(&runs, &campaign, &[FLEX_FILE]);
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
    assert!(comparison.findings.is_empty());
}
