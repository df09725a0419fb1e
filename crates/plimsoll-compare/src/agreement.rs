//! Whether a published row speaks of a measured one.

use crate::judgement::Reason;
use crate::request::Told;
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

/// What the name of a workload stands for.
const OF_THE_WORKLOAD: [&str; 3] = ["pattern", "block_size_bytes", "read_percent"];

/// Protocol, pattern, block size, operation and read share must agree. Where both are the same
/// workload `by_name`, what the page does not state of it is no question.
pub(crate) fn agreement(
    measured: &Row,
    published: &Row,
    entry: &Entry,
    told: &Told<'_>,
    by_name: bool,
) -> Agreement {
    let (own, theirs) = (&measured.identity, &published.identity);
    let text = |value: Option<&str>| value.map(str::to_lowercase);
    let share = |value: Option<f64>| value.map(|share| (share * 1e6).round().to_string());
    let number = |value: Option<u64>| value.map(|value| value.to_string());
    let op = |row: &Row| row.identity.op.as_ref().map(|it| it.word().to_owned());
    let pattern = |row: &Row| row.identity.pattern.map(|it| it.word().to_owned());
    let mut unknown = Vec::new();
    for (name, own, theirs) in [
        ("op", op(measured), op(published)),
        ("protocol", text(told.protocol(measured)), text(entry.protocol.as_deref())),
        ("pattern", pattern(measured), pattern(published)),
        ("block_size_bytes", number(own.block_size_bytes), number(theirs.block_size_bytes)),
        ("read_percent", share(own.read_percent), share(theirs.read_percent)),
    ] {
        match (own, theirs) {
            (Some(own), Some(theirs)) if own == theirs => {}
            (Some(_), Some(_)) => return Agreement::Differs,
            (_, None) if by_name && OF_THE_WORKLOAD.contains(&name) => {}
            (_, None) => unknown.push(Reason::PublishedUnknown(name)),
            (None, Some(_)) => unknown.push(Reason::MeasuredUnknown(name)),
        }
    }
    match unknown.is_empty() {
        true if by_name => Agreement::AgreesByName,
        true => Agreement::Agrees,
        false => Agreement::Unknown(unknown),
    }
}
