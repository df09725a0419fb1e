//! The keys of a campaign outside of its steps.

use crate::condition::{KNOWN, Known};
use crate::near;
use crate::problem::Fault;

/// Something that a key sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    Title,
    Date,
    Notice,
    Product,
    ServiceLevel,
    Protocol,
    Iops,
    Throughput,
    Latency,
    Condition(&'static Known),
}

/// The tables of the file that hold settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Table {
    Top,
    System,
    Requirement,
    Conditions,
}

/// All but the conditions. No key stands in two tables, so that an option needs no table.
const SETTINGS: [(Table, &str, Setting); 9] = [
    (Table::Top, "title", Setting::Title),
    (Table::Top, "date", Setting::Date),
    (Table::Top, "notice", Setting::Notice),
    (Table::System, "product", Setting::Product),
    (Table::System, "service_level", Setting::ServiceLevel),
    (Table::System, "protocol", Setting::Protocol),
    (Table::Requirement, "iops", Setting::Iops),
    (Table::Requirement, "throughput", Setting::Throughput),
    (Table::Requirement, "latency", Setting::Latency),
];

impl Table {
    /// Its name in the file; none at the top.
    pub(crate) fn name(self) -> Option<&'static str> {
        match self {
            Self::Top => None,
            Self::System => Some("system"),
            Self::Requirement => Some("requirement"),
            Self::Conditions => Some("conditions"),
        }
    }

    /// Its keys, in the order of the documentation; at the top the tables too.
    pub(crate) fn keys(self) -> Vec<&'static str> {
        let mut keys: Vec<_> = all().filter(|it| it.0 == self).map(|(_, key, _)| key).collect();
        if self == Self::Top {
            keys.extend(["system", "conditions", "requirement", "step"]);
        }
        keys
    }

    /// What a key of it sets.
    pub(crate) fn setting(self, key: &str) -> Option<Setting> {
        all().find(|it| (it.0, it.1) == (self, key)).map(|(_, _, setting)| setting)
    }

    /// What is wrong with a key that it has not: it may belong to another table.
    pub(crate) fn unknown(self, key: &str) -> Fault {
        let home = all().find(|it| it.1 == key).map(|it| it.0);
        let help = match home.map(Self::name) {
            Some(Some(table)) => format!("`{key}` stands under `[{table}]`"),
            Some(None) => format!("`{key}` stands at the top, before the first `[`"),
            None => near::help(key, self.keys().into_iter()),
        };
        Fault::new("unknown key", help)
    }
}

impl Setting {
    /// What a key sets, in whichever table it stands.
    pub(crate) fn of_any_table(key: &str) -> Option<Self> {
        all().find(|it| it.1 == key).map(|(_, _, setting)| setting)
    }
}

/// What is wrong with an option of this key.
pub(crate) fn unknown(key: &str) -> Fault {
    Fault::new("there is no such key", near::help(key, all().map(|(_, key, _)| key)))
}

fn all() -> impl Iterator<Item = (Table, &'static str, Setting)> + Clone {
    let conditions =
        KNOWN.iter().map(|known| (Table::Conditions, known.key, Setting::Condition(known)));
    SETTINGS.into_iter().chain(conditions)
}

#[cfg(test)]
mod tests {
    use super::{Table, all};

    #[test]
    fn no_key_stands_in_two_tables() {
        let mut keys: Vec<_> = all().map(|(_, key, _)| key).chain(Table::Top.keys()).collect();
        keys.sort_unstable();
        let tops = 3; // those stand in both lists
        let count = keys.len();
        keys.dedup();
        assert_eq!(keys.len(), count - tops);
    }

    #[test]
    fn a_key_in_the_wrong_table_is_sent_home() {
        for (table, key, help) in [
            (Table::Top, "nconnect", "`nconnect` stands under `[conditions]`"),
            (Table::System, "title", "`title` stands at the top, before the first `[`"),
            (Table::Conditions, "product", "`product` stands under `[system]`"),
            (Table::Top, "steps", "did you mean `step`?"),
            (Table::Requirement, "colour", "the keys here are iops, throughput, latency"),
        ] {
            assert_eq!(table.unknown(key).help, help);
        }
    }

    /// Every key of the file has its row in the documentation.
    #[test]
    fn the_documentation_has_every_key() {
        let page = include_str!("../../../docs/campaigns.md");
        for (_, key, _) in all() {
            assert!(page.contains(&format!("\n| `{key}` |")), "{key}");
        }
    }
}
