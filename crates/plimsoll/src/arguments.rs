//! The arguments.

use crate::exit;
pub(crate) use crate::inputs::InputArguments;
use crate::look::ColourWhen;
use clap::{Args, Parser, Subcommand, ValueEnum};
use plimsoll_schema::Shape;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

const AFTER_HELP: &str = "\
Examples:
  plimsoll inspect results/              what is it, and what does it say?
  plimsoll convert results/ -o all.csv   every result in a folder as one table
  plimsoll report campaigns/acme         a report beside published values
  plimsoll explain cut-off               what a finding means";

const AFTER_CONVERT_HELP: &str = "\
Examples:
  plimsoll convert run.json                  JSON lines on standard output
  plimsoll convert results/ -o all.csv       a folder as one table
  plimsoll convert old.tar.gz --shape long   one line for each number
  plimsoll convert out/ --series -o a.csv    interval data too, in a.series.csv
  plimsoll convert x_clat.1.log --fio-version 3.33   latencies of a log of fio
  plimsoll convert archive/ --to parquet -o results/    a dataset, which later runs add to
  plimsoll convert archive/ --dry-run        what would be read, and as what
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

const AFTER_REPORT_HELP: &str = "\
Examples:
  plimsoll report campaigns/acme                 a folder with campaign.toml
  plimsoll report results/ --against gcnv/extreme --set protocol=NFSv3
  plimsoll report results/ --set title='ACME' --set clients=6 -o acme-report

Keys of --set are those of campaign.toml outside of its steps: title, date, notice,
product, service_level, protocol, requirements and conditions.";

const AFTER_CHECK_HELP: &str = "\
Examples:
  plimsoll check campaigns/acme
  plimsoll check results/ --against gcnv/extreme/nfsv3 --set protocol=NFSv3
  plimsoll check results/ --against aff-a300 --allow inconclusive,not-comparable";

const AFTER_REFERENCE_HELP: &str = "\
Examples:
  plimsoll reference list                  everything in the catalogue
  plimsoll reference list gcnv/extreme     what begins with these words
  plimsoll reference show gcnv/extreme/nfsv3/8k-random";

/// Reads the results of storage benchmarks into one schema
#[derive(Debug, Parser)]
#[command(
    name = "plimsoll",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = format!("{AFTER_HELP}\n\n{}", exit::ALL_HELP)
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
    #[command(after_help = format!("{AFTER_CONVERT_HELP}\n\n{}", exit::CONVERT_HELP))]
    Convert(ConvertArguments),
    /// Says what each input is, why, and what it holds
    #[command(after_help = format!("{AFTER_INSPECT_HELP}\n\n{}", exit::HELP))]
    Inspect(InspectArguments),
    /// Sets results beside published values and writes the report
    #[command(after_help = format!("{AFTER_REPORT_HELP}\n\n{}", exit::HELP))]
    Report(ReportArguments),
    /// Sets results beside published values; the verdict is the exit status
    #[command(after_help = format!("{AFTER_CHECK_HELP}\n\n{}", exit::CHECK_HELP))]
    Check(CheckArguments),
    /// The catalogue of published values
    #[command(subcommand, after_help = AFTER_REFERENCE_HELP)]
    Reference(ReferenceCommand),
    /// Says what the code of a finding means
    #[command(after_help = AFTER_EXPLAIN_HELP)]
    Explain(ExplainArguments),
    /// Lists the formats that are read and written
    Formats,
    /// Writes the completions of a shell to standard output
    #[command(hide = true)]
    Completions(CompletionsArguments),
    /// Writes man pages into a folder
    #[command(hide = true)]
    Man(ManArguments),
}

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The folder to write into
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
}

impl Command {
    /// What names inputs, if the command reads any.
    pub(crate) fn inputs(&mut self) -> Option<&mut InputArguments> {
        match self {
            Self::Convert(arguments) => Some(&mut arguments.input),
            Self::Inspect(arguments) => Some(&mut arguments.input),
            Self::Report(arguments) => Some(&mut arguments.comparison.input),
            Self::Check(arguments) => Some(&mut arguments.comparison.input),
            _ => None,
        }
    }
}

/// Arguments of `convert`.
#[derive(Debug, Args)]
pub(crate) struct ConvertArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,

    /// The format to write [default: by the name of the output, else jsonl]
    #[arg(long, value_name = "FORMAT", value_enum)]
    pub(crate) to: Option<To>,

    /// What a line stands for [default: wide, or as the dataset has it]
    #[arg(long, value_enum)]
    pub(crate) shape: Option<ShapeName>,

    #[command(flatten)]
    pub(crate) page: PageArguments,

    #[command(flatten)]
    pub(crate) log: LogArguments,

    /// Write interval data too, beside the output: with -o rows.csv to rows.series.csv, with -o DIR
    /// to DIR/series
    #[arg(long)]
    pub(crate) series: bool,

    /// With --series: how long the windows are that logs of single operations are put together to, in
    /// seconds. Interval data of a tool keeps its own windows
    #[arg(long, value_name = "SECONDS", default_value = "1", value_parser = window)]
    pub(crate) window: f64,

    /// Where to write; - is standard output. A file appears when it is complete. A folder, a name
    /// that ends in / or one without an ending is a dataset: a run reads what is new or changed and
    /// adds it
    #[arg(short, long, value_name = "PATH", default_value = "-")]
    pub(crate) output: PathBuf,

    /// Make folders by the values of these columns (tool=fio/protocol=NFSv3/…) in a dataset
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    pub(crate) partition_by: Vec<String>,

    /// Read nothing and write nothing: list what would be read, and as what
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Print nothing but what keeps the command from doing its work
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// Write every finding to this file, one JSON object a line; - is standard output
    #[arg(long, value_name = "PATH")]
    pub(crate) findings: Option<PathBuf>,
}

/// Arguments of `inspect`.
#[derive(Debug, Args)]
pub(crate) struct InspectArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,

    #[command(flatten)]
    pub(crate) page: PageArguments,

    #[command(flatten)]
    pub(crate) log: LogArguments,

    /// For each cell of published tables, say what was seen and why it was read so
    #[arg(long)]
    pub(crate) explain: bool,
}

/// What every command that reads published pages takes.
#[derive(Debug, Args)]
pub(crate) struct PageArguments {
    /// The language of published pages, such as ko or zh-Hant; auto finds out
    #[arg(long, value_name = "TAG", default_value = "auto", value_parser = language)]
    pub(crate) lang: Language,
}

impl PageArguments {
    /// The language, if it was said.
    pub(crate) fn language(&self) -> Option<Arc<str>> {
        match &self.lang {
            Language::Auto => None,
            Language::Tag(tag) => Some(tag.as_str().into()),
        }
    }
}

/// What commands that read logs take.
#[derive(Debug, Args)]
pub(crate) struct LogArguments {
    /// The release of fio that wrote logs beside which no JSON tells it, such as 3.33: the unit of latencies
    /// depends on it
    #[arg(long, value_name = "VERSION", value_parser = release)]
    pub(crate) fio_version: Option<Arc<str>>,
}

/// What every command that compares takes.
#[derive(Debug, Args)]
pub(crate) struct ComparisonArguments {
    #[command(flatten)]
    pub(crate) input: InputArguments,

    #[command(flatten)]
    pub(crate) log: LogArguments,

    /// A reference of the catalogue, or a prefix of several (gcnv/extreme); may be given several times
    /// [default: those that campaign.toml names, else those of the same product]
    #[arg(long, value_name = "REFERENCE")]
    pub(crate) against: Vec<String>,

    /// Say what the files cannot tell, over what campaign.toml says
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<(String, String)>,

    /// A catalogue file of your own, or a folder of them, over the built-in ones
    #[arg(long, value_name = "PATH")]
    pub(crate) catalogue: Vec<PathBuf>,

    /// By how much a measured value may differ and still meet the published one, in per cent
    #[arg(long, value_name = "PERCENT", default_value = "5", value_parser = tolerance)]
    pub(crate) tolerance: f64,

    /// The mean latency at which load curves are read, such as 500us or 2ms; beside a rate that was
    /// published below a latency, that one is taken
    #[arg(
        long,
        value_name = "DURATION",
        default_value = "1 ms",
        allow_hyphen_values = true,
        value_parser = latency
    )]
    pub(crate) latency_threshold: f64,
}

/// Arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub(crate) comparison: ComparisonArguments,

    /// The forms to write; report.json is always there
    #[arg(
        long,
        value_name = "FORMAT",
        value_enum,
        value_delimiter = ',',
        default_value = "pdf,md"
    )]
    pub(crate) format: Vec<FormName>,

    /// Say so if no input has interval data, which is read and drawn over time in any case
    #[arg(long, conflicts_with = "no_series")]
    pub(crate) series: bool,

    /// Leave interval data unread: no charts over time, and nothing said of steady states
    #[arg(long)]
    pub(crate) no_series: bool,

    /// The paper of the PDF
    #[arg(long, value_enum, default_value = "a4")]
    pub(crate) paper: PaperName,

    /// The folder to write into
    #[arg(short, long, value_name = "DIR", default_value = "report")]
    pub(crate) output: PathBuf,

    /// The date on the page, YYYY-MM-DD [default: that of campaign.toml, else the latest end in
    /// the inputs]
    #[arg(long, value_name = "DATE")]
    pub(crate) date: Option<jiff::civil::Date>,

    /// A folder with templates that replace the built-in ones of the same name
    #[arg(long, value_name = "DIR")]
    pub(crate) templates: Option<PathBuf>,
}

/// Arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) comparison: ComparisonArguments,

    /// Verdicts that pass all the same
    #[arg(long, value_name = "VERDICT", value_enum, value_delimiter = ',')]
    pub(crate) allow: Vec<Allowed>,
}

/// Commands of the catalogue.
#[derive(Debug, Subcommand)]
pub(crate) enum ReferenceCommand {
    /// Lists references
    List {
        /// Only those that begin with these words
        prefix: Option<String>,
        /// A catalogue file of your own, or a folder of them, over the built-in ones
        #[arg(long, value_name = "PATH")]
        catalogue: Vec<PathBuf>,
    },
    /// Shows a reference: its page, conditions and values
    Show {
        /// Its id, or a prefix of several
        id: String,
        /// A catalogue file of your own, or a folder of them, over the built-in ones
        #[arg(long, value_name = "PATH")]
        catalogue: Vec<PathBuf>,
    },
    /// Reads the tables of a published page and writes a catalogue file to review
    Import(ImportArguments),
}

/// Arguments of `reference import`.
#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    /// The saved page: a file, or - for standard input
    pub(crate) page: OsString,

    #[command(flatten)]
    pub(crate) language: PageArguments,

    /// The catalogue file to write; - is standard output
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub(crate) output: PathBuf,
}

/// The language of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Language {
    /// The reader finds out.
    Auto,
    /// A BCP 47 tag.
    Tag(String),
}

/// A form of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FormName {
    /// PDF/A-3a and PDF/UA-1, with the rows and the data inside
    Pdf,
    /// Markdown, with its charts
    Md,
}

/// A paper size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperName {
    /// 210 × 297 mm
    A4,
    /// 8.5 × 11 in
    Letter,
}

/// A verdict that `check` may let pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Allowed {
    /// The repeats differ too much to tell
    Inconclusive,
    /// What must agree is not known to agree
    NotComparable,
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
    /// Apache Parquet, for Spark, Trino, DuckDB, polars
    Parquet,
    /// Apache Arrow IPC (Feather version 2)
    Arrow,
    /// A workbook for a spreadsheet: rows, sources and findings, up to 1,048,575 of each
    Xlsx,
}

impl To {
    /// The endings of file names that tell the format.
    pub(crate) fn endings(self) -> &'static [&'static str] {
        match self {
            Self::Jsonl => &["jsonl", "ndjson"],
            Self::Csv => &["csv"],
            Self::Parquet => &["parquet"],
            Self::Arrow => &["arrow", "feather"],
            Self::Xlsx => &["xlsx"],
        }
    }

    /// Whether it is text, which a terminal or a pipe may show.
    pub(crate) fn is_text(self) -> bool {
        matches!(self, Self::Jsonl | Self::Csv)
    }
}

/// The word for a shape.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
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

/// A release as fio prints it: two numbers, with what may follow them.
fn release(text: &str) -> Result<Arc<str>, String> {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let digits = |part: &str| part.bytes().take_while(u8::is_ascii_digit).count();
    let release = text.strip_prefix("fio-").unwrap_or(text);
    match release.split_once('.') {
        Some((major, rest)) if is_number(major) && digits(rest) > 0 => Ok(release.into()),
        _ => Err("it is no release such as 3.33 or fio-2.21".to_owned()),
    }
}

/// Seconds, a millisecond or more.
fn window(text: &str) -> Result<f64, String> {
    plimsoll_unit::decimal(text)
        .filter(|seconds| (0.001..=1e9).contains(seconds))
        .ok_or_else(|| "it is no number of seconds, 0.001 or more".to_owned())
}

fn setting(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) => Ok((key.trim().to_owned(), value.trim().to_owned())),
        None => Err("it is not of the form KEY=VALUE".to_owned()),
    }
}

/// `auto`, or what has the form of a BCP 47 tag.
fn language(text: &str) -> Result<Language, String> {
    let is_subtag = |it: &str| {
        (1..=8).contains(&it.len()) && it.bytes().all(|byte| byte.is_ascii_alphanumeric())
    };
    if text == "auto" {
        Ok(Language::Auto)
    } else if text.len() >= 2 && text.split('-').all(is_subtag) {
        Ok(Language::Tag(text.to_owned()))
    } else {
        Err("it is neither auto nor a language such as ko or zh-Hant".to_owned())
    }
}

/// A time above 0, in nanoseconds.
fn latency(text: &str) -> Result<f64, String> {
    plimsoll_unit::nanoseconds(text.trim()).filter(|time| *time > 0.0).ok_or_else(|| {
        "it is no time above 0: write a number and its unit (ns, us, ms or s)".to_owned()
    })
}

/// In per cent; as a share.
fn tolerance(text: &str) -> Result<f64, String> {
    let percent = text.strip_suffix('%').unwrap_or(text).trim();
    plimsoll_unit::decimal(percent)
        .filter(|percent| (0.0..100.0).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "it is no number from 0 to below 100".to_owned())
}
