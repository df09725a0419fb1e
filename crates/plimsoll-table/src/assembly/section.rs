//! What stands above a table: headings, captions, and the text between them.
//!
//! A table belongs to the headings above it, each of which ends at the next one of its own or a
//! higher level. Text belongs to the table that it stands before: what is said above one table is
//! not said of the next.

use super::facts::{Facts, agreed};
use super::named::Named;
use super::page::{Page, prose};
use super::wording::pattern_of;
use crate::document::{Block, Document, Form, Passage, Table};
use crate::markdown::unescaped;
use plimsoll_lexicon::{Concept, Condition, Parameter, conditions, may_name, read_header};
use plimsoll_schema::Pattern;
use std::cell::OnceCell;

/// What holds for all values of a table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Section {
    /// What headings and captions say.
    pub(crate) headings: Facts,
    /// What the text above says too.
    pub(crate) all: Facts,
}

/// A heading that holds still, and the text below it.
struct Open {
    level: u8,
    heading: Facts,
    text: Vec<String>,
    /// What its text names, once a heading within it has a table.
    names: OnceCell<Facts>,
}

/// The sections of the tables of a document, in their order.
pub(crate) fn sections(document: &Document, page: &Page) -> Vec<Section> {
    let mut walk = Walk {
        page,
        open: vec![Open {
            level: 1,
            heading: Facts::default(),
            text: Vec::new(),
            names: OnceCell::new(),
        }],
    };
    let mut sections = Vec::new();
    for (at, block) in document.blocks.iter().enumerate() {
        match block {
            Block::Table(table) => sections.push(walk.table(table)),
            block => {
                let Some(passage) = prose(block) else { continue };
                if let Block::Heading(level, _) = block {
                    walk.heading(*level, &passage.text);
                    continue;
                }
                match level_of_line(document, at, passage, page) {
                    Some(level) => walk.heading(level, &passage.text),
                    None => walk.text(&passage.text),
                }
            }
        }
    }
    sections
}

struct Walk<'a> {
    page: &'a Page,
    /// The headings that hold, the outermost first; the first is the page itself.
    open: Vec<Open>,
}

impl Walk<'_> {
    fn heading(&mut self, level: u8, text: &str) {
        self.open.retain(|open| open.level < level);
        let heading = self.facts_of_heading(text);
        self.open.push(Open { level, heading, text: Vec::new(), names: OnceCell::new() });
    }

    fn text(&mut self, text: &str) {
        if let Some(open) = self.open.last_mut() {
            open.text.push(unescaped(text).into_owned());
        }
    }

    fn facts_of_heading(&self, text: &str) -> Facts {
        let text = unescaped(text);
        let header = read_header(&text, self.page.languages);
        let mut facts = Facts::of(&conditions(&text, self.page.languages));
        facts.pattern = pattern_of(&header, facts.pattern);
        // "Read" alone may ask the reader to read.
        let is_of_test =
            facts.pattern.is_some() || facts.block_size.is_some() || header.metric.is_some();
        facts.op = header.op.filter(|_| is_of_test && header.mix.is_none());
        facts
    }

    /// The section of a table. The text right above it is used up.
    fn table(&mut self, table: &Table) -> Section {
        let languages = self.page.languages;
        let mut headings = Facts::default();
        let mut all = Facts::default();
        let inmost = self.open.len() - 1;
        for (at, open) in self.open.iter_mut().enumerate() {
            headings = open.heading.over(&headings);
            all = open.heading.over(&all);
            // Text of an outer section names what all its tables are of, and counts nothing.
            if at < inmost {
                let names = open.names.get_or_init(|| {
                    if !open.text.iter().any(|line| may_name(line)) {
                        return Facts::default();
                    }
                    let found = conditions(&open.text.join("\n"), languages);
                    names_of_lines(&with_conditions(&open.text, &found))
                });
                all = names.over(&all);
            }
        }
        let text =
            self.open.last_mut().map(|open| std::mem::take(&mut open.text)).unwrap_or_default();
        let found = conditions(&text.join("\n"), languages);
        let lines = with_conditions(&text, &found);
        all = names_of_lines(&lines).over(&Facts::of(&found).of_prose()).over(&all);
        self.take_test_of_lines(&lines, [&mut headings, &mut all]);
        // Titles are captions for certain.
        for title in &table.titles {
            let title = self.facts_of_heading(&title.text);
            headings = title.over(&headings);
            all = title.over(&all);
        }
        Section { headings, all }
    }
}

impl Walk<'_> {
    /// The line right above a table is its caption, where it is no sentence: if it names a test, that
    /// goes before what the heading says. Another line that names another test than the heading says
    /// that the heading's does not hold here.
    fn take_test_of_lines(&self, lines: &[Line<'_>], of_section: [&mut Facts; 2]) {
        // So many lines above a table may be of its test.
        const NEAR: usize = 20;
        let Some((last, others)) = lines.split_last() else { return };
        let mut tests: Vec<(Pattern, u64)> =
            others.iter().rev().take(NEAR).filter_map(|line| self.test_of(line)).collect();
        let mut caption = None;
        if is_sentence(last.text.trim_end().trim_end_matches([':', '：'])) {
            tests.extend(self.test_of(last));
        } else {
            let facts = self.facts_of_heading(last.text);
            let is_of_test = facts.pattern.is_some() || facts.block_size.is_some();
            caption = Some(facts).filter(|_| is_of_test);
        }
        for facts in of_section {
            for (pattern, block_size) in &tests {
                facts.pattern = facts.pattern.filter(|it| it == pattern);
                facts.block_size = facts.block_size.filter(|it| it == block_size);
            }
            let Some(Facts { op, pattern, block_size, .. }) = caption.clone() else { continue };
            let header = read_header(last.text, self.page.languages);
            if header.says(Concept::Read) && header.says(Concept::Write) {
                facts.op = None;
            }
            *facts = Facts { op, pattern, block_size, ..Facts::default() }.over(facts);
        }
    }

    /// The test of a line that names both a pattern and a block size.
    fn test_of(&self, line: &Line<'_>) -> Option<(Pattern, u64)> {
        if !line.found.iter().any(|it| it.parameter == Parameter::Pattern) {
            return None;
        }
        let facts = Facts::of(&conditions(line.text, self.page.languages));
        Some((facts.pattern?, facts.block_size?))
    }
}

/// A line of text, and the conditions that were found in it among the other lines.
struct Line<'a> {
    text: &'a str,
    found: &'a [Condition],
}

/// Lines with those conditions that `found` has for them, which are those of the lines joined by line ends.
fn with_conditions<'a>(lines: &'a [String], found: &'a [Condition]) -> Vec<Line<'a>> {
    let (mut end, mut rest) = (0, found);
    let line = |text: &'a String| {
        end += text.len() + 1;
        let (found, behind) = rest.split_at(rest.partition_point(|it| it.range.start < end));
        rest = behind;
        Line { text, found }
    };
    lines.iter().map(line).collect()
}

/// The names that lines of text give, the last one first: a line with several names of one kind says
/// that none of them holds.
fn names_of_lines(lines: &[Line<'_>]) -> Facts {
    const NAMES: [Parameter; 4] =
        [Parameter::Protocol, Parameter::ServiceLevel, Parameter::Tool, Parameter::Tier];
    let mut facts = Facts::default();
    for line in lines {
        for parameter in NAMES {
            let mut names = line.found.iter().filter(|it| it.parameter == parameter).peekable();
            if names.peek().is_none() {
                continue;
            }
            match agreed(names.map(|it| it.value.to_string())) {
                Some(name) => {
                    let one =
                        Facts { named: Named::one(parameter, name.into()), ..Facts::default() };
                    facts = one.over(&facts);
                }
                None => {
                    facts.named.remove(parameter);
                }
            }
        }
    }
    facts
}

/// No heading of a text without markup is longer, in characters.
const LONGEST_HEADING: usize = 60;

/// The level of a line of plain text that is a heading, which only its form and its place tell: the
/// heading of a test names a block size and a pattern and nothing else; the first line behind a
/// table, if it is no sentence, begins a section of its own.
fn level_of_line(document: &Document, at: usize, passage: &Passage, page: &Page) -> Option<u8> {
    const OF_SECTION: u8 = 1;
    const OF_TEST: u8 = 2;
    if document.form != Form::PlainText || is_sentence(&passage.text) {
        return None;
    }
    let is_table = |at: usize| matches!(document.blocks.get(at), Some(Block::Table(_)));
    if is_table(at + 1) {
        return None;
    }
    let found = conditions(&passage.text, page.languages);
    let has = |parameter| found.iter().any(|it| it.parameter == parameter);
    let is_of_test = has(Parameter::BlockSize)
        && has(Parameter::Pattern)
        && found.iter().all(|it| matches!(it.parameter, Parameter::BlockSize | Parameter::Pattern));
    if is_of_test {
        return Some(OF_TEST);
    }
    (at > 0 && is_table(at - 1)).then_some(OF_SECTION)
}

fn is_sentence(text: &str) -> bool {
    let text = text.trim_end();
    text.chars().count() > LONGEST_HEADING
        || text.ends_with(['.', '。', ':', '：', '!', '?', '！', '？', '…'])
}
