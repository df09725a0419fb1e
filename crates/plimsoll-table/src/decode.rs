//! Which encoding a text is in: what the bytes prove, then what the page says, then the frequency of characters.

use crate::document::{Doubt, DoubtKind, Encoding, Evidence};
use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, CoderResult, EUC_JP, EUC_KR, GB18030, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252, WINDOWS_1254,
};

/// So much of a text is looked at to guess, in bytes.
const LOOKED_AT: usize = 1 << 20;

/// So much is decoded at a time, in bytes of text.
const PIECE_BYTES: usize = 16 * 1024;

/// A text with more whole characters of UTF-8 for each broken one is UTF-8 that was damaged.
const DAMAGED: usize = 20;

/// What pages of vendors come in beside UTF-8, for texts that contradict what was guessed.
const OTHERS: &[&encoding_rs::Encoding] = &[
    EUC_KR,
    BIG5,
    SHIFT_JIS,
    GB18030,
    EUC_JP,
    WINDOWS_1252,
    WINDOWS_1251,
    WINDOWS_1250,
    WINDOWS_1254,
];

/// An encoding, and what speaks for it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Chosen {
    encoding: &'static encoding_rs::Encoding,
    evidence: Evidence,
}

impl Chosen {
    /// Chooses for a text that says it is in the encoding `declared`.
    pub(crate) fn of(bytes: &[u8], declared: Option<&str>) -> Self {
        let chosen = |encoding, evidence| Self { encoding, evidence };
        if let Some((encoding, _)) = encoding_rs::Encoding::for_bom(bytes) {
            return chosen(encoding, Evidence::Marked);
        }
        if let Some(encoding) = utf_16(bytes) {
            return chosen(encoding, Evidence::Valid);
        }
        if let Some(declared) =
            declared.and_then(|name| encoding_rs::Encoding::for_label(name.as_bytes()))
        {
            let is_ascii_alike = declared != UTF_16LE && declared != UTF_16BE && declared != UTF_8;
            let may_be_other = || bytes.is_ascii() || std::str::from_utf8(bytes).is_err();
            if is_ascii_alike && may_be_other() && decodes(bytes, declared) {
                return chosen(declared, Evidence::Declared);
            }
        }
        if std::str::from_utf8(bytes).is_ok() {
            return chosen(UTF_8, Evidence::Valid);
        }
        if is_damaged_utf_8(bytes) {
            return chosen(UTF_8, Evidence::Guessed);
        }
        chosen(guess(bytes), Evidence::Guessed)
    }

    /// As a document names it.
    pub(crate) fn encoding(self) -> Encoding {
        Encoding { name: self.encoding.name(), evidence: self.evidence }
    }

    /// Decodes a text and hands it on in pieces, until one is answered with true. How many sequences of bytes were no
    /// text.
    pub(crate) fn pieces(self, bytes: &[u8], mut each: impl FnMut(&str) -> bool) -> usize {
        if self.encoding == UTF_8 {
            let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
            if let Ok(text) = std::str::from_utf8(bytes) {
                each(text);
                return 0;
            }
        }
        let mut decoder = self.encoding.new_decoder_with_bom_removal();
        let mut piece = String::with_capacity(PIECE_BYTES);
        let (mut rest, mut replaced) = (bytes, 0);
        loop {
            piece.clear();
            let (result, read, has_replaced) = decoder.decode_to_string(rest, &mut piece, true);
            rest = &rest[read..];
            if has_replaced {
                replaced += piece.matches('\u{FFFD}').count();
            }
            if each(&piece) || result == CoderResult::InputEmpty {
                return replaced;
            }
        }
    }

    /// A whole text, and how many sequences of bytes were none.
    pub(crate) fn text(self, bytes: &[u8]) -> (String, usize) {
        let mut text = String::new();
        let replaced = self.pieces(bytes, |piece| {
            text.push_str(piece);
            false
        });
        (text, replaced)
    }

    /// What is doubtful about the text.
    pub(crate) fn doubts(self, replaced: usize) -> Vec<Doubt> {
        let name = self.encoding.name();
        let mut doubts = Vec::new();
        if self.evidence == Evidence::Guessed && self.encoding != UTF_8 {
            let message =
                format!("the text does not say its encoding; its characters are those of {name}");
            doubts.push(Doubt::new(DoubtKind::EncodingGuessed, message));
        }
        if replaced > 0 {
            let message = format!("{replaced} sequences of bytes are no text in {name}");
            doubts.push(Doubt::new(DoubtKind::TextReplaced, message));
        }
        doubts
    }
}

/// UTF-16 without a mark: every second byte of its ASCII characters is 0.
fn utf_16(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let start = bytes.get(..bytes.len().min(256)).filter(|start| start.len() >= 8)?;
    let zeros = |skip: usize| start.iter().skip(skip).step_by(2).filter(|byte| **byte == 0).count();
    match (zeros(0), zeros(1)) {
        (0, odd) if odd * 4 > start.len() / 2 => Some(UTF_16LE),
        (even, 0) if even * 4 > start.len() / 2 => Some(UTF_16BE),
        _ => None,
    }
}

fn is_damaged_utf_8(bytes: &[u8]) -> bool {
    let (mut whole, mut broken) = (0_usize, 0_usize);
    for chunk in bytes[..bytes.len().min(LOOKED_AT)].utf8_chunks() {
        whole += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    broken > 0 && whole / DAMAGED >= broken
}

fn guess(bytes: &[u8]) -> &'static encoding_rs::Encoding {
    let looked_at = &bytes[..bytes.len().min(LOOKED_AT)];
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(looked_at, looked_at.len() == bytes.len());
    let guessed = detector.guess(None, Utf8Detection::Deny);
    if decodes(looked_at, guessed) {
        return guessed;
    }
    OTHERS.iter().copied().find(|other| decodes(looked_at, other)).unwrap_or(guessed)
}

/// Whether bytes are text in an encoding, apart from one character that may be cut off at the end.
fn decodes(bytes: &[u8], encoding: &'static encoding_rs::Encoding) -> bool {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut piece = String::with_capacity(PIECE_BYTES);
    let mut rest = bytes;
    loop {
        piece.clear();
        let (result, read, has_replaced) = decoder.decode_to_string(rest, &mut piece, false);
        // Control characters of C1 are what other encodings look like in a single-byte one.
        if has_replaced || piece.contains(|letter: char| matches!(letter, '\u{80}'..='\u{9F}')) {
            return false;
        }
        rest = &rest[read..];
        if result == CoderResult::InputEmpty {
            return true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Chosen;
    use crate::document::{DoubtKind, Evidence};
    use encoding_rs::{BIG5, EUC_KR, GB18030, SHIFT_JIS, UTF_16LE, WINDOWS_1250, WINDOWS_1252};

    fn read(bytes: &[u8], declared: Option<&str>) -> (String, &'static str, Evidence) {
        let chosen = Chosen::of(bytes, declared);
        let encoding = chosen.encoding();
        (chosen.text(bytes).0, encoding.name, encoding.evidence)
    }

    #[test]
    fn what_bytes_prove_goes_before_what_a_page_says() {
        let text = "처리량 1,000";
        let utf_8 = text.as_bytes();
        assert_eq!(read(utf_8, None), (text.into(), "UTF-8", Evidence::Valid));
        assert_eq!(read(utf_8, Some("euc-kr")), (text.into(), "UTF-8", Evidence::Valid));
        let marked = [b"\xEF\xBB\xBF", utf_8].concat();
        assert_eq!(read(&marked, None), (text.into(), "UTF-8", Evidence::Marked));
        let (korean, ..) = EUC_KR.encode(text);
        assert_eq!(
            read(&korean, Some("ks_c_5601-1987")),
            (text.into(), "EUC-KR", Evidence::Declared)
        );
        let wide: Vec<u8> = "IOPS;1.000\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(read(&wide, None), ("IOPS;1.000\r\n".into(), UTF_16LE.name(), Evidence::Valid));
        assert_eq!(
            read(b"plain", Some("windows-1252")),
            ("plain".into(), "windows-1252", Evidence::Declared)
        );
    }

    #[test]
    fn the_code_pages_of_sheets_are_told_by_their_characters() {
        for (text, encoding) in [
            ("프로토콜,블록 크기,작업,처리량,지연 시간\nNFSv3,64 KiB,읽기,5 237,1.83\n", EUC_KR),
            ("通訊協定\t區塊大小\t作業\t輸送量\t延遲\nNFSv3\t64 KiB\t讀取\t5,237\n", BIG5),
            ("プロトコル,ブロックサイズ,操作,読み取り\nNFSv3,64 KiB,書き込み\n", SHIFT_JIS),
            ("协议,块大小,操作,吞吐量,平均时延\nNFSv3,64 KiB,读取,写入\n", GB18030),
            ("Débit;Opération;Accès séquentiel;Latence\nlecture;écriture\n", WINDOWS_1252),
            ("Přenosová rychlost;Čtení;Zápis;Zpoždění;Náhodný přístup\n", WINDOWS_1250),
        ] {
            let (bytes, ..) = encoding.encode(text);
            let (decoded, name, evidence) = read(&bytes, None);
            assert_eq!(decoded, text, "{name} for {}", encoding.name());
            assert_eq!(evidence, Evidence::Guessed);
        }
    }

    #[test]
    fn damaged_utf_8_stays_utf_8_and_is_counted() {
        let mut bytes =
            "측정 결과를 정리한 표입니다 측정 결과를 정리한 표입니다".as_bytes().to_vec();
        bytes.push(0xFF);
        let chosen = Chosen::of(&bytes, None);
        let (text, replaced) = chosen.text(&bytes);
        assert!(text.ends_with("표입니다\u{FFFD}"), "{text}");
        assert_eq!(replaced, 1);
        let doubts = chosen.doubts(replaced);
        assert_eq!(
            doubts.iter().map(|doubt| doubt.kind).collect::<Vec<_>>(),
            [DoubtKind::TextReplaced]
        );
    }
}
