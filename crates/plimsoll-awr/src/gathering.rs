//! Picks from the tables of a report what says how storage was used. Columns are known by their headings, whatever
//! their order.

use crate::histogram::{Range, Share, ranges};
use crate::number::{ColumnUnit, count, duration};
use crate::report::{Activity, Cell, Report};
use crate::section::Section;
use crate::snapshot::Snapshot;
use crate::wait::Wait;

/// The event that a read of one block is waited for by.
pub(crate) const READ_EVENT: &str = "db file sequential read";

/// Events that tell of writes, though none is the latency of one: a batch of the database writer, a write of redo, a
/// commit.
pub(crate) const WRITE_EVENTS: [&str; 3] =
    ["db file parallel write", "log file parallel write", "log file sync"];

/// The label of the block size.
pub(crate) const BLOCK_SIZE: &str = "Std Block Size:";

/// More shares of reads than this are not in a report: it has six tables of them, each with eight bins.
const MOST_SHARES: usize = 64;

/// Takes headings and rows.
pub(crate) struct Gathering<'a> {
    pub(crate) report: Report<'a>,
    columns: Columns,
}

/// The columns of the table that is being read, of those that matter.
enum Columns {
    /// Nothing is known of it.
    None,
    Instance {
        release: Option<usize>,
        id: Option<usize>,
    },
    Rates {
        first: usize,
    },
    Profile {
        read: usize,
        write: usize,
    },
    Waits(WaitColumns),
    Histogram(Vec<(usize, Range)>),
    Activity {
        total: usize,
        per_second: usize,
    },
    ClusterDatabase {
        id: usize,
        begin: usize,
        end: usize,
        hosts: Option<usize>,
        block_size: Option<usize>,
        elapsed: Option<usize>,
    },
    ClusterInstances {
        release: Option<usize>,
        elapsed: Option<usize>,
    },
}

/// The columns of a list of waits.
struct WaitColumns {
    event: usize,
    waits: usize,
    total: Option<usize>,
    average: Option<(usize, ColumnUnit)>,
    /// A cluster report has one row for each instance and one for all (`*`).
    instance: Option<usize>,
}

impl<'a> Gathering<'a> {
    /// Fills in a report.
    pub(crate) fn new(report: Report<'a>) -> Self {
        Self { report, columns: Columns::None }
    }

    /// Takes the headings of a table. Where a table has several rows of them, the last ones name its columns.
    pub(crate) fn head(&mut self, section: Section, columns: &[String]) {
        let names: Vec<String> = columns.iter().map(|name| plain(name)).collect();
        self.columns = Columns::of(section, columns, &names).unwrap_or(Columns::None);
        self.report.is_pluggable |= names.iter().any(|name| name == "containerdbid");
    }

    /// Takes a row, which begins at this place.
    pub(crate) fn row(&mut self, section: Section, cells: &[&'a str], at: usize) {
        let cell =
            |column: usize| Cell { text: cells.get(column).copied().unwrap_or_default(), at };
        let report = &mut self.report;
        match section {
            Section::Snapshots => return report.snapshot_row(cells, at),
            Section::CacheSizes => return report.cache_size(cells),
            _ => {}
        }
        match &self.columns {
            Columns::Instance { release, id } => {
                report.release = report.release.or(release.map(|column| cell(column).text));
                report.database_id = report.database_id.or(id.map(|column| cell(column).text));
            }
            Columns::Rates { first } => report.load(cell(0).text, cell(*first)),
            Columns::Profile { read, write } => {
                report.profile(cell(0).text, cell(*read), cell(*write));
            }
            Columns::Activity { total, per_second } => {
                let activity = Activity { total: cell(*total), per_second: cell(*per_second) };
                report.activity(cell(0).text, activity);
            }
            Columns::Waits(columns) => {
                let Some(wait) = columns.wait(cells, at) else { return };
                let is_foreground = section != Section::Background;
                let list =
                    if is_foreground { &mut report.foreground } else { &mut report.background };
                list.push(wait);
            }
            Columns::Histogram(ranges)
                if cell(0).text == READ_EVENT && report.shares.len() < MOST_SHARES =>
            {
                let shares = ranges.iter().filter_map(|(column, range)| {
                    let text = cell(*column).text;
                    let percent = if text.is_empty() { 0.0 } else { count(text)?.value };
                    Some(Share { range: *range, percent })
                });
                report.shares.extend(shares);
            }
            Columns::ClusterDatabase { id, begin, end, hosts, block_size, elapsed } => {
                report.database_id = report.database_id.or(Some(cell(*id).text));
                let snapshot = |column: usize| Some(Snapshot { id: cell(column).text, moment: "" });
                report.begin = report.begin.or(snapshot(*begin));
                report.end = report.end.or(snapshot(*end));
                report.hosts = report.hosts.or(hosts.map(|column| cell(column).text));
                report.block_size =
                    report.block_size.or(block_size.map(|column| cell(column).text));
                report.elapsed = report.elapsed.or(elapsed.map(cell));
            }
            Columns::ClusterInstances { release, elapsed } => {
                report.release = report.release.or(release.map(|column| cell(column).text));
                // The instances' own intervals are those that their rates are of.
                report.elapsed = elapsed.map(cell).or(report.elapsed);
            }
            Columns::Histogram(_) | Columns::None => {}
        }
    }
}

/// A heading without blanks and capitals.
fn plain(name: &str) -> String {
    name.chars().filter(|it| !it.is_whitespace()).flat_map(char::to_lowercase).collect()
}

impl Columns {
    /// The columns of a table by its headings, as they stand and plain.
    fn of(section: Section, columns: &[String], names: &[String]) -> Option<Self> {
        let find = |name: &str| names.iter().position(|it| it == name);
        Some(match section {
            Section::Instance => {
                Self::Instance { release: Some(find("release")?), id: find("dbid") }
            }
            Section::LoadProfile => {
                Self::Rates { first: names.iter().position(|it| it.ends_with("persecond"))? }
            }
            Section::IoProfile => {
                let of = |begin: &str| names.iter().position(|it| it.starts_with(begin));
                let read =
                    names.iter().position(|it| it.starts_with("read") && !it.contains('+'))?;
                Self::Profile { read, write: of("write")? }
            }
            Section::TopForeground | Section::Foreground | Section::Background => {
                Self::Waits(WaitColumns::of(names)?)
            }
            Section::Histogram => Self::Histogram(ranges(columns)),
            Section::Activity => {
                Self::Activity { total: find("total")?, per_second: find("persecond")? }
            }
            Section::ClusterDatabase => Self::ClusterDatabase {
                id: find("id")?,
                begin: find("begin")?,
                end: find("end")?,
                // Instances and hosts are counted in the same way, instances first.
                hosts: names.iter().rposition(|it| it == "inreport"),
                block_size: find("blocksize"),
                elapsed: find("elapsedtime"),
            },
            Section::ClusterInstances => Self::ClusterInstances {
                release: find("release"),
                elapsed: find("elapsedtime(min)"),
            },
            Section::Snapshots | Section::CacheSizes => return None,
        })
    }
}

impl WaitColumns {
    fn of(names: &[String]) -> Option<Self> {
        let position = |is_meant: fn(&str) -> bool| names.iter().position(|name| is_meant(name));
        let average = position(|name| name.starts_with("avg") || name.starts_with("waitavg"));
        let unit = |at: usize| {
            if names[at].contains("(ms)") { ColumnUnit::Milliseconds } else { ColumnUnit::Own }
        };
        Some(Self {
            event: position(|name| name == "event")?,
            waits: position(|name| name == "waits")?,
            // In text of 11.2.0.4 the list of the longest waits has four characters for the total (`Tota`), which
            // larger numbers do not fit: it is not read.
            total: position(|name| name.ends_with("(s)") || name.ends_with("(sec)")),
            average: average.map(|at| (at, unit(at))),
            instance: position(|name| name == "i#"),
        })
    }

    /// The wait in a row, if it is for one of the events that are asked for.
    fn wait<'a>(&self, cells: &[&'a str], at: usize) -> Option<Wait<'a>> {
        let cell = |column: usize| cells.get(column).copied();
        let event = cell(self.event)?;
        let is_asked_for = event == READ_EVENT || WRITE_EVENTS.contains(&event);
        let is_of_all = self.instance.is_none_or(|column| cell(column) == Some("*"));
        (is_asked_for && is_of_all).then(|| Wait {
            event,
            waits: cell(self.waits).and_then(count),
            total: self.total.and_then(cell).and_then(|text| duration(text, ColumnUnit::Seconds)),
            average: self.average.and_then(|(column, unit)| duration(cell(column)?, unit)),
            at,
        })
    }
}

impl<'a> Report<'a> {
    /// `Begin Snap:`, `End Snap:` and `Elapsed:`, the last with its minutes in any of its cells.
    fn snapshot_row(&mut self, cells: &[&'a str], at: usize) {
        let snapshot = || match cells {
            [_, id, moment, ..] if !id.is_empty() => Some(Snapshot { id, moment }),
            _ => None,
        };
        match cells.first().copied().unwrap_or_default() {
            "Begin Snap:" => self.begin = self.begin.or_else(snapshot),
            "End Snap:" => self.end = self.end.or_else(snapshot),
            "Elapsed:" => {
                let minutes = cells.iter().find(|cell| cell.ends_with("(mins)"));
                self.elapsed = self.elapsed.or(minutes.map(|text| Cell { text, at }));
            }
            _ => {}
        }
    }

    /// The block size stands behind its label, in the middle of a row.
    fn cache_size(&mut self, cells: &[&'a str]) {
        let label = cells.iter().position(|cell| *cell == BLOCK_SIZE);
        let size = label.and_then(|at| cells.get(at + 1)?.split_whitespace().next());
        self.block_size = self.block_size.or(size);
    }

    /// A row of the Load Profile. `Physical reads` and `Physical read (blocks)` count blocks.
    fn load(&mut self, label: &str, per_second: Cell<'a>) {
        let slot = match label {
            "Read IO requests:" => &mut self.read.load_requests,
            "Write IO requests:" => &mut self.write.load_requests,
            "Read IO (MB):" => &mut self.read.load_megabytes,
            "Write IO (MB):" => &mut self.write.load_megabytes,
            "Transactions:" => &mut self.transactions,
            _ => return,
        };
        slot.get_or_insert(per_second);
    }

    /// A row of the IO Profile.
    fn profile(&mut self, label: &str, read: Cell<'a>, write: Cell<'a>) {
        let (of_read, of_write) = match label {
            "Total Requests:" => {
                (&mut self.read.profile_requests, &mut self.write.profile_requests)
            }
            "Total (MB):" => (&mut self.read.profile_megabytes, &mut self.write.profile_megabytes),
            _ => return,
        };
        of_read.get_or_insert(read);
        of_write.get_or_insert(write);
    }

    /// A row of an instance's activity. Text has room for 32 characters of a name, all that the longest one needs.
    fn activity(&mut self, name: &str, activity: Activity<'a>) {
        let slot = match name {
            "physical read total IO requests" => &mut self.read.total_requests,
            "physical read total bytes" => &mut self.read.total_bytes,
            "physical read IO requests" => &mut self.read.requests,
            "physical read bytes" => &mut self.read.bytes,
            "physical write total IO requests" => &mut self.write.total_requests,
            "physical write total bytes" => &mut self.write.total_bytes,
            "physical write IO requests" => &mut self.write.requests,
            "physical write bytes" => &mut self.write.bytes,
            "user commits" => &mut self.commits,
            "user rollbacks" => &mut self.rollbacks,
            _ => return,
        };
        slot.get_or_insert(activity);
    }
}
