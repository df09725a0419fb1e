//! `cargo xtask fuzz [--seconds N] [TARGET…]`: builds the targets of `plimsoll-fuzz` with libFuzzer and
//! runs each for a while.
//!
//! The compiler's own passes count what was run, by options that the stable toolchain has; cargo-fuzz
//! sets the same, and AddressSanitizer beside them, which needs a nightly one. Everything lies in
//! `target/fuzz`: `build`, `seeds` (copies of the fixtures), `corpus` (what went new ways; kept from run
//! to run) and `artifacts` (what was found).

use crate::Failure;
use crate::workspace::Workspace;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// How long a target runs if nothing else is said.
const SECONDS: u64 = 60;

/// What no input may take. None of the seeds is larger than 100 KB.
const LIMITS: &[&str] = &["-timeout=10", "-rss_limit_mb=1024"];

/// What makes the compiler count: every edge (`level=4`) in a counter of its own, with a table of their
/// places, and what values are compared with. Comparisons of memory stay calls, because libFuzzer sees
/// the bytes of those: so it finds keywords by itself.
const RUSTFLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "-Cllvm-args=-max-loads-per-memcmp=0",
];

/// A program of `plimsoll-fuzz`, and what it begins with.
#[derive(Debug, PartialEq, Eq)]
struct Target {
    name: &'static str,
    /// The folder of the fixtures in which its seeds lie, at any depth.
    fixtures: &'static str,
    /// How the names of its seeds end; anyhow, where nothing is named.
    name_ends: &'static [&'static str],
}

const TARGETS: &[Target] = &[
    Target { name: "archive", fixtures: "archives", name_ends: &[] },
    Target { name: "awr-html", fixtures: "awr", name_ends: &[".html"] },
    Target { name: "awr-text", fixtures: "awr", name_ends: &[".txt"] },
    Target { name: "fio-hist-log", fixtures: "fio/log", name_ends: &["-hist.1.log"] },
    Target { name: "fio-human", fixtures: "fio", name_ends: &[".txt"] },
    Target { name: "fio-json", fixtures: "fio", name_ends: &[] },
    Target { name: "fio-log", fixtures: "fio/log", name_ends: &[".log"] },
    Target { name: "fio-terse", fixtures: "fio", name_ends: &[".txt"] },
    Target { name: "html-table", fixtures: "vendor", name_ends: &[".html"] },
    Target { name: "iostat", fixtures: "hoststat", name_ends: &[] },
    Target { name: "nfsiostat", fixtures: "hoststat", name_ends: &[] },
    Target { name: "number", fixtures: "vendor", name_ends: &[".csv", ".tsv", ".md"] },
    Target { name: "perfmon", fixtures: "ssb", name_ends: &[".csv"] },
    Target { name: "pipe-table", fixtures: "vendor", name_ends: &[".md"] },
    Target { name: "sheet", fixtures: "vendor", name_ends: &[".ods", ".xls", ".xlsx"] },
    Target { name: "vdbench-flatfile", fixtures: "vdbench", name_ends: &["flatfile.html"] },
    Target { name: "vdbench-histogram", fixtures: "vdbench", name_ends: &["histogram.html"] },
    Target { name: "vdbench-summary", fixtures: "vdbench", name_ends: &["summary.html"] },
];

/// Builds and runs the targets, all of them even if one finds something.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), Failure> {
    let call = Call::of(arguments)?;
    let target_directory = workspace.metadata().map_err(Failure::Failed)?.target_directory;
    let folder = target_directory.join("fuzz");
    let programs = build(workspace, &folder, &call.targets).map_err(Failure::Failed)?;
    let mut found = Vec::new();
    for target in &call.targets {
        let fuzzing = Fuzzing { program: programs.join(target.name), folder: &folder, target };
        println!("== {}: {} s", target.name, call.seconds);
        found.extend(
            fuzzing
                .run(workspace, call.seconds)
                .map_err(|error| Failure::Failed(format!("{}: {error}", target.name)))?,
        );
    }
    if found.is_empty() {
        println!("== fuzz: targets run: {}, nothing found", call.targets.len());
        return Ok(());
    }
    Err(Failure::Failed(format!("fuzz: something was found\n{}", found.join("\n"))))
}

/// What was asked for.
#[derive(Debug)]
struct Call {
    seconds: u64,
    targets: Vec<&'static Target>,
}

impl Call {
    fn of(arguments: &[String]) -> Result<Self, Failure> {
        let mut call = Self { seconds: SECONDS, targets: Vec::new() };
        let mut arguments = arguments.iter();
        while let Some(argument) = arguments.next() {
            match argument.as_str() {
                "--seconds" => call.seconds = seconds(arguments.next())?,
                name => call.targets.push(target(name)?),
            }
        }
        if call.targets.is_empty() {
            call.targets = TARGETS.iter().collect();
        }
        Ok(call)
    }
}

/// A number of seconds; libFuzzer would take 0 for no end.
fn seconds(argument: Option<&String>) -> Result<u64, Failure> {
    let given = argument.and_then(|text| text.parse().ok()).filter(|seconds| *seconds > 0);
    given.ok_or_else(|| Failure::Usage("--seconds takes a whole number above 0".to_owned()))
}

fn target(name: &str) -> Result<&'static Target, Failure> {
    let names = || TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
    TARGETS.iter().find(|target| target.name == name).ok_or_else(|| {
        Failure::Usage(format!("there is no fuzz target {name:?}; there are {}", names()))
    })
}

/// Builds the programs, and says in which folder they are.
fn build(
    workspace: &Workspace,
    folder: &Path,
    targets: &[&'static Target],
) -> Result<PathBuf, String> {
    let host = host(workspace)?;
    let folder = folder.join("build");
    let arguments = ["build", "--locked", "--package", "plimsoll-fuzz", "--features", "libfuzzer"];
    let mut cargo = workspace.cargo(&arguments);
    // With a target, the flags hold for the programs alone, not for what runs while they are built.
    cargo.args(["--profile", "fuzz", "--target", &host, "--target-dir"]).arg(&folder);
    cargo.args(targets.iter().flat_map(|target| ["--bin", target.name]));
    cargo.env("CARGO_ENCODED_RUSTFLAGS", RUSTFLAGS.join("\x1f"));
    let status = cargo.status().map_err(|error| format!("cargo: {error}"))?;
    let what = "the fuzz targets could not be built, see above; libFuzzer needs a C++ compiler";
    status.success().then(|| folder.join(host).join("fuzz")).ok_or_else(|| what.to_owned())
}

/// The platform that this runs on, in rustc's words.
fn host(workspace: &Workspace) -> Result<String, String> {
    let output = workspace.program("rustc").args(["--print", "host-tuple"]).output();
    let output = output.map_err(|error| format!("rustc: {error}"))?;
    let host = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!host.is_empty()).then_some(host).ok_or_else(|| "rustc does not name its host".to_owned())
}

/// One target and where its files lie.
struct Fuzzing<'f> {
    program: PathBuf,
    folder: &'f Path,
    target: &'f Target,
}

impl Fuzzing<'_> {
    /// Runs the target for so long, or until it finds something: then, what and how to see it again.
    fn run(&self, workspace: &Workspace, seconds: u64) -> io::Result<Option<String>> {
        let [corpus, artifacts, seeds] =
            ["corpus", "artifacts", "seeds"].map(|it| self.folder.join(it).join(self.target.name));
        if seeds.exists() {
            fs::remove_dir_all(&seeds)?;
        }
        for folder in [&corpus, &artifacts, &seeds] {
            fs::create_dir_all(folder)?;
        }
        copy_seeds(&workspace.path("fixtures").join(self.target.fixtures), self.target, &seeds)?;
        let begin = SystemTime::now();
        // The first folder takes what is new. What was found before is tried again.
        let status = workspace
            .program(&self.program)
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-artifact_prefix={}/", artifacts.display()))
            .args(LIMITS)
            .args([corpus, seeds, artifacts.clone()])
            .status()?;
        if status.success() {
            return Ok(None);
        }
        let artifact = written_since(&artifacts, begin)?;
        Ok(Some(self.report(&status.to_string(), artifact.as_deref())))
    }

    fn report(&self, status: &str, artifact: Option<&Path>) -> String {
        let Self { program, target, .. } = self;
        match artifact {
            Some(artifact) => format!(
                "{}: {}\n    to see it again: RUST_BACKTRACE=1 {} {}",
                target.name,
                artifact.display(),
                program.display(),
                artifact.display()
            ),
            // A stack that overflows leaves libFuzzer no room to write the input.
            None => format!("{}: {status}, and the input was not written", target.name),
        }
    }
}

/// Copies the fixtures that a target begins with into one folder.
fn copy_seeds(fixtures: &Path, target: &Target, seeds: &Path) -> io::Result<()> {
    if !fixtures.exists() {
        return Ok(());
    }
    for (number, path) in files_below(fixtures)?.iter().enumerate() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let ends = target.name_ends;
        if ends.is_empty() || ends.iter().any(|end| name.ends_with(end)) {
            fs::copy(path, seeds.join(format!("{number}-{name}")))?;
        }
    }
    Ok(())
}

/// The file of a folder that was written last, if that was since then.
fn written_since(folder: &Path, begin: SystemTime) -> io::Result<Option<PathBuf>> {
    let mut last = None;
    for path in files_below(folder)? {
        let written = fs::metadata(&path)?.modified()?;
        last = last.max(Some((written, path)));
    }
    Ok(last.filter(|(written, _)| *written >= begin).map(|(_, path)| path))
}

/// All files below a folder, sorted.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{Call, SECONDS, TARGETS};
    use crate::Failure;

    fn call(arguments: &[&str]) -> Result<(u64, Vec<&'static str>), Failure> {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let Call { seconds, targets } = Call::of(&arguments)?;
        Ok((seconds, targets.iter().map(|target| target.name).collect()))
    }

    #[test]
    fn without_names_all_targets_are_run() {
        let all: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        assert_eq!(call(&[]).expect("nothing wrong"), (SECONDS, all.clone()));
        assert_eq!(call(&["--seconds", "5"]).expect("nothing wrong"), (5, all));
    }

    #[test]
    fn targets_are_run_that_are_named() {
        let expected = (7, vec!["fio-json", "vdbench-summary"]);
        let arguments = ["fio-json", "--seconds", "7", "vdbench-summary"];
        assert_eq!(call(&arguments).expect("nothing wrong"), expected);
    }

    #[test]
    fn what_is_wrong_is_wrong_usage() {
        for arguments in
            [&["--seconds"][..], &["--seconds", "0"], &["--seconds", "fio-json"], &["x"]]
        {
            assert!(matches!(call(arguments), Err(Failure::Usage(_))), "{arguments:?}");
        }
    }

    #[test]
    fn the_targets_are_the_programs_of_the_crate() {
        let manifest = include_str!("../../crates/plimsoll-fuzz/Cargo.toml");
        let programs = manifest.split("[[bin]]\nname = \"").skip(1);
        let programs: Vec<&str> = programs.filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(programs, TARGETS.iter().map(|target| target.name).collect::<Vec<_>>());
    }
}
