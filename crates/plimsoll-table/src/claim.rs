//! Which entries hold published tables, and what they must not be taken for.

use crate::limits::Budget;
use crate::markdown;
use crate::recognise::{Kind, extension, head_text, kind};
use plimsoll_read::{Claim, Confidence, Entry, Format, Listing};
use plimsoll_schema::Origin;

/// Published tables, as a format.
pub static FORMAT: Format = Format {
    name: "table",
    title: "published tables",
    looks_for: "a page, a text or a sheet with tables of IOPS, throughput or latency \
                (HTML, Markdown, text, CSV, XLSX, XLS, ODS)",
    origin: Origin::Published,
};

/// Spellings of rates, in small letters, that stand in no table of another kind.
const RATES: &[&str] = &[
    "iops",
    "ıops",
    "mib/s",
    "mb/s",
    "gib/s",
    "gb/s",
    "kib/s",
    "kb/s",
    "mibps",
    "mbps",
    "gibps",
    "gbps",
    "mio/s",
    "mo/s",
    "миб/с",
    "мб/с",
    "mib/秒",
    "mb/秒",
    "i/o",
];

/// What reports of tools say about themselves. Their own readers know them better; where there is none, what was measured
/// must not be taken for what was published.
const REPORTS: &[&str] =
    &["WORKLOAD REPOSITORY", "STATSPACK report", "Vdbench distribution", "(PDH-CSV", "avg-cpu:"];

/// Which entries of a listing hold published tables. Other readers know more of what they claim, so no claim is more than
/// possible.
pub fn claims(listing: &Listing<'_>) -> Vec<Claim> {
    let claim = |(index, entry): (usize, &Entry<'_>)| {
        let why = reason(entry)?;
        Some(Claim::on_entry(index, Confidence::Possible, why))
    };
    listing.entries.iter().enumerate().filter_map(claim).collect()
}

/// Why an entry may hold published tables. One that the user names needs no word of a rate.
fn reason(entry: &Entry<'_>) -> Option<&'static str> {
    let head = entry.head().ok()?;
    let extension = extension(&entry.name);
    let is_named = |names: &[&str]| names.contains(&extension.as_str());
    match kind(&entry.name, &head) {
        Kind::Package => {
            let is_workbook =
                holds(&head, b"xl/workbook.xml") || holds(&head, b"opendocument.spreadsheet");
            (is_workbook || is_named(&["xlsx", "xlsm", "ods"])).then_some("it is a workbook")
        }
        Kind::Container => {
            let is_workbook =
                ["Workbook", "EncryptedPackage"].iter().any(|name| holds(&head, &wide(name)));
            (is_workbook || is_named(&["xls", "xlsx"])).then_some("it is a workbook")
        }
        Kind::FlatSheet => Some("it is an OpenDocument sheet"),
        Kind::Other(_) => None,
        kind => {
            let text = head_text(&head);
            let is_report = REPORTS.iter().any(|report| text.contains(report));
            let is_json = text.trim_start().starts_with(['{', '[']);
            if is_report || is_json || !(entry.is_named || names_rates(&text)) {
                return None;
            }
            text_reason(kind, &text)
        }
    }
}

fn text_reason(kind: Kind, text: &str) -> Option<&'static str> {
    match kind {
        Kind::Page => {
            let page = text.to_ascii_lowercase();
            let has_cells = page.contains("<td") || page.contains("<th");
            (page.contains("<table") && has_cells).then_some("it is a web page with tables")
        }
        Kind::Delimited(_) => Some("it holds delimited values"),
        _ => {
            let document = markdown::read(text, &mut Budget::default()).ok()?;
            let mut tables = document.tables();
            tables
                .any(|table| table.rows.len() > 1 && table.width() > 1 || table.included.is_some())
                .then_some("it is a text with tables")
        }
    }
}

fn names_rates(text: &str) -> bool {
    let text = text.to_lowercase();
    RATES.iter().any(|rate| text.contains(rate))
}

fn wide(name: &str) -> Vec<u8> {
    name.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

fn holds(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::claims;
    use plimsoll_read::{Confidence, Entry, Listing};

    /// Why a file is claimed that was found in a folder.
    fn found(name: &str, text: &str) -> Option<String> {
        reason(name, text, false)
    }

    fn reason(name: &str, text: &str, is_named: bool) -> Option<String> {
        let bytes = text.as_bytes().to_vec();
        let entry = Entry { is_named, ..Entry::named(name, &bytes) };
        let claims = claims(&Listing { folder: "d".into(), entries: std::slice::from_ref(&entry) });
        claims.into_iter().next().map(|claim| {
            assert_eq!(claim.confidence, Confidence::Possible);
            claim.why
        })
    }

    #[test]
    fn tables_that_name_rates() {
        let table = "| op | IOPS |\n|---|---|\n| read | 5 |\n";
        assert_eq!(found("a.md", table).as_deref(), Some("it is a text with tables"));
        assert_eq!(
            found("a.csv", "op;ıOPS\nread;5\n").as_deref(),
            Some("it holds delimited values")
        );
        let page = "<html><table><tr><td>MiB/s</table>";
        assert_eq!(found("a.html", page).as_deref(), Some("it is a web page with tables"));
        assert_eq!(found("a.xlsx", "PK\x03\x04").as_deref(), Some("it is a workbook"));
    }

    #[test]
    fn what_holds_no_published_table() {
        for (name, text) in [
            ("fio.json", "{ \"fio version\" : \"fio-3.36\", \"iops\" : 5 }"),
            ("awr.html", "<html><h1>WORKLOAD REPOSITORY report</h1><table><tr><td>IOPS</table>"),
            ("log.txt", "read: IOPS=5, BW=6MiB/s\nwrite: IOPS=5, BW=6MiB/s\n"),
            ("README.md", "| option | meaning |\n|---|---|\n| -o | output |\n"),
            ("a.html", "<html><pre>IOPS</pre>"),
            ("a.zip", "PK\x03\x04"),
            ("a.log", "0, 5, 0, 4096\n1, 6, 0, 4096\n2, 7, 0, 4096\n"),
        ] {
            assert_eq!(found(name, text), None, "{name}");
        }
        let table = "| option | meaning |\n|---|---|\n| -o | output |\n";
        assert!(reason("README.md", table, true).is_some(), "the user named it");
    }
}
