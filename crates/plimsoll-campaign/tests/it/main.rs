//! Campaign files as people write them, and what they are told about their mistakes.

mod documentation;
mod files;
