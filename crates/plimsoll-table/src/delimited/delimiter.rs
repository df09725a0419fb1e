//! Which mark parts the values of a text.

use super::record::records;
use std::collections::HashMap;

/// Marks that part values, in the order in which they are preferred where all else is equal.
const DELIMITERS: &[char] = &['\t', ';', ',', '|'];

/// So many records are looked at.
const LOOKED_AT: usize = 200;

/// So much of a text is looked at, in bytes.
const LOOKED_AT_BYTES: usize = 64 * 1024;

/// What the name of a text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Named {
    /// That it holds delimited values.
    So,
    /// Nothing of that kind.
    Otherwise,
}

/// How well a mark fits.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
struct Fit {
    /// The share of records with as many values as most have.
    share: f64,
    /// How many values most records have.
    values: usize,
}

/// The mark that parts the values of a text, if it looks like such a text. Records of one value are titles.
pub(crate) fn delimiter(text: &str, named: Named) -> Option<char> {
    let head = &text[..text.floor_char_boundary(LOOKED_AT_BYTES)];
    // The last line may have been cut.
    let head = if head.len() < text.len() {
        head.rsplit_once('\n').map_or(head, |(head, _)| head)
    } else {
        head
    };
    let fits =
        DELIMITERS.iter().filter_map(|delimiter| Some((fit(head, *delimiter, named)?, *delimiter)));
    // The first of equal ones is preferred.
    fits.reduce(|best, next| if next.0 > best.0 { next } else { best })
        .map(|(_, delimiter)| delimiter)
}

fn fit(text: &str, delimiter: char, named: Named) -> Option<Fit> {
    let mut counts: HashMap<usize, usize> = HashMap::new();
    let (mut filled, mut longest) = (0_usize, 0_usize);
    for record in records(text, delimiter).take(LOOKED_AT).filter(|record| record.filled() > 0) {
        filled += 1;
        longest = longest.max(record.fields.iter().map(String::len).max().unwrap_or(0));
        *counts.entry(record.fields.len()).or_default() += 1;
    }
    let parted: usize =
        counts.iter().filter(|(values, _)| **values > 1).map(|(_, count)| count).sum();
    let (values, count) = counts
        .into_iter()
        .filter(|(values, _)| *values > 1)
        .max_by_key(|(values, count)| (*count, *values))?;
    // Titles count as records without values, so a mark within a few values does not fit.
    let share = count as f64 / filled as f64;
    let fits = match named {
        Named::So => share >= 0.5 || parted > 1 && count * 2 > parted,
        // Sentences have commas too: it must be so in every record, and values are short.
        Named::Otherwise => {
            share >= 0.9 && count >= 3 && (values >= 3 || delimiter == '\t') && longest <= 80
        }
    };
    fits.then_some(Fit { share, values })
}

#[cfg(test)]
mod tests {
    use super::{Named, delimiter};

    #[test]
    fn the_mark_that_is_in_every_record() {
        let of = |text| delimiter(text, Named::So);
        assert_eq!(of("Vol;IOPS\nA;1.024\nB;2,5\n"), Some(';'));
        assert_eq!(of("op,IOPS\nread,\"1,024\"\nwrite,512\n"), Some(','));
        assert_eq!(of("op\tIOPS\tms\nread\t1,024\t0,5\n"), Some('\t'));
        assert_eq!(of("op|IOPS\nread|1,024\n"), Some('|'));
        assert_eq!(of("role,size\n ,\"a | b\"\n ,\"c | d\"\n"), Some(','));
        assert_eq!(of("Tests of a volume\nof 10 TiB\n\nop;IOPS\nread;5\n"), Some(';'));
        assert_eq!(of("one\ntwo\n"), None);
    }

    #[test]
    fn a_text_that_is_not_named_so_has_to_be_regular() {
        let of = |text| delimiter(text, Named::Otherwise);
        assert_eq!(of("op;IOPS;ms\nread;1;2\nwrite;3;4\n"), Some(';'));
        assert_eq!(of("It reads, and writes.\nIt waits, and ends.\nIt was, it is.\n"), None);
    }
}
