//! Workbooks that are protected, damaged, made to unfold, or no workbooks.

use crate::support::{assert_refused, fixture, read, root, shown};
use plimsoll_schema::Code;
use plimsoll_table::{Block, Content, DoubtKind};
use proptest::prelude::*;
use std::fs;
use std::io::{Cursor, Read as _, Write as _};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

fn bytes(name: &str) -> Vec<u8> {
    fs::read(root().join("fixtures/vendor").join(name)).expect("the fixture is there")
}

/// A zip file with some parts.
fn package(parts: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, bytes) in parts {
        writer.start_file(*name, stored).expect("a part begins");
        writer.write_all(bytes).expect("memory can be written");
    }
    writer.finish().expect("a zip file ends").into_inner()
}

/// A fixture with one part replaced or added.
fn with_part(fixture: &str, part: &str, content: &[u8]) -> Vec<u8> {
    let original = bytes(fixture);
    let mut archive = ZipArchive::new(Cursor::new(&original)).expect("a zip file");
    let mut parts: Vec<(String, Vec<u8>)> = Vec::new();
    for index in 0..archive.len() {
        let mut file = archive.by_index(index).expect("a part");
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).expect("a part is read");
        parts.push((file.name().expect("a name").to_string(), bytes));
    }
    parts.retain(|(name, _)| name != part);
    parts.push((part.to_owned(), content.to_vec()));
    let parts: Vec<(&str, &[u8])> = parts.iter().map(|(name, bytes)| (&**name, &**bytes)).collect();
    package(&parts)
}

/// A sheet in place of the fixture's first.
fn with_sheet(data: &str) -> Vec<u8> {
    let sheet = format!(
        "<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"><sheetData>{data}</worksheet>"
    );
    with_part("de-table.xlsx", "xl/worksheets/sheet1.xml", sheet.as_bytes())
}

/// An OLE container with streams, each of whole sectors.
fn container(streams: &[(&str, &[u8])]) -> Vec<u8> {
    const END: u32 = 0xFFFF_FFFE;
    let mut next: Vec<u32> = vec![0xFFFF_FFFD, END];
    let mut sectors: Vec<u8> = Vec::new();
    let mut directory = entry("Root Entry", 5, END, 0);
    for (name, content) in streams {
        let mut content = content.to_vec();
        content.resize(content.len().next_multiple_of(512).max(4096), 0);
        directory.extend(entry(name, 2, next.len() as u32, content.len() as u32));
        let count = (content.len() / 512) as u32;
        next.extend((1..count).map(|step| next.len() as u32 + step).collect::<Vec<_>>());
        next.push(END);
        sectors.extend(content);
    }
    directory.resize(512, 0);
    let mut bytes = vec![0; 512];
    bytes[..8].copy_from_slice(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1");
    bytes[24..34].copy_from_slice(&[0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0]);
    bytes[44..48].copy_from_slice(&1_u32.to_le_bytes());
    bytes[48..52].copy_from_slice(&1_u32.to_le_bytes());
    bytes[56..60].copy_from_slice(&4096_u32.to_le_bytes());
    bytes[60..64].copy_from_slice(&END.to_le_bytes());
    bytes[68..72].copy_from_slice(&END.to_le_bytes());
    bytes[76..512].fill(0xFF);
    bytes[76..80].copy_from_slice(&0_u32.to_le_bytes());
    let mut table: Vec<u8> = next.iter().flat_map(|number| number.to_le_bytes()).collect();
    table.resize(512, 0xFF);
    [bytes, table, directory, sectors].concat()
}

fn entry(name: &str, kind: u8, first: u32, length: u32) -> Vec<u8> {
    let mut entry: Vec<u8> = name.encode_utf16().flat_map(u16::to_le_bytes).collect();
    entry.resize(64, 0);
    entry.extend(((name.len() + 1) as u16 * 2).to_le_bytes());
    entry.extend([kind, 1]);
    entry.resize(116, 0xFF);
    entry.extend(first.to_le_bytes());
    entry.extend(u64::from(length).to_le_bytes());
    entry
}

/// Records of an old workbook.
fn records(records: &[(u16, &[u8])]) -> Vec<u8> {
    let record = |(kind, data): &(u16, &[u8])| {
        [&kind.to_le_bytes()[..], &(data.len() as u16).to_le_bytes(), data].concat()
    };
    records.iter().flat_map(record).collect()
}

const BEGIN: (u16, &[u8]) = (0x0809, &[0, 6, 5, 0, 0, 0, 0, 0]);
const END: (u16, &[u8]) = (0x000A, &[]);

#[test]
fn a_protected_workbook_is_refused_in_words() {
    let encrypted = container(&[("EncryptionInfo", b"x"), ("EncryptedPackage", b"y")]);
    assert_refused("a.xlsx", encrypted, Code::InputUnreadable, "protected by a password");
    let stream = records(&[BEGIN, (0x002F, &[1, 0, 1, 0, 1, 0]), END]);
    assert_refused(
        "a.xls",
        container(&[("Workbook", &stream)]),
        Code::InputUnreadable,
        "protected by a password",
    );
    let manifest = b"<manifest:manifest><manifest:encryption-data/></manifest:manifest>";
    let sheet = with_part("ko-table.ods", "META-INF/manifest.xml", manifest);
    assert_refused("a.ods", sheet, Code::InputUnreadable, "protected by a password");
}

#[test]
fn entities_are_refused() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;\">]>";
    for part in
        ["xl/workbook.xml", "xl/sharedStrings.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml"]
    {
        let content = format!("<?xml version=\"1.0\"?>{bomb}<worksheet>&b;</worksheet>");
        let workbook = with_part("de-table.xlsx", part, content.as_bytes());
        assert_refused("a.xlsx", workbook, Code::DocumentDamaged, "declares entities");
    }
    let content = format!(
        "<?xml version=\"1.0\"?><!-- <office> -->{bomb}<office:document-content>&b;</office:document-content>"
    );
    let sheet = with_part("ko-table.ods", "content.xml", content.as_bytes());
    assert_refused("a.ods", sheet, Code::DocumentDamaged, "declares entities");
    let sheet = with_part("ko-table.ods", "content.xml", b"<a>&b;</a>");
    assert_refused("a.ods", sheet, Code::DocumentDamaged, "does not declare");
}

#[test]
fn workbooks_that_are_made_to_unfold() {
    let spaces = vec![b' '; (64 << 20) + 1];
    let workbook = with_part("de-table.xlsx", "xl/sharedStrings.xml", &spaces);
    assert_refused("a.xlsx", workbook, Code::InputTooLarge, "greater than 64 MiB");
    let claims = b"<sst uniqueCount=\"99999999999999\"></sst>";
    let workbook = with_part("de-table.xlsx", "xl/sharedStrings.xml", claims);
    assert_refused("a.xlsx", workbook, Code::DocumentDamaged, "more texts than it can hold");
    let merged = with_sheet(
        "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>2</v></c></row></sheetData>\
         <mergeCells><mergeCell ref=\"A1:XFD1048576\"/></mergeCells>",
    );
    assert_refused("a.xlsx", merged, Code::InputTooLarge, "more than 500000 cells");
    let repeated = "<office:spreadsheet><table:table table:name=\"A\"><table:table-row table:number-rows-repeated=\"1048576\">\
        <table:table-cell office:value-type=\"string\" table:number-columns-repeated=\"16384\"><text:p>x</text:p></table:table-cell>\
        </table:table-row></table:table></office:spreadsheet>";
    let sheet = with_part("ko-table.ods", "content.xml", repeated.as_bytes());
    assert_refused("a.ods", sheet, Code::InputTooLarge, "more than 500000 cells");
    let deep = "<a>".repeat(100_000);
    let sheet = with_part("ko-table.ods", "content.xml", deep.as_bytes());
    assert_refused("a.ods", sheet, Code::DocumentDamaged, "deep");
}

#[test]
fn cells_that_lie_far_apart_cost_nothing() {
    let far = with_sheet(
        "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>2</v></c></row></sheetData>",
    );
    let document = read("a.xlsx", far).expect("two cells");
    let texts: Vec<&str> = document
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::Paragraph(passage) => Some(&*passage.text),
            _ => None,
        })
        .collect();
    assert_eq!(texts, ["1", "2"]);
    let empty = "<office:spreadsheet><table:table table:name=\"A\"><table:table-row table:number-rows-repeated=\"1000000\">\
        <table:table-cell table:number-columns-repeated=\"16384\"/></table:table-row><table:table-row><table:table-cell \
        office:value-type=\"string\"><text:p>a</text:p></table:table-cell><table:table-cell office:value-type=\"float\" \
        office:value=\"5\"/></table:table-row></table:table></office:spreadsheet>";
    let document =
        read("a.ods", with_part("ko-table.ods", "content.xml", empty.as_bytes())).expect("one row");
    let table = document.tables().next().expect("a table");
    assert_eq!(table.locator(0, 1), "A!B1000001");
    assert!(
        matches!(table.rows[0].cells[1].content, Content::Number { value, .. } if value.to_bits() == 5_f64.to_bits())
    );
}

#[test]
fn a_sheet_of_ten_thousand_columns_is_left_out_and_the_others_are_read() {
    let cell = "<table:table-cell office:value-type=\"float\" office:value=\"1\" table:number-columns-repeated=\"10000\"/>";
    let row = format!("<table:table-row>{cell}</table:table-row>");
    let small = "<table:table table:name=\"B\"><table:table-row><table:table-cell office:value-type=\"float\" office:value=\"5\" \
        table:number-columns-repeated=\"2\"/></table:table-row></table:table>";
    let content = format!(
        "<office:spreadsheet><table:table table:name=\"A\">{row}{row}</table:table>{small}</office:spreadsheet>"
    );
    let document = read("a.ods", with_part("ko-table.ods", "content.xml", content.as_bytes()))
        .expect("two sheets");
    let widths: Vec<usize> = document.tables().map(plimsoll_table::Table::width).collect();
    assert_eq!(widths, [0, 2]);
    assert_eq!(
        document.doubts.iter().map(|doubt| doubt.kind).collect::<Vec<_>>(),
        [DoubtKind::TableTooWide]
    );
    assert_eq!(document.doubts[0].locator.as_deref(), Some("A!A1"));
}

#[test]
fn documents_of_other_kinds_are_named() {
    let word = package(&[("[Content_Types].xml", b"<a/>"), ("word/document.xml", b"<a/>")]);
    assert_refused("a.docx", word, Code::DocumentNotUnderstood, "a Word document");
    assert_refused(
        "a.xlsb",
        package(&[("xl/workbook.bin", b"x")]),
        Code::DocumentNotUnderstood,
        "a binary Excel workbook",
    );
    assert_refused(
        "a.zip",
        package(&[("a.txt", b"x")]),
        Code::DocumentNotUnderstood,
        "without a workbook",
    );
    let old = container(&[("WordDocument", b"x")]);
    assert_refused("a.doc", old, Code::DocumentNotUnderstood, "a Word document");
    let text = package(&[("content.xml", b"<office:text/>")]);
    assert_refused("a.odt", text, Code::DocumentNotUnderstood, "no sheet");
}

#[test]
fn a_name_that_promises_another_form_is_doubted() {
    let document = read("a.xlsx", b"<!DOCTYPE html><table><tr><td>IOPS<td>5</table>".to_vec())
        .expect("a page");
    assert_eq!(document.doubts.len(), 1);
    assert_eq!(document.doubts[0].kind, DoubtKind::NamedOtherwise);
    assert_eq!(document.doubts[0].message, "its name ends with .xlsx, and it is an HTML page");
    let document = read("a.csv", bytes("ko-table.xlsx")).expect("a workbook");
    assert_eq!(document.doubts[0].kind, DoubtKind::NamedOtherwise);
    assert_eq!(document.tables().count(), 3);
}

#[test]
fn chains_that_lead_back_into_themselves() {
    for at in (512..1024).step_by(4) {
        for value in [0_u32, 1, 2, 5] {
            let mut bytes = bytes("workbook-97.xls");
            bytes[at..at + 4].copy_from_slice(&value.to_le_bytes());
            let _ = read("a.xls", bytes);
        }
    }
    let extent = [0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0, 0, 0xFF, 0xFF, 0, 0];
    let sheet = records(&[BEGIN, (0x0200, &extent), END]);
    let place = (records(&[BEGIN, (0x0085, &[0; 10]), END])).len() as u32;
    let name = [&place.to_le_bytes()[..], &[0, 0, 2, 0, b'A', b'B']].concat();
    let stream = [records(&[BEGIN, (0x0085, &name), END]), sheet].concat();
    assert_refused("a.xls", container(&[("Workbook", &stream)]), Code::DocumentDamaged, "records");
}

#[test]
fn every_cut_of_a_workbook_is_an_error_or_less() {
    for name in ["workbook-97.xls", "side-by-side.xlsx", "ko-table.ods"] {
        let whole = bytes(name);
        for end in (0..whole.len()).step_by(97) {
            let _ = read(name, whole[..end].to_vec());
        }
        assert_refused(name, whole[..whole.len() / 2].to_vec(), Code::DocumentDamaged, "damaged");
    }
}

#[test]
fn flat_sheets_are_read_as_the_part_of_a_zipped_one() {
    let original = bytes("tr-table.ods");
    let mut archive = ZipArchive::new(Cursor::new(&original)).expect("a zip file");
    let mut content = String::new();
    archive.by_name("content.xml").expect("the part").read_to_string(&mut content).expect("text");
    let flat = content.replace("office:document-content", "office:document");
    assert_eq!(
        shown(&read("a.fods", flat.into_bytes()).expect("a sheet")),
        shown(&fixture("tr-table.ods"))
    );
}

#[test]
fn what_a_sheet_can_hold_in_open_document() {
    let content = "<office:document-content><office:automatic-styles><style:style style:name=\"h\"><style:table-properties \
        table:display=\"false\"/></style:style><style:style style:name=\"s\"><style:text-properties \
        style:text-position=\"super 58%\"/></style:style></office:automatic-styles><office:spreadsheet>\
        <table:table table:name=\"x\" table:style-name=\"h\"><table:table-row><table:table-cell office:value-type=\"string\">\
        <text:p>hidden</text:p></table:table-cell></table:table-row></table:table>\
        <table:table table:name=\"A\"><table:table-row>\
        <table:table-cell office:value-type=\"string\"><text:p>8,000<text:span text:style-name=\"s\">1</text:span></text:p></table:table-cell>\
        <table:table-cell office:value-type=\"percentage\" office:value=\"0.75\"><office:annotation><text:p>no</text:p></office:annotation><text:p>75 %</text:p></table:table-cell>\
        <table:table-cell table:formula=\"of:=1\"/>\
        <table:table-cell table:formula=\"of:=NA()\" office:value-type=\"string\" calcext:value-type=\"error\"><text:p>#N/A</text:p></table:table-cell>\
        <table:table-cell office:value-type=\"boolean\" office:boolean-value=\"true\"><text:p>WAHR</text:p></table:table-cell>\
        <table:table-cell office:value-type=\"string\"><text:p>a &amp; b<text:s/>c</text:p><text:p>d&#x20AC;</text:p></table:table-cell>\
        </table:table-row></table:table></office:spreadsheet></office:document-content>";
    let document = read("a.ods", with_part("ko-table.ods", "content.xml", content.as_bytes()))
        .expect("a sheet");
    assert_eq!(
        shown(&document),
        "Ods, title None, language None\n\
         doubt SheetHidden \"the workbook hides this sheet; it was left out\" at Some(\"x\")\n\
         0 h1 A\n\
         1 table 1, header 0 told, A from A!A1\n  \
         1 8,000 notes [\"1\"] | 75 % =0.75 |  FormulaWithoutValue | #N/A Error(\"#N/A\") | WAHR Boolean(true) | a & b c d€\n"
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_workbook_with_changed_bytes_ends_in_a_document_or_an_error(
        name in prop::sample::select(vec!["workbook-97.xls", "side-by-side.xlsx", "ko-table.ods"]),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut bytes = bytes(name);
        for (at, value) in changes {
            let at = at.index(bytes.len());
            bytes[at] = value;
        }
        let _ = read(name, bytes);
    }
}
