//! Lists of inputs.

use crate::support::Scene;
use plimsoll_input::listed;

#[test]
fn a_list_has_a_path_a_line_or_before_each_zero_byte() {
    let scene = Scene::new();
    for (text, expected) in [
        (&b"a.json\n b c \n\n#d\r\n-"[..], &["a.json", " b c ", "#d", "-"][..]),
        (b"a\nb\0c\r\0", &["a\nb", "c\r"]),
        (b"", &[]),
    ] {
        scene.write("list", text);
        assert_eq!(listed(&scene.path("list")).expect("a list"), expected);
    }
    assert!(listed(&scene.path("gone")).is_err());
}

#[cfg(unix)]
#[test]
fn a_path_in_a_list_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt as _;
    let scene = Scene::with("list", b"a\xFF.num\n");
    let paths = listed(&scene.path("list")).expect("a list");
    assert_eq!(paths[0].as_bytes(), b"a\xFF.num");
}
