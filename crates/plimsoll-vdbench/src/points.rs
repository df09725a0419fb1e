//! The points of a run: which run definitions started, in order, and what each file tells of each.
//!
//! The files of an output are pieces of one story. The logfile names every start at once; the summary is
//! written when a run definition ends; the flat file knows names only. So the points are those of the file that
//! tells of most starts, and the blocks of the others are paired with them by order, name and what was
//! asked for.

use crate::block::Block;
use crate::number::size;
use crate::output::Output;
use crate::start::{AskedRate, Start};

/// One run definition that started.
#[derive(Debug)]
pub(crate) struct Point {
    /// What was started.
    pub(crate) start: Start,
    /// For each core file of the output, which of its blocks tells of this point.
    pub(crate) blocks: Vec<Option<usize>>,
    /// For each report, the same.
    pub(crate) reports: Vec<Option<usize>>,
}

impl Point {
    /// The blocks of the core files, most exact first.
    pub(crate) fn core_blocks<'o>(
        &self,
        output: &'o Output,
    ) -> impl Iterator<Item = (usize, &'o Block)> {
        self.blocks.iter().enumerate().filter_map(move |(file, block)| {
            block.and_then(|block| output.cores[file].1.told.blocks.get(block)).map(|it| (file, it))
        })
    }
}

/// All points of an output, and whether there are runs that only prepare files, which are none.
pub(crate) fn points(output: &Output) -> (Vec<Point>, bool) {
    let cores: Vec<&[Block]> =
        output.cores.iter().map(|(_, file)| file.told.blocks.as_slice()).collect();
    let reports: Vec<&[Block]> =
        output.reports.iter().map(|(_, file)| file.told.blocks.as_slice()).collect();
    // Of files that tell of equally many the more exact one counts, but a flat file has names only.
    let telling = output.cores.iter().filter(|(kind, _)| !kind.is_flat());
    let most = telling.map(|(_, file)| file.told.blocks.len()).max().unwrap_or(0);
    let base = output
        .cores
        .iter()
        .position(|(kind, file)| !kind.is_flat() && most > 0 && file.told.blocks.len() == most);
    let mut starts: Vec<Start> = match base {
        Some(base) => cores[base].iter().map(|block| block.start.clone()).collect(),
        None => Vec::new(),
    };
    for blocks in &cores {
        add_missing(&mut starts, blocks);
    }
    if cores.is_empty() {
        for blocks in &reports {
            add_missing(&mut starts, blocks);
        }
    }
    let has_formats = starts.iter().any(Start::is_format);
    let cores: Vec<Vec<Option<usize>>> =
        cores.iter().map(|blocks| places(&starts, blocks)).collect();
    let reports: Vec<Vec<Option<usize>>> =
        reports.iter().map(|blocks| places(&starts, blocks)).collect();
    let of = |all: &[Vec<Option<usize>>], point: usize| all.iter().map(|it| it[point]).collect();
    let points = starts
        .into_iter()
        .enumerate()
        .filter(|(_, start)| !start.is_format())
        .map(|(point, start)| Point {
            blocks: of(&cores, point),
            reports: of(&reports, point),
            start,
        })
        .collect();
    (points, has_formats)
}

/// Starts that no file before told of follow the last one that both know.
fn add_missing(starts: &mut Vec<Start>, blocks: &[Block]) {
    let mut next = 0;
    for block in blocks {
        let known = (next..starts.len()).find(|at| tells_of(block, &starts[*at]));
        let at = known.unwrap_or(next);
        if known.is_none() {
            starts.insert(at, block.start.clone());
        }
        next = at + 1;
    }
}

/// For each start, which block tells of it.
fn places(starts: &[Start], blocks: &[Block]) -> Vec<Option<usize>> {
    let mut places = vec![None; starts.len()];
    let mut next = 0;
    for (index, block) in blocks.iter().enumerate() {
        if let Some(at) = (next..starts.len()).find(|at| tells_of(block, &starts[*at])) {
            places[at] = Some(index);
            next = at + 1;
        }
    }
    places
}

/// Whether a block is of this start. A block of a flat file has a name, and columns for some loops.
fn tells_of(block: &Block, start: &Start) -> bool {
    let asked = &block.asked;
    let agrees = |key: &str, asked: Option<f64>| {
        let value = start.loop_value(key).and_then(size);
        value.zip(asked).is_none_or(|(value, asked)| (value as f64).total_cmp(&asked).is_eq())
    };
    let rates_agree = match (block.start.rate, start.rate) {
        (AskedRate::Limit(one), AskedRate::Limit(other)) => one.total_cmp(&other).is_eq(),
        (AskedRate::Limit(_), AskedRate::Maximum | AskedRate::CurveMaximum)
        | (AskedRate::Maximum | AskedRate::CurveMaximum, AskedRate::Limit(_)) => false,
        _ => true,
    };
    block.start.is_same(start)
        && rates_agree
        && agrees("xfersize", asked.transfer_size)
        && agrees("threads", asked.threads)
        && agrees("rdpct", asked.read_percent)
}

#[cfg(test)]
mod tests {
    use super::{add_missing, places};
    use crate::block::{Asked, Block, Intervals};
    use crate::layout::Layout;
    use crate::start::{AskedRate, Start};
    use std::sync::Arc;

    fn start(line: &str) -> Start {
        Start::parse(format!("11:00:00.000 Starting RD={line}").as_bytes()).expect("a start")
    }

    fn flat(name: &str, rate: f64, read_percent: f64) -> Block {
        let mut start = Start::named(name);
        start.rate = AskedRate::from_flat_file(rate);
        Block {
            start,
            line: 1,
            layout: Arc::new(Layout::empty()),
            asked: Asked { read_percent: Some(read_percent), ..Asked::default() },
            average: None,
            intervals: Intervals::default(),
        }
    }

    fn loops() -> Vec<Start> {
        [0, 50, 100]
            .map(|share| start(&format!("rd1; I/O rate: 300; elapsed=2; For loops: rdpct={share}")))
            .to_vec()
    }

    #[test]
    fn a_point_without_rows_does_not_shift_those_after_it() {
        let blocks = [flat("rd1", 300.0, 0.0), flat("rd1", 300.0, 100.0)];
        assert_eq!(places(&loops(), &blocks), [Some(0), None, Some(1)]);
    }

    #[test]
    fn a_start_that_only_another_file_has_is_put_in_its_place() {
        let mut starts = loops();
        add_missing(&mut starts, &[flat("rd1", 300.0, 50.0), flat("rd2", 999_988.0, 100.0)]);
        let names: Vec<&str> = starts.iter().map(|start| &*start.name).collect();
        assert_eq!(names, ["rd1", "rd1", "rd2", "rd1"]);
    }
}
