//! Times of day in lines of any locale.
//!
//! sysstat prints date and time in the form of the locale: `11/30/26 11:08:57`, `30.11.2026 11:08:58`,
//! `05/02/2013 01:53:01 PM`, `2026年11月30日 11時08分58秒`. Only how much time lies between two reports is asked
//! for, so the date is not read, and nor is which half of the day a clock of twelve hours is in.

use jiff::Timestamp;

const HALF_DAY_S: f64 = 43_200.0;

/// What parts hours, minutes and seconds.
const SEPARATORS: &[&[char]] =
    &[&[':'], &['.'], &['\u{6642}', '\u{5206}'], &['\u{65F6}', '\u{5206}'], &['시', '분']];

/// Seconds since midnight or noon of the last time of day in a line: three numbers of at most two digits
/// with the same kind of mark between them.
pub(crate) fn seconds_of_day(line: &str) -> Option<f64> {
    let groups = digit_groups(line);
    groups.windows(3).rev().find_map(|three| {
        let [hour, minute, second] = three else { return None };
        if three.iter().any(|group| group.digits > 2) {
            return None;
        }
        let marks = [&line[hour.end..minute.begin], &line[minute.end..second.begin]];
        let is_time = SEPARATORS.iter().any(|separators| are_marks(marks, separators));
        let fits = hour.value < 24 && minute.value < 60 && second.value <= 60;
        let seconds = hour.value * 3600 + minute.value * 60 + second.value;
        (is_time && fits).then_some(f64::from(seconds))
    })
}

/// Whether the text between hours and minutes, and that between minutes and seconds, are the two marks of a
/// locale, which may have blanks behind them.
fn are_marks(between: [&str; 2], separators: &[char]) -> bool {
    let is_mark = |text: &str, mark: char| text.trim_end() == mark.encode_utf8(&mut [0; 4]);
    match separators {
        [both] => between.iter().all(|text| is_mark(text, *both)),
        [first, second] => is_mark(between[0], *first) && is_mark(between[1], *second),
        _ => false,
    }
}

/// A number without marks.
struct Group {
    begin: usize,
    end: usize,
    digits: usize,
    value: u32,
}

fn digit_groups(line: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (at, character) in line.char_indices() {
        let Some(digit) = digit(character) else { continue };
        let end = at + character.len_utf8();
        match groups.last_mut() {
            Some(group) if group.end == at => {
                group.value = group.value.saturating_mul(10).saturating_add(digit);
                group.digits += 1;
                group.end = end;
            }
            _ => groups.push(Group { begin: at, end, digits: 1, value: digit }),
        }
    }
    groups
}

/// A digit as Latin, Arabic (U+0660) or Persian (U+06F0) text writes it.
fn digit(character: char) -> Option<u32> {
    let zero = match character {
        '0'..='9' => '0',
        '\u{660}'..='\u{669}' => '\u{660}',
        '\u{6F0}'..='\u{6F9}' => '\u{6F0}',
        _ => return None,
    };
    Some(character as u32 - zero as u32)
}

/// The moment of a line, where it names its offset from UTC (`S_TIME_FORMAT=ISO`).
pub(crate) fn moment(line: &str) -> Option<Timestamp> {
    line.trim().parse().ok()
}

/// Times of day put one after the other.
#[derive(Debug, Default)]
pub(crate) struct Clock {
    last: Option<(f64, f64)>,
}

impl Clock {
    /// Seconds since the first time of day: one that is less than the one before it is of the next half day, or
    /// of the next day.
    pub(crate) fn elapsed_s(&mut self, of_day_s: f64) -> f64 {
        let elapsed = match self.last {
            None => 0.0,
            Some((before, elapsed)) => {
                let step = of_day_s - before;
                let half_days = [0.0, 1.0, 2.0].into_iter();
                let later = half_days.map(|count| step + count * HALF_DAY_S).find(|it| *it >= 0.0);
                elapsed + later.unwrap_or_default()
            }
        };
        self.last = Some((of_day_s, elapsed));
        elapsed
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, moment, seconds_of_day};

    #[test]
    fn the_time_of_day_is_found_in_every_locale() {
        let expected = f64::from(11 * 3600 + 8 * 60 + 58);
        for line in [
            "11/30/26 11:08:58",
            "30.11.2026 11:08:58",
            "30.11.26 11.08.58",
            "11/30/2026 11:08:58 AM",
            "Time: 11:08:58",
            "2026年11月30日 11時08分58秒",
            "2026년 11월 30일 11시 08분 58초",
            "2026-11-30T11:08:58+0100",
            "۳۰/۱۱/۲۰۲۶ ۱۱:۰۸:۵۸",
        ] {
            assert_eq!(seconds_of_day(line), Some(expected), "{line}");
        }
        for line in ["", "0.40 2.93 14.30", "11:08", "25:61:61", "avg-cpu"] {
            assert_eq!(seconds_of_day(line), None, "{line}");
        }
    }

    #[test]
    fn noon_of_a_short_clock_and_midnight_of_a_long_one_are_passed() {
        let elapsed = |times: [&str; 3]| {
            let mut clock = Clock::default();
            times.map(|time| clock.elapsed_s(seconds_of_day(time).expect("a time")) as u32)
        };
        assert_eq!(elapsed(["11:59:58", "12:00:01", "12:00:04"]), [0, 3, 6]);
        assert_eq!(elapsed(["12:59:58 PM", "01:00:01 PM", "01:00:04 PM"]), [0, 3, 6]);
        assert_eq!(elapsed(["23:59:58", "00:00:01", "00:00:04"]), [0, 3, 6]);
    }

    #[test]
    fn only_a_time_with_its_offset_is_a_moment() {
        assert!(moment("2026-11-30T11:08:58+0100").is_some());
        assert_eq!(moment("2026-11-30T11:08:58"), None);
        assert_eq!(moment("11/30/26 11:08:58"), None);
    }
}
