//! Tests of the report: from a comparison to files, and from a view to a PDF.

mod comparison;
mod curves;
mod over_time;
mod pdf;
mod sample;
mod unjudged;
