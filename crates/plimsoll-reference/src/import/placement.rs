//! Where each finding stands in the file: as near to what it speaks of as can be.

use super::group::{Group, table};
use plimsoll_schema::{Code, Finding};
use std::collections::{BTreeMap, BTreeSet};

/// Indices of findings by where they stand; each finding stands in one place.
pub(super) struct Placement<'f> {
    known: BTreeSet<Key<'f>>,
    at_points: BTreeMap<(usize, usize), Vec<usize>>,
    at_groups: BTreeMap<usize, Vec<usize>>,
    /// Those that belong to no reference.
    pub(super) at_end: Vec<usize>,
}

/// What makes findings the same.
type Key<'f> = (Code, &'f str, Option<&'f str>);

fn key(finding: &Finding) -> Key<'_> {
    (finding.code, &finding.message, finding.locator.as_deref())
}

impl<'f> Placement<'f> {
    /// Above the first point whose row has the finding, else whose place it names; else the first of
    /// the same line of the table; else above the first reference of the table.
    pub(super) fn of(findings: &'f [Finding], groups: &[Group<'_>]) -> Self {
        let mut of_rows = BTreeMap::new();
        let mut places = BTreeMap::new();
        let mut lines = BTreeMap::new();
        let mut tables = BTreeMap::new();
        for (at, group) in groups.iter().enumerate() {
            tables.entry(group.table.as_str()).or_insert(at);
            for (point, of_group) in group.points.iter().enumerate() {
                let locator = of_group.row.identity.locator.as_str();
                let here = (at, point);
                for finding in &of_group.row.findings {
                    of_rows.entry(key(finding)).or_insert(here);
                }
                places.entry(locator).or_insert(here);
                if let Some(line) = line(locator) {
                    lines.entry(line).or_insert(here);
                }
            }
        }
        let mut placement = Self {
            known: findings.iter().map(key).collect(),
            at_points: BTreeMap::new(),
            at_groups: BTreeMap::new(),
            at_end: Vec::new(),
        };
        for (number, finding) in findings.iter().enumerate() {
            let locator = finding.locator.as_deref();
            let point = of_rows
                .get(&key(finding))
                .or_else(|| places.get(locator?))
                .or_else(|| lines.get(&line(locator?)?));
            let group = || tables.get(table(locator?).as_str());
            if let Some(point) = point {
                placement.at_points.entry(*point).or_default().push(number);
            } else if let Some(group) = group() {
                placement.at_groups.entry(*group).or_default().push(number);
            } else {
                placement.at_end.push(number);
            }
        }
        placement
    }

    /// Whether a finding is among those that were placed.
    pub(super) fn has(&self, finding: &Finding) -> bool {
        self.known.contains(&key(finding))
    }

    /// Those above a point of a group.
    pub(super) fn at_point(&self, group: usize, point: usize) -> &[usize] {
        self.at_points.get(&(group, point)).map_or(&[], Vec::as_slice)
    }

    /// Those above a reference.
    pub(super) fn at_group(&self, group: usize) -> &[usize] {
        self.at_groups.get(&group).map_or(&[], Vec::as_slice)
    }
}

/// The table and its line: `table 2 row 1` of `table 2 row 1 column 3`, `Sheet1` and 4 of `Sheet1!B4`.
fn line(locator: &str) -> Option<(&str, &str)> {
    if let Some((sheet, cell)) = locator.rsplit_once('!') {
        return Some((sheet, cell.trim_start_matches(|c: char| c.is_ascii_alphabetic())));
    }
    locator.rsplit_once(" column ").map(|(line, _)| (line, ""))
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn cells_tell_their_line() {
        for (locator, expected) in [
            ("table 2 row 1 column 3", Some(("table 2 row 1", ""))),
            ("Sheet1!AB12", Some(("Sheet1", "12"))),
            ("line 14", None),
        ] {
            assert_eq!(line(locator), expected);
        }
    }
}
