//! Which entries hold published tables, and what they must not be taken for.

use crate::delimited::records;
use crate::limits::Budget;
use crate::markdown;
use crate::recognise::{Kind, extension, kind_and_text};
use plimsoll_read::{Claim, Confidence, Entry, Format, HEAD_BYTES, Listing};
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
const REPORTS: &[&str] = &[
    "WORKLOAD REPOSITORY",
    "STATSPACK report",
    "Vdbench distribution",
    // perfmon and esxtop, iostat, nmon, dstat
    "(PDH-CSV",
    "avg-cpu:",
    "%rrqm",
    "AAA,progname",
    "\"Dstat ",
    // elbencho, DiskSpd, Iometer, IOzone
    "ISO date,label,path type",
    "Label,Phase,RuntimeMS",
    "Results for timespan",
    "'Test Type,Test Description",
    "Iozone: Performance Test of File I/O",
];

/// Names of columns that say when a line was written: what has one is a log of a tool, and no table that somebody
/// published.
const CLOCKS: &[&str] = &[
    "@timestamp",
    "date",
    "datetime",
    "elapsed",
    "epoch",
    "iso date",
    "time",
    "timestamp",
    "tod",
    "runtimems",
];

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
    let (kind, text) = kind_and_text(&entry.name, &head);
    match kind {
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
            let is_report = REPORTS.iter().any(|report| text.contains(report));
            let is_json = text.trim_start().starts_with(['{', '[']);
            let is_found = !entry.is_named;
            let is_log = matches!(kind, Kind::Delimited(delimiter) if has_clock(&text, delimiter));
            // Saved pages begin with scripts and navigation: their tables may stand behind the head.
            let goes_on = head.len() >= HEAD_BYTES && (entry.is_named || kind == Kind::Page);
            let may_name_rates = goes_on || names_rates(&text);
            if is_report || is_json || is_found && (is_log || !may_name_rates) {
                return None;
            }
            text_reason(kind, &text)
                .or(goes_on.then_some("its begin holds no table, and it goes on"))
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

/// Whether one of the first columns of delimited values is a time.
fn has_clock(text: &str, delimiter: char) -> bool {
    const FIRST: usize = 4;
    let header = records(text, delimiter).find(|record| record.filled() > 1);
    header.is_some_and(|header| {
        header.fields.iter().take(FIRST).any(|field| {
            let name = field.split('(').next().unwrap_or_default().trim().to_lowercase();
            CLOCKS.contains(&name.as_str())
        })
    })
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
    fn tables_behind_the_head_are_looked_for_in_pages_and_in_what_was_named() {
        let script = format!("<html><script>{}</script>", "a(); ".repeat(20_000));
        let page = format!("{script}<table><tr><td>MiB/s</table>");
        assert!(found("a.html", &page).is_some());
        let log = "4.1 5.2 6.3\n".repeat(10_000);
        assert_eq!(found("a.txt", &log), None, "a folder may hold many long logs");
        assert!(reason("a.txt", &log, true).is_some());
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
            ("live.csv", "Label,Phase,RuntimeMS,Rank,MiB/s,IOPS\n,WRITE,5000,Total,4566,4566\n"),
            (
                "result.csv",
                "ISO date,label,path type,operation,IOPS [first]\n2026-01-05,,file,WRITE,5\n",
            ),
            ("perf.csv", "\"(PDH-CSV 4.0)\",\"\\\\h\\PhysicalDisk\\IOPS\"\n\"01/05/2026\",\"5\"\n"),
            ("iometer.csv", "'Test Type,Test Description\n0,x\n'Target Type,IOps,MB/s\nALL,5,6\n"),
            ("log.csv", "Time (s);IOPS;MiB/s\n1;5;6\n2;7;8\n"),
        ] {
            assert_eq!(found(name, text), None, "{name}");
        }
        let table = "| option | meaning |\n|---|---|\n| -o | output |\n";
        assert!(reason("README.md", table, true).is_some(), "the user named it");
        assert!(reason("log.csv", "Time;IOPS\n1;5\n2;7\n", true).is_some(), "the user named it");
    }
}
