//! Reads what SLOB (2.1 to 2.5) leaves: a run's folder, and the table of `awr_info.sh` or `statspack_info.sh`.
//!
//! SLOB writes no rates. It takes a snapshot of AWR or Statspack before and after its run and leaves the report between
//! them beside its settings and, in text of a terminal, what it was called with:
//!
//! ```text
//! awr.html.gz   awr.txt   awr_rac.html.gz   statspack.txt      reports: one of them is enough
//! slob.conf                                                    settings in the syntax of the shell
//! console.txt                                                  $ sh ./runit.sh -s 16 -t 1
//! tm.out                                                       Tm 303: seconds
//! iostat.out   vmstat.out   mpstat.out                         what the host did
//! ```
//!
//! Reports of several runs in one folder are a series, `awr.txt.8 awr.txt.16 awr.txt.32`: the number of sessions
//! ends their names.
//!
//! To read along: `reader` claims and reads; `files` says which file is which, `conf` and `console` read the settings,
//! `settings` joins them, `run` gives the rows of each run, `table` those of a table.
//!
//! `slob.conf` may hold a password. Only values of known settings are ever taken from it, and only numbers and sizes.

mod conf;
mod console;
mod files;
mod reader;
mod run;
mod settings;
mod table;

pub use reader::Slob;
