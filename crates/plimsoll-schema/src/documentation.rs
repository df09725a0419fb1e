//! `docs/schema.md`, made from the columns.

use crate::{long, wide};
use std::fmt::Write as _;

/// The text of `docs/schema.md`.
pub fn schema_markdown() -> String {
    let mut text = String::from(
        "# The shared schema\n\n\
         Every reader writes rows of this schema, whatever the tool. This page is made from the columns in\n\
         `crates/plimsoll-schema/src` by `cargo xtask docs`.\n\n\
         `null` means not known. It never stands for 0, and 0 never stands for it.\n\n\
         ## Wide shape\n\n\
         One line for each measured thing and operation (`plimsoll convert --shape wide`, the default).\n\n\
         | column | type | meaning |\n|---|---|---|\n",
    );
    for column in wide::columns() {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            column.name,
            column.column_type.word(),
            column.about
        );
    }
    text.push_str(
        "\n`latency_*` is of the kind that `latency_kind` names; percentiles of another kind stand in the\n\
         long shape only. In CSV, `findings` is joined by `;`.\n\n\
         ## Long shape\n\n\
         One line for each number (`--shape long`): everything the tool measured that a reader knows.\n\n\
         | column | type | meaning |\n|---|---|---|\n",
    );
    for column in long::columns() {
        let (name, kind, about) = (column.name(), column.column_type().word(), column.about());
        let _ = writeln!(text, "| `{name}` | {kind} | {about} |");
    }
    text
}
