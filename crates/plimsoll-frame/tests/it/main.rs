//! Rows are written and read back by the readers of the same libraries.

mod any_row;
mod any_window;
mod files;
mod first_version;
mod read_back;
mod round_trip;
