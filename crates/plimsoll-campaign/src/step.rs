//! Steps: which results belong together, and what they are set beside.

use crate::condition::Conditions;
use crate::pattern::Pattern;

/// One step of a campaign.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its name; no other step has it.
    pub name: String,
    /// The line of the file in which it begins, from 1.
    pub line: usize,
    /// Its results.
    pub inputs: Inputs,
    /// Ids of references or prefixes of ids, as written; empty for whatever the catalogue has of the
    /// product.
    pub against: Vec<String>,
    /// Its own conditions, before those of the campaign.
    pub conditions: Conditions,
}

/// The results of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Inputs {
    /// What their time windows join is a run.
    Files(Vec<Pattern>),
    /// Each list is one run: its results are those of clients that ran together, because the campaign
    /// says so.
    Runs(Vec<Vec<Pattern>>),
}

/// The place of a result in a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum RunSlot {
    /// Its time window decides which results it belongs to.
    ByTime,
    /// It belongs to the run of this index, from 0.
    Run(usize),
}

impl Step {
    /// The place of a result in this step, `None` if it has none. The path is relative to the
    /// campaign's folder, its parts joined by `/`. If patterns of two runs agree with it, it is the
    /// first one's; [`Step::slots`] tells them all.
    pub fn claims(&self, path: &str) -> Option<RunSlot> {
        self.slots(path).next()
    }

    /// All places that this step's patterns give a result. More than one is a mistake of the
    /// campaign: what a client measured is part of one run.
    pub fn slots(&self, path: &str) -> impl Iterator<Item = RunSlot> {
        let (files, runs): (&[Pattern], &[Vec<Pattern>]) = match &self.inputs {
            Inputs::Files(patterns) => (patterns, &[]),
            Inputs::Runs(runs) => (&[], runs),
        };
        let agrees = move |patterns: &[Pattern]| patterns.iter().any(|it| it.matches(path));
        let by_time = agrees(files).then_some(RunSlot::ByTime);
        let runs = runs.iter().enumerate();
        by_time
            .into_iter()
            .chain(runs.filter_map(move |(at, run)| agrees(run).then_some(RunSlot::Run(at))))
    }

    /// All its patterns, in the order of the file.
    pub fn patterns(&self) -> impl Iterator<Item = &Pattern> {
        let (files, runs): (&[Pattern], &[Vec<Pattern>]) = match &self.inputs {
            Inputs::Files(patterns) => (patterns, &[]),
            Inputs::Runs(runs) => (&[], runs),
        };
        files.iter().chain(runs.iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::RunSlot;
    use crate::Campaign;

    #[test]
    fn results_find_their_place() {
        let text = r#"
            [[step]]
            name = "by time"
            files = ["a/*.json", "b/*.json"]

            [[step]]
            name = "as said"
            runs = [["*/r50-1.json"], ["*/r50-2.json", "*/late.json"], ["c/*.json"]]
        "#;
        let campaign = Campaign::parse("campaign.toml", text).expect("no problem");
        let places = |path: &str| -> Vec<(String, RunSlot)> {
            campaign.claims(path).map(|(step, slot)| (step.name.clone(), slot)).collect()
        };
        let (by_time, as_said) = ("by time".to_owned(), "as said".to_owned());
        assert_eq!(
            places("a/r50-2.json"),
            [(by_time.clone(), RunSlot::ByTime), (as_said.clone(), RunSlot::Run(1))]
        );
        assert_eq!(places("b/other.json"), [(by_time, RunSlot::ByTime)]);
        assert_eq!(places("d/late.json"), [(as_said.clone(), RunSlot::Run(1))]);
        assert_eq!(places("d/other.json"), []);
        assert_eq!(places("c/r50-1.json"), [(as_said, RunSlot::Run(0))], "the first");
        let slots: Vec<_> = campaign.steps[1].slots("c/r50-1.json").collect();
        assert_eq!(slots, [RunSlot::Run(0), RunSlot::Run(2)], "a mistake that can be told");
        let patterns: Vec<_> = campaign.steps[1].patterns().map(ToString::to_string).collect();
        assert_eq!(patterns, ["*/r50-1.json", "*/r50-2.json", "*/late.json", "c/*.json"]);
    }
}
