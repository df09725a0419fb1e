//! Parameter files in the shapes in which people write them.

use super::{Parameters, parse_text};
use proptest::prelude::*;

/// What a file says of a run: threads, read percent, seek percent, seconds of an
/// interval, transfer sizes.
type Answers = (Option<u64>, Option<f64>, Option<f64>, Option<f64>, Option<Vec<u64>>);

fn answers(parameters: &Parameters, rd: &str) -> Answers {
    (
        parameters.threads(rd, None),
        parameters.read_percent(rd),
        parameters.seek_percent(rd),
        parameters.interval_seconds(rd),
        parameters.transfer_sizes(rd),
    )
}

const NOTHING: Answers = (None, None, None, None, None);

#[test]
fn raw_runs() {
    let sd = "sd=sd1,lun=/a,size=32m";
    for (text, rd, expected) in [
        (
            "sd=sd1,lun=/a,threads=4\nwd=wd1,sd=sd1,xfersize=4k,rdpct=70,seekpct=100\nrd=rd1,wd=wd1,iorate=500,interval=1",
            "rd1",
            (Some(4), Some(70.0), Some(100.0), Some(1.0), Some(vec![4096])),
        ),
        // Nothing is said, so vdbench's own defaults hold; that of the interval is not known.
        (
            &format!("{sd}\nwd=wd1,sd=sd1\nrd=rd1,wd=wd1,iorate=max"),
            "rd1",
            (Some(8), Some(100.0), Some(100.0), None, Some(vec![4096])),
        ),
        // Abbreviated.
        (
            &format!(
                "{sd},thr=2\nwd=wd1,sd=sd1,xf=1k,rdp=50,seek=0\nrd=rd1,wd=wd1,io=100,el=5,in=2m"
            ),
            "rd1",
            (Some(2), Some(50.0), Some(0.0), Some(120.0), Some(vec![1024])),
        ),
        // Loops: the points tell.
        (
            &format!(
                "{sd}\nwd=wd1,sd=sd1,seekpct=100\nrd=rd1,wd=wd1,iorate=300,forxfersize=(4k,64k),forthreads=(1,4),forrdpct=(0,50,100)"
            ),
            "rd1",
            (None, None, Some(100.0), None, None),
        ),
        // Two storage definitions and two unlike workloads.
        (
            "sd=sd1,lun=/a,threads=2\nsd=sd2,lun=/b,threads=3\nwd=wd1,sd=sd1,xfersize=4k,rdpct=100,skew=70\nwd=wd2,sd=sd2,xfersize=32k,rdpct=0,skew=30\nrd=rd1,wd=wd*,iorate=400",
            "rd1",
            (Some(5), None, Some(100.0), None, Some(vec![4096, 32768])),
        ),
        // A mix of sizes, and a range of them.
        (
            &format!(
                "{sd},threads=2\nwd=wd1,sd=sd1,xfersize=(4k,50,8k,30,64k,20),rdpct=60,seekpct=50\nrd=rd1,wd=wd1,iorate=(100,200)"
            ),
            "rd1",
            (Some(2), Some(60.0), Some(50.0), None, Some(vec![4096, 8192, 65536])),
        ),
        (
            &format!(
                "{sd}\nwd=wd1,sd=sd1,xfersize=(4k,1m,4k),wrpct=30,seekpct=eof\nrd=rd1,wd=wd1,iorate=max"
            ),
            "rd1",
            (Some(8), Some(70.0), Some(0.0), None, Some(vec![4096, 1 << 20])),
        ),
        // One workload of several on the same storage: threads are the storage's.
        (
            "hd=hd1,system=a\nhd=hd2,system=b\nsd=sd1,host=hd*,lun=/dev/sdb\nwd=wd1,sd=sd*,xfersize=4k,rdpct=75\nwd=wd2,sd=sd*,xfersize=4k,rdpct=75\nrd=rd1,wd=wd*,iorate=50,format=yes,threads=2",
            "rd1",
            (Some(2), Some(75.0), Some(100.0), None, Some(vec![4096])),
        ),
    ] {
        assert_eq!(answers(&parse_text(text), rd), expected, "{text}");
    }
}

#[test]
fn storage_definitions_of_a_run_are_counted() {
    let text = "sd=sd1,lun=/a\nsd=sd2,lun=/b\nwd=wd1,sd=sd1\nwd=wd2,sd=sd*\nrd=rd1,wd=wd1\nrd=rd2,wd=wd*\n\
                rd=rd3,wd=wd3";
    let parameters = parse_text(text);
    let counted = ["rd1", "rd2", "rd3", "rd4"].map(|rd| parameters.storages_of_run(rd));
    assert_eq!(counted, [Some(1), Some(2), None, None]);
}

#[test]
fn file_system_runs() {
    let fsd = "fsd=fsd1,anchor=/a,depth=1,width=2,files=20,size=64k";
    for (text, expected) in [
        // Operations of several kinds have no share of reads; the reads and writes have one pattern.
        (
            format!(
                "{fsd}\nfwd=fwd1,fsd=fsd1,operation=read,xfersize=4k,fileio=sequential,fileselect=random,threads=2,skew=40\nfwd=fwd2,fsd=fsd1,operation=write,xfersize=8k,fileio=sequential,threads=1\nfwd=fwd3,fsd=fsd1,operation=getattr,threads=1\nrd=rd1,fwd=fwd*,fwdrate=200,format=yes,interval=1"
            ),
            (Some(4), None, Some(0.0), Some(1.0), Some(vec![4096, 8192])),
        ),
        (
            format!(
                "{fsd}\nfwd=fwd1,fsd=fsd*,rdpct=50,xfersize=4k,fileio=random,threads=4,fileselect=random\nrd=rd1,fwd=fwd*,interval=5,fwdrate=max,format=yes"
            ),
            (Some(4), Some(50.0), Some(100.0), Some(5.0), Some(vec![4096])),
        ),
        (
            format!(
                "{fsd}\nfwd=default,fsd=fsd1,threads=1\nfwd=fwd1,operation=mkdir\nfwd=fwd2,operation=create\nrd=rd1,fwd=fwd*,fwdrate=100"
            ),
            (Some(2), None, None, None, Some(vec![4096])),
        ),
        // The default workload, because the run names none.
        (
            format!(
                "{fsd}\nfwd=default,xfersize=1m,fileio=(random,shared),threads=4,operation=write\nrd=rd1,fsd=fsd1,fwdrate=max"
            ),
            (Some(4), Some(0.0), Some(100.0), None, Some(vec![1 << 20])),
        ),
        // Two operations of the run share the threads; a rest is lost to rounding.
        (
            format!(
                "{fsd}\nfwd=fwd1,fsd=fsd1,threads=6\nrd=rd1,fwd=fwd1,operations=(mkdir,rmdir),fwdrate=max"
            ),
            (Some(6), None, None, None, Some(vec![4096])),
        ),
        (
            format!(
                "{fsd}\nfwd=fwd1,fsd=fsd1,threads=5\nrd=rd1,fwd=fwd1,operations=(read,write),fwdrate=max"
            ),
            (None, None, Some(0.0), None, Some(vec![4096])),
        ),
    ] {
        assert_eq!(answers(&parse_text(&text), "rd1"), expected, "{text}");
    }
}

#[test]
fn a_loop_over_threads_gives_each_definition_its_value() {
    let raw = parse_text(
        "sd=sd1,lun=/a\nsd=sd2,lun=/b\nwd=wd1,sd=(sd1-sd2)\nrd=rd1,wd=wd1,forthreads=(16,1k)",
    );
    assert_eq!(raw.threads("rd1", None), None);
    assert_eq!(raw.threads("rd1", Some(1024)), Some(2048));
    let files = parse_text(
        "fsd=fsd1,anchor=/a\nfwd=fwd1,fsd=fsd1,operation=read,threads=1\n\
         rd=rd1,fwd=fwd1,forthreads=(1,2),foroperation=(read,write)",
    );
    assert_eq!(files.threads("rd1", Some(1)), Some(1));
    assert_eq!(files.threads("rd1", Some(2)), Some(2));
    assert_eq!(files.read_percent("rd1"), None);
    assert_eq!(files.seek_percent("rd1"), Some(0.0));
}

#[test]
fn threads_of_files_are_sure_only_where_they_divide_evenly() {
    let eight = |threads: u32, more: &str| {
        let hosts = (1..=8).map(|host| format!("hd=n{host},system=10.0.0.{host}"));
        let hosts = hosts.collect::<Vec<_>>().join("\n");
        parse_text(&format!(
            "hd=default,vdbench=/v,shell=ssh{more}\n{hosts}\nfsd=fsd1,anchor=/a,shared=yes\n\
             fwd=fwd1,fsd=fsd1,operation=read,threads={threads}\nrd=rd1,fwd=fwd1,fwdrate=max"
        ))
    };
    assert_eq!(eight(128, "").threads("rd1", None), Some(128));
    assert_eq!(eight(100, "").threads("rd1", None), None);
    assert_eq!(eight(128, ",jvms=2").threads("rd1", None), None);
    assert_eq!(eight(128, "").hosts_of_run("rd1"), Some(8));
}

#[test]
fn defaults_hold_for_what_follows_them() {
    let parameters = parse_text(
        "sd=sd0,lun=/z\nsd=default,threads=4\nsd=sd1,lun=/a\nsd=sd2,lun=/b,threads=2\nsd=default,threads=16\nsd=sd3,lun=/c\n\
         wd=default,rdpct=30,sd=sd*\nwd=wd1\nwd=wd2,writepct=80\nrd=default,interval=5,wd=wd1\nrd=rd1\nrd=rd2,wd=wd2,interval=10",
    );
    assert_eq!(parameters.threads("rd1", None), Some(8 + 4 + 2 + 16));
    assert_eq!(parameters.read_percent("rd1"), Some(30.0));
    assert_eq!(parameters.read_percent("rd2"), Some(20.0));
    assert_eq!(parameters.interval_seconds("rd1"), Some(5.0));
    assert_eq!(parameters.interval_seconds("rd2"), Some(10.0));
}

#[test]
fn names_are_lists_prefixes_and_ranges() {
    let storages: String = ["sd1", "sd2", "sd3", "sd4", "data"]
        .map(|name| format!("sd={name},lun=/x,threads=1\n"))
        .concat();
    for (names, count) in [
        ("sd2", Some(1)),
        ("(sd1,sd3)", Some(2)),
        ("(sd1,sd1)", Some(1)),
        ("sd*", Some(4)),
        ("*", Some(5)),
        ("(sd2-sd4)", Some(3)),
        ("(sd2-sd4,data)", Some(4)),
        ("(sd3,d*)", Some(2)),
        ("sd9", None),
        ("x*", None),
        ("(sd3-sd9)", None),
        ("(sd1-da4)", None),
        ("(sd1-sd999999999999)", None),
        ("(sd1-)", None),
        ("(-sd4)", None),
        ("()", None),
    ] {
        let parameters = parse_text(&format!("{storages}wd=wd1,sd={names}\nrd=rd1,wd=wd1"));
        assert_eq!(parameters.threads("rd1", None), count.map(|count| count as u64), "{names}");
    }
    let counted =
        parse_text("sd=sd,lun=/x,count=(1,5),threads=2\nwd=wd1,sd=(sd1-sd5)\nrd=rd1,wd=wd1");
    assert_eq!(counted.threads("rd1", None), Some(10));
    let endless = parse_text("sd=sd,lun=/x,count=(1,999999999)\nwd=wd1,sd=sd*\nrd=rd1,wd=wd1");
    assert_eq!(endless.threads("rd1", None), None);
}

#[test]
fn a_run_may_choose_other_storage_and_be_repeated_for_each() {
    let parameters = parse_text(
        "sd=sd1,lun=/a,threads=1\nsd=sd_2,lun=/b,threads=2\nwd=wd1,sd=*\n\
         rd=rd1,wd=wd1,sd=sd1\nrd=each,wd=wd1,sd=single\nrd=bare,sd=sd_2",
    );
    assert_eq!(parameters.threads("rd1", None), Some(1));
    assert_eq!(parameters.threads("each_sd_2", None), Some(2));
    assert_eq!(parameters.threads("each_sd1", None), Some(1));
    assert_eq!(parameters.threads("each", None), None);
    assert_eq!(parameters.threads("each_sd3", None), None);
    assert_eq!(parameters.threads("bare", None), Some(2));
    assert_eq!(parameters.read_percent("bare"), Some(100.0));
}

#[test]
fn names_of_the_output_lead_to_their_run() {
    let parameters = parse_text(
        "sd=sd1,lun=/a,threads=2\nwd=wd1,sd=sd1\nrd=rd1,wd=wd1,iorate=curve\nrd=max-run.1,wd=wd1,iorate=max",
    );
    assert_eq!(parameters.threads("rd1_(70%)", None), Some(2));
    assert_eq!(parameters.threads("max-run.1", None), Some(2));
    for unknown in ["rd2", "rd1_(x%)", "rd1_", "", "SD_format", "format_for_rd1"] {
        assert_eq!(answers(&parameters, unknown), NOTHING, "{unknown}");
    }
}

#[test]
fn concatenated_storage_has_rules_of_its_own() {
    let text = |word: &str| {
        format!("concatenatesds={word}\nsd=sd1,lun=/a,threads=2\nwd=wd1,sd=sd1\nrd=rd1,wd=wd1")
    };
    assert_eq!(parse_text(&text("yes")).threads("rd1", None), None);
    assert_eq!(parse_text(&text("no")).threads("rd1", None), Some(2));
}

#[test]
fn hosts_are_counted() {
    let one = parse_text("sd=sd1,lun=/a\nwd=wd1,sd=sd1\nrd=rd1,wd=wd1");
    assert_eq!((one.hosts(), one.hosts_of_run("rd1")), (1, Some(1)));
    let text = |storage: &str, workload: &str| {
        format!(
            "hd=default,user=root\n#hd=n0,system=a\nhd=n1,system=a\nhd=(b,n2),clients=3\n\
             sd=sd1,lun=/a{storage}\nwd=wd1,sd=sd1{workload}\nrd=rd1,wd=wd1"
        )
    };
    let several = parse_text(&text("", ""));
    assert_eq!(several.hosts(), 4);
    assert_eq!(several.hosts_of_run("rd1"), Some(4));
    assert_eq!(parse_text(&text(",host=n*", "")).hosts_of_run("rd1"), Some(4));
    assert_eq!(parse_text(&text(",host=n1", "")).hosts_of_run("rd1"), None);
    assert_eq!(parse_text(&text("", ",host=n2")).hosts_of_run("rd1"), None);
    assert_eq!(parse_text(&text("", ",seekpct=0")).hosts_of_run("rd1"), None);
    assert_eq!(parse_text(&text(",threads=2", "")).hosts_of_run("rd1"), None);
}

#[test]
fn what_is_no_number_is_not_guessed() {
    let parameters = parse_text(
        "sd=sd1,lun=/a,threads=many\nwd=wd1,sd=sd1,rdpct=most,seekpct=150,xfersize=big\nrd=rd1,wd=wd1,interval=soon",
    );
    assert_eq!(answers(&parameters, "rd1"), (None, None, None, None, None));
    assert_eq!(answers(&parse_text(""), "rd1"), NOTHING);
}

/// Texts that look like parameter files, and others.
fn parameter_text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("sd=sd1".to_owned()),
        Just("wd=wd1".to_owned()),
        Just("fwd=f1,fsd=f".to_owned()),
        Just("fsd=f,count=(1,3)".to_owned()),
        Just("rd=rd1,wd=wd*".to_owned()),
        Just("rd=rd1,fwd=*".to_owned()),
        Just("sd=(sd1-sd99999999999999999999)".to_owned()),
        Just("threads=(".to_owned()),
        Just("\"".to_owned()),
        "[a-z]{1,8}=[a-z0-9()*,-]{0,8}",
        "\\PC{0,6}",
    ];
    let separator = prop_oneof![Just(","), Just("\n"), Just(",\n"), Just(" "), Just("")];
    proptest::collection::vec((word, separator), 0..40)
        .prop_map(|pieces| pieces.into_iter().map(|(word, separator)| word + separator).collect())
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in parameter_text(), rd in "rd1|\\PC{0,8}") {
        let parameters = parse_text(&text);
        let answers = answers(&parameters, &rd);
        prop_assert_eq!(&answers.0, &parameters.threads(&rd, None));
        prop_assert_ne!(parameters.threads(&rd, Some(3)), Some(0));
        prop_assert!(answers.2.is_none_or(f64::is_finite) && answers.3.is_none_or(f64::is_finite));
        let _ = parameters.hosts_of_run(&rd);
    }
}

/// Lists of lists of names would take hours if every name were looked at.
#[test]
fn hostile_lists_end_without_an_answer() {
    let storages = (0..9000).map(|number| format!("sd=sd{number},lun=/x"));
    let workloads = (0..9000).map(|number| format!("wd=wd{number},sd=(sd*,sd{number})"));
    let run = std::iter::once("rd=rd1,wd=wd*".to_owned());
    let lines: Vec<String> = storages.chain(workloads).chain(run).collect();
    let parameters = parse_text(&lines.join("\n"));
    assert_eq!(parameters.threads("rd1", None), None);
    let underscores = "_".repeat(900_000);
    assert_eq!(parameters.threads(&underscores, None), None);
}
