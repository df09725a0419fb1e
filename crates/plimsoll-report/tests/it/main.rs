//! Tests of the report: from a comparison to files, and from a view to a PDF.

mod comparison;
mod pdf;
mod sample;
