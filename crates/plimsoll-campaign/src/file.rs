//! From the text of a `campaign.toml` to a campaign.
//!
//! The document is walked by hand: so an unknown key and a value of another form are found wherever
//! they stand, all at once, each with its line and the nearest known key.

use crate::campaign::Campaign;
use crate::condition::Conditions;
use crate::near;
use crate::pattern::Pattern;
use crate::problem::{Fault, Problem, Problems};
use crate::quantity;
use crate::setting::{Setting, Table};
use crate::step::{Inputs, Step};
use std::borrow::Cow;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const STEP_KEYS: [&str; 5] = ["name", "files", "runs", "against", "conditions"];

type Value<'t> = Spanned<DeValue<'t>>;

/// The campaign, or everything that is wrong with the file.
pub(crate) fn parse(name: &str, text: &str) -> Result<Campaign, Vec<Problem>> {
    let mut problems = Problems::of(name, text);
    let document = match DeTable::parse(text) {
        Ok(document) => document,
        Err(error) => {
            problems.add_toml(&error);
            return problems.or(Campaign::default());
        }
    };
    let mut campaign = Campaign::default();
    for (key, value) in document.get_ref() {
        match key.get_ref().as_ref() {
            "system" => settings(Table::System, value, &mut campaign, &mut problems),
            "conditions" => settings(Table::Conditions, value, &mut campaign, &mut problems),
            "requirement" => settings(Table::Requirement, value, &mut campaign, &mut problems),
            "step" => campaign.steps = steps(value, &mut problems),
            _ => setting(Table::Top, key, value, &mut campaign, &mut problems),
        }
    }
    problems.or(campaign)
}

/// Everything in a table of settings.
fn settings(table: Table, value: &Value<'_>, campaign: &mut Campaign, problems: &mut Problems<'_>) {
    let name = table.name().unwrap_or_default();
    let DeValue::Table(entries) = value.get_ref() else {
        problems.add(value.span(), name, no_table(name));
        return;
    };
    for (key, value) in entries {
        setting(table, key, value, campaign, problems);
    }
}

fn setting(
    table: Table,
    key: &Spanned<Cow<'_, str>>,
    value: &Value<'_>,
    campaign: &mut Campaign,
    problems: &mut Problems<'_>,
) {
    let path = path(table.name(), key.get_ref());
    let done = match table.setting(key.get_ref()) {
        Some(setting) => scalar(value).and_then(|text| campaign.put(setting, &text)),
        None => Err(table.unknown(key.get_ref())),
    };
    if let Err(fault) = done {
        problems.add(key.span(), &path, fault);
    }
}

fn steps(value: &Value<'_>, problems: &mut Problems<'_>) -> Vec<Step> {
    let is_table = |item: &Value<'_>| item.get_ref().is_table();
    let Some(list) = value.get_ref().as_array().filter(|list| list.iter().all(is_table)) else {
        let fault = Fault::new("it has another form", "write `[[step]]`, with two brackets");
        problems.add(value.span(), "step", fault);
        return Vec::new();
    };
    let mut steps: Vec<Step> = Vec::new();
    for item in list {
        let DeValue::Table(entries) = item.get_ref() else { continue };
        let Some(step) = step(entries, item.span(), problems) else { continue };
        if let Some(earlier) = steps.iter().find(|earlier| earlier.name == step.name) {
            let message = format!("the step in line {} has the same name", earlier.line);
            let fault = Fault::new(message, "give each step a name of its own");
            problems.add(item.span(), "step.name", fault);
        }
        steps.push(step);
    }
    steps
}

fn step(entries: &DeTable<'_>, at: Range<usize>, problems: &mut Problems<'_>) -> Option<Step> {
    for (key, _) in entries {
        if !STEP_KEYS.contains(&key.get_ref().as_ref()) {
            let fault = unknown_in_step(key.get_ref());
            problems.add(key.span(), &path(Some("step"), key.get_ref()), fault);
        }
    }
    let name = step_name(entries, &at, problems);
    let inputs = inputs(entries, &at, problems);
    let against = entries.get("against").and_then(|value| against(value, problems));
    let conditions = entries.get("conditions").map(|value| conditions(value, problems));
    Some(Step {
        name: name?,
        line: problems.line(at.start),
        inputs: inputs?,
        against: against.unwrap_or_default(),
        conditions: conditions.unwrap_or_default(),
    })
}

fn step_name(
    entries: &DeTable<'_>,
    at: &Range<usize>,
    problems: &mut Problems<'_>,
) -> Option<String> {
    let Some(value) = entries.get("name") else {
        let help = "give it one: `name = \"64 KiB sequential\"`";
        problems.add(at.clone(), "step.name", Fault::new("the step has no name", help));
        return None;
    };
    let name = scalar(value).and_then(|text| quantity::line(&text).map(str::to_owned));
    name.map_err(|fault| problems.add(value.span(), "step.name", fault)).ok()
}

fn unknown_in_step(key: &str) -> Fault {
    let help = if Table::Conditions.setting(key).is_some() {
        format!("`{key}` stands under `[step.conditions]`")
    } else {
        near::help(key, STEP_KEYS.into_iter())
    };
    Fault::new("unknown key", help)
}

/// `files` or `runs`, one of them.
fn inputs(entries: &DeTable<'_>, at: &Range<usize>, problems: &mut Problems<'_>) -> Option<Inputs> {
    match (entries.get("files"), entries.get("runs")) {
        (Some(files), None) => {
            let help = "write a list of patterns, for instance `[\"*/seq64k-*.json\"]`";
            patterns("step.files", files, help, problems).map(Inputs::Files)
        }
        (None, Some(value)) => runs(value, problems).map(Inputs::Runs),
        (Some(_), Some(value)) => {
            let help = "keep `files` to join results by their time windows, `runs` to say which belong together";
            let fault = Fault::new("the step has `files` and `runs`", help);
            problems.add(value.span(), "step.runs", fault);
            None
        }
        (None, None) => {
            let help = "say which belong to it: `files = [\"*/seq64k-*.json\"]`";
            problems.add(at.clone(), "step.files", Fault::new("the step has no results", help));
            None
        }
    }
}

fn runs(value: &Value<'_>, problems: &mut Problems<'_>) -> Option<Vec<Vec<Pattern>>> {
    let help = "write a list for each run: `[[\"*/r50-1.json\"], [\"*/r50-2.json\"]]`";
    let lists = items("step.runs", value, help, problems)?;
    let runs = lists.iter().map(|run| patterns("step.runs", run, help, problems));
    // Collected first, so that the problems of all of them are told.
    let runs: Vec<Option<Vec<Pattern>>> = runs.collect();
    let runs: Vec<Vec<Pattern>> = runs.into_iter().collect::<Option<_>>()?;
    for (at, run) in runs.iter().enumerate() {
        if let Some(pattern) = run.iter().find(|it| runs[..at].iter().any(|run| run.contains(it))) {
            let message = format!("`{pattern}` stands in two runs");
            let fault = Fault::new(message, "a result is part of one run; name each in its own");
            problems.add(lists[at].span(), "step.runs", fault);
        }
    }
    Some(runs)
}

fn patterns(
    key: &str,
    value: &Value<'_>,
    help: &str,
    problems: &mut Problems<'_>,
) -> Option<Vec<Pattern>> {
    texts(key, value, help, problems, |text| {
        Pattern::parse(text).map_err(|error| {
            let help = "write a path below the campaign's folder, with `*` and `?` within a part";
            Fault::new(format!("`{text}` is no pattern: {error}"), help)
        })
    })
}

fn against(value: &Value<'_>, problems: &mut Problems<'_>) -> Option<Vec<String>> {
    let help = "write a list of ids, for instance `[\"gcnv/extreme/nfsv3/64k-sequential\"]`";
    texts("step.against", value, help, problems, |id| Ok(id.to_owned()))
}

fn conditions(value: &Value<'_>, problems: &mut Problems<'_>) -> Conditions {
    // Under a step as at the top: the same keys with the same forms.
    let mut own = Campaign::default();
    let DeValue::Table(entries) = value.get_ref() else {
        problems.add(value.span(), "step.conditions", no_table("step.conditions"));
        return own.conditions;
    };
    for (key, value) in entries {
        let path = path(Some("step.conditions"), key.get_ref());
        let done = match Table::Conditions.setting(key.get_ref()) {
            Some(setting @ Setting::Condition(_)) => {
                scalar(value).and_then(|text| own.put(setting, &text))
            }
            _ => Err(Table::Conditions.unknown(key.get_ref())),
        };
        if let Err(fault) = done {
            problems.add(key.span(), &path, fault);
        }
    }
    own.conditions
}

/// What is made of each text of a list that is not empty, if all of them can be used.
fn texts<T>(
    key: &str,
    value: &Value<'_>,
    help: &str,
    problems: &mut Problems<'_>,
    one_of: impl Fn(&str) -> Result<T, Fault>,
) -> Option<Vec<T>> {
    let mut made = Vec::new();
    let all = items(key, value, help, problems)?;
    for item in all {
        let text = item.get_ref().as_str();
        let text = text.ok_or_else(|| Fault::new("it has another form", help));
        match text.and_then(quantity::line).and_then(&one_of) {
            Ok(one) => made.push(one),
            Err(fault) => problems.add(item.span(), key, fault),
        }
    }
    (made.len() == all.len()).then_some(made)
}

/// The items of a list that is not empty.
fn items<'v, 't>(
    key: &str,
    value: &'v Value<'t>,
    help: &str,
    problems: &mut Problems<'_>,
) -> Option<&'v [Value<'t>]> {
    let message = match value.get_ref() {
        DeValue::Array(list) if !list.is_empty() => return Some(list),
        DeValue::Array(_) => "the list is empty",
        _ => "it has another form",
    };
    problems.add(value.span(), key, Fault::new(message, help));
    None
}

/// A single value as text, so that a file and an option are read alike.
fn scalar<'v>(value: &'v Value<'_>) -> Result<Cow<'v, str>, Fault> {
    match value.get_ref() {
        DeValue::String(text) => Ok(Cow::Borrowed(text)),
        DeValue::Integer(number) => Ok(Cow::Owned(number.to_string())),
        DeValue::Float(number) => Ok(Cow::Borrowed(number.as_str())),
        DeValue::Datetime(date) => Ok(Cow::Owned(date.to_string())),
        DeValue::Boolean(_) | DeValue::Array(_) | DeValue::Table(_) => {
            Err(Fault::new("it has another form", "write one text in quotation marks, or a number"))
        }
    }
}

fn no_table(name: &str) -> Fault {
    Fault::new("it has another form", format!("write `[{name}]`, and its keys in the lines below"))
}

fn path(table: Option<&str>, key: &str) -> String {
    table.map_or_else(|| key.to_owned(), |table| format!("{table}.{key}"))
}
