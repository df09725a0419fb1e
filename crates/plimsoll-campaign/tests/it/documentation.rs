//! The example of the documentation and the demo campaign are campaigns without a problem.

use plimsoll_campaign::{Campaign, RunSlot};
use std::path::{Path, PathBuf};

#[test]
fn the_example_of_the_documentation_is_right() {
    let page = include_str!("../../../../docs/campaigns.md");
    let example = page.split("```toml\n").nth(1).and_then(|rest| rest.split("```").next());
    let campaign =
        Campaign::parse("docs/campaigns.md", example.expect("a TOML example")).expect("no problem");
    assert_eq!(campaign.steps.len(), 3);
    let fields = [&campaign.title, &campaign.notice, &campaign.system.product];
    assert!(fields.iter().all(|field| field.is_some()), "the example is complete");
    assert!(!campaign.requirement.is_empty());
    assert!(campaign.date.is_some() && !campaign.conditions.is_empty());
}

/// Every kept file of the demo belongs to exactly one step, and no step is without files.
#[test]
fn the_steps_of_the_demo_campaign_take_in_all_its_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/demo-campaign");
    let text = std::fs::read_to_string(folder.join("campaign.toml")).expect("the demo campaign");
    let campaign = Campaign::parse("campaign.toml", &text).expect("no problem");
    let mut files = vec![0; campaign.steps.len()];
    for path in results(&folder) {
        let claims: Vec<_> = campaign.claims(&path).map(|(step, slot)| (step.line, slot)).collect();
        let [(line, slot)] = claims[..] else { panic!("{path}: {claims:?}") };
        let at = campaign.steps.iter().position(|step| step.line == line).expect("the step");
        files[at] += 1;
        let is_said = path.ends_with("rand-8k-r0.json");
        assert_eq!(slot, if is_said { RunSlot::Run(0) } else { RunSlot::ByTime }, "{path}");
    }
    assert_eq!(
        files,
        [30, 7, 2],
        "six clients, three repeats of two and a damaged file, two clients"
    );
}

/// The results below the folder, relative to it.
fn results(folder: &Path) -> Vec<String> {
    let entries = |path: &Path| -> Vec<PathBuf> {
        let read = std::fs::read_dir(path).expect("a folder");
        read.map(|entry| entry.expect("an entry").path()).collect()
    };
    let clients = entries(folder).into_iter().filter(|path| path.is_dir());
    clients
        .flat_map(|client| entries(&client))
        .map(|path| {
            let below = path.strip_prefix(folder).expect("below the folder");
            below.to_str().expect("a name in UTF-8").replace('\\', "/")
        })
        .collect()
}
