//! Pages on which a figure is easily taken for another: what a row says, or that there is none.

use crate::support::read_rows;
use plimsoll_schema::{Code, Row};

/// Rows in short: operation, pattern, block, share of reads, then each figure.
fn rows(name: &str, page: &str) -> Vec<String> {
    read_rows(name, page).rows.iter().map(short).collect()
}

fn short(row: &Row) -> String {
    let of = &row.identity;
    let mut words: Vec<String> = Vec::new();
    let mut say = |word: Option<String>| words.extend(word);
    say(of.pattern.map(|it| it.to_string()));
    say(of.block_size_bytes.map(|it| it.to_string()));
    say(of.read_percent.map(|it| format!("{it}%")));
    say(of.op.as_ref().map(|it| it.word().to_owned()));
    for figure in &row.figures {
        words.push(format!("{} {} {}", figure.metric, figure.stat, figure.value));
    }
    words.join(" ")
}

/// The rows of a table of one line: an operation, and a cell below a header.
fn cell(header: &str, cell: &str) -> Vec<String> {
    rows("page.md", &format!("| op | {header} |\n|---|---|\n| read | {cell} |\n"))
}

fn assert_left_out(name: &str, page: &str, code: Code, words: &str) {
    let read = read_rows(name, page);
    assert_eq!(read.rows.iter().map(short).collect::<Vec<_>>(), [""; 0], "{page}");
    let finding = read.findings.iter().find(|it| it.code == code);
    let finding = finding.unwrap_or_else(|| panic!("{page}: {:?}", read.findings));
    assert!(finding.message.contains(words), "{}", finding.message);
}

#[test]
fn numbers_that_stand_apart_are_not_joined() {
    for text in ["5<br>100", "5<sub>100</sub>", "5   100", "5\t100"] {
        assert_eq!(cell("IOPS", text), [""; 0], "{text}");
    }
    assert_eq!(cell("IOPS", "5 100"), ["read iops mean 5100"]);
    for inner in ["5<br>100", "<p>5</p><p>100</p>", "<ul><li>5<li>100</ul>", "9<sub>2</sub>"] {
        let page = format!("<table><tr><th>op<th>IOPS<tr><td>read<td>{inner}</table>");
        assert_left_out("page.html", &page, Code::CellNotUnderstood, "is not understood");
    }
    assert_left_out("a.csv", "op,IOPS\nread,\"5\n100\"\n", Code::CellNotUnderstood, "5  100");
}

#[test]
fn notes_glued_to_numbers_and_powers_of_ten_are_none() {
    let page = |text: &str| {
        format!(
            "Storage was tested and these are the values.\n\n| op | IOPS |\n|---|---|\n| read | {text} |\n"
        )
    };
    for text in ["10⁵", "10<sup>3</sup>", "8,0001", "12,5002", "(500)", "٤٢٠٠", "−5", "1.5×10^5"]
    {
        assert_left_out("a.md", &page(text), Code::CellNotUnderstood, "");
    }
    assert_eq!(rows("a.md", &page("8,000¹")), ["read iops mean 8000"]);
    // One that has a note glued to it is no evidence for the others.
    assert_eq!(rows("a.md", &page("25,000 |\n| write | 8,0001")), ["read iops mean 25000"]);
}

#[test]
fn headers_that_multiply_or_divide_give_no_value() {
    for header in [
        "IOPS (×10³)",
        "IOPS (x1000)",
        "IOPS (10^3)",
        "kIOPS",
        "MIOPS",
        "IOPS /1000",
        "Mio. IOPS",
        "IOPS (thousands)",
        "IOPS per provisioned GiB",
        "Throughput per TiB (MiB/s)",
        "IOPS/$",
        "IOPS/W",
        "Δ IOPS",
        "Relative IOPS",
        "IOPS vs. baseline",
        "CPU time (ms)",
        "Boot time (s)",
        "Rebuild (h)",
        "Network bandwidth (Gbps)",
        "Link speed (Gbit/s)",
        "Rotational latency (ms)",
        "Latency at 70% load (ms)",
    ] {
        for text in ["5", "5 MiB/s"] {
            assert_eq!(cell(header, text), [""; 0], "{header}: {text}");
        }
    }
    assert_eq!(cell("Read/Write IOPS", "5"), ["read iops mean 5"]);
    assert_eq!(cell("Avg. (µs)", "5"), ["read latency mean 5000"]);
}

#[test]
fn percentiles_in_headers_and_labels() {
    assert_eq!(cell("Median latency (ms)", "5"), ["read latency p50 5000000"]);
    assert_eq!(cell("P30 read latency (ms)", "5"), ["read latency mean 5000000"]);
    let mixed = cell("Latency (ms) 70% read / 30% write", "5");
    assert_eq!(mixed, ["70% read latency mean 5000000"]);
    let lines = "| Percentile | Latency (ms) |\n|---|---|\n| p50 | 1 |\n| 99.9 | 2 |\n| Max | 3 |\n| StdDev | 4 |\n";
    let expected =
        ["total latency p50 1000000", "total latency p99.9 2000000", "total latency max 3000000"];
    assert_eq!(rows("a.md", lines), expected);
    let columns = "| | avg | p99 | max |\n|---|---|---|---|\n| Read latency (ms) | 1 | 2 | 3 |\n";
    let expected = ["read latency mean 1000000 latency p99 2000000 latency max 3000000"];
    assert_eq!(rows("a.md", columns), expected);
    let sizes = "| Size | P30 | P50 |\n|---|---|---|\n| Latency (ms) | 2 | 1 |\n";
    assert_eq!(rows("a.md", sizes), ["total latency mean 2000000", "total latency mean 1000000"]);
}

#[test]
fn shares_go_with_their_words() {
    let line = |label: &str| {
        rows("a.md", &format!("| Test | IOPS |\n|---|---|\n| {label} | 5 |\n")).join("; ")
    };
    assert_eq!(line("4K; 100% read; 0% random"), "sequential 100% total iops mean 5");
    assert_eq!(line("100% random, 70% read"), "random 70% total iops mean 5");
    assert_eq!(
        line("70% random read"),
        "read iops mean 5",
        "neither pattern, and no share of reads"
    );
    assert_eq!(line("100% sequential read"), "sequential 100% total iops mean 5");
    assert_eq!(line("Read-intensive SSD"), "total iops mean 5");
    let ratio = "| Write/Read | IOPS |\n|---|---|\n| 30/70 | 5 |\n";
    assert_eq!(rows("a.md", ratio), ["70% total iops mean 5"]);
    let header = "| Write : Read | 30:70 | 60:40 |\n|---|---|---|\n| read MB/s | 7 | 4 |\n| write MB/s | 3 | 6 |\n";
    let read = read_rows("a.md", header);
    assert_eq!(short(&read.rows[0]), "70% read throughput mean 7000000");
    assert!(read.findings.is_empty(), "{:?}", read.findings);
}

#[test]
fn lines_that_head_a_group_hold_for_those_below() {
    let expected = ["random 4096 read iops mean 100", "sequential 4096 write iops mean 50"];
    let text = "| Block size | IOPS |\n|---|---|\n| Random read | |\n| 4 KiB | 100 |\n| Sequential write | |\n| 4 KiB | 50 |\n";
    assert_eq!(rows("a.md", text), expected);
    for tag in ["td", "th"] {
        let page = format!(
            "<table><tr><th>Block size<th>IOPS<tr><{tag} colspan=2>Random read<tr><td>4 KiB<td>100<tr><{tag} colspan=2>Sequential write<tr><td>4 KiB<td>50</table>"
        );
        assert_eq!(rows("a.html", &page), expected, "{tag}");
    }
    let without_value = "| Op | IOPS |\n|---|---|\n| read | 5 |\n| write | |\n| total | 9 |\n";
    assert_eq!(rows("a.md", without_value), ["read iops mean 5", "total iops mean 9"]);
    let merged =
        "| Op | Block size | IOPS |\n|---|---|---|\n| Read | 4 KiB | 5 |\n| | 8 KiB | 4 |\n";
    assert_eq!(
        rows("a.md", merged),
        ["4096 read iops mean 5"],
        "of what the second line is, nobody knows"
    );
}

#[test]
fn headers_among_the_lines_end_what_is_read() {
    let text = "| op | IOPS | MB/s |\n|---|---|---|\n| read | 1000 | 5 |\n| op | MB/s | IOPS |\n| write | 3 | 900 |\n";
    assert_eq!(rows("a.md", text), ["read iops mean 1000 throughput mean 5000000"]);
    let repeated = "| op | IOPS |\n|---|---|\n| read | 5 |\n| op | IOPS |\n| write | 3 |\n";
    assert_eq!(rows("a.md", repeated), ["read iops mean 5", "write iops mean 3"]);
    let wrapped = "| Size | P10 | P20 |\n|---|---|---|\n| IOPS | 5 | 6 |\n| Size | P30 | P40 |\n| IOPS | 7 | 8 |\n";
    assert_eq!(rows("a.md", wrapped), ["total iops mean 5", "total iops mean 6"]);
    let lost = "| Size | IOPS | | MB/s | |\n|---|---|---|---|---|\n| | Read | Write | Read | Write |\n| 4K | 1 | 2 | 3 | 4 |\n";
    assert_left_out("a.md", lost, Code::TableNotUnderstood, "no header");
}

#[test]
fn a_corner_at_the_end_of_the_header_stands_in_front() {
    let text = "| IOPS | MB/s | |\n|---|---|---|\n| read | 5,000 | 20 |\n| write | 3,000 | 12 |\n";
    let expected = [
        "read iops mean 5000 throughput mean 20000000",
        "write iops mean 3000 throughput mean 12000000",
    ];
    assert_eq!(rows("a.md", text), expected);
    let sizes = read_rows("a.md", "| P10 | P20 | |\n|---|---|---|\n| IOPS | 500 | 2300 |\n").rows;
    let levels: Vec<_> =
        sizes.iter().filter_map(|it| it.identity.service_level.as_deref()).collect();
    assert_eq!(levels, ["P10", "P20"]);
    assert_eq!(short(&sizes[0]), "total iops mean 500");
}

#[test]
fn what_stands_right_above_a_table_goes_before_its_heading() {
    for line in ["**Random write, 4 KiB**", "Random write, 4 KiB:"] {
        let page = format!(
            "## Sequential read, 128 KiB\n\n{line}\n\n| clients | MB/s |\n|---|---|\n| 1 | 5 |\n"
        );
        let found = rows("a.md", &page);
        assert_eq!(found, ["random write throughput mean 5000000"], "{line}");
    }
}

#[test]
fn units_in_a_column_of_their_own_are_units() {
    let text = "| Metric | Value | Unit |\n|---|---|---|\n| IOPS | 5 | K |\n| Throughput | 2 | GB/s |\n| Latency | 300 | us |\n";
    assert_eq!(rows("a.md", text), ["total throughput mean 2000000000 latency mean 300000"]);
}

#[test]
fn several_sizes_of_blocks_are_none_and_memory_is_no_volume() {
    let blocks = "| Block size | IOPS |\n|---|---|\n| 4k/8k | 5 |\n| 4-64 KiB | 6 |\n| 4k | 7 |\n";
    let expected = ["total iops mean 5", "total iops mean 6", "4096 total iops mean 7"];
    assert_eq!(rows("a.md", blocks), expected);
    let sizes = "| Size | IOPS |\n|---|---|\n| 4 KiB | 5 |\n";
    assert_eq!(rows("a.md", sizes), ["4096 total iops mean 5"]);
    let machine = "| VM | Memory (GiB) | IOPS |\n|---|---|---|\n| D2 | 8 | 5 |\n";
    let parameters = read_rows("a.md", machine).rows[0].identity.parameters_text();
    assert_eq!(parameters, None, "8 GiB are no volume");
}

#[test]
fn a_cell_over_several_quantities_is_none_of_them() {
    let page = "<table><tr><th>op<th>IOPS<th>MB/s<tr><td>read<td colspan=2>500<tr><td>write<td>7<td>8</table>";
    assert_eq!(rows("a.html", page), ["write iops mean 7 throughput mean 8000000"]);
}

#[test]
fn differences_and_ratios_of_lines_are_no_figures() {
    let text = "| Op | IOPS |\n|---|---|\n| Read | 100 |\n| Difference | 50 |\n| Ratio | 2 |\n| Improvement | 3 |\n";
    assert_eq!(rows("a.md", text), ["read iops mean 100"]);
}
