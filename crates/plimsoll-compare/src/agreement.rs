//! Whether a published row speaks of a measured one.

use crate::judgement::Reason;
use crate::naming::Known;
use crate::request::Told;
use crate::workload::{Aspect, Match, Workload};
use plimsoll_reference::Entry;
use plimsoll_schema::Row;

/// Whether a published row speaks of a measured one.
pub(crate) enum Agreement {
    /// Why no more is needed, where the page states neither pattern nor block size.
    Agrees(Option<Reason>),
    /// It would, if something were known that is not.
    Unknown(Vec<Reason>),
    Differs,
}

impl Agreement {
    /// What is missing for two rows to be set beside each other; `None` if they are not. A missing
    /// protocol of the measurement is always said, since only the campaign can tell it; anything
    /// else only where somebody asked for the reference.
    pub(crate) fn reasons(self, is_named: bool) -> Option<Vec<Reason>> {
        match self {
            Self::Agrees(by) => Some(by.into_iter().collect()),
            Self::Unknown(reasons)
                if is_named || reasons == [Reason::MeasuredUnknown("protocol")] =>
            {
                Some(reasons)
            }
            Self::Unknown(_) | Self::Differs => None,
        }
    }
}

/// Protocol, pattern, block size, operation and read share must agree. Where something else tells that
/// both are the same workload, what the page does not state of it is no question.
pub(crate) fn agreement(
    measured: &Row,
    published: &Row,
    entry: &Entry,
    told: &Told<'_>,
    known: Known,
) -> Agreement {
    let own = Workload::measured(measured, told);
    let theirs = Workload::published(published, entry);
    let mut unknown = Vec::new();
    for aspect in Aspect::ALL {
        match own.matches(&theirs, aspect) {
            Match::Same => {}
            Match::Different => return Agreement::Differs,
            Match::NotStated if known != Known::Shape && aspect.is_of_the_name() => {}
            Match::NotStated => unknown.push(Reason::PublishedUnknown(aspect.column())),
            Match::NotMeasured => unknown.push(Reason::MeasuredUnknown(aspect.column())),
        }
    }
    if unknown.is_empty() { Agreement::Agrees(known.reason()) } else { Agreement::Unknown(unknown) }
}
