//! Reports as fixtures, whole, cut and changed.

mod any_bytes;
mod cuts;
mod figures;
mod odd;
mod support;
