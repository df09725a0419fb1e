//! Texts as they stand in reports and on vendors' pages: none may lose a character.

use plimsoll_fonts::{Script, scripts_in};

/// Tag of the language, the script expected beside Latin, the text.
const TEXTS: &[(&str, Option<Script>, &str)] = &[
    (
        "en",
        None,
        "Random read 4 KiB, 80 % reads: 157,000 IOPS “up to” ≥ 1.2 × published; latency < 1 ms ± 5 %, \
         q ≈ 0.97 → falls short ▼ • n = 3, σ = 0.4, Δ −2.1 %, ∞ † ‡ § № ¹²³ µs ≤ ≠ ÷ ▲ ● ○ ■ □ ◆ ✓ ✗ …",
    ),
    (
        "de",
        None,
        "Zufälliges Lesen, größte gemessene Übertragungsrate: 4.500 MiB/s; „übertrifft“ – der Wert \
         liegt außerhalb des Bereichs, Änderungen gemäß Fußnote ¹",
    ),
    (
        "tr",
        None,
        "Rastgele okuma için IOPS değeri: 48.000’e kadar; gecikme süresi İkinci ölçümde düşük. Yayımlanan \
         değerin altında, karşılaştırılamaz: ĞğİıŞşÇçÖöÜü ₺",
    ),
    (
        "vi",
        None,
        "Đọc ngẫu nhiên 4 KiB: độ trễ trung bình thấp hơn 1 ms; băng thông đạt ngưỡng đã công bố, \
         kết quả vượt mức yêu cầu (ưỡ ệ ỗ ẫ ỹ ₫)",
    ),
    ("ru", None, "Случайное чтение, задержка не более 1 мс — значение подтверждено №"),
    ("el", None, "Τυχαία ανάγνωση, μέση καθυστέρηση ≤ 1 ms"),
    (
        "ko",
        Some(Script::Korean),
        "임의 읽기 4KiB, 읽기 비율 80%: 최대 157,000 IOPS, 평균 지연 시간 1㎳ 미만. 공개된 값보다 낮음 — \
         “비교 불가” · 워크로드별 측정 결과 ① ② 뷁 ㈜ ₩ 〔주〕",
    ),
    (
        "zh-Hant",
        Some(Script::TraditionalChinese),
        "隨機讀取 4 KiB\u{FF0C}讀取比例 80%:最高 157,000 IOPS,平均延遲低於 1 毫秒。量測結果優於公布值\u{FF1B}「無法比較」\
         之處請見附註。儲存叢集、磁碟區、輸送量",
    ),
    (
        "zh-Hans",
        Some(Script::SimplifiedChinese),
        "随机读取 4 KiB\u{FF0C}读取比例 80%:最高 157,000 IOPS,平均延迟低于 1 毫秒。测量结果优于公布值\u{FF1B}“无法比较”\
         之处请见附注……存储集群、吞吐量——《说明》",
    ),
    (
        "ja",
        Some(Script::Japanese),
        "ランダム読み取り 4 KiB、読み取り比率 80\u{FF05}\u{FF1A}最大 157,000 IOPS、平均レイテンシは 1 ミリ秒未満。測定値は\
         公表値を上回る「比較不可」~ストレージ・スループット ㈱ ① カナ 髙",
    ),
];

#[test]
fn every_character_is_set_by_the_chosen_faces() {
    for (tag, beside, text) in TEXTS {
        let scripts = scripts_in(text, Script::of_language(tag));
        let expected: Vec<Script> = [Script::Latin].into_iter().chain(*beside).collect();
        assert_eq!(scripts.iter().copied().collect::<Vec<_>>(), expected, "{tag}");
        let is_lost = |one: &char| !scripts.iter().any(|script| script.covers(*one));
        assert_eq!(text.chars().filter(is_lost).collect::<String>(), "", "{tag}");
    }
}

/// macOS writes file names decomposed; a shaper composes them again, from glyphs that are there.
#[test]
fn decomposed_file_names_are_set() {
    let names = [
        "\u{1107}\u{1169}\u{1100}\u{1169}\u{1109}\u{1165}.json",
        "\u{30AB}\u{3099}",
        "o\u{302}\u{303}",
    ];
    for name in names {
        let scripts = scripts_in(name, Script::Latin);
        assert!(name.chars().all(|one| scripts.iter().any(|script| script.covers(one))), "{name}");
    }
}
