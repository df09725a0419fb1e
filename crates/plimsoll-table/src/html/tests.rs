use crate::document::{Block, Cell, Document, Passage, Table};
use crate::limits::{Budget, Excess};

fn read(text: &str, line: usize, tables_before: usize) -> Result<Document, Excess> {
    super::read(text, line, tables_before, &mut Budget::default())
}

fn page(text: &str) -> Document {
    read(text, 1, 0).expect("a small page")
}

fn table(text: &str) -> Table {
    page(text).tables().next().expect("a table").clone()
}

/// The texts of a table's rows, cells parted by bars.
fn texts(table: &Table) -> Vec<String> {
    let row = |cells: &[Cell]| cells.iter().map(|cell| &*cell.text).collect::<Vec<_>>().join("|");
    table.rows.iter().map(|row_of| row(&row_of.cells)).collect()
}

/// The blocks in a few letters each.
fn outline(document: &Document) -> Vec<String> {
    let shown = |block: &Block| match block {
        Block::Heading(level, passage) => format!("h{level} {}", passage.text),
        Block::Paragraph(passage) => format!("p {}", passage.text),
        Block::ListItem(depth, passage) => format!("li{depth} {}", passage.text),
        Block::Caption(passage) => format!("caption {}", passage.text),
        Block::Code(passage) => format!("code {}", passage.text),
        Block::Table(table) => format!("table {} {:?}", table.number, texts(table)),
    };
    document.blocks.iter().map(shown).collect()
}

#[test]
fn spans_header_groups_and_notes_of_a_table() {
    let table = table(
        "<table><caption>Tests <b>of</b> a volume</caption><thead>\
         <tr><th rowspan=2>Protocol<th colspan=2>fio</tr>\
         <tr><th>IOPS<th>MiB/s</thead>\n\
         <tbody><tr><td rowspan=2>NFSv3<td>83.792<sup>1</sup><td>5.237</td></tr>\n\
         <tr><td>34.752 <a href='#n2'>[2]</a><td>2.172\
         </table>",
    );
    assert_eq!(
        texts(&table),
        ["Protocol|fio|fio", "Protocol|IOPS|MiB/s", "NFSv3|83.792|5.237", "NFSv3|34.752|2.172"]
    );
    assert_eq!((table.header_rows, table.is_header_marked), (2, true));
    assert_eq!(
        table.titles,
        [Passage { text: "Tests of a volume".into(), line: 1, notes: vec![] }]
    );
    assert_eq!(table.rows[2].cells[1].notes, ["1"]);
    assert_eq!(table.rows[3].cells[1].notes, ["[2]"]);
    assert_eq!(table.rows[3].cells[0].origin, Some((2, 0)));
    assert_eq!(table.rows.iter().map(|row| row.line).collect::<Vec<_>>(), [1, 1, 2, 3]);
    assert_eq!(table.locator(2, 1), "table 1 row 1 column 2");
}

#[test]
fn rows_of_header_cells_are_header_and_the_rest_is_told_by_the_cells() {
    let marked = table("<table><tr><td></td><th>a<th>b<tr><th>x<td>1<td>2</table>");
    assert_eq!((marked.header_rows, marked.is_header_marked), (1, true));
    let guessed = table("<table><tr><td>Size<td>IOPS<tr><td>P4<td>120</table>");
    assert_eq!((guessed.header_rows, guessed.is_header_marked), (1, false));
    let none = table("<table><tr><td>IOPS<td>120<tr><td>MB/s<td>25</table>");
    assert_eq!((none.header_rows, none.is_header_marked), (0, false));
}

#[test]
fn spaces_of_numbers_stay_and_lines_become_spaces() {
    let table = table(
        "<table><tr><td>5&nbsp;237</td><td>1&#8239;527,3</td><td>Read,<br>IOPS<br/>bs=4k</td>\
         <td><ul><li>up to 300</li><li>up to 60</li></ul></td><td>&nbsp;</td></tr></table>",
    );
    assert_eq!(texts(&table), ["5\u{A0}237|1\u{202F}527,3|Read, IOPS bs=4k|up to 300 up to 60|"]);
}

#[test]
fn what_is_hidden_or_said_twice_is_no_text() {
    let document = page(
        "<html lang=tr><head><title>A\n page</title><style>p{}</style></head><body>\
         <p><span>Okuma ~ 3.500</span><span class='sxs-lookup'><span>Reads ~3,500</span></span></p>\
         <script>1</script><p style='display: none'>x</p><p hidden>y</p><noscript>n</noscript><template><p>t</template>\
         <table><tr><td>130.000<span class=sxs-lookup>130,000</span><del>9</del></table>",
    );
    assert_eq!(document.language.as_deref(), Some("tr"));
    assert_eq!(document.title.as_deref(), Some("A page"));
    assert_eq!(outline(&document), ["p Okuma ~ 3.500", "table 1 [\"130.000\"]"]);
}

#[test]
fn blocks_come_in_the_order_of_the_page() {
    let document = page(
        "<h1>Tests</h1>text <b>in</b> two\n lines<div>apart</div>again\
         <ul><li><p>one</p></li><li>two<ul><li>deep</li></ul></li></ul>\
         <figure><figcaption>A figure</figcaption></figure><pre>\nfio --name=x\n  y</pre>\
         <h2>A <sup>1</sup></h2><p><sup>1</sup> a note<br><sup>2</sup> one more</p><p>1.600<sup>1</sup> MiB/s</p>",
    );
    assert_eq!(
        outline(&document),
        [
            "h1 Tests",
            "p text in two lines",
            "p apart",
            "p again",
            "li1 one",
            "li1 two",
            "li2 deep",
            "caption A figure",
            "code fio --name=x\n  y",
            "h2 A",
            "p 1 a note 2 one more",
            "p 1.600 MiB/s",
        ]
    );
}

#[test]
fn tables_in_tables_are_tables_of_their_own() {
    let document = page(
        "<table><tr><td><h3>SMB</h3>A test:<table><tr><th>IOPS<tr><td>5</table>after</td><td>side</table>\
         <table><tr><td><h4>no heading</h4><td>1</table><p>end</p>",
    );
    assert_eq!(
        outline(&document),
        [
            "table 1 [\"SMB A test: after|side\"]",
            "h3 SMB",
            "p SMB A test:",
            "table 2 [\"IOPS\", \"5\"]",
            "p after",
            "p side",
            "table 3 [\"no heading|1\"]",
            "p end",
        ]
    );
}

#[test]
fn what_is_written_between_rows_belongs_before_the_table() {
    let document =
        page("<p>a</p><table>stray<tr><td>1</td>lost<div>box</div></tr><tr><td>2</table>b");
    assert_eq!(
        outline(&document),
        ["p a", "table 1 [\"1\", \"2\"]", "p straylost", "p box", "p b"]
    );
}

#[test]
fn links_and_pictures_in_cells() {
    let table = table(
        "<table><tr><td><a href='/x'>P30</a><td>100<img alt='note' src=n.png>\
         <td><a href='#x'>a long chapter</a><td><a href='#t1'>7</a><td><img alt='yes'></table>",
    );
    assert_eq!(texts(&table), ["P30|100|a long chapter|7|yes"]);
    assert_eq!(table.rows[0].cells[1].notes, ["note"]);
}

#[test]
fn a_piece_of_a_page_counts_on() {
    let document = read("<p>x</p>\n<table>\n<tr><td>1</table>", 10, 4).expect("a small page");
    let table = document.tables().next().expect("a table");
    assert_eq!((table.number, table.line, table.rows[0].line), (5, 11, 12));
}

#[test]
fn broken_pages_are_read_as_browsers_do() {
    let document = page(
        "<table><tr><td>a<td><b>1<i>2</b>3</i><tr><td></table></table><b><p>x</b>y</p>\
         <a href=1>l<table><tr><td><a href=2>m</a></td></tr></table></a><p>z",
    );
    assert_eq!(
        outline(&document),
        ["table 1 [\"a|123\", \"\"]", "p xy", "p l", "table 2 [\"m\"]", "p z"]
    );
}

#[test]
fn pages_that_hold_too_much_end_early() {
    let excess = |text: &str| read(text, 1, 0).err();
    assert_eq!(excess(&"<div>".repeat(100_000)), Some(Excess::Depth));
    let attributes = "x ".repeat(2_000);
    assert_eq!(excess(&format!("<p {attributes}>")), Some(Excess::Attributes));
    assert_eq!(excess(&format!("<table>{}", "<tr><td>".repeat(600_000))), Some(Excess::Cells));
    let unclosed = format!("{}{}", "<font>".repeat(300), "<p>x</p>".repeat(300));
    assert_eq!(excess(&unclosed), None);
}

#[test]
fn a_table_that_is_too_wide_is_left_out_and_the_next_is_read() {
    let wide = "<td>1".repeat(10_000);
    let document = page(&format!("<table><tr>{wide}</table><table><tr><td>2</table>"));
    assert_eq!(outline(&document), ["table 1 []", "table 2 [\"2\"]"]);
    assert_eq!(document.doubts.len(), 1);
    assert_eq!(document.doubts[0].locator.as_deref(), Some("table 1"));
}
