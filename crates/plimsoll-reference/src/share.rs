//! A check of mix tables: reads and writes of one mix must add up to its header.

use plimsoll_schema::{Metric, Op, Row, Stat};

/// How far the share of the printed values may lie from the header, in points. The 42 mixed
/// columns of Google's page are all within one; a value in its neighbour's column is off by 25.
const TOLERANCE: f64 = 1.5;

/// The points whose read and write figures contradict their read share: the indices of the read
/// point and of the write point, and what is wrong.
pub(crate) fn contradictions(rows: &[&Row]) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    for (at_read, read) in rows.iter().enumerate() {
        if read.identity.op != Some(Op::READ) {
            continue;
        }
        let writes = rows.iter().enumerate().filter(|(_, write)| is_other_half(read, write));
        found.extend(writes.filter_map(|(at_write, write)| {
            Some((at_read, at_write, contradiction(read, write)?))
        }));
    }
    found
}

fn is_other_half(read: &Row, write: &Row) -> bool {
    let (read, write) = (&read.identity, &write.identity);
    write.op == Some(Op::WRITE)
        && read.read_percent == write.read_percent
        && read.claim == write.claim
        && read.parameters == write.parameters
}

fn contradiction(read: &Row, write: &Row) -> Option<String> {
    let header = read.identity.read_percent?;
    [Metric::Iops, Metric::Throughput].into_iter().find_map(|metric| {
        let reads = read.figure(metric, Stat::Mean, None)?.value;
        let writes = write.figure(metric, Stat::Mean, None)?.value;
        let share = 100.0 * reads / (reads + writes);
        ((share - header).abs() > TOLERANCE).then(|| {
            format!(
                "{metric}: {share:.1} % of the printed values are reads, the mix says {header} %"
            )
        })
    })
}
