//! What a file says about itself.

use plimsoll_schema::SCHEMA_VERSION;
use std::fmt::Write as _;

/// So many inputs are named; the others are counted.
const NAMED_INPUTS: usize = 100;

/// The metadata of a file, beside its columns.
#[derive(Debug, Clone)]
pub(crate) struct About {
    /// The word for what its lines stand for.
    pub(crate) shape: &'static str,
    /// What the lines were made from, one a line.
    pub(crate) inputs: Option<String>,
}

impl About {
    /// Keys and values, sorted.
    pub(crate) fn entries(&self) -> Vec<(&'static str, String)> {
        let inputs = self.inputs.iter().map(|inputs| ("plimsoll.inputs", inputs.clone()));
        let always = [
            ("plimsoll.schema", SCHEMA_VERSION.to_string()),
            ("plimsoll.shape", self.shape.to_owned()),
            ("plimsoll.version", env!("CARGO_PKG_VERSION").to_owned()),
        ];
        inputs.chain(always).collect()
    }
}

/// The inputs as named, one a line.
pub(crate) fn inputs_text(inputs: &[String]) -> String {
    let named = &inputs[..inputs.len().min(NAMED_INPUTS)];
    let mut text = named.join("\n");
    if inputs.len() > NAMED_INPUTS {
        let _ = write!(text, "\nand {} more", inputs.len() - NAMED_INPUTS);
    }
    text
}
