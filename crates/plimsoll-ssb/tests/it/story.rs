//! What console text and command lines tell beside the figures, and which files belong together.

use crate::support::{File, file, fixture, fixtures, iops, read, read_with};
use plimsoll_read::{Entry, Reader};
use plimsoll_schema::Op;
use plimsoll_ssb::Ssb;

#[test]
fn a_read_share_is_cut_to_tens() {
    let outcome = read(&fixture("perfmon-de"));
    assert_eq!(outcome.codes(), ["read-share-cut", "code-page-guessed"]);
    let message = outcome.message("read-share-cut");
    assert!(message.contains("85 %") && message.contains("80 %"), "{message}");
    assert!(outcome.kept.rows.iter().all(|row| row.finding_codes().contains(&"read-share-cut")));
}

#[test]
fn users_that_never_stopped_are_named_and_messages_are_not_repeated() {
    let outcome = read(&fixture("perfmon-fr"));
    assert_eq!(outcome.codes(), ["users-not-stopped", "tool-message"]);
    let text = file(&mut fixture("perfmon-fr"), "ssb-console.txt").text();
    for user in 1..=75 {
        let stopped = text.contains(&format!("User: {user} stopping"));
        let named =
            outcome.message("users-not-stopped").split([' ', ',']).any(|it| it == user.to_string());
        assert_eq!(named, !stopped || user == 75, "{user}: 75 is the number of all");
    }
    assert!(text.contains("deadlock victim"));
    assert!(
        outcome.kept.findings.iter().all(|finding| !finding.message.contains("deadlock victim"))
    );
}

#[test]
fn a_password_is_never_repeated() {
    let mut files = fixture("perfmon-en");
    let command = file(&mut files, "command.txt");
    assert!(command.text().contains("-p XXXXX"));
    command.bytes = command.text().replace("-p XXXXX", "-p hunter2").into_bytes();
    let outcome = read(&files);
    assert_eq!(outcome.claims, [["command.txt", "perfmon.csv", "ssb-console.txt"]]);
    let all = format!("{:?}{:?}", outcome.kept, outcome.errors);
    assert!(!all.contains("hunter2"));
}

/// nfsiostat has no time stamps: without its command line nothing tells which samples the run covers.
#[test]
fn the_interval_of_nfsiostat_is_in_its_command_line() {
    let mut files = fixture("nfsiostat");
    let whole = read(&files);
    assert_eq!(whole.codes(), [""; 0]);
    files.retain(|file| file.name != "command.txt");
    let outcome = read(&files);
    assert_eq!(outcome.codes(), ["run-window-unclear"]);
    assert!(iops(outcome.run(&Op::READ)) < iops(whole.run(&Op::READ)), "idle samples count too");
    assert_eq!(outcome.run(&Op::READ).identity.duration_s, Some(600.0));
}

#[test]
fn a_log_shorter_than_the_run_is_told() {
    let mut files = fixture("perfmon-en");
    let log = file(&mut files, "perfmon.csv");
    let text = log.text();
    let lines: Vec<&str> = text.split_inclusive('\n').take(20).collect();
    log.bytes = lines.concat().into_bytes();
    let outcome = read(&files);
    assert_eq!(outcome.codes(), ["run-window-unclear"]);
    assert!(outcome.message("run-window-unclear").contains("has 18 of the 60 intervals"));
}

#[test]
fn a_console_text_alone_is_no_input_and_is_named() {
    let path = fixtures().join("alone/console__by-generator.txt");
    let console = File::new("console.txt", std::fs::read(path).expect("a fixture"));
    let outcome = read(std::slice::from_ref(&console));
    assert!(outcome.claims.is_empty());
    let hint = Ssb.hint(&Entry::named(&console.name, &console.bytes));
    assert!(
        hint.is_some_and(|hint| hint.starts_with("console text of SSB, which prints no rates"))
    );
}

#[test]
fn two_tests_in_one_text_cannot_be_told_apart() {
    let mut files = fixture("perfmon-ja");
    let console = file(&mut files, "ssb-console.txt");
    console.bytes = console.bytes.repeat(2);
    let outcome = read(&files);
    assert_eq!(outcome.codes(), ["document-not-understood"]);
    assert!(outcome.message("document-not-understood").contains("holds 2 tests"));
    assert!(outcome.kept.rows.is_empty());
}

/// Runs of several numbers of users in one folder are told apart by the numbers in the names.
#[test]
fn several_runs_of_a_folder_have_their_numbers_in_their_names() {
    let renamed = |name: &str, users: &str| -> Vec<File> {
        let files = fixture(name).into_iter().filter(|file| file.name != "command.txt");
        files
            .map(|file| File::new(&file.name.replace('.', &format!("-{users}.")), file.bytes))
            .collect()
    };
    let mut files = [renamed("perfmon-en", "32"), renamed("perfmon-ja", "10")].concat();
    files.sort_by(|one, other| one.name.cmp(&other.name));
    let outcome = read(&files);
    assert_eq!(
        outcome.claims,
        [["perfmon-10.csv", "ssb-console-10.txt"], ["perfmon-32.csv", "ssb-console-32.txt"]]
    );
    let mut users: Vec<_> = outcome.kept.rows.iter().filter_map(|row| row.identity.jobs).collect();
    users.dedup();
    assert_eq!(users, [10, 32]);
}

#[test]
fn of_two_logs_the_one_with_the_load_counts() {
    let mut files = fixture("nfsiostat");
    let alone = read(&files);
    let idle = "Linux 5.14.0 (a) \t09/02/24 \t_x86_64_\t(2 CPU)\n\n".to_owned()
        + &"Device r/s rMB/s r_await w/s wMB/s w_await\nsda 1.00 0.01 0.50 2.00 0.02 0.50\n\n"
            .repeat(70);
    files.push(File::new("iostat.out", idle));
    let outcome = read(&files);
    assert_eq!(outcome.codes(), ["log-passed-over"]);
    assert!(outcome.message("log-passed-over").contains("iostat.out was passed over"));
    assert_eq!(outcome.run(&Op::TOTAL).figures, alone.run(&Op::TOTAL).figures);
}

/// The windows are those of the run: they begin with it.
#[test]
fn windows_cover_the_run() {
    for (name, count) in [("perfmon-en", 60), ("iostat-de", 40), ("nfsiostat", 60)] {
        let outcome = read_with(&fixture(name), true);
        let totals = outcome.kept.windows.iter().filter(|it| it.op == Op::TOTAL);
        let begins: Vec<f64> = totals.map(|window| window.begin_s).collect();
        assert_eq!(begins.len(), count, "{name}");
        assert_eq!(begins[0].to_bits(), 0f64.to_bits(), "{name}");
        let seconds = outcome.run(&Op::TOTAL).identity.duration_s.expect("a run time");
        let last = begins.last().copied().expect("windows");
        let interval = seconds / count as f64;
        assert!((last - (seconds - interval)).abs() < interval, "{name}: {last} of {seconds}");
    }
}
