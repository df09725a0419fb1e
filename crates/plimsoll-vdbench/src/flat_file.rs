//! The flat file, and what `parseflat` makes of it.
//!
//! Lines that begin with `*` explain the columns. Then one header line, known by its first word `tod`
//! (5.04.05 writes it at the begin of the line, all others after blanks), then rows. Cells are
//! separated by blanks and never empty. A flat file tells the points of `forxxx` loops apart
//! by what was asked for only, so its blocks are paired with the starts of other files by
//! their order.
//!
//! `parseflat` writes comma separated columns, chosen by the user: without `-a` interval rows only,
//! with it averages only; without the column `run` or `interval` rows are not told apart, and none counts.

use crate::block::{Asked, Average};
use crate::cells::Cells;
use crate::clock::time_of_day;
use crate::gathering::Gathering;
use crate::label::Label;
use crate::layout::{Column, Layout, MOST_COLUMNS};
use crate::lines::Line;
use crate::number::{decimal, with_ascii_digits};
use crate::start::{AskedRate, Start};
use crate::tables::{Depth, Told, owned};
use crate::version::Era;
use std::sync::Arc;

/// Reads the lines of a flat file.
#[derive(Debug)]
pub(crate) struct FlatFile {
    told: Told,
    is_csv: bool,
    cells: Cells,
    /// The name in the last row.
    run: Vec<u8>,
    header: Option<Header>,
    gathering: Gathering,
}

#[derive(Debug)]
struct Header {
    layout: Arc<Layout>,
    era: Era,
    run: Option<usize>,
    interval: Option<usize>,
    time: Option<usize>,
    stamp: Option<usize>,
    /// Places of what was asked for.
    asked: [Option<usize>; 5],
}

impl FlatFile {
    /// With nothing read yet.
    pub(crate) fn new(depth: Depth) -> Self {
        Self {
            told: Told::default(),
            is_csv: false,
            cells: Cells::default(),
            run: Vec::new(),
            header: None,
            gathering: Gathering::new(depth),
        }
    }

    /// One of what `parseflat` wrote.
    pub(crate) fn csv(depth: Depth) -> Self {
        Self { is_csv: true, ..Self::new(depth) }
    }

    /// Takes the next line.
    pub(crate) fn line(&mut self, line: Line<'_>) {
        match line.bytes.trim_ascii_start().first() {
            None | Some(b'*') => return,
            Some(b'<') => return self.told.facts.line(line, line.bytes),
            _ => {}
        }
        let ascii = with_ascii_digits(line.bytes);
        let text: &[u8] = &ascii;
        if self.is_csv {
            self.cells.find_fields(text);
        } else {
            self.cells.find_words(text);
        }
        match self.header.take() {
            None => self.header(line.number, text),
            Some(header) => {
                self.row(line, text, &header);
                self.header = Some(header);
            }
        }
    }

    /// What the file told.
    pub(crate) fn finish(mut self) -> Told {
        self.told.blocks = self.gathering.finish();
        self.told
    }

    fn header(&mut self, line: usize, text: &[u8]) {
        if !self.is_csv && self.cells.get(text, Some(0)) != b"tod" {
            return;
        }
        if self.cells.count() > MOST_COLUMNS {
            self.told.odd_lines.push(line);
            return;
        }
        let names: Vec<Box<str>> = self.cells.iter(text, MOST_COLUMNS).map(owned).collect();
        let find = |name: &str| names.iter().position(|it| it.eq_ignore_ascii_case(name));
        let telling = ["run", "interval"];
        self.told.lacks_columns = telling.into_iter().filter(|it| find(it).is_none()).collect();
        let layout = Layout::of_flat_file(names.iter().map(|name| &**name));
        let stamp = find("timestamp");
        // Of a CSV only one with all columns tells, and cpu_idle is the last of them.
        let era = Era::of_flat_file(&layout, stamp.is_some());
        if !self.is_csv || find("cpu_idle").is_some() {
            self.told.facts.era = Some(era);
        }
        let asked = [
            Column::AskedTransferSize,
            Column::AskedThreads,
            Column::AskedReadPercent,
            Column::AskedSeekPercent,
            Column::AskedRate,
        ];
        self.header = Some(Header {
            asked: asked.map(|column| layout.place(column)),
            layout: Arc::new(layout),
            era,
            run: find("run"),
            interval: find("interval"),
            time: find("tod"),
            stamp,
        });
    }

    fn row(&mut self, line: Line<'_>, text: &[u8], header: &Header) {
        if !self.told.lacks_columns.is_empty() {
            return;
        }
        let columns = header.layout.columns.len();
        if line.is_cut {
            self.cells.empty_last();
            if header.layout.columns.last().is_some_and(Option::is_some) {
                self.told.cut_line = Some(line.number);
            }
        }
        let label = Label::read(self.cells.get(text, header.interval));
        let (Some(label), true) = (label, self.cells.count() == columns) else {
            if line.is_cut {
                self.told.cut_line = Some(line.number);
            } else {
                self.told.odd_lines.push(line.number);
            }
            return;
        };
        let time = time_of_day(self.cells.get(text, header.time));
        self.enter(line.number, text, header, label);
        match label {
            Label::Interval(number) => {
                self.gathering.interval(number, time, text, &self.cells);
                self.gathering.stamp(self.cells.get(text, header.stamp));
            }
            Label::Average(span) => {
                let cells = printed(line, self.is_csv, columns);
                let line = line.number;
                self.gathering.average(Average {
                    span,
                    line,
                    cells,
                    deviations: None,
                    maxima: None,
                });
            }
            Label::Deviation(_) | Label::Maximum(_) => {}
        }
    }

    /// Begins a run definition where a row belongs to none that is being read: it names its own.
    fn enter(&mut self, line: usize, text: &[u8], header: &Header, label: Label) {
        let run = self.cells.get(text, header.run);
        // Names are compared as bytes: they need not be UTF-8.
        if self.run == run && self.gathering.goes_on_with(label) {
            return;
        }
        let [transfer_size, threads, read_percent, seek_percent, rate] =
            header.asked.map(|place| decimal(self.cells.get(text, place)));
        // Where definitions differ, -1 is printed.
        let threads = threads.filter(|threads| *threads >= 1.0);
        let mut start = Start::named(&String::from_utf8_lossy(run));
        run.clone_into(&mut self.run);
        start.rate = rate.map_or(AskedRate::Unknown, AskedRate::from_flat_file);
        let asked = Asked { transfer_size, threads, read_percent, seek_percent };
        self.gathering.start(start, line, asked);
        self.gathering.set_layout(&header.layout, header.era);
    }
}

/// The cells of a line in the digits of its locale.
fn printed(line: Line<'_>, is_csv: bool, columns: usize) -> Vec<Box<str>> {
    let mut cells = Cells::default();
    if is_csv {
        cells.find_fields(line.bytes);
    } else {
        cells.find_words(line.bytes);
    }
    if line.is_cut {
        cells.empty_last();
    }
    cells.iter(line.bytes, columns).map(owned).collect()
}
