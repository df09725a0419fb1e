//! `--color` and NO_COLOR. Standard output and standard error are pipes here.

use crate::support::{Ended, fixtures, plimsoll_in};

const BAD: &str = "fio/err/truncated-in-jobs__fio-3.33.json";

fn is_coloured(arguments: &[&str], no_colour: &str) -> bool {
    let mut command = plimsoll_in(&fixtures());
    let output = command.args(arguments).env("NO_COLOR", no_colour).output();
    let ended = Ended::from(output.expect("the program starts"));
    ended.stdout.contains('\u{1b}') || ended.stderr.contains('\u{1b}')
}

#[test]
fn pipes_get_colours_only_when_asked_for() {
    for command in [&["convert", BAD][..], &["inspect", BAD], &["explain", "cut-off"]] {
        for (colour, expected) in [
            (&[][..], false),
            (&["--color", "auto"], false),
            (&["--color=never"], false),
            (&["--color=always"], true),
        ] {
            let arguments = [command, colour].concat();
            assert_eq!(is_coloured(&arguments, ""), expected, "{arguments:?}");
        }
    }
}

#[test]
fn always_is_stronger_than_the_environment() {
    assert!(is_coloured(&["inspect", BAD, "--color=always"], "1"));
    assert!(!is_coloured(&["inspect", BAD], "1"));
}

#[test]
fn help_and_usage_errors_obey_too() {
    for arguments in [&["--help"][..], &["explain", "no-such-code"], &["convert"]] {
        let always = [&["--color", "always"], arguments].concat();
        assert!(is_coloured(&always, ""), "{always:?}");
        let never = [&["--color", "never"], arguments].concat();
        assert!(!is_coloured(&never, ""), "{never:?}");
    }
}
