//! How far it is: a bar on a terminal, a line from time to time elsewhere.

use super::rows_go_to_a_terminal;
use crate::reading::tell;
use indicatif::{HumanBytes, HumanCount, ProgressBar, ProgressDrawTarget, ProgressStyle};
use plimsoll_input::label;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Where there is no terminal, a line is printed this often.
const BETWEEN_LINES: Duration = Duration::from_secs(10);

/// How far it is.
pub(super) struct Progress<'a> {
    /// Bytes that readers have read, after decompression.
    bytes: &'a AtomicU64,
    inputs: u64,
    begin: Instant,
    shown: Shown,
}

enum Shown {
    Nothing,
    Bar(Box<Bar>),
    /// When the last line was printed.
    Lines(Instant),
}

/// A bar, and how long it is: the files that will be read, as they lie on the disk.
struct Bar {
    drawn: ProgressBar,
    sizes: HashMap<String, u64>,
    /// The file that is being read.
    file: String,
}

impl<'a> Progress<'a> {
    /// Nothing is shown.
    pub(super) fn none(bytes: &'a AtomicU64) -> Self {
        Self { bytes, inputs: 0, begin: Instant::now(), shown: Shown::Nothing }
    }

    /// Begins to count.
    pub(super) fn begin(inputs: &[OsString], output: &Path, bytes: &'a AtomicU64) -> Self {
        let begin = Instant::now();
        let shown = if !io::stderr().is_terminal() {
            Shown::Lines(begin)
        } else if rows_go_to_a_terminal(output) {
            Shown::Nothing
        } else {
            Shown::Bar(Box::new(Bar::new(inputs)))
        };
        Self { bytes, inputs: 0, begin, shown }
    }

    /// An input has come to its end.
    pub(super) fn input(&mut self, source: &str) {
        self.inputs += 1;
        let bytes = self.bytes.load(Ordering::Relaxed);
        match &mut self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.move_to(source, so_far(self.inputs, bytes, self.begin)),
            Shown::Lines(last) if last.elapsed() < BETWEEN_LINES => {}
            Shown::Lines(last) => {
                *last = Instant::now();
                tell(&so_far(self.inputs, bytes, self.begin));
            }
        }
    }

    /// Prints something above the bar.
    pub(super) fn print(&self, print: impl FnOnce()) {
        match &self.shown {
            Shown::Bar(bar) => bar.drawn.suspend(print),
            Shown::Nothing | Shown::Lines(_) => print(),
        }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        if let Shown::Bar(bar) = &self.shown {
            bar.drawn.finish_and_clear();
        }
    }
}

/// `1,204 inputs, 3.40 GiB, 120.00 MiB/s`.
fn so_far(inputs: u64, bytes: u64, begin: Instant) -> String {
    let noun = if inputs == 1 { "input" } else { "inputs" };
    let rate = bytes as f64 / begin.elapsed().as_secs_f64().max(0.001);
    let (inputs, bytes, rate) = (HumanCount(inputs), HumanBytes(bytes), HumanBytes(rate as u64));
    format!("{inputs} {noun}, {bytes}, {rate}/s")
}

impl Bar {
    fn new(inputs: &[OsString]) -> Self {
        let sizes = sizes(inputs);
        let total = sizes.values().sum();
        let target = ProgressDrawTarget::stderr();
        // Of standard input, nobody knows the length.
        let (length, template) = match total {
            0 => (None, "{spinner} {msg}"),
            _ => (Some(total), "{bar:25} {percent}% {msg}, {eta} left"),
        };
        let bar = ProgressBar::with_draw_target(length, target);
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_message("0 inputs");
        Self { drawn: bar, sizes, file: String::new() }
    }

    /// Inputs come in order: with the first one of another file, the last file is done.
    fn move_to(&mut self, source: &str, so_far: String) {
        let file = source.split_once("!/").map_or(source, |(file, _)| file);
        if file != self.file {
            // Counted once, whatever stands in it.
            self.drawn.inc(self.sizes.remove(&self.file).unwrap_or_default());
            file.clone_into(&mut self.file);
        }
        self.drawn.set_message(so_far);
    }
}

/// The sizes of all files that were named or lie below a folder that was, by what they are called.
fn sizes(inputs: &[OsString]) -> HashMap<String, u64> {
    let mut sizes = HashMap::new();
    let named = inputs.iter().map(|input| (label(input), PathBuf::from(input), true));
    let mut paths: Vec<(String, PathBuf, bool)> = named.collect();
    while let Some((source, path, is_named)) = paths.pop() {
        // Links below a folder lead to what is counted elsewhere, or in circles.
        let metadata = if is_named { fs::metadata(&path) } else { fs::symlink_metadata(&path) };
        let Ok(metadata) = metadata else { continue };
        if metadata.is_file() {
            sizes.insert(source, metadata.len());
        } else if metadata.is_dir() {
            let entries = fs::read_dir(&path).into_iter().flatten().flatten();
            let separator = if source.ends_with('/') { "" } else { "/" };
            paths.extend(entries.map(|entry| {
                let source = format!("{source}{separator}{}", label(&entry.file_name()));
                (source, entry.path(), false)
            }));
        }
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::sizes;
    use std::fs;

    #[test]
    fn files_are_counted_once_under_the_names_they_are_read_by() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        fs::create_dir(path("a")).expect("a folder");
        fs::write(path("a/b.json"), "12345").expect("a file");
        fs::write(path("c.json"), "123").expect("a file");
        #[cfg(unix)]
        std::os::unix::fs::symlink("..", path("a/loop")).expect("a link");
        let inputs = [path("a").into_os_string(), path("c.json").into(), "-".into()];
        let mut found: Vec<(String, u64)> = sizes(&inputs).into_iter().collect();
        found.sort();
        let source = |name: &str| path(name).display().to_string();
        assert_eq!(found, [(source("a/b.json"), 5), (source("c.json"), 3)]);
    }
}
