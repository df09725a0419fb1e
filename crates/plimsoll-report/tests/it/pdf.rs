//! PDF from a view.

use crate::sample;
use plimsoll_report::pdf::{Attachment, Paper, PdfError, PdfOptions, Relationship, pdf, render};
use plimsoll_report::view::{ReportView, SectionView};

fn attachment(name: &str, mime: &str, relationship: Relationship, bytes: &[u8]) -> Attachment {
    Attachment {
        name: name.into(),
        mime: mime.into(),
        description: format!("{name} of the sample"),
        relationship,
        bytes: bytes.to_vec(),
    }
}

fn options() -> PdfOptions {
    PdfOptions {
        identifier: "sample".into(),
        attachments: vec![
            attachment("rows.csv", "text/csv", Relationship::Data, b"tool,version\nfio,3.36\n"),
            attachment("report.json", "application/json", Relationship::Alternative, b"{}"),
        ],
        ..PdfOptions::default()
    }
}

/// Options with one template of a user.
fn with_template(name: &str, text: &str) -> PdfOptions {
    let mut options = options();
    options.templates.insert(name.into(), text.into());
    options
}

fn faults_of(view: &ReportView, options: &PdfOptions) -> Vec<String> {
    match pdf(view, options) {
        Err(PdfError::Template(faults)) => faults.iter().map(ToString::to_string).collect(),
        other => panic!("{:?}", other.map(|bytes| bytes.len())),
    }
}

fn holds(bytes: &[u8], text: &str) -> bool {
    bytes.windows(text.len()).any(|window| window == text.as_bytes())
}

#[test]
fn the_sample_fits_its_pages_and_gives_no_warning() {
    for paper in [Paper::A4, Paper::Letter] {
        let rendered = render(&sample::report(), &PdfOptions { paper, ..options() }).unwrap();
        assert_eq!(rendered.warnings, []);
        assert_eq!(rendered.replaced, ['😀']);
        assert_eq!(rendered.pages, 6, "{paper:?}");
    }
}

#[test]
fn a_crowded_report_renders() {
    let rendered = render(&sample::crowded(), &options()).unwrap();
    assert_eq!(rendered.warnings, []);
    assert_eq!(rendered.pages, 6);
}

#[test]
fn every_one_of_many_sections_finds_its_place() {
    let mut view = sample::report();
    let sections = std::mem::take(&mut view.sections);
    for (number, section) in (0..24).zip(sections.into_iter().cycle()) {
        let anchor = format!("{}-{number}", section.anchor);
        view.sections.push(SectionView { anchor, charts: Vec::new(), over_time: None, ..section });
    }
    let rendered = render(&view, &options()).unwrap();
    // Where pages end must not depend on where they ended in an earlier pass: there are only five.
    assert_eq!(rendered.warnings, []);
    assert!(rendered.pages > 12, "{}", rendered.pages);
}

#[test]
fn an_empty_report_is_one_page() {
    let rendered = render(&sample::empty(), &PdfOptions::default()).unwrap();
    assert_eq!((rendered.pages, rendered.warnings), (1, Vec::new()));
}

#[test]
fn one_thread_and_two_give_the_same_bytes() {
    let with_threads = |count| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build().unwrap();
        pool.install(|| pdf(&sample::report(), &options()).unwrap())
    };
    let one = with_threads(1);
    assert!(one == with_threads(2));
    assert!(one == with_threads(1));
    let other = PdfOptions { identifier: "other".into(), ..options() };
    assert!(one != pdf(&sample::report(), &other).unwrap(), "the identifier is part of the file");
}

#[test]
fn the_file_claims_both_standards_and_holds_its_attachments() {
    let bytes = pdf(&sample::report(), &options()).unwrap();
    for claim in [
        "<pdfaid:part>3</pdfaid:part>",
        "<pdfaid:conformance>A</pdfaid:conformance>",
        "<pdfuaid:part>1</pdfuaid:part>",
        "2026-03-12T00:00:00Z",
        "<dc:language>",
    ] {
        assert!(holds(&bytes, claim), "{claim}");
    }
}

#[test]
fn a_wrong_template_is_told_with_file_line_and_column() {
    let options = with_template("report.typ", "#title[x]\n\n  #let y = nowhere\n");
    assert_eq!(
        faults_of(&sample::empty(), &options),
        ["report.typ:3:12: unknown variable: nowhere"]
    );
    let options = with_template("style.typ", "#let ink = (\n");
    assert_eq!(faults_of(&sample::empty(), &options), ["style.typ:1:12: unclosed delimiter"]);
}

#[test]
fn a_wrong_chart_is_told_with_its_file() {
    let mut view = sample::report();
    view.sections[0].charts[0].svg = "<svg>\n<g></svg>".into();
    let faults = faults_of(&view, &options());
    assert!(faults[0].starts_with("charts/sequential-64k-share.svg:2:"), "{faults:?}");
}

#[test]
fn the_world_of_a_template_is_closed() {
    for reach in [
        "#read(\"/etc/passwd\")",
        "#read(\"../../Cargo.toml\")",
        "#import \"@preview/cetz:0.4.0\"",
        "#image(\"nothing.svg\", alt: \"nothing\")",
    ] {
        let faults = faults_of(&sample::empty(), &with_template("report.typ", reach));
        assert!(faults[0].starts_with("report.typ:1:"), "{faults:?}");
    }
}

#[test]
fn today_is_the_date_of_the_report() {
    let text = "#title[x] #assert.eq(datetime.today(), datetime(year: 2026, month: 3, day: 12))";
    pdf(&sample::empty(), &with_template("report.typ", text)).unwrap();
}

#[test]
fn templates_of_a_user_import_each_other() {
    let mut options = with_template("report.typ", "#import \"parts/own.typ\": greet\n#greet");
    options.templates.insert("parts/own.typ".into(), "#let greet = title[Hello]".into());
    assert_eq!(render(&sample::empty(), &options).unwrap().pages, 1);
}

#[test]
fn a_template_brings_the_fonts_of_its_script() {
    let options = with_template("report.typ", "#title[測試報告 시험 보고서]");
    assert_eq!(render(&sample::empty(), &options).unwrap().warnings, []);
}

#[test]
fn names_and_dates_are_checked() {
    let mut view = sample::empty();
    view.iso_date = "12 March 2026".into();
    assert_eq!(pdf(&view, &options()), Err(PdfError::Date("12 March 2026".into())));
    view.iso_date = "2026-02-30".into();
    assert_eq!(pdf(&view, &options()), Err(PdfError::Date("2026-02-30".into())));
    let outside = with_template("../report.typ", "");
    assert_eq!(pdf(&sample::empty(), &outside), Err(PdfError::Name("../report.typ".into())));
    let frame = with_template("frame.typ", "");
    assert_eq!(pdf(&sample::empty(), &frame), Err(PdfError::Reserved("frame.typ".into())));
    let mut twice = options();
    twice.attachments.extend(options().attachments);
    assert_eq!(pdf(&sample::empty(), &twice), Err(PdfError::Twice("attachments/rows.csv".into())));
    let font = PdfOptions { extra_fonts: vec![b"no font".to_vec()], ..options() };
    assert_eq!(pdf(&sample::empty(), &font), Err(PdfError::Font { index: 0 }));
}
