//! `plimsoll reference import`: the tables of a page as a catalogue file that people review.

use crate::arguments::ImportArguments;
use crate::campaign::write_file;
use crate::destination::is_stdout;
use crate::diagnostic::render;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{Look, wrapped_for_stderr};
use crate::reading::{how_it_went, tell};
use crate::tally::{Tally, counted};
use plimsoll_input::{InputOptions, Outcome, ReadInput, Summary, read_inputs};
use plimsoll_read::{ReadOptions, Reader};
use plimsoll_reference::{ImportedFile, ImportedPage, imported_file};
use plimsoll_schema::Finding;
use std::fs;
use std::path::Path;
use std::sync::Arc;

const SUBCOMMAND: &str = "reference";

/// Reads the page and writes the file. Nothing is written of a page that has no figure.
pub(crate) fn run(
    arguments: &ImportArguments,
    readers: &[&dyn Reader],
    look: Look,
) -> Result<Exit, CommandError> {
    refuse_the_page_as_output(arguments)?;
    let mut tally = Tally::default();
    let (pages, summary) = read(arguments, readers, &mut |finding| {
        if tally.admits(finding) {
            tell(&render(finding, look));
        }
    })?;
    let page = match pages.as_slice() {
        [] => {
            tell(&how_it_went(&summary));
            return Ok(Exit::NothingRead);
        }
        [page] => page,
        [..] => return Err(too_many(pages.len())),
    };
    let file = catalogue_file(page, arguments.language.language());
    if file.references == 0 {
        tell("no figure of the page can stand in a catalogue file: nothing was written");
        return Ok(Exit::NothingRead);
    }
    write_file(&arguments.output, file.text.as_bytes())?;
    tell(&wrapped_for_stderr(&what_was_written(&file, &arguments.output, &tally)));
    Ok(Exit::after(&summary))
}

/// What was read, each input that has rows.
fn read(
    arguments: &ImportArguments,
    readers: &[&dyn Reader],
    each_finding: &mut dyn FnMut(&Finding),
) -> Result<(Vec<ReadInput>, Summary), CommandError> {
    let options = InputOptions {
        read: ReadOptions { language: arguments.language.language(), ..ReadOptions::default() },
        ..InputOptions::new(readers)
    };
    let mut pages = Vec::new();
    let summary = read_inputs(&[&arguments.page], &options, &mut |input| {
        input.findings.iter().for_each(|finding| each_finding(finding));
        if input.outcome == Outcome::Read {
            pages.push(input);
        }
        Ok(())
    })?;
    Ok((pages, summary))
}

/// The file of a page in a language that the user said, or else in that of its words.
fn catalogue_file(page: &ReadInput, said: Option<Arc<str>>) -> ImportedFile {
    let language = said.or_else(|| page.language.clone());
    let locales = language.iter().map(ToString::to_string).collect();
    let findings: Vec<Finding> =
        page.findings.iter().map(|finding| Finding::clone(finding)).collect();
    let file = page.source.to_string();
    imported_file(&page.rows, &findings, &ImportedPage { file, locales, ..ImportedPage::default() })
}

/// `2 references with 14 points; 3 values left out, …; written to acme.toml; 2 warnings`.
fn what_was_written(file: &ImportedFile, output: &Path, tally: &Tally) -> String {
    let references = counted(file.references, "reference");
    let mut parts = vec![format!("{references} with {}", counted(file.points, "point"))];
    if file.left_out > 0 {
        parts.push(format!("{} left out, as the file says", counted(file.left_out, "value")));
    }
    if !is_stdout(output) {
        parts.push(format!("review {} before you use it", output.display()));
    }
    parts.push(tally.summary());
    parts.retain(|part| !part.is_empty());
    parts.join("; ")
}

fn refuse_the_page_as_output(arguments: &ImportArguments) -> Result<(), CommandError> {
    let place = |path: &Path| fs::canonicalize(path).ok();
    let output = place(&arguments.output);
    if output.is_none() || output != place(Path::new(&arguments.page)) {
        return Ok(());
    }
    Err(usage(
        format!("{} is the page itself, and would be replaced", arguments.output.display()),
        "name another file with -o",
    ))
}

fn too_many(pages: usize) -> CommandError {
    usage(
        format!("{pages} pages were found"),
        "import one page at a time: a catalogue file stands for one page",
    )
}

fn usage(message: String, tip: &str) -> CommandError {
    CommandError::Usage { subcommand: SUBCOMMAND, message, tip: tip.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::arguments::{ImportArguments, Language, PageArguments};
    use crate::error::CommandError;
    use crate::exit::Exit;
    use crate::look::{ColourWhen, Look};
    use plimsoll_read::{
        Bundle, Claim, Confidence, Format, Listing, ReadError, ReadOptions, Reader, Sink,
    };
    use plimsoll_reference::{Catalogue, Status};
    use plimsoll_schema::{
        Bound, Claimed, Code, Figure, Finding, Identity, Metric, Op, Origin, Row, Stat,
    };
    use std::fs;
    use std::path::Path;

    /// Reads a page that says `IOPS` and has a numeral on each further line, if it is in German; `?`
    /// is a damaged figure.
    struct Numerals;

    static FORMAT: Format = Format {
        name: "numerals",
        title: "numerals",
        looks_for: "a line `IOPS`",
        origin: Origin::Published,
    };

    impl Reader for Numerals {
        fn format(&self) -> &'static Format {
            &FORMAT
        }

        fn claim(&self, listing: &Listing<'_>) -> Vec<Claim> {
            let entries = listing.entries.iter().enumerate();
            entries
                .filter(|(_, entry)| entry.head_text().starts_with("IOPS"))
                .map(|(at, _)| Claim::on_entry(at, Confidence::Certain, "it says IOPS"))
                .collect()
        }

        fn part(&self, _: &plimsoll_read::Entry<'_>) -> plimsoll_read::Part {
            plimsoll_read::Part::Alone
        }

        fn read(
            &self,
            bundle: &Bundle<'_>,
            options: &ReadOptions,
            sink: &mut dyn Sink,
        ) -> Result<(), ReadError> {
            assert_eq!(options.language.as_deref(), Some("de"));
            let text = bundle.entries[0].text(options)?;
            for (at, line) in text.as_str().lines().enumerate().skip(1) {
                let place = format!("line {}", at + 1);
                if line == "?" {
                    let message = "a figure is damaged";
                    let finding = Finding::new(Code::ValueUnreadable, &*bundle.source, message);
                    sink.finding(finding.at(place));
                    continue;
                }
                let value = line.replace('.', "").parse().expect("a numeral");
                sink.row(row(&bundle.source, place, value, line));
            }
            Ok(())
        }
    }

    fn row(source: &str, place: String, value: f64, written: &str) -> Row {
        let mut row = Row::new(Identity {
            op: Some(Op::TOTAL),
            read_percent: Some(50.0),
            claim: Some(Claimed::Result),
            ..Identity::new(source.into(), place, Origin::Published)
        });
        let figure = Figure::written(Metric::Iops, Stat::Mean, value, written);
        row.figures.push(Figure { bound: Some(Bound::Exact), ..figure });
        row
    }

    fn import(folder: &Path, page: &str) -> Result<Exit, CommandError> {
        let arguments = ImportArguments {
            page: folder.join(page).into(),
            language: PageArguments { lang: Language::Tag("de".into()) },
            output: folder.join("own.toml"),
        };
        run(&arguments, &[&Numerals], Look::of_stderr(ColourWhen::Never))
    }

    #[test]
    fn a_page_becomes_a_file_that_is_a_catalogue() {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("Acme.txt"), "IOPS\n157.000\n?\n").expect("written");
        assert_eq!(import(folder.path(), "Acme.txt").expect("read"), Exit::Read);
        let text = fs::read_to_string(folder.path().join("own.toml")).expect("the file");
        assert!(
            text.contains("# warning value-unreadable, line 3: a figure is damaged\n"),
            "{text}"
        );
        let catalogue = Catalogue::parse("own.toml", &text).expect("a catalogue");
        assert_eq!(catalogue.rows().count(), 1);
        let entry = catalogue.entry("import/acme/text").expect("its id");
        assert_eq!(entry.page.locales, ["de"]);
        assert_eq!(entry.points[0].evidence[0].written, "157,000");
        assert_eq!(entry.points[0].evidence[0].status, Status::Imported);
    }

    #[test]
    fn nothing_is_written_where_there_is_nothing_to_write_or_too_much() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("own.toml");
        fs::write(folder.path().join("other.txt"), "no figures\n").expect("written");
        assert_eq!(import(folder.path(), "other.txt").expect("read"), Exit::NothingRead);
        assert_eq!(import(folder.path(), "missing.txt").expect("read"), Exit::NothingRead);
        for name in ["a.txt", "b.txt"] {
            fs::write(folder.path().join(name), "IOPS\n5\n").expect("written");
        }
        match import(folder.path(), "") {
            Err(CommandError::Usage { message, .. }) => assert_eq!(message, "2 pages were found"),
            other => panic!("{other:?}"),
        }
        assert!(!own.exists());
        fs::write(&own, "IOPS\n5\n").expect("written");
        match import(folder.path(), "own.toml") {
            Err(CommandError::Usage { message, .. }) => {
                assert!(message.ends_with("own.toml is the page itself, and would be replaced"));
            }
            other => panic!("{other:?}"),
        }
        assert_eq!(fs::read_to_string(&own).expect("there"), "IOPS\n5\n");
    }
}
