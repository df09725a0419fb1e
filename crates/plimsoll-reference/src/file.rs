//! The shape of a catalogue file, before anything is made of it. An unknown key is an error: a
//! misspelled condition would be lost in silence.

use crate::status::Status;
use plimsoll_schema::{Claimed, Pattern};
use plimsoll_unit::{PrefixRule, parse_size};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use toml::Spanned;

/// Written where a file must say something and the page does not.
pub(crate) const NOT_STATED: &str = "not stated";

/// Where the values come from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FilePage {
    pub(crate) vendor: String,
    pub(crate) publisher: String,
    pub(crate) title: String,
    pub(crate) date: String,
    pub(crate) locales: Vec<String>,
    pub(crate) reading: String,
    pub(crate) product: Option<String>,
    pub(crate) status: Option<Status>,
}

/// Conditions that several references share.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileConditions {
    pub(crate) clients: Option<u64>,
    pub(crate) client_type: Option<String>,
    pub(crate) os: Option<String>,
    pub(crate) working_set_per_client: Option<Size>,
    pub(crate) working_set: Option<Size>,
    pub(crate) nconnect: Option<String>,
    pub(crate) rsize_wsize: Option<Size>,
    pub(crate) nr_sessions: Option<u64>,
    pub(crate) smb_connections_per_rss_interface: Option<u64>,
    pub(crate) jobs_per_client: Option<u64>,
    pub(crate) jobs: Option<u64>,
    pub(crate) volumes: Option<u64>,
    pub(crate) volume: Option<Size>,
    pub(crate) pool: Option<Size>,
    pub(crate) pool_limit_throughput: Option<Spanned<String>>,
    pub(crate) pool_limit_iops: Option<Spanned<String>>,
    pub(crate) host: Option<String>,
    /// Those that have no key of their own.
    #[serde(default)]
    pub(crate) other: BTreeMap<String, String>,
}

/// One table or test.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileReference {
    pub(crate) id: Spanned<String>,
    pub(crate) product: Option<String>,
    pub(crate) service_level: Option<String>,
    pub(crate) protocol: Option<String>,
    pub(crate) tool: Option<String>,
    pub(crate) workload: String,
    pub(crate) pattern: Option<FilePattern>,
    pub(crate) block_size: Option<Size>,
    pub(crate) iodepth: Option<u64>,
    pub(crate) conditions: Option<Spanned<String>>,
    pub(crate) remark: Option<String>,
    pub(crate) claim: FileClaim,
    pub(crate) status: Option<Status>,
    pub(crate) lines: Option<String>,
    pub(crate) cell: Option<String>,
    pub(crate) check: Option<String>,
    pub(crate) point: Vec<Spanned<FilePoint>>,
}

/// One point: one row.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FilePoint {
    pub(crate) name: Option<String>,
    pub(crate) tier: Option<String>,
    pub(crate) read_percent: Option<f64>,
    pub(crate) op: String,
    pub(crate) claim: Option<FileClaim>,
    pub(crate) iops: Option<Spanned<FileFigure>>,
    pub(crate) throughput: Option<Spanned<FileFigure>>,
    pub(crate) transactions: Option<Spanned<FileFigure>>,
    pub(crate) latency: Option<Spanned<FileFigure>>,
    pub(crate) worst_case_latency: Option<Spanned<FileFigure>>,
    pub(crate) status: Option<Status>,
    pub(crate) lines: Option<String>,
    pub(crate) cell: Option<String>,
    pub(crate) check: Option<String>,
}

/// One figure, `"4,304 MiB/s"`, or a table that says more about it.
pub(crate) struct FileFigure {
    pub(crate) value: String,
    pub(crate) status: Option<Status>,
    pub(crate) lines: Option<String>,
    pub(crate) cell: Option<String>,
    pub(crate) check: Option<String>,
}

/// The longer form of a figure.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FigureTable {
    value: String,
    status: Option<Status>,
    lines: Option<String>,
    cell: Option<String>,
    check: Option<String>,
}

// By hand: serde's `untagged` would say "did not match any variant" and no more.
impl<'de> Deserialize<'de> for FileFigure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl<'de> Visitor<'de> for Either {
            type Value = FileFigure;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str(
                    "a figure in quotation marks, such as \"4,304 MiB/s\", or a table with `value`",
                )
            }

            fn visit_str<E: Error>(self, value: &str) -> Result<FileFigure, E> {
                Ok(FileFigure {
                    value: value.to_owned(),
                    status: None,
                    lines: None,
                    cell: None,
                    check: None,
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<FileFigure, A::Error> {
                let table = FigureTable::deserialize(MapAccessDeserializer::new(map))?;
                Ok(FileFigure {
                    value: table.value,
                    status: table.status,
                    lines: table.lines,
                    cell: table.cell,
                    check: table.check,
                })
            }
        }

        deserializer.deserialize_any(Either)
    }
}

/// A size such as `64 KiB`: decimal prefixes are powers of 1000, those with `i` powers of 1024.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) written: String,
    pub(crate) bytes: u64,
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let written = String::deserialize(deserializer)?;
        match parse_size(&written, PrefixRule::Iec) {
            Ok(bytes) => Ok(Self { written, bytes }),
            Err(error) => {
                Err(D::Error::custom(format!("`{written}` is no size such as \"64 KiB\": {error}")))
            }
        }
    }
}

/// The schema's patterns, by their words.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FilePattern {
    Sequential,
    Random,
    Mixed,
}

impl From<FilePattern> for Pattern {
    fn from(pattern: FilePattern) -> Self {
        match pattern {
            FilePattern::Sequential => Self::Sequential,
            FilePattern::Random => Self::Random,
            FilePattern::Mixed => Self::Mixed,
        }
    }
}

/// The schema's claims, by their words.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FileClaim {
    Result,
    Estimate,
    Limit,
    /// What kind of statement it is, the page does not tell.
    NotStated,
}

impl From<FileClaim> for Option<Claimed> {
    fn from(claim: FileClaim) -> Self {
        match claim {
            FileClaim::Result => Some(Claimed::Result),
            FileClaim::Estimate => Some(Claimed::Estimate),
            FileClaim::Limit => Some(Claimed::Limit),
            FileClaim::NotStated => None,
        }
    }
}
