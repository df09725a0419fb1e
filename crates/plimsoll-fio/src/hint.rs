//! Output of fio in other forms than JSON: recognised, so that it can be named, and not read.

/// What a text looks like to somebody who knows fio, in words that follow "it looks like".
pub(crate) fn hint(head: &str) -> Option<String> {
    let form = if head.lines().any(is_terse) {
        "fio's terse output, which is not read yet; --output-format=json writes what is read"
    } else if head.lines().any(is_for_people) {
        "fio's report for people, which is not read; --output-format=json writes what is read"
    } else if is_log(head) {
        "a log of fio, which is not read yet; --output-format=json writes what is read"
    } else {
        return None;
    };
    Some(form.to_owned())
}

/// Versions 3 to 5 begin with their number and that of fio: `3;fio-3.33;job;0;0;…`.
fn is_terse(line: &str) -> bool {
    let rest = ["3;", "4;", "5;"].iter().find_map(|version| line.strip_prefix(version));
    rest.is_some_and(|rest| rest.starts_with("fio-"))
}

/// `  read: IOPS=12.5k, BW=…` since 3.0, `  read : io=48.8MB, bw=…` before.
fn is_for_people(line: &str) -> bool {
    let Some((operation, rest)) = line.trim_start().split_once(':') else { return false };
    ["read", "write", "trim", "mixed"].contains(&operation.trim_end())
        && [" IOPS=", " io="].iter().any(|begin| rest.starts_with(begin))
}

/// `msec, value, direction, block size`, then the offset and the priority where they are logged. A
/// line that the head cuts off does not count.
fn is_log(head: &str) -> bool {
    let end = head.rfind('\n').map_or(0, |at| at + 1);
    let mut lines = head[..end].lines().take(20).peekable();
    lines.peek().is_some() && lines.all(is_log_line)
}

fn is_log_line(line: &str) -> bool {
    let fields: Vec<&str> = line.split(", ").map(str::trim).collect();
    let is_number =
        |field: &&str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_digit());
    (4..=7).contains(&fields.len())
        && fields[..4].iter().all(is_number)
        && ["0", "1", "2"].contains(&fields[2])
}

#[cfg(test)]
mod tests {
    use super::hint;

    fn form(head: &str) -> Option<String> {
        let hint = hint(head)?;
        Some(hint.split_once(", which").map_or(hint.clone(), |(form, _)| form.to_owned()))
    }

    #[test]
    fn other_forms_are_named() {
        for (head, expected) in [
            ("3;fio-3.33;rand;0;0;1234;411\n", "fio's terse output"),
            ("fio: a message\n5;fio-3.42;rand;0;0\n", "fio's terse output"),
            ("j: (groupid=0)\n  read: IOPS=12.5k, BW=48.8MiB/s\n", "fio's report for people"),
            ("  write: io=48.8MB, bw=9MB/s, iops=2\n", "fio's report for people"),
            ("  read : io=48.8MB, bw=9MB/s, iops=2\n", "fio's report for people"),
            ("1000, 50112, 0, 4096\n2000, 50", "a log of fio"),
            ("0, 81234, 1, 4096, 8192, 0x0000\n", "a log of fio"),
        ] {
            assert_eq!(form(head).as_deref(), Some(expected), "{head}");
        }
    }

    #[test]
    fn what_is_not_of_fio_is_not_named() {
        for head in [
            "",
            "\n",
            "1000, 50112, 0, 4096",
            "1000,50112,3,4096\n",
            "time, value, 0, 1\n",
            "1, 2, 3, 4\n",
            "3;vdbench\n",
            "read: the manual\n",
            "[global]\nrw=read\n",
        ] {
            assert_eq!(form(head), None, "{head}");
        }
    }
}
