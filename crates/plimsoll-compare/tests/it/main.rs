//! From rows to verdicts.

mod conditions;
mod joining;
mod judging;
mod support;
