//! How wide a text will be.
//!
//! The SVG keeps text as text, so its width depends on the viewer's font. The widths here are those
//! of Source Sans 3, which the report embeds, plus a reserve for the somewhat wider fonts that a
//! browser takes instead.

/// Room for Arial or Helvetica, which are about a tenth wider than Source Sans.
const RESERVE: f64 = 1.1;

/// Advance widths of U+0020 to U+007E in thousandths of the font size, regular weight.
#[rustfmt::skip]
const ASCII: [u16; 95] = [
    200, 289, 426, 497, 497, 824, 609, 249, 303, 303, 418, 497, 249, 311, 249, 350,
    497, 497, 497, 497, 497, 497, 497, 497, 497, 497, 249, 249, 497, 497, 497, 425,
    847, 543, 588, 571, 615, 527, 494, 617, 652, 263, 479, 579, 486, 727, 647, 664,
    566, 664, 569, 534, 536, 645, 515, 786, 513, 476, 539, 303, 350, 303, 497, 500,
    542, 504, 553, 456, 555, 496, 292, 504, 544, 246, 247, 495, 255, 829, 547, 542,
    555, 555, 347, 419, 338, 544, 467, 719, 446, 467, 425, 303, 241, 303, 497,
];

/// What bold adds to a width, at most, over a word.
const BOLD: f64 = 1.06;

/// The weight of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

/// An upper estimate of the width of a text set at `size`.
pub(super) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    let thousandths: u32 = text.chars().map(|letter| u32::from(advance(letter))).sum();
    let bold = if weight == Weight::Bold { BOLD } else { 1.0 };
    f64::from(thousandths) / 1000.0 * size * bold * RESERVE
}

/// The text, or as much of it as fits with an ellipsis. Where not even that fits, the ellipsis.
pub(super) fn shortened(text: &str, size: f64, weight: Weight, room: f64) -> String {
    let text = text.trim();
    if width(text, size, weight) <= room {
        return text.into();
    }
    let mut kept = String::new();
    let mut taken = width("…", size, weight);
    for letter in text.chars() {
        taken += width(letter.encode_utf8(&mut [0; 4]), size, weight);
        if taken > room {
            break;
        }
        kept.push(letter);
    }
    format!("{}…", kept.trim_end_matches([' ', ',', ';', '(', '–']))
}

fn advance(letter: char) -> u16 {
    match letter {
        ' '..='~' => ASCII[letter as usize - ' ' as usize],
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => 0,
        '\u{a0}' | '\u{202f}' | '\u{2009}' => 200,
        '–' => 480,
        '—' | '…' | '\u{1100}'..='\u{11ff}' | '\u{2e80}'.. => 1000,
        // Latin with marks, Greek and Cyrillic: their capitals, to be on the safe side.
        _ => 660,
    }
}

#[cfg(test)]
mod tests {
    use super::{Weight, shortened, width};

    #[test]
    fn wide_letters_are_wider() {
        let size = 8.0;
        assert!(width("MMMM", size, Weight::Regular) > 2.0 * width("iiii", size, Weight::Regular));
        assert!(width("임의 읽기", size, Weight::Regular) > 32.0);
        assert!(width("MMMM", size, Weight::Bold) > width("MMMM", size, Weight::Regular));
    }

    #[test]
    fn long_texts_are_cut_between_letters() {
        let cut = |text, room| shortened(text, 8.0, Weight::Regular, room);
        assert_eq!(cut("read", 100.0), "read");
        assert_eq!(cut("read, measured", 40.0), "read, m…");
        assert_eq!(cut("read, measured", 26.0), "read…");
        assert_eq!(cut("무작위 읽기 처리량", 40.0), "무작위…");
        assert_eq!(cut("read", 0.0), "…");
        let long = "x".repeat(5000);
        assert!(width(&cut(&long, 90.0), 8.0, Weight::Regular) <= 90.0);
    }
}
