//! `parmfile.html`, the copy of the parameter file.
//!
//! ```text
//! <title>Vdbench output/parmfile.html</title><pre>
//!
//! * Contents of parameter file: mixed.parm
//!
//! sd=default,threads=4
//! sd=sd1,lun=/dev/sdb
//! sd=sd2,lun=/dev/sdc,threads=8
//! wd=wd1,sd=sd*,xfersize=(4k,50,8k,50),rdpct=70
//! rd=rd1,wd=wd1,iorate=max,elapsed=60,forseekpct=(0,100)
//! ```
//!
//! Hosts, storage (SD, FSD), workloads (WD, FWD) and runs (RD) are defined in this order, and each
//! takes over what the default of its kind says. Overrides on the command line are not in the file.
//! What it leaves open is vdbench's default, taken from its source (5.04.06).
//!
//! Reading never fails. A question is answered only where the file decides it: `None` means that it is
//! not sure.

mod definition;
mod keyword;
mod questions;
mod syntax;

use definition::{AllDefinitions, Definition, Target};
use keyword::{Keyword, Kind};
use plimsoll_read::Text;
use syntax::Value;

/// A name longer than this was not made up by anybody.
const LONGEST_NAME_BYTES: usize = 1000;

/// What the parameter file defines.
#[derive(Debug)]
pub(crate) struct Parameters {
    definitions: AllDefinitions,
    /// Whether all of the file was read.
    is_whole: bool,
}

/// Reads a parameter file.
pub(crate) fn parse(text: &Text) -> Parameters {
    let text = text.as_str();
    let mut parameters = parse_text(text);
    // Every line of the copy has an end: without one the file was cut, and `threads=1` may have been 16.
    parameters.is_whole &= text.ends_with('\n');
    parameters
}

fn parse_text(text: &str) -> Parameters {
    let (parameters, is_whole) = syntax::parameters(text);
    let mut definitions = AllDefinitions::default();
    let (mut kind, mut target) = (Kind::General, Target::Default);
    for parameter in parameters {
        let begun = Kind::begun_by(&parameter.keyword).filter(|begun| *begun >= kind);
        if let Some(begun) = begun {
            kind = begun;
            if let Some(of_kind) = definitions.of_mut(kind) {
                target = of_kind.begin(name(kind, &parameter.values));
            }
        } else if let Some(keyword) = Keyword::meant(kind, &parameter.keyword) {
            match definitions.of_mut(kind) {
                Some(of_kind) => of_kind.set(&target, keyword, parameter.values),
                None => definitions.general.set(keyword, parameter.values),
            }
        }
    }
    definitions.storages.repeat_counted();
    definitions.file_systems.repeat_counted();
    Parameters { definitions, is_whole }
}

/// The name in `sd=sd1`. A host's used to be the second of `hd=(address,name)`.
fn name(kind: Kind, values: &[Value]) -> &str {
    let mut names = values.iter().filter_map(|value| match value {
        Value::Text(text) => Some(text.as_str()),
        Value::Dash => None,
    });
    let first = names.next().unwrap_or_default();
    if kind == Kind::Host { names.next().unwrap_or(first) } else { first }
}

/// A run as the output names it.
#[derive(Debug, Clone, Copy)]
struct Run<'p> {
    definition: &'p Definition,
    /// The one storage that it uses, if the run is repeated for each: `rd=rd1,sd=single`.
    single: Option<&'p Definition>,
}

impl Parameters {
    /// How many hosts generate the load, at least one.
    pub(crate) fn hosts(&self) -> u64 {
        let clients = |host: &Definition| host.words(Keyword::Clients).next()?.parse::<u64>().ok();
        let hosts = self.definitions.hosts.iter();
        hosts
            .map(|(_, host)| clients(host).unwrap_or(1).max(1))
            .fold(0u64, u64::saturating_add)
            .max(1)
    }

    /// The run behind a name in the output: `rd1`, a point of its curve `rd1_(70%)`, or `rd1_sd2` of a
    /// run that is repeated for each storage.
    fn run(&self, name: &str) -> Option<Run<'_>> {
        if !self.is_whole || name.len() > LONGEST_NAME_BYTES {
            return None;
        }
        self.defined_run(name).or_else(|| self.defined_run(without_percentage(name)?))
    }

    fn defined_run(&self, name: &str) -> Option<Run<'_>> {
        let runs = &self.definitions.runs;
        if let Some(definition) = runs.get(name) {
            return Some(Run { definition, single: None });
        }
        name.match_indices('_').find_map(|(at, _)| {
            let definition = runs.get(&name[..at])?;
            let mut storages = definition.words(Keyword::Storages);
            storages.next().filter(|word| matches!(*word, "single" | "setsof1"))?;
            let single = self.definitions.storages.get(&name[at + 1..])?;
            Some(Run { definition, single: Some(single) })
        })
    }
}

/// `rd1_(70%)` is a run at 70 % of the rate that `rd1` reached.
fn without_percentage(name: &str) -> Option<&str> {
    let at = name.strip_suffix("%)")?.rfind("_(")?;
    let digits = &name[at + 2..name.len() - 2];
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(&name[..at])
}

#[cfg(test)]
mod tests;
