//! What stands in a line of a text with markup: words, links, marks of notes, pieces of HTML.

use super::entity::entity;
use crate::space::Folded;

/// How far the end of a piece of markup may lie from its begin, in bytes. Longer ones are no markup of tables, and a
/// line of megabytes must not be searched again for each of its characters.
const REACH: usize = 1_000;

/// After so many characters that begin nothing the rest of a line is plain text.
const MOST_FAILED: usize = 50;

/// The longest text of a link that is taken for the mark of a note, in characters.
const LONGEST_MARK: usize = 5;

/// A line without its markup.
#[derive(Debug, Default)]
pub(crate) struct Inline {
    words: Folded,
    notes: Vec<String>,
    /// Where emphasis ends that was begun: these marks are no text.
    ends: Vec<usize>,
    /// How many characters could have begun markup, and did not.
    failed: usize,
}

/// The text of a line, and the marks of notes that stood in it. Escapes are kept, except those of bars.
pub(crate) fn inline(line: &str) -> (String, Vec<String>) {
    let mut inline = Inline::default();
    inline.read(line);
    (inline.words.finish(), inline.notes)
}

impl Inline {
    fn read(&mut self, line: &str) {
        let mut at = 0;
        while at < line.len() {
            let marks = if self.failed < MOST_FAILED { "\\`![<&*_~{" } else { "\\" };
            let plain = line[at..].find(|letter| marks.contains(letter));
            let next = plain.map_or(line.len(), |plain| at + plain);
            self.words.push(&line[at..next]);
            at = next;
            if at < line.len() {
                at += self.markup(line, at);
            }
        }
    }

    /// Reads what may be markup. How many bytes it takes.
    fn markup(&mut self, line: &str, at: usize) -> usize {
        let rest = &line[at..];
        let read = match rest.as_bytes()[0] {
            b'\\' => self.escape(rest),
            b'`' => self.code(rest),
            b'!' => self.image(rest),
            b'[' => self.link(rest),
            b'<' => self.tag(rest),
            b'&' => self.entity(rest),
            b'{' => self.braces(rest),
            _ => self.emphasis(line, at),
        };
        if read == 0 {
            // No markup: the character itself, which is ASCII.
            self.words.push(&rest[..1]);
            self.failed += 1;
        }
        read.max(1)
    }

    fn escape(&mut self, rest: &str) -> usize {
        match rest.as_bytes().get(1) {
            Some(b'|') => {
                self.words.push("|");
                2
            }
            Some(mark) if mark.is_ascii_punctuation() => {
                self.words.push(&rest[..2]);
                2
            }
            _ => 0,
        }
    }

    fn code(&mut self, rest: &str) -> usize {
        let marks = rest.len() - rest.trim_start_matches('`').len();
        let fence = &rest[..marks];
        let Some(length) = reach(&rest[marks..]).find(fence) else { return 0 };
        self.words.push(&rest[marks..marks + length]);
        marks + length + marks
    }

    /// A picture with a short text is the mark of a note.
    fn image(&mut self, rest: &str) -> usize {
        let Some(link) = rest.strip_prefix('!').and_then(Link::of) else { return 0 };
        let text = link.text.trim();
        if !text.is_empty() && text.chars().count() <= 40 {
            self.notes.push(text.to_owned());
        }
        1 + link.length
    }

    fn link(&mut self, rest: &str) -> usize {
        if let Some(note) = rest.strip_prefix("[^") {
            let Some(length) = reach(note).find(']') else { return 0 };
            self.notes.push(note[..length].to_owned());
            return 2 + length + 1;
        }
        let Some(link) = Link::of(rest) else { return 0 };
        let is_short = link.text.chars().count() <= LONGEST_MARK;
        if is_short && link.target.starts_with('#') && !self.words.as_str().is_empty() {
            self.notes.push(link.text.trim().to_owned());
        } else {
            // Its own words, with their own markup; marks counted from their own begin.
            let ends = std::mem::take(&mut self.ends);
            self.read(link.text);
            self.ends = ends;
        }
        link.length
    }

    fn entity(&mut self, rest: &str) -> usize {
        let Some((letter, length)) = entity(rest) else { return 0 };
        self.words.push(letter.encode_utf8(&mut [0; 4]));
        length
    }

    fn tag(&mut self, rest: &str) -> usize {
        let Some(tag) = Tag::of(rest) else { return 0 };
        if tag.is_comment {
            return tag.length;
        }
        let inside = reach(&rest[tag.length..]);
        let to_end = |name: &str| tag.is_begin.then(|| end_of_element(inside, name)).flatten();
        match tag.name.as_str() {
            "sup" => {
                let Some((text, length)) = to_end("sup") else { return tag.length };
                let (text, _) = inline(text);
                // At the begin of a line it says which note follows.
                if self.words.as_str().is_empty() {
                    self.words.push(&text);
                    self.words.space();
                } else if !text.is_empty() {
                    self.notes.push(text);
                }
                tag.length + length
            }
            "span" if tag.is_original => {
                to_end("span").map_or(tag.length, |(_, length)| tag.length + length)
            }
            "del" | "s" | "script" | "style" => {
                to_end(&tag.name).map_or(tag.length, |(_, length)| tag.length + length)
            }
            "br" | "sub" | "li" | "ul" | "ol" | "p" | "div" | "tr" | "td" | "hr" => {
                self.words.space();
                tag.length
            }
            "http" | "https" | "mailto" => {
                self.words.push(rest[..tag.length].trim_matches(['<', '>']));
                tag.length
            }
            _ => tag.length,
        }
    }

    /// Macros that some vendors' sources have, `{linkto(#place)[text=words]}`: their words. Conditions have none. Other
    /// braces are text.
    fn braces(&mut self, rest: &str) -> usize {
        let Some(length) = reach(rest).find('}') else { return 0 };
        let inside = &rest[1..length];
        if inside.starts_with(['#', ':']) {
            // Attributes of the element before it.
            return length + 1;
        }
        if matches!(inside, "/ifdef" | "/ifndef")
            || inside.starts_with("ifdef(")
            || inside.starts_with("ifndef(")
        {
            return length + 1;
        }
        let Some((name, argument)) = inside.split_once('(') else { return 0 };
        let is_name = !name.is_empty() && name.bytes().all(|letter| letter.is_ascii_alphabetic());
        let Some((argument, options)) = argument.split_once(')').filter(|_| is_name) else {
            return 0;
        };
        let text = options.split_once("text=").map(|(_, text)| text.trim_end_matches(']'));
        self.words.push(text.unwrap_or(argument));
        length + 1
    }

    /// Takes off the marks around emphasised words. A mark that nothing ends may be that of a note.
    fn emphasis(&mut self, line: &str, at: usize) -> usize {
        let rest = &line[at..];
        let letter = rest.as_bytes()[0];
        let run = rest.bytes().take_while(|other| *other == letter).count();
        if let Some(end) = self.ends.iter().position(|end| *end == at) {
            self.ends.swap_remove(end);
            return run;
        }
        let before = line[..at].chars().next_back();
        let after = rest[run..].chars().next();
        // Within a word only doubled stars begin emphasis, and behind a digit nothing does: 2*3*4 is no 234.
        let may_follow = match before {
            Some(before) if before.is_ascii_digit() => false,
            Some(before) if before.is_alphanumeric() => letter == b'*' && run > 1,
            _ => true,
        };
        let can_begin = may_follow && after.is_some_and(|after| !after.is_whitespace());
        let is_run = run <= 3 && (run > 1 || letter != b'~');
        let end = (can_begin && is_run)
            .then(|| emphasis_end(reach(&rest[run..]), &rest[..run]))
            .flatten();
        if let Some(end) = end {
            self.ends.push(at + run + end);
        } else {
            self.words.push(&rest[..run]);
            self.failed += usize::from(can_begin);
        }
        run
    }
}

/// As far as the end of markup is looked for.
fn reach(text: &str) -> &str {
    &text[..text.floor_char_boundary(REACH)]
}

/// Where a run of marks ends the emphasis that the same run began.
fn emphasis_end(text: &str, run: &str) -> Option<usize> {
    let letter = run.chars().next()?;
    let mut from = 0;
    while let Some(found) = text[from..].find(run) {
        let at = from + found;
        let length = text[at..].len() - text[at..].trim_start_matches(letter).len();
        let before = text[..at].chars().next_back();
        let ends_word = before.is_some_and(|before| !before.is_whitespace() && before != '\\');
        let after = text[at + length..].chars().next();
        let stays_in_word = letter == '_' && after.is_some_and(char::is_alphanumeric);
        if length == run.len() && ends_word && !stays_in_word {
            return Some(at);
        }
        from = at + length;
    }
    None
}

/// A link: `[text](target)`, `[text][name]`.
struct Link<'a> {
    text: &'a str,
    target: &'a str,
    length: usize,
}

impl<'a> Link<'a> {
    fn of(rest: &'a str) -> Option<Self> {
        let text = bracketed(reach(rest), b'[', b']')?;
        let behind = text.len() + 2;
        let target = match rest.as_bytes().get(behind)? {
            b'(' => bracketed(reach(&rest[behind..]), b'(', b')')?,
            b'[' => bracketed(reach(&rest[behind..]), b'[', b']')?,
            _ => return None,
        };
        Some(Self { text, target, length: behind + target.len() + 2 })
    }
}

/// What stands between a bracket at the begin and its counterpart.
fn bracketed(text: &str, open: u8, close: u8) -> Option<&str> {
    let mut depth = 0_usize;
    let mut is_escaped = false;
    for (at, byte) in text.bytes().enumerate() {
        if is_escaped {
            is_escaped = false;
        } else if byte == b'\\' {
            is_escaped = true;
        } else if byte == open {
            depth += 1;
        } else if byte == close {
            depth = depth.checked_sub(1)?;
            if depth == 0 {
                return Some(&text[1..at]);
            }
        }
        if depth == 0 {
            return None;
        }
    }
    None
}

/// A tag of HTML, or an address in angle brackets.
struct Tag {
    name: String,
    is_begin: bool,
    is_comment: bool,
    /// Whether it begins the original behind a translated sentence.
    is_original: bool,
    length: usize,
}

impl Tag {
    fn of(rest: &str) -> Option<Self> {
        let none = Self {
            name: String::new(),
            is_begin: false,
            is_comment: false,
            is_original: false,
            length: 0,
        };
        if rest.starts_with("<!--") {
            let length = reach(rest).find("-->")? + 3;
            return Some(Self { is_comment: true, length, ..none });
        }
        let length = reach(rest).find('>')? + 1;
        let inside = &rest[1..length - 1];
        let is_end = inside.starts_with('/');
        let inside = inside.trim_start_matches('/');
        let end =
            inside.find(|letter: char| !letter.is_ascii_alphanumeric()).unwrap_or(inside.len());
        let (name, after) = inside.split_at(end);
        let is_name = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let is_tag = after.is_empty() || after.starts_with([' ', '/', '\t', ':']);
        let name = name.to_ascii_lowercase();
        let is_begin = !is_end && !after.ends_with('/');
        let is_original = after.contains("sxs-lookup");
        (is_name && is_tag).then_some(Self { name, is_begin, is_original, length, ..none })
    }
}

/// What stands before the end tag of an element that has begun, and how much that is with the tag.
fn end_of_element<'a>(inside: &'a str, name: &str) -> Option<(&'a str, usize)> {
    let mut depth = 1;
    let mut at = 0;
    while let Some(found) = inside[at..].find('<') {
        at += found;
        match Tag::of(&inside[at..]) {
            Some(tag) => {
                if tag.name == name {
                    depth += if tag.is_begin { 1 } else { -1 };
                }
                if depth == 0 {
                    return Some((&inside[..at], at + tag.length));
                }
                at += tag.length;
            }
            None => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::inline;

    fn text(line: &str) -> String {
        inline(line).0
    }

    #[test]
    fn markup_is_taken_off_and_escapes_are_kept() {
        assert_eq!(text("**1,000** and *2*, __3__ and `4 | 5`"), "1,000 and 2, 3 and 4 | 5");
        assert_eq!(text("2\\.048 \\* a\\|b"), "2\\.048 \\* a|b");
        assert_eq!(text("[Tests](a(1).md) of [IOPS][ref] [now]"), "Tests of IOPS [now]");
        assert_eq!(text("[**a** `b`](c) **d [e](f)**"), "a b d e");
        assert_eq!(
            text("cloud_ssd_2 2 * 3 * 4 2*3*4 ~ 5 ~~6~~ IOPS * *"),
            "cloud_ssd_2 2 * 3 * 4 2*3*4 ~ 5 6 IOPS * *"
        );
        assert_eq!(
            text("1 &lt; 2 &#8211; 3&nbsp;4 &what; <5 ms <http://a.b/c>"),
            "1 < 2 – 3\u{A0}4 &what; <5 ms http://a.b/c"
        );
        assert_eq!(
            text(
                "{heading(Speed)[id=x]} {linkto(#a)[text=here]} {var(cloud)} {ifdef(a)}b{/ifdef} {x} {#id .c}"
            ),
            "Speed here cloud b {x}"
        );
    }

    #[test]
    fn pieces_of_html() {
        assert_eq!(text("Read,<br/>IOPS<br>bs=4k <a name=\"x\"></a>end"), "Read, IOPS bs=4k end");
        assert_eq!(text("<ul><li>300 MiB/s</li><li>60</li></ul>"), "300 MiB/s 60");
        assert_eq!(
            text("<span>a<span>b</span></span><span class=\"sxs-lookup\"><span>A</span>B</span> c"),
            "ab c"
        );
        assert_eq!(text("a <!-- b --> c"), "a c");
    }

    #[test]
    fn marks_of_notes() {
        let of = |line| inline(line);
        assert_eq!(of("8 000<sup>1</sup>"), ("8 000".into(), vec!["1".into()]));
        assert_eq!(of("20.000 ![Fußnote](/one.png)"), ("20.000".into(), vec!["Fußnote".into()]));
        assert_eq!(
            of("400[^2] and 5 [1](#n1)"),
            ("400 and 5".into(), vec!["2".into(), "1".into()])
        );
        assert_eq!(of("<sup>1</sup> up to 64 KiB"), ("1 up to 64 KiB".into(), vec![]));
        assert_eq!(of("30,000\\* 400† 25,000 ① 7*"), ("30,000\\* 400† 25,000 ① 7*".into(), vec![]));
    }

    #[test]
    fn a_line_of_megabytes_is_read_once() {
        for piece in ["*a", "[a", "<a", "`a", "{a(", "&a", "**a ", "![a]("] {
            let line = piece.repeat(200_000);
            assert!(text(&line).len() >= 100_000, "{piece}");
        }
    }
}
