//! What is a failure, and what is passed over.

use crate::packing::{gz, tar, zip};
use crate::support::Scene;
use plimsoll_input::Summary;
use std::fs;

#[test]
fn a_file_without_a_result_is_skipped_where_it_was_found_and_fails_where_it_was_named() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("d/job.fio", "[global]\nrw=read\n");
    let run = scene.read(&["d", "d/job.fio"]);
    assert_eq!(
        run.lines(),
        ["read d/a.num 1", "skipped d/job.fio no-result", "failed d/job.fio input-unknown",]
    );
    assert_eq!(
        run.last_words(),
        "no reader knows it; it looks like text beginning with “[global]\\nrw=read” | \
         Plimsoll knows: Number (a name that ends with .num)"
    );
    assert_eq!(
        run.summary,
        Summary { found: 3, read: 1, skipped: 1, failed: 1, ..Summary::default() }
    );
}

#[test]
fn an_empty_file_is_said_to_be_empty() {
    let scene = Scene::with("empty", "");
    scene.write("packed.gz", gz(b""));
    scene.write("blank", "\u{FEFF} \r\n\t\n");
    scene.write("d/empty", "");
    scene.write("d/a.num", "1");
    let run = scene.read(&["empty", "packed.gz", "blank", "d"]);
    assert_eq!(run.inputs[2].findings[0].message, "the input holds nothing but white space");
    assert_eq!(
        run.lines(),
        [
            "failed empty input-empty",
            "failed packed.gz input-empty",
            "failed blank input-empty",
            "read d/a.num 1",
            "skipped d/empty no-result",
        ]
    );
    assert!(run.last_words().contains("an empty file"), "{}", run.last_words());
}

#[test]
fn what_an_unknown_input_looks_like() {
    for (bytes, expected) in [
        (&b"\x00\x01\x02\x03binary"[..], "binary data"),
        (b"BZhello", "text beginning with “BZhello”"),
        (&[0; 600], "nothing but zero bytes"),
        (b"\n  fio: \x1B[31mred\x07", "text beginning with “fio: \\u{1b}[31mred\\u{7}”"),
        (b"SYSDBA_PASSWD=\"tiger\"", "text with a secret in its first line"),
        ("測".repeat(100).as_bytes(), &format!("text beginning with “{}”", "測".repeat(60))),
        (b"\xFF\xFE[\0g\0l\0o\0b\0", "text beginning with “[glob”"),
    ] {
        let run = Scene::with("unknown", bytes).read(&["unknown"]);
        assert_eq!(run.lines(), ["failed unknown input-unknown"]);
        let words = run.last_words();
        assert!(
            words.starts_with(&format!("no reader knows it; it looks like {expected} |")),
            "{words}"
        );
    }
}

#[test]
fn what_a_reader_cannot_read_yet_is_named() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("d/b.digit", "DATABASE=scott/tiger@db");
    scene.write("d/panic.hint", "text");
    let run = scene.read(&["d", "d/b.digit"]);
    assert_eq!(
        run.summary,
        Summary { found: 4, read: 1, skipped: 2, failed: 1, hinted: 1, excluded: 0 }
    );
    let message = |at: usize| run.inputs[at].findings[0].message.clone();
    let expected =
        "it holds no benchmark result that a reader knows: digits, which are not read yet";
    assert_eq!(message(1), expected);
    assert_eq!(message(2), "it holds no benchmark result that a reader knows: text");
    assert_eq!(message(3), "no reader knows it; it looks like digits, which are not read yet");
}

#[test]
fn a_walked_file_is_never_quoted() {
    let scene = Scene::with("d/.env", "DATABASE=scott/tiger@db");
    scene.write("d/a.num", "1");
    let run = scene.read(&["d"]);
    assert_eq!(run.lines(), ["skipped d/.env no-result", "read d/a.num 1"]);
    let finding = &run.inputs[0].findings[0];
    assert_eq!(finding.message, "it holds no benchmark result that a reader knows: text");
}

#[test]
fn a_named_container_without_a_result_is_a_failure() {
    let scene = Scene::with("d/sub/a.txt", "a");
    fs::create_dir(scene.path("none")).expect("a folder");
    scene.write("a.tar", tar(&[("a.txt", b"a")]));
    scene.write("a.zip", zip(&[]));
    let run = scene.read(&["d", "none", "a.tar", "a.zip"]);
    assert_eq!(
        run.lines(),
        [
            "skipped d/sub/a.txt no-result",
            "failed d input-unknown",
            "failed none input-empty",
            "skipped a.tar!/a.txt no-result",
            "failed a.tar input-unknown",
            "failed a.zip input-empty",
        ]
    );
    assert_eq!(run.summary, Summary { found: 6, skipped: 2, failed: 4, ..Summary::default() });
}

#[test]
fn an_archive_that_cannot_be_opened_is_a_failure_wherever_it_is_found() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("d/b.7z", b"7z\xBC\xAF\x27\x1C\0\x04");
    scene.write("d/c.tar.gz", "");
    scene.write("d/d.json", "");
    scene.write("d/e.tar.lz4", b"\x04\x22\x4D\x18d@");
    scene.write("d/f.tar", tar(&[("g.rar", b"Rar!\x1A\x07"), ("h.zip", b"")]));
    // A gzip file without content is whole.
    scene.write("d/i.txt.gz", gz(b""));
    let run = scene.read(&["d", "d/b.7z", "d/c.tar.gz"]);
    assert_eq!(
        run.lines(),
        [
            "read d/a.num 1",
            "failed d/b.7z input-unreadable",
            "failed d/c.tar.gz input-empty",
            "skipped d/d.json no-result",
            "failed d/e.tar.lz4 input-unreadable",
            "failed d/f.tar!/g.rar input-unreadable",
            "failed d/f.tar!/h.zip input-empty",
            "skipped d/i.txt.gz no-result",
            "failed d/b.7z input-unknown",
            "failed d/c.tar.gz input-empty",
        ]
    );
    let words = "it looks like a 7-Zip archive, which is not unpacked";
    assert_eq!(run.inputs[1].findings[0].message, words);
}

#[test]
fn a_walked_container_without_a_result_is_none() {
    let scene = Scene::with("d/a.num", "1");
    scene.write("d/b.zip", zip(&[]));
    scene.write("d/c.tar", tar(&[("x.txt", b"x")]));
    fs::create_dir(scene.path("d/e")).expect("a folder");
    assert_eq!(
        scene.lines("d"),
        ["read d/a.num 1", "skipped d/b.zip no-result", "skipped d/c.tar!/x.txt no-result"]
    );
}

#[test]
fn a_missing_path_fails_and_the_rest_is_read() {
    let scene = Scene::with("a.num", "1");
    let run = scene.read(&["gone.num", "a.num", "*.json"]);
    assert_eq!(
        run.lines(),
        ["failed gone.num input-unreadable", "read a.num 1", "failed *.json input-unreadable"]
    );
    assert_eq!(run.inputs[0].findings[0].message, "no such file or directory");
    assert!(run.last_words().contains("nothing matches it"), "{}", run.last_words());
}

#[cfg(unix)]
mod unix {
    use crate::packing::{bz2, gz, tar, xz, zst};
    use crate::support::Scene;
    use std::fs;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;
    use std::process::Command;
    use std::thread;

    #[test]
    fn a_linked_folder_is_followed_but_not_in_circles() {
        let scene = Scene::with("d/a.num", "1");
        scene.write("far/b.num", "2");
        symlink(scene.path("far"), scene.path("d/link")).expect("a link");
        symlink("..", scene.path("far/up")).expect("a link");
        symlink("../d", scene.path("d/self")).expect("a link");
        let run = scene.read(&["d"]);
        assert_eq!(
            run.lines(),
            [
                "read d/a.num 1",
                "read d/link/b.num 2",
                "skipped d/link/up/d already-read",
                "skipped d/link/up/far already-read",
                "skipped d/self already-read",
            ]
        );
        assert_eq!(run.last_words(), "it is the same as d, and counts there | -");
    }

    #[test]
    fn a_link_to_nothing_fails_and_the_rest_is_read() {
        let scene = Scene::with("d/b.num", "1");
        symlink("gone", scene.path("d/a.num")).expect("a link");
        assert_eq!(scene.lines("d"), ["failed d/a.num input-unreadable", "read d/b.num 1"]);
    }

    #[test]
    fn what_is_no_file_is_passed_over_where_it_was_found() {
        let scene = Scene::with("d/a.num", "1");
        let _listener = UnixListener::bind(scene.path("d/socket")).expect("a socket");
        make_pipe(&scene, "d/pipe.num");
        assert_eq!(
            scene.lines("d"),
            ["read d/a.num 1", "skipped d/pipe.num no-result", "skipped d/socket no-result"]
        );
    }

    #[test]
    fn a_named_pipe_is_read_once_whatever_comes_out_of_it() {
        let bytes: [(Vec<u8>, &[&str]); 3] = [
            (b"5".to_vec(), &["read pipe.num 5"]),
            (gz(b"6"), &["read pipe.num 6"]),
            (
                gz(&tar(&[("a.num", b"7"), ("b.num", b"8")])),
                &["read pipe.num!/a.num 7", "read pipe.num!/b.num 8"],
            ),
        ];
        for (bytes, expected) in bytes {
            let scene = Scene::new();
            make_pipe(&scene, "pipe.num");
            let path = scene.path("pipe.num");
            let writer = thread::spawn(move || fs::write(path, bytes));
            assert_eq!(scene.lines("pipe.num"), expected);
            writer.join().expect("no panic").expect("the pipe was read");
        }
    }

    #[test]
    fn a_pipe_has_a_limit() {
        let mut scene = Scene::new();
        scene.read.max_input_bytes = 9;
        make_pipe(&scene, "pipe.num");
        let path = scene.path("pipe.num");
        let writer = thread::spawn(move || fs::write(path, b"0123456789"));
        assert_eq!(scene.lines("pipe.num"), ["failed pipe.num input-too-large"]);
        writer.join().expect("no panic").expect("ten bytes fit into a pipe");
    }

    /// What is read of bytes that come out of a pipe.
    fn lines_of_pipe(scene: &Scene, bytes: Vec<u8>) -> Vec<String> {
        make_pipe(scene, "pipe");
        let path = scene.path("pipe");
        let writer = thread::spawn(move || fs::write(path, bytes));
        let lines = scene.lines("pipe");
        writer.join().expect("no panic").expect("the pipe was read");
        fs::remove_file(scene.path("pipe")).expect("the pipe is there");
        lines
    }

    #[test]
    fn an_archive_in_a_pipe_is_read_as_it_comes_whatever_its_size() {
        let names: Vec<String> = (0..200).map(|number| format!("{number}.num")).collect();
        let files: Vec<(&str, &[u8])> =
            names.iter().map(|name| (name.as_str(), &b"1"[..])).collect();
        let expected: Vec<String> =
            names.iter().map(|name| format!("read pipe!/{name} 1")).collect();
        let mut scene = Scene::new();
        // One member is no greater, the archive is.
        scene.read.max_input_bytes = 5;
        for pack in [gz, bz2, xz, zst, |bytes: &[u8]| bytes.to_vec()] {
            assert_eq!(lines_of_pipe(&scene, pack(&tar(&files))), expected);
        }
        let cut = &tar(&files)[..10_000];
        let lines = lines_of_pipe(&scene, cut.to_vec());
        assert_eq!(lines.last().map(String::as_str), Some("failed pipe archive-damaged"));
        assert_eq!(lines.len(), 1 + 10, "what came before the end was read: {lines:?}");
    }

    #[test]
    fn a_run_in_pieces_in_a_pipe_is_read_in_parts_and_that_is_said() {
        let files: [(&str, &[u8]); 6] = [
            ("a/1.part", b"1"),
            ("b/2.num", b"2"),
            ("a/3.num", b"3"),
            ("b/4.join", b"4"),
            ("a/5.part", b"5"),
            ("b/6.join", b"6"),
        ];
        assert_eq!(
            lines_of_pipe(&Scene::new(), gz(&tar(&files))),
            [
                "read pipe!/a/1.part 1",
                "read pipe!/b/2.num 2",
                "read pipe!/a/3.num 3",
                "read pipe!/b/4.join 4",
                "failed pipe!/a limit-reached",
                "read pipe!/a/5.part 5",
                "read pipe!/b/6.join 6",
            ]
        );
    }

    #[test]
    fn what_joins_others_in_a_pipe_waits_up_to_a_limit() {
        let files: [(&str, &[u8]); 4] =
            [("a/1.join", b"1"), ("a/2.join", b"2"), ("a/3.join", b"3"), ("a/4.part", b"4")];
        let mut scene = Scene::new();
        let together = ["read pipe!/a 1 2 3 4"];
        assert_eq!(lines_of_pipe(&scene, tar(&files)), together);
        scene.limits.max_held_bytes = 1;
        let alone = ["read pipe!/a/1.join 1", "read pipe!/a/2.join 2", "read pipe!/a/3.join 3"];
        assert_eq!(lines_of_pipe(&scene, tar(&files[..3])), alone, "nothing is lost");
        let apart = ["failed pipe!/a limit-reached", "read pipe!/a/4.part 4"];
        assert_eq!(lines_of_pipe(&scene, tar(&files)), [&alone[..], &apart[..]].concat());
    }

    #[test]
    fn compressed_members_of_a_stream_count_for_what_was_read_of_it() {
        let mut text = vec![b' '; 3 << 20];
        text[0] = b'1';
        let packed = bz2(&text);
        let names: Vec<String> = (0..8).map(|number| format!("{number}.num.bz2")).collect();
        let files: Vec<(&str, &[u8])> =
            names.iter().map(|name| (name.as_str(), packed.as_slice())).collect();
        let lines = lines_of_pipe(&Scene::new(), gz(&tar(&files)));
        let outcomes: String = lines.iter().map(|line| &line[..1]).collect();
        assert_eq!(outcomes, "rrrrrfff", "the ratio is too great above 16 MiB: {lines:?}");
        // Of what is not packed by the archive as well it is not.
        let mut scene = Scene::new();
        scene.limits.max_ratio = 10_000;
        let lines = lines_of_pipe(&scene, tar(&files));
        assert!(lines.iter().all(|line| line.starts_with("read")), "{lines:?}");
    }

    fn make_pipe(scene: &Scene, name: &str) {
        let status = Command::new("mkfifo").arg(scene.path(name)).status();
        assert!(status.expect("mkfifo is a POSIX utility").success());
    }
}
