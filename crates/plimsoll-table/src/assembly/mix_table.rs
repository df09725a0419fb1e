//! Mix tables: the header holds mixes of reads and writes, each line is one quantity of one
//! operation, and each cell is a row.
//!
//! ```text
//! | 75% read, 25% write | 50% read, 50% write |       |
//! | read MiB/s          | 2,963               | 1,345 |
//! ```
//!
//! The corner may stand at the end of the header, as here; `grid` has put it in front.

use super::Work;
use super::evidence::TableEvidence;
use super::facts::Facts;
use super::grid::Grid;
use super::point::Point;
use super::value;
use plimsoll_schema::Claimed;

pub(crate) fn points(
    grid: &Grid<'_>,
    evidence: &TableEvidence<'_>,
    work: &mut Work<'_>,
) -> Vec<Point> {
    let mut points = Vec::new();
    for line in &grid.lines {
        let label = work.page.wording(&grid.cell(*line, 0).text);
        if label.metric().is_none() {
            continue;
        }
        for (column, mix) in grid.columns.iter().enumerate().skip(1) {
            let Some(share) = grid.read_share(column).filter(|_| mix.names_mix()) else { continue };
            let facts = label.facts.over(&mix.facts).over(&grid.group(*line));
            let read = value::read(grid, (*line, column), &label, evidence, work);
            points.push(Point {
                facts: Facts { read_percent: Some(share), ..facts },
                values: read.values,
                findings: read.findings,
                claim: Some(Claimed::Result),
                header_bound: label.header.bound,
            });
        }
    }
    points
}
