//! The font files themselves.

use plimsoll_fonts::{Script, faces};
use std::collections::BTreeSet;
use ttf_parser::{Face, Permissions, Weight, name_id};

/// What all faces together may weigh in the binary.
const MOST_BYTES: usize = 17_000_000;

fn parsed(script: Script) -> [Face<'static>; 2] {
    script.faces().map(|bytes| Face::parse(bytes, 0).expect("a font"))
}

fn name(face: &Face<'_>, id: u16) -> Option<String> {
    face.names().into_iter().find(|name| name.name_id == id).and_then(|name| name.to_string())
}

#[test]
fn each_face_carries_the_name_and_weight_of_its_place() {
    for script in Script::ALL {
        let weights = [(Weight::Normal, "Regular", false), (Weight::Bold, "Bold", true)];
        for (face, (weight, style, bold)) in parsed(script).iter().zip(weights) {
            assert_eq!(name(face, name_id::FAMILY).as_deref(), Some(script.family_name()));
            assert_eq!(name(face, name_id::TYPOGRAPHIC_FAMILY), None, "it would win");
            assert_eq!(name(face, name_id::SUBFAMILY).as_deref(), Some(style));
            assert_eq!((face.weight(), face.is_bold()), (weight, bold), "{script:?}");
            assert!(!face.is_italic() && !face.is_variable());
        }
    }
}

/// Source is a reserved font name, Noto a trademark: the names a user sees have neither.
#[test]
fn no_name_that_is_reserved_is_used() {
    for face in Script::ALL.into_iter().flat_map(parsed) {
        for id in [name_id::FAMILY, name_id::UNIQUE_ID, name_id::FULL_NAME] {
            let name = name(&face, id).expect("it is named");
            assert!(name.contains("Plimsoll"), "{name}");
            assert!(!name.contains("Source") && !name.contains("Noto"), "{name}");
        }
    }
}

#[test]
fn the_notices_stay_in_the_files_and_allow_embedding() {
    let notice = include_str!("../../fonts/NOTICE.md");
    for face in Script::ALL.into_iter().flat_map(parsed) {
        assert_eq!(face.permissions(), Some(Permissions::Installable));
        let copyright = name(&face, name_id::COPYRIGHT_NOTICE).expect("it names its owner");
        assert!(notice.contains(&copyright), "{copyright}");
        let licence = name(&face, name_id::LICENSE).expect("it names its licence");
        assert!(licence.contains("SIL Open Font License, Version 1.1"), "{licence}");
    }
}

#[test]
fn digits_of_a_face_have_one_width_by_default() {
    for face in parsed(Script::Latin) {
        let widths: BTreeSet<Option<u16>> = "0123456789\u{2007}"
            .chars()
            .map(|digit| face.glyph_hor_advance(face.glyph_index(digit).expect("a glyph")))
            .collect();
        assert_eq!(widths.len(), 1, "{widths:?}");
    }
}

/// Otherwise a bold heading would lose a character that the text below it has.
#[test]
fn both_weights_have_the_same_characters() {
    for script in Script::ALL {
        let [regular, bold] = parsed(script).map(|face| characters(&face));
        assert!(regular == bold, "{script:?}");
        let lost = regular.iter().find(|character| !script.covers(**character));
        assert_eq!(lost, None, "{script:?}");
    }
}

fn characters(face: &Face<'_>) -> BTreeSet<char> {
    let mut characters = BTreeSet::new();
    for subtable in face.tables().cmap.expect("a map of characters").subtables {
        subtable.codepoints(|code| {
            if subtable.glyph_index(code).is_some_and(|glyph| glyph.0 != 0) {
                characters.extend(char::from_u32(code));
            }
        });
    }
    assert!(characters.len() > 1000, "{}", characters.len());
    characters
}

/// So that each stands alone, and `covers: "latin-in-cjk"` of typst loses nothing.
#[test]
fn each_face_has_basic_latin_and_the_cjk_faces_wide_punctuation() {
    for script in Script::ALL {
        assert!((' '..='~').all(|character| script.covers(character)), "{script:?}");
        let punctuation =
            if script == Script::Latin { "" } else { "·–—‘’“”‥…‧⸺" };
        let missing: String = punctuation.chars().filter(|one| !script.covers(*one)).collect();
        assert_eq!(missing, "", "{script:?}");
    }
}

#[test]
fn all_faces_together_keep_to_their_size() {
    let bytes: usize = faces(&BTreeSet::from(Script::ALL)).iter().map(|face| face.len()).sum();
    assert!(bytes <= MOST_BYTES, "{bytes} bytes");
    let latin: usize = faces(&BTreeSet::new()).iter().map(|face| face.len()).sum();
    assert!(latin <= 500_000, "{latin} bytes are in every report");
}
