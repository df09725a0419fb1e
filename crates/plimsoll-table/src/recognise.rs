//! What a file is, told by its content; the name only decides between forms of text.

use crate::decode::Chosen;
use crate::delimited::{Named, delimiter};
use crate::document::Form;
use crate::sheet::{OLE, ZIP};

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A zip file: a workbook, or another document of an office program.
    Package,
    /// An OLE container: an old workbook, an encrypted one, or another document.
    Container,
    /// An OpenDocument sheet that is one XML file.
    FlatSheet,
    /// A web page.
    Page,
    /// Values with a mark between them.
    Delimited(char),
    /// Text with markup, or without.
    Text,
    /// Something else, in words.
    Other(&'static str),
}

/// So much is looked at for what a text is, in bytes.
const HEAD_BYTES: usize = 64 * 1024;

/// What other files begin with.
const OTHERS: &[(&[u8], &str)] = &[
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"GIF8", "a picture"),
    (b"{\\rtf", "a document in rich text format"),
    (b"\x1F\x8B", "compressed data"),
];

/// What a file of this name is that begins so. The head may be the whole file.
pub(crate) fn kind(name: &str, head: &[u8]) -> Kind {
    kind_and_text(name, head).0
}

/// The same, and the begin of what is a text.
pub(crate) fn kind_and_text(name: &str, head: &[u8]) -> (Kind, String) {
    if let Some(kind) = kind_of_bytes(head) {
        return (kind, String::new());
    }
    let text = head_text(&head[..head.len().min(HEAD_BYTES)]);
    let kind = if text.contains('\0') { Kind::Other("no text") } else { text_kind(name, &text) };
    (kind, text)
}

/// What a file is that no text begins like.
fn kind_of_bytes(head: &[u8]) -> Option<Kind> {
    if head.starts_with(ZIP) || head.starts_with(b"PK\x05\x06") {
        return Some(Kind::Package);
    }
    if head.starts_with(OLE) {
        return Some(Kind::Container);
    }
    let (_, other) = OTHERS.iter().find(|(magic, _)| head.starts_with(magic))?;
    Some(Kind::Other(other))
}

/// The begin of a file as text; a character that was cut off at its end is left out.
fn head_text(head: &[u8]) -> String {
    let whole = whole(head);
    Chosen::of(whole, declared(head).as_deref()).text(whole).0
}

/// Without a character of UTF-8 that was cut off.
fn whole(head: &[u8]) -> &[u8] {
    match std::str::from_utf8(head) {
        Err(error) if error.error_len().is_none() => &head[..error.valid_up_to()],
        _ => head,
    }
}

fn text_kind(name: &str, text: &str) -> Kind {
    let begin = begin(text).to_ascii_lowercase();
    let starts = |tags: &[&str]| tags.iter().any(|tag| begin.starts_with(tag));
    if begin.contains("<office:document") {
        return Kind::FlatSheet;
    }
    if begin.contains("urn:schemas-microsoft-com:office:spreadsheet") {
        return Kind::Other("a workbook as an XML file of 2003");
    }
    let extension = extension(name);
    let is_named_page = matches!(extension.as_str(), "html" | "htm" | "xhtml");
    let is_page = starts(&[
        "<!doctype html",
        "<html",
        "<head",
        "<body",
        "<table",
        "<meta",
        "<title",
        "<thead",
        "<tr",
    ]) || begin.contains("<html");
    if is_page || is_named_page && text.contains('<') && text.contains('>') {
        return Kind::Page;
    }
    let named = match extension.as_str() {
        "csv" | "tsv" | "tab" => Named::So,
        _ => Named::Otherwise,
    };
    let has_rule = || text.lines().any(|line| is_rule(line.trim()));
    let has_markup = matches!(extension.as_str(), "md" | "markdown" | "rst" | "adoc" | "asciidoc");
    match delimiter(text, named).filter(|_| !has_markup) {
        Some(delimiter) if !has_rule() => Kind::Delimited(delimiter),
        _ => Kind::Text,
    }
}

/// The begin of a page: without white space, comments and declarations, as far as tags are looked for.
fn begin(text: &str) -> &str {
    let mut rest = text.trim_start_matches('\u{FEFF}').trim_start();
    while let Some(inside) = rest.strip_prefix("<!--").or_else(|| rest.strip_prefix("<?")) {
        let end = if rest.starts_with("<!--") { "-->" } else { "?>" };
        // What declares the kind of the workbook stands in such a declaration.
        let Some((_, after)) = inside.split_once(end) else { break };
        rest = after.trim_start();
    }
    &rest[..rest.floor_char_boundary(1024)]
}

/// The rule line of a pipe table.
fn is_rule(line: &str) -> bool {
    line.starts_with('|')
        && line.contains("--")
        && line.bytes().all(|byte| matches!(byte, b'|' | b'-' | b':' | b' '))
}

/// What the name ends with, in lower case.
pub(crate) fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// The form that a name promises.
pub(crate) fn promised(name: &str) -> Option<Form> {
    Some(match extension(name).as_str() {
        "xlsx" | "xlsm" => Form::Xlsx,
        "xls" => Form::Xls,
        "ods" | "fods" => Form::Ods,
        "html" | "htm" | "xhtml" => Form::Html,
        "csv" | "tsv" | "tab" => Form::Csv,
        "md" | "markdown" | "rst" | "adoc" | "asciidoc" => Form::Markdown,
        _ => return None,
    })
}

/// The encoding that a page names in its head.
pub(crate) fn declared(head: &[u8]) -> Option<String> {
    let head: String =
        head.iter().take(4096).map(|byte| char::from(*byte).to_ascii_lowercase()).collect();
    let (_, after) = head.split_once("charset=").or_else(|| {
        let declaration = head.strip_prefix("<?xml")?.split_once("?>")?.0;
        head[..declaration.len() + 5].split_once("encoding=")
    })?;
    let name = after.trim_start_matches([' ', '"', '\'']);
    let end =
        name.find(|letter: char| !(letter.is_ascii_alphanumeric() || "-_:.".contains(letter)));
    let name = &name[..end.unwrap_or(name.len())];
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Kind, declared, kind};

    #[test]
    fn content_decides() {
        assert_eq!(kind("a.xlsx", b"<!-- x --><!DOCTYPE HTML><html>"), Kind::Page);
        assert_eq!(kind("a.xls", b"<table><tr><td>1</table>"), Kind::Page);
        assert_eq!(kind("a.html", b"PK\x03\x04"), Kind::Package);
        assert_eq!(kind("a.xlsx", super::OLE), Kind::Container);
        assert_eq!(kind("a.txt", b"%PDF-1.7"), Kind::Other("a PDF document"));
        assert_eq!(kind("a.csv", b"\x00\x01\x02\x03"), Kind::Other("no text"));
        assert_eq!(kind("a.csv", b"a;b\n1;2\n"), Kind::Delimited(';'));
        assert_eq!(kind("a.csv", b"| a | b |\n|---|---|\n| 1 | 2 |\n"), Kind::Text);
        assert_eq!(kind("a.md", b"a, b, c\nd, e, f\ng, h, i\n"), Kind::Text);
        assert_eq!(kind("a.md", b"<div>\n\n# Tests\n"), Kind::Text);
        assert_eq!(
            kind("a.fods", b"<?xml version=\"1.0\"?>\n<office:document x=\"y\">"),
            Kind::FlatSheet
        );
        let wide: Vec<u8> =
            "op\tIOPS\r\nread\t5\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(kind("a.tsv", &wide), Kind::Delimited('\t'));
    }

    #[test]
    fn pages_name_their_encoding() {
        assert_eq!(declared(b"<meta charset=\"EUC-KR\">").as_deref(), Some("euc-kr"));
        assert_eq!(
            declared(b"<meta content='text/html; charset=Shift_JIS'>").as_deref(),
            Some("shift_jis")
        );
        assert_eq!(declared(b"<?xml version='1.0' encoding='big5'?>").as_deref(), Some("big5"));
        assert_eq!(declared(b"<p>encoding=x"), None);
    }
}
