//! Findings as JSON lines.

use crate::json::push_text;
use plimsoll_schema::Finding;
use std::io::{self, Write};

/// Writes one finding as `{"code","level","message","source","locator","help"}` and a line feed.
/// `help` is always there: the finding's own advice, else that of its code. `locator` may be null.
pub fn write_finding(writer: &mut impl Write, finding: &Finding) -> io::Result<()> {
    let mut line = Vec::with_capacity(512);
    for (key, text) in [
        ("{\"code\":", Some(finding.code.word())),
        (",\"level\":", Some(finding.level().word())),
        (",\"message\":", Some(&*finding.message)),
        (",\"source\":", Some(&*finding.source)),
        (",\"locator\":", finding.locator.as_deref()),
        (",\"help\":", Some(finding.advice())),
    ] {
        line.extend_from_slice(key.as_bytes());
        match text {
            Some(text) => push_text(&mut line, text)?,
            None => line.extend_from_slice(b"null"),
        }
    }
    line.extend_from_slice(b"}\n");
    writer.write_all(&line)
}
