//! Every file of `cases`: what is read from it, or what is said about it (`err_*`).

use plimsoll_campaign::Campaign;
use std::path::Path;

#[test]
fn what_is_read_and_what_is_said() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/cases");
    insta::glob!(cases, "*.toml", |path| {
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name in UTF-8");
        let text = std::fs::read_to_string(path).expect("a case");
        let parsed = Campaign::parse("campaign.toml", &text);
        assert_eq!(parsed.is_err(), name.starts_with("err_"), "{name}: {parsed:#?}");
        match parsed {
            Ok(campaign) => insta::assert_snapshot!("read", format!("{campaign:#?}")),
            Err(problems) => {
                let said: Vec<_> = problems.iter().map(ToString::to_string).collect();
                insta::assert_snapshot!("said", said.join("\n\n"));
            }
        }
    });
}

/// A file that is being written, or was cut off, gives problems or a campaign, never a panic; and a
/// problem always has a line that the file has.
#[test]
fn a_file_cut_anywhere_is_refused_or_read() {
    let text = include_str!("cases/complete.toml");
    let mut refused = 0;
    for (end, _) in text.char_indices() {
        if let Err(problems) = Campaign::parse("campaign.toml", &text[..end]) {
            refused += 1;
            let lines = text[..end].lines().count().max(1) + 1;
            assert!(
                problems.iter().all(|it| it.line.is_some_and(|line| line <= lines)),
                "cut at {end}: {problems:#?}"
            );
        }
    }
    assert!(refused > text.len() / 4, "{refused}");
}
