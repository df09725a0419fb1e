//! From paths to inputs: order, containers, damage, limits, and what counts as a failure.

mod containers;
mod damage;
mod exclude;
mod limits;
#[cfg(unix)]
mod links;
mod lists;
mod order;
mod packing;
mod pieces;
mod reading;
mod rules;
mod support;
