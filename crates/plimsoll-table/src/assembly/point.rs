//! What one row will be made of.

use super::facts::Facts;
use plimsoll_lexicon::{Quantity, Unit};
use plimsoll_schema::{Bound, Claimed, Finding, Metric, Stat};
use std::sync::Arc;

/// A value of a table with the place where it stands.
#[derive(Debug, Clone)]
pub(crate) struct Value {
    /// Line and column: indices into the rows of the table and into the cells of a row.
    pub(crate) place: (usize, usize),
    pub(crate) metric: Metric,
    pub(crate) stat: Stat,
    pub(crate) quantity: Quantity,
    pub(crate) unit: Unit,
    pub(crate) bound: Bound,
}

impl Value {
    /// The value in base units; `None` while its number is undecided.
    pub(crate) fn base(&self) -> Option<f64> {
        self.unit.to_base(self.quantity.number()?)
    }

    /// What the value may be in base units, in the order of its readings.
    pub(crate) fn candidates(&self) -> Vec<f64> {
        self.quantity.candidates().into_iter().filter_map(|it| self.unit.to_base(it)).collect()
    }

    pub(crate) fn is_open(&self) -> bool {
        self.quantity.number().is_none()
    }
}

/// Values of one operation under one condition.
#[derive(Debug, Clone, Default)]
pub(crate) struct Point {
    pub(crate) facts: Facts,
    pub(crate) values: Vec<Value>,
    pub(crate) findings: Vec<Arc<Finding>>,
    pub(crate) claim: Option<Claimed>,
    /// The bound that the header gives, which tells minimum from maximum of one quantity.
    pub(crate) header_bound: Option<Bound>,
}

impl Point {
    /// The mean of a metric.
    pub(crate) fn value(&self, metric: Metric) -> Option<&Value> {
        self.values.iter().find(|value| value.metric == metric && value.stat == Stat::Mean)
    }

    /// Whether none of these values is there yet.
    pub(crate) fn has_room_for(&self, values: &[Value]) -> bool {
        let is_same =
            |one: &Value, other: &Value| one.metric == other.metric && one.stat == other.stat;
        !values.iter().any(|value| self.values.iter().any(|own| is_same(own, value)))
    }
}
