//! From rows to verdicts.

mod conditions;
mod curves;
mod databases;
mod joining;
mod judging;
mod limits;
mod support;
mod unmatched;
