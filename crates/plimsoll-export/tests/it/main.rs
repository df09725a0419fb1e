//! What is written is what is read back.

mod any_row;
mod any_window;
mod csv_lines;
mod findings;
mod json_lines;
mod workbooks;
