//! Published rows that a reader took from a page, written as a catalogue file for people to review.
//!
//! ```text
//!  rows ──► points (`point`: figures as printed, `numeral`) ──► references (`group`: ids, names)
//!       ──► text (here, with the conditions of `conditions` and the findings as comments)
//! ```
//!
//! [`Catalogue::parse`](crate::Catalogue::parse) reads the text back to the same rows, but for what
//! a catalogue says itself: `source` becomes the page's title, `reference` the id, the workload is put into words where
//! the row has none, the status [`Imported`](crate::Status::Imported) is a finding of each figure, and a point that
//! nothing else tells from its neighbours gets a name. Numerals that the form of a file has no place
//! for (`38만`) are written anew, with what was printed beside them.
//!
//! What a file cannot hold stands in it as a comment that says why. Nothing is left out in silence.

mod conditions;
mod group;
mod numeral;
mod placement;
mod point;
mod quoted;

use crate::file::NOT_STATED;
use crate::status::Status;
use group::{Group, Names, groups};
use placement::Placement;
use plimsoll_schema::{Finding, Row};
use plimsoll_unit::size;
use point::{Point, claim_word};
use quoted::{comment, commented_out, string};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Before a point and what is said of it.
const INDENT: &str = "    ";

/// What is known of a page besides its rows. What is not known is written `not stated`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ImportedPage {
    /// The page as it was named. Its name without folder and ending is a part of the ids.
    pub file: String,
    /// Its title; without one it has the name of the file.
    pub title: Option<String>,
    /// Whose product it is.
    pub vendor: Option<String>,
    /// Who published it.
    pub publisher: Option<String>,
    /// The date that the page states.
    pub date: Option<String>,
    /// The languages it was read in, as BCP 47 tags.
    pub locales: Vec<String>,
    /// The product, for references whose rows name none.
    pub product: Option<String>,
}

/// A catalogue file that was made from rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// The file, TOML. Without a reference it is no catalogue: there is nothing to review.
    pub text: String,
    /// How many references it has.
    pub references: usize,
    /// How many points they have.
    pub points: usize,
    /// How many rows and single figures stand in it as comments only.
    pub left_out: usize,
}

/// Writes published rows as a catalogue file. Findings become comments: above the point that they
/// speak of, else above one of the same line of the table, else above the first reference of the
/// table, else at the end of the file. Findings of the rows need not be among `findings`.
pub fn imported_file(rows: &[Row], findings: &[Finding], page: &ImportedPage) -> ImportedFile {
    let page = ImportedPage { product: product(rows, page), ..page.clone() };
    let mut points = Vec::new();
    let mut unheld = Vec::new();
    for row in rows {
        match Point::of(row) {
            Ok(point) => points.push(point),
            Err(why) => unheld.push((row, why)),
        }
    }
    let groups = groups(points, stem(&page.file));
    let mut file = Writer::new(&page, findings, &groups);
    for (at, group) in groups.iter().enumerate() {
        file.reference(at, group);
    }
    file.end(&unheld);
    file.made
}

/// The product that the page speaks of: as it was said, else that of all rows.
fn product(rows: &[Row], page: &ImportedPage) -> Option<String> {
    let first = rows.first().and_then(|row| row.identity.product.as_deref());
    let is_of_all = rows.iter().all(|row| row.identity.product.as_deref() == first);
    page.product.clone().or_else(|| first.filter(|_| is_of_all).map(str::to_owned))
}

struct Writer<'f> {
    made: ImportedFile,
    page: &'f ImportedPage,
    findings: &'f [Finding],
    placement: Placement<'f>,
    /// Names of the sets of conditions, by their lines.
    conditions: BTreeMap<String, String>,
    names: Names,
}

impl<'f> Writer<'f> {
    fn new(page: &'f ImportedPage, findings: &'f [Finding], groups: &[Group<'_>]) -> Self {
        Self {
            made: ImportedFile { text: head(page), references: 0, points: 0, left_out: 0 },
            page,
            findings,
            placement: Placement::of(findings, groups),
            conditions: BTreeMap::new(),
            names: Names::default(),
        }
    }

    fn reference(&mut self, at: usize, group: &Group<'_>) {
        let conditions = self.conditions(group);
        let mut lines = self.about(group, conditions.as_deref());
        lines.push_str("point = [\n");
        for (number, point) in group.points.iter().enumerate() {
            lines.push_str(&self.findings_of(at, number, point));
            lines.push_str(&self.point(group, point));
        }
        lines.push_str("]\n");
        self.made.text.push('\n');
        for finding in self.placement.at_group(at) {
            self.made.text.push_str(&comment("", &told(&self.findings[*finding])));
        }
        // A reference of nothing but comments would have no point, which is an error.
        if group.points.iter().all(|point| point.contradiction.is_some()) {
            self.made.text.push_str(&commented_out("", &lines));
        } else {
            self.made.text.push_str(&lines);
            self.made.references += 1;
        }
    }

    /// Writes the set of conditions where it is first met; the answer is its name.
    fn conditions(&mut self, group: &Group<'_>) -> Option<String> {
        let lines = conditions::lines(group.identity());
        if lines.is_empty() {
            return None;
        }
        if let Some(name) = self.conditions.get(&lines) {
            return Some(name.clone());
        }
        let slug = quoted::slug(&group.table);
        let name = self.names.free(if slug.is_empty() { "conditions" } else { &slug });
        let _ = write!(self.made.text, "\n[conditions.{name}]\n{lines}");
        self.conditions.insert(lines, name.clone());
        Some(name)
    }

    /// The lines of a reference above its points.
    fn about(&self, group: &Group<'_>, conditions: Option<&str>) -> String {
        let identity = group.identity();
        let mut text = String::from("[[reference]]\n");
        let mut line = |key: &str, value: Option<&str>| {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {}", string(value));
            }
        };
        line("id", Some(&group.id));
        line("product", self.product(identity.product.as_deref()));
        line("service_level", identity.service_level.as_deref());
        line("protocol", identity.protocol.as_deref());
        line("tool", identity.tool.as_deref());
        line("workload", Some(&group.workload()));
        line("pattern", identity.pattern.map(plimsoll_schema::Pattern::word));
        line("block_size", identity.block_size_bytes.map(size).as_deref());
        if let Some(depth) = identity.queue_depth {
            let _ = writeln!(text, "iodepth = {depth}");
        }
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(text, "{key} = {}", string(value));
        };
        if let Some(name) = conditions {
            line("conditions", name);
        }
        line("claim", claim_word(identity.claim));
        text
    }

    /// The product of a reference, unless it is that of the page.
    fn product<'t>(&'t self, of_rows: Option<&'t str>) -> Option<&'t str> {
        of_rows.filter(|product| Some(*product) != self.page.product.as_deref())
    }

    /// What is doubtful about a point, as comments above it.
    fn findings_of(&self, group: usize, number: usize, point: &Point<'_>) -> String {
        let placed = self.placement.at_point(group, number).iter().map(|at| &self.findings[*at]);
        self.of_row_alone(point.row).chain(placed).map(|it| comment(INDENT, &told(it))).collect()
    }

    /// Findings that a row has and that were not given for the whole page.
    fn of_row_alone<'r>(&self, row: &'r Row) -> impl Iterator<Item = &'r Finding> {
        let of_row = row.findings.iter().map(Arc::as_ref);
        of_row.filter(|finding| !self.placement.has(finding))
    }

    fn point(&mut self, group: &Group<'_>, point: &Point<'_>) -> String {
        let mut text = String::new();
        for left_out in &point.left_out {
            self.made.left_out += 1;
            text.push_str(&comment(INDENT, &format!("left out: {left_out}")));
        }
        let line = format!("{INDENT}{}\n", point.line(group.identity().claim));
        if let Some(why) = &point.contradiction {
            self.made.left_out += 1;
            let help = "compare both values and the header with the page";
            text.push_str(&comment(INDENT, &format!("left out: {why}; {help}")));
            text.push_str(&commented_out(INDENT, &line));
        } else {
            self.made.points += 1;
            text.push_str(&line);
        }
        text
    }

    /// What belongs to no reference.
    fn end(&mut self, unheld: &[(&Row, String)]) {
        let mut text = String::new();
        for (row, why) in unheld {
            self.made.left_out += 1;
            text.push_str(&comment("", &format!("{}: left out: {why}", row.identity.locator)));
            for finding in self.of_row_alone(row) {
                text.push_str(&comment("", &told(finding)));
            }
        }
        for finding in &self.placement.at_end {
            text.push_str(&comment("", &told(&self.findings[*finding])));
        }
        if !text.is_empty() {
            self.made.text.push_str("\n# What is not among the values above:\n");
            self.made.text.push_str(&text);
        }
    }
}

/// What to do with the file, and where it comes from.
fn head(page: &ImportedPage) -> String {
    let mut text =
        comment("", &format!("Read from {} by program. Nobody has reviewed it yet.", page.file));
    text.push_str("#\n");
    for sentence in [
        "Go through it from top to bottom with the page open: each value, its unit and bound, its \
         conditions. Comments say what was doubtful, and what was left out and why.",
        "Fill in what is not stated, and give references ids of your own \
         (product/service-level/protocol/test).",
        "Then write \"one-source\" instead of the status \"imported\". docs/catalogue.md has the rest.",
    ] {
        text.push_str(&comment("", sentence));
    }
    let stated = |value: &Option<String>| string(value.as_deref().unwrap_or(NOT_STATED));
    let locales: Vec<String> = page.locales.iter().map(|tag| string(tag)).collect();
    let title = page.title.as_deref().unwrap_or_else(|| name(&page.file));
    let reading = format!("Read from {} by program.", page.file);
    let _ = write!(
        text,
        "\n[page]\n\
         vendor = {}\n\
         publisher = {}\n\
         title = {}\n\
         date = {}\n\
         locales = [{}]\n\
         reading = {}\n\
         product = {}\n\
         status = {}\n",
        stated(&page.vendor),
        stated(&page.publisher),
        string(title),
        stated(&page.date),
        locales.join(", "),
        string(&reading),
        stated(&page.product),
        string(Status::Imported.word())
    );
    text
}

/// A finding in one line: `warning figures-contradict, table 1 row 2 column 3: …`.
fn told(finding: &Finding) -> String {
    let place = finding.locator.as_deref().map(|place| format!(", {place}")).unwrap_or_default();
    format!("{} {}{place}: {}", finding.level(), finding.code.word(), finding.message)
}

/// The name of a file without its folders.
fn name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().filter(|name| !name.is_empty()).unwrap_or(file)
}

/// The same without its ending.
fn stem(file: &str) -> &str {
    let name = name(file);
    name.rsplit_once('.').map(|(stem, _)| stem).filter(|stem| !stem.is_empty()).unwrap_or(name)
}
