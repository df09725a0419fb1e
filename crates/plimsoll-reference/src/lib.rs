//! The catalogue of published values: the built-in one, and users' own files.
//!
//! A catalogue file is TOML and stands for one page. It says once where the page comes from, then
//! lists references, each with its points; one point is one [`plimsoll_schema::Row`]:
//!
//! ```
//! use plimsoll_reference::Catalogue;
//!
//! let catalogue = Catalogue::parse(
//!     "acme.toml",
//!     r#"
//!     [page]
//!     vendor = "Acme"
//!     publisher = "Acme"
//!     title = "Benchmarks of the Acme array"
//!     date = "2026-01"
//!     locales = ["en"]
//!     reading = "The table of the page was copied by hand."
//!     product = "Acme array"
//!     status = "one-source"
//!
//!     [[reference]]
//!     id = "acme/nfsv3/8k-random"
//!     protocol = "NFSv3"
//!     workload = "8 KiB random"
//!     pattern = "random"
//!     block_size = "8 KiB"
//!     claim = "result"
//!     point = [
//!         { read_percent = 100, op = "read", iops = "~157,000", latency = "< 1 ms", cell = "table 1 row 1 column 2" },
//!     ]
//!     "#,
//! )
//! .expect("no problem");
//! let row = &catalogue.find("acme/nfsv3").expect("a prefix of an id")[0].points[0].row;
//! assert_eq!(row.identity.reference.as_deref(), Some("acme/nfsv3/8k-random"));
//! assert_eq!(row.figures[0].value, 157_000.0);
//! ```
//!
//! # How a figure is written
//!
//! As the page prints it: bound, numeral, unit. Nothing is converted by hand.
//!
//! | written | means |
//! |---|---|
//! | `4,304 MiB/s` | the value itself (`exact`) |
//! | `~157,000` | `about` |
//! | `< 1 ms`, `<= 1 ms` | `below`, `at_most` |
//! | `> 375K`, `>= 175K` | `above`, `at_least` |
//! | `up to 21.5 GiB/s` | `up_to` |
//!
//! A comma groups thousands and a dot is the decimal point, whatever the language of the page. `K`
//! and `M` are 1,000 and 1,000,000; `MB/s` is 10⁶ and `MiB/s` 2²⁰ bytes per second; `iops` and
//! `transactions` are per second and have no unit. A printed 0 is a value.
//!
//! # Latency
//!
//! Published pages say "latency" and no more. Their figures get the kind `total`: the time from
//! the request to its completion as the host sees it, which is what such a page speaks of. It is
//! the longest of the kinds, so a measured completion latency beside it is never judged too
//! strictly, and a report shows both kinds. What a page calls "worst case" without a percentile is
//! neither a known percentile nor surely the greatest: it stands in the long shape alone, as `max`
//! of kind `worst-case`.
//!
//! This crate touches no file: it takes text, and its own files are compiled in.

mod assemble;
mod catalogue;
mod conditions;
mod entry;
mod evidence;
mod file;
mod import;
mod look_up;
mod point;
mod printed;
mod problem;
mod share;
mod status;

#[cfg(test)]
mod fixture_test;
#[cfg(test)]
mod import_test;
#[cfg(test)]
mod problem_test;

pub use catalogue::Catalogue;
pub use conditions::Condition;
pub use entry::{Entry, Page, Point};
pub use evidence::Evidence;
pub use import::{ImportedFile, ImportedPage, imported_file};
pub use look_up::UnknownReference;
pub use problem::Problem;
pub use status::Status;
