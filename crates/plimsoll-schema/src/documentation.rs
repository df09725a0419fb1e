//! `docs/schema.md`, made from the columns.

use crate::{ColumnType, FINDINGS, SOURCES, long, series, wide};
use std::fmt::Write as _;

/// The text of `docs/schema.md`.
pub fn schema_markdown() -> String {
    let mut text = String::from(
        "# The shared schema\n\n\
         Every reader writes rows of this schema, whatever the tool. This page is made from the columns in\n\
         `crates/plimsoll-schema/src` by `cargo xtask docs`.\n\n\
         `null` means not known. It never stands for 0, and 0 never stands for it.\n\n\
         ## Wide shape\n\n\
         One line for each measured thing and operation (`plimsoll convert --shape wide`, the default).\n\n",
    );
    push_table(&mut text, wide::columns().iter().map(|it| (it.name, it.column_type, it.about)));
    text.push_str(
        "\n`latency_*` is of the kind that `latency_kind` names; percentiles of another kind stand in the\n\
         long shape only. In CSV, `findings` is joined by `;`.\n\n\
         The same operations stand in several rows: those of a run, those of its parts, reads and writes beside\n\
         all together. Keep `level = 'run'` and one `op` before adding anything up.\n\n\
         ## Long shape\n\n\
         One line for each number (`--shape long`): everything the tool measured that a reader knows.\n\n",
    );
    let columns = long::columns().iter();
    push_table(&mut text, columns.map(|it| (it.name(), it.column_type(), it.about())));
    text.push_str(
        "\n## Series\n\n\
         Interval data: one line for each window of time and operation, in a file of its own beside that of the\n\
         rows. `plimsoll convert --series -o x.parquet` writes it to `x.series.parquet`. It shows what happened\n\
         while a run went on; the results are in the rows, which have the same `source`, `run` and `workload`. A\n\
         window of which nothing is known has no line; one in which nothing was done, where the tool tells that, has rates of 0. The windows of a warm-up are in the series too: results\n\
         are of the last `duration_s` seconds of a run.\n\n",
    );
    push_table(&mut text, series::columns().iter().map(|it| (it.name, it.column_type, it.about)));
    text.push_str(
        "\n## Sources\n\n\
         Every input and what became of it, in a dataset ([datasets.md](datasets.md)) and in a workbook: one line\n\
         for each file, since several files may be one input. `rows`, `windows` and `findings` add up to those of\n\
         the other tables.\n\n",
    );
    push_table(&mut text, SOURCES.into_iter());
    text.push_str(
        "\n## Findings\n\nWhat is doubtful, in the same places: one line for each finding.\n\n",
    );
    push_table(&mut text, FINDINGS.into_iter());
    text
}

/// Columns as a table: name, type, meaning.
fn push_table(
    text: &mut String,
    columns: impl Iterator<Item = (&'static str, ColumnType, &'static str)>,
) {
    text.push_str("| column | type | meaning |\n|---|---|---|\n");
    for (name, column_type, about) in columns {
        let _ = writeln!(text, "| `{name}` | {} | {about} |", column_type.word());
    }
}
