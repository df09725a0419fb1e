//! What the columns of a table are. They are told by its header, never by their positions: every version has
//! its own set, and file-system tables print the operations that were used.

use plimsoll_schema::Op;
use std::collections::HashMap;

/// A header with more columns is none of vdbench's: the widest known has 89.
pub(crate) const MOST_COLUMNS: usize = 1000;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Column {
    /// Operations per second, of all operations. File-system runs: those that were requested.
    Rate,
    /// Response time of all operations, in milliseconds.
    Response(Statistic),
    /// Operations per second of one operation: index into [`Layout::ops`].
    OpRate(usize),
    /// Standard deviation and greatest of the rates of the intervals, of one operation.
    OpRateDeviation(usize),
    /// See there.
    OpRateMaximum(usize),
    /// Response time of one operation, in milliseconds.
    OpResponse(usize, Statistic),
    /// Megabytes per second, read and written.
    Megabytes,
    /// Megabytes per second, read.
    MegabytesRead,
    /// Megabytes per second, written.
    MegabytesWritten,
    /// Mean bytes of an operation that transfers any, measured.
    TransferSize,
    /// Reads in per cent of reads and writes, measured.
    ReadPercent,
    /// Mean number of outstanding operations.
    QueueDepth,
    /// Processor time, user and system.
    Cpu,
    /// Processor time, user. The sum of flat files of 5.04.05 and 5.04.06 is wrong, so its parts are read.
    CpuUser,
    /// Processor time, system.
    CpuSystem,
    /// What was asked for: the first transfer size of a list, in bytes.
    AskedTransferSize,
    /// What was asked for: operations per second, or a sentinel.
    AskedRate,
    /// What was asked for: threads of one storage definition.
    AskedThreads,
    /// What was asked for: reads in per cent.
    AskedReadPercent,
    /// What was asked for: random accesses in per cent.
    AskedSeekPercent,
}

/// Which statistic of a response time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Statistic {
    /// The mean.
    Mean,
    /// The greatest.
    Maximum,
    /// The standard deviation.
    Deviation,
}

/// Index of reads in [`Layout::ops`].
pub(crate) const READ: usize = 0;
/// Index of writes.
pub(crate) const WRITE: usize = 1;

/// The columns of a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Layout {
    /// What each column holds; `None` for those that are not read.
    pub(crate) columns: Vec<Option<Column>>,
    /// The place of each column.
    places: HashMap<Column, usize>,
    /// The operations of file-system tables; reads and writes first, in block tables too.
    pub(crate) ops: Vec<Op>,
    /// Whether it is a file-system table.
    pub(crate) is_file_system: bool,
    /// Whether the header says that a megabyte is 10^6 bytes (`-mb`).
    pub(crate) says_decimal_megabytes: bool,
    /// Whether a file-system table has the narrow label of 5.04.06 and before, `.Interval.`.
    pub(crate) has_narrow_label: bool,
    /// Where the cells of each column end, in characters from the begin of the first column's name; for rows
    /// with blank cells.
    pub(crate) right_edges: Vec<usize>,
}

impl Layout {
    fn new(is_file_system: bool) -> Self {
        Self {
            columns: Vec::new(),
            places: HashMap::new(),
            ops: vec![Op::READ, Op::WRITE],
            is_file_system,
            says_decimal_megabytes: false,
            has_narrow_label: false,
            right_edges: Vec::new(),
        }
    }

    /// That of a run definition of which a file has no table.
    pub(crate) fn empty() -> Self {
        Self::new(false)
    }

    /// The place of a column.
    pub(crate) fn place(&self, column: Column) -> Option<usize> {
        self.places.get(&column).copied()
    }

    fn set_columns(&mut self, columns: Vec<Option<Column>>) {
        for (place, column) in columns.iter().enumerate() {
            if let Some(column) = column {
                self.places.entry(*column).or_insert(place);
            }
        }
        self.columns = columns;
    }

    /// Whether the maxima of reads and writes have columns of their own, as in 5.04.07.
    pub(crate) fn has_maxima_by_direction(&self) -> bool {
        self.place(Column::OpResponse(READ, Statistic::Maximum)).is_some()
    }

    fn op(&mut self, name: &str) -> usize {
        let name = name.to_ascii_lowercase();
        let known = self.ops.iter().position(|op| op.word() == name);
        known.unwrap_or_else(|| {
            self.ops.push(Op::named(name));
            self.ops.len() - 1
        })
    }

    /// Whether a line is the first of the two header lines of a table, whichever columns it has.
    pub(crate) fn begins_header(first: &[u8]) -> bool {
        let columns = after_interval(first).unwrap_or_default();
        [b"ReqstdOps".as_slice(), b" i/o "]
            .iter()
            .any(|it| memchr::memmem::find(columns, it).is_some())
    }

    /// From the two header lines of a table. The words after `interval` pair up one to one in order; a long
    /// localized date pushes the first line to the right. `None` if they are no header.
    pub(crate) fn of_table(first: &[u8], second: &[u8]) -> Option<Self> {
        let has_narrow_label = memchr::memmem::find(first, b" .Interval.").is_some();
        let first = std::str::from_utf8(after_interval(first)?).ok()?;
        let is_file_system = first.contains("ReqstdOps");
        let at = memchr::memmem::find(second, b"rate")?;
        let below = std::str::from_utf8(&second[at..]).ok()?;
        if below.split_whitespace().nth(MOST_COLUMNS).is_some() {
            return None;
        }
        let mut layout = Self { has_narrow_label, ..Self::new(is_file_system) };
        let columns = if is_file_system {
            layout.groups(first, below)?
        } else {
            layout.pairs(first, below)?
        };
        layout.set_columns(columns);
        layout.right_edges = right_edges(below);
        Some(layout)
    }

    fn pairs(&mut self, first: &str, below: &str) -> Option<Vec<Option<Column>>> {
        let (above, below): (Vec<&str>, Vec<&str>) =
            (first.split_whitespace().collect(), below.split_whitespace().collect());
        if above.len() != below.len() {
            return None;
        }
        self.says_decimal_megabytes = below.contains(&"1000**2");
        Some(above.into_iter().zip(below).map(block_column).collect())
    }

    /// Each dotted word of the first line spans two of the second, but for the transfer size.
    fn groups(&mut self, first: &str, below: &str) -> Option<Vec<Option<Column>>> {
        let mut below = below.split_whitespace();
        let mut columns = Vec::new();
        for group in first.split_whitespace() {
            let name = group.trim_matches('.');
            let is_dotted = name.len() < group.len();
            let count = if is_dotted && name != "xfer" { 2 } else { 1 };
            for _ in 0..count {
                let word = below.next()?;
                columns.push(self.file_system_column(name, is_dotted, word));
            }
        }
        below.next().is_none().then_some(columns)
    }

    fn file_system_column(&mut self, group: &str, is_dotted: bool, word: &str) -> Option<Column> {
        Some(match (group, word) {
            ("ReqstdOps", "rate") => Column::Rate,
            ("ReqstdOps", "resp") => Column::Response(Statistic::Mean),
            ("cpu%", "total") => Column::Cpu,
            ("cpu%", "sys") => Column::CpuSystem,
            ("read", "pct") if !is_dotted => Column::ReadPercent,
            ("mb/sec", "read") => Column::MegabytesRead,
            ("mb/sec", "write") => Column::MegabytesWritten,
            ("mb/sec", "total") => Column::Megabytes,
            ("xfer", "size") => Column::TransferSize,
            (op, "rate") if is_dotted => Column::OpRate(self.op(op)),
            (op, "resp") if is_dotted => Column::OpResponse(self.op(op), Statistic::Mean),
            _ => return None,
        })
    }

    /// From the header of a flat file, or of what `parseflat` made of one. Names differ in case
    /// between versions.
    pub(crate) fn of_flat_file<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let names: Vec<String> = names.map(str::to_ascii_lowercase).collect();
        let is_file_system = names.iter().any(|name| name == "read_rate");
        let mut layout = Self::new(is_file_system);
        let columns = names.iter().map(|name| layout.flat_file_column(name)).collect();
        layout.set_columns(columns);
        layout
    }

    fn flat_file_column(&mut self, name: &str) -> Option<Column> {
        use Statistic::{Deviation, Maximum, Mean};
        Some(match name {
            "rate" => Column::Rate,
            "reqrate" => Column::AskedRate,
            "mb/sec" => Column::Megabytes,
            "mb_read" => Column::MegabytesRead,
            "mb_write" => Column::MegabytesWritten,
            "bytes/io" => Column::TransferSize,
            // In file-system flat files it is measured.
            "xfersize" if self.is_file_system => Column::TransferSize,
            "xfersize" => Column::AskedTransferSize,
            "threads" => Column::AskedThreads,
            "read%" => Column::ReadPercent,
            "rdpct" => Column::AskedReadPercent,
            "seekpct" => Column::AskedSeekPercent,
            "queue_depth" => Column::QueueDepth,
            "resp" => Column::Response(Mean),
            "resp_max" => Column::Response(Maximum),
            "resp_std" => Column::Response(Deviation),
            "read_max" => Column::OpResponse(READ, Maximum),
            "write_max" => Column::OpResponse(WRITE, Maximum),
            "read_std" => Column::OpResponse(READ, Deviation),
            "write_std" => Column::OpResponse(WRITE, Deviation),
            "cpu_user" => Column::CpuUser,
            "cpu_kernel" => Column::CpuSystem,
            _ => return self.flat_file_op(name),
        })
    }

    fn flat_file_op(&mut self, name: &str) -> Option<Column> {
        use Statistic::{Deviation, Maximum, Mean};
        let (op, what) = name.split_once('_')?;
        if matches!(op, "cpu" | "ks" | "rate" | "resp" | "queue") {
            return None;
        }
        Some(match what {
            "rate" => Column::OpRate(self.op(op)),
            "rate_std" => Column::OpRateDeviation(self.op(op)),
            "rate_max" => Column::OpRateMaximum(self.op(op)),
            "resp" => Column::OpResponse(self.op(op), Mean),
            "resp_std" => Column::OpResponse(self.op(op), Deviation),
            "resp_max" => Column::OpResponse(self.op(op), Maximum),
            _ => return None,
        })
    }
}

fn block_column((above, below): (&str, &str)) -> Option<Column> {
    use Statistic::{Deviation, Maximum, Mean};
    Some(match (above, below) {
        ("i/o", "rate") => Column::Rate,
        ("MB/sec", _) => Column::Megabytes,
        ("bytes", "i/o") => Column::TransferSize,
        ("read", "pct") => Column::ReadPercent,
        ("resp", "time") => Column::Response(Mean),
        ("resp", "max") => Column::Response(Maximum),
        ("resp", "stddev") => Column::Response(Deviation),
        ("read", "resp") => Column::OpResponse(READ, Mean),
        ("write", "resp") => Column::OpResponse(WRITE, Mean),
        ("read", "max") => Column::OpResponse(READ, Maximum),
        ("write", "max") => Column::OpResponse(WRITE, Maximum),
        ("queue", "depth") => Column::QueueDepth,
        ("cpu%", "sys") => Column::CpuSystem,
        ("cpu%", _) => Column::Cpu,
        _ => return None,
    })
}

/// What stands behind the word: `interval` in block tables, `..Interval..` in those of file systems, with one
/// dot on each side up to 5.04.06.
fn after_interval(line: &[u8]) -> Option<&[u8]> {
    let word = b"nterval";
    let at = memchr::memmem::find(line, word)?;
    let rest = &line[at + word.len()..];
    let dots = rest.iter().take_while(|byte| **byte == b'.').count();
    Some(&rest[dots..])
}

/// Where the words of a line end.
fn right_edges(words: &str) -> Vec<usize> {
    let mut edges = Vec::new();
    let mut was_word = false;
    for (at, character) in words.chars().chain([' ']).enumerate() {
        if was_word && character == ' ' {
            edges.push(at);
        }
        was_word = character != ' ';
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::{Column, Layout, MOST_COLUMNS, READ, Statistic, WRITE};

    const MEAN: Statistic = Statistic::Mean;

    #[test]
    fn block_tables_of_each_version_are_told_by_both_lines() {
        let old = Layout::of_table(
            b"Nov 30, 2026  interval        i/o   MB/sec   bytes   read     resp     read    write     resp     resp queue  cpu%  cpu%",
            b"                             rate  1024**2     i/o    pct     time     resp     resp      max   stddev depth sys+u   sys",
        )
        .expect("a header");
        assert_eq!(old.columns.len(), 12);
        assert_eq!(old.place(Column::Response(Statistic::Maximum)), Some(7));
        assert_eq!(old.place(Column::CpuSystem), Some(11));
        assert!(!old.has_maxima_by_direction() && !old.is_file_system);
        let new = Layout::of_table(
            "5月 10, 2023    interval        i/o   MB/sec   bytes   read     resp     read    write     read    write     resp  queue".as_bytes(),
            b"                               rate  1000**2     i/o    pct     time     resp     resp      max      max   stddev  depth",
        )
        .expect("a header without processor columns");
        assert_eq!(new.place(Column::OpResponse(WRITE, Statistic::Maximum)), Some(8));
        assert_eq!(new.place(Column::Response(Statistic::Deviation)), Some(9));
        assert!(new.has_maxima_by_direction() && new.says_decimal_megabytes);
    }

    #[test]
    fn a_header_whose_lines_do_not_pair_is_none() {
        assert!(Layout::of_table(b"interval i/o MB/sec", b"rate").is_none());
        assert!(Layout::of_table(b"..Interval.. .ReqstdOps...", b"rate").is_none());
        assert!(Layout::of_table(b"nothing", b"rate").is_none());
    }

    #[test]
    fn a_header_of_more_columns_than_any_version_has_is_none() {
        let header = |columns: usize| {
            let first = format!("interval{}", " i/o".repeat(columns));
            let second = format!("rate{}", " x".repeat(columns - 1));
            Layout::of_table(first.as_bytes(), second.as_bytes())
        };
        assert!(header(MOST_COLUMNS).is_some());
        assert!(header(MOST_COLUMNS + 1).is_none());
    }

    #[test]
    fn of_columns_with_one_name_the_first_counts() {
        let layout = Layout::of_flat_file("rate resp rate".split(' '));
        assert_eq!(layout.place(Column::Rate), Some(0));
        assert_eq!(layout.place(Column::QueueDepth), None);
    }

    #[test]
    fn file_system_groups_span_two_columns() {
        let layout = Layout::of_table(
            b"Nov 30, 2026 ..Interval.. .ReqstdOps... ...cpu%...  read ....read..... ....write.... ..mb/sec... mb/sec .xfer.. ...mkdir.... ..getattr...",
            b"                            rate   resp total  sys   pct   rate   resp   rate   resp  read write  total    size  rate   resp  rate   resp",
        )
        .expect("a header");
        assert!(layout.is_file_system);
        assert_eq!(layout.columns.len(), 17);
        assert_eq!(layout.place(Column::ReadPercent), Some(4));
        assert_eq!(layout.place(Column::OpRate(READ)), Some(5));
        assert_eq!(layout.place(Column::TransferSize), Some(12));
        assert_eq!(layout.ops[3].word(), "getattr");
        assert_eq!(layout.place(Column::OpResponse(3, MEAN)), Some(16));
        assert_eq!(layout.right_edges[..3], [4, 11, 17]);
        assert_eq!(layout.right_edges.len(), 17);
        let old = Layout::of_table(
            b"Nov 30, 2026 .Interval. .ReqstdOps.. ...cpu%...  read ....read.... ..setattr..",
            b"                          rate  resp total  sys   pct   rate  resp   rate  resp",
        )
        .expect("the header of 5.04.02");
        assert_eq!(old.columns.len(), 9);
        assert_eq!(old.ops[2].word(), "setattr");
    }

    #[test]
    fn flat_files_are_read_by_name_in_any_case() {
        let block = "tod timestamp Run Interval reqrate rate MB/sec bytes/io read% resp read_resp write_resp resp_max read_max xfersize";
        let block = Layout::of_flat_file(block.split(' '));
        assert!(!block.is_file_system);
        assert_eq!(block.place(Column::OpResponse(READ, MEAN)), Some(10));
        assert_eq!(block.place(Column::AskedTransferSize), Some(14));
        let files = "tod Run Interval Xfersize Rate Rate_std Resp_max Read_rate Read_rate_std Setattr_resp_max cpu_used";
        let files = Layout::of_flat_file(files.split(' '));
        assert_eq!(files.place(Column::TransferSize), Some(3));
        assert_eq!(files.place(Column::OpRateDeviation(READ)), Some(8));
        assert_eq!(files.place(Column::OpResponse(2, Statistic::Maximum)), Some(9));
        assert_eq!(files.columns[5], None);
        assert_eq!(files.columns[10], None);
    }
}
