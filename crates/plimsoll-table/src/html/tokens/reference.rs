//! References to characters: `&amp;`, `&#8239;`, `&nbsp`.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use std::borrow::Cow;

/// What an `&` begins.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Reference {
    /// Nothing: it is a character like others.
    None,
    /// Characters, and how many bytes the reference takes.
    Characters(String, usize),
    /// The text ends too early to say.
    CutOff,
}

/// No name of a character is longer, in bytes, with its semicolon.
const LONGEST_NAME: usize = 32;

/// The reference that a text begins with, which goes on in another piece of the page.
pub(super) fn of_text(text: &str) -> Reference {
    let name = &text[1..];
    let is_of_name = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'#');
    let length = name.bytes().take_while(|byte| is_of_name(byte)).count();
    let may_go_on = length <= LONGEST_NAME || name.starts_with('#');
    if length == name.len() && may_go_on { Reference::CutOff } else { read(text, false) }
}

/// The value of an attribute, with its references resolved.
pub(super) fn resolved_in_attribute(value: &str) -> Cow<'_, str> {
    resolved(value, true)
}

/// A whole text, with its references resolved.
pub(super) fn resolved_in_text(text: &str) -> Cow<'_, str> {
    resolved(text, false)
}

fn resolved(text: &str, is_in_attribute: bool) -> Cow<'_, str> {
    if !text.contains('&') {
        return text.into();
    }
    let (mut all, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(begin) = rest.find('&') {
        all.push_str(&rest[..begin]);
        rest = &rest[begin..];
        let length = match read(rest, is_in_attribute) {
            Reference::Characters(text, length) => {
                all.push_str(&text);
                length
            }
            Reference::None | Reference::CutOff => {
                all.push('&');
                1
            }
        };
        rest = &rest[length..];
    }
    all.push_str(rest);
    all.into()
}

/// The reference that a whole text begins with.
fn read(text: &str, is_in_attribute: bool) -> Reference {
    let behind = &text[1..];
    if let Some(number) = behind.strip_prefix('#') {
        return numbered(number);
    }
    let length = behind.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let characters =
        |name: &str| NAMED_ENTITIES.get(name).copied().filter(|(first, _)| *first != 0);
    let found = |(first, second): (u32, u32), length: usize| {
        let second = Some(second).filter(|second| *second != 0);
        let characters = std::iter::once(first).chain(second).filter_map(char::from_u32);
        Reference::Characters(characters.collect(), 1 + length)
    };
    if behind[length..].starts_with(';')
        && let Some(all) = behind.get(..=length).and_then(characters)
    {
        return found(all, length + 1);
    }
    // Some names may stand without a semicolon, also before letters.
    for end in (1..=length.min(LONGEST_NAME)).rev() {
        let Some(all) = characters(&behind[..end]) else { continue };
        let is_key = |byte: &u8| *byte == b'=' || byte.is_ascii_alphanumeric();
        let is_of_address = is_in_attribute && behind.as_bytes().get(end).is_some_and(is_key);
        return if is_of_address { Reference::None } else { found(all, end) };
    }
    Reference::None
}

/// The reference by the number of a character, from behind its `#`.
fn numbered(text: &str) -> Reference {
    let hexadecimal = text.strip_prefix(['x', 'X']);
    let (digits, radix) = hexadecimal.map_or((text, 10), |digits| (digits, 16));
    let count = digits.bytes().take_while(|byte| char::from(*byte).is_digit(radix)).count();
    if count == 0 {
        return Reference::None;
    }
    let significant = digits[..count].trim_start_matches('0');
    let number = match significant.len() {
        0 => 0,
        1..=8 => u32::from_str_radix(significant, radix).unwrap_or(u32::MAX),
        _ => u32::MAX,
    };
    let character = match number {
        0 => None,
        0x80..=0x9F => C1_REPLACEMENTS[number as usize - 0x80].or_else(|| char::from_u32(number)),
        _ => char::from_u32(number),
    };
    let semicolon = usize::from(digits[count..].starts_with(';'));
    let length = "&#".len() + (text.len() - digits.len()) + count + semicolon;
    Reference::Characters(character.unwrap_or('\u{FFFD}').into(), length)
}
