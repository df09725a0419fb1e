//! Whether two files tell the same of a point, as far as they print it.

use crate::layout::{Column, READ, Statistic, WRITE};
use crate::measure::{Measured, Reading};
use crate::number::{decimal, with_ascii_digits};

/// A figure that two files tell differently.
#[derive(Debug, PartialEq)]
pub(crate) struct Difference {
    /// What it is, for people.
    pub(crate) what: &'static str,
    /// As the chosen file has it.
    pub(crate) chosen: String,
    /// As the other file has it.
    pub(crate) other: String,
}

/// What block and file-system tables have in common.
const COMPARED: [(Column, &str); 6] = [
    (Column::Rate, "operations per second"),
    (Column::Megabytes, "megabytes per second"),
    (Column::Response(Statistic::Mean), "response time"),
    (Column::OpResponse(READ, Statistic::Mean), "response time of reads"),
    (Column::OpResponse(WRITE, Statistic::Mean), "response time of writes"),
    (Column::ReadPercent, "share of reads"),
];

/// The first figure in which two averages differ by more than printing rounds or cuts off.
pub(crate) fn difference(chosen: &Reading<'_>, other: &Reading<'_>) -> Option<Difference> {
    COMPARED.iter().find_map(|(column, what)| {
        let (chosen, other) = (Printed::of(chosen, *column)?, Printed::of(other, *column)?);
        // Tables of file systems cut digits off, all others round.
        let tolerance = chosen.step + other.step;
        ((chosen.value - other.value).abs() > tolerance * 1.000_001).then(|| Difference {
            what,
            chosen: chosen.text.to_owned(),
            other: other.text.to_owned(),
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
        let is_time = matches!(column, Column::Response(_) | Column::OpResponse(..));
        let scale = if is_time && reading.is_in_nanoseconds(Some(text), Statistic::Mean) {
            1e-6
        } else {
            1.0
        };
        Some(Self { value: value * scale, step: scale / 10f64.powf(decimals as f64), text })
    }
}
