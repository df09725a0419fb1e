//! What is compared, and what the campaign says of it.

use crate::point::Point;
use plimsoll_campaign::{Campaign, Conditions, Step, System};
use plimsoll_reference::Catalogue;
use plimsoll_schema::Row;

/// What to compare with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Against {
    /// These ids, or prefixes of ids.
    Named(Vec<String>),
    /// What the campaign's steps name; for points of which no step says anything, every reference
    /// of the same product that states results.
    Campaign,
}

/// What is compared, and how.
#[derive(Debug)]
pub struct Request<'r> {
    /// What the files cannot tell.
    pub campaign: &'r Campaign,
    /// The system that the campaign speaks of, from 0: the one whose folder holds its file. `None`
    /// if it speaks of all, as the options of a command line do.
    pub campaign_system: Option<usize>,
    /// The published values.
    pub catalogue: &'r Catalogue,
    /// Which of them.
    pub against: Against,
    /// By how much a measured value may differ and still meet the published one, as a share of it.
    pub tolerance: f64,
    /// The mean latency at which load curves are read, in nanoseconds. Against a published bound of
    /// latency a curve is read at that bound.
    pub latency_threshold_ns: f64,
}

impl<'r> Request<'r> {
    /// Whether the campaign says anything of a system.
    pub(crate) fn speaks_of(&self, system: usize) -> bool {
        self.campaign_system.is_none_or(|it| it == system)
    }

    /// Whether a reference is asked for: by its name, by a step, or by the product of the campaign or of
    /// a point.
    pub(crate) fn asks_for_references(&self, points: &[Point]) -> bool {
        let are_named = match &self.against {
            Against::Named(names) => !names.is_empty(),
            Against::Campaign => self.campaign.steps.iter().any(|step| !step.against.is_empty()),
        };
        let has_product = |point: &Point| {
            let row = point.ops().first().and_then(|op| point.row(op));
            row.is_some_and(|row| self.told(point).product(&row).is_some())
        };
        are_named || self.campaign.system.product.is_some() || points.iter().any(has_product)
    }

    /// What the campaign says of a point.
    pub(crate) fn told(&self, point: &Point) -> Told<'r> {
        if !self.speaks_of(point.system) {
            return Told { system: None, step: None, conditions: Conditions::default() };
        }
        let campaign = self.campaign;
        let step = point.step.and_then(|step| campaign.steps.get(step));
        let conditions =
            step.map_or_else(|| campaign.conditions.clone(), |step| campaign.conditions_of(step));
        Told { system: Some(&campaign.system), step, conditions }
    }
}

/// What a campaign says of one point; nothing where it speaks of another system.
#[derive(Debug)]
pub(crate) struct Told<'c> {
    system: Option<&'c System>,
    pub(crate) step: Option<&'c Step>,
    pub(crate) conditions: Conditions,
}

impl Told<'_> {
    /// The product, from the campaign or from the rows.
    pub(crate) fn product<'t>(&'t self, measured: &'t Row) -> Option<&'t str> {
        let told = self.system.and_then(|it| it.product.as_deref());
        told.or(measured.identity.product.as_deref())
    }

    /// Its service level.
    pub(crate) fn service_level<'t>(&'t self, measured: &'t Row) -> Option<&'t str> {
        let told = self.system.and_then(|it| it.service_level.as_deref());
        told.or(measured.identity.service_level.as_deref())
    }

    /// The protocol.
    pub(crate) fn protocol<'t>(&'t self, measured: &'t Row) -> Option<&'t str> {
        let told = self.system.and_then(|it| it.protocol.as_deref());
        told.or(measured.identity.protocol.as_deref())
    }
}
