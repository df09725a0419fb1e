//! What the campaign says, and what the results tell.

use crate::support::{
    FLEX_FILE, Run, campaign, codes, compared, inputs, like, nfs, request, verdicts,
};
use plimsoll_campaign::Campaign;
use plimsoll_compare::{Likeness, Reason, Unmatched, Verdict, compare};
use plimsoll_reference::Catalogue;
use plimsoll_schema::Code;

#[test]
fn a_condition_that_differs_makes_it_indicative() {
    let mut other = nfs();
    other.set("nconnect", "8").expect("a condition");
    let comparison = compared(&[Run::new("a.json", 100.0, (4304.0, 0.0))], &other, &[FLEX_FILE]);
    let expected = ("read".to_owned(), Verdict::Meets, Likeness::Indicative);
    assert_eq!(verdicts(&comparison), [expected]);
    assert_eq!(comparison.judgements[0].reasons, [Reason::Differs("nconnect".to_owned())]);
}

#[test]
fn an_unknown_protocol_is_not_comparable() {
    let run = [Run::new("a.json", 100.0, (4304.0, 0.0))];
    let comparison = compared(&run, &Campaign::default(), &[FLEX_FILE]);
    let judgement = &comparison.judgements[0];
    assert_eq!(judgement.verdict, Verdict::NotComparable);
    assert!(judgement.reasons.contains(&Reason::MeasuredUnknown("protocol")));
    let smb = campaign("[system]\nprotocol = \"SMB\"\n");
    let comparison = compared(&run, &smb, &[FLEX_FILE]);
    assert!(comparison.judgements.is_empty(), "another protocol is another thing");
    assert_eq!(codes(&comparison), [Code::ReferenceNotMatched]);
}

#[test]
fn without_a_name_results_of_the_same_product_are_set_beside() {
    let run = [Run::new("a.json", 100.0, (4304.0, 0.0))];
    let comparison = compared(&run, &nfs(), &[]);
    let ids: Vec<&str> = comparison.judgements.iter().map(|it| &*it.entry.id).collect();
    assert_eq!(ids, [FLEX_FILE, "gcnv/extreme/nfsv3/64k-sequential"]);
    assert_eq!(comparison.judgements[1].likeness, Likeness::Indicative, "another service level");
    let nobody = campaign("[system]\nproduct = \"Some array\"\nprotocol = \"NFSv3\"\n");
    assert!(compared(&run, &nobody, &[]).judgements.is_empty());
}

#[test]
fn an_unknown_reference_is_an_error_with_names_that_are_near() {
    let campaign = nfs();
    let request = request(&campaign, Catalogue::built_in(), &["gcnv/extrem"]);
    let inputs = [Run::new("a.json", 100.0, (1.0, 0.0)).input()];
    let error = compare(&inputs, &request).expect_err("no such reference");
    assert_eq!(error.asked, "gcnv/extrem");
    assert!(!error.near.is_empty());
}

/// What was measured is no matter of opinion.
#[test]
fn the_results_are_believed_before_the_campaign() {
    let mut wrong = nfs();
    wrong.set("clients", "6").expect("a condition");
    wrong.set("jobs", "48").expect("a condition");
    let run = [Run::new("a.json", 100.0, (4304.0, 0.0)).of_clients(1)];
    let comparison = compared(&run, &wrong, &[FLEX_FILE]);
    let judgement = &comparison.judgements[0];
    let differ = |name: &str| Reason::Differs(name.to_owned());
    assert_eq!(judgement.reasons, [differ("clients"), differ("jobs")]);
    let clients = judgement.conditions.iter().find(|pair| pair.name == "clients");
    let measured = clients.and_then(|pair| pair.measured.clone());
    assert_eq!(measured.as_deref(), Some("1"));
    assert_eq!(codes(&comparison), [Code::ConditionContradicted; 2]);
    let noted = |finding| judgement.findings.iter().any(|it| std::sync::Arc::ptr_eq(it, finding));
    assert!(comparison.findings.iter().all(noted));
    assert_eq!(
        comparison.findings[0].message,
        "the campaign says clients = 6, the results say 1: the measured value is compared"
    );
}

#[test]
fn the_campaign_tells_what_results_do_not() {
    let mut told = nfs();
    told.set("clients", "6").expect("a condition");
    let mut inputs = inputs(&[Run::new("a.json", 100.0, (4304.0, 0.0))]);
    inputs[0].rows[0].identity.clients = None;
    let against = request(&told, Catalogue::built_in(), &[FLEX_FILE]);
    let comparison = compare(&inputs, &against).expect("a built-in reference");
    assert_eq!(verdicts(&comparison), [like("read", Verdict::Meets)]);
    assert!(comparison.findings.is_empty());
}

#[test]
fn a_campaign_speaks_of_the_system_whose_folder_holds_it() {
    let mut told = nfs();
    told.set("nconnect", "16").expect("a condition");
    let step = "[[step]]\nname = \"reads\"\nfiles = [\"a.json\"]\n";
    told.steps = campaign(step).steps;
    let own = Run::new("a.json", 100.0, (4304.0, 0.0));
    let other = Run { system: 1, ..own.clone() }.at(100, 160);
    let inputs = inputs(&[own, other]);
    let mut request = request(&told, Catalogue::built_in(), &[FLEX_FILE]);
    request.campaign_system = Some(0);
    let comparison = compare(&inputs, &request).expect("a built-in reference");
    let [own, other] = comparison.judgements.as_slice() else { panic!("two systems") };
    assert_eq!((own.verdict, other.verdict), (Verdict::Meets, Verdict::NotComparable));
    assert_eq!(other.reasons, [Reason::MeasuredUnknown("protocol")]);
    let tells = |judgement: &plimsoll_compare::Judgement, name: &str| {
        judgement.conditions.iter().any(|pair| pair.name == name && pair.measured.is_some())
    };
    for name in ["product", "service_level", "nconnect"] {
        assert!(tells(own, name) && !tells(other, name), "{name}");
    }
    assert_eq!((comparison.points[0].step, comparison.points[1].step), (Some(0), None));
    request.against = plimsoll_compare::Against::Campaign;
    let comparison = compare(&inputs, &request).expect("no name");
    assert!(comparison.judgements.iter().all(|judgement| judgement.point == 0));
    request.campaign_system = None;
    let comparison = compare(&inputs, &request).expect("no name");
    assert!(comparison.judgements.iter().any(|judgement| judgement.point == 1));
}

#[test]
fn what_was_asked_for_and_came_to_nothing_is_told() {
    let run = [Run::new("a.json", 100.0, (4304.0, 0.0))];
    let mut steps = nfs();
    steps.steps = campaign(&format!(
        "[[step]]\nname = \"reads\"\nfiles = [\"a.json\"]\nagainst = [\"{FLEX_FILE}\", \"gcnv/extreme/smb\"]\n\
         [[step]]\nname = \"later\"\nfiles = [\"z.json\"]\nagainst = [\"{FLEX_FILE}\"]\n"
    ))
    .steps;
    let missing = |name: &str, step| Unmatched::Reference { name: name.to_owned(), step };
    let comparison = compared(&run, &steps, &[]);
    let expected = [Unmatched::Step(1), missing("gcnv/extreme/smb", Some(0))];
    assert_eq!(comparison.unmatched, expected);
    let comparison = compared(&run, &nfs(), &[FLEX_FILE, "gcnv/extreme/smb"]);
    assert_eq!(comparison.unmatched, [missing("gcnv/extreme/smb", None)]);
    // A prefix is matched by one of the references below it.
    assert_eq!(compared(&run, &nfs(), &["gcnv/flex-file"]).unmatched, []);
    assert_eq!(compared(&[], &nfs(), &[FLEX_FILE]).unmatched, [missing(FLEX_FILE, None)]);
}

#[test]
fn a_reference_that_only_another_step_has_figures_for_is_told() {
    let runs = [
        Run::new("a.json", 100.0, (4304.0, 0.0)),
        Run::new("b.json", 10.0, (100.0, 900.0)).at(100, 160),
    ];
    let mut steps = nfs();
    let step = |name: &str| {
        format!(
            "[[step]]\nname = \"{name}\"\nfiles = [\"{name}.json\"]\nagainst = [\"{FLEX_FILE}\"]\n"
        )
    };
    steps.steps = campaign(&(step("a") + &step("b"))).steps;
    let mut input = inputs(&runs);
    input[1].rows.iter_mut().for_each(|row| row.identity.block_size_bytes = Some(4096));
    let request = request(&steps, Catalogue::built_in(), &[]);
    let comparison = compare(&input, &request).expect("a built-in reference");
    let expected = Unmatched::Reference { name: FLEX_FILE.to_owned(), step: Some(1) };
    assert_eq!(comparison.unmatched, [expected]);
    assert_eq!(codes(&comparison), [Code::ReferenceNotMatched]);
}
