//! What the user named, and folders.

use crate::chain::{Chain, Item, Label};
use crate::content::Stored;
use crate::finding::{met_before, named_before, too_large, unreadable};
use crate::label::label;
use crate::visited::Visited;
use crate::{InputOptions, Outcome};
use plimsoll_schema::{Code, Finding};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A folder to walk.
#[derive(Clone)]
pub(crate) struct Folder {
    path: PathBuf,
    pub(crate) source: Arc<str>,
    pub(crate) is_named: bool,
}

/// Brings all named inputs to their end, in order. Files of one folder that stand next to each
/// other are looked at together: `plimsoll convert out/*` means what `plimsoll convert out` does.
pub(crate) fn named(chain: &mut Chain<'_>, inputs: &[&OsStr]) -> io::Result<()> {
    let mut together = Vec::new();
    let mut place: Option<PathBuf> = None;
    let mut before: HashMap<PathBuf, &OsStr> = HashMap::new();
    let mut files = Visited::default();
    for input in inputs {
        let again = match real_place(input).map(|real| before.entry(real)) {
            Some(Entry::Occupied(first)) => Some(named_before(&label(input), &label(first.get()))),
            Some(Entry::Vacant(place)) => {
                place.insert(input);
                None
            }
            None => None,
        };
        let item = match again {
            Some(finding) => Item::Ended(Outcome::Skipped, finding),
            None => named_item(input, &mut files, chain.options),
        };
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
    let folder = place.map_or_else(|| "-".to_owned(), |place| label(place.as_os_str()));
    let items = std::mem::take(items);
    if items.is_empty() { Ok(()) } else { chain.settle(folder.into(), items) }
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

/// Where an input stands, by which it is known when it is named again. A link is a place of its own:
/// a run's folder may need the file under that name.
fn real_place(input: &OsStr) -> Option<PathBuf> {
    if input == "-" {
        return Some(PathBuf::from(input));
    }
    let path = Path::new(input);
    match path.file_name() {
        Some(name) if !path.is_dir() => Some(fs::canonicalize(parent(input)?).ok()?.join(name)),
        _ => fs::canonicalize(path).ok(),
    }
}

fn named_item(input: &OsStr, files: &mut Visited, options: &InputOptions<'_>) -> Item {
    let source: Arc<str> = label(input).into();
    let path = PathBuf::from(input);
    let name = label(path.file_name().unwrap_or(input));
    let mut label = Label { name, source: Arc::clone(&source), is_named: true, met_as: None };
    if input == "-" {
        return stream(label, &mut io::stdin().lock(), options);
    }
    match fs::metadata(&path) {
        Err(error) => Item::Ended(Outcome::Failed, missing(&source, &error)),
        Ok(metadata) if metadata.is_dir() => Item::Folder(Folder { path, source, is_named: true }),
        Ok(metadata) if metadata.is_file() => {
            label.met_as = files.meet(&source, &path, &metadata);
            file(label, path, &metadata, options)
        }
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

/// What stands in a folder; `None` if the walk has been there.
pub(crate) fn items(chain: &mut Chain<'_>, folder: &Folder) -> io::Result<Option<Vec<Item>>> {
    if folder.is_named {
        chain.visited = Visited::below(&folder.source, &folder.path);
    }
    let met = fs::metadata(&folder.path)
        .map(|metadata| chain.visited.meet(&folder.source, &folder.path, &metadata));
    match met {
        Err(error) => {
            chain.emit_ended(Outcome::Failed, unreadable(&folder.source, &error))?;
            return Ok(None);
        }
        Ok(Some(first)) => {
            chain.emit_ended(Outcome::Skipped, met_before(&folder.source, &first))?;
            return Ok(None);
        }
        Ok(None) => {}
    }
    let (names, errors) = names(&folder.path);
    for error in errors {
        chain.emit_ended(Outcome::Failed, unreadable(&folder.source, &error))?;
    }
    let items = names.into_iter().map(|name| walked_item(chain, folder, &name));
    items.collect::<io::Result<_>>().map(Some)
}

/// A name in a folder.
struct Name {
    name: OsString,
    is_link: bool,
}

/// The names in a folder by their bytes, and what kept others from being read.
fn names(path: &Path) -> (Vec<Name>, Vec<io::Error>) {
    let listed = match fs::read_dir(path) {
        Ok(listed) => listed,
        Err(error) => return (Vec::new(), vec![error]),
    };
    let mut names = Vec::new();
    let mut errors = Vec::new();
    for entry in listed {
        match entry {
            Ok(entry) => {
                let is_link = entry.file_type().is_ok_and(|file_type| file_type.is_symlink());
                names.push(Name { name: entry.file_name(), is_link });
            }
            Err(error) => errors.push(error),
        }
    }
    let bytes = |name: &Name| name.name.as_encoded_bytes().to_vec();
    names.sort_by_cached_key(bytes);
    (names, errors)
}

fn walked_item(chain: &mut Chain<'_>, folder: &Folder, name: &Name) -> io::Result<Item> {
    let path = folder.path.join(&name.name);
    let own_name = label(&name.name);
    let separator = if folder.source.ends_with('/') { "" } else { "/" };
    let source: Arc<str> = format!("{}{separator}{own_name}", folder.source).into();
    let metadata = match fs::metadata(&path) {
        Ok(metadata) => metadata,
        Err(error) => return Ok(Item::Ended(Outcome::Failed, unreadable(&source, &error))),
    };
    chain.outputs.refuse(&source, &path, &metadata)?;
    let own_place = if name.is_link { chain.visited.own_place(&path) } else { None };
    if metadata.is_dir() {
        return Ok(match own_place {
            Some(own_place) => Item::Ended(Outcome::Skipped, met_before(&source, &own_place)),
            None => Item::Folder(Folder { path, source, is_named: false }),
        });
    }
    if !metadata.is_file() {
        // To read from a pipe or a device is to wait for it, or to change it.
        let message = "it is no file: a pipe, a socket or a device";
        let finding = Finding::new(Code::NoResult, &*source, message);
        return Ok(Item::Ended(Outcome::Skipped, finding));
    }
    let met_as = own_place.or_else(|| chain.visited.meet(&source, &path, &metadata));
    let label = Label { name: own_name, source, is_named: false, met_as };
    Ok(file(label, path, &metadata, chain.options))
}
