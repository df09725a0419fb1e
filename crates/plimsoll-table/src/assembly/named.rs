//! Conditions that have a name or a number as their value: a few at a time, copied for every point.

use plimsoll_lexicon::Parameter;
use std::sync::Arc;

/// Conditions and their values, in the order of the convention.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Named(Vec<(Parameter, Arc<str>)>);

impl Named {
    /// A single one.
    pub(crate) fn one(parameter: Parameter, value: Arc<str>) -> Self {
        Self(vec![(parameter, value)])
    }

    pub(crate) fn get(&self, parameter: Parameter) -> Option<&Arc<str>> {
        self.place(parameter).ok().map(|at| &self.0[at].1)
    }

    pub(crate) fn insert(&mut self, parameter: Parameter, value: Arc<str>) {
        match self.place(parameter) {
            Ok(at) => self.0[at].1 = value,
            Err(at) => self.0.insert(at, (parameter, value)),
        }
    }

    pub(crate) fn remove(&mut self, parameter: Parameter) {
        self.0.retain(|(it, _)| *it != parameter);
    }

    /// Without those that others have too.
    pub(crate) fn without(mut self, others: &Self) -> Self {
        self.0.retain(|(parameter, _)| others.get(*parameter).is_none());
        self
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Parameter, &Arc<str>)> {
        self.0.iter().map(|(parameter, value)| (*parameter, value))
    }

    /// Where a condition stands, or where it would.
    fn place(&self, parameter: Parameter) -> Result<usize, usize> {
        self.0.binary_search_by_key(&parameter, |(it, _)| *it)
    }
}
