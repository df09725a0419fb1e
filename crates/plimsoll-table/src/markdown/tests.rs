use super::{read, unescaped};
use crate::document::{Block, Document, Form};
use crate::limits::{Budget, Excess};

fn page(text: &str) -> Document {
    read(text, &mut Budget::default()).expect("a small page")
}

/// The blocks in a few letters each.
fn outline(text: &str) -> Vec<String> {
    let shown = |block: &Block| match block {
        Block::Heading(level, passage) => format!("h{level} {}", passage.text),
        Block::Paragraph(passage) => format!("p {}", passage.text),
        Block::ListItem(depth, passage) => format!("li{depth} {}", passage.text),
        Block::Caption(passage) => format!("caption {}", passage.text),
        Block::Code(passage) => format!("code {:?} at {}", passage.text, passage.line),
        Block::Table(table) => {
            let titles: Vec<&str> = table.titles.iter().map(|title| &*title.text).collect();
            let sizes: Vec<usize> = table.rows.iter().map(|row| row.cells.len()).collect();
            format!(
                "table {} at {} {titles:?} {sizes:?} header {}",
                table.number, table.line, table.header_rows
            )
        }
    };
    page(text).blocks.iter().map(shown).collect()
}

#[test]
fn a_page_of_markdown() {
    let text = "---\ntitle: \"Speed\"\nlang: de\n---\n\n# Tests {#tests .concept}\n{: #about}\n\nA [page](b.md) of **tests**.\n\
                -   first\n\n    |a|b|\n    |-|-|\n    |1|2|\n    {: caption=\"Limits\"}\n    -   deeper\n\n\
                ```sh\n| no | table |\n```\n\n    fio --bs=4k\n\nPart\n----\n1. one\n<!-- a\nb -->\n***\nend";
    assert_eq!(
        outline(text),
        [
            "h1 Tests",
            "p A page of tests.",
            "li1 first",
            "table 1 at 12 [\"Limits\"] [2, 2] header 1",
            "li2 deeper",
            "code \"| no | table |\" at 19",
            "p fio --bs=4k",
            "h2 Part",
            "li1 one",
            "p end",
        ]
    );
    let page = page(text);
    assert_eq!((page.title.as_deref(), page.language.as_deref()), (Some("Speed"), Some("de")));
    assert_eq!(page.form, Form::Markdown);
}

#[test]
fn indented_text_is_code_where_no_list_is() {
    assert_eq!(
        outline("a\n\n    fio --x\n\n      y\nb"),
        ["p a", "code \"    fio --x\\n\\n      y\" at 3", "p b"]
    );
}

#[test]
fn plain_text_has_a_paragraph_on_each_line() {
    let text = "Speed tests\nOne line.\n| a | b | |\n|---|---|---|\n| r | 1 | 2 |\nNext part\n";
    assert_eq!(
        outline(text),
        ["p Speed tests", "p One line.", "table 1 at 3 [] [3, 3] header 1", "p Next part"]
    );
    assert_eq!(page(text).form, Form::PlainText);
}

#[test]
fn tables_of_every_kind_are_counted_together() {
    let text = "<div>\n<table>\n<tr><td>1<td>2\n</table>\n</div>\n\n[cols=\"1,1\", options=\"header\"]\n|===\n|a\n|b\n\n|1\n|2\n|===\n\
                +---+---+\n| a | b |\n+---+---+\n\n{note:info}\na | b | c\n1 | 2 | 3\n{/note}\n";
    assert_eq!(
        outline(text),
        [
            "table 1 at 2 [] [2] header 0",
            "table 2 at 8 [] [2, 2] header 1",
            "table 3 at 15 [] [2] header 0",
            "table 4 at 20 [] [3, 3] header 1",
        ]
    );
}

#[test]
fn marks_of_asciidoc_that_are_missing() {
    let text = "[cols=\"1,1\"]\n\n|a\n|b\n\n|1\n|2\n|===\n\nbetween\n\n|===\n\nend";
    assert_eq!(outline(text), ["table 1 at 3 [] [2, 2] header 1", "p between", "p end"]);
    let titled = "[%header,cols=2*]\n.Limits\n|===\n|a|b\n|1|2\n|===\n";
    assert_eq!(outline(titled), ["table 1 at 3 [\"Limits\"] [2, 2] header 1"]);
}

#[test]
fn a_page_of_restructured_text() {
    let text = "Speed\n-----\n\nSetting\n^^^^^^^\n\n.. csv-table:: Volume\n   :header: \"a\", \"b\"\n\n   1, \"2, 3\"\n\n\
                .. csv-table::\n   :file: csv/speed.csv\n\n1. Read\n=======\n\n.. code-block:: bash\n\n   fio \\\n     -bs=4k\n\n\
                .. image:: a.png\n   :alt: x\n\n.. _fio: http://a\n\nOutput::\n\n   iops=5\n\nend";
    assert_eq!(
        outline(text),
        [
            "h1 Speed",
            "h2 Setting",
            "table 1 at 7 [\"Volume\"] [2, 2] header 1",
            "table 2 at 12 [] [] header 0",
            "h3 1. Read",
            "code \"fio \\\\\\n  -bs=4k\" at 20",
            "p Output::",
            "code \"   iops=5\" at 30",
            "p end",
        ]
    );
    let page = page(text);
    assert_eq!(
        page.tables().nth(1).and_then(|table| table.included.as_deref()),
        Some("csv/speed.csv")
    );
}

#[test]
fn escapes_can_be_taken_off() {
    assert_eq!(unescaped("2\\.048\\*"), "2.048*");
    assert_eq!(unescaped("25000\\\\\\*"), "25000\\*");
    assert_eq!(unescaped("c:\\dir\\"), "c:\\dir\\");
}

#[test]
fn texts_that_hold_too_much_end_early() {
    let excess = |text: &str| read(text, &mut Budget::default()).err();
    assert_eq!(excess(&format!("{}\n|-|", "|1".repeat(1_000_001))), Some(Excess::Cells));
    assert_eq!(excess(&"a\n".repeat(1_000_001)), Some(Excess::Blocks));
    let wide = format!("|{}\n|{}\n", "1|".repeat(10_000), "-|".repeat(10_000));
    assert_eq!(
        outline(&format!("{wide}\n|a|b|\n|-|-|\n")),
        ["table 1 at 1 [] [] header 0", "table 2 at 4 [] [2] header 1"]
    );
    assert_eq!(page(&wide).doubts.len(), 1);
}
