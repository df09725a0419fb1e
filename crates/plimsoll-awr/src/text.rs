//! Tables of text reports. A ruler of dashes under the headings says where columns begin and end; values are cut
//! there and nowhere else, because a cell may be empty or hold a blank (`52.86 s`).
//!
//! Page breaks repeat a title with its headings within a table, and a report that was copied from SQL*Plus has
//! lines of that program (`OUTPUT`) between them. A last line without an end was cut and does not count.

use crate::gathering::{BLOCK_SIZE, Gathering};
use crate::section::{Section, Title};
use memchr::memmem::Finder;
use std::ops::Range;

/// Hands over every table that is read.
pub(crate) fn tables<'a>(text: &'a str, gathering: &mut Gathering<'a>) {
    let mut scanner =
        Scanner { section: None, state: State::Heading, heads: Vec::new(), columns: Vec::new() };
    let block_size = Finder::new(BLOCK_SIZE);
    let mut at = 0;
    let mut is_in_front = true;
    while let Some(length) = memchr::memchr(b'\n', &text.as_bytes()[at..]) {
        let line = text[at..at + length].trim_end_matches(['\r', ' ', '\t']);
        // A page may begin with a form feed.
        let line = line.trim_start_matches('\u{C}');
        if is_in_front {
            front_line(line, at, gathering);
        }
        if let Some(label) = block_size.find(line.as_bytes()) {
            let cells = [BLOCK_SIZE, line[label + BLOCK_SIZE.len()..].trim()];
            gathering.row(Section::CacheSizes, &cells, at);
        }
        match Section::of_title(line) {
            Title::Of(section) => {
                is_in_front = false;
                scanner.begin(Some(section), line);
            }
            Title::Other => scanner.begin(None, line),
            Title::None if is_in_front && Scanner::is_front_table(line) => {
                scanner.begin(Some(Section::Instance), line);
            }
            Title::None => scanner.line(line, at, gathering),
        }
        at += length + 1;
    }
}

/// Lines of the front page whose labels say what they are.
fn front_line<'a>(line: &'a str, at: usize, gathering: &mut Gathering<'a>) {
    let line = line.trim_start();
    for label in ["Begin Snap:", "End Snap:"] {
        let Some(rest) = line.strip_prefix(label) else { continue };
        let mut words = rest.split_whitespace();
        let (Some(id), Some(date), Some(time)) = (words.next(), words.next(), words.next()) else {
            return;
        };
        let moment = &line[offset(line, date)..offset(line, time) + time.len()];
        gathering.row(Section::Snapshots, &[label, id, moment], at);
    }
    if let Some(rest) = line.strip_prefix("Elapsed:")
        && let Some(end) = rest.find("(mins)")
    {
        gathering.row(Section::Snapshots, &["Elapsed:", rest[..end + "(mins)".len()].trim()], at);
    }
}

/// Where a part of a line begins in it.
fn offset(line: &str, part: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize
}

/// How far a table was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    /// Its headings, until a ruler.
    Heading,
    /// Its rows.
    Rows,
}

/// Reads the lines of one table after the other.
struct Scanner<'a> {
    /// The table, if it is one that is read.
    section: Option<Section>,
    state: State,
    /// The lines over the ruler.
    heads: Vec<&'a str>,
    /// The bytes of a line that each column takes.
    columns: Vec<Range<usize>>,
}

impl<'a> Scanner<'a> {
    /// Whether a line is the heading of a table on the front page that has no title.
    fn is_front_table(line: &str) -> bool {
        ["DB Name ", "Database ", "Container DB Id"].iter().any(|begin| line.starts_with(begin))
    }

    fn begin(&mut self, section: Option<Section>, line: &'a str) {
        self.section = section;
        self.state = State::Heading;
        self.heads.clear();
        let is_heading =
            matches!(section, Some(Section::Instance | Section::LoadProfile | Section::IoProfile));
        if is_heading {
            self.heads.push(line);
        }
    }

    fn line(&mut self, line: &'a str, at: usize, gathering: &mut Gathering<'a>) {
        let Some(section) = self.section else { return };
        match self.state {
            State::Heading => self.heading(section, line, gathering),
            State::Rows if is_end(line) || (line.is_empty() && section.is_short()) => {
                self.section = None;
            }
            State::Rows => self.row(section, line, at, gathering),
        }
    }

    fn heading(&mut self, section: Section, line: &'a str, gathering: &mut Gathering<'a>) {
        if let Some(columns) = ruler(line) {
            self.columns = columns;
            gathering.head(section, &names(&self.heads, &self.columns));
            self.state = State::Rows;
        } else if !line.starts_with("->") && line.trim() != "OUTPUT" && !is_rule(line) {
            self.heads.push(line);
        }
    }

    fn row(&self, section: Section, line: &'a str, at: usize, gathering: &mut Gathering<'a>) {
        let cells = if section.is_labelled() {
            labelled(line, &self.columns)
        } else {
            cut(line, &self.columns)
        };
        if let Some(cells) = cells {
            gathering.row(section, &cells, at);
        }
    }
}

impl Section {
    /// Whether a blank line ends the table: those have no rule at their end.
    fn is_short(self) -> bool {
        self.is_labelled() || self == Self::Instance
    }
}

/// A rule of dashes that is no ruler of columns.
fn is_rule(line: &str) -> bool {
    let dashes = line.trim();
    !dashes.is_empty() && dashes.bytes().all(|byte| matches!(byte, b'-' | b'~' | b'='))
}

/// The rule at the end of a table, which is indented.
fn is_end(line: &str) -> bool {
    line.starts_with(' ') && is_rule(line)
}

/// The columns under a ruler: dashes or tildes from the begin of the line, in two runs at least.
fn ruler(line: &str) -> Option<Vec<Range<usize>>> {
    let bytes = line.as_bytes();
    let is_ruled = |byte: &u8| matches!(byte, b'-' | b'~');
    if !bytes.first().is_some_and(is_ruled)
        || !bytes.iter().all(|byte| is_ruled(byte) || *byte == b' ')
    {
        return None;
    }
    let mut columns: Vec<Range<usize>> = Vec::new();
    for (at, byte) in bytes.iter().enumerate().filter(|(_, byte)| **byte != b' ') {
        debug_assert!(is_ruled(byte));
        match columns.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => columns.push(at..at + 1),
        }
    }
    (columns.len() > 1).then_some(columns)
}

/// The headings of columns: each word over a column belongs to that which it covers most.
fn names(heads: &[&str], columns: &[Range<usize>]) -> Vec<String> {
    let mut names = vec![String::new(); columns.len()];
    for line in heads {
        for word in line.split_whitespace() {
            let begin = offset(line, word);
            let covered = |column: &Range<usize>| {
                (begin + word.len()).min(column.end).saturating_sub(begin.max(column.start))
            };
            let most =
                (0..columns.len()).max_by_key(|at| (covered(&columns[*at]), usize::MAX - at));
            let Some(most) = most.filter(|at| covered(&columns[*at]) > 0) else { continue };
            if !names[most].is_empty() {
                names[most].push(' ');
            }
            names[most].push_str(word);
        }
    }
    names
}

/// The cells of a line. A line that has something between two columns is none of the table.
fn cut<'a>(line: &'a str, columns: &[Range<usize>]) -> Option<Vec<&'a str>> {
    let mut cells = Vec::with_capacity(columns.len());
    let mut end_before = 0;
    for column in columns {
        let part =
            |range: Range<usize>| line.get(range.start.min(line.len())..range.end.min(line.len()));
        if !part(end_before..column.start)?.trim().is_empty() {
            return None;
        }
        cells.push(part(column.clone())?.trim());
        end_before = column.end;
    }
    Some(cells)
}

/// The cells of a line with a label: `Redo size (bytes):     26,555.9     25,991.0`. Labels are wider than their
/// ruler, and figures stand flush right under theirs.
fn labelled<'a>(line: &'a str, columns: &[Range<usize>]) -> Option<Vec<&'a str>> {
    let label_end = line.find(':')? + 1;
    let mut cells = vec![line[..label_end].trim()];
    let mut begin = label_end;
    for column in columns.iter().skip(1) {
        let end = column.end.min(line.len());
        cells.push(line.get(begin.min(end)..end)?.trim());
        begin = end;
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::{cut, labelled, names, ruler};

    #[test]
    fn cells_are_cut_by_the_ruler() {
        let columns = ruler("-------------------------- ----------- ----- -------- ---------")
            .expect("a ruler");
        assert_eq!(
            cut("enq: TX - row lock content           1             53   52.86 s", &columns),
            Some(vec!["enq: TX - row lock content", "1", "", "53", "52.86 s"])
        );
        assert_eq!(
            cut("short                                1", &columns),
            Some(vec!["short", "1", "", "", ""])
        );
        assert_eq!(
            cut("a line of prose that runs over all of the columns there are", &columns),
            None
        );
    }

    #[test]
    fn headings_belong_to_the_column_they_cover_most() {
        let columns = ruler("------ ----- -------- -----").expect("a ruler");
        let heads = ["       %Time Total Wait Avg", "Event  -outs Time (s)  wait"];
        assert_eq!(
            names(&heads, &columns),
            ["Event", "%Time -outs", "Total Wait Time (s)", "Avg wait"]
        );
    }

    #[test]
    fn rules_of_one_run_or_indented_ones_are_no_rulers() {
        assert_eq!(ruler("-----------------"), None);
        assert_eq!(ruler("          ------- -----"), None);
        assert_eq!(ruler(""), None);
        assert_eq!(ruler("~~~~ -----"), Some(vec![0..4, 5..10]));
    }

    #[test]
    fn labels_end_with_a_colon_and_figures_are_flush_right() {
        let columns =
            ruler("~~~~~~~~~~             ---------------   ---------------").expect("a ruler");
        assert_eq!(
            labelled("    Redo size (bytes):        26,555.9          25,991.0", &columns),
            Some(vec!["Redo size (bytes):", "26,555.9", "25,991.0"])
        );
        assert_eq!(
            labelled("        Redo Requests:", &columns),
            Some(vec!["Redo Requests:", "", ""])
        );
    }
}
