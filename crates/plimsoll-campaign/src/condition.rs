//! Conditions of a test, under the names that published rows use for them.

use crate::near;
use crate::problem::{Fault, Problem};
use crate::quantity;
use std::sync::Arc;

/// A condition that can be stated.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Known {
    /// Its key in a campaign and in a catalogue file.
    pub(crate) key: &'static str,
    /// Its name among the columns and parameters of a published row.
    pub(crate) name: &'static str,
    form: Form,
}

/// How a condition is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Count,
    Text,
    Size,
    ByteRate,
    MountOptions,
}

/// All conditions: first those that are columns of the schema, then the others in the order in which
/// they stand in `parameters` of published rows.
pub(crate) const KNOWN: [Known; 17] = [
    Known { key: "clients", name: "clients", form: Form::Count },
    Known { key: "jobs", name: "jobs", form: Form::Count },
    Known { key: "queue_depth", name: "queue_depth", form: Form::Count },
    Known { key: "client_type", name: "client_type", form: Form::Text },
    Known { key: "os", name: "os", form: Form::Text },
    Known { key: "working_set", name: "working_set_bytes", form: Form::Size },
    // A text: pages write `8-16` too.
    Known { key: "nconnect", name: "nconnect", form: Form::Text },
    Known { key: "rsize_wsize", name: "rsize_wsize_bytes", form: Form::Size },
    Known { key: "nr_sessions", name: "nr_sessions", form: Form::Count },
    Known {
        key: "smb_connections_per_rss_interface",
        name: "smb_connections_per_rss_interface",
        form: Form::Count,
    },
    Known { key: "mount_options", name: "mount_options", form: Form::MountOptions },
    Known { key: "volumes", name: "volumes", form: Form::Count },
    Known { key: "volume", name: "volume_bytes", form: Form::Size },
    Known { key: "pool", name: "pool_bytes", form: Form::Size },
    Known {
        key: "pool_limit_throughput",
        name: "pool_limit_bytes_per_second",
        form: Form::ByteRate,
    },
    Known { key: "pool_limit_iops", name: "pool_limit_iops", form: Form::Count },
    Known { key: "tier", name: "tier", form: Form::Text },
];

/// Mount options whose value is a secret; reports print mount options.
const SECRETS: [&str; 4] = ["password", "password2", "passwd", "pass"];

impl Known {
    /// The condition of this key.
    pub(crate) fn of(key: &str) -> Option<&'static Self> {
        KNOWN.iter().find(|known| known.key == key)
    }

    /// The value in base units: of a size bytes, of a throughput bytes per second.
    fn value(&self, written: &str) -> Result<String, Fault> {
        match self.form {
            Form::Count => quantity::count(written).map(|count| count.to_string()),
            Form::Size => quantity::bytes(written).map(|bytes| bytes.to_string()),
            Form::ByteRate => quantity::byte_rate(written).map(|rate| rate.to_string()),
            Form::Text => quantity::line(written).map(str::to_owned),
            Form::MountOptions => without_secrets(quantity::line(written)?).map(str::to_owned),
        }
    }
}

fn without_secrets(options: &str) -> Result<&str, Fault> {
    let mut keys = options.split(',').filter_map(|option| option.split_once('='));
    // The fault must not repeat the value either.
    match keys.find(|(key, _)| SECRETS.contains(&key.trim().to_ascii_lowercase().as_str())) {
        Some((key, _)) => Err(Fault::new(
            format!("`{}` is a secret, and reports print mount options", key.trim()),
            "leave that option out",
        )),
        None => Ok(options),
    }
}

/// One condition as a campaign states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Its key in the campaign, for instance `working_set`.
    pub key: &'static str,
    /// Its name among the columns and parameters of a published row, for instance
    /// `working_set_bytes`.
    pub name: &'static str,
    /// Its value in base units, as a published row writes it: `618475290624`.
    pub value: Arc<str>,
    /// Its value as the campaign writes it, for people: `576 GiB`.
    pub written: String,
}

/// Conditions, each once, always in the same order: first those that are columns of the schema, then
/// the others in the order of the parameters of published rows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Conditions(Vec<Condition>);

impl Conditions {
    /// The key and the name of every condition that can be stated, in order.
    pub fn known() -> impl Iterator<Item = (&'static str, &'static str)> {
        KNOWN.iter().map(|known| (known.key, known.name))
    }

    /// States a condition by its key, `working_set` and `576 GiB`; one that was stated before is
    /// replaced. Fails for an unknown key and for a value of another form.
    pub fn set(&mut self, key: &str, written: &str) -> Result<(), Problem> {
        let known = Known::of(key).ok_or_else(|| unknown(key).of_option(key))?;
        self.put(known, written).map_err(|fault| fault.of_option(key))
    }

    pub(crate) fn put(&mut self, known: &'static Known, written: &str) -> Result<(), Fault> {
        let written = written.trim();
        let value = known.value(written)?.into();
        let Known { key, name, .. } = known;
        self.insert(Condition { key, name, value, written: written.to_owned() });
        Ok(())
    }

    /// The condition of this name: that of a published row, `working_set_bytes`.
    pub fn get(&self, name: &str) -> Option<&Condition> {
        self.0.iter().find(|condition| condition.name == name)
    }

    /// Its value in base units.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.get(name).map(|condition| condition.value.as_ref())
    }

    /// Its value as a number; `None` too where it is none (`nconnect` of `8-16`).
    pub fn count(&self, name: &str) -> Option<u64> {
        self.value(name)?.parse().ok()
    }

    /// All of them, in order.
    pub fn iter(&self) -> std::slice::Iter<'_, Condition> {
        self.0.iter()
    }

    /// Whether nothing is stated.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// These, with those of `nearer` in their place or beside them.
    #[must_use]
    pub fn with(&self, nearer: &Self) -> Self {
        let mut all = self.clone();
        nearer.iter().for_each(|condition| all.insert(condition.clone()));
        all
    }

    fn insert(&mut self, condition: Condition) {
        let place = |key: &str| KNOWN.iter().position(|known| known.key == key);
        let order = |it: &Condition| place(it.key).cmp(&place(condition.key));
        match self.0.binary_search_by(order) {
            Ok(at) => self.0[at] = condition,
            Err(at) => self.0.insert(at, condition),
        }
    }
}

impl<'a> IntoIterator for &'a Conditions {
    type Item = &'a Condition;
    type IntoIter = std::slice::Iter<'a, Condition>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

fn unknown(key: &str) -> Fault {
    Fault::new("there is no such condition", near::help(key, KNOWN.iter().map(|known| known.key)))
}

#[cfg(test)]
mod tests {
    use super::{Conditions, KNOWN};
    use proptest::prelude::*;

    fn of(all: &[(&str, &str)]) -> Conditions {
        let mut conditions = Conditions::default();
        for (key, value) in all {
            conditions.set(key, value).expect(key);
        }
        conditions
    }

    fn names(conditions: &Conditions) -> Vec<String> {
        conditions.iter().map(|it| format!("{}={}", it.name, it.value)).collect()
    }

    #[test]
    fn values_are_in_base_units_and_stay_as_written() {
        let conditions = of(&[("working_set", " 576 GiB "), ("nconnect", "16"), ("clients", "2")]);
        assert_eq!(
            names(&conditions),
            ["clients=2", "working_set_bytes=618475290624", "nconnect=16"]
        );
        assert_eq!(
            conditions.get("working_set_bytes").map(|it| it.written.as_str()),
            Some("576 GiB")
        );
        assert_eq!(conditions.count("working_set_bytes"), Some(576 << 30));
        assert_eq!(conditions.get("working_set"), None, "that is its key, not its name");
        let limits = of(&[("pool_limit_throughput", "5120 MiB/s"), ("pool_limit_iops", "160000")]);
        assert_eq!(
            names(&limits),
            ["pool_limit_bytes_per_second=5368709120", "pool_limit_iops=160000"]
        );
    }

    #[test]
    fn the_nearer_statement_holds() {
        let all = of(&[("clients", "6"), ("os", "RHEL 9"), ("volumes", "1")]);
        let nearer = of(&[("jobs", "48"), ("clients", "2")]);
        assert_eq!(names(&all.with(&nearer)), ["clients=2", "jobs=48", "os=RHEL 9", "volumes=1"]);
        assert_eq!(all.with(&Conditions::default()), all);
    }

    #[test]
    fn a_secret_is_refused_and_not_repeated() {
        let refused = Conditions::default().set("mount_options", "vers=3.1.1, Password=hunter2");
        let problem = refused.expect_err("a secret").to_string();
        assert_eq!(
            problem,
            "mount_options: `Password` is a secret, and reports print mount options (leave that option out)"
        );
        assert_eq!(of(&[("mount_options", "sec=krb5p,passive")]).iter().count(), 1);
    }

    /// The page fixes names and order for published rows; a campaign's are compared by name.
    #[test]
    fn every_parameter_of_published_rows_can_be_stated_in_the_same_order() {
        let page = include_str!("../../../docs/catalogue.md");
        let (_, list) = page.split_once("stand in `parameters`, in this order:").expect("the list");
        let (list, _) = list.split_once("Behind them").expect("its end");
        let published: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
        assert!(published.len() > 10, "{published:?}");
        let known: Vec<&str> =
            KNOWN.iter().map(|known| known.name).filter(|name| published.contains(name)).collect();
        assert_eq!(known, published);
    }

    proptest! {
        #[test]
        fn the_order_of_stating_does_not_matter(order in Just((0..KNOWN.len()).collect::<Vec<_>>()).prop_shuffle()) {
            let value = |key: &str| match key {
                "working_set" | "rsize_wsize" | "volume" | "pool" => "1 MiB",
                "pool_limit_throughput" => "1 MiB/s",
                _ => "1",
            };
            let mut conditions = Conditions::default();
            for at in order {
                conditions.set(KNOWN[at].key, value(KNOWN[at].key)).expect("a value of its form");
            }
            let stated: Vec<_> = conditions.iter().map(|it| (it.key, it.name)).collect();
            prop_assert_eq!(stated, Conditions::known().collect::<Vec<_>>());
        }
    }
}
