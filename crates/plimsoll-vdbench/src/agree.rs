//! Whether two files tell the same of a point, as far as they print it.

use crate::layout::{Column, READ, Statistic, WRITE};
use crate::measure::{Measured, Reading};
use crate::number::{decimal, with_ascii_digits};

/// A figure that two files tell differently.
#[derive(Debug, PartialEq)]
pub(crate) struct Difference {
    /// What it is, for people.
    pub(crate) what: String,
    /// As the chosen file has it.
    pub(crate) chosen: String,
    /// As the other file has it.
    pub(crate) other: String,
}

/// What both kinds of tables print beside what each operation has.
const COMPARED: [(Column, &str); 6] = [
    (Column::Rate, "operations per second"),
    (Column::Megabytes, "megabytes per second"),
    (Column::Response(Statistic::Mean), "response time"),
    (Column::ReadPercent, "share of reads"),
    (Column::TransferSize, "bytes per operation"),
    (Column::QueueDepth, "queue depth"),
];

/// What block tables print beside that. Those of file systems have maxima since the begin of the run in the flat
/// file, and of the measured intervals in the summary.
const COMPARED_IN_BLOCK_TABLES: [(Column, &str); 4] = [
    (Column::Response(Statistic::Maximum), "greatest response time"),
    (Column::Response(Statistic::Deviation), "standard deviation"),
    (Column::OpResponse(READ, Statistic::Maximum), "greatest response time of reads"),
    (Column::OpResponse(WRITE, Statistic::Maximum), "greatest response time of writes"),
];

/// The first figure in which two averages differ by more than printing rounds or cuts off.
pub(crate) fn difference(chosen: &Reading<'_>, other: &Reading<'_>) -> Option<Difference> {
    let differs = |column, what: &dyn Fn() -> String| {
        let other_column = in_layout(column, chosen, other)?;
        let (chosen, other) = (Printed::of(chosen, column)?, Printed::of(other, other_column)?);
        // Tables of file systems cut digits off, all others round.
        let tolerance = chosen.step + other.step;
        ((chosen.value - other.value).abs() > tolerance * 1.000_001).then(|| Difference {
            what: what(),
            chosen: chosen.text.to_owned(),
            other: other.text.to_owned(),
        })
    };
    let layout = &chosen.block.layout;
    let of_block: &[_] = if layout.is_file_system { &[] } else { &COMPARED_IN_BLOCK_TABLES };
    let fixed = COMPARED.iter().chain(of_block);
    fixed.into_iter().find_map(|(column, what)| differs(*column, &|| (*what).to_owned())).or_else(
        || {
            layout.ops.iter().enumerate().find_map(|(op, name)| {
                let rate = differs(Column::OpRate(op), &|| format!("{} per second", name.word()));
                let time = Column::OpResponse(op, Statistic::Mean);
                rate.or_else(|| differs(time, &|| format!("response time of {}", name.word())))
            })
        },
    )
}

/// A column of one file in the other, whose operations may have another order.
fn in_layout(column: Column, chosen: &Reading<'_>, other: &Reading<'_>) -> Option<Column> {
    let op = |op: usize| {
        let name = chosen.block.layout.ops.get(op)?;
        other.block.layout.ops.iter().position(|it| it == name)
    };
    Some(match column {
        Column::OpRate(index) => Column::OpRate(op(index)?),
        Column::OpResponse(index, statistic) => Column::OpResponse(op(index)?, statistic),
        other => other,
    })
}

/// What tables of file systems cut off at most, as a share of what they print: they have four digits.
const CUT_OFF: f64 = 1.1e-3;

/// The first figure that the intervals of two files tell differently: their mean over the intervals of the
/// average.
pub(crate) fn difference_of_intervals(
    chosen: &Reading<'_>,
    other: &Reading<'_>,
) -> Option<Difference> {
    let value =
        |reading: &Reading<'_>, column| reading.block.intervals.steady.as_ref()?.value(column);
    let compared = [
        (Column::Rate, "operations per second of the intervals", 0.06),
        (Column::Megabytes, "megabytes per second of the intervals", 0.006),
    ];
    compared.into_iter().find_map(|(column, what, half_a_digit)| {
        let (one, two) = (value(chosen, column)?, value(other, column)?);
        let tolerance = half_a_digit + CUT_OFF * one.abs();
        ((one - two).abs() > tolerance).then(|| Difference {
            what: what.to_owned(),
            chosen: format!("{one:.2}"),
            other: format!("{two:.2}"),
        })
    })
}

/// A printed number and the step of its last digit.
struct Printed<'b> {
    value: f64,
    step: f64,
    text: &'b str,
}

impl<'b> Printed<'b> {
    fn of(reading: &Reading<'b>, column: Column) -> Option<Self> {
        let Measured::Printed(average) = reading.measured else { return None };
        let text = average.text(&reading.block.layout, column)?;
        let ascii = with_ascii_digits(text.as_bytes());
        let value = decimal(&ascii)?;
        // A flat file of 5.04.07 leaves zeros at the end out.
        let decimals = if reading.is_flat {
            4
        } else {
            ascii.iter().rev().position(|byte| matches!(byte, b'.' | b',')).unwrap_or(0)
        };
        let scale = match column {
            Column::Response(statistic) | Column::OpResponse(_, statistic) => {
                reading.units.milliseconds(statistic)
            }
            _ => 1.0,
        };
        Some(Self { value: value * scale, step: scale / 10f64.powf(decimals as f64), text })
    }
}
