//! The faces hold what the crate says of them, and each text gets those it needs.

mod choice;
mod faces;
mod report_texts;
