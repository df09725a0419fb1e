//! What a number format shows around a number: words, a percent sign, a currency. Where it only scales what is shown
//! (`#,##0,"K"` shows 212,400 as 212K), the stored number is what is meant, and the words are not.

/// What a format shows around a number.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Shown {
    before: String,
    behind: String,
    has_digits: bool,
    is_percent: bool,
    is_scaled: bool,
}

/// A number with the words around it that its format shows. Its digits are all kept.
pub(super) fn shown(value: f64, format: Option<&str>) -> String {
    let Some(format) = format
        .map(|format| Shown::of(section(format, value)))
        .filter(|format| format.has_digits && !format.is_scaled)
    else {
        return digits(value);
    };
    let value = digits(if format.is_percent { value * 100.0 } else { value });
    // Digits of the words around a number are none of its own.
    let is_digit = |letter: char| letter.is_ascii_digit();
    let before = if format.before.ends_with(is_digit) { "  " } else { "" };
    let behind = if format.behind.starts_with(is_digit) { "  " } else { "" };
    let text = format!("{}{before}{value}{behind}{}", format.before, format.behind);
    crate::space::fold(&text)
}

/// The section of a format that holds for a number: the first one, or the first whose condition holds
/// (`[>=1000]0.0,"K";0`).
fn section(format: &str, value: f64) -> &str {
    let mut is_quoted = false;
    let is_end = |letter: char| {
        is_quoted ^= letter == '"';
        letter == ';' && !is_quoted
    };
    let sections: Vec<&str> = format.split(is_end).collect();
    let conditions: Vec<Option<bool>> = sections.iter().map(|it| holds(it, value)).collect();
    if conditions.iter().all(Option::is_none) {
        return sections[0];
    }
    let chosen = conditions.iter().position(|holds| holds.unwrap_or(true));
    chosen.map_or("", |chosen| sections[chosen])
}

/// Whether the condition of a section holds for a number, if it has one.
fn holds(section: &str, value: f64) -> Option<bool> {
    section.split('[').skip(1).find_map(|rest| {
        let inside = rest.split(']').next()?;
        let number = inside.trim_start_matches(['<', '>', '=']);
        let limit: f64 = number.parse().ok()?;
        match &inside[..inside.len() - number.len()] {
            "<" => Some(value < limit),
            "<=" => Some(value <= limit),
            ">" => Some(value > limit),
            ">=" => Some(value >= limit),
            "=" => Some((value - limit).abs() == 0.0),
            "<>" => Some((value - limit).abs() > 0.0),
            _ => None,
        }
    })
}

/// The shortest digits that are the number, no more than a sheet knows: 15.
pub(super) fn digits(value: f64) -> String {
    let shortest = value.to_string();
    let count = shortest.bytes().filter(u8::is_ascii_digit).count();
    if count <= 15 || !value.is_finite() {
        return shortest;
    }
    format!("{value:.14e}").parse::<f64>().unwrap_or(value).to_string()
}

impl Shown {
    /// Reads a section of a format.
    fn of(format: &str) -> Self {
        let mut shown = Self::default();
        let mut commas = false;
        let mut letters = format.chars();
        while let Some(letter) = letters.next() {
            match letter {
                ';' => break,
                '"' => {
                    let text: String =
                        letters.by_ref().take_while(|letter| *letter != '"').collect();
                    shown.push(&text);
                }
                '\\' => shown.push_letter(letters.next()),
                // The width of a character, or a character to fill the cell with: nothing that is read.
                '_' | '*' => {
                    letters.next();
                }
                '[' => {
                    let inside: String =
                        letters.by_ref().take_while(|letter| *letter != ']').collect();
                    let currency =
                        inside.strip_prefix('$').map(|text| text.split('-').next().unwrap_or(text));
                    shown.push(currency.unwrap_or_default());
                }
                '0' | '#' | '?' => {
                    shown.has_digits = true;
                    commas = false;
                }
                ',' if shown.has_digits => commas = true,
                '.' => shown.is_scaled |= std::mem::take(&mut commas),
                '%' => {
                    shown.is_percent = true;
                    shown.push("%");
                }
                'E' | 'e' if shown.has_digits => {
                    // The sign of the exponent.
                    letters.next();
                }
                '(' | ')' | '@' => {}
                other => shown.push_letter(Some(other)),
            }
            if !matches!(letter, '0' | '#' | '?' | ',' | '.') {
                shown.is_scaled |= std::mem::take(&mut commas);
            }
        }
        shown.is_scaled |= commas;
        let is_general = format.trim().eq_ignore_ascii_case("general");
        if is_general { Self::default() } else { shown }
    }

    fn push(&mut self, text: &str) {
        if self.has_digits { self.behind.push_str(text) } else { self.before.push_str(text) }
    }

    fn push_letter(&mut self, letter: Option<char>) {
        if let Some(letter) = letter {
            self.push(letter.encode_utf8(&mut [0; 4]));
        }
    }
}

/// Of the text that a sheet stores beside a number: the words around it, put around the stored number, if the text shows
/// the number itself and not a scaled one.
pub(super) fn shown_as(value: f64, text: &str) -> String {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let (Some(first), Some(last)) = (text.find(is_digit), text.rfind(is_digit)) else {
        return digits(value);
    };
    let (before, behind) = (&text[..first], &text[last + 1..]);
    let is_percent = behind.trim_start().starts_with('%') || before.trim_end().ends_with('%');
    let value = if is_percent { value * 100.0 } else { value };
    let stored = digits(value.abs());
    let seen: String = text[first..=last].chars().filter(char::is_ascii_digit).collect();
    let whole = |value: f64| digits(value.trunc());
    let fits = [value.abs(), value.abs().round()]
        .map(whole)
        .iter()
        .any(|whole| seen.starts_with(whole.as_str()));
    let words = |text: &str| text.chars().any(|letter| letter.is_alphabetic() || letter == '%');
    if !fits || !(words(before) || words(behind)) {
        return digits(value);
    }
    let sign = if value < 0.0 && !before.contains(['-', '−']) { "-" } else { "" };
    crate::space::fold(&format!("{before}{sign}{stored}{behind}"))
}

#[cfg(test)]
mod tests {
    use super::{shown, shown_as};

    #[test]
    fn words_of_a_format_are_part_of_the_number_and_scales_are_not() {
        for (value, format, expected) in [
            (38.0, "0\"만\"", "38만"),
            (38.0, "0만", "38만"),
            (212_400.0, "#,##0,\"K\"", "212400"),
            (212_400.0, "0.0,,", "212400"),
            (0.755, "0.0%", "75.5%"),
            (1234.5, "#,##0.00", "1234.5"),
            (1234.5, "#,##0.00 \"MiB/s\";[Red]-0", "1234.5 MiB/s"),
            (5.0, "_(* #,##0_)", "5"),
            (5.0, "[$€-407] 0", "€ 5"),
            (5.0, "General", "5"),
            (5.0, "\"about \"0\\ ms", "about 5 ms"),
            (0.1 + 0.2, "0.00E+00", "0.3"),
            (5.0, "[>=1000]0\"M\";0\"K\"", "5K"),
            (5000.0, "[>=1000]0\"M\";0\"K\"", "5000M"),
            (5000.0, "[<1000]0;[<1000000]0.0,\"K\";0.0,,\"M\"", "5000"),
            (5.0, "0\";\"", "5;"),
            (5.0, "0\"00\"", "5  00"),
            (5.0, "\"10\"0", "10  5"),
        ] {
            assert_eq!(shown(value, Some(format)), expected, "{format}");
        }
        assert_eq!(shown(1e21, None), "1000000000000000000000");
    }

    #[test]
    fn stored_texts_show_words_or_a_scale() {
        assert_eq!(shown_as(38.0, "38만"), "38만");
        assert_eq!(shown_as(1527.3, "1.527,3"), "1527.3");
        assert_eq!(shown_as(924.218_75, "924,2 MiB/s"), "924.21875 MiB/s");
        assert_eq!(shown_as(999.7, "1.000 MiB/s"), "999.7 MiB/s");
        assert_eq!(shown_as(212_400.0, "212K"), "212400");
        assert_eq!(shown_as(0.75, "75%"), "75%");
        assert_eq!(shown_as(0.75, "%75"), "%75");
        assert_eq!(shown_as(5.0, ""), "5");
    }
}
