//! `cargo xtask test`: all that must hold before a change lands. CI runs this and nothing else.

use crate::workspace::Workspace;
use crate::{Failure, tidy};
use std::env;
use std::process::{Command, Stdio};
use std::time::Instant;

/// The sets of shared cases that this version supports.
const SHARED_SETS: &[&str] = &[
    "fio-json.jsonl",
    "vdbench.jsonl",
    "vendor-seeds.jsonl",
    "vendor-tables.jsonl",
    "databases.jsonl",
    "fio-other.jsonl",
];

/// Where the shared cases lie where they are there, from the folder of the workspace.
const SHARED_CHECKS: &str = "../shared/checks";

/// One thing to run.
struct Step {
    name: &'static str,
    /// What is run, as one would call it.
    call: &'static str,
    run: fn(&Workspace) -> Result<Outcome, String>,
}

/// How a step ended that did not fail.
enum Outcome {
    Passed,
    /// It could not be run here, and need not be; the text says why.
    PassedOver(&'static str),
}

/// The steps, in order: what is quick to tell comes first.
const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        call: "cargo fmt --all --check",
        run: |workspace| succeed(&mut workspace.cargo(&["fmt", "--all", "--check"])),
    },
    Step {
        name: "clippy",
        call: "cargo clippy --workspace --all-targets --features plimsoll-fuzz/programs --locked -- -D warnings",
        // The programs of the fuzz targets are built nowhere else, so that no test needs libFuzzer.
        run: |workspace| {
            let arguments = ["clippy", "--workspace", "--all-targets", "--locked"];
            let features = ["--features", "plimsoll-fuzz/programs", "--", "-D", "warnings"];
            succeed(workspace.cargo(&arguments).args(features))
        },
    },
    Step { name: "tidy", call: "cargo xtask tidy", run: tidy_step },
    Step {
        name: "test",
        call: "cargo test --workspace --locked",
        run: |workspace| succeed(&mut workspace.cargo(&["test", "--workspace", "--locked"])),
    },
    Step {
        name: "doc",
        call: "RUSTDOCFLAGS='-D warnings' cargo doc --workspace --no-deps --locked",
        run: |workspace| {
            let arguments = ["doc", "--workspace", "--no-deps", "--locked"];
            succeed(workspace.cargo(&arguments).env("RUSTDOCFLAGS", "-D warnings"))
        },
    },
    Step { name: "typos", call: "typos", run: typos_step },
    Step { name: "deny", call: "cargo deny check licenses bans sources", run: deny_step },
    Step { name: "cases", call: "../shared/checks/check", run: cases_step },
];

/// Runs all steps up to the first that fails, or the one that is named.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), Failure> {
    let begin = Instant::now();
    let (mut passed, mut passed_over) = (0, 0);
    for step in chosen(arguments)? {
        match run_step(workspace, step)? {
            Outcome::Passed => passed += 1,
            Outcome::PassedOver(_) => passed_over += 1,
        }
    }
    let seconds = begin.elapsed().as_secs_f64();
    println!("== all: steps passed: {passed}, passed over: {passed_over}, in {seconds:.1} s");
    Ok(())
}

/// The steps that are asked for: all, or the one that is named.
fn chosen(arguments: &[String]) -> Result<&'static [Step], Failure> {
    match arguments {
        [] => Ok(STEPS),
        [name] => {
            let found = STEPS.iter().position(|step| step.name == name);
            let at = found.ok_or_else(|| {
                let names: Vec<&str> = STEPS.iter().map(|step| step.name).collect();
                Failure::Usage(format!("there is no step {name:?}; there are {}", names.join(", ")))
            })?;
            Ok(&STEPS[at..=at])
        }
        [_, second, ..] => Err(Failure::Usage(format!("unexpected argument {second:?}"))),
    }
}

fn run_step(workspace: &Workspace, step: &Step) -> Result<Outcome, Failure> {
    let Step { name, call, run } = step;
    println!("== {name}: {call}");
    let begin = Instant::now();
    let outcome = run(workspace);
    let seconds = begin.elapsed().as_secs_f64();
    match &outcome {
        Ok(Outcome::Passed) => println!("== {name}: passed in {seconds:.1} s"),
        Ok(Outcome::PassedOver(why)) => println!("{why}"),
        Err(_) => println!("== {name}: failed after {seconds:.1} s"),
    }
    outcome.map_err(|why| {
        let message =
            format!("step {name} failed ({call}): {why}; to run it alone: cargo xtask test {name}");
        Failure::Failed(message)
    })
}

fn tidy_step(workspace: &Workspace) -> Result<Outcome, String> {
    match tidy::run(workspace, &[]) {
        Ok(()) => Ok(Outcome::Passed),
        Err(Failure::Usage(why) | Failure::Failed(why)) => Err(why),
    }
}

fn typos_step(workspace: &Workspace) -> Result<Outcome, String> {
    if is_here(workspace.program("typos").arg("--version")) {
        succeed(&mut workspace.program("typos"))
    } else {
        Ok(Outcome::PassedOver("typos: not here, passed over"))
    }
}

fn deny_step(workspace: &Workspace) -> Result<Outcome, String> {
    if is_here(&mut workspace.cargo(&["deny", "--version"])) {
        succeed(&mut workspace.cargo(&["deny", "check", "licenses", "bans", "sources"]))
    } else {
        Ok(Outcome::PassedOver("cargo deny: not here, passed over"))
    }
}

fn cases_step(workspace: &Workspace) -> Result<Outcome, String> {
    let checks = workspace.path(SHARED_CHECKS);
    let check = checks.join("check");
    if !check.is_file() {
        return Ok(Outcome::PassedOver("shared cases: ../shared/checks is not here, not run"));
    }
    // The program that the tests ran. `cargo build` alone would choose other features for crates
    // that tests use too, and build half of everything again.
    succeed(&mut workspace.cargo(&["test", "--workspace", "--locked", "--no-run", "--quiet"]))?;
    let program = format!("debug/plimsoll{}", env::consts::EXE_SUFFIX);
    let program = workspace.metadata()?.target_directory.join(program);
    let sets = SHARED_SETS.iter().map(|set| checks.join(set));
    succeed(workspace.program(check).args(sets).env("PLIMSOLL", program))
}

/// Whether a program is on this machine.
fn is_here(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Runs a program that shows its own output.
fn succeed(command: &mut Command) -> Result<Outcome, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    match command.stdin(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(Outcome::Passed),
        Ok(status) => Err(status.to_string()),
        Err(error) => Err(format!("cannot run {program}: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::{STEPS, chosen};

    #[test]
    fn a_step_can_be_run_alone() {
        let steps = chosen(&["doc".to_owned()]).expect("there is such a step");
        assert_eq!(steps.iter().map(|step| step.name).collect::<Vec<_>>(), ["doc"]);
    }

    #[test]
    fn without_a_name_all_steps_are_run() {
        assert_eq!(chosen(&[]).expect("all").len(), STEPS.len());
    }
}
