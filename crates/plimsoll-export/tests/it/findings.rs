//! Findings as JSON lines.

use plimsoll_export::write_finding;
use plimsoll_schema::{Code, Finding};

fn written(finding: &Finding) -> String {
    let mut bytes = Vec::new();
    write_finding(&mut bytes, finding).expect("memory");
    String::from_utf8(bytes).expect("JSON is text")
}

#[test]
fn a_finding_is_one_object_with_the_fields_of_the_contract() {
    let finding = Finding::new(Code::CutOff, "a \"b\".json", "cut\nhere").at("line 3");
    let advice = Code::CutOff.explanation().advice;
    assert_eq!(
        written(&finding),
        format!(
            "{{\"code\":\"cut-off\",\"level\":\"warning\",\"message\":\"cut\\nhere\",\
             \"source\":\"a \\\"b\\\".json\",\"locator\":\"line 3\",\"help\":\"{advice}\"}}\n"
        )
    );
}

#[test]
fn a_finding_of_a_whole_input_has_no_locator_and_its_own_help_wins() {
    let finding = Finding::new(Code::InputEmpty, "a", "b").with_help("c");
    let text = written(&finding);
    assert!(text.ends_with("\"source\":\"a\",\"locator\":null,\"help\":\"c\"}\n"), "{text}");
}
