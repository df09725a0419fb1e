//! What was written for a terminal, as it stands in print.

use super::capitalised;

/// A text of a finding for print: names stand in quotation marks instead of backticks.
pub(crate) fn plain(text: &str) -> String {
    let mut parts = text.split('`');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    let rest: Vec<&str> = parts.collect();
    for pair in rest.chunks(2) {
        match pair {
            [quoted, after] => plain.extend(["“", *quoted, "”", *after]),
            [alone] => plain.extend(["`", *alone]),
            _ => {}
        }
    }
    plain
}

/// An advice without what is meant for the command line and what it shows, which the reader of a report
/// does not have; empty if nothing is left, or there is nothing to do.
pub(crate) fn advice_in_print(advice: &str) -> String {
    let is_for_print = |clause: &&str| {
        let is_for_terminal =
            ["--", "`", "command line", "excerpt"].iter().any(|it| clause.contains(it));
        !is_for_terminal && *clause != "Nothing to do"
    };
    let kept = |sentence: &str| {
        let clauses: Vec<&str> = sentence.split("; ").filter(is_for_print).collect();
        (!clauses.is_empty()).then(|| format!("{}.", capitalised(&clauses.join("; "))))
    };
    let sentences = advice.trim_end_matches('.').split(". ");
    sentences.filter_map(kept).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::{advice_in_print, plain};

    #[test]
    fn advice_for_the_command_line_is_left_out_of_print() {
        for (advice, printed) in [
            ("Choose with --from.", ""),
            ("Nothing to do.", ""),
            (
                "Find out why it did not end; --series shows how far it came. A run needs at least two \
                 intervals.",
                "Find out why it did not end. A run needs at least two intervals.",
            ),
            (
                "Protocol and pattern must agree; `plimsoll reference show ID` lists those of the \
                 reference.",
                "Protocol and pattern must agree.",
            ),
            ("Remove the copy.", "Remove the copy."),
            ("use vdbench 5.04.07", "Use vdbench 5.04.07."),
            ("Nothing to do; run longer, if it matters.", "Run longer, if it matters."),
        ] {
            assert_eq!(advice_in_print(advice), printed);
        }
    }

    #[test]
    fn names_stand_in_quotation_marks() {
        assert_eq!(plain("job `x` ended, `y` too"), "job “x” ended, “y” too");
        assert_eq!(plain("a ` alone"), "a ` alone");
        assert_eq!(plain("none"), "none");
    }
}
