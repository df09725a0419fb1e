//! What is said of references to which nothing corresponds.

use crate::curves::{a300, beside, input, usual};
use crate::support::{FLEX_FILE, Run, campaign, codes, compared, inputs, nfs, request};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{Comparison, Unmatched, compare};
use plimsoll_reference::Catalogue;
use plimsoll_schema::Code;

fn run() -> [Run; 1] {
    [Run::new("a.json", 100.0, (4304.0, 0.0))]
}

/// The one finding: that nothing corresponds.
fn message(comparison: &Comparison) -> &str {
    assert_eq!(codes(comparison), [Code::ReferenceNotMatched]);
    &comparison.findings[0].message
}

#[test]
fn what_differs_from_a_reference_is_told_with_both_values() {
    let a300 = "aff-a300/fc/4k-random-read";
    let nothing = "nothing was measured that corresponds to ";
    let unknown = compared(&run(), &Campaign::default(), &[a300]);
    assert_eq!(
        message(&unknown),
        format!(
            "{nothing}{a300} (4K random read, FC); nearest is `seq` of a.json: protocol not known: \
             --set protocol=FC; pattern sequential, published random; block size 64 KiB, published \
             4 KiB"
        )
    );
    let told = compared(&run(), &nfs(), &[a300]);
    let differences = "protocol NFSv3, published FC; pattern sequential, published random; \
                       block size 64 KiB, published 4 KiB; product Google Cloud NetApp Volumes, \
                       published AFF A300";
    assert!(message(&told).ends_with(differences), "{}", message(&told));
    // The nearest of the shares and operations of the reference.
    let mut small = inputs(&[Run::new("a.json", 60.0, (100.0, 60.0))]);
    small[0].rows.iter_mut().for_each(|row| row.identity.block_size_bytes = Some(4096));
    let (campaign, catalogue) = (nfs(), Catalogue::built_in());
    let comparison = compare(&small, &request(&campaign, catalogue, &[FLEX_FILE]));
    let comparison = comparison.expect("a built-in reference");
    let differences = "`seq` of a.json: block size 4 KiB, published 64 KiB; read share 60 %, \
                       published 50 %";
    assert!(message(&comparison).ends_with(differences), "{}", message(&comparison));
    let writes = compared(&run(), &self::a300(), &["aff-a300/fc/64k-sequential-write"]);
    let differences = "operation read, published write; read share 100 %, published 0 %";
    assert!(message(&writes).ends_with(differences), "{}", message(&writes));
    let none = compared(&[], &nfs(), &[FLEX_FILE]);
    assert!(message(&none).ends_with("; no run was measured"), "{}", message(&none));
}

#[test]
fn a_prefix_to_which_nothing_corresponds_is_one_finding() {
    let comparison = compared(&run(), &nfs(), &["aff-a300/"]);
    assert_eq!(
        message(&comparison),
        "nothing was measured that corresponds to any of 21 references below aff-a300 \
         (fc/4k-random-read, fc/4k-random-write, fc/64k-sequential-read, fc/64k-sequential-write, \
         fc/sql, fc/sql-90-10, fc/sql-80-20, fc/oracle and 13 more); nearest to \
         aff-a300/fc/64k-sequential-read is `seq` of a.json: protocol NFSv3, published FC; product \
         Google Cloud NetApp Volumes, published AFF A300"
    );
    assert_eq!(comparison.unmatched.len(), 1);
}

#[test]
fn a_prefix_is_matched_by_one_of_its_references_and_the_others_are_no_finding() {
    let comparison = compared(&run(), &nfs(), &["gcnv/flex-file"]);
    assert_eq!((codes(&comparison), comparison.unmatched.len()), (vec![], 0));
}

#[test]
fn a_workload_that_a_page_only_names_says_how_to_be_found() {
    let comparison = beside(&[input("a", &usual())], &a300(), &["aff-a300/fc/sql", "aff-a300/fc"]);
    assert_eq!(
        message(&comparison),
        "nothing was measured that corresponds to aff-a300/fc/sql (SQL, FC); nearest is `rd1` of a: \
         the page tells the workload by its name alone: \"SQL\" \
         must be the name of a load curve or of its step, or --against the whole id"
    );
}

#[test]
fn a_prefix_names_no_workload_of_a_page_that_only_names_it() {
    let fc = campaign("[system]\nprotocol = \"FC\"\n");
    let ids = |against: &[&str]| {
        let comparison = compared(&run(), &fc, against);
        let mut ids: Vec<String> =
            comparison.judgements.iter().map(|it| it.entry.id.to_string()).collect();
        ids.dedup();
        ids
    };
    let by_id = ["aff-a300/fc/sql", "aff-a300/fc/oracle"];
    assert_eq!(ids(&by_id), by_id);
    assert_eq!(ids(&["aff-a300"]), ["aff-a300/fc/64k-sequential-read"]);
}

#[test]
fn of_a_step_only_its_own_runs_count() {
    let mut steps = nfs();
    let step = |name: &str, against: &str| {
        format!(
            "[[step]]\nname = \"{name}\"\nfiles = [\"{name}.json\"]\nagainst = [\"{against}\"]\n"
        )
    };
    steps.steps = campaign(&(step("a", FLEX_FILE) + &step("b", "gcnv/flex-file"))).steps;
    let small = Run::new("b.json", 100.0, (100.0, 0.0)).at(100, 160);
    let mut inputs = inputs(&[run()[0].clone(), small]);
    inputs[1].rows[0].identity.block_size_bytes = Some(16384);
    let comparison = compare(&inputs, &request(&steps, Catalogue::built_in(), &[]));
    let comparison = comparison.expect("references that exist");
    let expected = Unmatched::Reference { name: "gcnv/flex-file".to_owned(), step: Some(1) };
    assert_eq!(comparison.unmatched, [expected]);
    let message = message(&comparison);
    let begin = "step \"b\" measured nothing that corresponds to any of ";
    assert!(message.starts_with(begin), "{message}");
    let end = "is `seq` of b.json: block size 16 KiB, published 64 KiB";
    assert!(message.ends_with(end), "{message}");
}

#[test]
fn whether_anything_was_asked_for_is_told() {
    let asks = |campaign: &Campaign, against: &[&str]| {
        compared(&run(), campaign, against).is_set_beside_anything
    };
    let nothing = campaign("[system]\nprotocol = \"NFSv3\"\n");
    assert!(!asks(&nothing, &[]));
    assert!(asks(&nothing, &[FLEX_FILE]), "by its name");
    assert!(asks(&nfs(), &[]), "by the product");
    let mut step = nothing.clone();
    step.steps = campaign(&format!(
        "[[step]]\nname = \"reads\"\nfiles = [\"z.json\"]\nagainst = [\"{FLEX_FILE}\"]\n"
    ))
    .steps;
    assert!(asks(&step, &[]), "by a step");
    let mut inputs = inputs(&run());
    inputs[0].rows[0].identity.product = Some("AFF A300".into());
    let comparison = compare(&inputs, &request(&nothing, Catalogue::built_in(), &[]));
    assert!(comparison.expect("no name").is_set_beside_anything, "by the rows");
}
