//! The parts of the lines of a report.

use crate::document::TimeUnit;
use jiff::civil::DateTime;
use jiff::tz::Offset;
use plimsoll_unit::{PrefixRule, parse_size};

/// The value of a key: of `min=28, max= 10227 , avg=83.84` and `max` it is `10227`.
pub(crate) fn value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    text.split(',').find_map(|part| {
        let (name, value) = part.split_once('=')?;
        (name.trim() == key).then_some(value.trim())
    })
}

/// The counters of reads, writes and trims behind a key: `total=17078,17065,0,0 short=…` (3.x; 3.0 ends
/// them with a comma), `total=r=148220/w=147823/d=0, short=…` (2.x).
pub(crate) fn issued<'t>(text: &'t str, key: &str) -> [Option<&'t str>; 3] {
    let behind = text.split_once(key).map_or("", |(_, behind)| behind);
    // `dropped=` in 3.x, `drop=` in 2.x.
    let counters = behind.trim_start_matches("ped").trim_start_matches('=');
    let counters = counters.split(' ').next().unwrap_or_default().trim_end_matches(',');
    let mut each = counters.split([',', '/']).map(|counter| match counter.split_once('=') {
        Some((_, number)) => number,
        None => counter,
    });
    std::array::from_fn(|_| each.next().filter(|number| !number.is_empty()))
}

/// The unit of a latency line.
pub(crate) fn time_unit(text: &str) -> Option<TimeUnit> {
    match text {
        "nsec" => Some(TimeUnit::Nanoseconds),
        "usec" => Some(TimeUnit::Microseconds),
        "msec" => Some(TimeUnit::Milliseconds),
        "sec" => Some(TimeUnit::Seconds),
        _ => None,
    }
}

/// Bytes of the unit of sampled bandwidths: `  KiB/s`, `KB  /s`, `   kB/s`, `Mibit/s`.
pub(crate) fn sample_unit(text: &str, rule: PrefixRule) -> Option<u64> {
    let unit: String = text.split_whitespace().collect();
    let unit = unit.strip_suffix("/s")?;
    match unit.strip_suffix("bit") {
        Some(bits) => parse_size(&format!("1{bits}"), rule).ok().map(|bits| bits / 8),
        None => parse_size(&format!("1{unit}"), rule).ok(),
    }
}

/// `Mon Nov 30 11:08:21 2026` as if it were UTC, in milliseconds since 1970.
pub(crate) fn date_ms(text: &str) -> Option<i64> {
    let words: Vec<&str> = text.split_whitespace().skip(1).take(4).collect();
    let time = DateTime::strptime("%b %d %H:%M:%S %Y", words.join(" ")).ok()?;
    Some(Offset::UTC.to_timestamp(time).ok()?.as_millisecond())
}

#[cfg(test)]
mod tests {
    use super::{date_ms, issued, sample_unit, value};
    use plimsoll_unit::PrefixRule;

    #[test]
    fn values_of_keys() {
        let text = " min=0 , max= 7460, avg= 2.14, stdev=73.77";
        assert_eq!(
            ["min", "max", "avg"].map(|key| value(text, key)),
            [Some("0"), Some("7460"), Some("2.14")]
        );
        assert_eq!(value(text, "samples"), None);
    }

    #[test]
    fn counters_of_every_form() {
        let expected = [Some("1"), Some("2"), Some("0")];
        let dropped = [Some("7"), Some("0"), Some("0")];
        for text in [
            " total=1,2,0,9 short=0,0,0,0 dropped=7,0,0,0",
            " total=1,2,0, short=0,0,0, dropped=7,0,0",
            " total=r=1/w=2/d=0, short=r=0/w=0/d=0, drop=r=7/w=0/d=0",
        ] {
            assert_eq!(issued(text, "total="), expected, "{text}");
            assert_eq!(issued(text, "drop"), dropped, "{text}");
        }
        assert_eq!(issued(" total=r=1/w=2/d=0, short=r=0/w=0/d=0", "drop"), [None; 3]);
    }

    #[test]
    fn units_of_sampled_bandwidth() {
        for (text, rule, bytes) in [
            ("  KiB/s", PrefixRule::Iec, Some(1024)),
            ("   kB/s", PrefixRule::Iec, Some(1000)),
            ("KB  /s", PrefixRule::Binary, Some(1024)),
            ("MB  /s", PrefixRule::Binary, Some(1 << 20)),
            ("Kibit/s", PrefixRule::Iec, Some(128)),
            ("KiB", PrefixRule::Iec, None),
        ] {
            assert_eq!(sample_unit(text, rule), bytes, "{text}");
        }
    }

    #[test]
    fn a_date_is_read_without_its_zone() {
        assert_eq!(date_ms("Thu Jan  1 00:00:02 1970"), Some(2000));
        assert_eq!(date_ms("yesterday"), None);
    }
}
