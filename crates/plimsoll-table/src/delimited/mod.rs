//! Values parted by commas, semicolons, tabs or bars, perhaps several tables with titles above them.

mod delimiter;
mod record;

pub(crate) use delimiter::{Named, delimiter};
pub(crate) use record::records;

use crate::document::{Block, Cell, Document, Form, Row};
use crate::limits::{Budget, Excess};
use crate::region::{Place, blocks};
use crate::space::fold;

/// Reads a text of values with a mark between them.
pub(crate) fn read(text: &str, delimiter: char, budget: &mut Budget) -> Result<Document, Excess> {
    let mut document = Document::new(Form::Csv);
    let mut rows: Vec<Row> = Vec::new();
    for record in records(text, delimiter) {
        if record.filled() == 0 {
            end_region(&mut document, &mut rows, budget)?;
            continue;
        }
        let mut row = Row { line: record.line, cells: Vec::with_capacity(record.fields.len()) };
        for field in &record.fields {
            budget.cell(field.len())?;
            row.cells.push(Cell::of_text(fold(field), Vec::new()));
        }
        rows.push(row);
    }
    end_region(&mut document, &mut rows, budget)?;
    number(&mut document.blocks);
    Ok(document)
}

/// What stands between two blank lines.
fn end_region(
    document: &mut Document,
    rows: &mut Vec<Row>,
    budget: &mut Budget,
) -> Result<(), Excess> {
    let place = Place { sheet: None, first_column: 0 };
    for block in blocks(std::mem::take(rows), place, &mut document.doubts, budget)? {
        document.blocks.push(block);
    }
    Ok(())
}

/// Gives the tables of a document their numbers.
pub(crate) fn number(blocks: &mut [Block]) {
    let tables = blocks.iter_mut().filter_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    for (number, table) in tables.enumerate() {
        table.number = number + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::read;
    use crate::document::{Block, Document};
    use crate::limits::{Budget, Excess};

    fn page(text: &str, delimiter: char) -> Document {
        read(text, delimiter, &mut Budget::default()).expect("a small text")
    }

    #[test]
    fn titles_and_several_tables() {
        let text = "Tests of a volume;;\n;;\nSMB\nop;IOPS;ms\nread;1.024;0,5\n\nNFS;;\nop;IOPS;ms\nwrite;2.048;0,7\n";
        let document = page(text, ';');
        assert!(
            matches!(&document.blocks[0], Block::Paragraph(passage) if passage.text == "Tests of a volume")
        );
        let tables: Vec<_> = document.tables().collect();
        assert_eq!(
            tables.iter().map(|table| &*table.titles[0].text).collect::<Vec<_>>(),
            ["SMB", "NFS"]
        );
        assert_eq!(
            tables.iter().map(|table| (table.number, table.line)).collect::<Vec<_>>(),
            [(1, 4), (2, 8)]
        );
        assert_eq!(tables[1].locator(1, 1), "table 2 row 1 column 2");
        assert_eq!(tables[1].rows[1].cells[1].text, "2.048");
        assert_eq!((tables[1].header_rows, tables[1].is_header_marked), (1, false));
    }

    #[test]
    fn rows_keep_the_values_that_they_have() {
        let document = page("a,b,c\n1,2\n3,4,5,6\n", ',');
        let table = document.tables().next().expect("a table");
        assert_eq!(table.rows.iter().map(|row| row.cells.len()).collect::<Vec<_>>(), [3, 2, 4]);
    }

    #[test]
    fn texts_that_hold_too_much_end_early() {
        let excess = |text: &str| read(text, ',', &mut Budget::default()).err();
        assert_eq!(excess(&"1,2,3,4\n".repeat(300_000)), Some(Excess::Cells));
        let document = page(&format!("{}\n1,2", "1,".repeat(10_000)), ',');
        assert_eq!(document.tables().next().expect("a table").rows, []);
        assert_eq!(document.doubts.len(), 1);
    }
}
