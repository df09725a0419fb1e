//! Which scripts a text needs, and what to give to typst for them.

use crate::Script;
use std::collections::BTreeSet;

/// The scripts whose faces set a text, always with [`Script::Latin`].
///
/// A character that one script alone has decides for it: Hangul, kana, and the Han characters of
/// one country. Han characters that several have, and signs such as `⚠` or `│`, tell nothing: they
/// go to the first script that has all of them, in this order: that of the `language` of the text,
/// those decided already, then simplified Chinese, traditional Chinese, Japanese, Korean (the order
/// of [`family_names`]). Where none has all, the first that has some takes them, and the rest is
/// asked again.
///
/// What [`covers`] has for no script is passed over.
pub fn scripts_in(text: &str, language: Script) -> BTreeSet<Script> {
    let mut scripts = BTreeSet::from([Script::Latin]);
    let mut open = BTreeSet::new();
    let others: BTreeSet<char> = text.chars().filter(|one| !Script::Latin.covers(*one)).collect();
    for character in others {
        let mut having = Script::ALL.into_iter().filter(|script| script.covers(character));
        match (having.next(), having.next()) {
            (Some(only), None) => _ = scripts.insert(only),
            (Some(_), Some(_)) => _ = open.insert(character),
            (None, _) => {}
        }
    }
    let order = preference(language, &scripts);
    while !open.is_empty() {
        let has_all = |script: &&Script| open.iter().all(|one| script.covers(*one));
        let has_some = |script: &&Script| open.iter().any(|one| script.covers(*one));
        let Some(script) = order.iter().find(has_all).or_else(|| order.iter().find(has_some))
        else {
            break;
        };
        scripts.insert(*script);
        open.retain(|character| !script.covers(*character));
    }
    scripts
}

/// The faces of these scripts as the bytes of font files, Latin always and first.
pub fn faces(scripts: &BTreeSet<Script>) -> Vec<&'static [u8]> {
    with_latin(scripts).into_iter().flat_map(Script::faces).collect()
}

/// The families of these scripts in the order in which to look for a glyph, Latin always and
/// first, then that of the `language`.
///
/// For typst's `#set text(font: …)`. Chinese and Japanese set quotation marks, dashes and dots as
/// wide as a character: there, give the first family as `(name: "Plimsoll Sans", covers:
/// "latin-in-cjk")`, and these come from the second, which has them all.
pub fn family_names(scripts: &BTreeSet<Script>, language: Script) -> Vec<&'static str> {
    let scripts = with_latin(scripts);
    let used = |script: &Script| scripts.contains(script);
    fallback(language).into_iter().filter(used).map(Script::family_name).collect()
}

/// The first script that has a glyph for a character, in the order for a text in a language
/// without Han characters; none where the report has to print the code point instead.
///
/// Control characters, line ends among them, have no glyph.
pub fn covers(character: char) -> Option<Script> {
    fallback(Script::Latin).into_iter().find(|script| script.covers(character))
}

fn with_latin(scripts: &BTreeSet<Script>) -> BTreeSet<Script> {
    scripts.iter().copied().chain([Script::Latin]).collect()
}

/// The order of families for a language: after its own, those whose forms are nearest.
fn fallback(language: Script) -> [Script; 5] {
    use Script::{Japanese, Korean, Latin, SimplifiedChinese, TraditionalChinese};
    match language {
        Latin | SimplifiedChinese => {
            [Latin, SimplifiedChinese, TraditionalChinese, Japanese, Korean]
        }
        TraditionalChinese => [Latin, TraditionalChinese, SimplifiedChinese, Japanese, Korean],
        Japanese => [Latin, Japanese, TraditionalChinese, SimplifiedChinese, Korean],
        // Hanja in Korean text are the traditional forms.
        Korean => [Latin, Korean, TraditionalChinese, Japanese, SimplifiedChinese],
    }
}

fn preference(language: Script, decided: &BTreeSet<Script>) -> Vec<Script> {
    let mut order = fallback(language);
    order.sort_by_key(|script| {
        if *script == language { 0 } else { 1 + usize::from(!decided.contains(script)) }
    });
    order.to_vec()
}
