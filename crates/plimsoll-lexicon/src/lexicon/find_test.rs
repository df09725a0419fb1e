//! Words are found as pages write them: inflected, torn, glued, in capitals.

use super::{Found, Lexicon};
use crate::concept::{Concept, Side};
use crate::language::{Language, Languages, Locale};
use proptest::prelude::*;

/// The words of a page's language in a text, with their concepts.
fn found(language: Language, text: &str) -> Vec<(Concept, String)> {
    let of_page = Languages::of_page(language);
    let words = Lexicon::builtin().find_in(text, of_page);
    words.into_iter().map(|word| (word.concept, text[word.range].to_owned())).collect()
}

fn concepts(language: Language, text: &str) -> Vec<Concept> {
    found(language, text).into_iter().map(|(concept, _)| concept).collect()
}

/// The words that pages use, right and wrong ones: read, write, sequential, random, block size,
/// throughput, latency, working set.
const WORDS: &str = "
ko; 읽기, 읽음; 쓰기; 순차, 순차적; 랜덤, 임의, 무작위, Random; 블록 크기; 처리량, 대역폭; 지연 시간, 대기 시간; 작업 집합, 작업 세트
zh-Hant; 讀取, 已讀; 寫入; 循序, 順序, 連續, Sequential; 隨機; 區塊大小; 輸送量, 處理量, 總處理量; 延遲時間, 延遲; 工作集, 運作集, 運算集
zh-Hans; 读, 读取; 写, 写入; 顺序; 随机; 块大小, 数据块大小, Block Size; 吞吐, 吞吐量, 带宽; 时延, 访问时延, 延迟; 工作集
ja; 読み取り, 読込, リード; 書き込み, 書込, ライト; シーケンシャル, 順次; ランダム; ブロック サイズ, ブロックサイズ; スループット; レイテンシ, レイテンシー, 待ち時間; ワーキング セット, 作業セット
tr; okuma, Oku; yazma; sıralı; rastgele; blok boyutu; aktarım hızı, iş yükü işleme, performansı, çıkış; gecikme süresi; çalışma kümesi
de; Lese-, Lesen, gelesen; Schreib-, Schreiben; sequenziell, sequenzielle; zufällig, zufälligen; Blockgröße; Durchsatz; Latenz, Latency; Arbeitssatz
fr; lecture, lectures; écriture, écritures; séquentiel, séquentielle; aléatoire; taille de bloc; débit; latence, temps d’attente; plage de travail
es; lectura, lecturas; escritura, escrituras; secuencial; aleatorio, aleatoria; tamaño de bloque; rendimiento, capacidad de procesamiento; latencia; conjunto de trabajo
it; lettura, letture; scrittura, scritture; sequenziale; casuale, casuali; dimensione blocco; velocità effettiva; latenza; working set
pt; leitura, leituras, lêem; gravação, escrita, escritas; sequencial; aleatório, aleatória; tamanho de bloco; taxa de transferência, produtividade, capacidade de processamento; latência; conjunto de trabalhos, conjunto de trabalho
nl; Lees, lees; schrijf; sequentieel, opeenvolgend, opeenvolgende; wille keurige, willekeurig; blokgrootte; door voer, doorvoer; latentie; werkset, werkende set
ru; чтение, чтения, считывание; запись, записи; последовательный, последовательных; случайный, случайных; размер блока, bs; пропускная способность; задержка, отклик; рабочий набор
pl; odczyt, odczyty; zapis, zapisy; sekwencyjny, sekwencyjne; losowy, losowych; rozmiar bloku; przepływność, przepustowość, natężenie przepływu; opóźnienie; zestaw roboczy
cs; čtení; zápis, zápisy; sekvenční; náhodný, náhodných; velikost bloku; propustnost; latence; pracovní sada
hu; olvasás, olvasások; írás, írások; szekvenciális; véletlenszerű, Random; blokkméret; átviteli sebesség, sebesség, adattovábbítás, teljesítmény; késés; munkakészlet
sv; läsningar, Läs, Read; skrivningar, Skriv; sekventiell, sekventiella; slumpmässig, slumpmässiga; blockstorlek; data flöde, dataflöde; latens; arbetsuppsättning";

#[test]
fn each_language_has_its_words() {
    use Concept::{BlockSize, Latency, Random, Read, Sequential, Throughput, WorkingSet, Write};
    let meanings = [Read, Write, Sequential, Random, BlockSize, Throughput, Latency, WorkingSet];
    let mut checked = 0;
    for line in WORDS.trim().lines() {
        let mut cells = line.split("; ");
        let language = Locale::parse(cells.next().expect("a tag")).expect("known").language;
        for (words, concept) in cells.zip(meanings) {
            for word in words.split(", ") {
                let found = found(language, word);
                assert_eq!(found.len(), 1, "{language} {word}: {found:?}");
                assert_eq!(found[0].0, concept, "{language} {word}");
                checked += 1;
            }
        }
    }
    assert!(checked > 16 * 8, "{checked}");
}

#[test]
fn torn_hyphenated_and_capital_words_are_the_same_words() {
    use Concept::{Latency, Random, Read, Throughput, Write};
    assert_eq!(
        found(Language::Dutch, "wille keurige Lees bewerkingen"),
        [
            (Random, "wille keurige".to_owned()),
            (Read, "Lees".to_owned()),
            (Concept::Operation, "bewerkingen".to_owned())
        ]
    );
    assert_eq!(
        found(Language::Swedish, "Läs data flöde")[1],
        (Throughput, "data flöde".to_owned())
    );
    assert_eq!(concepts(Language::German, "DURCHSATZ, Durch\u{ad}satz"), [Throughput, Throughput]);
    assert_eq!(concepts(Language::German, "Lesedurchsatz"), [Read, Throughput]);
    assert_eq!(concepts(Language::German, "Lese-/Schreiblatenz"), [Read, Write, Latency]);
    assert_eq!(concepts(Language::French, "d’écriture"), [Write]);
}

#[test]
fn a_word_of_an_alphabet_is_a_whole_word() {
    assert_eq!(concepts(Language::English, "spread already writer reads"), [Concept::Read]);
    assert_eq!(concepts(Language::English, "readahead"), [Concept::Other]);
    // Torn only where both pieces are long enough.
    assert_eq!(concepts(Language::English, "re ad"), []);
    assert_eq!(concepts(Language::English, "through put"), [Concept::Throughput]);
}

#[test]
fn words_are_found_glued_to_numbers_and_names() {
    use Concept::{BlockSize, Clients, Read, Sequential, WorkingSet};
    assert_eq!(concepts(Language::Korean, "n2-standard-32가상 머신"), [Clients]);
    assert_eq!(concepts(Language::Korean, "64KiB순차적 읽기를"), [Sequential, Read]);
    assert_eq!(concepts(Language::Korean, "블록크기와 작업 집합"), [BlockSize, WorkingSet]);
}

/// The longest word wins: 작업 집합 is a working set and no job, 最大值 one word.
#[test]
fn the_longest_word_is_taken() {
    assert_eq!(concepts(Language::Korean, "작업 집합"), [Concept::WorkingSet]);
    assert_eq!(concepts(Language::Korean, "이상적"), [Concept::Other]);
    assert_eq!(found(Language::SimplifiedChinese, "最大值")[0].1, "最大值");
    assert_eq!(concepts(Language::Turkish, "iş yükü"), [Concept::Workload]);
    assert_eq!(concepts(Language::Korean, "작업"), [Concept::Jobs, Concept::Operation]);
}

#[test]
fn unit_words_have_one_i_in_every_language() {
    for text in ["IOPS", "iops", "ıOPS", "İOPS", "iOPS"] {
        assert_eq!(concepts(Language::Turkish, text), [Concept::Iops], "{text}");
    }
    assert_eq!(concepts(Language::Turkish, "sirali"), []);
}

#[test]
fn a_word_says_on_which_side_of_a_value_it_stands() {
    let lexicon = Lexicon::builtin();
    let below = |text, language| lexicon.find_in(text, Languages::from(language))[0].clone();
    assert_eq!(below("미만", Language::Korean).side, Some(Side::After));
    assert_eq!(below("小於", Language::TraditionalChinese).side, Some(Side::Before));
}

#[test]
fn words_of_several_languages_are_told_apart_by_language() {
    let all = Lexicon::builtin().find("rapport");
    assert_eq!(all.len(), 1);
    assert!(all[0].languages.has(Language::French) && !all[0].languages.has(Language::German));
    let latency = Lexicon::builtin().find("latencia");
    assert_eq!(latency[0].languages, Language::Spanish.into());
    let to_or_and: Vec<Found> = Lexicon::builtin().find("a");
    assert_eq!(to_or_and.len(), 2, "{to_or_and:?}");
}

proptest! {
    #[test]
    fn ranges_are_of_the_text_and_in_order(text in "(\\PC|읽기|lese| |-|door voer|і̇){0,20}") {
        let mut last = 0;
        for word in Lexicon::builtin().find(&text) {
            prop_assert!(text.get(word.range.clone()).is_some());
            prop_assert!(word.range.start >= last || word.range.end == last || last == 0
                || word.range.start < word.range.end);
            last = last.max(word.range.start);
        }
    }
}
