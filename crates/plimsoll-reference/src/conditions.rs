//! The conditions of a test: for people as the file writes them, for rows as parameters.

use crate::file::{FileConditions, Size};
use crate::printed;
use crate::problem::Problems;
use plimsoll_schema::Metric;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;

/// One condition as the file writes it, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Its key in the file, for instance `working_set`.
    pub key: Cow<'static, str>,
    /// Its value as written there, for instance `576 GiB`.
    pub value: String,
}

/// What a set of conditions comes to.
#[derive(Debug, Clone, Default)]
pub(crate) struct Conditions {
    pub(crate) clients: Option<u64>,
    pub(crate) jobs: Option<u64>,
    /// All of them, those that are columns of the schema too, in the order of the file format.
    pub(crate) shown: Vec<Condition>,
    /// Those that are no columns, in base units, in the order that the
    /// conventions for published tables fix.
    pub(crate) parameters: Vec<(Arc<str>, Arc<str>)>,
}

impl Conditions {
    /// Makes the conditions of what the file says under `[conditions.NAME]`.
    pub(crate) fn of(
        name: &str,
        file: FileConditions,
        at: Range<usize>,
        problems: &mut Problems<'_>,
    ) -> Self {
        check_products(name, &file, &at, problems);
        let mut made = Self { clients: file.clients, jobs: file.jobs, ..Self::default() };
        made.show("clients", file.clients);
        made.both("client_type", file.client_type);
        made.both("os", file.os);
        made.show("working_set_per_client", file.working_set_per_client.map(|it| it.written));
        made.size("working_set", "working_set_bytes", file.working_set);
        made.both("nconnect", file.nconnect);
        made.size("rsize_wsize", "rsize_wsize_bytes", file.rsize_wsize);
        made.both("nr_sessions", file.nr_sessions);
        made.both("smb_connections_per_rss_interface", file.smb_connections_per_rss_interface);
        made.show("jobs_per_client", file.jobs_per_client);
        made.show("jobs", file.jobs);
        made.both("volumes", file.volumes);
        made.size("volume", "volume_bytes", file.volume);
        made.size("pool", "pool_bytes", file.pool);
        let throughput = (file.pool_limit_throughput, Metric::Throughput);
        made.limit("pool_limit_throughput", "pool_limit_bytes_per_second", throughput, problems);
        let iops = (file.pool_limit_iops, Metric::Iops);
        made.limit("pool_limit_iops", "pool_limit_iops", iops, problems);
        for (key, value) in file.other {
            made.parameters.push((key.as_str().into(), value.as_str().into()));
            made.show(key, Some(value));
        }
        made.show("host", file.host);
        made
    }

    /// A condition for people only: it has a column, or is prose.
    pub(crate) fn show(&mut self, key: impl Into<Cow<'static, str>>, value: Option<impl ToString>) {
        if let Some(value) = value {
            let value = value.to_string();
            self.shown.push(Condition { key: key.into(), value });
        }
    }

    fn both(&mut self, key: &'static str, value: Option<impl ToString>) {
        if let Some(value) = value {
            let value = value.to_string();
            self.parameters.push((key.into(), value.as_str().into()));
            self.show(key, Some(value));
        }
    }

    fn size(&mut self, key: &'static str, parameter: &str, size: Option<Size>) {
        if let Some(size) = size {
            let bytes = size.bytes.to_string();
            self.parameters.push((parameter.into(), bytes.into()));
            self.show(key, Some(size.written));
        }
    }

    fn limit(
        &mut self,
        key: &'static str,
        parameter: &str,
        (written, metric): (Option<Spanned<String>>, Metric),
        problems: &mut Problems<'_>,
    ) {
        let Some(written) = written else { return };
        match printed::parse(written.get_ref(), metric) {
            Ok(limit) => {
                let value = limit.value.to_string();
                self.parameters.push((parameter.into(), value.into()));
                self.show(key, Some(written.into_inner()));
            }
            Err(error) => problems.add(Some(written.span()), None, error, "write it as printed"),
        }
    }
}

/// What is said of one client and of all must agree.
fn check_products(
    name: &str,
    file: &FileConditions,
    at: &Range<usize>,
    problems: &mut Problems<'_>,
) {
    let bytes = |size: &Option<Size>| size.as_ref().map(|size| size.bytes);
    let pairs = [
        ("jobs", file.jobs_per_client, file.jobs),
        ("working_set", bytes(&file.working_set_per_client), bytes(&file.working_set)),
    ];
    for (key, each, all) in pairs {
        let (Some(clients), Some(each), Some(all)) = (file.clients, each, all) else {
            continue;
        };
        if clients.checked_mul(each) != Some(all) {
            let message = format!(
                "conditions `{name}`: `{key}` is not `clients` times `{key}_per_client` \
                 ({all} is not {clients} × {each})"
            );
            problems.add(
                Some(at.clone()),
                None,
                message,
                "look at the page which of them is wrong",
            );
        }
    }
}
