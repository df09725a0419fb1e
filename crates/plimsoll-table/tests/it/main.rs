//! The documents of published tables in every form.

mod claims;
mod documents;
mod limits;
mod rows;
mod support;
mod traps;
mod workbooks;
