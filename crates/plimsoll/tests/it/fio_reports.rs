//! `report` on runs of fio: logs beside the results and alone, and clients in one file or in several.

use crate::support::{Ended, fixtures, plimsoll_in};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Reports on inputs, named from the fixtures on, and gives the Markdown and the data.
fn report(arguments: &[&str]) -> (Ended, String, Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = plimsoll_in(&fixtures())
        .args(["report", "--date", "2026-11-30", "--format", "md", "-o"])
        .arg(folder.path())
        .args(arguments)
        .output()
        .expect("the program starts");
    let file = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap_or_default();
    let data = serde_json::from_str(&file("report.json")).unwrap_or_default();
    (Ended::from(output), file("report.md"), data)
}

/// The runs over time under the names that fio gave their logs: `steady_clat.1.log`.
fn over_time() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let fixtures = fs::read_dir(fixtures().join("fio/over-time")).expect("a folder");
    for fixture in fixtures {
        let path = fixture.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let name = name.replace("__fio-3.33", "").replace("__", "_");
        fs::copy(&path, folder.path().join(name)).expect("a fixture");
    }
    folder
}

fn path(folder: &tempfile::TempDir) -> &str {
    folder.path().to_str().expect("a path in UTF-8")
}

fn steady(data: &Value) -> BTreeMap<&str, &Value> {
    let states = data["steady_state"].as_array().map(Vec::as_slice).unwrap_or_default();
    states.iter().map(|it| (it["workload"].as_str().expect("a name"), it)).collect()
}

/// How the runs were made stands in `fixtures/PROVENANCE.toml`: one was slow for its first 8 s, one from 16 s
/// on.
#[test]
fn logs_beside_the_results_tell_which_runs_were_steady() {
    let folder = over_time();
    let (ended, markdown, data) = report(&[path(&folder)]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let states = steady(&data);
    let verdicts: Vec<(&str, &str)> =
        states.iter().map(|(name, it)| (*name, it["steady"].as_str().expect("a word"))).collect();
    let expected =
        [("breaking", "not at its end"), ("settling", "later"), ("steady", "throughout")];
    assert_eq!(verdicts, expected);
    let begin = states["settling"]["steady_s"][0].as_f64().expect("a time");
    assert!((7.0..=10.0).contains(&begin), "{begin}");
    let of_code = |code: &str| {
        let findings = data["findings"].as_array().expect("a list").iter();
        findings.filter(|it| it["code"] == code).count()
    };
    assert_eq!(of_code("not-steady"), 2);
    let warning = "Not steady all the time that was measured: 2 of 3 runs with interval data; 1 became \
                   steady later, 1 did not (notes 1 and 2).";
    assert!(markdown.contains(warning), "{markdown}");
    assert!(markdown.contains("| breaking | 70\u{a0}% | read [1] |"), "at the figures: {markdown}");
    assert!(markdown.contains("| steady | 70\u{a0}% | read |"), "{markdown}");
    assert_eq!(ended.stderr.matches("warning[not-steady]").count(), 2, "{}", ended.stderr);
}

#[test]
fn without_interval_data_nothing_is_said_of_steady_states() {
    let folder = over_time();
    let (ended, markdown, data) = report(&[path(&folder), "--no-series"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert_eq!((&data["steady_state"], &data["series"]), (&Value::Null, &Value::Null));
    assert!(!markdown.contains("teady all the time") && !markdown.contains("-time-"), "{markdown}");
}

#[test]
fn histograms_of_json_plus_are_a_distribution() {
    let (_, markdown, _) = report(&["fio/over-time/steady__fio-3.33.json"]);
    assert!(markdown.contains("**Distribution of the latency**"), "{markdown}");
    // Of 28,000 reads most took between two and four microseconds.
    assert!(markdown.contains("](charts/8-kib-random-distribution.svg)"), "{markdown}");
    let (_, markdown, _) = report(&["fio/randrw-4k-70-30__fio-3.33.json"]);
    assert!(!markdown.contains("Distribution of the latency"), "it has percentiles alone");
}

/// A log without JSON tells the unit of its latencies only together with the release.
#[test]
fn logs_alone_are_reported_with_the_release_that_wrote_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let fixture = fixtures().join("fio/log/operations__fio-3.33__clat.1.log");
    fs::copy(fixture, folder.path().join("a_clat.1.log")).expect("a fixture");
    let input = path(&folder);
    let latency = |data: &Value| -> Vec<f64> {
        let points = data["points"].as_array().expect("a list").iter();
        let operations = points.flat_map(|it| it["operations"].as_array().expect("a list"));
        let figures = operations.flat_map(|it| it["figures"].as_array().expect("a list"));
        let means = figures.filter(|it| it["metric"] == "latency" && it["stat"] == "mean");
        means.map(|it| it["sample"]["mean"].as_f64().expect("a number")).collect()
    };
    let (_, _, unknown) = report(&[input]);
    assert_eq!(latency(&unknown), [] as [f64; 0], "no unit, no latency");
    let (ended, markdown, nanoseconds) = report(&[input, "--fio-version", "3.33"]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let (_, _, microseconds) = report(&[input, "--fio-version", "2.21"]);
    let (nanoseconds, microseconds) = (latency(&nanoseconds), latency(&microseconds));
    assert_eq!(nanoseconds.len(), 3, "reads, writes and both: {nanoseconds:?}");
    assert!((nanoseconds[0] - 70_756.325_757).abs() < 1e-3, "132 reads: {nanoseconds:?}");
    let part = "1 input holds one job of a run: its figures are compared with nothing (note ";
    assert!(markdown.contains(part), "{markdown}");
    let ratios: Vec<f64> =
        microseconds.iter().zip(&nanoseconds).map(|(one, other)| one / other).collect();
    assert!(ratios.iter().all(|it| (it - 1000.0).abs() < 1e-9), "{ratios:?}");
    assert_eq!(ratios.len(), 3);
}

#[test]
fn check_takes_the_release_too() {
    let check = |arguments: &[&str]| {
        let output = plimsoll_in(&fixtures()).arg("check").args(arguments).output();
        Ended::from(output.expect("the program starts"))
    };
    let log = "fio/log/operations__fio-3.33__clat.1.log";
    let unit = "latency-unit-unknown";
    assert!(check(&[log]).stderr.contains(unit));
    assert!(!check(&[log, "--fio-version", "3.33"]).stderr.contains(unit));
}

/// A run of several servers as its client wrote it, each server with a name of its own; and the same as each
/// of them would have written it.
fn both_forms(fixture: &str, folder: &Path) {
    let text = fs::read_to_string(fixtures().join(fixture)).expect("a fixture");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let mut hosts: Vec<Value> = Vec::new();
    for entry in document["client_stats"].as_array_mut().expect("a list") {
        let server = json!([entry["hostname"], entry["port"]]);
        if entry["jobname"] == "All clients" {
            continue;
        }
        let number = hosts.iter().position(|known| *known == server).unwrap_or_else(|| {
            hosts.push(server);
            hosts.len() - 1
        });
        entry["hostname"] = format!("client-{number}").into();
    }
    let (together, apart) = (folder.join("together"), folder.join("apart"));
    fs::create_dir(&together).expect("a folder");
    fs::create_dir(&apart).expect("a folder");
    fs::write(together.join("run.json"), document.to_string()).expect("a file");
    for number in 0..hosts.len() {
        let host = format!("client-{number}");
        let mut own = document.clone();
        let own = own.as_object_mut().expect("an object");
        let entries = own.remove("client_stats").expect("a list");
        let is_own =
            |entry: &&Value| entry["hostname"] == host && entry["jobname"] != "All clients";
        let mut jobs: Vec<Value> =
            entries.as_array().expect("a list").iter().filter(is_own).cloned().collect();
        for job in &mut jobs {
            let job = job.as_object_mut().expect("an object");
            job.remove("hostname");
            job.remove("port");
        }
        own.insert("jobs".into(), jobs.into());
        let text = Value::Object(own.clone()).to_string();
        fs::write(apart.join(format!("{host}.json")), text).expect("a file");
    }
}

/// The figures of all points, by operation, metric and statistic, with hosts and jobs.
fn figures(data: &Value) -> BTreeMap<String, f64> {
    let mut figures = BTreeMap::new();
    for (index, point) in data["points"].as_array().expect("a list").iter().enumerate() {
        for operation in point["operations"].as_array().expect("a list") {
            let op = format!("{index} {}", operation["op"]);
            for key in ["clients", "jobs"] {
                figures.extend(operation[key].as_f64().map(|it| (format!("{op} {key}"), it)));
            }
            for figure in operation["figures"].as_array().expect("a list") {
                let value = figure["sample"]["mean"].as_f64().expect("a number");
                figures.insert(format!("{op} {} {}", figure["metric"], figure["stat"]), value);
            }
        }
    }
    figures
}

#[test]
fn clients_in_one_file_and_in_files_of_their_own_give_the_same_figures() {
    for (fixture, percentiles) in [
        ("fio/client-server-two-servers__fio-3.33.json", false),
        ("fio/client-server-two-servers__fio-3.42.json", false),
        ("fio/client-server-grouped-over-sections__fio-3.33.json", false),
        ("fio/client-server-json-plus__fio-3.33.json", true),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        both_forms(fixture, folder.path());
        let of = |name: &str| {
            let input = folder.path().join(name);
            let (ended, _, data) = report(&[input.to_str().expect("a path in UTF-8")]);
            assert_eq!(ended.status, 0, "{fixture}: {}", ended.stderr);
            figures(&data)
        };
        let (together, apart) = (of("together"), of("apart"));
        let names = |figures: &BTreeMap<String, f64>| figures.keys().cloned().collect::<Vec<_>>();
        assert_eq!(names(&together), names(&apart), "{fixture}");
        for (name, value) in &together {
            let other = apart[name];
            // Sums of the same numbers in another order.
            assert!(
                (value - other).abs() <= 1e-9 * value.abs(),
                "{fixture} {name}: {value}, {other}"
            );
        }
        assert_eq!(together.get("0 \"read\" clients"), Some(&2.0), "{fixture}");
        let has_percentiles = together.contains_key("0 \"read\" \"latency\" \"p99\"");
        assert_eq!(has_percentiles, percentiles, "{fixture}: bins of both clients are merged");
    }
}
