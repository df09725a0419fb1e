//! What is written is what is read back.

mod any_row;
mod csv_lines;
mod findings;
mod json_lines;
