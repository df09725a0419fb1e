//! Times of day and dates, as they stand before lines and in flat files.

/// `hh:mm:ss.sss` takes so many bytes, once digits are ASCII.
pub(crate) const TIME_BYTES: usize = 12;

/// Milliseconds of a day.
pub(crate) const DAY_MS: u32 = 24 * 60 * 60 * 1000;

/// The time of day at the begin of a line, in milliseconds since midnight.
pub(crate) fn time_of_day(line: &[u8]) -> Option<u32> {
    let time = line.first_chunk::<TIME_BYTES>()?;
    if time[2] != b':' || time[5] != b':' || !matches!(time[8], b'.' | b',') {
        return None;
    }
    let number = |digits: &[u8]| {
        digits.iter().try_fold(0u32, |number, digit| {
            digit.is_ascii_digit().then(|| number * 10 + u32::from(digit - b'0'))
        })
    };
    let (hours, minutes) = (number(&time[..2])?, number(&time[3..5])?);
    let (seconds, milliseconds) = (number(&time[6..8])?, number(&time[9..])?);
    (hours < 24 && minutes < 60 && seconds < 60)
        .then(|| ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds)
}

/// How long after `earlier` a time of day comes next, in milliseconds: times have no date, so midnight
/// may lie between.
pub(crate) fn elapsed_ms(earlier: u32, later: u32) -> u32 {
    (later + DAY_MS - earlier) % DAY_MS
}

/// How long after `earlier` a time of day is that may be before it as well, in milliseconds: at most half a day.
pub(crate) fn apart_ms(earlier: u32, later: u32) -> i64 {
    let after = elapsed_ms(earlier, later);
    if after > DAY_MS / 2 { i64::from(after) - i64::from(DAY_MS) } else { i64::from(after) }
}

/// The moment of a flat file's stamp, `11/30/2026-11:10:17-UTC`, in milliseconds since 1970.
pub(crate) fn stamp_ms(stamp: &[u8]) -> Option<i64> {
    let stamp = crate::status::Stamp::parse(std::str::from_utf8(stamp).ok()?)?;
    Some(stamp.timestamp()?.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::{apart_ms, elapsed_ms, stamp_ms, time_of_day};

    #[test]
    fn a_time_of_day_is_cut_by_its_width() {
        assert_eq!(time_of_day(b"11:21:58.051avg_11-100      19.92"), Some(40_918_051));
        assert_eq!(time_of_day(b"00:00:00.000"), Some(0));
        for text in ["24:00:00.000", "11:21:58", "11:21:58.05x", "Nov 30, 2026 ", ""] {
            assert_eq!(time_of_day(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn midnight_may_lie_between_two_times() {
        assert_eq!(elapsed_ms(86_399_000, 1_000), 2_000);
        assert_eq!(elapsed_ms(1_000, 3_000), 2_000);
        assert_eq!((apart_ms(86_399_000, 1_000), apart_ms(1_000, 86_399_000)), (2_000, -2_000));
    }

    #[test]
    fn a_stamp_has_a_moment_only_where_its_zone_is_certain() {
        assert_eq!(stamp_ms(b"11/30/2026-11:10:17-UTC"), Some(1_796_037_017_000));
        assert_eq!(stamp_ms(b"11/30/2026-11:10:17-GMT+01:00"), Some(1_796_033_417_000));
        assert_eq!(stamp_ms(b"11/30/2026-11:10:17-MDT"), None);
        assert_eq!(stamp_ms(b"13/30/2026-11:10:17-UTC"), None);
        assert_eq!(stamp_ms(b"n/a"), None);
    }
}
