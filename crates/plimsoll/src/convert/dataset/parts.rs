//! The files of a table: one for each folder and run, more where one would be huge.

use super::super::rows::{Rows, TableFormat};
use super::partition::folder;
use plimsoll_schema::{Cell, Lines, LinesShape};
use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

/// A file ends here, so that several machines or threads can share a table.
const LINES_OF_A_PART: u64 = 4_000_000;

/// So much is held in memory for groups that are not full, over all files.
const HELD_BYTES: usize = 64 << 20;

/// So many files are open at once.
const OPEN_PARTS: usize = 100;

/// More folders than this are a mistake, and slow for every engine.
const FOLDERS: usize = 10_000;

/// Writes a table into a folder.
pub(super) struct Parts {
    place: PathBuf,
    run: u64,
    format: TableFormat,
    inputs: Vec<String>,
    /// The columns that name folders: where they stand, and how they are called.
    partition: Vec<(usize, &'static str)>,
    /// The columns that stand in the files.
    shape: LinesShape,
    open: BTreeMap<String, Part>,
    folders: HashSet<String>,
    /// The number of the next file.
    next: u32,
    held_bytes: usize,
    lines: u64,
    left_out: u64,
    /// The path of the folder of the line in hand.
    path: String,
}

type Writer = Rows<BufWriter<File>, LinesShape>;

struct Part {
    rows: Writer,
    /// The number of the last line that went into it, by which the longest unused one is found.
    last_line: u64,
}

impl Parts {
    /// A table of this shape below `place`, with folders by some columns.
    pub(super) fn new(
        place: PathBuf,
        run: u64,
        format: TableFormat,
        shape: &LinesShape,
        partition_by: &[String],
        inputs: &[String],
    ) -> io::Result<Self> {
        fs::create_dir(&place)?;
        let at = |name: &String| {
            let place = shape.columns.iter().position(|(column, _)| column == name)?;
            Some((place, shape.columns[place].0))
        };
        let partition: Vec<(usize, &'static str)> = partition_by.iter().filter_map(at).collect();
        let stands_in_files = |(place, _): &(usize, _)| partition.iter().all(|(it, _)| it != place);
        let columns = shape.columns.iter().copied().enumerate().filter(stands_in_files);
        let shape = LinesShape { word: shape.word, columns: columns.map(|(_, it)| it).collect() };
        Ok(Self {
            place,
            run,
            format,
            inputs: inputs.to_vec(),
            partition,
            shape,
            open: BTreeMap::new(),
            folders: HashSet::new(),
            next: 1,
            held_bytes: 0,
            lines: 0,
            left_out: 0,
            path: String::new(),
        })
    }

    /// Lines that were taken.
    pub(super) fn lines(&self) -> u64 {
        self.lines
    }

    /// Takes over what an earlier run wrote into `old`, without the lines whose source is one of those
    /// that are gone. A file in which nothing is gone becomes part of both versions, and is not copied.
    pub(super) fn take_over(
        &mut self,
        old: &Path,
        is_gone: &mut dyn FnMut(&str) -> bool,
        may_be_gone: bool,
    ) -> io::Result<()> {
        for relative in files_below(old)? {
            let (from, to) = (old.join(&relative), self.place.join(&relative));
            let folder = relative.parent().unwrap_or(Path::new(""));
            fs::create_dir_all(self.place.join(folder))?;
            if may_be_gone && self.holds(&from, is_gone)? {
                self.copy_lines(&from, folder, is_gone)?;
            } else if fs::hard_link(&from, &to).is_err() {
                fs::copy(&from, &to)?;
                File::open(&to)?.sync_all()?;
            }
        }
        Ok(())
    }

    fn holds(&self, file: &Path, is_gone: &mut dyn FnMut(&str) -> bool) -> io::Result<bool> {
        let mut holds = false;
        self.format.read_texts(File::open(file)?, &["source"], &mut |texts| {
            holds = holds || is_gone(texts[0]);
            Ok(())
        })?;
        Ok(holds)
    }

    fn copy_lines(
        &mut self,
        from: &Path,
        folder: &Path,
        is_gone: &mut dyn FnMut(&str) -> bool,
    ) -> io::Result<()> {
        let name = self.next_name();
        let path = self.place.join(folder).join(name);
        let mut rows = self.begin(&path)?;
        let columns: Vec<&str> = self.shape.columns.iter().map(|(name, _)| *name).collect();
        rows.copy_lines(File::open(from)?, &columns, "source", &mut |source| !is_gone(source))?;
        let is_empty = rows.lines() == 0;
        end(rows)?;
        if is_empty { fs::remove_file(path) } else { Ok(()) }
    }

    fn next_name(&mut self) -> String {
        let name = format!("part-{:05}-{:05}.{}", self.run, self.next, self.format.word());
        self.next += 1;
        name
    }

    fn begin(&self, path: &Path) -> io::Result<Writer> {
        let file = BufWriter::new(File::create_new(path)?);
        Rows::new(file, self.format, self.shape.clone(), &self.inputs)
    }

    /// Opens a file in the folder of the line in hand.
    fn open(&mut self) -> io::Result<()> {
        if self.open.len() == OPEN_PARTS {
            let unused = self.open.iter().min_by_key(|(_, part)| part.last_line);
            if let Some(path) = unused.map(|(path, _)| path.clone()) {
                self.close(&path)?;
            }
        }
        if !self.folders.contains(&self.path) {
            if self.folders.len() == FOLDERS {
                return Err(io::Error::other(format!(
                    "--partition-by makes more than {FOLDERS} folders: leave out the column with the most values"
                )));
            }
            fs::create_dir_all(self.place.join(&self.path))?;
            self.folders.insert(self.path.clone());
        }
        let name = self.next_name();
        let rows = self.begin(&self.place.join(&self.path).join(name))?;
        self.open.insert(self.path.clone(), Part { rows, last_line: self.lines });
        Ok(())
    }

    fn close(&mut self, path: &str) -> io::Result<()> {
        let Some(part) = self.open.remove(path) else { return Ok(()) };
        self.held_bytes -= part.rows.held_bytes();
        self.left_out += part.rows.left_out();
        end(part.rows)
    }

    /// Writes what is held for the file that holds the most.
    fn let_go(&mut self) -> io::Result<()> {
        let greatest = self.open.values_mut().max_by_key(|part| part.rows.held_bytes());
        let Some(part) = greatest else { return Ok(()) };
        self.held_bytes -= part.rows.held_bytes();
        part.rows.let_go()
    }

    /// Writes what is still held. How many values the format had no room for.
    pub(super) fn finish(mut self) -> io::Result<u64> {
        let mut paths: Vec<String> = self.open.keys().cloned().collect();
        paths.sort();
        paths.iter().try_for_each(|path| self.close(path))?;
        Ok(self.left_out)
    }

    /// Takes the cells that stand in a file of the folder in hand.
    fn take<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        if !self.open.contains_key(&self.path) {
            self.open()?;
        }
        let Some(part) = self.open.get_mut(&self.path) else { return Ok(()) };
        let before = part.rows.held_bytes();
        part.rows.line(cells)?;
        self.lines += 1;
        part.last_line = self.lines;
        // A full group may have been written.
        self.held_bytes = self.held_bytes + part.rows.held_bytes() - before;
        if part.rows.lines() == LINES_OF_A_PART {
            let path = self.path.clone();
            return self.close(&path);
        }
        if self.held_bytes > HELD_BYTES { self.let_go() } else { Ok(()) }
    }
}

impl Lines for Parts {
    type Error = io::Error;

    fn line<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) -> io::Result<()> {
        if self.partition.is_empty() {
            return self.take(cells);
        }
        let cells: Vec<Cell<'a>> = cells.collect();
        let partition = std::mem::take(&mut self.partition);
        let columns = partition.iter().map(|(place, name)| (*name, &cells[*place]));
        folder(columns, &mut self.path)?;
        let names_a_folder = |place| partition.iter().any(|(it, _)| *it == place);
        let rest = cells.into_iter().enumerate();
        self.take(rest.filter(|(place, _)| !names_a_folder(*place)).map(|(_, cell)| cell))?;
        self.partition = partition;
        Ok(())
    }
}

/// Finishes a file and sees to it that it is on the disk.
pub(super) fn end(rows: Writer) -> io::Result<()> {
    let file = rows.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.sync_all()
}

/// The paths of all files below a folder, sorted.
fn files_below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(relative) = folders.pop() {
        for entry in fs::read_dir(folder.join(&relative))? {
            let entry = entry?;
            let path = relative.join(entry.file_name());
            if entry.file_type()?.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::{OPEN_PARTS, Parts, files_below};
    use crate::convert::rows::TableFormat;
    use plimsoll_schema::{Cell, ColumnType, Lines as _, LinesShape};
    use std::fs::File;

    #[test]
    fn more_folders_than_files_may_be_open_lose_no_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let columns = vec![("source", ColumnType::Text), ("jobs", ColumnType::Integer)];
        let shape = LinesShape { word: "wide", columns };
        for format in ["csv", "parquet"] {
            let place = folder.path().join(format);
            let format = TableFormat::of_word(format).expect("a format");
            let by = ["jobs".to_owned()];
            let parts = Parts::new(place.clone(), 1, format, &shape, &by, &[]);
            let mut parts = parts.expect("an empty folder");
            let folders = OPEN_PARTS as u64 + 50;
            for round in 0..2 {
                for jobs in 0..folders {
                    let source = Cell::Text(format!("{round}-{jobs}").into());
                    parts.line([source, Cell::Integer(jobs)].into_iter()).expect("room");
                }
            }
            assert_eq!(parts.lines(), 2 * folders);
            assert_eq!(parts.finish().expect("room"), 0);
            let mut found = Vec::new();
            for file in files_below(&place).expect("a folder") {
                let jobs = file.to_string_lossy().split(['=', '/']).nth(1).map(str::to_owned);
                let open = File::open(place.join(&file)).expect("a file");
                let each = &mut |texts: &[&str]| {
                    let (_, own) = texts[0].split_once('-').expect("a source");
                    assert_eq!(Some(own), jobs.as_deref(), "each line is in its own folder");
                    found.push(texts[0].to_owned());
                    Ok(())
                };
                format.read_texts(open, &["source"], each).expect("a whole file");
            }
            found.sort();
            found.dedup();
            assert_eq!(found.len() as u64, 2 * folders);
        }
    }
}
