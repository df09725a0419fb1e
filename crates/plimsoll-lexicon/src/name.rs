//! Names that pages leave as they are: protocols, tools, systems, service levels, machine types.

use crate::unit::is_western_letter;
use aho_corasick::AhoCorasick;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

type Spellings = BTreeMap<String, Vec<String>>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NameFile {
    protocol: Spellings,
    tool: Spellings,
    operating_system: Spellings,
    service_level: Spellings,
    service_level_near: Spellings,
    tier: Spellings,
}

/// What a name is the name of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum NameKind {
    Protocol,
    Tool,
    OperatingSystem,
    ServiceLevel,
    /// A service level that is also an ordinary word.
    ServiceLevelNear,
    Tier,
    ClientType,
}

/// A name in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) kind: NameKind,
    /// In the vendor's English form.
    pub(crate) text: String,
    pub(crate) range: Range<usize>,
}

/// All spellings by their first letter, the longest first.
#[derive(Debug)]
pub(crate) struct Names {
    by_first: BTreeMap<char, Vec<(String, NameKind, String)>>,
    /// For each character of ASCII: whether one begins with it.
    begins: [bool; 128],
    /// Finds any of them.
    any: AhoCorasick,
}

impl Names {
    pub(crate) fn builtin() -> &'static Self {
        static BUILTIN: LazyLock<Names> = LazyLock::new(|| {
            // The file is part of the program and a test reads it.
            Names::parse(include_str!("../data/names.toml"))
                .unwrap_or_else(|error| panic!("data/names.toml: {error}"))
        });
        &BUILTIN
    }

    fn parse(text: &str) -> Result<Self, String> {
        let file: NameFile = toml::from_str(text).map_err(|error| error.to_string())?;
        let mut spellings = Vec::new();
        for (table, kind) in [
            (&file.protocol, NameKind::Protocol),
            (&file.tool, NameKind::Tool),
            (&file.operating_system, NameKind::OperatingSystem),
            (&file.service_level, NameKind::ServiceLevel),
            (&file.service_level_near, NameKind::ServiceLevelNear),
            (&file.tier, NameKind::Tier),
        ] {
            for (name, all) in table {
                spellings.extend(all.iter().map(|text| (text.clone(), kind, name.clone())));
            }
        }
        spellings.sort_by_key(|(text, ..)| std::cmp::Reverse(text.len()));
        let mut by_first: BTreeMap<char, Vec<_>> = BTreeMap::new();
        for spelling in spellings {
            let first = spelling.0.chars().next().filter(|it| it.is_alphabetic());
            let first =
                first.ok_or_else(|| format!("{:?} does not begin with a letter", spelling.0))?;
            by_first.entry(first).or_default().push(spelling);
        }
        let all = by_first.values().flatten().map(|(spelling, ..)| spelling);
        let any = AhoCorasick::new(all).map_err(|error| error.to_string())?;
        let mut begins = [false; 128];
        for first in by_first.keys() {
            if let Some(begins) = begins.get_mut(*first as usize) {
                *begins = true;
            }
        }
        Ok(Self { by_first, begins, any })
    }

    /// Whether letters of a text spell one, if perhaps within a word. Machine types are not looked for.
    pub(crate) fn may_be_in(&self, text: &str) -> bool {
        self.any.is_match(text)
    }

    /// The name that begins at this byte.
    pub(crate) fn at(&self, text: &str, at: usize) -> Option<Name> {
        let first = text[at..].chars().next()?;
        if first.is_ascii() && !first.is_ascii_alphabetic() {
            return None;
        }
        let before = text[..at].chars().next_back();
        if before == Some('-') {
            return None;
        }
        if is_of_name(first) && before.is_some_and(is_of_name) && !is_behind_size(text, at) {
            return machine_type_behind_count(text, at);
        }
        if let Some(end) = machine_type_end(text, at) {
            return Some(client_type(text, at..end));
        }
        if self.begins.get(first as usize) == Some(&false) {
            return None;
        }
        let (spelling, kind, name) = self
            .by_first
            .get(&first)?
            .iter()
            .find(|(spelling, ..)| is_whole(text, at, spelling))?;
        let mut range = at..at + spelling.len();
        let mut full = name.clone();
        let version = version_behind(text, range.end);
        if let Some(version) = version.filter(|_| *kind == NameKind::OperatingSystem) {
            full = format!("{name} {}", &text[version.clone()]);
            range.end = version.end;
        }
        Some(Name { kind: *kind, text: full, range })
    }
}

/// A machine type that is glued to its count: `6n2-standard-32`.
fn machine_type_behind_count(text: &str, at: usize) -> Option<Name> {
    let count = text[..at].trim_end_matches(|it: char| it.is_ascii_digit());
    let before = count.chars().next_back();
    let glued_to_count = (1..=3).contains(&(at - count.len())) && !before.is_some_and(is_of_name);
    let end = glued_to_count.then(|| machine_type_end(text, at)).flatten()?;
    Some(client_type(text, at..end))
}

/// Whether a name with a capital is glued to a size: `64 KiBRed Hat 9`.
fn is_behind_size(text: &str, at: usize) -> bool {
    let size = text[..at].strip_suffix("iB").and_then(|it| it.strip_suffix(['K', 'M', 'G', 'T']));
    size.is_some() && text[at..].starts_with(|it: char| it.is_ascii_uppercase())
}

fn client_type(text: &str, range: Range<usize>) -> Name {
    Name { kind: NameKind::ClientType, text: text[range.clone()].to_owned(), range }
}

/// A letter of a western script, a digit, or what joins them into a name.
fn is_of_name(character: char) -> bool {
    is_western_letter(character) || character.is_ascii_digit() || character == '_'
}

/// Whether a spelling stands at this byte as a whole word. A capital may follow a small letter
/// without a blank, as in `16 KiBRed Hat`; a small letter may not.
fn is_whole(text: &str, at: usize, spelling: &str) -> bool {
    let rest = &text[at..];
    rest.starts_with(spelling)
        && !(spelling.ends_with(is_of_name) && rest[spelling.len()..].starts_with(is_of_name))
}

/// The version behind the name of an operating system: ` 9`, ` 2022`, ` 19.10`.
fn version_behind(text: &str, at: usize) -> Option<Range<usize>> {
    let blank = text[at..].len() - text[at..].trim_start_matches([' ', '\t']).len();
    let begin = at + blank;
    let is_version = |it: char| it.is_ascii_digit() || it == '.';
    let rest = &text[begin..];
    let length = rest.find(|it| !is_version(it)).unwrap_or(rest.len());
    let version = rest[..length].trim_end_matches('.');
    (!version.is_empty() && version.len() <= 8).then(|| begin..begin + version.len())
}

/// No name of a machine type has more letters.
const LONGEST_MACHINE_TYPE: usize = 40;

/// The end of a machine type of one of the clouds: `n2-standard-32` (Google), `D32s_v3`,
/// `Standard_D32s_v5` (Azure), `c5n.18xlarge` (AWS), `ecs.g6se.4xlarge` (Alibaba).
fn machine_type_end(text: &str, at: usize) -> Option<usize> {
    let belongs = |it: &u8| it.is_ascii_alphanumeric() || matches!(it, b'-' | b'_' | b'.');
    let rest = &text[at..];
    let length = rest.bytes().take(LONGEST_MACHINE_TYPE).take_while(belongs).count();
    let token = rest.get(..length)?.trim_end_matches(['-', '_', '.']);
    is_machine_type(token).then_some(at + token.len())
}

fn is_machine_type(token: &str) -> bool {
    if !token.bytes().any(|it| it.is_ascii_digit()) {
        return false;
    }
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let google = || {
        let mut parts = token.split('-');
        let family = parts.next().unwrap_or_default();
        let shape = parts.next().unwrap_or_default();
        let cores = parts.next().unwrap_or_default();
        family.len() <= 4
            && family.starts_with(|it: char| it.is_ascii_lowercase())
            && family.contains(|it: char| it.is_ascii_digit())
            && matches!(
                shape,
                "standard" | "highmem" | "highcpu" | "megamem" | "ultramem" | "highgpu"
            )
            && digits(cores)
    };
    let azure = || {
        let size = token.strip_prefix("Standard_").unwrap_or(token);
        size.rsplit_once(['v', 'V']).is_some_and(|(size, version)| {
            let size = size.strip_suffix('_').unwrap_or_default();
            digits(version)
                && size.starts_with(|it: char| it.is_ascii_uppercase())
                && size.contains(|it: char| it.is_ascii_digit())
                && size.len() <= 12
        })
    };
    let amazon = || {
        let token = token.strip_prefix("ecs.").unwrap_or(token);
        token.split_once('.').is_some_and(|(family, size)| {
            let count = size.strip_suffix("xlarge");
            family.starts_with(|it: char| it.is_ascii_lowercase())
                && family.contains(|it: char| it.is_ascii_digit())
                && family.len() <= 10
                && (matches!(size, "large" | "metal" | "xlarge") || count.is_some_and(digits))
        })
    };
    google() || azure() || amazon()
}

#[cfg(test)]
mod tests {
    use super::{Name, NameKind, Names};

    fn names(text: &str) -> Vec<(NameKind, String)> {
        let mut all = Vec::new();
        let mut at = 0;
        while at < text.len() {
            match text.is_char_boundary(at).then(|| Names::builtin().at(text, at)).flatten() {
                Some(Name { kind, text, range }) => {
                    all.push((kind, text));
                    at = range.end;
                }
                None => at += 1,
            }
        }
        all
    }

    fn only(text: &str) -> (NameKind, String) {
        let all = names(text);
        assert_eq!(all.len(), 1, "{text}: {all:?}");
        all[0].clone()
    }

    #[test]
    fn machine_types_of_the_clouds_are_known() {
        for name in [
            "n2-standard-32",
            "D32s_v3",
            "D32_V5",
            "Standard_D32s_v5",
            "c5n.18xlarge",
            "ecs.g6se.xlarge",
        ] {
            assert_eq!(only(name), (NameKind::ClientType, name.to_owned()));
        }
        assert_eq!(only("6n2-standard-32가상").1, "n2-standard-32");
        assert_eq!(only("에서 n2-standard-32.").1, "n2-standard-32");
        for text in ["n-standard-32x", "abc", "v3", "4.1", "x.large", "1234n2-standard-32"] {
            assert_eq!(names(text), [], "{text}");
        }
    }

    #[test]
    fn systems_come_with_their_version() {
        for (text, name) in [
            ("Red Hat 9 OS", "Red Hat Enterprise Linux 9"),
            ("레드햇 9", "Red Hat Enterprise Linux 9"),
            ("Red Hat Enterprise Linux (RHEL) 9", "Red Hat Enterprise Linux 9"),
            ("RHEL 8.6.", "Red Hat Enterprise Linux 8.6"),
            ("윈도우 2022 OS", "Windows 2022"),
            ("Windows Server 2022", "Windows 2022"),
            ("Ubuntu", "Ubuntu"),
        ] {
            assert_eq!(only(text), (NameKind::OperatingSystem, name.to_owned()), "{text}");
        }
    }

    #[test]
    fn names_are_whole_words() {
        assert_eq!(only("NFSv3").1, "NFSv3");
        assert_eq!(only("NFSv4.1").1, "NFSv4.1");
        assert_eq!(only("NFSv3를").1, "NFSv3");
        assert_eq!(only("iSCSI 上").1, "iSCSI");
        assert_eq!(only("Flex 檔案").1, "Flex File");
        assert_eq!(names("FCX, xNFS, fiona, SMBus"), []);
    }
}
