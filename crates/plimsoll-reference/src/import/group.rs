//! Which points make a reference, and what it is called.

use super::conditions;
use super::point::Point;
use super::quoted::slug;
use crate::file::NOT_STATED;
use crate::share;
use plimsoll_schema::{Identity, Row};
use plimsoll_unit::size;
use std::collections::{BTreeMap, BTreeSet};

/// Points of one test: one `[[reference]]`.
pub(super) struct Group<'r> {
    pub(super) id: String,
    /// The table of the page: `table 2`, the name of a sheet; `text` for sentences.
    pub(super) table: String,
    pub(super) points: Vec<Point<'r>>,
}

impl<'r> Group<'r> {
    /// What its points have in common; the first stands for all.
    pub(super) fn identity(&self) -> &'r Identity {
        &self.points[0].row.identity
    }

    /// Its workload in words: as the row says it, else by block size and pattern.
    pub(super) fn workload(&self) -> String {
        let identity = self.identity();
        if let Some(workload) = &identity.workload {
            return workload.to_string();
        }
        let block = identity.block_size_bytes.map(size);
        let pattern = identity.pattern.map(|pattern| pattern.word().to_owned());
        let words: Vec<String> = [block, pattern].into_iter().flatten().collect();
        if words.is_empty() { NOT_STATED.to_owned() } else { words.join(" ") }
    }
}

/// The groups in the order in which they begin, with ids and with the names of their points.
pub(super) fn groups<'r>(points: Vec<Point<'r>>, page: &str) -> Vec<Group<'r>> {
    let mut places: BTreeMap<Vec<String>, usize> = BTreeMap::new();
    let mut groups: Vec<Group<'r>> = Vec::new();
    for point in points {
        let identity = &point.row.identity;
        let table = table(&identity.locator);
        let at = *places.entry(key(&table, identity)).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Group { id: String::new(), table, points: Vec::new() });
        }
        groups[at].points.push(point);
    }
    name_groups(&mut groups, page);
    for group in &mut groups {
        name_points(group);
        mark_contradictions(group);
    }
    groups
}

/// The table of a place: `table 2` of `table 2 row 1 column 3`, `Sheet1` of `Sheet1!B4`, `text` of
/// `line 14`.
pub(super) fn table(locator: &str) -> String {
    if let Some((sheet, _)) = locator.rsplit_once('!') {
        return sheet.to_owned();
    }
    let mut words = locator.split_whitespace();
    match (words.next(), words.next()) {
        (Some("table"), Some(number)) => format!("table {number}"),
        (Some("line"), _) => "text".to_owned(),
        _ => locator.to_owned(),
    }
}

/// What the points of a reference have in common, as texts.
fn key(table: &str, identity: &Identity) -> Vec<String> {
    let Identity { pattern, block_size_bytes, queue_depth, .. } = identity;
    let mut key =
        vec![table.to_owned(), format!("{pattern:?} {block_size_bytes:?} {queue_depth:?}")];
    let texts = [
        identity.product.as_deref(),
        identity.service_level.as_deref(),
        identity.protocol.as_deref(),
        identity.tool.as_deref(),
        identity.workload.as_deref(),
    ];
    key.extend(texts.map(|text| format!("{text:?}")));
    key.push(conditions::lines(identity));
    key
}

/// `import/PAGE/TABLE`, and behind it what tells the references of one table apart.
fn name_groups(groups: &mut [Group<'_>], page: &str) {
    let page = or(slug(page), "page");
    let parts: Vec<[String; 5]> = groups.iter().map(id_parts).collect();
    let mut of_table: BTreeMap<String, [BTreeSet<&str>; 5]> = BTreeMap::new();
    for (group, parts) in groups.iter().zip(&parts) {
        let known = of_table.entry(group.table.clone()).or_default();
        for (known, part) in known.iter_mut().zip(parts) {
            known.insert(part);
        }
    }
    let mut names = Names::default();
    for (group, parts) in groups.iter_mut().zip(&parts) {
        let mut id = format!("import/{page}/{}", or(slug(&group.table), "values"));
        for (known, part) in of_table[&group.table].iter().zip(parts) {
            if known.len() > 1 {
                id.push('/');
                id.push_str(&or(part.clone(), "not-stated"));
            }
        }
        group.id = names.free(&id);
    }
}

/// What an id may name, in the order of ids: product, service level, protocol, tool, test.
fn id_parts(group: &Group<'_>) -> [String; 5] {
    let identity = group.identity();
    let part = |text: Option<&str>| slug(text.unwrap_or_default());
    let workload = identity.workload.as_deref().map(slug).filter(|workload| !workload.is_empty());
    let block_and_pattern = || {
        let block = identity.block_size_bytes.map(|bytes| {
            let size = size(bytes);
            let (number, unit) = size.split_once(' ').unwrap_or((&size, ""));
            format!("{number}{}", unit.chars().next().unwrap_or('b').to_ascii_lowercase())
        });
        let pattern = identity.pattern.map(|pattern| pattern.word().to_owned());
        block.into_iter().chain(pattern).collect::<Vec<_>>().join("-")
    };
    [
        part(identity.product.as_deref()),
        part(identity.service_level.as_deref()),
        part(identity.protocol.as_deref()),
        part(identity.tool.as_deref()),
        workload.unwrap_or_else(block_and_pattern),
    ]
}

/// Gives points a name that nothing else tells apart: their place within the table.
fn name_points(group: &mut Group<'_>) {
    let same = |point: &Point<'_>| {
        let identity = &point.row.identity;
        let tells = [point.parameter("tier"), point.parameter("point")];
        format!("{:?} {:?} {:?} {tells:?}", identity.op, identity.read_percent, identity.claim)
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for point in &group.points {
        *counts.entry(same(point)).or_default() += 1;
    }
    let mut names = Names::default();
    names
        .taken
        .extend(group.points.iter().filter_map(|it| it.parameter("point").map(str::to_owned)));
    let table = slug(&group.table);
    for point in &mut group.points {
        if counts[&same(point)] > 1 {
            let place = slug(&point.row.identity.locator);
            let within = place.strip_prefix(&table).unwrap_or(&place).trim_matches('-').to_owned();
            let own = point.parameter("point").map(|name| format!("{name}-{within}"));
            point.name = Some(names.free(&own.unwrap_or_else(|| or(within, "value"))));
        }
    }
}

/// Marks reads and writes that contradict their read share: a file with such points is refused.
fn mark_contradictions(group: &mut Group<'_>) {
    let rows: Vec<Row> = group.points.iter().map(Point::named_row).collect();
    let rows: Vec<&Row> = rows.iter().collect();
    for (read, write, message) in share::contradictions(&rows) {
        for at in [read, write] {
            group.points[at].contradiction.get_or_insert_with(|| message.clone());
        }
    }
}

/// Names that are taken.
#[derive(Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// The next number to try behind a name.
    next: BTreeMap<String, usize>,
}

impl Names {
    /// The name, or the name with `-2`, `-3` … behind it if it is taken; it is taken from now on.
    pub(super) fn free(&mut self, name: &str) -> String {
        let mut free = name.to_owned();
        while !self.taken.insert(free.clone()) {
            let next = self.next.entry(name.to_owned()).or_insert(2);
            free = format!("{name}-{next}");
            *next += 1;
        }
        free
    }
}

fn or(text: String, instead: &str) -> String {
    if text.is_empty() { instead.to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::{Names, table};

    #[test]
    fn a_name_is_given_once() {
        let mut names = Names::default();
        let given: Vec<String> =
            ["a", "a", "a-2", "a", "b"].iter().map(|name| names.free(name)).collect();
        assert_eq!(given, ["a", "a-2", "a-2-2", "a-3", "b"]);
    }

    #[test]
    fn places_tell_their_table() {
        for (locator, expected) in [
            ("table 2 row 1 column 3", "table 2"),
            ("Sheet1!B4", "Sheet1"),
            ("a!b!C7", "a!b"),
            ("line 14", "text"),
            ("figure 3", "figure 3"),
        ] {
            assert_eq!(table(locator), expected);
        }
    }
}
