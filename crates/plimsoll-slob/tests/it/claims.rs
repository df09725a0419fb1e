//! Which files are inputs.

use crate::support::{File, folder, read, single, without};
use plimsoll_read::{Entry, Reader};
use plimsoll_slob::Slob;

#[test]
fn the_files_of_a_run_are_one_input() {
    for name in crate::support::FOLDERS {
        let files = folder(name);
        let outcome = read(&files);
        assert_eq!(outcome.claims.len(), 1, "{name}");
        assert_eq!(outcome.claims[0].len(), files.len(), "{name}: {:?}", outcome.claims);
        assert!(outcome.errors.is_empty(), "{name}: {:?}", outcome.errors);
    }
}

#[test]
fn a_report_alone_is_none_of_slob() {
    let files = folder("awr__slob-2.5.4");
    let alone = without(&files, &["slob.conf", "console.txt", "tm.out"]);
    assert!(read(&alone).claims.is_empty());
    for one in ["slob.conf", "console.txt", "tm.out"] {
        let others: Vec<&str> =
            ["slob.conf", "console.txt", "tm.out"].into_iter().filter(|it| *it != one).collect();
        assert_eq!(read(&without(&files, &others)).claims.len(), 1, "beside {one}");
    }
}

#[test]
fn settings_alone_are_no_input_and_keep_their_secret() {
    let conf = single("err/slob.conf");
    assert!(read(std::slice::from_ref(&conf)).claims.is_empty());
    for (file, what) in [
        (conf, "settings of SLOB"),
        (File::new("tm.out", "Tm 303\n"), "the time that a run of SLOB took"),
        (folder("awr__slob-2.5.4").swap_remove(2), "console text of SLOB"),
    ] {
        let hint = Slob.hint(&Entry::named(&file.name, &file.bytes)).expect("a hint");
        assert!(hint.starts_with(what), "{hint}");
        assert!(!hint.contains("not_a_real_password"));
    }
}

#[test]
fn a_password_never_leaves_its_file() {
    for name in crate::support::FOLDERS {
        let mut files = folder(name);
        let conf = files.iter_mut().find(|file| file.name == "slob.conf").expect("settings");
        conf.bytes
            .extend_from_slice(b"SYSDBA_PASSWD=tiger7\nexport SCALE=tiger7\nUPDATE_PCT=tiger7\n");
        let outcome = read(&files);
        let all = format!("{outcome:?}");
        assert!(!all.contains("tiger7") && !all.contains("not_a_real_password"), "{name}");
    }
}
