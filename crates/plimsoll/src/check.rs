//! `plimsoll check`: the verdict as an exit status.

use crate::arguments::{Allowed, CheckArguments};
use crate::campaign::{self, Compared, NOTHING_CHOSEN, report_input};
use crate::destination::Destination;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::look::{ColourWhen, Look, STRONG};
use crate::reading::{how_it_went, tell};
use crate::table::{Align, TableColumn, write_table};
use plimsoll_compare::Verdict;
use plimsoll_report::view::TableView;
use std::io::{self, Write};

const SUBCOMMAND: &str = "check";

/// Reads, compares, prints the verdicts.
pub(crate) fn run(arguments: &CheckArguments, colour: ColourWhen) -> Result<Exit, CommandError> {
    let compared =
        campaign::run(SUBCOMMAND, &arguments.comparison, false, Look::of_stderr(colour))?;
    if Exit::after(&compared.summary) == Exit::NothingRead {
        tell(&how_it_went(&compared.summary));
        return Ok(Exit::NothingRead);
    }
    // The date is not shown; any will do.
    let date = campaign::date(&compared, None).unwrap_or_default();
    let input = report_input(&compared, date, arguments.comparison.tolerance);
    let view = plimsoll_report::view(&input);
    let mut stdout = Destination::stdout();
    let is_chosen = compared.comparison.is_set_beside_anything;
    let verdict = if is_chosen { view.verdict.as_str() } else { NOTHING_CHOSEN };
    write(&mut stdout, &view.summary, verdict, Look::of_stdout(colour))?;
    stdout.complete()?;
    compared.tell_end("`plimsoll report` lists all of them");
    Ok(exit(&compared, &arguments.allow))
}

/// A verdict that is not met comes before inputs that could not be read. A reference that was named
/// and corresponds to nothing is not met, nor is a step without figures.
fn exit(compared: &Compared, allowed: &[Allowed]) -> Exit {
    let passes = |verdict: Verdict| match verdict {
        Verdict::Exceeds | Verdict::Meets => true,
        Verdict::FallsShort => false,
        Verdict::Inconclusive => allowed.contains(&Allowed::Inconclusive),
        Verdict::NotComparable => allowed.contains(&Allowed::NotComparable),
    };
    let judgements = &compared.comparison.judgements;
    let is_met = judgements.iter().all(|it| passes(it.verdict));
    if judgements.is_empty() || !is_met || !compared.comparison.unmatched.is_empty() {
        return Exit::NotMet;
    }
    Exit::after(&compared.summary)
}

fn write(to: &mut impl Write, tables: &[TableView], verdict: &str, look: Look) -> io::Result<()> {
    for table in tables {
        writeln!(to, "{}", look.styled(STRONG, &table.caption))?;
        write_table(to, "  ", &columns(table), look)?;
        writeln!(to)?;
    }
    writeln!(to, "{verdict}")
}

fn columns(table: &TableView) -> Vec<TableColumn> {
    let column = |(index, column): (usize, &plimsoll_report::view::ColumnView)| TableColumn {
        header: if column.unit.is_empty() {
            column.heading.clone()
        } else {
            format!("{}, {}", column.heading, column.unit)
        },
        align: if column.is_number { Align::Right } else { Align::Left },
        fields: table.rows.iter().map(|row| row[index].text.clone()).collect(),
        may_be_cut: false,
    };
    table.columns.iter().enumerate().map(column).collect()
}
