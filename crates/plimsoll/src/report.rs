//! `plimsoll report`: results beside published values, as files.

use crate::arguments::{FormName, PaperName, ReportArguments};
use crate::campaign::{self, NOTHING_CHOSEN, report_input, write_file};
use crate::error::{CommandError, writing};
use crate::exit::Exit;
use crate::look::{ColourWhen, Look};
use crate::reading::{how_it_went, tell};
use plimsoll_report::pdf::Paper;
use plimsoll_report::{Form, NamedBytes, ReportError, Templates, report};
use std::fs;
use std::path::Path;

const SUBCOMMAND: &str = "report";

/// Reads, compares, writes the files, and says where they are.
pub(crate) fn run(arguments: &ReportArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    let templates = templates(arguments.templates.as_deref())?;
    let look = Look::of_stderr(colour);
    let compared = campaign::run(SUBCOMMAND, &arguments.comparison, !arguments.no_series, look)?;
    let exit = Exit::after(&compared.summary);
    if exit == Exit::NothingRead {
        tell(&how_it_went(&compared.summary));
        return Ok(exit);
    }
    let date = campaign::date(&compared, arguments.date).ok_or_else(|| CommandError::Usage {
        subcommand: SUBCOMMAND,
        message: "nothing tells the date of the report: the inputs hold no time".to_owned(),
        tip: "give it with --date YYYY-MM-DD".to_owned(),
    })?;
    let input = report_input(&compared, date, arguments.comparison.tolerance);
    let paper = match arguments.paper {
        PaperName::A4 => Paper::A4,
        PaperName::Letter => Paper::Letter,
    };
    let files =
        report(&input, &forms(arguments), paper, &templates).map_err(|error| failed(&error))?;
    for file in &files {
        write(&arguments.output, file)?;
    }
    for file in files.iter().filter(|file| !file.name.contains('/')) {
        println(&arguments.output.join(&file.name));
    }
    if arguments.series && compared.series.is_empty() {
        tell("no input has interval data: nothing is drawn over time");
    }
    if !compared.comparison.is_set_beside_anything {
        tell(NOTHING_CHOSEN);
    }
    compared.tell_end("the report has all of them");
    Ok(exit)
}

/// The forms that were asked for, and the data.
fn forms(arguments: &ReportArguments) -> Vec<Form> {
    let asked = arguments.format.iter().map(|format| match format {
        FormName::Pdf => Form::Pdf,
        FormName::Md => Form::Markdown,
    });
    asked.chain([Form::Json]).collect()
}

/// The built-in templates with those of a folder in their places.
fn templates(folder: Option<&Path>) -> Result<Templates, CommandError> {
    let mut templates = Templates::built_in();
    let Some(folder) = folder else { return Ok(templates) };
    let usage =
        |message: String, tip: String| CommandError::Usage { subcommand: SUBCOMMAND, message, tip };
    let names: Vec<String> = templates.names().map(str::to_owned).collect();
    let mut replaced = 0;
    for name in &names {
        let path = folder.join(name);
        if path.is_file() {
            let text = fs::read_to_string(&path).map_err(|error| {
                usage(
                    format!("cannot read {}: {error}", path.display()),
                    "a template is text in UTF-8".to_owned(),
                )
            })?;
            templates.replace(name, text);
            replaced += 1;
        }
    }
    if replaced == 0 {
        let message = format!("{} holds no template", folder.display());
        return Err(usage(message, format!("templates are: {}", names.join(", "))));
    }
    Ok(templates)
}

fn failed(error: &ReportError) -> CommandError {
    CommandError::Usage {
        subcommand: SUBCOMMAND,
        message: format!("a template is wrong: {error}"),
        tip: "compare it with the built-in one of the same name in templates/".to_owned(),
    }
}

fn write(folder: &Path, file: &NamedBytes) -> Result<(), CommandError> {
    let path = folder.join(&file.name);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(writing(parent))?;
    }
    Ok(write_file(&path, &file.bytes)?)
}

/// Where a file is, on standard output, so that a script can take it from there.
fn println(path: &Path) {
    use std::io::Write as _;
    let _ = writeln!(std::io::stdout(), "{}", path.display());
}
