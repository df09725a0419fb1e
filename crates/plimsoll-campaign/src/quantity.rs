//! Values as a campaign writes them. A number whose unit decides its meaning has one: `576` bytes or
//! gibibytes is nothing to guess.

use crate::problem::Fault;
use jiff::civil::Date;
use plimsoll_unit::{PrefixRule, SizeError, decimal, nanoseconds, parse_size};

/// A text of one line.
pub(crate) fn line(text: &str) -> Result<&str, Fault> {
    let text = something(text)?;
    if text.contains(char::is_control) {
        return Err(Fault::new(
            "it holds a line break or another control character",
            "write it in one line",
        ));
    }
    Ok(text)
}

/// A sentence; line breaks are blanks.
pub(crate) fn sentence(text: &str) -> Result<String, Fault> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    line(&text).map(str::to_owned)
}

/// A day, `2026-11-30` and nothing else: `11/12/2026` is two days.
pub(crate) fn date(text: &str) -> Result<Date, Fault> {
    let is_short = text.len() == "2026-11-30".len();
    text.parse().ok().filter(|_| is_short).ok_or_else(|| {
        Fault::new(
            format!("`{text}` is no date"),
            "write year, month and day, for instance \"2026-11-30\"",
        )
    })
}

/// How many there are, from 1.
pub(crate) fn count(text: &str) -> Result<u64, Fault> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|count| is_plain && *count > 0).ok_or_else(|| {
        Fault::new(
            format!("`{text}` is no whole number from 1"),
            "write digits alone, for instance 16",
        )
    })
}

/// A number of bytes.
pub(crate) fn bytes(text: &str) -> Result<u64, Fault> {
    let help = "write a number and its unit, for instance \"576 GiB\" (2^30 bytes each) or \"576 GB\" (10^9)";
    sized(text).map_err(|why| Fault::new(format!("`{text}` is no size: {why}"), help))
}

/// A rate in bytes per second.
pub(crate) fn byte_rate(text: &str) -> Result<u64, Fault> {
    let help = "write a number and its unit, for instance \"2 GiB/s\" or \"5120 MiB/s\"";
    let rate = match text.strip_suffix("/s") {
        Some(size) => sized(size),
        None => Err("it does not end in `/s`".to_owned()),
    };
    rate.map_err(|why| Fault::new(format!("`{text}` is no throughput: {why}"), help))
}

/// A number above 0 without a unit.
pub(crate) fn rate(text: &str) -> Result<f64, Fault> {
    decimal(text).filter(|rate| *rate > 0.0).ok_or_else(|| {
        Fault::new(
            format!("`{text}` is no number above 0"),
            "write digits alone, for instance 100000",
        )
    })
}

/// A time in nanoseconds.
pub(crate) fn time(text: &str) -> Result<f64, Fault> {
    nanoseconds(text).filter(|time| *time > 0.0).ok_or_else(|| {
        Fault::new(
            format!("`{text}` is no time above 0"),
            "write a number and its unit (ns, us, ms or s), for instance \"1 ms\"",
        )
    })
}

fn something(text: &str) -> Result<&str, Fault> {
    let text = text.trim();
    if text.is_empty() {
        return Err(Fault::new("it is empty", "write something, or leave it out"));
    }
    Ok(text)
}

fn sized(text: &str) -> Result<u64, String> {
    if text.contains(',') {
        return Err("it has a comma".to_owned());
    }
    match parse_size(text, PrefixRule::Iec) {
        Ok(0) => Err("it is 0".to_owned()),
        Ok(_) if text.ends_with(|last: char| last.is_ascii_digit()) => {
            Err("it has no unit".to_owned())
        }
        Ok(bytes) => Ok(bytes),
        Err(SizeError::UnknownUnit) => {
            Err("its unit is not one of bytes (k, M, G, T, P, E)".to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{byte_rate, bytes, count, date, line, rate, sentence, time};

    #[test]
    fn quantities_are_in_base_units() {
        assert_eq!(bytes("576 GiB"), Ok(576 << 30));
        assert_eq!(bytes("1.5TB"), Ok(1_500_000_000_000));
        assert_eq!(byte_rate("2 GiB/s"), Ok(2 << 30));
        assert_eq!(byte_rate("600 MB/s"), Ok(600_000_000));
        assert_eq!(time("1 ms"), Ok(1e6));
        assert_eq!(time("0.5us"), Ok(500.0));
        assert_eq!(time("350 µs"), Ok(350_000.0));
        assert_eq!(time("20 ns"), Ok(20.0));
        assert_eq!(time("2 s"), Ok(2e9));
        assert_eq!(rate("1500.5"), Ok(1500.5));
        assert_eq!(count("16"), Ok(16));
    }

    #[test]
    fn what_could_mean_two_things_is_refused() {
        for text in ["576", "5,120 MiB", "0 GiB", "1 GiB/s", "GiB", ""] {
            assert!(bytes(text).is_err(), "{text}");
        }
        for text in ["2 GiB", "2", "2 Gbit/s", "5,120 MiB/s", "0 B/s", "/s"] {
            assert!(byte_rate(text).is_err(), "{text}");
        }
        for text in ["1", "0 ms", "-1 ms", "1 min", "1 Ms", "ms", "1,5 ms"] {
            assert!(time(text).is_err(), "{text}");
        }
        for text in ["0", "-1", "+1", "1.5", "2 ", "many", ""] {
            assert!(count(text).is_err(), "{text}");
        }
        for text in ["0", "-5", "100k", "nan", "inf", "100,000"] {
            assert!(rate(text).is_err(), "{text}");
        }
        for text in ["2026-02-30", "30.11.2026", "2026-11-30T10:00", "20261130", "2026-W48-1"] {
            assert!(date(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_text_is_one_line_and_a_sentence_becomes_one() {
        assert_eq!(line(" RHEL 9 "), Ok("RHEL 9"));
        assert!(line("RHEL\n9").is_err());
        assert!(line(" ").is_err());
        assert_eq!(sentence("no storage\nsystem \n").as_deref(), Ok("no storage system"));
        assert!(sentence("\n").is_err());
    }
}
