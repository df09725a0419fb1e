//! Running the program on the fixtures.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The fixtures of all crates.
pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// The program, in a folder, with an environment that asks for nothing.
pub(crate) fn plimsoll_in(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_plimsoll"));
    command.current_dir(folder).stdin(Stdio::null());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "TERM"] {
        command.env_remove(variable);
    }
    command
}

/// The program among the fixtures, so that no path of this machine is printed.
pub(crate) fn plimsoll(arguments: &[&str]) -> Ended {
    let output = plimsoll_in(&fixtures()).args(arguments).output().expect("the program starts");
    Ended::from(output)
}

/// The program with text on its standard input.
pub(crate) fn plimsoll_reading(arguments: &[&str], input: &[u8]) -> Ended {
    let mut child = plimsoll_in(&fixtures())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("piped").write_all(input).expect("the program reads");
    Ended::from(child.wait_with_output().expect("the program ends"))
}

/// How a run of the program ended.
pub(crate) struct Ended {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program prints UTF-8");
        Self {
            status: output.status.code().expect("no signal"),
            stdout: text(output.stdout),
            stderr: text(output.stderr),
        }
    }
}

impl Ended {
    /// Everything a user sees.
    pub(crate) fn transcript(&self) -> String {
        let mut text = String::new();
        for (name, stream) in [("standard output", &self.stdout), ("standard error", &self.stderr)]
        {
            if !stream.is_empty() {
                // Blanks at line ends come from the inputs; editors take them out of snapshots.
                let lines: Vec<&str> = stream.lines().map(str::trim_end).collect();
                let _ = writeln!(text, "── {name} ──\n{}", lines.join("\n"));
            }
        }
        format!("{text}── exit status {} ──\n", self.status)
    }

    /// The last line on standard error.
    pub(crate) fn summary(&self) -> &str {
        self.stderr.lines().last().unwrap_or_default()
    }
}
