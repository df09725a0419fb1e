//! What the user named, and folders.

use crate::chain::{Chain, Item, Label};
use crate::content::Stored;
use crate::finding::{too_large, unreadable};
use crate::{InputOptions, Outcome};
use plimsoll_schema::{Code, Finding};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder to walk.
pub(crate) struct Folder {
    path: PathBuf,
    source: Arc<str>,
    is_named: bool,
}

/// Brings all named inputs to their end, in order. Files of one folder that stand next to each
/// other are looked at together: `plimsoll convert out/*` means what `plimsoll convert out` does.
pub(crate) fn named(chain: &mut Chain<'_>, inputs: &[&OsStr]) -> io::Result<()> {
    let mut together = Vec::new();
    let mut place: Option<PathBuf> = None;
    for input in inputs {
        let item = named_item(input, chain.options);
        let own_place = match &item {
            Item::Folder(_) => None,
            _ => parent(input),
        };
        if own_place.is_none() || own_place != place {
            settle_together(chain, place.as_deref(), &mut together)?;
        }
        place = own_place;
        together.push(item);
    }
    settle_together(chain, place.as_deref(), &mut together)
}

fn settle_together(
    chain: &mut Chain<'_>,
    place: Option<&Path>,
    items: &mut Vec<Item>,
) -> io::Result<()> {
    let folder = place.map_or("-".into(), |place| place.to_string_lossy());
    let items = std::mem::take(items);
    if items.is_empty() { Ok(()) } else { chain.settle(folder.as_ref().into(), &items) }
}

/// The folder a named file lies in; standard input lies in none.
fn parent(input: &OsStr) -> Option<PathBuf> {
    if input == "-" {
        return None;
    }
    let parent = Path::new(input).parent().unwrap_or(Path::new(""));
    let is_here = parent.as_os_str().is_empty();
    Some(if is_here { PathBuf::from(".") } else { parent.to_owned() })
}

fn named_item(input: &OsStr, options: &InputOptions<'_>) -> Item {
    let source: Arc<str> = input.to_string_lossy().as_ref().into();
    let path = PathBuf::from(input);
    let name = path.file_name().unwrap_or(input).to_string_lossy().into_owned();
    let label = Label { name, source: Arc::clone(&source), is_named: true };
    if input == "-" {
        return stream(label, &mut io::stdin().lock(), options);
    }
    match fs::metadata(&path) {
        Err(error) => Item::Ended(Outcome::Failed, missing(&source, &error)),
        Ok(metadata) if metadata.is_dir() => Item::Folder(Folder { path, source, is_named: true }),
        Ok(metadata) if metadata.is_file() => file(label, path, &metadata, options),
        // A pipe, such as /dev/stdin or bash's <(…).
        Ok(_) => match File::open(&path) {
            Err(error) => Item::Ended(Outcome::Failed, unreadable(&source, &error)),
            Ok(mut pipe) => stream(label, &mut pipe, options),
        },
    }
}

fn missing(source: &str, error: &io::Error) -> Finding {
    let finding = unreadable(source, error);
    if error.kind() == io::ErrorKind::NotFound && source.contains(['*', '?', '[', '{']) {
        return finding.with_help(
            "The shell did not expand the pattern: it stands in quotes, or nothing matches it.",
        );
    }
    finding
}

fn file(label: Label, path: PathBuf, metadata: &Metadata, options: &InputOptions<'_>) -> Item {
    Item::new(label, Stored::File { path, size_bytes: metadata.len() }, options)
}

/// Bytes that come only once are kept.
fn stream(label: Label, reader: &mut dyn Read, options: &InputOptions<'_>) -> Item {
    let limit = options.read.max_input_bytes;
    let mut bytes = Vec::new();
    match reader.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Err(error) => Item::Ended(Outcome::Failed, unreadable(&label.source, &error)),
        Ok(_) if bytes.len() as u64 > limit => {
            Item::Ended(Outcome::Failed, too_large(limit).about(&label.source))
        }
        Ok(_) => Item::new(label, Stored::Memory(bytes), options),
    }
}

/// Walks a folder.
pub(crate) fn folder(chain: &mut Chain<'_>, folder: &Folder) -> io::Result<()> {
    let before = chain.summary();
    let canonical = match fs::canonicalize(&folder.path) {
        Ok(canonical) => canonical,
        Err(error) => {
            return chain.emit_ended(Outcome::Failed, unreadable(&folder.source, &error));
        }
    };
    if chain.open_folders.contains(&canonical) {
        let message = "it is a link to a folder that holds it, and was not followed";
        let finding = Finding::new(Code::NoResult, &*folder.source, message);
        return chain.emit_ended(Outcome::Skipped, finding);
    }
    let (names, errors) = names(&folder.path);
    for error in errors {
        chain.emit_ended(Outcome::Failed, unreadable(&folder.source, &error))?;
    }
    let items: Vec<Item> =
        names.into_iter().map(|name| walked_item(folder, &name, chain.options)).collect();
    chain.open_folders.push(canonical);
    chain.settle(Arc::clone(&folder.source), &items)?;
    chain.open_folders.pop();
    chain.settle_container(&folder.source, folder.is_named, before)
}

/// The names in a folder by their bytes, and what kept others from being read.
fn names(path: &Path) -> (Vec<OsString>, Vec<io::Error>) {
    let listed = match fs::read_dir(path) {
        Ok(listed) => listed,
        Err(error) => return (Vec::new(), vec![error]),
    };
    let mut names = Vec::new();
    let mut errors = Vec::new();
    for entry in listed {
        match entry {
            Ok(entry) => names.push(entry.file_name()),
            Err(error) => errors.push(error),
        }
    }
    names.sort_unstable_by(|one, other| one.as_encoded_bytes().cmp(other.as_encoded_bytes()));
    (names, errors)
}

fn walked_item(folder: &Folder, name: &OsStr, options: &InputOptions<'_>) -> Item {
    let path = folder.path.join(name);
    let name = name.to_string_lossy().into_owned();
    let separator = if folder.source.ends_with('/') { "" } else { "/" };
    let source: Arc<str> = format!("{}{separator}{name}", folder.source).into();
    let label = Label { name, source: Arc::clone(&source), is_named: false };
    match fs::metadata(&path) {
        Err(error) => Item::Ended(Outcome::Failed, unreadable(&source, &error)),
        Ok(metadata) if metadata.is_dir() => Item::Folder(Folder { path, source, is_named: false }),
        Ok(metadata) if metadata.is_file() => file(label, path, &metadata, options),
        // To read from a pipe or a device is to wait for it, or to change it.
        Ok(_) => {
            let message = "it is no file: a pipe, a socket or a device";
            Item::Ended(Outcome::Skipped, Finding::new(Code::NoResult, &*source, message))
        }
    }
}
