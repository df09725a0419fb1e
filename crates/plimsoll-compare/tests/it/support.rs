//! Runs as clients leave them, and what came of comparing them.

use plimsoll_campaign::Campaign;
use plimsoll_compare::{
    Against, Comparison, DEFAULT_LATENCY_THRESHOLD_NS, DEFAULT_TOLERANCE, Likeness, MeasuredInput,
    Request, Verdict, compare,
};
use plimsoll_reference::Catalogue;
use plimsoll_schema::{
    Code, Figure, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Pattern, Row, Stat, Window,
};

pub(crate) const MIB: f64 = 1024.0 * 1024.0;

/// A run of 64 KiB sequential I/O with 8 jobs on each client, as one input holds it.
#[derive(Clone)]
pub(crate) struct Run {
    pub(crate) system: usize,
    pub(crate) path: &'static str,
    pub(crate) workload: &'static str,
    pub(crate) clients: u64,
    pub(crate) depth: u64,
    pub(crate) read_percent: f64,
    /// Read and write throughput in MiB/s.
    pub(crate) throughput: (f64, f64),
    /// Mean latencies in milliseconds, by kind; the first one is shown.
    pub(crate) latencies: Vec<(Kind, f64)>,
    /// Begin and end in seconds.
    pub(crate) time: Option<(i64, i64)>,
}

impl Run {
    /// A run of all six clients of the published test.
    pub(crate) fn new(path: &'static str, read_percent: f64, throughput: (f64, f64)) -> Self {
        Self {
            system: 0,
            path,
            workload: "seq",
            clients: 6,
            depth: 1,
            read_percent,
            throughput,
            latencies: vec![(Kind::COMPLETION, 0.5)],
            time: Some((0, 60)),
        }
    }

    /// What some of the six clients measured.
    pub(crate) fn of_clients(self, clients: u64) -> Self {
        Self { clients, ..self }
    }

    pub(crate) fn at(self, begin: i64, end: i64) -> Self {
        Self { time: Some((begin, end)), ..self }
    }

    pub(crate) fn input(&self) -> MeasuredInput {
        let sides = [(Op::READ, self.throughput.0), (Op::WRITE, self.throughput.1)];
        let rows = sides
            .into_iter()
            .filter(|(_, throughput)| *throughput > 0.0)
            .map(|(op, throughput)| self.row(op, throughput))
            .collect();
        MeasuredInput { system: self.system, path: self.path.to_owned(), rows }
    }

    fn row(&self, op: Op, throughput: f64) -> Row {
        let mut row = Row::new(Identity::new(self.path.into(), "/jobs/0".into(), Origin::Measured));
        row.identity.tool = Some("fio".into());
        row.identity.run = Some(format!("{}#1", self.path).into());
        row.identity.level = MeasuredLevel::Run;
        row.identity.op = Some(op);
        row.identity.pattern = Some(Pattern::Sequential);
        row.identity.read_percent = Some(self.read_percent);
        row.identity.block_size_bytes = Some(65536);
        row.identity.workload = Some(self.workload.into());
        row.identity.queue_depth = Some(self.depth);
        row.identity.clients = Some(self.clients);
        row.identity.jobs = Some(8 * self.clients);
        row.window = self.time.map(|(begin, end)| Window {
            begin_ms: begin * 1000,
            end_ms: end * 1000,
            resolution_ms: 1,
        });
        let iops = throughput * 16.0;
        row.figures = vec![
            Figure::computed(Metric::Operations, Stat::Sum, iops * 60.0),
            Figure::computed(Metric::Iops, Stat::Mean, iops),
            Figure::computed(Metric::Throughput, Stat::Mean, throughput * MIB),
        ];
        for (kind, milliseconds) in &self.latencies {
            let figure = Figure::computed(Metric::Latency, Stat::Mean, milliseconds * 1e6);
            row.figures.push(figure.of_kind(kind.clone()));
        }
        row.latency_kind = self.latencies.first().map(|(kind, _)| kind.clone());
        row
    }
}

pub(crate) const FLEX_FILE: &str = "gcnv/flex-file/nfsv3/64k-sequential";

pub(crate) fn campaign(text: &str) -> Campaign {
    Campaign::parse("campaign.toml", text).expect("a campaign")
}

pub(crate) fn nfs() -> Campaign {
    campaign(
        "[system]\nproduct = \"Google Cloud NetApp Volumes\"\nservice_level = \"Flex File\"\nprotocol = \"NFSv3\"\n",
    )
}

pub(crate) fn compared(runs: &[Run], campaign: &Campaign, against: &[&str]) -> Comparison {
    let request = request(campaign, Catalogue::built_in(), against);
    compare(&inputs(runs), &request).expect("references that exist")
}

pub(crate) fn inputs(runs: &[Run]) -> Vec<MeasuredInput> {
    runs.iter().map(Run::input).collect()
}

pub(crate) fn request<'r>(
    campaign: &'r Campaign,
    catalogue: &'r Catalogue,
    against: &[&str],
) -> Request<'r> {
    let against = if against.is_empty() {
        Against::Campaign
    } else {
        Against::Named(against.iter().map(|name| (*name).to_owned()).collect())
    };
    let tolerance = DEFAULT_TOLERANCE;
    let latency_threshold_ns = DEFAULT_LATENCY_THRESHOLD_NS;
    Request { campaign, campaign_system: None, catalogue, against, tolerance, latency_threshold_ns }
}

/// Operation, verdict and likeness of every judgement.
pub(crate) fn verdicts(comparison: &Comparison) -> Vec<(String, Verdict, Likeness)> {
    comparison
        .judgements
        .iter()
        .map(|judgement| (judgement.op.word().to_owned(), judgement.verdict, judgement.likeness))
        .collect()
}

pub(crate) fn codes(comparison: &Comparison) -> Vec<Code> {
    comparison.findings.iter().map(|finding| finding.code).collect()
}

pub(crate) fn like(op: &str, verdict: Verdict) -> (String, Verdict, Likeness) {
    (op.to_owned(), verdict, Likeness::LikeForLike)
}
