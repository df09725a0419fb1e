//! Pages of an imaginary vendor as a browser saves them, of about 200 KB: a head with styles and scripts, a long
//! navigation, and sections of prose, conditions and a table. The figures are made up; throughput, IOPS and block size
//! agree.

use crate::words::{ALL, Words};
use std::fmt::Write as _;

/// A page with the name of its file.
pub(crate) struct Page {
    pub(crate) name: String,
    pub(crate) text: String,
}

/// What a page is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Results of many tests, each with its conditions and a small table: mixes of reads and writes as columns, or a
    /// few records.
    Results,
    /// Limits of many levels and long lists of records: a few large tables between much prose.
    Limits,
}

/// How much of everything a page has.
struct Amounts {
    sections: usize,
    paragraphs: usize,
    records: usize,
    levels: u64,
}

impl Kind {
    fn amounts(self) -> Amounts {
        match self {
            Self::Results => Amounts { sections: 78, paragraphs: 1, records: 12, levels: 8 },
            Self::Limits => Amounts { sections: 15, paragraphs: 6, records: 64, levels: 60 },
        }
    }

    /// The tables of a page; each section has one.
    pub(crate) fn tables(self) -> usize {
        self.amounts().sections
    }
}

const ENTRIES_OF_NAVIGATION: usize = 170;
const ENTRIES_OF_FOOT: usize = 240;

/// Notes stand at every so many of the IOPS.
const IOPS_PER_NOTE: u64 = 9;

/// The page of a number: pages go from language to language, and no two have the same figures.
pub(crate) fn page(kind: Kind, number: usize) -> Page {
    let words = &ALL[number % ALL.len()];
    let random = number as u64 + 1;
    let amounts = kind.amounts();
    let mut writer = Writer { words, amounts, text: String::new(), random, last_section: 0 };
    writer.head();
    writer.navigation();
    for _ in 0..kind.tables() {
        writer.section(kind);
    }
    writer.foot();
    Page { name: format!("{}-{number:04}.html", words.tag), text: writer.text }
}

struct Writer {
    words: &'static Words,
    amounts: Amounts,
    text: String,
    /// The state of a linear congruential generator.
    random: u64,
    last_section: usize,
}

macro_rules! write_line {
    ($writer:expr, $($arguments:tt)*) => {{
        // Writing to a string never fails.
        let _ = writeln!($writer.text, $($arguments)*);
    }};
}

impl Writer {
    fn head(&mut self) {
        let Words { tag, title, .. } = self.words;
        write_line!(
            self,
            "<!DOCTYPE html>\n<html lang=\"{tag}\" dir=\"ltr\" class=\"js no-touch\">\n<head>"
        );
        write_line!(self, "<meta charset=\"utf-8\">\n<title>{title}</title>");
        for number in 0..60 {
            write_line!(
                self,
                "<link rel=\"preload\" as=\"style\" href=\"./page_files/part-{number}.css\">"
            );
        }
        write_line!(self, "<style>");
        for number in 0..120 {
            write_line!(
                self,
                ".c-{number}{{margin:0 {number}px;display:flex;color:#1{number:03}4}}"
            );
        }
        write_line!(self, "</style>\n<script>\nwindow.settings = {{");
        for number in 0..160 {
            write_line!(
                self,
                "  \"feature-{number}\": {{\"on\": {}, \"rate\": 0.{number}}},",
                number % 3 == 0
            );
        }
        write_line!(self, "}};\n</script>\n</head>\n<body class=\"layout-docs theme-light\">");
    }

    fn navigation(&mut self) {
        write_line!(self, "<header class=\"top\"><button aria-label=\"menu\">&#9776;</button>");
        for Words { tag, title, .. } in &ALL {
            write_line!(
                self,
                "<a class=\"language\" hreflang=\"{tag}\" href=\"/{tag}/storage/\">{title}</a>"
            );
        }
        write_line!(
            self,
            "</header>\n<nav class=\"side\" role=\"navigation\">\n<ul class=\"tree\">"
        );
        for number in 0..ENTRIES_OF_NAVIGATION {
            let entry = self.words.entries[number % self.words.entries.len()];
            write_line!(
                self,
                "<li class=\"tree-item\"><a class=\"tree-link\" href=\"/storage/docs/{number}\" data-category=\"nav\" \
                 data-label=\"{number}\"><span class=\"text\">{entry} {number}</span></a></li>"
            );
        }
        write_line!(self, "</ul>\n</nav>\n<main id=\"main\">\n<h1>{}</h1>", self.words.title);
    }

    fn section(&mut self, kind: Kind) {
        self.last_section += 1;
        let number = self.last_section;
        let pattern = self.words.patterns[number % 2];
        write_line!(
            self,
            "<section class=\"content\">\n<h2 id=\"s{number}\" tabindex=\"-1\">NFSv3, {pattern}</h2>"
        );
        for _ in 0..self.amounts.paragraphs {
            self.paragraph();
        }
        write_line!(self, "<ul>");
        for condition in self.words.conditions {
            let condition = self.with_numbers(condition);
            write_line!(self, "<li><p>{condition}</p></li>");
        }
        write_line!(self, "</ul>\n<div class=\"table-wrapper\">");
        match (kind, number % 6) {
            (Kind::Results, 0..=3) | (Kind::Limits, 0 | 3) => self.mixes(),
            (Kind::Results, 4) | (Kind::Limits, 1 | 4) => self.records(),
            _ => self.limits(),
        }
        write_line!(self, "</div>\n<p><sup>1</sup> {}</p>\n</section>", self.words.sentences[2]);
    }

    fn paragraph(&mut self) {
        let count = self.words.sentences.len();
        let first = self.below(count as u64) as usize;
        self.text.push_str("<p>");
        for number in first..first + count {
            let sentence = self.with_numbers(self.words.sentences[number % count]);
            let _ = match number % 4 {
                0 => write!(self.text, "<strong>{sentence}</strong> "),
                1 => write!(self.text, "<a href=\"/storage/docs/{number}\">{sentence}</a> "),
                _ => writeln!(self.text, "{sentence}"),
            };
        }
        write_line!(self, "</p>");
    }

    /// Two records for each pattern and block size, below a header of two lines.
    fn records(&mut self) {
        let [protocol, access, block_size, operation, measured @ ..] = self.words.record;
        write_line!(self, "<table class=\"results\">\n<thead>\n<tr>");
        for label in [protocol, access, block_size, operation] {
            write_line!(self, "<th rowspan=\"2\" scope=\"col\">{label}</th>");
        }
        write_line!(self, "<th colspan=\"3\">fio</th>\n</tr>\n<tr>");
        for label in measured {
            write_line!(self, "<th scope=\"col\">{label}</th>");
        }
        write_line!(self, "</tr>\n</thead>\n<tbody>");
        for record in 0..self.amounts.records {
            let [read, write] = self.words.operations;
            write_line!(self, "<tr>");
            if record % 2 == 0 {
                let pattern = self.words.patterns[record / 2 % 2];
                let kib = block_kib(record);
                write_line!(
                    self,
                    "<td rowspan=\"2\">NFSv3</td>\n<td rowspan=\"2\">{pattern}</td>\n<td rowspan=\"2\">{kib} KiB</td>"
                );
            }
            let operation = if record % 2 == 0 { read } else { write };
            let throughput = 50 + self.below(5_000);
            let operations = self.whole(throughput * 1024 / block_kib(record));
            let note = if self.below(IOPS_PER_NOTE) == 0 { "<sup>1</sup>" } else { "" };
            let (throughput, latency) = (self.whole(throughput), self.hundredths());
            write_line!(
                self,
                "<td>{operation}</td>\n<td class=\"number\">{throughput}</td>\n\
                 <td class=\"number\">{operations}{note}</td>\n<td class=\"number\">{latency}</td>\n</tr>"
            );
        }
        write_line!(self, "</tbody>\n</table>");
    }

    /// Mixes of reads and writes as columns.
    fn mixes(&mut self) {
        const READ_PERCENTS: [u64; 5] = [100, 75, 50, 25, 0];
        let unit = self.words.record[4].split_once('(').map_or("", |(_, unit)| unit);
        write_line!(self, "<table>\n<tr>\n<th></th>");
        for percent in READ_PERCENTS {
            let mix = self.words.mix.replace('R', &percent.to_string());
            write_line!(self, "<th>{}</th>", mix.replace('W', &(100 - percent).to_string()));
        }
        write_line!(self, "</tr>");
        // A multiple of four has whole shares.
        let all = READ_PERCENTS.map(|_| 4 * (25 + self.below(1_000)));
        for (line, operation) in self.words.operations.into_iter().enumerate() {
            write_line!(self, "<tr>\n<th>{operation} ({unit}</th>");
            for (percent, all) in READ_PERCENTS.into_iter().zip(all) {
                let share = if line == 0 { percent } else { 100 - percent };
                let throughput = self.whole(all * share / 100);
                write_line!(self, "<td>{throughput}</td>");
            }
            write_line!(self, "</tr>");
        }
        write_line!(self, "</table>");
    }

    /// The least and the most that levels of the service give.
    fn limits(&mut self) {
        write_line!(self, "<table>\n<thead>\n<tr>");
        for label in self.words.limits {
            write_line!(self, "<th>{label}</th>");
        }
        write_line!(self, "</tr>\n</thead>\n<tbody>");
        for level in 1..=self.amounts.levels {
            let least = 100 + self.below(20_000);
            let most = least + self.below(200_000);
            let (size, least, most) =
                (self.whole(level * 128), self.whole(least), self.whole(most));
            write_line!(
                self,
                "<tr><td>P{level}<sup>1</sup></td><td>{size}</td><td>{least}</td><td>{most}</td></tr>"
            );
        }
        write_line!(self, "</tbody>\n</table>");
    }

    fn foot(&mut self) {
        write_line!(self, "</main>\n<footer>");
        for number in 0..ENTRIES_OF_FOOT {
            let entry = self.words.entries[number % self.words.entries.len()];
            write_line!(
                self,
                "<div class=\"foot-item\"><a href=\"/about/{number}\">{entry}</a></div>"
            );
        }
        write_line!(self, "</footer>\n</body>\n</html>");
    }

    /// A sentence with small numbers for its `N`.
    fn with_numbers(&mut self, sentence: &str) -> String {
        let mut text = String::new();
        let mut parts = sentence.split('N');
        text.extend(parts.next());
        for part in parts {
            let _ = write!(text, "{}{part}", 2 + self.below(30));
        }
        text
    }

    /// A whole number with marks between groups.
    fn whole(&self, number: u64) -> String {
        let digits = number.to_string();
        let mut text = String::new();
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                text.push_str(self.words.group_mark);
            }
            text.push(digit);
        }
        text
    }

    /// A number below 20 with two decimals.
    fn hundredths(&mut self) -> String {
        let number = 20 + self.below(1_980);
        format!("{}{}{:02}", number / 100, self.words.decimal_mark, number % 100)
    }

    /// A number below a limit.
    fn below(&mut self, limit: u64) -> u64 {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.random >> 33) % limit
    }
}

/// The block size of a record: the two operations of a test have the same.
fn block_kib(record: usize) -> u64 {
    [4, 8, 16, 32, 64, 128][record / 2 % 6]
}
