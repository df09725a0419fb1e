//! Benchmarks of databases: the tool is the workload, reads lend their latency, sessions make a curve.

use crate::support::{campaign, codes, request};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{
    Comparison, CurvePlace, Judgement, Likeness, MeasuredInput, Reason, Verdict, compare,
};
use plimsoll_reference::Catalogue;
use plimsoll_schema::{
    Code, Figure, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Pattern, Row, Stat,
};

const ORACLE: &str = "gcnv/iscsi/slob-oracle";

/// One run of SLOB: sessions, operations per second as the storage and as the database counted them, and the
/// wait for a read in milliseconds. Its times have no zone, so that nobody knows when it was.
struct Slob {
    sessions: u64,
    iops: f64,
    application: f64,
    wait_ms: f64,
}

fn rows(source: &str, run: usize, slob: &Slob, read_percent: f64) -> Vec<Row> {
    let row = |op: Op| {
        let identity = Identity::new(source.into(), format!("line {run}"), Origin::Measured);
        let mut row = Row::new(Identity {
            tool: Some("slob".into()),
            run: Some(format!("{source}#{run}").into()),
            level: MeasuredLevel::Run,
            op: Some(op),
            pattern: Some(Pattern::Random),
            read_percent: Some(read_percent),
            jobs: Some(slob.sessions),
            ..identity
        });
        row.is_workload_of_tool = true;
        row
    };
    let iops = |value: f64, kind| Figure::computed(Metric::Iops, Stat::Mean, value).of_kind(kind);
    let mut read = row(Op::READ);
    read.identity.block_size_bytes = Some(8192);
    read.latency_kind = Some(Kind::WAIT);
    let wait = Figure::computed(Metric::Latency, Stat::Mean, slob.wait_ms * 1e6);
    read.figures = vec![iops(slob.iops * 0.7, Kind::TOTAL), wait.of_kind(Kind::WAIT)];
    let mut total = row(Op::TOTAL);
    total.figures = vec![iops(slob.iops, Kind::TOTAL), iops(slob.application, Kind::APPLICATION)];
    vec![read, total]
}

fn input(path: &str, runs: &[Slob], read_percent: f64) -> MeasuredInput {
    let rows =
        (1..).zip(runs).flat_map(|(run, slob)| rows(path, run, slob, read_percent)).collect();
    MeasuredInput { system: 0, path: path.to_owned(), rows }
}

fn slob(sessions: u64, iops: f64, wait_ms: f64) -> Slob {
    Slob { sessions, iops, application: iops - 100.0, wait_ms }
}

fn volumes() -> Campaign {
    campaign("[system]\nproduct = \"Google Cloud NetApp Volumes\"\nprotocol = \"iSCSI\"\n")
}

fn beside(inputs: &[MeasuredInput], against: &[&str]) -> Comparison {
    let campaign = volumes();
    let request = request(&campaign, Catalogue::built_in(), against);
    compare(inputs, &request).expect("references that exist")
}

fn of_metric(comparison: &Comparison, metric: Metric) -> &Judgement {
    let mut found = comparison.judgements.iter().filter(|it| it.metric == metric);
    let first = found.next().unwrap_or_else(|| panic!("{:?}", comparison.judgements));
    assert!(found.next().is_none(), "one of {metric}");
    first
}

#[test]
fn a_run_is_set_beside_the_published_one_of_its_tool() {
    let comparison = beside(&[input("run", &[slob(32, 150_000.0, 0.36)], 90.0)], &[]);
    let rate = of_metric(&comparison, Metric::Iops);
    assert_eq!(&*rate.entry.id, ORACLE);
    assert_eq!((rate.verdict, rate.likeness), (Verdict::Meets, Likeness::Indicative));
    assert_eq!(rate.reasons, [Reason::KnownByTool]);
    let measured = rate.measured.as_ref().expect("a rate");
    assert_eq!(
        measured.values(),
        [150_000.0],
        "what the storage saw, not what the database counts"
    );
}

#[test]
fn reads_lend_their_latency_to_reads_and_writes_and_that_is_said() {
    let comparison = beside(&[input("run", &[slob(32, 150_000.0, 0.36)], 90.0)], &[]);
    let latency = of_metric(&comparison, Metric::Latency);
    assert_eq!(latency.op, Op::TOTAL);
    assert_eq!(latency.measured.as_ref().map(|it| it.values().to_vec()), Some(vec![360_000.0]));
    assert!(latency.reasons.contains(&Reason::LatencyOfReads), "{:?}", latency.reasons);
    assert!(latency.reasons.contains(&Reason::Differs("latency_kind".into())));
    assert_eq!((latency.verdict, latency.likeness), (Verdict::Exceeds, Likeness::Indicative));
}

#[test]
fn another_tool_of_the_same_name_of_workload_is_not_set_beside_it() {
    let mut other = input("run", &[slob(32, 150_000.0, 0.36)], 90.0);
    for row in &mut other.rows {
        row.identity.tool = Some("fio".into());
        row.is_workload_of_tool = false;
    }
    assert!(beside(&[other], &[]).judgements.is_empty());
}

/// `~157,000` was rounded to thousands: half of one is no difference, whatever the tolerance.
#[test]
fn a_rounded_value_is_compared_in_the_precision_it_was_printed_with() {
    let verdict = |iops: f64| {
        let campaign = volumes();
        let mut request = request(&campaign, Catalogue::built_in(), &[ORACLE]);
        request.tolerance = 0.0;
        let inputs = [input("run", &[slob(32, iops, 0.4)], 100.0)];
        let comparison = compare(&inputs, &request).expect("references that exist");
        of_metric(&comparison, Metric::Iops).verdict
    };
    assert_eq!(verdict(156_600.0), Verdict::Meets);
    assert_eq!(verdict(156_400.0), Verdict::FallsShort);
    assert_eq!(verdict(157_600.0), Verdict::Exceeds);
}

#[test]
fn runs_of_one_folder_at_times_nobody_knows_are_a_curve_over_the_sessions() {
    let runs = [slob(16, 90_000.0, 0.3), slob(32, 140_000.0, 0.4), slob(8, 50_000.0, 0.25)];
    let comparison = beside(&[input("series", &runs, 90.0)], &[]);
    assert_eq!(codes(&comparison), []);
    let [curve] = comparison.curves.as_slice() else { panic!("{:?}", comparison.curves.len()) };
    assert_eq!((curve.op.clone(), curve.latency_op.clone()), (Op::TOTAL, Op::READ));
    let rates: Vec<_> =
        curve.loads.iter().filter_map(|it| it.mean(&Op::TOTAL, Metric::Iops)).collect();
    assert_eq!(rates, [50_000.0, 90_000.0, 140_000.0]);
    let latencies: Vec<_> =
        curve.loads.iter().filter_map(|it| it.mean(&Op::TOTAL, Metric::Latency)).collect();
    assert_eq!(latencies, [250_000.0, 300_000.0, 400_000.0]);
    let rate = of_metric(&comparison, Metric::Iops);
    assert!(matches!(rate.on_curve.as_ref().map(|it| &it.place), Some(CurvePlace::Load(2))));
    assert_eq!(rate.reasons, [Reason::KnownByTool]);
}

#[test]
fn runs_of_several_inputs_are_steps_only_if_their_sessions_differ() {
    let inputs = |sessions: [u64; 3]| {
        let names = ["a", "b", "c"];
        let one = |(name, sessions): (&str, u64)| {
            input(name, &[slob(sessions, 1000.0 * sessions as f64, 0.4)], 90.0)
        };
        names.into_iter().zip(sessions).map(one).collect::<Vec<_>>()
    };
    assert_eq!(beside(&inputs([8, 16, 32]), &[]).curves.len(), 1);
    let alike = beside(&inputs([8, 16, 16]), &[]);
    assert_eq!(alike.curves.len(), 0);
    assert_eq!(codes(&alike), [Code::ClientsNotJoined]);
}
