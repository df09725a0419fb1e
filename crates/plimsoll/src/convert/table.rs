//! Output to a file of one table, or to standard output.

use super::places::{self, Places};
use super::rows::{Rows, TableFormat};
use super::telling::written;
use super::{Done, Output};
use crate::destination::Destination;
use crate::error::CommandError;
use crate::exit::Exit;
use crate::tally::counted;
use plimsoll_input::ReadInput;
use plimsoll_schema::{SeriesShape, Shape};
use std::ffi::OsString;
use std::io;

/// Rows in a file, and interval data in another one beside it.
pub(super) struct TableOutput {
    rows: Rows<Destination, Shape>,
    series: Option<Rows<Destination, SeriesShape>>,
    unfinished: Vec<OsString>,
}

impl TableOutput {
    /// Opens everything that will be written.
    pub(super) fn create(
        places: &Places<'_>,
        format: TableFormat,
        shape: Shape,
        inputs: &[String],
    ) -> Result<Self, CommandError> {
        let rows = places::create(places.rows)?;
        let series = places.series.as_deref().map(places::create).transpose()?;
        let unfinished = [Some(&rows), series.as_ref()].into_iter().flatten();
        let unfinished = unfinished.filter_map(Destination::unfinished_name).collect();
        let series = series.map(|series| Rows::new(series, format, SeriesShape, inputs));
        Ok(Self {
            rows: Rows::new(rows, format, shape, inputs)?,
            series: series.transpose()?,
            unfinished,
        })
    }
}

impl Output for TableOutput {
    fn take(&mut self, input: &ReadInput) -> io::Result<()> {
        for row in &input.rows {
            self.rows.row(row)?;
        }
        if let Some(series) = &mut self.series {
            input.windows.iter().try_for_each(|window| series.row(window))?;
        }
        Ok(())
    }

    fn unfinished(&self) -> &[OsString] {
        &self.unfinished
    }

    fn complete(self, exit: Exit) -> io::Result<Done> {
        let written = written(self.rows.lines(), self.series.as_ref().map(Rows::lines));
        let left_out = self.rows.left_out() + self.series.as_ref().map_or(0, Rows::left_out);
        let destinations = [self.series.map(Rows::finish), Some(self.rows.finish())];
        // All are whole before the first one is put in its place.
        let destinations = destinations.into_iter().flatten().collect::<io::Result<Vec<_>>>()?;
        let written = match exit {
            Exit::Stopped => stopped(destinations)?,
            // A file that stands there already stays: an empty one in its place would say that there
            // is nothing.
            Exit::NothingRead => written,
            _ => {
                destinations.into_iter().try_for_each(Destination::complete)?;
                written
            }
        };
        Ok(Done { written, notes: left_out_note(left_out) })
    }

    fn abandon(self) {
        // Files that were not completed go when they are dropped.
    }
}

/// Flushes what cannot be taken back. No file appears: half of one would look like all of it.
fn stopped(destinations: Vec<Destination>) -> io::Result<String> {
    let (files, streams): (Vec<_>, Vec<_>) =
        destinations.into_iter().partition(|to| to.unfinished_name().is_some());
    streams.into_iter().try_for_each(Destination::complete)?;
    let what = if files.is_empty() {
        "the rows of these inputs are complete"
    } else {
        "no file was written"
    };
    Ok(format!("stopped: {what}"))
}

/// What there is to say of values for which a format has no room.
pub(super) fn left_out_note(values: u64) -> Vec<String> {
    if values == 0 {
        return Vec::new();
    }
    let values = counted(values as usize, "value");
    vec![format!("{values} beyond 2^63 left out: the format has no room")]
}

#[cfg(test)]
mod tests {
    use super::{Output as _, Places, TableOutput};
    use crate::convert::rows::TableFormat;
    use crate::convert::tests::input;
    use crate::exit::Exit;
    use plimsoll_export::TextFormat;
    use plimsoll_schema::Shape;
    use std::fs;
    use std::path::Path;

    /// Writes two inputs into a folder, and ends with a status.
    fn write(folder: &Path, exit: Exit) {
        let rows = folder.join("a.csv");
        let series = Some(folder.join("a.series.csv"));
        let places = Places { rows: &rows, series, findings: None };
        let format = TableFormat::Text(TextFormat::Csv);
        let output = TableOutput::create(&places, format, Shape::Wide, &[]);
        let mut output = output.unwrap_or_else(|_| panic!("an empty folder"));
        for input in [input("b", &[0.0, 1.0]), input("a", &[0.0])] {
            output.take(&input).expect("room on the disk");
        }
        output.complete(exit).expect("room on the disk");
    }

    #[test]
    fn interval_data_of_all_inputs_goes_into_one_file() {
        let folder = tempfile::tempdir().expect("a folder");
        write(folder.path(), Exit::Read);
        let text = fs::read_to_string(folder.path().join("a.series.csv")).expect("a series");
        let lines: Vec<&str> = text.lines().skip(1).collect();
        let line = |source, begin| format!("{source},,,read,{begin},1.0,,512.5,,,,,,,,,");
        assert_eq!(lines, [line("b", "0.0"), line("b", "1.0"), line("a", "0.0")]);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }

    #[test]
    fn no_interval_data_is_left_where_nothing_was_read_or_all_was_stopped() {
        for exit in [Exit::NothingRead, Exit::Stopped] {
            let folder = tempfile::tempdir().expect("a folder");
            write(folder.path(), exit);
            assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
        }
    }
}
