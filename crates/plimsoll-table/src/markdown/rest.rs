//! Directives of reStructuredText: tables of values, program text, and what is passed over.

use super::lines::{Line, Lines};
use super::pipe::row;
use crate::delimited;
use crate::document::{Passage, Table};
use crate::limits::{Budget, Excess};

/// What a directive is for a reader of tables.
pub(super) enum Directive {
    Table(Table),
    Code(Passage),
    /// A picture, the target of a link: nothing that is read.
    Nothing,
    /// A frame around text, which is read as any other.
    Frame,
}

/// Whether a text is reStructuredText: a directive stands in it.
pub(super) fn is_rest(text: &str) -> bool {
    text.lines().any(|line| line.starts_with(".. ") && line.contains("::"))
}

/// The directive that the next line begins. Then the lines stand behind it.
pub(super) fn directive(
    lines: &mut Lines<'_>,
    budget: &mut Budget,
) -> Result<Option<Directive>, Excess> {
    let mut ahead = lines.clone();
    let Some(line) = ahead.next() else { return Ok(None) };
    let Some(rest) = line.trimmed().strip_prefix(".. ") else { return Ok(None) };
    let (name, argument) = rest.split_once("::").unwrap_or((rest, ""));
    let (name, argument) = (name.trim(), argument.trim());
    let is_link = rest.starts_with('_') || rest.starts_with('|') || rest.starts_with('[');
    lines.clone_from(&ahead);
    let read = match name {
        _ if is_link => Directive::Nothing,
        "csv-table" => {
            Directive::Table(csv_table(line.number, argument, &body(lines, &line), budget)?)
        }
        "code-block" | "code" | "sourcecode" | "parsed-literal" | "math" | "raw" | "prompt" => {
            let body = body(lines, &line);
            budget.text(body.iter().map(|line| line.text.len() + 1).sum())?;
            let first =
                body.iter().find(|line| !line.is_blank()).map_or(line.number, |line| line.number);
            Directive::Code(Passage { text: unindented(&body), line: first, notes: Vec::new() })
        }
        "image" | "figure" | "literalinclude" | "include" | "toctree" | "contents" | "meta" => {
            body(lines, &line);
            Directive::Nothing
        }
        _ => Directive::Frame,
    };
    Ok(Some(read))
}

/// The lines that are indented below a directive. Then the lines stand behind them.
fn body<'a>(lines: &mut Lines<'a>, directive: &Line<'_>) -> Vec<Line<'a>> {
    let mut body = Vec::new();
    let mut ahead = lines.clone();
    while let Some(line) = ahead.next() {
        if !line.is_blank() {
            if line.indent() <= directive.indent() {
                break;
            }
            lines.clone_from(&ahead);
        }
        body.push(line);
    }
    while body.last().is_some_and(Line::is_blank) {
        body.pop();
    }
    body
}

/// Without what all lines are indented.
fn unindented(body: &[Line<'_>]) -> String {
    let least = body.iter().filter(|line| !line.is_blank()).map(Line::indent).min().unwrap_or(0);
    let lines: Vec<&str> =
        body.iter().map(|line| line.text.get(least..).unwrap_or_default()).collect();
    lines.join("\n").trim_matches('\n').to_owned()
}

/// Values parted by commas, in the directive or in a file that it names.
fn csv_table(
    line: usize,
    title: &str,
    body: &[Line<'_>],
    budget: &mut Budget,
) -> Result<Table, Excess> {
    let mut table = Table { line, ..Table::default() };
    if !title.is_empty() {
        table.titles.push(Passage { text: title.to_owned(), line, notes: Vec::new() });
    }
    let (mut header, mut delimiter) = (None, ',');
    let mut values: &[Line<'_>] = body;
    while let Some((first, rest)) = values.split_first() {
        let option = first.trimmed().strip_prefix(':').and_then(|option| option.split_once(':'));
        let Some((name, value)) = option else { break };
        let value = value.trim();
        match name {
            "file" | "url" => table.included = Some(value.to_owned()),
            "header" => header = Some((first.number, value)),
            "header-rows" => table.header_rows = value.parse().unwrap_or(0),
            "delim" if value == "tab" => delimiter = '\t',
            "delim" => delimiter = value.chars().next().unwrap_or(','),
            _ => {}
        }
        values = rest;
    }
    if let Some((line, header)) = header {
        for record in delimited::records(header, delimiter) {
            table.rows.push(row(line, &record.cells(), budget)?);
            table.header_rows = 1;
        }
    }
    let first = values.iter().find(|line| !line.is_blank()).map_or(line, |line| line.number);
    for record in delimited::records(&unindented(values), delimiter) {
        table.rows.push(row(first + record.line - 1, &record.cells(), budget)?);
    }
    table.is_header_marked = table.header_rows > 0;
    table.guess_header();
    Ok(table)
}
