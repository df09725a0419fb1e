//! Definitions, their defaults and their names.

use super::keyword::{Keyword, Kind};
use super::syntax::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// More definitions of a kind than this are no benchmark, but `count=(1,999999999)`.
const MOST_DEFINITIONS: usize = 10_000;

/// So many names are looked at for one question. Hostile files make lists of lists; real ones stay far
/// below.
const MOST_VISITS: usize = 20_000;

/// The parameters of a definition, the inherited ones included.
#[derive(Debug, Clone, Default)]
pub(super) struct Definition {
    // Shared, because every definition takes over those of its default.
    parameters: BTreeMap<Keyword, Arc<[Value]>>,
}

impl Definition {
    pub(super) fn set(&mut self, keyword: Keyword, values: Vec<Value>) {
        match keyword {
            Keyword::Other => return,
            // Two ways to say the same: the later one holds.
            Keyword::ReadPercent => drop(self.parameters.remove(&Keyword::WritePercent)),
            Keyword::WritePercent => drop(self.parameters.remove(&Keyword::ReadPercent)),
            _ => {}
        }
        self.parameters.insert(keyword, values.into());
    }

    /// The values of a parameter; `None` if it was given nowhere.
    pub(super) fn values(&self, keyword: Keyword) -> Option<&Arc<[Value]>> {
        self.parameters.get(&keyword)
    }

    /// The words of a parameter, ranges left out; none if it was given nowhere.
    pub(super) fn words(&self, keyword: Keyword) -> impl Iterator<Item = &str> {
        let values = self.values(keyword).map(|values| &**values).unwrap_or_default();
        values.iter().filter_map(|value| match value {
            Value::Text(text) => Some(text.as_str()),
            Value::Dash => None,
        })
    }

    /// What a parameter says.
    pub(super) fn setting(&self, keyword: Keyword) -> Setting<'_> {
        match self.values(keyword).map(|values| &**values) {
            None => Setting::Unset,
            Some([Value::Text(text)]) => Setting::One(text),
            Some(_) => Setting::Several,
        }
    }
}

/// A parameter that may have one value, or many: a loop over them, or a mix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Setting<'p> {
    /// It was not given.
    Unset,
    /// It has this value.
    One(&'p str),
    /// It has several values, or none within its parentheses.
    Several,
}

/// All definitions of a kind.
#[derive(Debug, Default)]
pub(super) struct Definitions {
    by_name: BTreeMap<String, Definition>,
    /// What definitions to come take over: `sd=default,…`.
    default: Definition,
    /// Whether all definitions of the file are here.
    is_cut: bool,
}

/// Which definition is being read.
#[derive(Debug, Clone)]
pub(super) enum Target {
    Default,
    Named(String),
}

impl Definitions {
    /// Begins a definition of that name.
    pub(super) fn begin(&mut self, name: &str) -> Target {
        if name == "default" {
            return Target::Default;
        }
        if self.by_name.len() >= MOST_DEFINITIONS {
            self.is_cut = true;
        } else {
            self.by_name.insert(name.to_owned(), self.default.clone());
        }
        Target::Named(name.to_owned())
    }

    pub(super) fn set(&mut self, target: &Target, keyword: Keyword, values: Vec<Value>) {
        let definition = match target {
            Target::Default => Some(&mut self.default),
            Target::Named(name) => self.by_name.get_mut(name),
        };
        if let Some(definition) = definition {
            definition.set(keyword, values);
        }
    }

    /// Replaces `sd=sd,count=(1,5)` by `sd1` to `sd5`.
    pub(super) fn repeat_counted(&mut self) {
        let counted: Vec<String> = self
            .by_name
            .iter()
            .filter(|(_, definition)| definition.values(Keyword::Count).is_some())
            .map(|(name, _)| name.clone())
            .collect();
        for name in counted {
            let Some(definition) = self.by_name.remove(&name) else { continue };
            let numbers: Option<Vec<usize>> =
                definition.words(Keyword::Count).map(|word| word.parse().ok()).collect();
            match numbers.as_deref() {
                // A `%` is a mask of C's printf.
                Some(&[start, count]) if !name.contains('%') && count <= MOST_DEFINITIONS => {
                    for index in 0..count {
                        let number = start.saturating_add(index);
                        self.by_name.insert(numbered(&name, number), definition.clone());
                    }
                }
                _ => self.is_cut = true,
            }
            if self.by_name.len() > MOST_DEFINITIONS {
                self.is_cut = true;
                return;
            }
        }
    }

    pub(super) fn get(&self, name: &str) -> Option<&Definition> {
        self.by_name.get(name)
    }

    /// The default as the file leaves it.
    pub(super) fn default(&self) -> &Definition {
        &self.default
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &Definition)> {
        self.by_name.iter().map(|(name, definition)| (name.as_str(), definition))
    }

    /// The definitions that lists of names mean: names, names that end in `*`, ranges `sd1-sd4`. `None`
    /// if a name means nothing, because vdbench would not have run, or if there are too many.
    pub(super) fn named<'d, 'v>(
        &'d self,
        lists: impl IntoIterator<Item = &'v Arc<[Value]>>,
    ) -> Option<Vec<&'d Definition>> {
        let mut selection = Selection { definitions: self, found: BTreeMap::new(), visits: 0 };
        let mut list_before = None;
        for list in lists {
            // Workloads mostly use the same storage.
            if list_before != Some(list) {
                selection.add(list)?;
            }
            list_before = Some(list);
        }
        Some(selection.found.into_values().collect()).filter(|_| !self.is_cut)
    }
}

/// `sd` and 3 are `sd3`; a `*` is where the number goes.
fn numbered(name: &str, number: usize) -> String {
    if name.contains('*') {
        name.replace('*', &number.to_string())
    } else {
        format!("{name}{number}")
    }
}

/// The definitions found so far, each once.
struct Selection<'d> {
    definitions: &'d Definitions,
    found: BTreeMap<&'d str, &'d Definition>,
    visits: usize,
}

impl<'d> Selection<'d> {
    fn add(&mut self, list: &[Value]) -> Option<()> {
        let mut at = 0;
        while let Some(Value::Text(from)) = list.get(at) {
            if let [Value::Dash, Value::Text(to), ..] = &list[at + 1..] {
                self.add_range(from, to)?;
                at += 3;
            } else {
                self.add_name(from)?;
                at += 1;
            }
        }
        (at == list.len() && at > 0).then_some(())
    }

    fn add_range(&mut self, from: &str, to: &str) -> Option<()> {
        let ((prefix, first), (other_prefix, last)) = (split_number(from)?, split_number(to)?);
        self.add_name(from)?;
        if prefix != other_prefix || last.saturating_sub(first) > MOST_DEFINITIONS as u64 {
            return None;
        }
        (first + 1..=last).try_for_each(|number| self.add_name(&format!("{prefix}{number}")))
    }

    fn add_name(&mut self, name: &str) -> Option<()> {
        let Some(prefix) = name.strip_suffix('*') else {
            let (name, definition) = self.definitions.by_name.get_key_value(name)?;
            return self.visit(name, definition);
        };
        let all: &'d BTreeMap<String, Definition> = &self.definitions.by_name;
        let mut is_any = false;
        for (name, definition) in all.range(prefix.to_owned()..) {
            if !name.starts_with(prefix) {
                break;
            }
            self.visit(name, definition)?;
            is_any = true;
        }
        is_any.then_some(())
    }

    fn visit(&mut self, name: &'d str, definition: &'d Definition) -> Option<()> {
        self.visits += 1;
        self.found.insert(name, definition);
        (self.visits <= MOST_VISITS).then_some(())
    }
}

/// `sd12` is `sd` and 12. A name without a number, or nothing but one, begins no range.
fn split_number(name: &str) -> Option<(&str, u64)> {
    let prefix = name.trim_end_matches(|character: char| character.is_ascii_digit());
    let number = name[prefix.len()..].parse().ok()?;
    (!prefix.is_empty()).then_some((prefix, number))
}

/// The definitions of all kinds that have names.
#[derive(Debug, Default)]
pub(super) struct AllDefinitions {
    pub(super) general: Definition,
    pub(super) hosts: Definitions,
    pub(super) storages: Definitions,
    pub(super) file_systems: Definitions,
    pub(super) workloads: Definitions,
    pub(super) file_workloads: Definitions,
    pub(super) runs: Definitions,
}

impl AllDefinitions {
    /// Those of a kind; what comes before all definitions has no names.
    pub(super) fn of_mut(&mut self, kind: Kind) -> Option<&mut Definitions> {
        Some(match kind {
            Kind::General => return None,
            Kind::Host => &mut self.hosts,
            Kind::Storage => &mut self.storages,
            Kind::FileSystem => &mut self.file_systems,
            Kind::Workload => &mut self.workloads,
            Kind::FileWorkload => &mut self.file_workloads,
            Kind::Run => &mut self.runs,
        })
    }
}
