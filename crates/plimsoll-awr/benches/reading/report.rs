//! Reports in the layout of 19c with invented figures: what is read, and around it the tables and texts that make
//! most of a report.

use std::fmt::Write as _;

/// Statistics that are no business of storage, beside those that are.
const OTHER_STATISTICS: usize = 330;

/// SQL statements, with texts of some hundred words each.
const STATEMENTS: usize = 160;

/// Latches, segments and other rows that nobody asks for here.
const OTHER_ROWS: usize = 2600;

/// Statistic, in all, per second, per transaction.
const STATISTICS: [[&str; 4]; 10] = [
    ["physical read IO requests", "6,000,000", "20,000.00", "20.00"],
    ["physical read bytes", "49,152,000,000", "163,840,000.00", "163,840.00"],
    ["physical read total IO requests", "6,060,000", "20,200.00", "20.20"],
    ["physical read total bytes", "49,643,520,000", "165,478,400.00", "165,478.40"],
    ["physical write IO requests", "1,500,000", "5,000.00", "5.00"],
    ["physical write bytes", "12,288,000,000", "40,960,000.00", "40,960.00"],
    ["physical write total IO requests", "1,800,000", "6,000.00", "6.00"],
    ["physical write total bytes", "15,360,000,000", "51,200,000.00", "51,200.00"],
    ["user commits", "300,000", "1,000.00", "1.00"],
    ["user rollbacks", "0", "0.00", "0.00"],
];

/// An HTML report of about 1.2 megabytes.
pub(crate) fn html() -> String {
    let mut html = String::from(
        "\n<html lang=\"en\"><head><title>AWR Report for DB: DEMO, Inst: demo, Snaps: 1-2</title></head><body class=\"awr\">\n",
    );
    let about = "This table displays";
    table(
        &mut html,
        &format!("{about} database instance information"),
        &["DB Name", "DB Id", "Release"],
        [vec!["DEMO", "1", "19.0.0.0.0"]],
    );
    let snapshots = [
        vec!["Begin Snap:", "1", "20-Jan-24 08:00:00"],
        vec!["End Snap:", "2", "20-Jan-24 08:05:00"],
        vec!["Elapsed:", "&#160;", "    5.00 (mins)"],
    ];
    table(
        &mut html,
        &format!("{about} snapshot information"),
        &["", "Snap Id", "Snap Time"],
        snapshots,
    );
    let wait =
        |event: &'static str| vec![event, "6,000,000", "0", "3,000", "500.00us", "20.00", "80.00"];
    let heads = [
        "Event",
        "Waits",
        "%Time -outs",
        "Total Wait Time (s)",
        "Avg wait",
        "Waits /txn",
        "% DB time",
    ];
    let waits = ["db file sequential read", "log file sync", "read by other session"].map(wait);
    table(
        &mut html,
        &format!("{about} Foreground Wait Events and their wait statistics"),
        &heads,
        waits,
    );
    fill(&mut html);
    let others = names("workload component", OTHER_STATISTICS);
    let rows = STATISTICS.iter().map(|row| row.to_vec());
    let rows =
        rows.chain(others.iter().map(|name| vec![name.as_str(), "1,234,567", "4,115.22", "4.12"]));
    let summary = format!(
        "{about} Instance activity statistics. For each instance, activity total is displayed"
    );
    table(&mut html, &summary, &["Statistic", "Total", "per Second", "per Trans"], rows);
    html + "End of Report\n</body></html>\n"
}

/// What stands between the tables that are read.
fn fill(html: &mut String) {
    let words = "select insert update customer_id line_total between exists partition inner left "
        .repeat(40);
    let statements = names("statement", STATEMENTS);
    let texts = statements.iter().map(|name| vec![name.as_str(), words.as_str()]);
    table(
        html,
        "This table displays the text of the SQL statements",
        &["SQL Id", "SQL Text"],
        texts,
    );
    let others = names("latch structure", OTHER_ROWS);
    let rows = others.iter().map(|name| vec![name.as_str(), "4,711,000", "0.42", "&#160;", "0"]);
    table(
        html,
        "This table displays latch statistics",
        &["Latch", "Gets", "Misses", "Slps", "Wait"],
        rows,
    );
}

fn names(what: &str, count: usize) -> Vec<String> {
    (0..count).map(|number| format!("{what} {number:04}")).collect()
}

fn table<'a>(
    html: &mut String,
    summary: &str,
    heads: &[&str],
    rows: impl IntoIterator<Item = Vec<&'a str>>,
) {
    let _ = write!(
        html,
        "<table border=\"0\" width=\"600\" class=\"tdiff\" summary=\"{summary}\">\n<tr>"
    );
    for head in heads {
        let _ = write!(html, "<th class=\"awrbg\" scope=\"col\">{head}</th>");
    }
    html.push_str("</tr>\n");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            let _ = write!(html, "<td align=\"right\" class='awrnc'>{cell}</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</table>\n<p />\n");
}

/// A text report of about 240 kilobytes.
pub(crate) fn text() -> String {
    let mut text = String::from(
        "\nWORKLOAD REPOSITORY report for

DB Name         DB Id    Unique Name DB Role          Edition Release    RAC CDB
------------ ----------- ----------- ---------------- ------- ---------- --- ---
DEMO                   1 demo        PRIMARY          EE      19.0.0.0.0 NO  NO

              Snap Id      Snap Time      Sessions Curs/Sess
            --------- ------------------- -------- ---------
Begin Snap:         1 20-Jan-24 08:00:00        26        .1
  End Snap:         2 20-Jan-24 08:05:00        24        .9
   Elapsed:                5.00 (mins)

Foreground Wait Events                     DB/Inst: DEMO/demo  Snaps: 1-2

                                                Total
                                        %Time     Wait              Waits   % DB
Event                            Waits -outs Time (s)  Avg wait     /txn   time
-------------------------- ----------- ----- -------- --------- -------- ------
db file sequential read      6,000,000     0    3,000  500.00us     20.0   80.0
          -------------------------------------------------------------

SQL ordered by Elapsed Time                DB/Inst: DEMO/demo  Snaps: 1-2

",
    );
    for name in names("select something from a table where", OTHER_ROWS) {
        let _ = writeln!(text, "{name:<60}{:>20}", "1,234,567.8");
    }
    text.push_str("Instance Activity Stats                    DB/Inst: DEMO/demo  Snaps: 1-2\n\n");
    text.push_str(
        "Statistic                                     Total     per Second     per Trans\n",
    );
    text.push_str(
        "-------------------------------- ------------------ -------------- -------------\n",
    );
    let others = names("workload component", OTHER_STATISTICS);
    let others = others.iter().map(|name| [name.as_str(), "1,234,567", "4,115.2", "4.1"]);
    for [name, total, per_second, per_trans] in STATISTICS.into_iter().chain(others) {
        let _ = writeln!(text, "{name:<32} {total:>18} {per_second:>14} {per_trans:>13}");
    }
    text + "          -------------------------------------------------------------\n\nEnd of Report\n"
}
