//! Reads reports of Oracle databases: AWR as text and HTML, of one instance, of a pluggable database and of a
//! cluster, and Statspack.
//!
//! ```text
//! WORKLOAD REPOSITORY report for
//!
//!               Snap Id      Snap Time      Sessions Curs/Sess
//!             --------- ------------------- -------- ---------
//! Begin Snap:       100 20-Jan-24 08:00:00        26        .1
//!   End Snap:       101 20-Jan-24 08:05:00        24        .9
//!    Elapsed:                5.00 (mins)
//!
//! Foreground Wait Events                     DB/Inst: DEMO/demo  Snaps: 100-101
//!                                                 Total
//!                                         %Time     Wait              Waits   % DB
//! Event                            Waits -outs Time (s)  Avg wait     /txn   time
//! -------------------------- ----------- ----- -------- --------- -------- ------
//! db file sequential read        300,000            150  500.00us    100.0   80.0
//!           -------------------------------------------------------------
//! Instance Activity Stats                    DB/Inst: DEMO/demo  Snaps: 100-101
//!
//! Statistic                                     Total     per Second     per Trans
//! -------------------------------- ------------------ -------------- -------------
//! physical read total IO requests             330,000        1,100.0         110.0
//! ```
//!
//! To read along:
//!
//! * `reader` claims and reads; `kind` says what a report is, and what only looks like one;
//! * `text` cuts text by the rulers under its headings, `html` finds tables by their summaries, without a
//!   document tree; both say which `section` a table is and hand its rows to `gathering`;
//! * `number` reads what stands in a cell, `snapshot` the interval, `wait` how long events were waited for,
//!   `histogram` how those waits are distributed;
//! * `report` is what was gathered of one report, `rows` makes rows of it, with `doubts` about them.
//!
//! The figures of a report are those of the database's instance. Requests come from statistics named `IO requests`
//! alone: `physical reads`, `Physical read (blocks)` and `Physical Reads/s` count blocks, of which one request may
//! hold a hundred.
//!
//! Facts about the layouts were taken from reports of 11.2.0.3, 11.2.0.4, 12.2 and 19c (HTML), 11.2.0.3 and 19c
//! (text), 11.2.0.3 (cluster, HTML) and Statspack of 11.2.0.4. Others are read by their headings, with a finding.

mod doubts;
mod gathering;
mod histogram;
mod html;
mod kind;
mod number;
mod reader;
mod report;
mod rows;
mod section;
mod snapshot;
mod text;
mod wait;

pub use kind::{ReportKind, other_report, recognise};
pub use number::rate;
pub use reader::Awr;
pub use report::Report;
