//! The code page of a log.
//!
//! Logs are written in UTF-8 or UTF-16 with a mark, or in the code page of the machine, which nothing in them names. The
//! header decides: in the right code page its counter names are known. Where several do equally well the names are
//! English, and the code page matters for nothing that is read.

use super::line::{Cells, Delimiter};
use super::path::Path;
use crate::place::File;
use encoding_rs::{
    BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, WINDOWS_1254,
};
use plimsoll_lexicon::{Spelling, counter, counter_object};
use plimsoll_read::{Entry, ReadError, ReadOptions, Text};
use plimsoll_schema::{Code, Finding};
use std::io::Read as _;

/// The upper half of code page 850, the one of consoles in Western Europe.
const CODE_PAGE_850: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}";

/// A code page.
#[derive(Debug, Clone, Copy)]
enum CodePage {
    Known(&'static Encoding, &'static str),
    Dos850,
}

/// In the order in which equally good ones are taken.
const CODE_PAGES: [CodePage; 9] = [
    CodePage::Known(WINDOWS_1252, "1252"),
    CodePage::Known(EUC_KR, "949"),
    CodePage::Known(SHIFT_JIS, "932"),
    CodePage::Known(GBK, "936"),
    CodePage::Known(BIG5, "950"),
    CodePage::Known(WINDOWS_1254, "1254"),
    CodePage::Known(WINDOWS_1250, "1250"),
    CodePage::Known(WINDOWS_1251, "1251"),
    CodePage::Dos850,
];

impl CodePage {
    fn name(self) -> &'static str {
        match self {
            Self::Known(_, name) => name,
            Self::Dos850 => "850",
        }
    }

    fn decode(self, bytes: &[u8]) -> String {
        match self {
            Self::Known(encoding, _) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            Self::Dos850 => {
                let upper: Vec<char> = CODE_PAGE_850.chars().collect();
                let character = |byte: &u8| match byte.checked_sub(0x80) {
                    None => char::from(*byte),
                    Some(at) => upper.get(usize::from(at)).copied().unwrap_or('\u{FFFD}'),
                };
                bytes.iter().map(character).collect()
            }
        }
    }
}

/// The text of a log.
pub(crate) enum LogText {
    /// It says what it is.
    Unicode(Text),
    /// It was in a code page; with a note if that mattered for its names.
    CodePage(String, Option<Finding>),
}

impl LogText {
    pub(crate) fn as_str(&self) -> &str {
        match self {
            Self::Unicode(text) => text.as_str(),
            Self::CodePage(text, _) => text,
        }
    }

    pub(crate) fn finding(&self) -> Option<&Finding> {
        match self {
            Self::Unicode(_) => None,
            Self::CodePage(_, finding) => finding.as_ref(),
        }
    }
}

/// The text of a log in whatever encoding it is.
pub(crate) fn text(
    entry: &Entry<'_>,
    file: &File,
    options: &ReadOptions,
) -> Result<LogText, ReadError> {
    let text = entry.text(options)?;
    if text.replaced() == 0 {
        return Ok(LogText::Unicode(text));
    }
    let failed = |error| ReadError::Io { source: entry.source.to_string(), error };
    let mut bytes = Vec::new();
    let mut reader = entry.content.open().map_err(failed)?.take(options.max_input_bytes);
    reader.read_to_end(&mut bytes).map_err(failed)?;
    let code_page = code_page(&bytes);
    let text = code_page.decode(&bytes);
    let line = 1 + text.lines().take_while(|line| line.trim().is_empty()).count();
    let message = format!("the header was read in code page {}", code_page.name());
    let finding = file.finding_at(Code::CodePageGuessed, line, message);
    let is_in_names = text.lines().nth(line - 1).is_some_and(|header| {
        Cells::of(header, Delimiter::of(header)).skip(1).any(|cell| !cell.is_ascii())
    });
    Ok(LogText::CodePage(text, is_in_names.then_some(finding)))
}

/// The code page in which most columns of the header are known.
fn code_page(bytes: &[u8]) -> CodePage {
    let header = bytes.split(|byte| *byte == b'\n').find(|line| line.len() > 1).unwrap_or(bytes);
    let known = |page: CodePage| {
        let header = page.decode(header);
        Cells::of(&header, Delimiter::of(&header)).filter(|cell| is_known(cell)).count()
    };
    let mut best = (CODE_PAGES[0], known(CODE_PAGES[0]));
    for page in &CODE_PAGES[1..] {
        let count = known(*page);
        if count > best.1 {
            best = (*page, count);
        }
    }
    best.0
}

fn is_known(cell: &str) -> bool {
    let Some(path) = Path::of(cell) else { return false };
    let is_whole = |spelling| spelling == Some(Spelling::Whole);
    is_whole(counter_object(path.object).map(|(_, spelling)| spelling))
        && is_whole(counter(path.counter).map(|(_, spelling)| spelling))
}

#[cfg(test)]
mod tests {
    use super::{CODE_PAGE_850, CODE_PAGES, CodePage, code_page};
    use encoding_rs::{BIG5, EUC_KR, GBK, SHIFT_JIS, WINDOWS_1252, WINDOWS_1254};

    #[test]
    fn the_upper_half_is_whole() {
        assert_eq!(CODE_PAGE_850.chars().count(), 128);
        assert_eq!(CodePage::Dos850.decode(b"\x84\x94\x81\x8E\x99\x9A\xE1\x82"), "äöüÄÖÜßé");
    }

    #[test]
    fn the_code_page_is_the_one_in_which_the_names_are_known() {
        for (encoding, name, path) in [
            (WINDOWS_1252, "1252", "\\\\A\\Physikalischer Datenträger(_Total)\\Lesevorgänge/s"),
            (EUC_KR, "949", "\\\\A\\물리 디스크(_Total)\\디스크 읽기/초"),
            (SHIFT_JIS, "932", "\\\\A\\物理ディスク(_Total)\\ディスク読み取り/秒"),
            (GBK, "936", "\\\\A\\物理磁盘(_Total)\\磁盘读取/秒"),
            (BIG5, "950", "\\\\A\\實體磁碟(_Total)\\磁碟讀取/秒"),
            (WINDOWS_1254, "1254", "\\\\A\\FizikselDisk(_Total)\\Ort. Disk sn/Aktarım"),
        ] {
            let header = format!("\"(PDH-CSV 4.0)\",\"{path}\"\r\n");
            let (bytes, _, is_lossy) = encoding.encode(&header);
            assert!(!is_lossy, "{name}");
            assert_eq!(code_page(&bytes).name(), name);
        }
        let dos = b"\"(PDH-CSV 4.0)\",\"\\\\A\\Physikalischer Datentr\x84ger(_Total)\\Lesevorg\x84nge/s\"\r\n";
        assert_eq!(code_page(dos).name(), "850");
        assert_eq!(code_page(b"").name(), CODE_PAGES[0].name());
    }
}
