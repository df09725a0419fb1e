//! What a campaign says that its files cannot tell: the system under test, the conditions, what is
//! required, and the steps.
//!
//! A campaign is a folder of results with an optional `campaign.toml`; `docs/campaigns.md` describes
//! the file, and the same can be given as options:
//!
//! ```
//! use plimsoll_campaign::{Campaign, RunSlot};
//!
//! let text = r#"
//! title = "ACME: NFS on Extreme"
//!
//! [system]
//! product = "Google Cloud NetApp Volumes"
//! protocol = "NFSv3"
//!
//! [conditions]
//! clients = 2
//! working_set = "576 GiB"
//!
//! [[step]]
//! name = "64 KiB sequential"
//! files = ["*/seq64k-*.json"]
//! against = ["gcnv/extreme/nfsv3/64k-sequential"]
//! "#;
//! let mut campaign = Campaign::parse("acme/campaign.toml", text).expect("no problem");
//! campaign.set("nconnect", "16").expect("a condition");
//!
//! let step = &campaign.steps[0];
//! assert_eq!(step.claims("client-a/seq64k-r50.json"), Some(RunSlot::ByTime));
//! assert_eq!(step.claims("client-a/rand8k-r50.json"), None);
//! let conditions = campaign.conditions_of(step);
//! assert_eq!(conditions.value("working_set_bytes"), Some("618475290624"));
//! assert_eq!(conditions.value("nconnect"), Some("16"));
//! ```
//!
//! Conditions are compared with those of published rows by name, so they carry the names and base
//! units of `parameters` there. What is not stated is absent; nothing is guessed.
//!
//! This crate touches no file: it takes text.

mod campaign;
mod condition;
mod file;
mod near;
mod pattern;
mod problem;
mod quantity;
mod setting;
mod step;

pub use campaign::{Campaign, Requirement, System};
pub use condition::{Condition, Conditions};
pub use pattern::{Pattern, PatternError};
pub use problem::Problem;
pub use step::{Inputs, RunSlot, Step};
