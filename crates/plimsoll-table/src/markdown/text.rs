//! Reads a text block by block.

use super::heading::{Heading, Level, is_parting};
use super::inline::inline;
use super::lines::{Line, Lines};
use super::rest::{self, Directive};
use super::{asciidoc, framed, pipe};
use crate::document::{Block, Document, Doubt, DoubtKind, Form, Passage, Table};
use crate::html;
use crate::limits::{Budget, Excess, MAX_COLUMNS};

/// The most lines of front matter.
const MOST_FRONT_MATTER: usize = 300;

/// Reads a text.
pub(crate) fn read(text: &str, budget: &mut Budget) -> Result<Document, Excess> {
    let mut reader = Reader {
        lines: Lines::of(text),
        budget,
        document: Document::new(Form::PlainText),
        tables: 0,
        is_rest: rest::is_rest(text),
        underlines: Vec::new(),
        lists: Vec::new(),
        above: Above::default(),
        is_after_blank: true,
        is_before_literal: false,
    };
    if reader.is_rest {
        reader.document.form = Form::Markdown;
    }
    reader.front_matter();
    while reader.block()? {}
    Ok(reader.document)
}

struct Reader<'a, 'b> {
    lines: Lines<'a>,
    budget: &'b mut Budget,
    document: Document,
    /// How many tables there were.
    tables: usize,
    is_rest: bool,
    /// The marks that underline headings, the outermost first.
    underlines: Vec<char>,
    /// How far the lists are indented that the text stands in.
    lists: Vec<usize>,
    above: Above,
    is_after_blank: bool,
    /// Whether a paragraph of reStructuredText ended with two colons: what is indented below it is literal.
    is_before_literal: bool,
}

/// What was read of the table of AsciiDoc that follows.
#[derive(Default)]
struct Above {
    /// The attributes in brackets.
    attributes: String,
    title: Option<Passage>,
    /// Whether no mark of such a table follows any more.
    are_marks_over: bool,
}

impl<'a> Reader<'a, '_> {
    /// Reads what begins with the next line. Whether there was one.
    fn block(&mut self) -> Result<bool, Excess> {
        let Some(line) = self.lines.peek() else { return Ok(false) };
        if line.is_blank() {
            self.lines.next();
            self.is_after_blank = true;
            return Ok(true);
        }
        let is_read = self.code(&line)?
            || self.element(&line)?
            || self.table(&line)?
            || self.directive()?
            || self.heading(&line)?
            || self.mark(&line)?
            || self.item(&line)?;
        if !is_read {
            self.paragraph(&line)?;
        }
        self.is_after_blank = false;
        Ok(true)
    }

    fn push(&mut self, block: Block) -> Result<(), Excess> {
        self.budget.block()?;
        self.document.blocks.push(block);
        Ok(())
    }

    /// The words of a line, unless nothing but markup stands in it.
    fn passage(&mut self, text: &str, line: usize) -> Result<Option<Passage>, Excess> {
        self.budget.text(text.len())?;
        let (text, notes) = inline(text);
        Ok((!text.is_empty()).then_some(Passage { text, line, notes }))
    }

    /// What stands between dashes at the begin of the file: properties of the page.
    fn front_matter(&mut self) {
        let mut ahead = self.lines.clone();
        while ahead.peek().is_some_and(|line| line.is_blank()) {
            ahead.next();
        }
        if ahead.next().is_none_or(|line| line.trimmed() != "---") {
            return;
        }
        let (mut title, mut language) = (None, None);
        for line in ahead.by_ref().take(MOST_FRONT_MATTER) {
            let text = line.trimmed();
            if text == "---" || text == "..." {
                self.document.form = Form::Markdown;
                self.lines = ahead;
                (self.document.title, self.document.language) = (title, language);
                return;
            }
            let Some((name, value)) = text.split_once(':') else { continue };
            let value = value.trim().trim_matches(['"', '\'']);
            let value = (!value.is_empty()).then(|| value.to_owned());
            match name {
                "title" => title = value,
                "lang" | "language" | "locale" => language = value,
                _ => {}
            }
        }
    }

    /// Program text: between fences, or indented where no list is.
    fn code(&mut self, line: &Line<'a>) -> Result<bool, Excess> {
        let text = line.trimmed();
        let fence = ["```", "~~~"].into_iter().find(|fence| text.starts_with(fence));
        if let Some(fence) = fence.filter(|_| !text[3..].contains('`')) {
            self.document.form = Form::Markdown;
            self.lines.next();
            let begin = self.lines.clone();
            let mut end = self.lines.clone();
            while let Some(line) = self.lines.next() {
                let text = line.trimmed();
                if text.starts_with(fence) && text.bytes().all(|byte| fence.as_bytes()[0] == byte) {
                    break;
                }
                end = self.lines.clone();
            }
            return self.push_code(&begin, &end, line.number + 1);
        }
        let is_indented = line.indent() >= 4 && self.is_after_blank && self.lists.is_empty();
        let is_literal = std::mem::take(&mut self.is_before_literal) && line.indent() > 0;
        if !(is_indented && !self.is_rest || is_literal) || pipe::begins(&self.lines) {
            return Ok(false);
        }
        let begin = self.lines.clone();
        let mut end = self.lines.clone();
        let mut ahead = self.lines.clone();
        let least = if is_literal { 1 } else { 4 };
        while let Some(line) = ahead.next().filter(|line| line.is_blank() || line.indent() >= least)
        {
            if !line.is_blank() {
                end.clone_from(&ahead);
            }
        }
        self.lines.clone_from(&end);
        self.push_code(&begin, &end, line.number)
    }

    fn push_code(
        &mut self,
        begin: &Lines<'a>,
        end: &Lines<'a>,
        line: usize,
    ) -> Result<bool, Excess> {
        let text = begin.text_to(end).trim_matches(['\r', '\n']);
        self.budget.text(text.len())?;
        if !text.is_empty() {
            let passage = Passage { text: text.to_owned(), line, notes: Vec::new() };
            self.push(Block::Code(passage))?;
        }
        Ok(true)
    }

    /// Elements of HTML that go over several lines: tables, program text, comments.
    fn element(&mut self, line: &Line<'a>) -> Result<bool, Excess> {
        let text = line.text.to_ascii_lowercase();
        let begin = text.trim_start();
        if let Some(end) = [("<!--", "-->"), ("<script", "</script"), ("<style", "</style")]
            .into_iter()
            .find_map(|(name, end)| begin.starts_with(name).then_some(end))
        {
            // What stands behind the end in its line is passed over too.
            self.skip_to(end);
            return Ok(true);
        }
        let (name, end) = if text.contains("<table") {
            ("<table", "</table")
        } else if begin.starts_with("<pre") {
            ("<pre", "</pre")
        } else {
            return Ok(false);
        };
        let begin = self.lines.clone();
        let mut depth = 0_usize;
        for line in self.lines.by_ref() {
            let text = line.text.to_ascii_lowercase();
            depth += text.matches(name).count();
            depth = depth.saturating_sub(text.matches(end).count());
            if depth == 0 {
                break;
            }
        }
        let piece = begin.text_to(&self.lines);
        let page = html::read(piece, line.number, self.tables, self.budget)?;
        self.tables += page.tables().count();
        self.document.doubts.extend(page.doubts);
        self.document.blocks.extend(page.blocks);
        self.document.form = Form::Markdown;
        Ok(true)
    }

    fn skip_to(&mut self, end: &str) {
        for line in self.lines.by_ref() {
            if line.text.to_ascii_lowercase().contains(end) {
                return;
            }
        }
    }

    fn table(&mut self, line: &Line<'a>) -> Result<bool, Excess> {
        if asciidoc::is_mark(line) || !self.above.attributes.is_empty() {
            return self.asciidoc_table(line);
        }
        if self.are_attributes(line) {
            line.trimmed().clone_into(&mut self.above.attributes);
            self.lines.next();
            return Ok(true);
        }
        let table = match framed::table(&mut self.lines, self.budget)? {
            Some(table) => Some(table),
            None => pipe::table(&mut self.lines, self.budget)?,
        };
        let Some(table) = table else { return Ok(false) };
        self.push_table(table)?;
        Ok(true)
    }

    /// Whether a line is about the table of AsciiDoc that follows, perhaps below its title.
    fn are_attributes(&self, line: &Line<'a>) -> bool {
        let text = line.trimmed();
        let are_known = ["cols=", "options=", "%header"].iter().any(|known| text.contains(known));
        if !(text.starts_with('[') && text.ends_with(']') && are_known) {
            return false;
        }
        let mut ahead = self.lines.clone();
        ahead.next();
        let is_title = |line: &Line<'_>| line.is_blank() || line.trimmed().starts_with('.');
        ahead.find(|line| !is_title(line)).is_some_and(|line| line.trimmed().starts_with('|'))
    }

    fn asciidoc_table(&mut self, line: &Line<'a>) -> Result<bool, Excess> {
        if let Some(title) = line.trimmed().strip_prefix('.') {
            self.above.title = self.passage(title, line.number)?;
            self.lines.next();
            return Ok(true);
        }
        let attributes = std::mem::take(&mut self.above.attributes);
        let title = self.above.title.take();
        if self.above.are_marks_over || !asciidoc::is_ended(&self.lines) {
            self.above.are_marks_over = true;
            return Ok(false);
        }
        let number = self.tables + 1;
        let mut table = match asciidoc::table(&mut self.lines, &attributes, self.budget)? {
            Ok(table) => table,
            Err(_) => self.too_wide(Table { line: line.number, ..Table::default() }, number),
        };
        table.titles.extend(title);
        self.push_table(table)?;
        Ok(true)
    }

    /// Gives a table its number.
    fn push_table(&mut self, table: Table) -> Result<(), Excess> {
        self.tables += 1;
        let table =
            if table.width() > MAX_COLUMNS { self.too_wide(table, self.tables) } else { table };
        self.push(Block::Table(Table { number: self.tables, ..table }))
    }

    fn too_wide(&mut self, table: Table, number: usize) -> Table {
        let message = format!("the table has more than {MAX_COLUMNS} columns; it was left out");
        let doubt = Doubt::new(DoubtKind::TableTooWide, message).at(format!("table {number}"));
        self.document.doubts.push(doubt);
        Table { rows: Vec::new(), header_rows: 0, ..table }
    }

    fn directive(&mut self) -> Result<bool, Excess> {
        if !self.is_rest {
            return Ok(false);
        }
        match rest::directive(&mut self.lines, self.budget)? {
            Some(Directive::Table(table)) => self.push_table(table)?,
            Some(Directive::Code(passage)) => self.push(Block::Code(passage))?,
            Some(Directive::Nothing | Directive::Frame) => {}
            None => return Ok(false),
        }
        Ok(true)
    }

    fn heading(&mut self, line: &Line<'a>) -> Result<bool, Excess> {
        let mut ahead = self.lines.clone();
        ahead.next();
        let Some(heading) = Heading::of(line, ahead.next().as_ref(), self.is_rest) else {
            return Ok(false);
        };
        for _ in 0..heading.lines {
            self.lines.next();
        }
        self.document.form = Form::Markdown;
        self.lists.clear();
        let level = match heading.level {
            Level::Number(level) => level,
            Level::Underline(mark) => self.underline_level(mark),
        };
        if let Some(passage) = self.passage(heading.text, line.number)? {
            self.push(Block::Heading(level, passage))?;
        }
        Ok(true)
    }

    /// In Markdown two marks have fixed levels; in reStructuredText each new mark stands further in.
    fn underline_level(&mut self, mark: char) -> u8 {
        if !self.is_rest {
            return if mark == '=' { 1 } else { 2 };
        }
        let known = self.underlines.iter().position(|known| *known == mark);
        let level = known.unwrap_or_else(|| {
            self.underlines.push(mark);
            self.underlines.len() - 1
        });
        (level + 1).min(usize::from(u8::MAX)) as u8
    }

    /// Lines that are no text: what belongs to the element above, and what parts.
    fn mark(&mut self, line: &Line<'a>) -> Result<bool, Excess> {
        let text = line.trimmed();
        let is_attributes = text.starts_with("{:") && text.ends_with('}');
        if is_attributes {
            self.caption(text, line.number)?;
        }
        let is_macro = is_macro(text);
        let is_alert = text.starts_with("[!") && text.ends_with(']');
        let is_stray = asciidoc::is_mark(line);
        if !(is_attributes || is_macro || is_alert || is_stray || is_parting(text)) {
            return Ok(false);
        }
        self.lines.next();
        Ok(true)
    }

    /// The caption of the table above, in its attributes: `{: caption="Limits"}`.
    fn caption(&mut self, attributes: &str, line: usize) -> Result<(), Excess> {
        let Some((_, caption)) = attributes.split_once("caption=\"") else { return Ok(()) };
        let caption = caption.split('"').next().unwrap_or_default();
        let Some(passage) = self.passage(caption, line)? else { return Ok(()) };
        if let Some(Block::Table(table)) = self.document.blocks.last_mut() {
            table.titles.push(passage);
        }
        Ok(())
    }

    fn item(&mut self, line: &Line<'a>) -> Result<bool, Excess> {
        let Some(text) = item_text(line.trimmed()) else { return Ok(false) };
        let indent = line.indent();
        self.lists.retain(|list| *list < indent);
        self.lists.push(indent);
        let depth = self.lists.len().min(usize::from(u8::MAX)) as u8;
        self.lines.next();
        if let Some(passage) = self.passage(text, line.number)? {
            self.push(Block::ListItem(depth, passage))?;
        }
        Ok(true)
    }

    fn paragraph(&mut self, line: &Line<'a>) -> Result<(), Excess> {
        self.lines.next();
        if line.indent() == 0 {
            self.lists.clear();
        }
        let text = line.trimmed();
        self.is_before_literal = self.is_rest && text.ends_with("::");
        if let Some(passage) = self.passage(text, line.number)? {
            self.push(Block::Paragraph(passage))?;
        }
        Ok(())
    }
}

/// The text of an item: behind a mark or a number.
fn item_text(text: &str) -> Option<&str> {
    let after_mark = text.strip_prefix(['-', '*', '+', '•', '·', '‣', '◦', '▪']);
    let after_number = || {
        let digits =
            text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len();
        (1..=3).contains(&digits).then(|| text[digits..].strip_prefix(['.', ')'])).flatten()
    };
    after_mark.or_else(after_number).filter(|rest| rest.starts_with([' ', '\t']))
}

/// A line that only begins or ends a block of a vendor's own markup: `{note:info}`, `{/note}`, `{ifdef(public)}`.
fn is_macro(text: &str) -> bool {
    let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return false;
    };
    let name = inside.trim_start_matches('/');
    let end = name.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(name.len());
    end > 0 && (name.len() == end || name[end..].starts_with([':', '('])) && !inside.contains('}')
}
