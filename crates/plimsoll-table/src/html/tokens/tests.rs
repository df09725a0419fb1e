use super::Tokens;
use crate::document::Document;
use crate::html::sink::PageSink;
use crate::limits::Budget;
use html5ever::tendril::{StrTendril, TendrilSink as _};
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, parse_document};
use proptest::prelude::*;

fn sink() -> PageSink {
    PageSink::new(1, 0, Budget::default())
}

/// A page, read in pieces of so many bytes.
fn in_pieces(text: &str, length: usize) -> Document {
    let (mut tokens, mut rest) = (Tokens::new(sink()), text);
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.ceil_char_boundary(length.min(rest.len())));
        tokens.push(piece);
        rest = after;
    }
    tokens.finish().finish().finish().expect("a small page").0
}

/// The same page, read by html5ever alone.
fn by_html5ever(text: &str) -> Document {
    let tree_builder = TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() };
    let options = ParseOpts { tree_builder, ..ParseOpts::default() };
    let mut parser = parse_document(sink(), options);
    parser.process(StrTendril::from_slice(text));
    parser.finish().finish().expect("a small page").0
}

/// A document in which lines do not count: a text is on the line where a piece of it ends.
fn without_lines(document: &Document) -> String {
    let shown = format!("{document:?}");
    let mut parts = shown.split("line: ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |all, part| all + part.trim_start_matches(|it: char| it.is_ascii_digit()))
}

/// Pieces and marks that html5ever looks ahead for change where runs of text end.
fn assert_same(text: &str) {
    let expected = without_lines(&by_html5ever(text));
    for length in [1, 2, 3, 7, text.len().max(1)] {
        let read = in_pieces(text, length);
        assert_eq!(without_lines(&read), expected, "{text:?} by {length}");
    }
}

#[test]
fn tags_and_attributes_are_what_html5ever_says() {
    for text in [
        "<!DOCTYPE html>\n<html lang=de>\n<p>a<br/>b</p>",
        "<p hidden>a<p HIDDEN=''>b<p hidden = until-found>c<p =hidden>d<p a=1 a=2 hidden/>e",
        "<p style='display: none'>a</p><P STYLE=\"display:none\"x>b</P ><p style=display:none>c",
        "<img alt='&lt;x&gt'><td><table><tr><td>1<img alt=&amp;><img alt='&copy=1&copy2&copy;'>",
        "<table><tr><td rowspan=\"2\"colspan='3'>1<td/rowspan/=3>2</table>",
        "<p é=1 ü>a</p é><x-é>b</x-é><p title=>c<p title= >d<p title=a/>e",
        "a<p\nhidden\n>b</p\n>c< d</ e></>f<3</3>g<?x y?>h<!x>i<!>j",
        "<p title=\"a\nb\n>\">c\n\n<table>\n<tr>\n<td>\n1</table>",
        "<",
        "a<",
        "a</",
        "a<b",
        "a</b",
        "<p a",
        "<p a=",
        "<p a='",
        "<!",
        "<!-",
        "<!--",
        "<!--x",
        "<!doc",
        "a&",
        "a&am",
    ] {
        assert_same(text);
    }
}

#[test]
fn comments_and_scripts_end_where_html5ever_says() {
    for text in [
        "a<!-- b -->c<!-->d<!--->e<!---->f<!----->g<!--a--!>h<!--a--!-->i<!--<!-- -->j",
        "a<!-- <p>x</p> -- > -->b<!DOCTYPE html>c<![CDATA[d]]>e",
        "<svg><![CDATA[a<b>]]></svg>b<p>c<math><mi>d</mi></math>",
        "<script>a<b</script>c<SCRIPT>'</p>'</Script >d<script></scripty></script/>e",
        "<script><!-- <script> </script> --></script>a",
        "<script><!-- <script> </script> </script>a<script><!--></script>b<script><!---></script>c",
        "<script><!-- x </script>a<script>--></script>b<script><!-- <scripty></script>c",
        "<style>a<!-- </style>b--><title>c &amp; <b>d</b> &lt</title>e",
        "<title>a",
        "<title>a&am",
        "<title>a&amp",
        "<title>a</tit",
        "<title>a</title",
        "<title>a</title x",
        "<script><!-- <script>",
        "<textarea>\n\na</textarea>b<xmp><p></xmp>c<noscript><p>d</noscript>e<iframe>f</iframe>",
        "<select><textarea>a</textarea><script>b</script></select><svg><title>a<p>b</title></svg>",
        "a<plaintext>b</plaintext><p>c",
        "<svg><title>a</title><style>b<p>c</style>",
        "<frameset><title>a</frameset>",
    ] {
        assert_same(text);
    }
}

#[test]
fn references_are_what_html5ever_says() {
    for text in [
        "&amp;&lt;&#8239;&#x202f;&#X41;&nbsp;1&nbsp1&notit;&notin;&not;&not&xyz;&;& &&amp",
        "&#128;&#x9f;&#x81;&#0;&#xD800;&#x110000;&#99999999999999999999;&#;&#x;&#xg;&#12a&#13;x",
        "&NotEqualTilde;&CounterClockwiseContourIntegral;&CounterClockwiseContourIntegralx;",
        "<p title='&ampx &amp= &amp &ltx;'>a&#65</p>&#65<p>&l<p>&lt",
    ] {
        assert_same(text);
    }
}

#[test]
fn line_ends_and_zero_bytes_are_what_html5ever_says() {
    for text in [
        "a\r\nb\rc\n\rd<pre>\r\ne\r\n</pre>\r",
        "<p\r\ntitle='a\rb'>c\r\n<table>\r<tr>\r\n<td>1\r</table>",
        "a\0b<p\0>c<p \0=1>d</p><script>\0</script><title>\0e</title>&\0<!--\0-->",
        "\u{FEFF}<p>a",
    ] {
        assert_same(text);
    }
}

#[test]
fn tables_are_what_html5ever_says() {
    for text in [
        "<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2<tr><td>3</tbody></table>c",
        "<table> <tr> <td><p>a</p><p>b<p>c</td> </tr>\n<!-- x --> <tfoot> <tr><td>d<br>e</tfoot> </table>",
        "<table><tr><td><a href='#x'>1</a><sup>2</sup><a>3<a>4</td></tr>5 </table><p>6",
        "<table><tr><td><b>1<td>2</b>3</tr><tr><td><b><i>4</b></i>5</table>6",
        "<table>\n <caption>a</caption><tr><td>1<table><tr><td>2</table>3</table>4",
        "x<table>\n y<tr>\nz<td>1</tr>\n&amp;<tr>\n\r\nw</table>",
        "<table> <td>1 </td> </table>",
        "<h2>a<table> <tr> <td>1 2 </table> b</h2>",
        "<table><tr><td>1</th></td></tr></tbody></thead></table>",
        "<table hidden><tr><td>1</table>2<p><table><tr><td>3",
        "<table><tr><td>1<div>2</div>3<tr><td>4</table>",
        "<table><tr><td>1\0</td>\0</tr></table>",
        "<template><table><tr><td>1</table></template><select><table><tr><td>2",
    ] {
        assert_same(text);
    }
}

#[test]
fn lines_are_counted_as_html5ever_does() {
    for text in [
        "a<!--\n-->b<p\ntitle='\n'>c",
        "<p>a\nb</p>\n<p>\nc\n d</p>\n<table>\n<tr>\n<td>e\n</table>x\n&amp;\ny<p>z",
    ] {
        for text in [text.to_owned(), text.replace('\n', "\r\n")] {
            assert_eq!(in_pieces(&text, text.len()), by_html5ever(&text), "{text:?}");
        }
    }
}

/// Pieces of markup that change how what follows is read.
const PIECES: &[&str] = &[
    "<",
    "</",
    ">",
    "/>",
    "<!--",
    "-->",
    "--!>",
    "<!",
    "<![CDATA[",
    "]]>",
    "<?",
    "&",
    "&amp",
    ";",
    "&#6",
    "&#x",
    "'",
    "\"",
    "=",
    " ",
    "\n",
    "\r",
    "\r\n",
    "\0",
    "a",
    "é",
    "1",
    "hidden",
    "<p",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<script>",
    "</script>",
    "<script",
    "<style>",
    "</style>",
    "<title>",
    "</title>",
    "<textarea>",
    "</textarea>",
    "<table>",
    "<tr>",
    "<td>",
    "</table>",
    "<svg>",
    "</svg>",
    "<math>",
    "<select>",
    "<template>",
    "</template>",
    "<pre>",
    "<plaintext>",
    "<noscript>",
    "<br/>",
    "<a href='#x'>",
    "</a>",
    "<sup>",
    "</sup>",
    "<img alt=x>",
    "<frameset>",
    "<td rowspan=2 colspan='2'>",
    "<!DOCTYPE html>",
];

/// Pieces of tables, most of them in their places.
const PIECES_OF_TABLES: &[&str] = &[
    "<table>",
    "<table>",
    "</table>",
    "<thead>",
    "</thead>",
    "<tbody>",
    "</tbody>",
    "<tfoot>",
    "<tr>",
    "<tr>",
    "<tr>",
    "</tr>",
    "</tr>",
    "<td>",
    "<td>",
    "<td>",
    "<th>",
    "</td>",
    "</td>",
    "</th>",
    "<td rowspan=2>",
    "a",
    "1",
    " ",
    "\n",
    "\r\n",
    "&amp;",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<a href='#x'>",
    "</a>",
    "<sup>",
    "</sup>",
    "<br>",
    "<img alt=x>",
    "<span>",
    "</span>",
    "<div>",
    "</div>",
    "<!---->",
    "<caption>",
    "</caption>",
    "<h2>",
    "</h2>",
    "<ul><li>",
    "<form>",
    "<input type=hidden>",
    "<col>",
    "<svg>",
    "</svg>",
    "\0",
];

proptest! {
    #[test]
    fn tables_put_together_are_what_html5ever_says(pieces in prop::collection::vec(prop::sample::select(PIECES_OF_TABLES), 0..40)) {
        assert_same(&format!("<table><tr><td>{}", pieces.concat()));
        assert_same(&format!("x<b><table>{}", pieces.concat()));
    }

    #[test]
    fn pages_are_what_html5ever_says(pieces in prop::collection::vec(prop::sample::select(PIECES), 0..24)) {
        assert_same(&pieces.concat());
    }
}
