//! A campaign: what its file or the options of the command line say.

use crate::condition::Conditions;
use crate::file;
use crate::problem::{Fault, Problem};
use crate::quantity;
use crate::setting::{self, Setting};
use crate::step::{RunSlot, Step};
use jiff::civil::Date;

/// What a campaign says. All of it is optional; the default says nothing and is filled by
/// [`Campaign::set`].
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Campaign {
    /// What the report is called.
    pub title: Option<String>,
    /// The date on the page.
    pub date: Option<Date>,
    /// A sentence that the report shows before anything else, in one line.
    pub notice: Option<String>,
    /// The system under test.
    pub system: System,
    /// The conditions of all steps.
    pub conditions: Conditions,
    /// What the system is to carry.
    pub requirement: Requirement,
    /// The steps, in the order of the file. Without any, they follow from what the results say.
    pub steps: Vec<Step>,
}

/// The system under test, in the words of the catalogue.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct System {
    /// The product.
    pub product: Option<String>,
    /// Its service level.
    pub service_level: Option<String>,
    /// `NFSv3`, `SMB`, `iSCSI` …
    pub protocol: Option<String>,
}

/// What the system is to carry, in base units; all values are above 0.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Requirement {
    /// At least so many operations per second.
    pub iops: Option<f64>,
    /// At least so many bytes per second.
    pub bytes_per_second: Option<u64>,
    /// At most so many nanoseconds.
    pub latency_ns: Option<f64>,
}

impl Requirement {
    /// Whether nothing is required.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl Campaign {
    /// Reads the text of a `campaign.toml`. `name` is what problems call it, usually its path.
    ///
    /// Fails with everything that is wrong with the file, in its order: a condition that is
    /// misspelled would be missing in the comparison in silence.
    pub fn parse(name: &str, text: &str) -> Result<Self, Vec<Problem>> {
        file::parse(name, text)
    }

    /// Sets what an option of the command line says, over what the file says. `key` is a key of the
    /// file outside of `[[step]]`, without its table: `title`, `service_level`, `working_set`,
    /// `latency`. Fails for an unknown key and for a value of another form.
    pub fn set(&mut self, key: &str, value: &str) -> Result<(), Problem> {
        let setting =
            Setting::of_any_table(key).ok_or_else(|| setting::unknown(key).of_option(key))?;
        self.put(setting, value).map_err(|fault| fault.of_option(key))
    }

    /// The conditions that hold for a step: its own before those of the campaign.
    pub fn conditions_of(&self, step: &Step) -> Conditions {
        self.conditions.with(&step.conditions)
    }

    /// The steps that a result belongs to, with its place there; several steps may set the same
    /// result beside different references. The path is relative to the campaign's folder, its parts
    /// joined by `/`.
    pub fn claims(&self, path: &str) -> impl Iterator<Item = (&Step, RunSlot)> {
        self.steps.iter().filter_map(move |step| Some((step, step.claims(path)?)))
    }

    pub(crate) fn put(&mut self, setting: Setting, value: &str) -> Result<(), Fault> {
        let line = || quantity::line(value).map(|line| Some(line.to_owned()));
        let trimmed = value.trim();
        match setting {
            Setting::Title => self.title = line()?,
            Setting::Date => self.date = Some(quantity::date(trimmed)?),
            Setting::Notice => self.notice = Some(quantity::sentence(value)?),
            Setting::Product => self.system.product = line()?,
            Setting::ServiceLevel => self.system.service_level = line()?,
            Setting::Protocol => self.system.protocol = line()?,
            Setting::Condition(known) => self.conditions.put(known, value)?,
            Setting::Iops => self.requirement.iops = Some(quantity::rate(trimmed)?),
            Setting::Throughput => {
                self.requirement.bytes_per_second = Some(quantity::byte_rate(trimmed)?);
            }
            Setting::Latency => self.requirement.latency_ns = Some(quantity::time(trimmed)?),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Campaign, Requirement};

    #[test]
    fn options_fill_an_empty_campaign() {
        let mut campaign = Campaign::default();
        for (key, value) in [
            ("title", "ACME"),
            ("date", "2026-11-30"),
            ("product", "Google Cloud NetApp Volumes"),
            ("service_level", "Extreme"),
            ("protocol", "NFSv3"),
            ("clients", "2"),
            ("working_set", "576 GiB"),
            ("latency", "1 ms"),
            ("clients", "6"),
        ] {
            campaign.set(key, value).expect(key);
        }
        assert_eq!(campaign.title.as_deref(), Some("ACME"));
        assert_eq!(campaign.date.map(|date| date.to_string()).as_deref(), Some("2026-11-30"));
        assert_eq!(campaign.system.service_level.as_deref(), Some("Extreme"));
        assert_eq!(campaign.conditions.count("clients"), Some(6), "the last one holds");
        assert_eq!(campaign.requirement.latency_ns, Some(1e6));
    }

    #[test]
    fn an_option_that_is_wrong_changes_nothing_and_says_what_to_do() {
        let mut campaign = Campaign::default();
        for (key, value, said) in [
            ("conect", "16", "conect: there is no such key (did you mean `nconnect`?)"),
            (
                "working_set",
                "576",
                "working_set: `576` is no size: it has no unit (write a number and its unit, for \
                 instance \"576 GiB\" (2^30 bytes each) or \"576 GB\" (10^9))",
            ),
            ("title", " ", "title: it is empty (write something, or leave it out)"),
            (
                "step",
                "a",
                "step: there is no such key (the keys here are title, date, notice, product, \
                 service_level, protocol, iops, throughput, latency, clients, jobs, queue_depth, \
                 client_type, os, working_set, nconnect, rsize_wsize, nr_sessions, \
                 smb_connections_per_rss_interface, mount_options, volumes, volume, pool, \
                 pool_limit_throughput, pool_limit_iops, tier)",
            ),
        ] {
            assert_eq!(campaign.set(key, value).expect_err(key).to_string(), said);
        }
        assert_eq!(campaign, Campaign::default());
        assert!(Requirement::default().is_empty());
    }
}
