//! What a person sees who has made a mistake in a catalogue file, and files that are right.

use crate::{Catalogue, Problem};
use plimsoll_schema::{Bound, Metric, Stat};

const RIGHT: &str = r#"[page]
vendor = "Acme"
publisher = "Acme"
title = "Benchmarks of the Acme array"
date = "2026-01"
locales = ["en"]
reading = "The table of the page was copied by hand."
product = "Acme array"
status = "one-source"

[conditions.lab]
clients = 2
jobs_per_client = 8
jobs = 16
nconnect = "16"
working_set = "1 TiB"

[[reference]]
id = "acme/nfsv3/8k-random"
protocol = "NFSv3"
workload = "8 KiB random"
pattern = "random"
block_size = "8 KiB"
iodepth = 4
conditions = "lab"
claim = "result"
point = [
    { read_percent = 75, op = "read",  iops = "3,000", cell = "table 1 row 1 column 2" },
    { read_percent = 75, op = "write", iops = "1,000", cell = "table 1 row 2 column 2" },
]
"#;

fn problems(text: &str) -> Vec<String> {
    match Catalogue::parse("acme.toml", text) {
        Ok(_) => Vec::new(),
        Err(problems) => problems.iter().map(Problem::to_string).collect(),
    }
}

/// The problems of the right file with one text replaced.
fn with(right: &str, wrong: &str) -> Vec<String> {
    assert_eq!(RIGHT.matches(right).count(), 1, "{right}");
    problems(&RIGHT.replace(right, wrong))
}

#[test]
fn a_file_that_is_right_becomes_rows() {
    let catalogue = Catalogue::parse("acme.toml", RIGHT).expect("no problem");
    let entry = catalogue.entry("acme/nfsv3/8k-random").expect("the id");
    assert_eq!(entry.line, 19);
    let shown: Vec<_> = entry
        .conditions
        .iter()
        .map(|condition| format!("{}={}", condition.key, condition.value))
        .collect();
    assert_eq!(
        shown.join(" "),
        "clients=2 working_set=1 TiB nconnect=16 jobs_per_client=8 jobs=16 iodepth=4"
    );
    let identity = &entry.points[1].row.identity;
    assert_eq!(
        identity.parameters_text().as_deref(),
        Some("working_set_bytes=1099511627776 nconnect=16")
    );
    assert_eq!(
        (identity.clients, identity.jobs, identity.queue_depth),
        (Some(2), Some(16), Some(4))
    );
    assert_eq!(identity.locator, "table 1 row 2 column 2");
    assert_eq!(&*identity.source, "Benchmarks of the Acme array");
    assert_eq!(identity.run, None);
    assert_eq!(entry.points[1].row.latency_kind, None);
}

#[test]
fn a_latency_is_total_and_a_sentence_has_its_lines_as_locator() {
    let text = RIGHT.replace(
        r#"iops = "3,000", cell = "table 1 row 1 column 2""#,
        r#"iops = "up to 3K", latency = { value = "< 1 ms", cell = "figure 3" }, lines = "12""#,
    );
    let catalogue = Catalogue::parse("acme.toml", &text).expect("no problem");
    let point = &catalogue.entries()[0].points[0];
    assert_eq!(point.row.identity.locator, "line 12");
    let iops = point.row.figure(Metric::Iops, Stat::Mean, None).expect("IOPS");
    assert_eq!((iops.bound, iops.written.as_deref()), (Some(Bound::UpTo), Some("3K")));
    let latency = point.row.latency(Stat::Mean).expect("the latency of the wide shape");
    assert_eq!(latency.bound, Some(Bound::Below));
    let places: Vec<_> = point.evidence.iter().map(crate::Evidence::place).collect();
    assert_eq!(places, ["line 12", "figure 3"]);
}

#[test]
fn each_mistake_is_named_with_its_line_its_id_and_what_to_do() {
    for (right, wrong, expected) in [
        (
            r#"iops = "3,000""#,
            r#"iops = "3.000,5""#,
            "acme.toml:28: acme/nfsv3/8k-random: `3.000,5` has no numeral of the form 1234, 1,234 or 1,234.5 \
             (docs/catalogue.md says how a figure is written)",
        ),
        (
            r#"iops = "3,000""#,
            "iops = 3000",
            "acme.toml:28: acme/nfsv3/8k-random: invalid type: integer `3000`, expected a figure in quotation marks, \
             such as \"4,304 MiB/s\", or a table with `value` (docs/catalogue.md lists the keys and their forms)",
        ),
        (
            r#"iops = "3,000", "#,
            "",
            "acme.toml:28: acme/nfsv3/8k-random: a point has no figure \
             (give `iops`, `throughput`, `transactions` or `latency`)",
        ),
        (
            r#"iops = "3,000""#,
            r#"iops = "4,000""#,
            "acme.toml:28: acme/nfsv3/8k-random: iops: 80.0 % of the printed values are reads, the mix says 75 % \
             (compare both values and the header with the page: one may stand in its neighbour's column)",
        ),
        (
            r#", cell = "table 1 row 1 column 2""#,
            "",
            "acme.toml:28: acme/nfsv3/8k-random: `3,000`: it has neither `cell` nor `lines`, so nobody can look it up \
             (give it here, at the point or at the reference)",
        ),
        (
            r#"op = "write""#,
            r#"op = "read""#,
            "acme.toml:29: acme/nfsv3/8k-random: an earlier point has the same operation, read share and claim \
             (give the points a `name` that tells them apart, or join them into one)",
        ),
        (
            r#"read_percent = 75, op = "read""#,
            r#"read_percent = 175, op = "read""#,
            "acme.toml:28: acme/nfsv3/8k-random: `read_percent` is not between 0 and 100 \
             (write the share of reads, for instance 75)",
        ),
        (
            r#"id = "acme/nfsv3/8k-random""#,
            r#"id = "acme/NFSv3/8k-random""#,
            "acme.toml:19: acme/NFSv3/8k-random: the id has another form \
             (use lower-case letters, digits and `-`, parts joined by `/`: vendor/level/protocol/test)",
        ),
        (
            r#"conditions = "lab""#,
            r#"conditions = "lap""#,
            "acme.toml:25: acme/nfsv3/8k-random: there is no `[conditions.lap]` (the file has lab)",
        ),
        (
            "jobs = 16",
            "jobs = 8",
            "acme.toml:11: conditions `lab`: `jobs` is not `clients` times `jobs_per_client` (8 is not 2 × 8) \
             (look at the page which of them is wrong)",
        ),
        (
            r#"block_size = "8 KiB""#,
            r#"block_size = "8 kilo""#,
            "acme.toml:23: acme/nfsv3/8k-random: `8 kilo` is no size such as \"64 KiB\": its unit is not one of bytes (k, M, G, T, P, E) \
             (docs/catalogue.md lists the keys and their forms)",
        ),
        (
            "product = \"Acme array\"\n",
            "",
            "acme.toml:18: acme/nfsv3/8k-random: it has no product (give `product` here or under `[page]`)",
        ),
        (
            "status = \"one-source\"\n",
            "status = \"sure\"\n",
            "acme.toml:9: unknown variant `sure`, expected one of `agreed`, `one-source`, `undamaged-sentence`, \
             `repaired`, `repaired-in-place`, `imported` (docs/catalogue.md lists the keys and their forms)",
        ),
    ] {
        assert_eq!(with(right, wrong), [expected], "{right} → {wrong}");
    }
}

#[test]
fn unknown_keys_are_named_wherever_they_stand() {
    for (right, wrong, start) in [
        (
            "clients = 2",
            "client = 2",
            "acme.toml:12: unknown field `client`, expected one of `clients`",
        ),
        (
            "iodepth = 4",
            "io_depth = 4",
            "acme.toml:24: acme/nfsv3/8k-random: unknown field `io_depth`",
        ),
        ("vendor = ", "vender = ", "acme.toml:2: unknown field `vender`"),
        (
            r#"iops = "3,000""#,
            r#"iosp = "3,000""#,
            "acme.toml:28: acme/nfsv3/8k-random: unknown field `iosp`",
        ),
        (
            r#"iops = "3,000""#,
            r#"iops = { value = "3,000", line = "3" }"#,
            "acme.toml:28: acme/nfsv3/8k-random: unknown field `line`",
        ),
        ("[conditions.lab]", "[condition.lab]", "acme.toml:11: unknown key `condition`"),
    ] {
        let problems = with(right, wrong);
        assert!(problems[0].starts_with(start), "{problems:#?}");
    }
}

#[test]
fn all_problems_of_a_file_come_in_its_order() {
    let text = RIGHT
        .replace("jobs = 16", "jobs = 8")
        .replace(r#""3,000""#, r#""3;000""#)
        .replace(r#""1,000""#, r#""1;000""#);
    let lines: Vec<_> = Catalogue::parse("acme.toml", &text)
        .expect_err("three problems")
        .iter()
        .map(|problem| problem.line)
        .collect();
    assert_eq!(lines, [Some(11), Some(28), Some(29)]);
}

#[test]
fn a_file_that_is_no_catalogue_is_refused_as_a_whole() {
    for (text, expected) in [
        (
            "",
            "acme.toml: there is no table `[page]` (begin the file with vendor, publisher, title, date, locales and reading)",
        ),
        (
            "[page",
            "acme.toml:1: unclosed table, expected `]` (docs/catalogue.md lists the keys and their forms)",
        ),
    ] {
        assert_eq!(problems(text), [expected]);
    }
    let page = RIGHT.split("[conditions").next().expect("the head");
    assert_eq!(
        problems(page),
        ["acme.toml: the file has no reference (give at least one `[[reference]]`)"]
    );
    let single = RIGHT.replace("[[reference]]", "[reference]");
    assert_eq!(
        problems(&single),
        ["acme.toml:18: `reference` has another form (write `[[reference]]`, with two brackets)"]
    );
}

#[test]
fn no_id_stands_in_two_places() {
    let own = Catalogue::parse("own.toml", RIGHT).expect("no problem");
    let all = Catalogue::built_in().with(&own).expect("an id of its own");
    assert_eq!(all.entries().len(), Catalogue::built_in().entries().len() + 1);
    let again = Catalogue::parse("again.toml", RIGHT).expect("no problem");
    let problems = all.with(&again).expect_err("the id is taken");
    assert_eq!(
        problems[0].to_string(),
        "again.toml:19: acme/nfsv3/8k-random: the id is taken by line 19 of own.toml \
         (choose another id: reports name values by it)"
    );
    let reference = RIGHT.find("[[reference]]").expect("there");
    let twice = format!("{RIGHT}{}", &RIGHT[reference..]);
    let problems = Catalogue::parse("acme.toml", &twice).expect_err("the id stands twice");
    assert_eq!(problems[0].line, Some(32));
}

#[test]
fn an_own_reference_shadows_the_built_in_one_of_its_id() {
    let shadowing = RIGHT.replace("acme/nfsv3/8k-random", "gcnv/extreme/nfsv3/8k-random");
    let own = Catalogue::parse("own.toml", &shadowing).expect("no problem");
    let further = Catalogue::parse("further.toml", RIGHT).expect("no problem");
    let own = own.with(&further).expect("different ids");
    let built_in = Catalogue::built_in();
    let (all, findings) = own.over(built_in);
    assert_eq!(all.entries().len(), built_in.entries().len() + 1);
    let entry = all.entry("gcnv/extreme/nfsv3/8k-random").expect("the own one");
    assert_eq!((&*entry.page.file, entry.page.is_built_in), ("own.toml", false));
    assert_eq!(entry.rows().count(), 2);
    let place = |catalogue: &Catalogue, id: &str| {
        catalogue.entries().iter().position(|entry| &*entry.id == id)
    };
    let shadowed = "gcnv/extreme/nfsv3/8k-random";
    assert_eq!(place(&all, shadowed), place(built_in, shadowed), "in the place of the other");
    assert_eq!(place(&all, "acme/nfsv3/8k-random"), Some(built_in.entries().len()), "behind");
    let told: Vec<_> = findings
        .iter()
        .map(|it| format!("{}: {}: {}", it.source, it.locator.as_deref().unwrap_or(""), it.message))
        .collect();
    assert_eq!(
        told,
        ["own.toml: gcnv/extreme/nfsv3/8k-random: \
          it was used instead of the built-in reference of the same id"]
    );
    assert!(built_in.entry(shadowed).is_some_and(|entry| entry.page.is_built_in));
}

#[test]
fn other_conditions_and_claims_that_are_not_stated() {
    let text = RIGHT
        .replace(
            "nconnect = \"16\"",
            "nconnect = \"16\"\nother = { replication = \"3\", host = \"x\" }",
        )
        .replace("claim = \"result\"", "claim = \"not-stated\"")
        .replace("product = \"Acme array\"", "product = \"not stated\"");
    let catalogue = Catalogue::parse("acme.toml", &text).expect("no problem");
    let identity = &catalogue.entries()[0].points[0].row.identity;
    assert_eq!(
        identity.parameters_text().as_deref(),
        Some("working_set_bytes=1099511627776 nconnect=16 host=x replication=3")
    );
    assert_eq!((identity.claim, identity.product.as_deref()), (None, None));
    assert_eq!(identity.workload.as_deref(), Some("8 KiB random"));
}

#[test]
fn the_example_of_the_documentation_is_right() {
    let page = include_str!("../../../docs/catalogue.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let text = example.expect("a TOML example");
    let catalogue = Catalogue::parse("docs/catalogue.md", text).expect("no problem");
    assert_eq!(catalogue.rows().count(), 3);
}

#[test]
fn a_file_cut_anywhere_is_refused_or_read() {
    let mut is_read = 0;
    for (end, _) in RIGHT.char_indices() {
        if let Ok(catalogue) = Catalogue::parse("acme.toml", &RIGHT[..end]) {
            assert_eq!(catalogue.rows().count(), 2, "cut at {end}");
            is_read += 1;
        }
    }
    assert_eq!(is_read, 1, "only the last line end can be missing");
}

#[test]
fn entries_are_found_by_id_and_by_prefix() {
    let catalogue = Catalogue::built_in();
    let ids = |asked: &str| -> Vec<String> {
        let found = catalogue.find(asked).expect(asked);
        found.iter().map(|entry| entry.id.to_string()).collect()
    };
    assert_eq!(ids("gcnv/extreme").len(), 8);
    assert_eq!(ids("gcnv/extreme/"), ids("gcnv/extreme"));
    assert_eq!(
        ids("gcnv/flex-file"),
        [
            "gcnv/flex-file/nfsv3/64k-sequential",
            "gcnv/flex-file/nfsv3/8k-random",
            "gcnv/flex-file/limits"
        ],
        "in the order of the file"
    );
    assert_eq!(ids("aff-a300/fc/sql"), ["aff-a300/fc/sql"], "not sql-90-10");
    let unknown = catalogue.find("gcnv/extreem").expect_err("a slip");
    assert_eq!(
        unknown.to_string(),
        "the catalogue has no reference `gcnv/extreem`; near it: gcnv/extreme"
    );
    assert_eq!(catalogue.find("powermax").expect_err("none").near, Vec::<String>::new());
    assert!(catalogue.entry("gcnv/extreme").is_none(), "a prefix is no id");
}
