//! Run folders and tables as fixtures, whole, cut and changed.

mod claims;
mod cuts;
mod figures;
mod support;
mod tables;
