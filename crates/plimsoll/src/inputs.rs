//! The arguments that name inputs and say how they are read.

use crate::error::CommandError;
use crate::readers;
use clap::Args;
use plimsoll_input::{Exclude, Limits, Pattern, expanded, listed};
use plimsoll_unit::{PrefixRule, SizeError, parse_size};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// What every command that reads inputs takes.
#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// A file, a folder (walked), an archive (.tar, .tar.gz, .tgz, .tar.bz2, .tar.zst, .tar.xz, .zip; archives in it
    /// too), a file with .gz, .bz2, .zst or .xz, a pattern (*, ?, [a-z], {a,b}, **), or - for standard input
    #[arg(value_name = "INPUT", required_unless_present = "files_from")]
    pub(crate) inputs: Vec<OsString>,

    /// Read the inputs that this file lists too, one a line, or each before a zero byte (find -print0);
    /// - is standard input
    #[arg(long, value_name = "LIST")]
    pub(crate) files_from: Vec<PathBuf>,

    /// Leave out files, folders and members of archives of this name, or, with a / in it, at this
    /// place below what is named; a pattern
    #[arg(long, value_name = "PATTERN")]
    pub(crate) exclude: Vec<Pattern>,

    /// Read inputs as this format, instead of finding it out
    #[arg(long, value_name = "FORMAT", value_parser = readers::names(readers::ALL))]
    pub(crate) from: Option<String>,

    /// How many threads work at the same time; the output is the same [default: one a processor]
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,
}

/// The heading of the limits in the help.
const LIMITS: &str = "Limits (k, M and G are powers of 1024)";

/// How far archives may unfold, and what may be held in memory.
#[derive(Debug, Args)]
#[expect(clippy::struct_field_names, reason = "these are the names of the options")]
pub(crate) struct LimitArguments {
    /// The greatest input held in memory as a whole [default: 256M]
    #[arg(long, help_heading = LIMITS, value_name = "SIZE", value_parser = size)]
    pub(crate) max_input_size: Option<u64>,

    /// The greatest member of an archive [default: 1G]
    #[arg(long, help_heading = LIMITS, value_name = "SIZE", value_parser = size)]
    pub(crate) max_member_size: Option<u64>,

    /// What the members of a folder in an archive may take that wait for others of their run
    /// [default: 512M]
    #[arg(long, help_heading = LIMITS, value_name = "SIZE", value_parser = size)]
    pub(crate) max_held_size: Option<u64>,

    /// What an archive with all archives in it may unpack to [default: 64G]
    #[arg(long, help_heading = LIMITS, value_name = "SIZE", value_parser = size)]
    pub(crate) max_unpacked_size: Option<u64>,

    /// How many times its size an archive may unpack to, above 16 MiB [default: 1000]
    #[arg(long, help_heading = LIMITS, value_name = "N")]
    pub(crate) max_ratio: Option<u64>,

    /// How many members an archive with all archives in it may have [default: 1000000]
    #[arg(long, help_heading = LIMITS, value_name = "N")]
    pub(crate) max_entries: Option<u64>,

    /// How deep archives may lie in archives; 1 opens none inside another [default: 8]
    #[arg(long, help_heading = LIMITS, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) max_nesting: Option<u32>,
}

impl LimitArguments {
    /// The limits, as far as they were said.
    pub(crate) fn limits(&self) -> Limits {
        let usual = Limits::default();
        Limits {
            max_entries: self.max_entries.unwrap_or(usual.max_entries),
            max_unpacked_bytes: self.max_unpacked_size.unwrap_or(usual.max_unpacked_bytes),
            max_ratio: self.max_ratio.unwrap_or(usual.max_ratio),
            max_nesting: self.max_nesting.unwrap_or(usual.max_nesting),
            max_member_bytes: self.max_member_size.unwrap_or(usual.max_member_bytes),
            max_held_bytes: self.max_held_size.unwrap_or(usual.max_held_bytes),
        }
    }
}

impl InputArguments {
    /// Names what lists and patterns stand for in their place, lists after what was named.
    pub(crate) fn expand(&mut self) -> Result<(), CommandError> {
        let mut inputs: Vec<OsString> =
            self.inputs.iter().flat_map(|input| expanded(input)).collect();
        for list in &self.files_from {
            let listed = listed(list).map_err(|error| {
                usage(format!("cannot read the list {}: {error}", list.display()))
            });
            inputs.extend(listed?);
        }
        self.inputs = inputs;
        // Each pattern makes sense; together they may be far too many.
        Exclude::new(&self.exclude).map_err(|error| usage(format!("--exclude: {error}")))?;
        if let Some(threads) = self.threads {
            // Readers of large outputs share their work among threads of their own. If these are there already,
            // they stay as many as they are.
            let _ = rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global();
        }
        Ok(())
    }

    /// What is left out.
    pub(crate) fn excluded(&self) -> Exclude {
        Exclude::new(&self.exclude).unwrap_or_default()
    }
}

fn usage(message: String) -> CommandError {
    let tip = "plimsoll convert --help says what is expected".to_owned();
    CommandError::Usage { subcommand: "convert", message, tip }
}

fn size(text: &str) -> Result<u64, SizeError> {
    parse_size(text, PrefixRule::Binary)
}
