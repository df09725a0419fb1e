//! The reader of SSB on folders written by a generator in the layout of real ones.

mod cuts;
mod figures;
mod story;
mod support;
