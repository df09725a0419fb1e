//! The conditions of a row as the lines below `[conditions.NAME]`.

use super::numeral::whole;
use super::quoted::string;
use crate::printed;
use plimsoll_schema::{Identity, Metric};
use plimsoll_unit::{PrefixRule, parse_size, size};
use std::fmt::Write as _;

/// How the file has a parameter of the rows.
#[derive(Clone, Copy)]
enum Form {
    Text,
    Count,
    Bytes,
    Limit(Metric),
}

/// Keys of the file and parameters of the rows, in the order of `docs/catalogue.md`.
const KEYS: [(&str, &str, Form); 12] = [
    ("client_type", "client_type", Form::Text),
    ("os", "os", Form::Text),
    ("working_set", "working_set_bytes", Form::Bytes),
    ("nconnect", "nconnect", Form::Text),
    ("rsize_wsize", "rsize_wsize_bytes", Form::Bytes),
    ("nr_sessions", "nr_sessions", Form::Count),
    ("smb_connections_per_rss_interface", "smb_connections_per_rss_interface", Form::Count),
    ("volumes", "volumes", Form::Count),
    ("volume", "volume_bytes", Form::Bytes),
    ("pool", "pool_bytes", Form::Bytes),
    ("pool_limit_throughput", "pool_limit_bytes_per_second", Form::Limit(Metric::Throughput)),
    ("pool_limit_iops", "pool_limit_iops", Form::Limit(Metric::Iops)),
];

/// Parameters that stand at the point: they tell it from its neighbours.
pub(super) const AT_THE_POINT: [&str; 2] = ["tier", "point"];

/// The lines of the set, without its heading; empty if there is no condition.
pub(super) fn lines(identity: &Identity) -> String {
    let mut lines = String::new();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(lines, "{key} = {value}");
    };
    if let Some(clients) = identity.clients {
        line("clients", &clients.to_string());
    }
    if let Some(jobs) = identity.jobs {
        line("jobs", &jobs.to_string());
    }
    let conditions = || {
        let parameters = identity.parameters.iter().map(|(key, value)| (&**key, &**value));
        parameters.filter(|(key, _)| !AT_THE_POINT.contains(key))
    };
    for (key, parameter, form) in KEYS {
        let value = conditions().find(|(name, _)| *name == parameter).map(|(_, value)| value);
        if let Some(value) = value.and_then(|value| in_form(form, value)) {
            line(key, &value);
        }
    }
    let is_other = |(name, value): &(&str, &str)| {
        !KEYS.iter().any(|(_, known, form)| known == name && in_form(*form, value).is_some())
    };
    let other: Vec<String> = conditions()
        .filter(is_other)
        .map(|(name, value)| format!("{} = {}", string(name), string(value)))
        .collect();
    if !other.is_empty() {
        line("other", &format!("{{ {} }}", other.join(", ")));
    }
    lines
}

/// The value as the file writes it; `None` if reading it back would not give the same text.
fn in_form(form: Form, value: &str) -> Option<String> {
    match form {
        Form::Text => Some(string(value)),
        Form::Count => {
            let count: i64 = value.parse().ok()?;
            (count >= 0 && count.to_string() == value).then(|| value.to_owned())
        }
        Form::Bytes => {
            let bytes: u64 = value.parse().ok()?;
            let written = size(bytes);
            let is_same =
                bytes.to_string() == value && parse_size(&written, PrefixRule::Iec) == Ok(bytes);
            is_same.then(|| string(&written))
        }
        Form::Limit(metric) => {
            let limit: f64 = value.parse().ok().filter(|limit: &f64| limit.is_finite())?;
            let written = whole(metric, limit);
            let is_same =
                printed::parse(&written, metric).is_ok_and(|read| read.value.to_string() == value);
            is_same.then(|| string(&written))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::lines;
    use plimsoll_schema::{Identity, Origin};

    fn with(parameters: &[(&str, &str)]) -> Identity {
        let mut identity = Identity::new("a".into(), String::new(), Origin::Published);
        identity.parameters = parameters.iter().map(|(k, v)| ((*k).into(), (*v).into())).collect();
        identity
    }

    #[test]
    fn each_condition_has_its_key_and_its_form() {
        let mut identity = with(&[
            ("client_type", "n2-standard-32"),
            ("working_set_bytes", "618475290624"),
            ("nr_sessions", "16"),
            ("pool_limit_bytes_per_second", "5368709120"),
            ("pool_limit_iops", "160000"),
            ("replication", "3"),
            ("tier", "cool"),
        ]);
        identity.clients = Some(6);
        assert_eq!(
            lines(&identity),
            "clients = 6\n\
             client_type = \"n2-standard-32\"\n\
             working_set = \"576 GiB\"\n\
             nr_sessions = 16\n\
             pool_limit_throughput = \"5 GiB/s\"\n\
             pool_limit_iops = \"160,000\"\n\
             other = { \"replication\" = \"3\" }\n"
        );
        assert_eq!(lines(&with(&[("tier", "hot")])), "");
    }

    #[test]
    fn what_a_key_cannot_hold_stands_with_the_others() {
        assert_eq!(
            lines(&with(&[("volumes", "a few"), ("volume_bytes", "007")])),
            "other = { \"volumes\" = \"a few\", \"volume_bytes\" = \"007\" }\n"
        );
    }
}
