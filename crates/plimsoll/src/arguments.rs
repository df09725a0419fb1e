//! The arguments.

use crate::look::ColourWhen;
use crate::{exit, readers};
use clap::{Args, Parser, Subcommand, ValueEnum};
use plimsoll_export::{Shape, TextFormat};
use plimsoll_unit::{PrefixRule, SizeError, parse_size};
use std::ffi::OsString;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Examples:
  plimsoll inspect results/              what is it, and what does it say?
  plimsoll convert results/ -o all.csv   every result in a folder as one table
  plimsoll explain cut-off               what a finding means";

const AFTER_CONVERT_HELP: &str = "\
Examples:
  plimsoll convert run.json                  JSON lines on standard output
  plimsoll convert results/ -o all.csv       a folder as one table
  plimsoll convert old.tar.gz --shape long   one line for each number
  fio --output-format=json job.fio | plimsoll convert - --findings doubts.jsonl

Rows go to standard output, findings and a summary to standard error. What is not
known is null (an empty field in CSV), never 0.";

const AFTER_INSPECT_HELP: &str = "\
Examples:
  plimsoll inspect run.json
  plimsoll inspect results/ | less";

const AFTER_EXPLAIN_HELP: &str = "\
Examples:
  plimsoll explain              all codes
  plimsoll explain cut-off      what one of them means, and what to do";

/// Reads the results of storage benchmarks into one schema
#[derive(Debug, Parser)]
#[command(
    name = "plimsoll",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = format!("{AFTER_HELP}\n\n{}", exit::HELP)
)]
pub(crate) struct Cli {
    /// When to use colours
    #[arg(
        long = "color",
        value_name = "WHEN",
        global = true,
        value_enum,
        default_value = "auto",
        display_order = 100
    )]
    pub(crate) colour: ColourWhen,

    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Reads inputs and writes rows of the shared schema
    #[command(after_help = format!("{AFTER_CONVERT_HELP}\n\n{}", exit::HELP))]
    Convert(ConvertArguments),
    /// Says what each input is, why, and what it holds
    #[command(after_help = format!("{AFTER_INSPECT_HELP}\n\n{}", exit::HELP))]
    Inspect(InspectArguments),
    /// Says what the code of a finding means
    #[command(after_help = AFTER_EXPLAIN_HELP)]
    Explain(ExplainArguments),
}

/// What every command that reads inputs takes.
#[derive(Debug, Args)]
pub(crate) struct InputArguments {
    /// A file, a folder (walked), an archive (.tar, .tar.gz, .tgz, .tar.zst, .tar.xz, .zip), a file
    /// with .gz, .zst or .xz, or - for standard input
    #[arg(value_name = "INPUT", required = true)]
    pub(crate) inputs: Vec<OsString>,

    /// Read inputs as this format, instead of finding it out
    #[arg(long, value_name = "FORMAT", value_parser = readers::names())]
    pub(crate) from: Option<String>,

    /// The greatest input held in memory as a whole; k, M and G are powers of 1024 [default: 1G]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_input_size: Option<u64>,
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,

    /// The format to write [default: by the name of the output, else jsonl]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<To>,

    /// What a line stands for
    #[arg(long, value_enum, default_value = "wide")]
    pub(crate) shape: ShapeName,

    /// Where to write; - is standard output. A file appears when it is complete
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    pub(crate) output: PathBuf,

    /// Write every finding to this file, one JSON object a line; - is standard output
    #[arg(long, value_name = "PATH")]
    pub(crate) findings: Option<PathBuf>,
}

/// Arguments of `inspect`.
#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,
}

/// Arguments of `explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    /// The code, for instance cut-off; without one, all are listed
    pub(crate) code: Option<String>,
}

/// A format that can be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum To {
    /// One JSON object a line
    Jsonl,
    /// Comma-separated values with a header
    Csv,
}

impl From<To> for TextFormat {
    fn from(to: To) -> Self {
        match to {
            To::Jsonl => Self::JsonLines,
            To::Csv => Self::Csv,
        }
    }
}

/// The word for a shape.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum ShapeName {
    /// One line for each measured thing and operation
    Wide,
    /// One line for each number: all percentiles, all kinds of latency
    Long,
}

impl From<ShapeName> for Shape {
    fn from(name: ShapeName) -> Self {
        match name {
            ShapeName::Wide => Self::Wide,
            ShapeName::Long => Self::Long,
        }
    }
}

fn size(text: &str) -> Result<u64, SizeError> {
    parse_size(text, PrefixRule::Binary)
}
