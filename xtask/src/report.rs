//! `cargo xtask report [CAMPAIGN] [OPTION]…`: builds `plimsoll` and runs `plimsoll report`.
//!
//! Without a campaign it is the demo campaign, from the root of the workspace, so that the names of
//! its files in the report are the same wherever the command was given. The profile is that of the
//! tests, because an optimised build of everything takes several times as long.

use crate::Failure;
use crate::workspace::Workspace;
use std::process::Command;

const DEMO: &str = "fixtures/demo-campaign";

/// Builds, runs, and says where the report is.
pub(crate) fn run(workspace: &Workspace, arguments: &[String]) -> Result<(), Failure> {
    let call = Call::of(arguments);
    let mut command = Command::new(env!("CARGO"));
    // The first build takes minutes: cargo says how far it is.
    command
        .args(["run", "--locked", "--package", "plimsoll", "--manifest-path"])
        .arg(workspace.path("Cargo.toml"))
        .args(["--", "report"]);
    if call.is_demo {
        command.arg(DEMO).current_dir(workspace.path("."));
    }
    command.args(&call.arguments);
    if !call.has_output {
        command.arg("--output").arg(if call.is_demo {
            "target/report".into()
        } else {
            workspace.path("target/report")
        });
    }
    let status = command.status().map_err(|error| Failure::Failed(format!("cargo: {error}")))?;
    match status.code() {
        // With 3 the report is there; what could not be read was said above.
        Some(0 | 3) => Ok(()),
        Some(code) => Err(Failure::Failed(format!("plimsoll report ended with status {code}"))),
        None => Err(Failure::Failed("plimsoll report was ended by a signal".to_owned())),
    }
}

/// How `plimsoll report` is to be called.
#[derive(Debug, PartialEq, Eq)]
struct Call {
    /// No input was named.
    is_demo: bool,
    /// The place for the report was named.
    has_output: bool,
    arguments: Vec<String>,
}

impl Call {
    /// Inputs come first: what begins with a dash, and all behind it, is for `plimsoll report`.
    fn of(arguments: &[String]) -> Self {
        let is_demo = arguments.first().is_none_or(|first| first.starts_with('-'));
        let names_output = |it: &String| {
            it.starts_with("--output") || (it.starts_with("-o") && !it.starts_with("--"))
        };
        Self {
            is_demo,
            has_output: arguments.iter().any(names_output),
            arguments: arguments.to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Call;

    fn call(arguments: &[&str]) -> (bool, bool) {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let call = Call::of(&arguments);
        assert_eq!(call.arguments, arguments);
        (call.is_demo, call.has_output)
    }

    #[test]
    fn the_demo_campaign_stands_in_where_no_input_is_named() {
        assert_eq!(call(&[]), (true, false));
        assert_eq!(call(&["--format", "md"]), (true, false));
        assert_eq!(call(&["campaigns/acme"]), (false, false));
        assert_eq!(call(&["campaigns/acme", "-o", "out"]), (false, true));
        assert_eq!(call(&["--output=out"]), (true, true));
        assert_eq!(call(&["-oout"]), (true, true));
    }
}
