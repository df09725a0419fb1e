//! What is known of a point: the conditions of its test, and what its figures count.

use super::named::Named;
use plimsoll_lexicon::{Condition, ConditionValue, Parameter, Scope};
use plimsoll_schema::{Op, Pattern};
use std::sync::Arc;

/// What a text, a header or a label says of the values that belong to it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Facts {
    pub(crate) op: Option<Op>,
    pub(crate) pattern: Option<Pattern>,
    pub(crate) read_percent: Option<f64>,
    pub(crate) block_size: Option<u64>,
    pub(crate) queue_depth: Option<u64>,
    pub(crate) clients: Option<u64>,
    /// Jobs in all.
    pub(crate) jobs: Option<u64>,
    /// Jobs of each client.
    pub(crate) jobs_each: Option<u64>,
    /// The working set of each client, in bytes.
    pub(crate) working_set_each: Option<u64>,
    /// Names and conditions without a column, in the order of the convention.
    pub(crate) named: Named,
    /// The name of the line or the column, where it is nothing else.
    pub(crate) name: Option<Arc<str>>,
    /// A size as it is written, where it is no exact number of bytes.
    pub(crate) size: Option<Arc<str>>,
}

impl Facts {
    /// What conditions say. Of what they say in several ways nothing is kept, but a more exact name
    /// (`Flex File`) goes before its begin (`Flex`).
    pub(crate) fn of(conditions: &[Condition]) -> Self {
        let mut facts = Self::default();
        let of = |parameter, scope| only_count(conditions, parameter, scope);
        let either =
            |parameter| of(parameter, Scope::Total).or_else(|| of(parameter, Scope::Unsaid));
        facts.block_size = either(Parameter::BlockSize);
        facts.queue_depth =
            either(Parameter::QueueDepth).or_else(|| of(Parameter::QueueDepth, Scope::Each));
        facts.clients = either(Parameter::Clients);
        facts.jobs_each = of(Parameter::Jobs, Scope::Each);
        facts.jobs = of(Parameter::Jobs, Scope::Total).or_else(|| {
            let unsaid = of(Parameter::Jobs, Scope::Unsaid);
            // Jobs that may be those of each of several clients are no number of all.
            unsaid.filter(|_| facts.jobs_each.is_none() && facts.clients.is_none_or(|it| it == 1))
        });
        facts.working_set_each = of(Parameter::WorkingSet, Scope::Each);
        let working_set = of(Parameter::WorkingSet, Scope::Total)
            .or_else(|| of(Parameter::WorkingSet, Scope::Unsaid));
        for parameter in COUNTED {
            let count = either(*parameter).or_else(|| of(*parameter, Scope::Each));
            facts.name_count(*parameter, count);
        }
        facts.name_count(Parameter::WorkingSet, working_set);
        for parameter in NAMED {
            let names = conditions.iter().filter(|it| it.parameter == *parameter);
            if let Some(name) = agreed(names.map(|it| it.value.to_string())) {
                facts.named.insert(*parameter, name.into());
            }
        }
        facts.pattern = pattern_of(conditions);
        facts
    }

    fn name_count(&mut self, parameter: Parameter, count: Option<u64>) {
        if let Some(count) = count {
            self.named.insert(parameter, count.to_string().into());
        }
    }

    /// These facts, and what they leave open as the outer ones say it.
    pub(crate) fn over(&self, outer: &Self) -> Self {
        let mut named = outer.named.clone();
        for (parameter, name) in self.named.iter() {
            // The less exact name of the same thing does not replace the more exact one.
            let is_begin = outer.named.get(parameter).is_some_and(|it| is_begin_of(name, it));
            if !is_begin {
                named.insert(parameter, Arc::clone(name));
            }
        }
        let own_jobs = self.jobs.is_some() || self.jobs_each.is_some();
        Self {
            op: self.op.clone().or_else(|| outer.op.clone()),
            pattern: self.pattern.or(outer.pattern),
            read_percent: self.read_percent.or(outer.read_percent),
            block_size: self.block_size.or(outer.block_size),
            queue_depth: self.queue_depth.or(outer.queue_depth),
            clients: self.clients.or(outer.clients),
            jobs: if own_jobs { self.jobs } else { outer.jobs },
            jobs_each: if own_jobs { self.jobs_each } else { outer.jobs_each },
            working_set_each: self.working_set_each.or(outer.working_set_each),
            named,
            name: self.name.clone().or_else(|| outer.name.clone()),
            size: self.size.clone().or_else(|| outer.size.clone()),
        }
    }

    /// These facts without those of the kinds that the others are of.
    pub(crate) fn without(&self, others: &Self) -> Self {
        fn kept<T: Clone>(own: Option<&T>, other: Option<&T>) -> Option<T> {
            if other.is_none() { own.cloned() } else { None }
        }
        let named = self.named.clone().without(&others.named);
        Self {
            op: kept(self.op.as_ref(), others.op.as_ref()),
            pattern: kept(self.pattern.as_ref(), others.pattern.as_ref()),
            read_percent: kept(self.read_percent.as_ref(), others.read_percent.as_ref()),
            block_size: kept(self.block_size.as_ref(), others.block_size.as_ref()),
            queue_depth: kept(self.queue_depth.as_ref(), others.queue_depth.as_ref()),
            clients: kept(self.clients.as_ref(), others.clients.as_ref()),
            jobs: kept(self.jobs.as_ref(), others.jobs.as_ref()),
            jobs_each: kept(self.jobs_each.as_ref(), others.jobs_each.as_ref()),
            working_set_each: kept(
                self.working_set_each.as_ref(),
                others.working_set_each.as_ref(),
            ),
            named,
            name: kept(self.name.as_ref(), others.name.as_ref()),
            size: kept(self.size.as_ref(), others.size.as_ref()),
        }
    }

    /// What of these facts a place beside a table may say of it: not what only its own header, its
    /// caption or its heading says.
    pub(crate) fn of_prose(self) -> Self {
        Self { op: None, pattern: None, read_percent: None, block_size: None, ..self }
    }

    /// The jobs in all.
    pub(crate) fn all_jobs(&self) -> Option<u64> {
        self.jobs.or_else(|| self.jobs_each?.checked_mul(self.clients?))
    }

    /// The working set of all clients, in bytes.
    pub(crate) fn whole_working_set(&self) -> Option<Arc<str>> {
        let said = self.named.get(Parameter::WorkingSet).cloned();
        said.or_else(|| {
            let all = self.working_set_each?.checked_mul(self.clients?)?;
            Some(all.to_string().into())
        })
    }

    /// What they say, in words; `nothing` where they say nothing.
    pub(crate) fn in_words(&self, nothing: &str) -> String {
        let mut words: Vec<String> = Vec::new();
        let mut say = |key: &str, value: Option<String>| {
            words.extend(value.map(|value| format!("{key} {value}")));
        };
        say("operation", self.op.as_ref().map(|op| op.word().to_owned()));
        say("pattern", self.pattern.map(|it| it.to_string()));
        say("read share", self.read_percent.map(|it| it.to_string()));
        say("block size", self.block_size.map(|it| it.to_string()));
        say("queue depth", self.queue_depth.map(|it| it.to_string()));
        say("clients", self.clients.map(|it| it.to_string()));
        say("jobs", self.jobs.map(|it| it.to_string()));
        for (parameter, value) in self.named.iter() {
            say(parameter.word(), Some(value.to_string()));
        }
        say("size", self.size.as_ref().map(ToString::to_string));
        say("name", self.name.as_ref().map(ToString::to_string));
        if words.is_empty() { nothing.to_owned() } else { words.join(", ") }
    }

    pub(crate) fn named(&self, parameter: Parameter) -> Option<&Arc<str>> {
        self.named.get(parameter)
    }
}

/// Conditions that are numbers and have no column.
const COUNTED: &[Parameter] = &[
    Parameter::Nconnect,
    Parameter::RsizeWsize,
    Parameter::NrSessions,
    Parameter::SmbConnections,
    Parameter::Volumes,
    Parameter::VolumeSize,
    Parameter::PoolSize,
];

/// Conditions that are names.
pub(crate) const NAMED: &[Parameter] = &[
    Parameter::ClientType,
    Parameter::OperatingSystem,
    Parameter::Protocol,
    Parameter::ServiceLevel,
    Parameter::Tool,
    Parameter::Tier,
];

/// The number that the conditions of one kind agree on.
fn only_count(conditions: &[Condition], parameter: Parameter, scope: Scope) -> Option<u64> {
    let mut counts = conditions
        .iter()
        .filter(|it| it.parameter == parameter && it.scope == scope)
        .filter_map(|it| match it.value {
            ConditionValue::Count(count) | ConditionValue::Bytes(count) => Some(count),
            ConditionValue::Name(_) => None,
        });
    let first = counts.next()?;
    counts.all(|other| other == first).then_some(first)
}

fn pattern_of(conditions: &[Condition]) -> Option<Pattern> {
    let patterns = conditions.iter().filter(|it| it.parameter == Parameter::Pattern);
    match agreed(patterns.map(|it| it.value.to_string()))?.as_str() {
        "sequential" => Some(Pattern::Sequential),
        "random" => Some(Pattern::Random),
        _ => None,
    }
}

/// The name that all of them are, or are a begin of.
pub(crate) fn agreed(names: impl Iterator<Item = String>) -> Option<String> {
    let names: Vec<String> = names.collect();
    let longest = names.iter().max_by_key(|name| name.len())?;
    let agree = names.iter().all(|name| name == longest || is_begin_of(name, longest));
    agree.then(|| longest.clone())
}

/// Whether a name is the begin of a more exact one: `Flex` of `Flex File`, `NFS` of `NFSv3`.
fn is_begin_of(begin: &str, name: &str) -> bool {
    name.len() > begin.len() && name.starts_with(begin)
}

#[cfg(test)]
mod tests {
    use super::Facts;
    use plimsoll_lexicon::{Languages, Parameter, conditions};

    fn facts(text: &str) -> Facts {
        Facts::of(&conditions(text, Languages::all()))
    }

    #[test]
    fn jobs_of_each_client_are_multiplied_and_those_of_all_are_not() {
        assert_eq!(facts("각 가상 머신에서 4개의 작업, 총 16개의 작업").all_jobs(), Some(16));
        let of_each = facts("가상 머신 4개, 각 가상 머신에서 5개의 작업");
        assert_eq!((of_each.jobs, of_each.all_jobs()), (None, Some(20)));
        assert_eq!(facts("각 가상 머신에서 5개의 작업").all_jobs(), None);
    }

    #[test]
    fn a_more_exact_name_stays() {
        let outer = facts("Flex File service level");
        let inner = facts("Flex service level");
        let level = |facts: &Facts| facts.named(Parameter::ServiceLevel).map(ToString::to_string);
        assert_eq!(level(&inner.over(&outer)).as_deref(), Some("Flex File"));
        assert_eq!(level(&facts("Extreme service level").over(&outer)).as_deref(), Some("Extreme"));
    }
}
