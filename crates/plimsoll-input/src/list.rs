//! Lists of inputs.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;

/// The paths that a list names; `-` is standard input. They stand one a line, or, if the list has a zero byte,
/// each before one, as `find -print0` writes them. Nothing else is special, so a path may begin with `#`.
pub fn listed(list: &Path) -> io::Result<Vec<OsString>> {
    let mut bytes = Vec::new();
    if list.as_os_str() == "-" {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(list)?;
    }
    let is_by_zeros = bytes.contains(&0);
    let paths = bytes.split(|byte| if is_by_zeros { *byte == 0 } else { *byte == b'\n' });
    let without_return = |path: &[u8]| match path.strip_suffix(b"\r") {
        Some(path) if !is_by_zeros => path.to_vec(),
        _ => path.to_vec(),
    };
    paths.map(without_return).filter(|path| !path.is_empty()).map(path).collect()
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere not every name is one")]
fn path(bytes: Vec<u8>) -> io::Result<OsString> {
    use std::os::unix::ffi::OsStringExt as _;
    Ok(OsString::from_vec(bytes))
}

#[cfg(not(unix))]
fn path(bytes: Vec<u8>) -> io::Result<OsString> {
    let text = String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "the list is not in UTF-8"))?;
    Ok(text.trim_start_matches('\u{FEFF}').into())
}
