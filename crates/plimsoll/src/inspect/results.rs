//! The table of what was measured: one line for each run and operation.

use crate::look::{FAINT, Look, printable};
use crate::table::{Align, TableColumn, UNKNOWN, write_table};
use plimsoll_schema::{Bound, Figure, Kind, MeasuredLevel, Metric, Origin, Percentile, Row, Stat};
use plimsoll_unit::{Quantity, Scale};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Writes the table of the run rows, or of all rows where there are none of a run.
pub(crate) fn write(to: &mut impl Write, rows: &[Row], indent: &str, look: Look) -> io::Result<()> {
    let shown = shown(rows);
    let mut columns = Vec::new();
    if distinct(&shown, |row| row.identity.run.as_deref()) > 1 {
        columns.push(text("run", &shown, run_number));
    }
    for (header, of) in NAMES_OF_PUBLISHED {
        if shown.iter().any(|row| of(row).is_some()) && distinct(&shown, of) > 1 {
            columns.push(TableColumn {
                may_be_cut: true,
                ..text(header, &shown, |row| of(row).map(printable))
            });
        }
    }
    columns.extend([
        text("op", &shown, |row| row.identity.op.as_ref().map(|op| printable(op.word()))),
        TableColumn {
            may_be_cut: true,
            ..text("workload", &shown, |row| row.identity.workload.as_deref().map(printable))
        },
        text("pattern", &shown, |row| row.identity.pattern.map(|pattern| pattern.to_string())),
        block_sizes(&shown),
        numbers("read %", &shown, |row| row.identity.read_percent, |share| format!("{share}")),
    ]);
    // What tells the points of a sweep apart.
    if distinct(&shown, |row| row.identity.jobs) > 1 {
        columns.push(numbers(
            "jobs",
            &shown,
            |row| row.identity.jobs.map(|jobs| jobs as f64),
            |jobs| format!("{jobs}"),
        ));
    }
    if distinct(&shown, |row| row.identity.target_iops.map(f64::to_bits)) > 1 {
        columns
            .push(scaled("target {}IOPS", Quantity::Rate, &shown, |row| row.identity.target_iops));
    }
    columns.extend([
        figures("{}IOPS", Quantity::Rate, &shown, |row| rate(row, Metric::Iops)),
        figures("{}", Quantity::ByteRate, &shown, |row| rate(row, Metric::Throughput)),
        figures("mean {}", Quantity::Time, &shown, |row| row.latency(Stat::Mean)),
    ]);
    let has_p99 = shown.iter().any(|row| p99(row).is_some());
    if has_p99 {
        columns.push(figures("p99 {}", Quantity::Time, &shown, p99));
    }
    let kinds = kinds(&shown);
    let is_measured = shown.iter().any(|row| row.identity.origin == Origin::Measured);
    if kinds.len() > 1 {
        columns.push(text("latency", &shown, |row| {
            row.latency_kind.as_ref().map(|kind| printable(kind.word()))
        }));
    }
    write_table(to, indent, &columns, look)?;
    if let (true, 1, Some(kind)) = (is_measured, kinds.len(), kinds.first()) {
        let statistics = if has_p99 { "mean and p99 are" } else { "mean is" };
        let line = format!("{statistics} of {kind} latency");
        writeln!(to, "{indent}{}", look.styled(FAINT, line))?;
    }
    Ok(())
}

/// The rows that the table shows.
fn shown(rows: &[Row]) -> Vec<&Row> {
    let in_the_wide_shape = || rows.iter().filter(|row| !row.long_shape_only);
    let runs: Vec<&Row> =
        in_the_wide_shape().filter(|row| row.identity.level == MeasuredLevel::Run).collect();
    if runs.is_empty() { in_the_wide_shape().collect() } else { runs }
}

fn distinct<'a, T: Ord>(rows: &[&'a Row], of: impl Fn(&'a Row) -> T) -> usize {
    rows.iter().map(|row| of(row)).collect::<BTreeSet<T>>().len()
}

/// The kinds of latency, sorted.
fn kinds<'a>(rows: &[&'a Row]) -> Vec<&'a str> {
    let kinds = rows.iter().filter_map(|row| row.latency_kind.as_ref());
    kinds.map(Kind::word).collect::<BTreeSet<_>>().into_iter().collect()
}

/// `#2` of `folder/file.json#2`: the rest stands above the table.
fn run_number(row: &Row) -> Option<String> {
    let run = row.identity.run.as_deref()?;
    Some(printable(run.rfind('#').map_or(run, |at| &run[at..])))
}

/// A name that a row may have.
type NameOf = fn(&Row) -> Option<&str>;

/// What tells published rows apart that measured ones do not know.
const NAMES_OF_PUBLISHED: [(&str, NameOf); 2] = [
    ("protocol", |row| row.identity.protocol.as_deref()),
    ("service level", |row| row.identity.service_level.as_deref()),
];

fn p99(row: &Row) -> Option<&Figure> {
    row.latency(Stat::Percentile(Percentile::P99))
}

fn rate(row: &Row, metric: Metric) -> Option<&Figure> {
    row.figure(metric, Stat::Mean, None)
}

fn text<'a>(
    header: &str,
    rows: &[&'a Row],
    field: impl Fn(&'a Row) -> Option<String>,
) -> TableColumn {
    let fields = rows.iter().map(|row| field(row).unwrap_or_else(|| UNKNOWN.to_owned()));
    TableColumn {
        header: header.to_owned(),
        align: Align::Left,
        fields: fields.collect(),
        may_be_cut: false,
    }
}

fn numbers<'a>(
    header: &str,
    rows: &[&'a Row],
    value: impl Fn(&'a Row) -> Option<f64>,
    print: impl Fn(f64) -> String,
) -> TableColumn {
    let column = text(header, rows, |row| value(row).map(&print));
    TableColumn { align: Align::Right, ..column }
}

/// Numbers in one scale; the unit takes the place of `{}` in the header.
fn scaled<'a>(
    header: &str,
    quantity: Quantity,
    rows: &[&'a Row],
    value: impl Fn(&'a Row) -> Option<f64>,
) -> TableColumn {
    let values: Vec<f64> = rows.iter().filter_map(|row| value(row)).collect();
    let scale = Scale::of(quantity, &values);
    let unit = if values.is_empty() { "" } else { scale.unit };
    let header = header.replace("{}", unit);
    numbers(header.trim_end(), rows, value, |number| scale.format(number))
}

/// Figures in one scale, each with the sign of its bound.
fn figures<'a>(
    header: &str,
    quantity: Quantity,
    rows: &[&'a Row],
    figure: impl Fn(&'a Row) -> Option<&'a Figure>,
) -> TableColumn {
    let mut column = scaled(header, quantity, rows, |row| figure(row).map(|it| it.value));
    for (field, row) in column.fields.iter_mut().zip(rows) {
        let bound = figure(row).and_then(|it| it.bound);
        field.insert_str(0, bound.map_or("", sign));
    }
    column
}

/// Stands before a figure.
fn sign(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::About => "~",
        Bound::Below => "<",
        Bound::AtMost | Bound::UpTo => "≤",
        Bound::Above => ">",
        Bound::AtLeast => "≥",
    }
}

/// Block sizes are whole numbers of something: the greatest unit of which all of them are.
fn block_sizes(rows: &[&Row]) -> TableColumn {
    let sizes = || rows.iter().filter_map(|row| row.identity.block_size_bytes);
    let (unit, bytes) = [("MiB", 1 << 20), ("KiB", 1 << 10)]
        .into_iter()
        .find(|(_, bytes)| sizes().next().is_some() && sizes().all(|size| size % bytes == 0))
        .unwrap_or(("B", 1u64));
    let header = if sizes().next().is_some() { format!("block {unit}") } else { "block".into() };
    let column =
        text(&header, rows, |row| Some((row.identity.block_size_bytes? / bytes).to_string()));
    TableColumn { align: Align::Right, ..column }
}
