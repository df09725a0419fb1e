//! A report such as a campaign gives: two workloads, all verdicts, names in several scripts.

use plimsoll_report::view::{
    CellView, ChartGroupView, ChartView, ColumnView, Fact, FileView, NoteView, ReportView,
    SectionView, SourceView, TableView, VerdictCount, Words,
};
use std::fmt::Write;

/// The whole view.
pub(crate) fn report() -> ReportView {
    ReportView {
        language: "en".into(),
        title: "Acme files, volume acceptance on Azure NetApp Files".into(),
        date: "12 March 2026".into(),
        iso_date: "2026-03-12".into(),
        subject: "Azure NetApp Files, Ultra service level, 20 TiB volume, NFSv3, six clients"
            .into(),
        notice: Some(
            "The volume is a copy with synthetic content; no customer data was read or written."
                .into(),
        ),
        headline: Vec::new(),
        verdict: "Of 12 measured figures set beside published values of 3 references, 2 exceed, \
                  6 meet, 2 fall short, 1 is inconclusive and 1 is not comparable."
            .into(),
        counts: counts(),
        warnings: vec![
            "The run at 60 % reads was not steady: throughput fell by 14 % between minute 2 and \
             minute 5."
                .into(),
            "2 files could not be read and are left out.".into(),
        ],
        facts: facts(),
        load_lines: vec![load_line()],
        summary: summary(),
        sections: vec![sequential(), random()],
        conditions: conditions(),
        method: method(),
        notes: notes(),
        sources: sources(),
        words: words(),
        generator: "Plimsoll 0.1.0".into(),
    }
}

/// The same with more of everything, and less where there may be nothing.
pub(crate) fn crowded() -> ReportView {
    let mut view = report();
    view.language = "ko".into();
    view.title = "아주 긴 제목을 가진 보고서, 대용량 볼륨 인수 시험과 재시험, 서울 리전과 타이베이 리전 비교, 第二次驗收測試報告，大容量磁碟區".into();
    view.subject = String::new();
    view.notice = None;
    view.warnings = (1..9).map(|index| format!("Run {index} was not steady.")).collect();
    view.load_lines.clear();
    view.facts.truncate(3);
    view.summary[0].rows = (0..6).flat_map(|_| view.summary[0].rows.clone()).collect();
    view.summary[0].rows[3][3].notes = (1..9).collect();
    view.sections[0].charts.clear();
    view.sections[1].charts.pop();
    view.sections[1].tables[0].rows[0][2].text = "a".repeat(200);
    view.sources[2].name = "很長的檔名".repeat(30);
    view.sources[14].files[1].name = "아주긴파일이름".repeat(12);
    view
}

/// A report on nothing.
pub(crate) fn empty() -> ReportView {
    ReportView {
        language: "en".into(),
        title: "Nothing measured".into(),
        date: "12 March 2026".into(),
        iso_date: "2026-03-12".into(),
        subject: String::new(),
        notice: None,
        verdict: String::new(),
        headline: vec!["No run has figures.".into()],
        counts: Vec::new(),
        warnings: Vec::new(),
        facts: Vec::new(),
        load_lines: Vec::new(),
        summary: Vec::new(),
        sections: Vec::new(),
        conditions: Vec::new(),
        method: Vec::new(),
        notes: Vec::new(),
        sources: Vec::new(),
        words: words(),
        generator: "Plimsoll 0.1.0".into(),
    }
}

fn words() -> Words {
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

const VERDICTS: [(&str, &str, usize); 5] = [
    ("exceeds", "▲", 2),
    ("meets", "●", 6),
    ("falls short", "▼", 2),
    ("inconclusive", "◆", 1),
    ("not comparable", "○", 1),
];

fn counts() -> Vec<VerdictCount> {
    VERDICTS
        .into_iter()
        .map(|(verdict, symbol, count)| VerdictCount {
            verdict: verdict.into(),
            symbol: symbol.into(),
            label: verdict.into(),
            count,
        })
        .collect()
}

fn facts() -> Vec<Fact> {
    [
        ("Measured", "11 and 12 March 2026"),
        ("Tool", "fio 3.36"),
        ("Clients", "6 × Standard_D32s_v5"),
        ("Repeats", "1 to 3"),
        ("Against", "Azure NetApp Files, Linux, 3 references"),
        ("Steps", "9 of 11 usable"),
        ("Duration", "300 s each, 60 s ramp"),
        ("Working set", "1.0 TiB"),
    ]
    .into_iter()
    .map(|(label, value)| Fact { label: label.into(), value: value.into() })
    .collect()
}

/// A cell from a short form: `2,950 [1 3]` has notes, `=meets` is a verdict.
fn cell(short: &str) -> CellView {
    let (body, notes) = match short.split_once(" [") {
        Some((body, notes)) => {
            (body, notes.trim_end_matches(']').split(' ').map(|one| one.parse().unwrap()).collect())
        }
        None => (short, Vec::new()),
    };
    let verdict = body.strip_prefix('=');
    let (text, verdict) = (verdict.unwrap_or(body).into(), verdict.map(Into::into));
    CellView { text, notes, verdict, ..CellView::default() }
}

/// A table from short forms with `; ` between: columns `Heading`, `#Heading|unit` for numbers.
fn table(caption: &str, columns: &str, rows: &[&str]) -> TableView {
    let column = |short: &str| {
        let (heading, unit) = short.split_once('|').unwrap_or((short, ""));
        ColumnView {
            heading: heading.trim_start_matches('#').into(),
            unit: unit.into(),
            is_number: heading.starts_with('#'),
        }
    };
    let columns: Vec<ColumnView> = columns.split("; ").map(column).collect();
    let row = |short: &&str| short.split("; ").map(cell).collect::<Vec<_>>();
    let rows: Vec<_> = rows.iter().map(row).collect();
    assert!(rows.iter().all(|row| row.len() == columns.len()), "{caption}");
    TableView { caption: caption.into(), columns, rows, ..TableView::default() }
}

fn summary() -> Vec<TableView> {
    let throughput = "Workload; #Reads|%; Operation; #Measured|MiB/s; #Published|MiB/s; #Ratio; #n; Verdict; Comparison";
    let iops = &throughput.replace("MiB/s", "IOPS");
    vec![
        table(
            "Throughput",
            throughput,
            &[
                "sequential 64 KiB; 100; read; 4,571; 4,500; 1.02; 3; =meets; like for like",
                "sequential 64 KiB; 80; read; 2,744 [1]; 2,616; 1.05; 3; =exceeds; like for like",
                "sequential 64 KiB; 60; read + write; 2,611 [2 3]; 3,083 [4]; 0.85; 1; =falls short; indicative",
                "sequential 64 KiB; 60; read; 1,571; 1,850 [4]; 0.85; 1; =falls short; indicative",
                "sequential 64 KiB; 0; write; 1,468; 1,500; 0.98; 3; =meets; like for like",
            ],
        ),
        table(
            "Operations per second",
            iops,
            &[
                "random 4 KiB; 100; read; 460,112; ~ 450,000; 1.02; 3; =meets; like for like",
                "random 4 KiB; 75; read; 251,340; up to 240,000; 1.05; 3; =exceeds; indicative [5]",
                "random 4 KiB; 75; read + write; 330,871; 320,000; 1.03; 3; =meets; indicative [5]",
                "random 4 KiB; 50; read + write; 218,402; 215,000; 1.02; 3; =inconclusive; indicative [5]",
                "random 4 KiB; 0; write; 131,090; 135,000; 0.97; 3; =meets; like for like",
                "random 8 KiB; 100; read; 301,774; –; –; 1; =not comparable; protocol unknown [6]",
                "random 8 KiB; 70; read + write; 196,006; 190,000; 1.03; 2; =meets; indicative",
            ],
        ),
    ]
}

fn sequential() -> SectionView {
    SectionView {
        heading: "Sequential, 64 KiB".into(),
        anchor: "sequential-64k".into(),
        lead: "Reads reach the published value at every share but 60 %, where the volume stays \
               15 % below it and was not steady."
            .into(),
        charts: vec![
            curve("sequential-64k-share", "Throughput over the share of reads", "MiB/s", 475.0, &[1468.0, 1900.0, 2380.0, 2611.0, 3300.0, 4571.0]),
            curve("sequential-64k-percentiles", "Completion latency, percentiles", "ms", 228.0, &[1.1, 1.4, 2.2, 4.8, 9.5, 31.0]),
        ],
        over_time: Some(ChartGroupView {
            title: "Throughput over time, 2 of 9 points".into(),
            charts: ["80", "60"]
                .map(|share| ChartView {
                    title: String::new(),
                    ..curve(&format!("sequential-64k-time-{share}"), "Over time", "MiB/s", 228.0, &[2900.0, 2890.0, 2700.0, 2520.0, 2495.0, 2490.0])
                })
                .to_vec(),
        }),
        tables: vec![
            table(
                "Against published values",
                "Reference; #Reads|%; Operation; #Measured|MiB/s; #95 % interval|MiB/s; #Published|MiB/s; #Ratio; Verdict",
                &[
                    "Azure NetApp Files, Linux, NFSv3, 64 KiB sequential; 100; read; 4,571; 4,529 to 4,613; 4,500; 1.02; =meets",
                    "Azure NetApp Files, Linux, NFSv3, 64 KiB sequential; 80; read; 2,744 [1]; 2,701 to 2,787; 2,616; 1.05; =exceeds",
                    "Azure NetApp Files, Linux, NFSv3, 64 KiB sequential; 60; read + write; 2,611 [2 3]; n = 1; 3,083 [4]; 0.85; =falls short",
                    "Azure NetApp Files, Linux, NFSv3, 64 KiB sequential; 0; write; 1,468; 1,450 to 1,486; 1,500; 0.98; =meets",
                ],
            ),
            table(
                "What was measured",
                "Step; #Reads|%; #Clients; #Jobs; #Depth; #Throughput|MiB/s; #Mean|ms; #p99|ms; #p99.9|ms; #Max|ms; #n",
                &[
                    "seqread-64k; 100; 6; 96; 16; 4,571; 1.31; 4.82; 9.50; 31.0; 3",
                    "seqmix-64k-r80; 80; 6; 96; 16; 3,430 [1]; 1.75; 6.13; 12.78; 44.7; 3",
                    "순차-혼합-64k-r60 😀; 60; 6; 96; 16; 2,611 [2 3]; 2.30 [7]; 8.72; 21.10; 87.6; 1",
                    "顺序写入_64k_大容量卷_第三次重复测试; 0; 6; 96; 16; 1,468; 4.08; 11.34; 24.77; 102.3; 3",
                ],
            ),
        ],
        differences: vec![
            "Azure NetApp Files, Linux, NFSv3, 64 KiB sequential: clients 6 instead of 4; working set 1.0 TiB as published; mount option nconnect 8 instead of 4.".into(),
            "Azure NetApp Files, Linux, cool access: service level not stated by the publisher.".into(),
        ],
    }
}

fn random() -> SectionView {
    SectionView {
        heading: "Random, 4 KiB and 8 KiB".into(),
        anchor: "random-4k".into(),
        lead: "Pure reads and pure writes meet the published values; mixed loads are within the \
               tolerance, with different mount options."
            .into(),
        charts: vec![
            curve("random-4k-latency", "Mean latency over operations", "ms", 228.0, &[0.42, 0.44, 0.47, 0.58, 0.91, 2.4]),
            curve("random-4k-share", "Operations over the share of reads", "1,000 IOPS", 228.0, &[131.0, 170.0, 218.0, 251.0, 331.0, 460.0]),
        ],
        over_time: None,
        tables: vec![
            table(
                "Against published values",
                "Reference; #Reads|%; Operation; #Measured|IOPS; #Published|IOPS; #Ratio; Verdict",
                &[
                    "Azure NetApp Files, Linux, NFSv3, 4 KiB random; 100; read; 460,112; ~ 450,000; 1.02; =meets",
                    "Azure NetApp Files, Linux, NFSv3, 4 KiB random; 75; read; 251,340; up to 240,000; 1.05; =exceeds",
                    "Google Cloud NetApp Volumes, Flex File, NFSv3, 8 KiB random; 100; read; 301,774; –; –; =not comparable [6]",
                ],
            ),
            table(
                "What was measured",
                "Client; Job; Operation; Pattern; #Block|KiB; #Reads|%; #Jobs; #Depth; #IOPS; #Throughput|MiB/s; #Mean|µs; #p50|µs; #p90|µs; #p95|µs; #p99|µs; #p99.9|µs; #p99.99|µs; #n",
                &[
                    "bench-client-koreacentral-01; randread-4k; read; random; 4; 100; 16; 32; 76,702; 299.6; 832.4; 811.0; 1,204.2; 1,450.0; 2,277.4; 5,931.0; 11,076.0; 3",
                    "bench-client-koreacentral-02; randread-4k; read; random; 4; 100; 16; 32; 76,655; 299.4; 833.1; 811.0; 1,204.2; 1,450.0; 2,310.1; 6,128.6; 11,337.7; 3",
                    "bench-client-koreacentral-03; randread-4k; read; random; 4; 100; 16; 32; 76,698; 299.6; 832.7; 811.0; 1,204.2; 1,450.0; 2,277.4; 5,931.0; 11,207.1; 3",
                ],
            ),
        ],
        differences: vec![
            "Azure NetApp Files, Linux, NFSv3, 4 KiB random: clients 6 instead of 4, queue depth not stated by the publisher.".into(),
        ],
    }
}

fn conditions() -> Vec<TableView> {
    let rows: &[&str] = &[
        "Protocol; NFSv3; NFSv3; same",
        "Service level; Ultra; Ultra; same",
        "Clients; 6 × Standard_D32s_v5; 4 × Standard_D32s_v4; different",
        "Jobs; 96; not stated; unknown",
        "Queue depth; 16; not stated; unknown",
        "Working set; 1.0 TiB; 1.0 TiB; same",
        "Mount options; rw,hard,rsize=262144,wsize=262144,vers=3,tcp,nconnect=8; rw,hard,rsize=262144,wsize=262144,vers=3,tcp,nconnect=4; different",
        "Operating system; Ubuntu 22.04.4 LTS, kernel 6.5.0-1016-azure; RHEL 8.4; different",
        "Region; koreacentral; not stated; unknown",
    ];
    [
        "Azure NetApp Files, Linux, NFSv3, 64 KiB sequential",
        "Azure NetApp Files, Linux, NFSv3, 4 KiB random",
    ]
    .into_iter()
    .map(|caption| table(caption, "Condition; Measured; Published; Comparison", rows))
    .collect()
}

fn method() -> Vec<String> {
    [
        "Every figure keeps the place it was read from and the text as written there. Values that are doubtful are marked with a note or left out; none is guessed.",
        "Clients whose times share at least 80 % of the shorter one ran together: their rates are added up, mean latencies are weighted by operations, percentiles come from merged histograms or are left out. Equal workloads at other times are repeats; the mean, the standard deviation and their number n are given.",
        "Measured and published values are compared where protocol, pattern, block size, operation and read share agree. A read share between two published ones is interpolated: with T the sum of reads and writes, 1/T is linear in the share of reads. Conditions that differ make a comparison indicative; what must agree and is not known makes it not comparable.",
        "The ratio is measured ÷ published, for latencies published ÷ measured, so that above 1 is better. A figure exceeds or falls short of a published value if the ratio differs from 1 by more than 5 %, and never by less than half a unit of the last printed digit. With repeats the whole 95 % interval of the mean (Student's t) must lie in one range, else the verdict is inconclusive; with n = 1 the single value is judged.",
    ]
    .map(String::from)
    .to_vec()
}

fn notes() -> Vec<NoteView> {
    let note =
        |number, code: &str, level: &str, message: &str, place: &str, advice: &str| NoteView {
            number,
            code: code.into(),
            level: level.into(),
            message: message.into(),
            place: place.into(),
            advice: advice.into(),
        };
    vec![
        note(
            1,
            "clients-overlap",
            "warning",
            "Client 4 started 21 s later than the others; its rate is summed over the 279 s they share.",
            "client-04/seqmix-64k-r80__fio-3.36.json, jobs[0].job_start",
            "Start the clients together, or give a longer ramp time.",
        ),
        note(
            2,
            "not-steady",
            "warning",
            "The second half of the run is 14 % slower than the first.",
            "client-01…06/순차-혼합-64k-r60.json, jobs[0].read.bw_dev",
            "Lengthen the run until the last five minutes agree within 5 %.",
        ),
        note(
            3,
            "single-run",
            "information",
            "The step was run once; there is no spread to tell chance from change.",
            "순차-혼합-64k-r60",
            "Repeat it at least twice.",
        ),
        note(
            4,
            "interpolated",
            "information",
            "The published value lies between 50 % and 75 % reads; 1/T was interpolated.",
            "reference azure-netapp-files-linux-nfsv3-64k",
            "",
        ),
        note(
            5,
            "conditions-differ",
            "information",
            "The mount option nconnect was 8 in the test and 4 for the published value.",
            "campaign.toml, conditions.mount_options",
            "Mount with nconnect=4 for a like-for-like comparison.",
        ),
        note(
            6,
            "protocol-unknown",
            "warning",
            "Neither the job file nor the campaign says by which protocol the volume was mounted.",
            "archive/2026-03-11_rerun/client-02/output-of-a-very-long-directory-name-that-somebody-generated/randread-8k__fio-3.36.json",
            "Say so in campaign.toml: protocol = \"nfsv3\".",
        ),
        note(
            7,
            "percentile-bins",
            "information",
            "Percentiles come from merged histograms; the last bin ends at 17.1 s.",
            "client-01/테스트결과_서울.json, jobs[0].read.clat_ns.bins",
            "",
        ),
        note(
            8,
            "input-damaged",
            "error",
            "The JSON ends in the middle of an object; the file is left out.",
            "client-05/randrw-4k-r50__fio-3.36.json:10:4 (byte 48,211)",
            "Copy the file again; the original may be whole.",
        ),
    ]
}

fn sources() -> Vec<SourceView> {
    let names = [
        "campaign.toml",
        "client-01/seqread-64k__fio-3.36.json",
        "client-02/seqread-64k__fio-3.36.json",
        "client-01/테스트결과_서울_순차읽기.json",
        "client-01/测试结果_顺序写入_第三次.json",
        "archive/2026-03-11_rerun/client-02/output-of-a-very-long-directory-name-that-somebody-generated/randread-8k__fio-3.36.json",
        "reference: azure-netapp-files-linux-nfsv3-64k",
    ];
    let file = |index: u64, name: &str| {
        let mut checksum = String::new();
        for part in 0..8_u64 {
            let word = (index + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_mul(part + 3);
            write!(checksum, "{:08x}", (word >> 21) as u32).unwrap();
        }
        FileView { name: name.into(), size: "48,211".into(), checksum }
    };
    let mut sources: Vec<SourceView> = (0..14)
        .map(|index| {
            let name = names.get(index).map_or_else(
                || format!("client-{:02}/randrw-4k-r{}__fio-3.36.json", index % 6 + 1, index * 5),
                |name| (*name).to_owned(),
            );
            let about = match index {
                0 | 6 => String::new(),
                _ => "fio 3.36 · 2026-03-11 22:14:05 UTC · 300.0 s · 4 KiB random, 75\u{A0}% reads"
                    .to_owned(),
            };
            let notes = if index == 5 { vec![6] } else { Vec::new() };
            SourceView { name, notes, about, files: vec![file(index as u64, "")] }
        })
        .collect();
    let of_folder = [
        "flatfile.html",
        "logfile.html",
        "summary.html",
        "output_of_a_slave_with_a_long_name.html",
    ];
    sources.push(SourceView {
        name: "client-07/output".into(),
        notes: vec![2],
        about:
            "vdbench 5.04.07 · 2026-03-11 22:14:05 UTC · 600.0 s · 64 KiB random, 100\u{A0}% reads"
                .into(),
        files: (20..).zip(of_folder).map(|(index, name)| file(index, name)).collect(),
    });
    sources
}

/// A horizontal scale with three marks.
fn load_line() -> ChartView {
    let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" width="475" height="76" viewBox="0 0 475 76" font-family="Plimsoll Sans" font-size="8.5" fill="#17212b">
<line x1="0" y1="42" x2="475" y2="42" stroke="#c3cad1" stroke-width="1"/>
<rect x="0" y="38" width="345" height="8" fill="#0a5a8c"/>
<line x1="240" y1="28" x2="240" y2="52" stroke="#17212b" stroke-width="1.4"/>
<line x1="408" y1="28" x2="408" y2="52" stroke="#17212b" stroke-width="1.4" stroke-dasharray="3 2"/>
<text x="240" y="22" text-anchor="middle">required 1,800 MiB/s</text>
<text x="345" y="64" text-anchor="middle" font-weight="bold" fill="#0a5a8c">measured 2,611 MiB/s</text>
<text x="408" y="22" text-anchor="middle">published 3,083 MiB/s</text>
<text x="292" y="35" text-anchor="middle" fill="#0a5a8c">headroom 45 %</text>
</svg>"##;
    ChartView {
        name: "load-line".into(),
        remark: String::new(),
        title: "Load line, sequential 64 KiB at 60 % reads".into(),
        alternative: "A scale from 0 to 3,600 MiB/s: required 1,800, measured 2,611, published 3,083; the headroom is 45 %.".into(),
        svg: svg.into(),
    }
}

/// A line with its points, drawn without a library.
fn curve(name: &str, title: &str, unit: &str, width: f64, values: &[f64]) -> ChartView {
    let height = if width > 300.0 { 170.0 } else { 140.0 };
    let top = values.iter().copied().fold(0.0, f64::max) * 1.15;
    let x = |index: usize| 34.0 + (width - 50.0) * index as f64 / (values.len() - 1) as f64;
    let y = |value: f64| height - 20.0 - (height - 34.0) * value / top;
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" font-family="Plimsoll Sans" font-size="8" fill="#5b6773">"##
    );
    for step in 0..4 {
        let value = top * f64::from(step) / 4.0;
        write!(
            svg,
            r##"<line x1="34" x2="{}" y1="{y:.1}" y2="{y:.1}" stroke="#e3e7eb" stroke-width=".6"/><text x="28" y="{:.1}" text-anchor="end">{value:.0}</text>"##,
            width - 10.0,
            y(value) + 2.8,
            y = y(value),
        )
        .unwrap();
    }
    let points: Vec<String> =
        values.iter().enumerate().map(|(i, v)| format!("{:.1},{:.1}", x(i), y(*v))).collect();
    write!(
        svg,
        r##"<polyline points="{}" fill="none" stroke="#0a5a8c" stroke-width="1.4"/><text x="0" y="9">{unit}</text>"##,
        points.join(" ")
    )
    .unwrap();
    for (index, value) in values.iter().enumerate() {
        write!(
            svg,
            r##"<circle cx="{:.1}" cy="{:.1}" r="2.4" fill="#fff" stroke="#0a5a8c" stroke-width="1.2"/><text x="{:.1}" y="{:.1}" text-anchor="middle">{}</text>"##,
            x(index),
            y(*value),
            x(index),
            height - 6.0,
            index * 20,
        )
        .unwrap();
    }
    svg.push_str("</svg>");
    ChartView {
        name: name.into(),
        remark: format!("{title}, with a sentence below it."),
        title: title.into(),
        alternative: format!("{title}: {} points in {unit}.", values.len()),
        svg,
    }
}
