//! A load curve as vdbench runs it, and the latency at which it is read.

use crate::support::plimsoll;
use std::fs;

const RESULT: &str = "fio/randrw-4k-70-30__fio-3.33.json";

#[test]
fn a_latency_threshold_is_a_time_above_0() {
    for command in ["report", "check"] {
        for refused in ["0 ms", "0s", "-1ms", "1", "ms", "1,5 ms", "1 min"] {
            let ended = plimsoll(&[command, RESULT, "--latency-threshold", refused]);
            assert_eq!(ended.status, 2, "{command} {refused}");
            let why = "it is no time above 0: write a number and its unit (ns, us, ms or s)";
            assert!(ended.stderr.contains(why), "{command} {refused}: {}", ended.stderr);
        }
    }
    for taken in ["1 ms", "500us", "0.5 ms", "2ms", "350 µs", "1s"] {
        let ended = plimsoll(&["check", RESULT, "--latency-threshold", taken]);
        assert_eq!(ended.status, 1, "nothing corresponds to it: {taken}: {}", ended.stderr);
    }
}

/// Seven loads: 10 to 100 % of 58,700.5 IOPS, and that itself. Mean latencies, in the order of the load:
/// 18.9, 14.3, 18.2, 14.0, 12.6, 30.1 and 31.1 µs.
const CURVE: &str = "vdbench/curve__vdbench-5.04.07";

fn curve(threshold: &str) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder");
    let output = folder.path().to_string_lossy().into_owned();
    let threshold = ["--latency-threshold", threshold];
    let ended =
        plimsoll(&[&["report", CURVE, "--format", "md", "-o", &output][..], &threshold].concat());
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let text = fs::read_to_string(folder.path().join("report.json")).expect("a file");
    let data: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(data["curves"].as_array().map(Vec::len), Some(1));
    data["curves"][0].clone()
}

#[test]
fn a_curve_of_vdbench_has_its_peak_and_its_rate_at_a_latency() {
    let at_31_us = curve("31us");
    let loads = at_31_us["loads"].as_array().expect("a list").iter();
    let rates: Vec<Option<f64>> = loads.map(|load| load["iops"]["mean"].as_f64()).collect();
    let expected = [5887.0, 29743.0, 41039.5, 46879.5, 52963.0, 48668.0, 58700.5];
    assert_eq!(rates, expected.map(Some));
    assert_eq!(at_31_us["peak"]["iops"], 58700.5);
    // Nine tenths of the way from 30.1 to 31.1 µs.
    let crossing = &at_31_us["crossing"];
    assert_eq!(crossing["kind"], "interpolated");
    let rate = crossing["iops"]["mean"].as_f64().expect("a rate");
    assert!((rate - (48668.0 + 0.9 * (58700.5 - 48668.0))).abs() < 1e-3, "{rate}");
    assert_eq!(crossing["between"][0]["iops"], 48668.0);
    assert_eq!(crossing["between"][1]["latency_mean_ns"], 31100.0);
}

#[test]
fn noise_and_a_curve_that_bends_back_are_said() {
    // 90 % did more within 20 µs than what lies between it and 100 %, which did less.
    let bent = &curve("20us")["crossing"];
    assert_eq!((&bent["kind"], &bent["iops"]["mean"]), (&"measured".into(), &52963.0.into()));
    let above = &curve("16us")["crossing"];
    assert_eq!((&above["kind"], &above["iops"]), (&"below".into(), &serde_json::Value::Null));
    assert_eq!((&above["below_iops"], &above["falls_again"]), (&5887.0.into(), &true.into()));
    let within = &curve("1 ms")["crossing"];
    assert_eq!((&within["kind"], &within["iops"]["mean"]), (&"at_least".into(), &58700.5.into()));
}
