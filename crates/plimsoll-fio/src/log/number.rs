//! Whole numbers in the bytes of a log, eight digits at a time.

/// How many bytes are looked at together.
const WORD: usize = 8;
/// Every byte of a word the digit 0.
const ZEROS: u64 = 0x3030_3030_3030_3030;

/// The number that begins at an offset, and where it ends. `None` if there is no digit, or more than 64
/// bits hold.
#[inline]
pub(crate) fn number(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let rest = bytes.get(at..)?;
    let Some(word) = rest.first_chunk::<WORD>() else { return digit_by_digit(rest, at) };
    let digits = u64::from_le_bytes(*word) ^ ZEROS;
    // A byte that is no digit is above 9 now, so that adding 6 moves it out of the low half. A carry
    // falsifies only what stands after the first such byte.
    let others = (digits.wrapping_add(0x0606_0606_0606_0606) | digits) & 0xF0F0_F0F0_F0F0_F0F0;
    let length = others.trailing_zeros() / 8;
    match length {
        0 => None,
        8 => digit_by_digit(rest, at),
        _ => Some((eight_digits(digits << (64 - 8 * length)), at + length as usize)),
    }
}

/// The value of eight digits, the first one in the lowest byte: pairs, then fours, then eight.
#[inline]
fn eight_digits(digits: u64) -> u64 {
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = pairs.wrapping_mul(100).wrapping_add(pairs >> 16) & 0x0000_FFFF_0000_FFFF;
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF
}

fn digit_by_digit(rest: &[u8], at: usize) -> Option<(u64, usize)> {
    let length = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    let mut value: u64 = 0;
    for byte in &rest[..length] {
        value = value.checked_mul(10)?.checked_add(u64::from(byte - b'0'))?;
    }
    (length > 0).then_some((value, at + length))
}

#[cfg(test)]
mod tests {
    use super::number;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_number_is_none() {
        assert_eq!(number(b"", 0), None);
        assert_eq!(number(b"a", 0), None);
        assert_eq!(number(b", 12345678", 0), None);
        assert_eq!(number(b"12", 7), None);
        assert_eq!(number(b"18446744073709551616, ", 0), None);
        assert_eq!(number(b"18446744073709551615, ", 0), Some((u64::MAX, 20)));
    }

    proptest! {
        #[test]
        fn numbers_of_every_length_are_read_before_every_byte(value: u64, digits in 1u32..20, after: u8, more in "[0-9, a-z]{0,12}") {
            prop_assume!(!after.is_ascii_digit());
            let value = value % 10u64.saturating_pow(digits);
            let text = value.to_string();
            for end in [text.clone().into_bytes(), [text.as_bytes(), &[after], more.as_bytes()].concat()] {
                prop_assert_eq!(number(&end, 0), Some((value, text.len())));
            }
        }
    }
}
