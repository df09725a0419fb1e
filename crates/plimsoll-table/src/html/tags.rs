//! Counts the attributes of tags before they are parsed: the parser compares each with all before it.

use crate::limits::MAX_ATTRIBUTES;

/// The tag that is being looked at.
#[derive(Debug, Default)]
pub(super) struct Tags {
    at: At,
    attributes: usize,
}

/// Where in a page the last character stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum At {
    #[default]
    Text,
    /// Behind a `<`.
    Begin,
    /// In the name of the tag or of an attribute, or in a value without quotation marks.
    Word,
    /// Between attributes.
    Space,
    /// Behind an equals sign.
    Equals,
    /// In a value, up to this mark.
    Quoted(u8),
}

impl Tags {
    /// Looks at the next piece of a page. Whether a tag has too many attributes; some may be counted twice, none is missed.
    /// What looks like a tag in a script or a comment is none, and ends as soon.
    pub(super) fn are_too_full(&mut self, piece: &[u8]) -> bool {
        let mut rest = piece;
        while let Some((byte, after)) = rest.split_first() {
            if self.at == At::Text {
                let Some(begin) = rest.iter().position(|byte| *byte == b'<') else { return false };
                self.at = At::Begin;
                rest = &rest[begin + 1..];
                continue;
            }
            rest = after;
            self.at = self.next(*byte);
            if self.attributes > MAX_ATTRIBUTES {
                return true;
            }
        }
        false
    }

    fn next(&mut self, byte: u8) -> At {
        let is_apart = byte.is_ascii_whitespace() || byte == b'/';
        match (self.at, byte) {
            (At::Begin, _) => {
                self.attributes = 0;
                if byte.is_ascii_alphabetic() { At::Word } else { At::Text }
            }
            (At::Quoted(mark), _) if byte != mark => At::Quoted(mark),
            (At::Quoted(_), _) => At::Space,
            (_, b'>') => At::Text,
            (At::Equals, b'"' | b'\'') => At::Quoted(byte),
            (At::Equals, _) if byte.is_ascii_whitespace() => At::Equals,
            (At::Word | At::Equals, b'=') => At::Equals,
            (_, _) if is_apart => At::Space,
            (At::Space, _) => {
                self.attributes += 1;
                if byte == b'=' { At::Equals } else { At::Word }
            }
            _ => At::Word,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tags;

    fn attributes(text: &str) -> usize {
        let mut tags = Tags::default();
        assert!(!tags.are_too_full(text.as_bytes()));
        tags.attributes
    }

    #[test]
    fn no_attribute_is_missed() {
        assert_eq!(attributes("a < b <p a=1 b=\"x > y\"c='z' d/e"), 5);
        assert_eq!(attributes("<p a b><i "), 0);
        assert_eq!(attributes("<p title=\"a b c d\" x=a=b"), 2);
    }

    #[test]
    fn a_tag_with_too_many_is_found_in_pieces() {
        let mut tags = Tags::default();
        assert!(!tags.are_too_full(b"<p "));
        let found = (0..2_000).position(|_| tags.are_too_full(b"a=b "));
        assert_eq!(found, Some(1_000));
    }
}
