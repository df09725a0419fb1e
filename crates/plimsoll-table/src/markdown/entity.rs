//! Characters that HTML writes by name or number.

/// The longest name with its marks, in bytes.
const LONGEST: usize = 12;

/// Those that stand in tables; HTML pages proper are read by a parser that knows all.
const NAMED: &[(&str, char)] = &[
    ("amp", '&'),
    ("apos", '\''),
    ("asymp", '≈'),
    ("bull", '•'),
    ("dagger", '†'),
    ("deg", '°'),
    ("emsp", '\u{2003}'),
    ("ensp", '\u{2002}'),
    ("frac12", '½'),
    ("ge", '≥'),
    ("gt", '>'),
    ("hellip", '…'),
    ("le", '≤'),
    ("lt", '<'),
    ("mdash", '—'),
    ("micro", 'µ'),
    ("middot", '·'),
    ("minus", '−'),
    ("nbsp", '\u{A0}'),
    ("ndash", '–'),
    ("plusmn", '±'),
    ("quot", '"'),
    ("reg", '®'),
    ("sup1", '¹'),
    ("sup2", '²'),
    ("sup3", '³'),
    ("thinsp", '\u{2009}'),
    ("times", '×'),
    ("trade", '™'),
];

/// The character at the begin of a text that is written so, and how many bytes it takes.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    let end = text.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code).filter(|letter| *letter != '\0')?
        }
        None => NAMED.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((letter, end + 1))
}
