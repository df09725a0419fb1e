//! `cargo xtask engines`: runs what `docs/datasets.md` shows, as it stands there.
//!
//! DuckDB, polars and pyspark come from PyPI into a virtual environment below `target/`, Java from Debian
//! where there is none. A dataset and archives are made of the fixtures; each block of SQL goes to
//! DuckDB and has to give rows, each block of Python is a program of its own that has to end well.

use crate::workspace::Workspace;
use crate::{Failure, no_arguments};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGE: &str = "docs/datasets.md";

/// What the queries run through.
const PACKAGES: &[&str] = &["duckdb", "polars", "pyspark"];

/// Folders of fixtures, each of which becomes an archive.
const ARCHIVES: &[&str] = &["fio", "vdbench"];

/// Runs a query on standard input, prints what it gives, and fails if that is nothing.
const RUN_QUERY: &str = "\
import duckdb, sys
rows = duckdb.sql(sys.stdin.read())
print(rows)
sys.exit(len(rows.fetchall()) == 0)
";

/// Prepares everything and runs all blocks of the page.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), Failure> {
    no_arguments(arguments)?;
    let page = fs::read_to_string(workspace.path(PAGE))
        .map_err(|error| Failure::Failed(format!("{PAGE}: {error}")))?;
    let blocks = blocks(&page);
    let place = Place::prepare(workspace)?;
    for block in &blocks {
        println!("{PAGE}:{}: {}", block.line, block.language);
        place.run(block)?;
    }
    println!("{} blocks of {PAGE} ran", blocks.len());
    Ok(())
}

/// A block of code of the page.
#[derive(Debug, PartialEq, Eq)]
struct Block<'a> {
    language: &'a str,
    /// The line of its first line, from 1.
    line: usize,
    text: String,
}

/// The blocks of SQL and Python, in order.
fn blocks(page: &str) -> Vec<Block<'_>> {
    let mut blocks: Vec<Block<'_>> = Vec::new();
    let mut is_inside = false;
    for (number, line) in (1..).zip(page.lines()) {
        match line.strip_prefix("```") {
            Some(_) if is_inside => is_inside = false,
            Some(language @ ("sql" | "python")) => {
                is_inside = true;
                blocks.push(Block { language, line: number + 1, text: String::new() });
            }
            None if is_inside => {
                if let Some(block) = blocks.last_mut() {
                    block.text.push_str(line);
                    block.text.push('\n');
                }
            }
            _ => {}
        }
    }
    blocks
}

/// The folder in which the blocks run.
struct Place {
    folder: PathBuf,
    python: PathBuf,
    /// `PATH`, with the program before everything else.
    path: std::ffi::OsString,
}

impl Place {
    fn prepare(workspace: &Workspace) -> Result<Self, Failure> {
        let folder = workspace.path("target/engines");
        let python = folder.join("python/bin/python");
        fs::create_dir_all(&folder).map_err(|error| Failure::Failed(error.to_string()))?;
        if !python.is_file() {
            call(Command::new("python3").args(["-m", "venv"]).arg(folder.join("python")))?;
        }
        call(Command::new(&python).args(["-m", "pip", "install", "--quiet"]).args(PACKAGES))?;
        if Command::new("java").arg("-version").stderr(Stdio::null()).status().is_err() {
            let install = ["install", "--yes", "--no-install-recommends", "default-jre-headless"];
            call(Command::new("apt-get").args(install))?;
        }
        let binary = build(workspace)?;
        let before = std::env::var_os("PATH").unwrap_or_default();
        let folders = binary.parent().map(Path::to_owned).into_iter();
        let path = std::env::join_paths(folders.chain(std::env::split_paths(&before)))
            .map_err(|error| Failure::Failed(error.to_string()))?;
        let place = Self { folder, python, path };
        place.make_datasets(&workspace.path("fixtures"))?;
        Ok(place)
    }

    /// A program, in the folder.
    fn program(&self, program: impl AsRef<std::ffi::OsStr>) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.folder).env("PATH", &self.path);
        // Spark's workers are to be the Python that has pyspark, and to find it by themselves.
        command.env("PYSPARK_PYTHON", &self.python).env("PYSPARK_DRIVER_PYTHON", &self.python);
        command
    }

    /// Makes what the blocks read: `archives/`, `results/` and `by-one/`.
    fn make_datasets(&self, fixtures: &Path) -> Result<(), Failure> {
        for old in ["archives", "results", "by-one"] {
            let _ = fs::remove_dir_all(self.folder.join(old));
        }
        fs::create_dir(self.folder.join("archives"))
            .map_err(|error| Failure::Failed(error.to_string()))?;
        for name in ARCHIVES {
            let archive = format!("archives/{name}.tar.gz");
            call(self.program("tar").args(["-czf", &archive, "-C"]).arg(fixtures).arg(name))?;
        }
        let archives: Vec<String> =
            ARCHIVES.iter().map(|name| format!("archives/{name}.tar.gz")).collect();
        for options in [&["-o", "results/", "--series"][..], &["-o", "by-one/"]] {
            let mut convert = self.program("plimsoll");
            convert.args(["convert", "--quiet", "--to", "parquet"]).args(options).args(&archives);
            let status = convert.status().map_err(|error| Failure::Failed(error.to_string()))?;
            // Some fixtures are damaged on purpose.
            if !matches!(status.code(), Some(0 | 3)) {
                return Err(Failure::Failed(format!("plimsoll convert: {status}")));
            }
        }
        Ok(())
    }

    fn run(&self, block: &Block<'_>) -> Result<(), Failure> {
        let mut command = self.program(&self.python);
        match block.language {
            "sql" => command.args(["-c", RUN_QUERY]),
            _ => command.arg("-"),
        };
        let mut child = command
            .stdin(Stdio::piped())
            .spawn()
            .map_err(|error| Failure::Failed(error.to_string()))?;
        if let Some(mut stdin) = child.stdin.take() {
            // A program that ended early says why by its status.
            let _ = stdin.write_all(block.text.as_bytes());
        }
        let status = child.wait().map_err(|error| Failure::Failed(error.to_string()))?;
        if status.success() {
            return Ok(());
        }
        Err(Failure::Failed(format!("{PAGE}:{}: the block ended with {status}", block.line)))
    }
}

/// Builds the program as the tests do, and says where it is.
fn build(workspace: &Workspace) -> Result<PathBuf, Failure> {
    call(&mut workspace.cargo(&["build", "--locked", "--package", "plimsoll"]))?;
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| workspace.path("target"), PathBuf::from);
    fs::canonicalize(target.join("debug/plimsoll"))
        .map_err(|error| Failure::Failed(format!("the built program: {error}")))
}

/// Runs a command that has to succeed.
fn call(command: &mut Command) -> Result<(), Failure> {
    let status = command.status().map_err(|error| {
        Failure::Failed(format!("{}: {error}", command.get_program().display()))
    })?;
    if status.success() {
        return Ok(());
    }
    Err(Failure::Failed(format!("{}: {status}", command.get_program().display())))
}

#[cfg(test)]
mod tests {
    use super::{Block, blocks};

    #[test]
    fn blocks_are_found_with_their_lines() {
        let page = "# a\n```\nno\n```\n\n```sql\nSELECT 1;\n```\ntext\n```python\na\n\nb\n```\n";
        let block = |language, line, text: &str| Block { language, line, text: text.to_owned() };
        assert_eq!(blocks(page), [block("sql", 7, "SELECT 1;\n"), block("python", 11, "a\n\nb\n")]);
    }

    #[test]
    fn the_page_has_blocks_of_all_engines() {
        let page = include_str!("../../docs/datasets.md");
        let blocks = blocks(page);
        assert!(blocks.iter().filter(|block| block.language == "sql").count() >= 3);
        for engine in ["# polars\n", "# Spark\n"] {
            assert!(blocks.iter().any(|block| block.text.starts_with(engine)), "{engine}");
        }
    }
}
