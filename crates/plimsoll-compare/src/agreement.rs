//! Whether a published row speaks of a measured one.

use crate::judgement::Reason;
use crate::request::Told;
use crate::workload::{Aspect, Match, Workload};
use plimsoll_reference::Entry;
use plimsoll_schema::Row;

/// Whether a published row speaks of a measured one.
pub(crate) enum Agreement {
    Agrees,
    /// As far as a workload tells that is known by its name.
    AgreesByName,
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
            Self::Agrees => Some(Vec::new()),
            Self::AgreesByName => Some(vec![Reason::KnownByName]),
            Self::Unknown(reasons)
                if is_named || reasons == [Reason::MeasuredUnknown("protocol")] =>
            {
                Some(reasons)
            }
            Self::Unknown(_) | Self::Differs => None,
        }
    }
}

/// Protocol, pattern, block size, operation and read share must agree. Where both are the same
/// workload `by_name`, what the page does not state of it is no question.
pub(crate) fn agreement(
    measured: &Row,
    published: &Row,
    entry: &Entry,
    told: &Told<'_>,
    by_name: bool,
) -> Agreement {
    let own = Workload::measured(measured, told);
    let theirs = Workload::published(published, entry);
    let mut unknown = Vec::new();
    for aspect in Aspect::ALL {
        match own.matches(&theirs, aspect) {
            Match::Same => {}
            Match::Different => return Agreement::Differs,
            Match::NotStated if by_name && aspect.is_of_the_name() => {}
            Match::NotStated => unknown.push(Reason::PublishedUnknown(aspect.column())),
            Match::NotMeasured => unknown.push(Reason::MeasuredUnknown(aspect.column())),
        }
    }
    match unknown.is_empty() {
        true if by_name => Agreement::AgreesByName,
        true => Agreement::Agrees,
        false => Agreement::Unknown(unknown),
    }
}
