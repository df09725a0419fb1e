//! Inputs that are too large, or made to unfold: an error in words, after little work.

use crate::support::{assert_refused, read};
use plimsoll_read::{Entry, ReadError, ReadOptions};
use plimsoll_schema::Code;
use plimsoll_table::{DoubtKind, read_document};
use proptest::prelude::*;

#[test]
fn more_cells_than_a_published_table_has() {
    let page = format!("<html><table>{}", "<tr><td>1".repeat(3_000_000));
    assert_refused("a.html", page.into_bytes(), Code::InputTooLarge, "more than 500000 cells");
    let rows = "a,1\n".repeat(10_000_000);
    assert_refused("a.csv", rows.into_bytes(), Code::InputTooLarge, "more than 500000 cells");
    let text = format!("|a|b|\n|-|-|\n{}", "|1|2|\n".repeat(1_000_000));
    assert_refused("a.md", text.into_bytes(), Code::InputTooLarge, "more than 500000 cells");
    let spans = format!("<table>{}", "<tr><td colspan=1000>1".repeat(2_000));
    assert_refused("a.html", spans.into_bytes(), Code::InputTooLarge, "more than 500000 cells");
}

#[test]
fn a_table_of_ten_thousand_columns_is_left_out() {
    let rows = |begin: &str, cell: &str, end: &str| {
        format!("{begin}{}{end}", cell.repeat(10_000)).repeat(2)
    };
    for (name, text) in [
        ("a.html", format!("<table>{}</table>", rows("<tr>", "<td>1", "</tr>"))),
        ("a.md", format!("{}{}", rows("|", "a|", "\n"), rows("|", "-|", "\n"))),
        ("a.csv", rows("1", ",1", "\n")),
    ] {
        let document =
            read(name, text.into_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let table = document.tables().next().expect("it is counted");
        assert_eq!(table.rows, [], "{name}");
        let kinds: Vec<DoubtKind> = document.doubts.iter().map(|doubt| doubt.kind).collect();
        assert_eq!(kinds, [DoubtKind::TableTooWide], "{name}");
    }
}

/// A line of a hundred million values is looked through, not kept.
#[test]
fn a_record_of_very_many_values_is_not_kept() {
    let text = format!("op,IOPS\nread,5\n{}\n", "1,".repeat(5_000_000));
    let document = read("a.csv", text.into_bytes()).expect("a wide text");
    let table = document.tables().next().expect("it is counted");
    assert_eq!(table.rows, []);
    assert_eq!(document.doubts[0].locator.as_deref(), Some("line 1"));
    let open = format!("op,IOPS\nread,5\nwrite,\"{}", "1,2\n".repeat(2_000_000));
    assert_refused("a.csv", open.into_bytes(), Code::InputTooLarge, "more than 500000 cells");
}

/// What is longer than words are takes no time of those who look for words.
#[test]
fn texts_of_megabytes_in_one_place_say_nothing() {
    let long = "random read 4 KiB 5 IOPS 1.234 ".repeat(200_000);
    let table = "<table><tr><th>op<th>IOPS<tr><td>read<td>5</table>";
    for page in [
        format!("<html><p>{long}</p>{table}"),
        format!("<html><h2>{long}</h2>{table}"),
        format!("<html><table><tr><th>op<th>IOPS<tr><td>{long}<td>5</table>"),
    ] {
        let read = crate::support::read_rows("a.html", page);
        assert_eq!(read.rows.len(), 1);
        assert_eq!(read.rows[0].identity.block_size_bytes, None);
    }
}

#[test]
fn elements_that_lie_too_deep() {
    let page = format!("<html>{}", "<div><b>".repeat(1_000_000));
    assert_refused("a.html", page.into_bytes(), Code::InputTooLarge, "more than 512 deep");
}

#[test]
fn an_input_over_the_limit_is_refused_and_one_at_the_limit_is_not() {
    let bytes = b"<html>".to_vec();
    let of = |limit| {
        let options = ReadOptions { max_input_bytes: limit, ..ReadOptions::default() };
        read_document(&Entry::named("a.html", &bytes), &options)
    };
    assert!(of(6).is_ok());
    assert!(matches!(of(5), Err(ReadError::Input(finding)) if finding.code == Code::InputTooLarge));
}

#[test]
fn what_is_no_page_is_said_in_words() {
    assert_refused(
        "a.html",
        b"%PDF-1.7 and more".to_vec(),
        Code::DocumentNotUnderstood,
        "a PDF document",
    );
    assert_refused("a.csv", b"a\0b\x01c".to_vec(), Code::DocumentNotUnderstood, "no text");
    let old =
        b"<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\">";
    assert_refused("a.xls", old.to_vec(), Code::DocumentNotUnderstood, "an XML file of 2003");
}

/// Pieces of which pages and texts are made, whole ones and broken ones.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<table>",
        "</table>",
        "<tr>",
        "<td colspan=3>",
        "<th rowspan=0>",
        "</td>",
        "<caption>",
        "<sup>",
        "</sup>",
        "<p>",
        "<div hidden>",
        "</div>",
        "<b>",
        "</b>",
        "<a href=#n>",
        "<template>",
        "<select>",
        "<svg>",
        "<br>",
        "<li>",
        "<pre>",
        "<h2>",
        "<!--",
        "-->",
        "&nbsp;",
        "&#0;",
        "|",
        "\\|",
        "|---|",
        "---",
        "\n",
        "\n\n",
        "# ",
        "- ",
        "1. ",
        "    ",
        "```",
        "|===\n",
        "[cols=\"2,1\"]\n",
        "2.3+",
        "+--+\n",
        "===",
        ".. csv-table:: x\n",
        "   :file: y\n",
        "::\n",
        "*",
        "**",
        "_",
        "`",
        "[",
        "](",
        ")",
        "![",
        "{",
        "}",
        "{: caption=\"",
        ";",
        ",",
        "\t",
        "\"",
        "1.024",
        "테스트",
        "\u{A0}",
        "\r\n",
        "x",
    ]);
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_has_a_document(text in pieces(), name in prop::sample::select(vec!["a.html", "a.md", "a.csv", "a.txt", "a.rst"])) {
        // Only a lone zero character is no text.
        let document = read(name, text.clone().into_bytes());
        prop_assert!(document.is_ok(), "{text:?}: {document:?}");
        let numbers: Vec<usize> = document.iter().flat_map(|document| document.tables().map(|table| table.number)).collect();
        let expected: Vec<usize> = (1..=numbers.len()).collect();
        prop_assert_eq!(numbers, expected, "tables are counted from 1");
    }

    #[test]
    fn any_bytes_end_in_a_document_or_an_error(
        magic in prop::sample::select(vec![&b""[..], b"PK\x03\x04", b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", b"\xFF\xFE", b"\xEF\xBB\xBF"]),
        bytes in prop::collection::vec(any::<u8>(), 0..700),
    ) {
        let bytes = [magic, &bytes].concat();
        let _ = read("a", bytes);
    }
}
