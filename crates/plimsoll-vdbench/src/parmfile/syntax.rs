//! From the lines of a parameter file to its parameters.
//!
//! A file is a stream of `keyword=value` and `keyword=(value,value)`, separated by commas. A line ends
//! at the first blank, what follows is a comment; one that ends in a comma goes on in the next line.
//! Within parentheses a dash means a range, `(sd1-sd4)`; within quotes nothing means anything.

/// More parameters than this are not kept: a file of that size was not written to describe a benchmark.
const MOST_PARAMETERS: usize = 200_000;

/// A keyword as written, in lower case, and its values.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) keyword: String,
    pub(super) values: Vec<Value>,
}

/// What stands between the commas of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    /// A name, a number, a word.
    Text(String),
    /// The dash of a range.
    Dash,
}

/// The parameters of a file in order, and whether these are all of them.
pub(super) fn parameters(text: &str) -> (Vec<Parameter>, bool) {
    let mut scanner = Scanner::default();
    for line in effective_lines(text) {
        scanner.scan(line);
        if scanner.parameters.len() >= MOST_PARAMETERS {
            return (scanner.parameters, false);
        }
    }
    scanner.end_parameter();
    (scanner.parameters, true)
}

/// The lines that count. Where vdbench replaced variables it prints the line once more as it became,
/// and where it repeated lines for each host it prints all of them again.
fn effective_lines(text: &str) -> Vec<&str> {
    let mut kept = Vec::new();
    let mut is_line_before_kept = false;
    for (number, line) in text.lines().enumerate() {
        let after_title = line.split_once("<pre>").filter(|_| number == 0);
        let mut line = after_title.map_or(line, |(_, rest)| rest).trim();
        if let Some(substituted) = line.strip_prefix("variable substitution: ") {
            if is_line_before_kept {
                kept.pop();
            }
            line = substituted.trim();
        } else if line.starts_with("* Parameters after $host and #host values were replaced") {
            kept.clear();
        }
        is_line_before_kept = !is_skipped(line);
        if is_line_before_kept {
            kept.push(line);
        }
    }
    kept
}

/// Comments, the end mark, and the name of an included file, whose lines follow in the copy.
fn is_skipped(line: &str) -> bool {
    line.is_empty()
        || line.starts_with(['*', '#', '/'])
        || line.starts_with("eof")
        || line.starts_with("include=")
}

/// Where the reading of a parameter stands.
#[derive(Default)]
struct Scanner {
    parameters: Vec<Parameter>,
    keyword: Option<String>,
    values: Vec<Value>,
    /// The value that is being read.
    value: String,
    /// Open parentheses of a list.
    list_depth: usize,
    /// Open parentheses within a value: `rd=rd1_(a,b)` is one name.
    value_depth: usize,
}

impl Scanner {
    fn scan(&mut self, line: &str) {
        let (mut is_quoted, mut goes_on) = (false, false);
        for character in line.chars() {
            goes_on = false;
            match character {
                '"' => is_quoted = !is_quoted,
                _ if is_quoted => self.value.push(character),
                _ if character.is_whitespace() => break,
                ',' => {
                    goes_on = true;
                    self.comma();
                }
                _ => self.character(character),
            }
        }
        if !goes_on {
            self.end_parameter();
        }
    }

    fn comma(&mut self) {
        if self.value_depth > 0 {
            self.value.push(',');
        } else if self.list_depth > 0 {
            self.end_value();
        } else {
            self.end_parameter();
        }
    }

    fn character(&mut self, character: char) {
        let starts_value = self.value.is_empty() && self.keyword.is_some();
        match character {
            '=' if self.keyword.is_none() => {
                self.keyword = Some(std::mem::take(&mut self.value).to_lowercase());
            }
            '(' if self.list_depth > 0 || starts_value => self.list_depth += 1,
            ')' if self.list_depth > 0 => {
                self.end_value();
                self.list_depth -= 1;
            }
            '-' if self.list_depth > 0 && !self.has_dashes_in_values() => {
                self.end_value();
                self.values.push(Value::Dash);
            }
            '(' => {
                self.value.push(character);
                self.value_depth += 1;
            }
            ')' => {
                self.value.push(character);
                self.value_depth = self.value_depth.saturating_sub(1);
            }
            _ => self.value.push(character),
        }
    }

    /// A dash in the name of a host is a dash.
    fn has_dashes_in_values(&self) -> bool {
        let keyword = self.keyword.as_deref().unwrap_or_default();
        matches!(keyword, "hd" | "host" | "replay") || keyword.starts_with("misc")
    }

    fn end_value(&mut self) {
        if !self.value.is_empty() {
            self.values.push(Value::Text(std::mem::take(&mut self.value)));
        }
    }

    fn end_parameter(&mut self) {
        self.end_value();
        let values = std::mem::take(&mut self.values);
        if let Some(keyword) = self.keyword.take() {
            self.parameters.push(Parameter { keyword, values });
        }
        (self.list_depth, self.value_depth) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, parameters};

    /// The parameters as they would be written without any freedom.
    fn written(text: &str) -> Vec<String> {
        let (parameters, is_whole) = parameters(text);
        assert!(is_whole);
        let value = |value: &Value| match value {
            Value::Text(text) => text.clone(),
            Value::Dash => "-".to_owned(),
        };
        parameters
            .iter()
            .map(|parameter| {
                let values: Vec<String> = parameter.values.iter().map(value).collect();
                format!("{}={}", parameter.keyword, values.join("|"))
            })
            .collect()
    }

    #[test]
    fn a_line_is_parameters_between_commas() {
        assert_eq!(
            written("wd=wd1,SD=(sd1,sd2),xfersize=(4k,50,8k,50),seekpct=100"),
            ["wd=wd1", "sd=sd1|sd2", "xfersize=4k|50|8k|50", "seekpct=100"]
        );
    }

    #[test]
    fn the_title_and_comments_do_not_count() {
        let text = "<title>Vdbench output/parmfile.html</title><pre>\n\n* Contents of parameter file: /x=1\n\n\
                    # wd=wd0\n/ wd=wd9\nsd=sd1,threads=4   and, so=on\neof\n";
        assert_eq!(written(text), ["sd=sd1", "threads=4"]);
        assert_eq!(written("<pre>sd=sd1"), ["sd=sd1"]);
    }

    #[test]
    fn a_comma_at_the_end_goes_on_in_the_next_line() {
        let text = "wd=wd1,sd=sd1,  comment\n  * another\n  xfersize=(4k,50,\n 8k,50),\nrdpct=70\n";
        assert_eq!(written(text), ["wd=wd1", "sd=sd1", "xfersize=4k|50|8k|50", "rdpct=70"]);
        // What is not closed ends with its line.
        assert_eq!(written("a1=(1,2\nb1=3"), ["a1=1|2", "b1=3"]);
        // A stray comma joins definitions, and changes nothing.
        assert_eq!(written("sd=sd1,lun=\\\\.\\X,\nwd=wd1"), ["sd=sd1", "lun=\\\\.\\X", "wd=wd1"]);
    }

    #[test]
    fn dashes_are_ranges_in_lists_only() {
        assert_eq!(written("wd=w,sd=(sd1-sd4,x)"), ["wd=w", "sd=sd1|-|sd4|x"]);
        assert_eq!(written("rd=max-run.1"), ["rd=max-run.1"]);
        assert_eq!(written("hd=(a-b,c)"), ["hd=a-b|c"]);
    }

    #[test]
    fn quotes_protect_and_parentheses_may_stand_in_names() {
        assert_eq!(written("sd=s,lun=\"a b,c=d\",threads=2"), ["sd=s", "lun=a b,c=d", "threads=2"]);
        assert_eq!(written("rd=rd1_(a,b),wd=w"), ["rd=rd1_(a,b)", "wd=w"]);
        assert_eq!(written("dedup=(ratio=3,sets=(2,4))"), ["dedup=ratio=3|sets=2|4"]);
    }

    #[test]
    fn a_replaced_line_counts_as_what_it_became() {
        let text = "sd=sd1,lun=$lun\n    variable substitution: sd=sd1,lun=/x\nwd=wd1\n\
                    # $a\n    variable substitution: # b\n";
        assert_eq!(written(text), ["sd=sd1", "lun=/x", "wd=wd1"]);
        let repeated =
            "sd=sd$host\n*\n* Parameters after $host and #host values were replaced:\n*\nsd=sda\n";
        assert_eq!(written(repeated), ["sd=sda"]);
    }

    #[test]
    fn includes_are_read_in_their_place() {
        let text = "include=more\n\n* Contents of include file: /p/more\n\nsd=sd1\n\n\
                    * Continuing with original file: /p\n\nwd=wd1\n";
        assert_eq!(written(text), ["sd=sd1", "wd=wd1"]);
    }
}
