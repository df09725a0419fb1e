//! Raised letters in the texts of an Excel workbook: marks of notes, which calamine gives as part of the text.

use crate::space::{Folded, fold};
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::HashMap;

/// Texts with raised letters in them, by what they are with them: the text without, and the marks.
pub(super) type Raised = HashMap<String, (String, Vec<String>)>;

/// A text that is being read.
#[derive(Debug, Default)]
struct Text {
    whole: Folded,
    plain: Folded,
    marks: Vec<String>,
    /// The run that is being read, and whether it is raised.
    run: String,
    is_raised: bool,
    /// Whether it is what is written over another text to say how it is read.
    is_phonetic: bool,
    is_open: bool,
}

/// Finds them in a part of a workbook.
pub(super) fn raised(part: &str, raised: &mut Raised) {
    if !part.contains("superscript") {
        return;
    }
    let mut reader = Reader::from_str(part);
    reader.config_mut().check_end_names = false;
    let mut text = Text::default();
    loop {
        match reader.read_event() {
            Ok(Event::Start(element)) => match element.local_name().as_ref() {
                "si" | "is" => text = Text::default(),
                "rPh" => text.is_phonetic = true,
                "t" => text.is_open = true,
                "vertAlign" => text.is_raised = element.attributes_raw().contains("superscript"),
                _ => {}
            },
            Ok(Event::Empty(element)) if element.local_name().as_ref() == "vertAlign" => {
                text.is_raised = element.attributes_raw().contains("superscript");
            }
            Ok(Event::Text(piece)) if text.is_open => text.run.push_str(&piece.xml10_content()),
            Ok(Event::GeneralRef(name)) if text.is_open => text.reference(&name.xml10_content()),
            Ok(Event::End(element)) => match element.local_name().as_ref() {
                "t" => text.is_open = false,
                "r" => text.end_run(),
                "rPh" => {
                    text.run.clear();
                    text.is_phonetic = false;
                }
                "si" | "is" => std::mem::take(&mut text).finish(raised),
                _ => {}
            },
            Ok(Event::Eof) | Err(_) => return,
            Ok(_) => {}
        }
    }
}

impl Text {
    fn reference(&mut self, name: &str) {
        let letter = match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => return,
        };
        self.run.push(letter);
    }

    fn end_run(&mut self) {
        let run = std::mem::take(&mut self.run);
        self.whole.push(&run);
        if std::mem::take(&mut self.is_raised) {
            let mark = fold(&run);
            if !mark.is_empty() {
                self.marks.push(mark);
            }
        } else {
            self.plain.push(&run);
        }
    }

    fn finish(self, raised: &mut Raised) {
        let plain = self.plain.finish();
        if !self.marks.is_empty() && !plain.is_empty() {
            raised.insert(self.whole.finish(), (plain, self.marks));
        }
    }
}
