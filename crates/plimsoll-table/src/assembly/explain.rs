//! For each cell: what was seen, and why it was read so.

/// A cell of a page, and how it was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explained {
    /// Where it is: `table 2 row 1 column 3`, `Sheet1!B4`.
    pub locator: String,
    /// What it shows.
    pub text: String,
    /// What was read, and by what evidence.
    pub reading: String,
}

/// Takes explanations where they are asked for.
pub(super) struct Explanations<'a>(Option<&'a mut Vec<Explained>>);

impl<'a> Explanations<'a> {
    pub(super) fn new(all: Option<&'a mut Vec<Explained>>) -> Self {
        Self(all)
    }

    pub(super) fn add(&mut self, locator: &str, text: &str, reading: impl FnOnce() -> String) {
        if let Some(all) = &mut self.0 {
            let (locator, text) = (locator.to_owned(), text.to_owned());
            all.push(Explained { locator, text, reading: reading() });
        }
    }
}
