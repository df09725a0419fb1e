//! The fonts of a report, as bytes, by script.
//!
//! One Latin family with Greek and Cyrillic, and one family each for Korean, simplified and
//! traditional Chinese and Japanese, all in two weights: regular (400) and bold (700). They are
//! subsets of Source Sans 3 and Noto Sans CJK, which were drawn to go together, under names of
//! their own; `make-subsets` beside the manifest makes them, `fonts/NOTICE.md` says under which
//! terms.
//!
//! A report asks once for the scripts of its texts and hands bytes and names to typst:
//!
//! ```
//! use plimsoll_fonts::{Script, faces, family_names, scripts_in};
//!
//! let language = Script::of_language("ko");
//! let scripts = scripts_in("임의 읽기 4 KiB, ≥ 157,000 IOPS", language);
//! assert_eq!(family_names(&scripts, language), ["Plimsoll Sans", "Plimsoll Sans KR"]);
//! assert_eq!(faces(&scripts).len(), 4, "two weights of each");
//! ```
//!
//! Digits of one weight have one width, without asking for a feature; those of bold are wider than
//! those of regular. Emoji, Arabic, Hebrew, Indic and Thai letters are in none of the faces:
//! [`covers`] tells, and the report prints their code points. There are no italics.

mod choice;
mod coverage;
mod script;

pub use choice::{covers, faces, family_names, scripts_in};
pub use script::Script;
