//! What the release tells about a log.

/// The release: of `3.33` and of `fio-3.33-5-g1234` 3 and 33.
pub(crate) fn release(version: &str) -> Option<(u32, u32)> {
    let (major, minor) = version.strip_prefix("fio-").unwrap_or(version).split_once('.')?;
    let end = minor.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(minor.len());
    Some((major.parse().ok()?, minor[..end].parse().ok()?))
}

/// The unit of latencies in logs, in nanoseconds: microseconds up to 2.21, nanoseconds since 2.99.
pub(crate) fn nanoseconds(version: &str) -> Option<f64> {
    release(version).map(|release| if release < (2, 99) { 1000.0 } else { 1.0 })
}

#[cfg(test)]
mod tests {
    use super::{nanoseconds, release};

    #[test]
    fn releases_are_read_as_fio_prints_them() {
        for (version, expected) in [
            ("2.21", Some((2, 21))),
            ("fio-3.33", Some((3, 33))),
            ("fio-3.26-19-ge7e53", Some((3, 26))),
            ("2.0.10", Some((2, 0))),
            ("3", None),
            ("x.y", None),
        ] {
            assert_eq!(release(version), expected, "{version}");
        }
    }

    #[test]
    fn nanoseconds_came_with_the_release_before_3_0() {
        let unit = |version| nanoseconds(version).map(f64::to_bits);
        assert_eq!(unit("2.21"), Some(1000f64.to_bits()));
        assert_eq!(unit("2.99"), Some(1f64.to_bits()));
        assert_eq!(unit("new"), None);
    }
}
