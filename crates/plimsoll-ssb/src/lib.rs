//! Reads runs of SSB, NetApp's storage benchmark for SQL databases (also called S3B and 3SB).
//!
//! SSB writes no rates. Its console text says how many users ran for how long (`console`), a command line that a user
//! kept says how often a log was taken (`command`); the figures come from the log that a host took meanwhile, which
//! `plimsoll-hoststat` reads over the time in which SSB ran. `reader` puts them together.
//!
//! Facts about the text were taken from the scripts of SSB as they are published; it has no version of its own.

mod command;
mod console;
mod reader;

pub use reader::Ssb;
