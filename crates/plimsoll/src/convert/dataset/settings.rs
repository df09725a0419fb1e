//! What a dataset is: what was decided when it was begun, and how its inputs were read.

use super::super::rows::TableFormat;
use crate::arguments::ShapeName;
use plimsoll_schema::{ColumnType, Projection as _, SCHEMA_VERSION, Shape};
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::Path;

/// What cannot change from one run to the next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) format: TableFormat,
    pub(super) shape: Shape,
    /// The columns of which the folders are named.
    pub(super) partition_by: Vec<String>,
    /// Whether it has interval data.
    pub(super) series: bool,
}

/// What was asked for; what was not is as the dataset has it.
pub(super) struct Asked<'a> {
    pub(super) format: Option<TableFormat>,
    pub(super) shape: Option<ShapeName>,
    pub(super) partition_by: &'a [String],
    pub(super) series: bool,
}

/// Why a run cannot go into a dataset: what is wrong, and the way out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit {
    pub(super) message: String,
    pub(super) tip: &'static str,
}

const ELSEWHERE: &str = "leave the option out to go on as before, or write to another folder";

/// Columns that name a row rather than a group of rows, and those that later runs look for.
const NO_FOLDERS: &[&str] = &["source", "locator", "run", "parameters", "started_at", "written"];

impl Layout {
    /// That of a new dataset.
    pub(super) fn new(asked: &Asked<'_>) -> Result<Self, Misfit> {
        let format = asked.format.ok_or_else(|| Misfit {
            message: "the output is a folder, which does not tell the format to write".to_owned(),
            tip: "say --to parquet to write a dataset there, or name a file",
        })?;
        let shape = asked.shape.map_or(Shape::Wide, Shape::from);
        for (at, name) in asked.partition_by.iter().enumerate() {
            if !folders(shape).any(|known| known == name) {
                let known: Vec<&str> = folders(shape).collect();
                return Err(Misfit {
                    message: format!(
                        "no folders are made by `{name}`, but by {}",
                        known.join(", ")
                    ),
                    tip: "choose columns with few different values",
                });
            }
            if asked.partition_by[..at].contains(name) {
                let message = format!("--partition-by has `{name}` twice");
                return Err(Misfit { message, tip: "name each column once" });
            }
        }
        let partition_by = asked.partition_by.to_vec();
        Ok(Self { format, shape, partition_by, series: asked.series })
    }

    /// Whether a run that asks for this can go on with it.
    pub(super) fn admits(&self, asked: &Asked<'_>) -> Result<(), Misfit> {
        let misfit = |has: String, asks: String| {
            let message = format!("the dataset {has}, and {asks} is asked for");
            Err(Misfit { message, tip: ELSEWHERE })
        };
        if let Some(format) = asked.format.filter(|format| *format != self.format) {
            return misfit(format!("is of {}", self.format.word()), format.word().to_owned());
        }
        let shape = asked.shape.map(Shape::from).filter(|shape| *shape != self.shape);
        if let Some(shape) = shape {
            return misfit(
                format!("is {}", self.shape.word()),
                format!("--shape {}", shape.word()),
            );
        }
        if !asked.partition_by.is_empty() && asked.partition_by != self.partition_by {
            let has = match self.partition_by.as_slice() {
                [] => "has no folders by columns".to_owned(),
                columns => format!("has folders by {}", columns.join(",")),
            };
            return misfit(has, format!("--partition-by {}", asked.partition_by.join(",")));
        }
        if asked.series && !self.series {
            return misfit("has no interval data".to_owned(), "--series".to_owned());
        }
        Ok(())
    }
}

/// The columns by which folders can be made.
fn folders(shape: Shape) -> impl Iterator<Item = &'static str> {
    let is_meant = |(name, column_type): &(&str, ColumnType)| {
        matches!(column_type, ColumnType::Text | ColumnType::Integer)
            && !NO_FOLDERS.contains(name)
            && !matches!(*name, "operations" | "errors")
    };
    shape.columns().into_iter().filter(is_meant).map(|(name, _)| name)
}

/// What a version of a dataset says of itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) layout: Layout,
    /// The number of the run that wrote it, from 1.
    pub(super) run: u64,
}

impl Settings {
    /// Writes them, as lines of `key=value`.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let mut text = String::new();
        for (key, value) in [
            ("schema", SCHEMA_VERSION.to_string().as_str()),
            ("run", &self.run.to_string()),
            ("format", self.layout.format.word()),
            ("shape", self.layout.shape.word()),
            ("partition-by", &self.layout.partition_by.join(",")),
            ("series", if self.layout.series { "yes" } else { "no" }),
        ] {
            let _ = writeln!(text, "{key}={value}");
        }
        fs::write(path, text)
    }

    /// Reads them; none if something is not as this version of Plimsoll writes it.
    pub(super) fn read(path: &Path) -> io::Result<Option<Self>> {
        let text = fs::read_to_string(path)?;
        Ok(Self::parse(&text))
    }

    fn parse(text: &str) -> Option<Self> {
        let value =
            |key: &str| text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        if value("schema")?.parse::<u32>().ok()? > SCHEMA_VERSION {
            return None;
        }
        let shape = match value("shape")? {
            "wide" => Shape::Wide,
            "long" => Shape::Long,
            _ => return None,
        };
        let columns = value("partition-by")?.split(',').filter(|column| !column.is_empty());
        let layout = Layout {
            format: TableFormat::of_word(value("format")?)?,
            shape,
            partition_by: columns.map(str::to_owned).collect(),
            series: value("series")? == "yes",
        };
        let run = value("run")?.parse().ok()?;
        Some(Self { layout, run })
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Layout, Settings};
    use crate::arguments::ShapeName;
    use crate::convert::rows::TableFormat;
    use plimsoll_schema::Shape;

    fn columns(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn layout() -> Layout {
        Layout {
            format: TableFormat::Parquet,
            shape: Shape::Long,
            partition_by: columns(&["tool", "protocol"]),
            series: false,
        }
    }

    #[test]
    fn settings_come_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("settings");
        let settings = Settings { layout: layout(), run: 12 };
        settings.write(&path).expect("room");
        assert_eq!(Settings::read(&path).expect("a file"), Some(settings));
        assert_eq!(Settings::parse("schema=2\nrun=1\n"), None, "of a later version");
        assert_eq!(Settings::parse(""), None);
    }

    #[test]
    fn what_is_not_asked_for_stays_as_it_is() {
        let asked = Asked { format: None, shape: None, partition_by: &[], series: false };
        assert_eq!(layout().admits(&asked), Ok(()));
        let series = Layout { series: true, ..layout() };
        assert_eq!(series.admits(&asked), Ok(()));
    }

    #[test]
    fn what_cannot_go_on_is_told() {
        let nothing = || Asked { format: None, shape: None, partition_by: &[], series: false };
        let tool = columns(&["tool"]);
        for (asked, expected) in [
            (
                Asked { format: TableFormat::of_word("csv"), ..nothing() },
                "the dataset is of parquet, and csv is asked for",
            ),
            (
                Asked { shape: Some(ShapeName::Wide), ..nothing() },
                "the dataset is long, and --shape wide is asked for",
            ),
            (
                Asked { partition_by: &tool, ..nothing() },
                "the dataset has folders by tool,protocol, and --partition-by tool is asked for",
            ),
            (
                Asked { series: true, ..nothing() },
                "the dataset has no interval data, and --series is asked for",
            ),
        ] {
            assert_eq!(layout().admits(&asked).expect_err("no").message, expected);
        }
    }

    #[test]
    fn folders_are_made_by_columns_with_few_values() {
        let new = |names: &[&str], shape| {
            let partition_by = &columns(names);
            Layout::new(&Asked {
                format: Some(TableFormat::Parquet),
                shape: Some(shape),
                partition_by,
                series: false,
            })
        };
        assert!(new(&["tool", "block_size_bytes"], ShapeName::Wide).is_ok());
        assert!(new(&["metric"], ShapeName::Long).is_ok());
        for names in [&["metric"][..], &["source"], &["iops"], &["findings"], &["tool", "tool"]] {
            assert!(new(names, ShapeName::Wide).is_err(), "{names:?}");
        }
    }
}
