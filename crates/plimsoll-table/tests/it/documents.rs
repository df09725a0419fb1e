//! The documents of pages and sheets, as they are.

use crate::support::{files, fixture, read_file, shown};
use plimsoll_table::{Block, Document, Form};
use std::path::Path;

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).expect("a name of text")
}

#[test]
fn every_fixture_in_full() {
    let files = files("fixtures/vendor");
    assert!(files.len() >= 60, "the fixtures are there");
    for path in files {
        insta::assert_snapshot!(name(&path).replace('.', "_"), shown(&read_file(&path)));
    }
}

/// The same records in six forms: what is read of them has to be the same, apart from how numbers are stored.
#[test]
fn one_table_in_every_form() {
    for (language, labels) in [("tr", "okuma"), ("de", "Lesen"), ("ko", "읽기"), ("ru", "чтение")]
    {
        for form in ["md", "html", "xlsx", "ods", "csv", "tsv"] {
            let file = format!("{language}-table.{form}");
            if !files("fixtures/vendor").iter().any(|path| name(path) == file) {
                continue;
            }
            let document = fixture(&file);
            let table = document.tables().next().expect("a table");
            assert_eq!(table.body().len(), 4, "{file}");
            assert!(table.body().iter().all(|row| row.cells.len() == 7), "{file}");
            assert_eq!(table.body()[0].cells[3].text, labels, "{file}");
            assert_eq!(table.body()[0].cells[0].text, "NFSv3", "{file}");
            assert_eq!(
                table.body()[1].cells[2].text.get(..3),
                Some("64 "),
                "{file}: labels reach down"
            );
        }
    }
}

/// For each table its header rows, body rows and the cells of its rows, least and greatest.
fn sizes(document: &Document) -> Vec<(usize, usize, usize, usize)> {
    let size = |table: &plimsoll_table::Table| {
        let least = table.rows.iter().map(|row| row.cells.len()).min().unwrap_or(0);
        (table.header_rows, table.body().len(), least, table.width())
    };
    document.tables().map(size).collect()
}

/// The pages that the catalogue was made from, where they are at hand.
#[test]
fn pages_as_they_were_found() {
    let mixes = [(1, 2, 6, 6); 14];
    let databases = [(1, 2, 3, 3); 2];
    for path in files("../shared/seeds") {
        let document = read_file(&path);
        let expected = match &name(&path)[..3] {
            "000" | "001" => [&mixes[..], &databases].concat(),
            "002" | "003" => vec![],
            _ => continue,
        };
        assert_eq!(sizes(&document), expected, "{}", path.display());
        assert_eq!(document.form, Form::PlainText, "{}", path.display());
    }
}

#[test]
fn public_pages_where_they_are_at_hand() {
    for (file, expected) in [
        ("zh-hans-alibaba-essd.md", vec![(2, 9, 2, 5), (1, 4, 4, 4)]),
        ("zh-hans-alibaba-nas-figures.md", vec![(1, 9, 5, 6), (1, 5, 2, 2)]),
        ("zh-hans-alibaba-ebs-performance.md", vec![(1, 5, 2, 3), (1, 10, 5, 8), (1, 4, 3, 3)]),
        (
            "zh-hans-alibaba-ebs-performance-2019.md",
            vec![(1, 5, 2, 3), (1, 8, 4, 5), (1, 4, 2, 3), (1, 6, 2, 3), (1, 11, 2, 2)],
        ),
        ("de-ibm-block-volume-sizes.md", vec![(1, 11, 3, 3), (1, 2, 5, 5), (1, 2, 2, 2)]),
        ("tr-azure-premium-ssd.md", vec![(1, 6, 9, 15)]),
        ("en-lenovo-ontap-storage-service.md", vec![(1, 3, 6, 6)]),
        ("zh-hans-ctyun-disk-types.md", vec![(0, 3, 6, 6)]),
        ("zh-hans-alibaba-essd-load-test.md", vec![(1, 2, 2, 2), (1, 3, 3, 3)]),
        ("zh-hans-cubefs-fio-random-read-iops.csv", vec![(1, 4, 5, 5)]),
        ("zh-hans-cubefs-env.csv", vec![(1, 18, 4, 4)]),
        ("ru-vk-disk-testing.xlsx", vec![(1, 26, 5, 5)]),
        ("ru-vk-disk-types.md", vec![(1, 5, 5, 5), (1, 6, 5, 5), (1, 2, 3, 3)]),
    ] {
        let Some(path) =
            files("../shared/samples/vendor/public").into_iter().find(|path| name(path) == file)
        else {
            continue;
        };
        assert_eq!(sizes(&read_file(&path)), expected, "{file}");
    }
}

/// Tables that a page only names are counted, and program text is no prose.
#[test]
fn a_page_that_names_its_tables() {
    let Some(path) = files("../shared/samples/vendor/public")
        .into_iter()
        .find(|path| name(path) == "zh-hans-cubefs-evaluation.rst")
    else {
        return;
    };
    let document = read_file(&path);
    assert!(document.tables().all(|table| table.included.is_some() && table.rows.is_empty()));
    assert_eq!(
        document.tables().nth(4).and_then(|table| table.included.as_deref()),
        Some("csv/cfs-fio-sequential-read-bandwidth.csv")
    );
    let has_command = |block: &Block| matches!(block, Block::Paragraph(passage) if passage.text.contains("-ioengine"));
    assert!(!document.blocks.iter().any(has_command));
}
