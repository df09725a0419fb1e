//! Help and version.

use crate::support::plimsoll;
use insta::assert_snapshot;

#[test]
fn short_help_of_every_command() {
    assert_snapshot!("plimsoll-h", plimsoll(&["-h"]).transcript());
    assert_snapshot!("convert-h", plimsoll(&["convert", "-h"]).transcript());
    assert_snapshot!("inspect-h", plimsoll(&["inspect", "-h"]).transcript());
    assert_snapshot!("explain-h", plimsoll(&["explain", "-h"]).transcript());
}

#[test]
fn long_help_says_what_every_value_means() {
    assert_snapshot!("convert-help", plimsoll(&["convert", "--help"]).transcript());
}

#[test]
fn version() {
    let ended = plimsoll(&["--version"]);
    assert_eq!(ended.stdout, concat!("plimsoll ", env!("CARGO_PKG_VERSION"), "\n"));
    assert_eq!(ended.status, 0);
}
