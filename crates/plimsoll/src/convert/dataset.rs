//! A folder with the rows of many runs: `plimsoll convert … -o DIR`.
//!
//! ```text
//! DIR/rows      ─►  .plimsoll/current/rows       tool=fio/part-00001-00001.parquet …
//! DIR/series    ─►  .plimsoll/current/series     if interval data was asked for
//! DIR/sources.… ─►  .plimsoll/current/sources.…  every input and what became of it
//! DIR/findings.…─►  .plimsoll/current/findings.…
//!                   .plimsoll/current ─► 3       the run that wrote this version
//!                   .plimsoll/lock               who writes the next one
//! ```
//!
//! What a reader sees goes through one link, `current`. A run writes a version of its own beside the
//! one that is there; files that stay as they are stand in both. When all of it is on the disk, `current`
//! is replaced by one rename. So at any moment there is the old dataset or the new one, and what a
//! killed run leaves is a version that nothing leads to: the next run removes it.
//!
//! The modules:
//!
//! * [`lock`]: one run at a time.
//! * [`settings`]: what cannot change from run to run.
//! * [`known`]: what need not be read again.
//! * [`parts`], [`partition`]: the files of a table.

mod known;
mod lock;
mod partition;
mod parts;
mod run;
mod settings;

pub(super) use known::Known;
pub(super) use run::Run;

use super::places::usage;
use super::rows::TableFormat;
use crate::arguments::ConvertArguments;
use crate::error::{CommandError, writing};
use known::Learning;
use lock::Lock;
use settings::{Asked, Layout, Misfit, Settings};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// The folder that is the dataset's own.
const STATE: &str = ".plimsoll";

/// A dataset that this run alone may write into.
pub(super) struct Dataset {
    root: PathBuf,
    layout: Layout,
    current: Option<Settings>,
    is_new_folder: bool,
    lock: Lock,
}

impl Dataset {
    /// Opens a dataset, or begins one in a folder that is empty or not there. Removes what a killed
    /// run left.
    pub(super) fn open(
        root: &Path,
        format: Option<TableFormat>,
        arguments: &ConvertArguments,
    ) -> Result<Self, CommandError> {
        let asked = Asked {
            format,
            shape: arguments.shape,
            partition_by: &arguments.partition_by,
            series: arguments.series,
        };
        let is_there = root.join(STATE).is_dir();
        if !is_there {
            // Before anything is made of the folder.
            Layout::new(&asked).map_err(|misfit| refused(root, misfit))?;
            refuse_other_files(root)?;
        }
        let is_new_folder = !root.exists();
        let cannot = |error| cannot_begin(&writing(root)(error));
        fs::create_dir_all(root.join(STATE)).map_err(cannot)?;
        let lock = match Lock::take(&root.join(STATE).join("lock")).map_err(cannot)? {
            Ok(lock) => lock,
            Err(held) => return Err(in_use(root, &held.by)),
        };
        adopt_newest(root).map_err(cannot)?;
        let current = read_current(root)?;
        let layout = match &current {
            None => Layout::new(&asked),
            Some(settings) => settings.layout.admits(&asked).map(|()| settings.layout.clone()),
        };
        let layout = layout.map_err(|misfit| refused(root, misfit))?;
        let dataset = Self { root: root.to_owned(), layout, current, is_new_folder, lock };
        dataset.remove_other_versions().map_err(cannot)?;
        Ok(dataset)
    }

    /// Whether it has interval data.
    pub(super) fn has_series(&self) -> bool {
        self.layout.series
    }

    /// What a run left in the lock that did not come to its end.
    pub(super) fn left_behind(&self) -> Option<&str> {
        self.lock.left_behind.as_deref()
    }

    /// What a run that reads with this version and these options need not read again.
    pub(super) fn known(&self, read_with: &str) -> io::Result<Known> {
        let Some(current) = &self.current else { return Ok(Known::default()) };
        let mut learning = Learning::new(read_with);
        let file = File::open(self.version(current.run).join(self.table_name("sources")))?;
        self.layout.format.read_texts(file, &known::COLUMNS, &mut |texts| {
            learning.line(texts);
            Ok(())
        })?;
        Ok(learning.end())
    }

    fn state(&self) -> PathBuf {
        self.root.join(STATE)
    }

    fn version(&self, run: u64) -> PathBuf {
        self.state().join(run.to_string())
    }

    /// `sources.parquet`.
    fn table_name(&self, table: &str) -> String {
        format!("{table}.{}", self.layout.format.word())
    }

    /// The names in the dataset's folder that lead into its current version.
    fn links(&self) -> Vec<String> {
        let mut names = vec!["rows".to_owned()];
        names.extend(self.layout.series.then(|| "series".to_owned()));
        names.extend(["sources", "findings"].map(|table| self.table_name(table)));
        names
    }

    /// Removes every version but the current one, and what else a killed run may leave.
    fn remove_other_versions(&self) -> io::Result<()> {
        let current = self.current.as_ref().map(|current| current.run.to_string());
        for entry in fs::read_dir(self.state())? {
            let entry = entry?;
            let name = entry.file_name();
            let is_kept = name == "lock"
                || name == "current"
                || current.as_ref().is_some_and(|current| name == current.as_str());
            if is_kept {
                continue;
            }
            if entry.file_type()?.is_dir() {
                fs::remove_dir_all(entry.path())?;
            } else {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }

    /// Makes a version the current one. Before this the old dataset is there, afterwards the new one.
    fn switch_to(&self, run: u64) -> io::Result<()> {
        for name in self.links() {
            let link = self.root.join(&name);
            // It leads nowhere until there is a version with this table.
            if fs::symlink_metadata(&link).is_err() {
                symbolic_link(&Path::new(STATE).join("current").join(name), &link)?;
            }
        }
        let next = self.state().join("next");
        symbolic_link(Path::new(&run.to_string()), &next)?;
        sync_folder(&self.state())?;
        fs::rename(&next, self.state().join("current"))?;
        sync_folder(&self.state())?;
        sync_folder(&self.root)
    }

    /// Leaves the folder as it was found, where no run has come to its end in it.
    fn leave(&self) {
        if self.current.is_some() {
            return;
        }
        // Nobody misses what cannot be removed: the next run begins by removing it. A run that was killed may have
        // left links that lead nowhere.
        for link in self.links().iter().map(|name| self.root.join(name)) {
            if link.is_symlink() {
                let _ = fs::remove_file(link);
            }
        }
        let _ = fs::remove_dir_all(self.state());
        if self.is_new_folder {
            let _ = fs::remove_dir(&self.root);
        }
    }
}

/// Makes the newest complete version the current one where no link says which is: a copy of the folder may have left
/// its links out.
fn adopt_newest(root: &Path) -> io::Result<()> {
    let state = root.join(STATE);
    if fs::symlink_metadata(state.join("current")).is_ok() {
        return Ok(());
    }
    let mut newest = None;
    for entry in fs::read_dir(&state)? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.parse::<u64>().ok());
        // Its settings are the last that is written of a version.
        newest = newest.max(number.filter(|_| state.join(&name).join("settings").is_file()));
    }
    match newest {
        Some(number) => symbolic_link(Path::new(&number.to_string()), &state.join("current")),
        None => Ok(()),
    }
}

/// The settings of the current version; none if no run has come to its end.
fn read_current(root: &Path) -> Result<Option<Settings>, CommandError> {
    match Settings::read(&root.join(STATE).join("current").join("settings")) {
        Ok(Some(settings)) => Ok(Some(settings)),
        Ok(None) => Err(usage(
            format!("the dataset in {} is of another version of Plimsoll", root.display()),
            "write to another folder, or go on with the version that wrote it",
        )),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot_begin(&error)),
    }
}

/// Refuses a folder in which something else lies.
fn refuse_other_files(root: &Path) -> Result<(), CommandError> {
    let is_empty = match fs::read_dir(root) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => true,
        Err(error) => return Err(cannot_begin(&writing(root)(error))),
    };
    if is_empty {
        return Ok(());
    }
    Err(usage(
        format!("{} is a folder with other files in it, and no dataset", root.display()),
        "name an empty or a new folder, or a file",
    ))
}

fn refused(root: &Path, Misfit { message, tip }: Misfit) -> CommandError {
    usage(format!("{}: {message}", root.display()), tip)
}

fn in_use(root: &Path, by: &str) -> CommandError {
    let by = if by.is_empty() { String::new() } else { format!(": {by}") };
    usage(
        format!("another run is writing into {}{by}", root.display()),
        "wait until it has ended, or write to another folder",
    )
}

fn cannot_begin(error: &io::Error) -> CommandError {
    usage(error.to_string(), "look at the folder, its permissions, and the name")
}

#[cfg(unix)]
fn symbolic_link(target: &Path, link: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, link)
}

#[cfg(not(unix))]
fn symbolic_link(_target: &Path, _link: &Path) -> io::Result<()> {
    let message = "a dataset needs symbolic links that are replaced at once, as Unix has them; \
                   name a file instead";
    Err(io::Error::new(io::ErrorKind::Unsupported, message))
}

/// Sees to it that the names in a folder are on the disk.
fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
