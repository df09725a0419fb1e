//! From a point to verdicts.

use crate::support::{
    FLEX_FILE, MIB, Run, campaign, compared, inputs, like, nfs, request, verdicts,
};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{Comparison, Judgement, Likeness, Reason, Verdict, compare};
use plimsoll_reference::Catalogue;
use plimsoll_schema::{Kind, Metric};

#[test]
fn each_direction_of_a_mix_is_judged() {
    // Published at 75 %: read 2,963, write 989 MiB/s.
    let runs = [Run::new("a.json", 75.0, (2963.0, 800.0))];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    let expected = [like("read", Verdict::Meets), like("write", Verdict::FallsShort)];
    assert_eq!(verdicts(&comparison), expected);
    let write = &comparison.judgements[1];
    assert!((write.ratio.expect("measured") - 800.0 / 989.0).abs() < 1e-9);
    assert_eq!(write.published.written.as_deref(), Some("989 MiB/s"));
}

#[test]
fn a_published_zero_is_no_mark() {
    // Published at 100 %: read 4,304, write 0.
    let comparison = compared(&[Run::new("a.json", 100.0, (4700.0, 0.0))], &nfs(), &[FLEX_FILE]);
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Exceeds)]);
}

#[test]
fn a_share_between_two_published_ones_is_interpolated() {
    let runs = [Run::new("a.json", 60.0, (1850.0, 1000.0))];
    let comparison = compared(&runs, &nfs(), &[FLEX_FILE]);
    let read = &comparison.judgements[0];
    assert_eq!((read.published.value / MIB).round() as u64, 1850);
    let between = read.published.between.expect("interpolated");
    assert!(
        (between.low_percent - 50.0).abs() < 1e-9 && (between.high_percent - 75.0).abs() < 1e-9
    );
    assert_eq!(
        verdicts(&comparison),
        [like("read", Verdict::Meets), like("write", Verdict::FallsShort)]
    );
}

#[test]
fn estimates_are_shown_and_never_judged() {
    let comparison = compared(&[Run::new("a.json", 100.0, (4304.0, 0.0))], &nfs(), &[FLEX_FILE]);
    let shown: Vec<(u64, &str)> = comparison
        .shown
        .iter()
        .map(|shown| ((shown.published.value / MIB) as u64, shown.claim.word()))
        .collect();
    assert_eq!(shown, [(4300, "estimate")]);
    assert_eq!(comparison.judgements.len(), 1);
}

/// 16,000 IOPS are 1,000 MiB/s of 64 KiB.
fn acme(figures: &str) -> Catalogue {
    let text = format!(
        r#"
        [page]
        vendor = "Acme"
        publisher = "Acme"
        title = "A page"
        date = "2026-01"
        locales = ["en"]
        reading = "By hand."
        product = "Acme array"
        status = "agreed"

        [[reference]]
        id = "acme/64k"
        protocol = "NFSv3"
        workload = "64 KiB sequential"
        pattern = "sequential"
        block_size = "64 KiB"
        claim = "result"
        point = [{{ read_percent = 100, op = "read", lines = "1", {figures} }}]
        "#
    );
    Catalogue::parse("acme.toml", &text).expect("a catalogue")
}

fn acme_system() -> Campaign {
    campaign("[system]\nproduct = \"Acme array\"\nprotocol = \"NFSv3\"\n")
}

fn beside_acme(figures: &str, runs: &[Run]) -> Comparison {
    let (campaign, catalogue) = (acme_system(), acme(figures));
    let request = request(&campaign, &catalogue, &["acme/64k"]);
    compare(&inputs(runs), &request).expect("its reference")
}

fn of(comparison: &Comparison, metric: Metric) -> &Judgement {
    comparison.judgements.iter().find(|it| it.metric == metric).expect("a judgement")
}

/// A rate in MiB/s with its total latency in milliseconds.
fn loaded(rate: f64, latency: f64) -> Run {
    Run { latencies: vec![(Kind::TOTAL, latency)], ..Run::new("a.json", 100.0, (rate, 0.0)) }
}

fn load_differs() -> Reason {
    Reason::Differs("load".to_owned())
}

#[test]
fn a_rate_below_a_latency_is_judged_if_the_latency_was_kept() {
    const BELOW: &str = "iops = \"16,000\", latency = \"< 1 ms\"";
    let kept = beside_acme(BELOW, &[loaded(1000.0, 0.9)]);
    for metric in [Metric::Iops, Metric::Latency] {
        let judgement = of(&kept, metric);
        let found = (judgement.verdict, judgement.likeness);
        assert_eq!(found, (Verdict::Meets, Likeness::LikeForLike), "{metric}");
    }
    let passed = beside_acme(BELOW, &[loaded(2000.0, 2.0)]);
    let rate = of(&passed, Metric::Iops);
    assert_eq!((rate.verdict, rate.likeness), (Verdict::NotComparable, Likeness::NotComparable));
    assert_eq!(rate.reasons, [Reason::LatencyBoundNotKept]);
    assert_eq!(of(&passed, Metric::Latency).verdict, Verdict::FallsShort);

    let unmeasured = Run { latencies: vec![], ..loaded(2000.0, 0.0) };
    let unknown = beside_acme(BELOW, &[unmeasured]);
    let rate = of(&unknown, Metric::Iops);
    assert_eq!(rate.verdict, Verdict::NotComparable);
    assert_eq!(rate.reasons, [Reason::MeasuredUnknown("latency")]);

    let repeats = [loaded(1000.0, 0.5), Run { path: "b.json", ..loaded(1000.0, 0.9) }.at(99, 159)];
    let unclear = beside_acme(BELOW, &repeats);
    assert_eq!(of(&unclear, Metric::Latency).verdict, Verdict::Inconclusive);
    assert_eq!(of(&unclear, Metric::Iops).verdict, Verdict::Inconclusive);
}

#[test]
fn a_latency_of_a_smaller_load_is_indicative() {
    for published in
        ["iops = \"16,000\", latency = \"< 1 ms\"", "iops = \"16,000\", latency = \"0.90 ms\""]
    {
        let same = beside_acme(published, &[loaded(951.0, 0.9)]);
        let latency = of(&same, Metric::Latency);
        assert_eq!((latency.verdict, latency.likeness), (Verdict::Meets, Likeness::LikeForLike));
        let smaller = beside_acme(published, &[loaded(949.0, 0.9)]);
        let latency = of(&smaller, Metric::Latency);
        assert_eq!((latency.verdict, latency.likeness), (Verdict::Meets, Likeness::Indicative));
        assert_eq!(latency.reasons, [load_differs()]);
        assert_eq!(of(&smaller, Metric::Iops).likeness, Likeness::LikeForLike);
    }
    // A latency that stands alone is of no load that is known.
    let alone = beside_acme("latency = \"0.90 ms\"", &[loaded(1.0, 0.9)]);
    assert_eq!(of(&alone, Metric::Latency).likeness, Likeness::LikeForLike);
}

#[test]
fn the_published_kind_of_latency_is_judged() {
    const PUBLISHED: &str = "latency = \"0.90 ms\"";
    let both =
        Run { latencies: vec![(Kind::COMPLETION, 0.5), (Kind::TOTAL, 0.9)], ..loaded(1000.0, 0.0) };
    let comparison = beside_acme(PUBLISHED, std::slice::from_ref(&both));
    let latency = of(&comparison, Metric::Latency);
    assert_eq!((latency.verdict, latency.likeness), (Verdict::Meets, Likeness::LikeForLike));
    assert_eq!(latency.latency_kind, Some(Kind::TOTAL));

    let only = Run { latencies: vec![(Kind::COMPLETION, 0.5)], path: "b.json", ..both.clone() };
    let comparison = beside_acme(PUBLISHED, std::slice::from_ref(&only));
    let latency = of(&comparison, Metric::Latency);
    assert_eq!((latency.verdict, latency.likeness), (Verdict::Exceeds, Likeness::Indicative));
    assert_eq!(latency.reasons, [Reason::Differs("latency_kind".to_owned())]);
    assert_eq!(latency.latency_kind, Some(Kind::COMPLETION));

    // One repeat has no total latency: the kind that both have is the only one to judge.
    let comparison = beside_acme(PUBLISHED, &[both, only.clone().at(100, 160)]);
    let latency = of(&comparison, Metric::Latency);
    assert_eq!(latency.latency_kind, Some(Kind::COMPLETION));
    let values = latency.measured.as_ref().map(|it| it.values().to_vec());
    assert_eq!(values, Some(vec![5e5, 5e5]));

    let total = loaded(1000.0, 0.9);
    let comparison = beside_acme(PUBLISHED, &[total, only.at(100, 160)]);
    let latency = of(&comparison, Metric::Latency);
    assert_eq!((latency.verdict, &latency.measured), (Verdict::NotComparable, &None));
    assert_eq!(latency.reasons, [Reason::MeasuredUnknown("latency_kind")]);
}

#[test]
fn a_latency_within_half_a_digit_meets() {
    let verdict = |latency| {
        let comparison = beside_acme("latency = \"0.4 ms\"", &[loaded(1000.0, latency)]);
        of(&comparison, Metric::Latency).verdict
    };
    let verdicts = [0.349, 0.351, 0.449, 0.451].map(verdict);
    let expected = [Verdict::Exceeds, Verdict::Meets, Verdict::Meets, Verdict::FallsShort];
    assert_eq!(verdicts, expected);
}

#[test]
fn an_interpolated_share_needs_a_protocol_too() {
    let runs = [Run::new("a.json", 60.0, (1850.0, 1233.0))];
    let product = campaign("[system]\nproduct = \"Google Cloud NetApp Volumes\"\n");
    for comparison in
        [compared(&runs, &Campaign::default(), &[FLEX_FILE]), compared(&runs, &product, &[])]
    {
        let of_flex = comparison.judgements.iter().filter(|it| &*it.entry.id == FLEX_FILE);
        let found: Vec<_> = of_flex
            .map(|it| (it.op.word(), it.verdict, it.published.between.is_some(), &*it.reasons))
            .collect();
        let unknown = &[Reason::MeasuredUnknown("protocol")][..];
        let expected = |op| (op, Verdict::NotComparable, true, unknown);
        assert_eq!(found, [expected("read"), expected("write")]);
        assert!(comparison.unmatched.is_empty());
    }
}

#[test]
fn a_mix_of_two_block_sizes_is_compared_with_no_mix_of_one() {
    let mut inputs = inputs(&[Run::new("a.json", 75.0, (2963.0, 989.0))]);
    inputs[0].rows[1].identity.block_size_bytes = Some(262_144);
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    let comparison = compare(&inputs, &request).expect("a reference that exists");
    assert!(!comparison.judgements.is_empty());
    for judgement in &comparison.judgements {
        assert_eq!(judgement.verdict, Verdict::NotComparable);
        assert!(judgement.reasons.contains(&Reason::MeasuredUnknown("block_size_bytes")));
    }
}

#[test]
fn runs_of_other_versions_of_a_tool_are_no_repeats() {
    let runs = [
        Run::new("1.json", 100.0, (4304.0, 0.0)).at(0, 60),
        Run::new("2.json", 100.0, (4304.0, 0.0)).at(100, 160),
    ];
    let mut inputs = inputs(&runs);
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &[FLEX_FILE]);
    let points = |inputs: &[_]| compare(inputs, &request).map(|comparison| comparison.points.len());
    assert_eq!(points(&inputs).expect("a reference that exists"), 1);
    inputs[1].rows[0].identity.tool_version = Some("2.18".into());
    assert_eq!(points(&inputs).expect("a reference that exists"), 2);
}
