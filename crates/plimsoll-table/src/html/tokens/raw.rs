//! The content of elements in which there are no tags: scripts, styles, titles.

/// Such content, while it is read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Raw {
    kind: RawKind,
    name: &'static str,
    comment: Comment,
}

/// What may stand in such content.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RawKind {
    /// Text.
    Text,
    /// Text with references to characters.
    WithReferences,
    /// A script, which may stand in a comment, and may have the tags of another script in it.
    Script,
}

/// Where in the comment of a script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Comment {
    Outside,
    Inside,
    /// Within the tags of another script, whose end tag does not end this one.
    InScript,
}

/// The elements that may have such content.
const NAMES: &[&str] =
    &["iframe", "noembed", "noframes", "noscript", "script", "style", "textarea", "title", "xmp"];

impl Raw {
    /// The content of an element; `None` for one that has none.
    pub(super) fn of(kind: RawKind, name: &str) -> Option<Self> {
        let name = NAMES.iter().find(|known| **known == name)?;
        Some(Self { kind, name, comment: Comment::Outside })
    }

    pub(super) fn has_references(self) -> bool {
        self.kind == RawKind::WithReferences
    }

    /// Whether a text begins with the end tag of the element, if perhaps without its end.
    pub(super) fn is_end_tag(self, text: &str) -> bool {
        self.comment != Comment::InScript && begins_with_tag(text, "</", self.name) == Some(true)
    }

    /// How much text there is up to where something else may begin; `None` if it ends too early to say.
    pub(super) fn text(&mut self, text: &str) -> Option<usize> {
        match text.as_bytes()[0] {
            b'<' => self.behind_mark(text),
            b'-' if self.comment != Comment::Outside => {
                let is_end = begins_with(text, "-->")?;
                if is_end {
                    self.comment = Comment::Outside;
                }
                Some(if is_end { "-->".len() } else { 1 })
            }
            first => {
                let is_mark = |byte: u8| match byte {
                    b'<' => true,
                    b'-' => self.comment != Comment::Outside,
                    b'&' => self.has_references(),
                    _ => false,
                };
                debug_assert!(!is_mark(first), "marks are looked at above");
                Some(text.bytes().position(is_mark).unwrap_or(text.len()))
            }
        }
    }

    /// How much text a `<` begins.
    fn behind_mark(&mut self, text: &str) -> Option<usize> {
        let is_end = begins_with_tag(text, "</", self.name)?;
        if self.kind != RawKind::Script {
            return Some(1);
        }
        match self.comment {
            // The hyphens may be those of its end: `<!-->`.
            Comment::Outside => {
                if begins_with(text, "<!--")? {
                    self.comment = Comment::Inside;
                    return Some("<!".len());
                }
            }
            Comment::Inside => {
                if begins_with_tag(text, "<", self.name)? {
                    self.comment = Comment::InScript;
                }
            }
            Comment::InScript => {
                if is_end {
                    self.comment = Comment::Inside;
                }
            }
        }
        Some(1)
    }
}

/// Whether a text begins so; `None` if it ends too early to say.
fn begins_with(text: &str, begin: &str) -> Option<bool> {
    if text.len() < begin.len() && begin.starts_with(text) {
        return None;
    }
    Some(text.starts_with(begin))
}

/// Whether a text begins with a tag of a name; `None` if it ends too early to say.
fn begins_with_tag(text: &str, mark: &str, name: &str) -> Option<bool> {
    let is_begin = |text: &str, of: &str| {
        of.get(..text.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(text))
    };
    let Some(rest) = text.strip_prefix(mark) else {
        return if mark.starts_with(text) { None } else { Some(false) };
    };
    if rest.len() <= name.len() && is_begin(rest, name) {
        return None;
    }
    let is_name = rest.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name));
    let behind = rest.as_bytes().get(name.len());
    Some(
        is_name
            && behind
                .is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\x0C' | b'/' | b'>')),
    )
}
