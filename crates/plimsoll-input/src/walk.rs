//! What the user named, and folders.

use crate::account::{Container, Step};
use crate::content::Stored;
use crate::finding::{met_before, named_before, too_large, unreadable};
use crate::gathering::{Gathering, Ready};
use crate::item::{Archive, Item, Label};
use crate::label::label;
use crate::limits::Meter;
use crate::line::Out;
use crate::stream::{Stream, Unread, in_order};
use crate::visited::{Hashes, Identity, Outputs, Visited};
use crate::{InputOptions, Outcome, archive};
use plimsoll_schema::{Code, Finding};
use std::collections::{HashMap, VecDeque};
use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::vec;

/// A folder to walk.
#[derive(Clone)]
pub(crate) struct Folder {
    path: PathBuf,
    source: Arc<str>,
    /// Where it lies below what was named, as [`Label::below`].
    below: Arc<str>,
    is_named: bool,
    /// Whether a link led to it or to a folder around it, so that another link may lead to what it holds.
    is_linked: bool,
}

/// A walk over everything that was named.
pub(crate) struct Walk<'w, 'a> {
    pub(crate) options: &'w InputOptions<'a>,
    out: Out<'w, 'a>,
    /// What the walk of the named folder met so far.
    visited: Visited,
    outputs: Outputs,
    /// How many inputs it came to. Readers that stop while they look, and folders and archives that come to
    /// nothing, are inputs beside these.
    pub(crate) found: usize,
    /// How many files, folders and members were left out because the user said so.
    pub(crate) excluded: usize,
    /// The archives that are open, the innermost last.
    pub(crate) open_archives: Vec<Rc<Meter>>,
}

/// A folder of which some names have come to their end. Folders are opened in each other without
/// recursion: how deep they lie is for the file system to limit, not for the stack.
struct Opened {
    folder: Folder,
    names: vec::IntoIter<FolderEntry>,
    gathering: Gathering,
    ready: VecDeque<Ready>,
}

impl<'w, 'a> Walk<'w, 'a> {
    pub(crate) fn new(options: &'w InputOptions<'a>, out: Out<'w, 'a>) -> Self {
        Self {
            options,
            out,
            visited: Visited::default(),
            outputs: Outputs::of(&options.outputs),
            found: 0,
            excluded: 0,
            open_archives: Vec::new(),
        }
    }

    /// Brings all named inputs to their end, in order. Files of one folder that stand next to each
    /// other are looked at together: `plimsoll convert out/*` means what `plimsoll convert out` does.
    pub(crate) fn named(&mut self, inputs: &[&OsStr]) -> io::Result<()> {
        let mut place: Option<PathBuf> = None;
        let mut gathering = Gathering::new("-".into());
        let mut before = NamedBefore::new(inputs);
        for (number, input) in inputs.iter().enumerate() {
            if self.options.exclude.excludes_named(input) {
                self.excluded += 1;
                continue;
            }
            let item = match before.meet(number) {
                Some(finding) => Item::Ended(Outcome::Skipped, finding),
                None => named_item(number, &mut before, self.options),
            };
            let own_place = match &item {
                Item::Folder(_) => None,
                _ => parent(input),
            };
            if own_place.is_none() || own_place != place {
                self.settle(&mut gathering)?;
                let folder = own_place.as_deref().map(|place| label(place.as_os_str()));
                gathering = Gathering::new(folder.unwrap_or_else(|| "-".to_owned()).into());
            }
            place = own_place;
            let ready = gathering.add(item);
            self.pass_on_all(ready)?;
        }
        self.settle(&mut gathering)
    }

    /// Brings bytes to their end that are named so.
    pub(crate) fn bytes(&mut self, name: &str, bytes: Vec<u8>) -> io::Result<()> {
        let label = Label {
            name: name.to_owned(),
            source: name.into(),
            below: "".into(),
            is_named: true,
            met_as: None,
        };
        let mut gathering = Gathering::new(".".into());
        let ready =
            gathering.add(Item::new(label, Stored::Memory(bytes), None, None, self.options));
        self.pass_on_all(ready)?;
        self.settle(&mut gathering)
    }

    /// Lets go of what was not handed on yet.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    /// Passes on what waits for others of its folder.
    pub(crate) fn settle(&mut self, gathering: &mut Gathering) -> io::Result<()> {
        let ready = gathering.settle(self.options);
        self.pass_on_all(ready)
    }

    /// Passes on what is ready, and everything in it.
    pub(crate) fn pass_on_all(&mut self, ready: impl IntoIterator<Item = Ready>) -> io::Result<()> {
        for ready in ready {
            if let Some(folder) = self.pass_on(ready)? {
                self.folder(folder)?;
            }
        }
        Ok(())
    }

    /// Passes on what is ready; a folder comes back.
    fn pass_on(&mut self, ready: Ready) -> io::Result<Option<Folder>> {
        match ready {
            Ready::Work(work) => {
                self.found += 1;
                work.shares().for_each(|share| share.enter());
                self.out.push(Step::Work(work))?;
            }
            Ready::Ended(input) => {
                self.found += 1;
                self.out.push(Step::input(*input))?;
            }
            Ready::Archive(found) => archive::read(self, &found)?,
            Ready::Folder(folder) => return Ok(Some(folder)),
        }
        Ok(None)
    }

    /// Something of which nothing but a finding is left.
    pub(crate) fn ended(&mut self, outcome: Outcome, finding: Finding) -> io::Result<()> {
        self.found += 1;
        self.out.push(Step::ended(outcome, finding))
    }

    pub(crate) fn begin(&mut self) -> io::Result<()> {
        self.out.push(Step::Begin)
    }

    pub(crate) fn end(&mut self, container: Container) -> io::Result<()> {
        self.out.push(Step::End(container))
    }

    fn folder(&mut self, folder: Folder) -> io::Result<()> {
        let mut open: Vec<Opened> = Vec::new();
        open.extend(self.enter(folder)?);
        while let Some(opened) = open.last_mut() {
            let next = match opened.ready.pop_front() {
                Some(ready) => Some(ready),
                None => self.next(opened)?,
            };
            if let Some(ready) = next {
                if let Some(folder) = self.pass_on(ready)? {
                    open.extend(self.enter(folder)?);
                }
            } else if let Some(Opened { folder, .. }) = open.pop() {
                let Folder { source, is_named, .. } = folder;
                self.end(Container { source, is_named, empty: None })?;
            }
        }
        Ok(())
    }

    /// What is ready next in a folder; `None` at its end.
    fn next(&mut self, opened: &mut Opened) -> io::Result<Option<Ready>> {
        for name in opened.names.by_ref() {
            let Some(item) = self.walked_item(&opened.folder, &name)? else { continue };
            if let Some(ready) = opened.gathering.add(item) {
                return Ok(Some(ready));
            }
        }
        opened.ready = opened.gathering.settle(self.options).into();
        Ok(opened.ready.pop_front())
    }

    /// Opens a folder; `None` if the walk has been there.
    fn enter(&mut self, folder: Folder) -> io::Result<Option<Opened>> {
        if folder.is_named {
            self.visited = Visited::below(&folder.source, &folder.path);
        }
        let met = fs::metadata(&folder.path)
            .map(|metadata| self.visited.meet(&folder.source, &folder.path, &metadata));
        match met {
            Err(error) => {
                self.ended(Outcome::Failed, unreadable(&folder.source, &error))?;
                return Ok(None);
            }
            Ok(Some(first)) => {
                self.ended(Outcome::Skipped, met_before(&folder.source, &first))?;
                return Ok(None);
            }
            Ok(None) => {}
        }
        self.begin()?;
        let (names, errors) = names(&folder.path);
        for error in errors {
            self.ended(Outcome::Failed, unreadable(&folder.source, &error))?;
        }
        let gathering = Gathering::new(Arc::clone(&folder.source));
        let ready = VecDeque::new();
        Ok(Some(Opened { folder, names: names.into_iter(), gathering, ready }))
    }

    /// What a name in a folder stands for; `None` if it is left out.
    fn walked_item(&mut self, folder: &Folder, name: &FolderEntry) -> io::Result<Option<Item>> {
        let path = folder.path.join(&name.name);
        let own_name = label(&name.name);
        let below = joined(&folder.below, &own_name);
        if self.options.exclude.excludes(&below) {
            self.excluded += 1;
            return Ok(None);
        }
        let source = joined(&folder.source, &own_name);
        let (opened, metadata) = match name.look_at(&path) {
            Ok(seen) => seen,
            Err(error) => {
                return Ok(Some(Item::Ended(Outcome::Failed, unreadable(&source, &error))));
            }
        };
        self.outputs.refuse(&source, &path, &metadata)?;
        let own_place = if name.is_link { self.visited.own_place(&path) } else { None };
        let is_linked = folder.is_linked || name.is_link;
        if metadata.is_dir() {
            return Ok(Some(match own_place {
                Some(own_place) => Item::Ended(Outcome::Skipped, met_before(&source, &own_place)),
                None => Item::Folder(Folder { path, source, below, is_named: false, is_linked }),
            }));
        }
        if !metadata.is_file() {
            // To read from a pipe or a device is to wait for it, or to change it.
            let message = "it is no file: a pipe, a socket or a device";
            let finding = Finding::new(Code::NoResult, &*source, message);
            return Ok(Some(Item::Ended(Outcome::Skipped, finding)));
        }
        let met_as =
            own_place.or_else(|| self.visited.meet_file(&source, &path, &metadata, is_linked));
        let label = Label { name: own_name, source, below, is_named: false, met_as };
        Ok(Some(file(label, path, opened, &metadata, self.options)))
    }
}

/// A name below a folder.
fn joined(folder: &str, name: &str) -> Arc<str> {
    let separator = if folder.is_empty() || folder.ends_with('/') { "" } else { "/" };
    [folder, separator, name].concat().into()
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

/// What was named so far, by the numbers of the inputs: a list may name a hundred thousand.
struct NamedBefore<'i> {
    inputs: &'i [&'i OsStr],
    places: Hashes<usize>,
    files: HashMap<Identity, usize>,
}

impl<'i> NamedBefore<'i> {
    fn new(inputs: &'i [&'i OsStr]) -> Self {
        Self { inputs, places: Hashes::default(), files: HashMap::new() }
    }

    /// What there is to say of an input whose place was named before.
    fn meet(&mut self, number: usize) -> Option<Finding> {
        let input = self.inputs[number];
        let place = real_place(input)?;
        let first = self.inputs[*self.places.insert(&place, number)?];
        let is_same = real_place(first).as_ref() == Some(&place);
        is_same.then(|| named_before(&label(input), &label(first)))
    }

    /// What a file was called when it was named under another name.
    fn meet_file(&mut self, number: usize, path: &Path, metadata: &Metadata) -> Option<Arc<str>> {
        let first = *self.files.entry(Identity::of(path, metadata)).or_insert(number);
        (first != number).then(|| label(self.inputs[first]).into())
    }
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

fn named_item(number: usize, before: &mut NamedBefore<'_>, options: &InputOptions<'_>) -> Item {
    let input = before.inputs[number];
    let source: Arc<str> = label(input).into();
    let path = PathBuf::from(input);
    let name = label(path.file_name().unwrap_or(input));
    let below: Arc<str> = "".into();
    let mut label =
        Label { name, source: Arc::clone(&source), below, is_named: true, met_as: None };
    if input == "-" {
        return stream(label, Box::new(io::stdin()), options);
    }
    match fs::metadata(&path) {
        Err(error) => Item::Ended(Outcome::Failed, missing(&source, &error)),
        Ok(metadata) if metadata.is_dir() => Item::Folder(Folder {
            path,
            source,
            below: label.below,
            is_named: true,
            is_linked: false,
        }),
        Ok(metadata) if metadata.is_file() => {
            label.met_as = before.meet_file(number, &path, &metadata);
            file(label, path, None, &metadata, options)
        }
        // A pipe, such as /dev/stdin or bash's <(…).
        Ok(_) => match File::open(&path) {
            Err(error) => Item::Ended(Outcome::Failed, unreadable(&source, &error)),
            Ok(pipe) => stream(label, Box::new(pipe), options),
        },
    }
}

fn missing(source: &str, error: &io::Error) -> Finding {
    let finding = unreadable(source, error);
    if error.kind() == io::ErrorKind::NotFound && source.contains(['*', '?', '[', '{']) {
        return finding.with_help("It is a pattern, and nothing matches it.");
    }
    finding
}

fn file(
    label: Label,
    path: PathBuf,
    opened: Option<File>,
    metadata: &Metadata,
    options: &InputOptions<'_>,
) -> Item {
    Item::new(label, Stored::File { path, size_bytes: metadata.len() }, opened, None, options)
}

/// Bytes that come only once: a tar archive is read as it comes, everything else is kept.
fn stream(label: Label, unread: Unread, options: &InputOptions<'_>) -> Item {
    match in_order(unread, &options.limits) {
        Err(error) => Item::Ended(Outcome::Failed, unreadable(&label.source, &error)),
        Ok((unread, Some(kind))) => {
            let stored = Stored::Stream(Stream::new(unread));
            Item::Archive(Archive { label, stored, kind })
        }
        Ok((unread, None)) => kept(label, unread, options),
    }
}

fn kept(label: Label, unread: Unread, options: &InputOptions<'_>) -> Item {
    let limit = options.read.max_input_bytes;
    let mut bytes = Vec::new();
    match unread.take(limit.saturating_add(1)).read_to_end(&mut bytes) {
        Err(error) => Item::Ended(Outcome::Failed, unreadable(&label.source, &error)),
        Ok(_) if bytes.len() as u64 > limit => {
            Item::Ended(Outcome::Failed, too_large(limit).about(&label.source))
        }
        Ok(_) => Item::new(label, Stored::Memory(bytes), None, None, options),
    }
}

/// A name in a folder.
struct FolderEntry {
    name: OsString,
    is_link: bool,
    is_file: bool,
}

impl FolderEntry {
    /// What it stands for. A file is opened, which finds its path once instead of twice; one that cannot be is looked at
    /// all the same.
    fn look_at(&self, path: &Path) -> io::Result<(Option<File>, Metadata)> {
        // To open a pipe is to wait for it.
        let opened = if self.is_file { File::open(path).ok() } else { None };
        match opened {
            Some(opened) => {
                let metadata = opened.metadata()?;
                Ok((Some(opened), metadata))
            }
            None => Ok((None, fs::metadata(path)?)),
        }
    }
}

/// The names in a folder by their bytes, and what kept others from being read.
fn names(path: &Path) -> (Vec<FolderEntry>, Vec<io::Error>) {
    let listed = match fs::read_dir(path) {
        Ok(listed) => listed,
        Err(error) => return (Vec::new(), vec![error]),
    };
    let mut names = Vec::new();
    let mut errors = Vec::new();
    for entry in listed {
        match entry {
            Ok(entry) => {
                let file_type = entry.file_type().ok();
                let is_link = file_type.is_some_and(|it| it.is_symlink());
                let is_file = file_type.is_some_and(|it| it.is_file());
                names.push(FolderEntry { name: entry.file_name(), is_link, is_file });
            }
            Err(error) => errors.push(error),
        }
    }
    names.sort_by(|one, other| one.name.as_encoded_bytes().cmp(other.name.as_encoded_bytes()));
    (names, errors)
}
