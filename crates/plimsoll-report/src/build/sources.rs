//! Everything that was read: each input with its files and their checksums.

use super::section::first_row;
use super::summary::workload;
use crate::english;
use crate::input::{ReadSource, ReportInput};
use crate::notes::Notes;
use crate::number::grouped;
use crate::view::{FileView, SourceView};
use plimsoll_compare::Point;
use plimsoll_schema::Finding;
use std::sync::Arc;

pub(super) fn sources(input: &ReportInput<'_>, notes: &Notes) -> Vec<SourceView> {
    let mut inputs: Vec<(&str, Vec<&ReadSource>)> = Vec::new();
    for source in input.sources {
        match inputs.iter_mut().find(|(name, _)| *name == &*source.input) {
            Some((_, files)) => files.push(source),
            None => inputs.push((&source.input, vec![source])),
        }
    }
    inputs.iter().map(|(name, files)| source(input, name, files, notes)).collect()
}

fn source(input: &ReportInput<'_>, name: &str, files: &[&ReadSource], notes: &Notes) -> SourceView {
    let is_of_input = |finding: &&Arc<Finding>| {
        finding.source == *name || files.iter().any(|file| file.record.source == finding.source)
    };
    let findings: Vec<Arc<Finding>> = input.findings.iter().filter(is_of_input).cloned().collect();
    let window = files.iter().find_map(|file| file.window);
    SourceView {
        name: name.to_owned(),
        notes: notes.numbers(&findings),
        about: english::about_source(
            files.iter().find_map(|file| file.tool.as_deref()),
            window.map(|it| it.begin_ms),
            window.map(|it| (it.end_ms - it.begin_ms) as f64 / 1000.0),
            &points(input, name),
        ),
        files: files.iter().map(|file| file_view(name, file)).collect(),
    }
}

fn file_view(input: &str, file: &ReadSource) -> FileView {
    let record = &file.record;
    let has_checksum = !record.sha256.is_empty();
    let size = if has_checksum { grouped(record.size_bytes as f64, 0) } else { String::new() };
    FileView { name: within(input, &record.source), size, checksum: record.sha256.clone() }
}

/// The name of a file within its input, which is a folder, maybe of an archive, or the file itself.
fn within(input: &str, file: &str) -> String {
    let rest = file.strip_prefix(input).unwrap_or(file);
    rest.strip_prefix("!/").unwrap_or(rest).trim_start_matches('/').to_owned()
}

/// The points whose figures come from an input, so that each figure can be traced to its files.
fn points(input: &ReportInput<'_>, source: &str) -> Vec<String> {
    let is_of = |point: &&Point| {
        point.moments.iter().any(|moment| moment.sources.iter().any(|it| **it == *source))
    };
    let mut names: Vec<(String, Vec<String>)> = Vec::new();
    for point in input.comparison.points.iter().filter(is_of) {
        let Some(row) = first_row(point) else { continue };
        let (name, share) = (workload(&row), english::share(row.identity.read_percent));
        let at = names.iter().position(|known| known.0 == name).unwrap_or_else(|| {
            names.push((name, Vec::new()));
            names.len() - 1
        });
        if !names[at].1.contains(&share) {
            names[at].1.push(share);
        }
    }
    names.iter().map(|(name, shares)| english::points_of_source(name, shares)).collect()
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn files_are_named_within_their_input() {
        for (input, file, name) in [
            ("results/a", "results/a/summary.html", "summary.html"),
            ("a.tar.gz!/out", "a.tar.gz!/out/summary.html", "summary.html"),
            ("a.tar.gz", "a.tar.gz!/summary.html", "summary.html"),
            ("r.json", "r.json", ""),
            ("results/a", "elsewhere/x.html", "elsewhere/x.html"),
        ] {
            assert_eq!(within(input, file), name);
        }
    }
}
