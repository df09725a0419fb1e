//! The block size that a job was told to use.

use crate::mix::Mix;
use crate::options::{Known, Options, parts_by_direction};
use crate::workload::{Doubt, Workload};
use plimsoll_unit::{PrefixRule, parse_size};

/// The options that set a block size.
const BLOCK_SIZES: [&str; 5] = ["bs", "blocksize", "bssplit", "bsrange", "blocksize_range"];

impl Workload {
    /// The block size of reads, writes and trims, where there is only one.
    pub(crate) fn block_sizes_of(&mut self, mix: Mix, options: &Options<'_>) -> [Option<u64>; 3] {
        let rule = prefix_rule(options, &BLOCK_SIZES);
        match options.get("bssplit") {
            Known::Given(split) => {
                return parts_by_direction(split).map(|part| only_size_of_split(part?, rule));
            }
            Known::Contradictory => return self.differs("bssplit"),
            Known::Default | Known::Unknown => {}
        }
        match options.last_of(&["bsrange", "blocksize_range"]).1 {
            Known::Given(range) => {
                return parts_by_direction(range).map(|part| only_size_of_range(part?, rule));
            }
            Known::Contradictory => return self.differs("bsrange"),
            Known::Default | Known::Unknown => {}
        }
        self.block_sizes_of_bs(mix, options, rule)
    }

    fn block_sizes_of_bs(
        &mut self,
        mix: Mix,
        options: &Options<'_>,
        rule: PrefixRule,
    ) -> [Option<u64>; 3] {
        let (_, known) = options.last_of(&["bs", "blocksize"]);
        let Some(value) = self.or_default("bs", known, "4k") else {
            return [None; 3];
        };
        let mut sizes = parts_by_direction(value).map(|part| {
            let size = parse_size(part.unwrap_or("4096"), rule).ok().filter(|size| *size > 0);
            if size.is_none() {
                self.doubts.push(Doubt::Unreadable { option: "bs", value: value.to_owned() });
            }
            size
        });
        if options.is_on("bs_is_seq_rand") {
            // Then the parts are for sequential and random operations.
            sizes = [if mix.is_random { sizes[1] } else { sizes[0] }; 3];
        }
        sizes
    }
}

/// fio reads prefixes as powers of 1024 unless `kb_base=1000`, where they are those of SI and IEC.
pub(crate) fn prefix_rule(options: &Options<'_>, names: &[&str]) -> PrefixRule {
    match options.kb_base_for(names) {
        Some("1000") => PrefixRule::Iec,
        _ => PrefixRule::Swapped,
    }
}

/// `4k/60:8k/40`: sizes with their shares. One size alone is the size.
fn only_size_of_split(split: &str, rule: PrefixRule) -> Option<u64> {
    let mut sizes = split.split(':').map(|part| part.split('/').next().unwrap_or_default());
    let first = sizes.next()?;
    sizes.next().is_none().then(|| parse_size(first, rule).ok())?
}

/// `4k-8k`: least and greatest size. If they are the same, it is the size.
fn only_size_of_range(range: &str, rule: PrefixRule) -> Option<u64> {
    let (least, greatest) = range.split_once('-')?;
    let least = parse_size(least, rule).ok()?;
    (parse_size(greatest, rule) == Ok(least)).then_some(least)
}

#[cfg(test)]
mod tests {
    use crate::workload::tests::workload;

    #[test]
    fn one_block_size_or_none() {
        let sizes = |option, value| workload(&[(option, value)], 1, 0).block_sizes;
        assert_eq!(sizes("bs", "8k,32k"), [Some(8192), Some(32768), Some(32768)]);
        assert_eq!(sizes("bs", ",32k"), [Some(4096), Some(32768), Some(32768)]);
        assert_eq!(sizes("bssplit", "4k/50:64k/50"), [None; 3]);
        assert_eq!(sizes("bssplit", "4k/100"), [Some(4096); 3]);
        assert_eq!(sizes("bsrange", "1k-16k"), [None; 3]);
        assert_eq!(sizes("bsrange", "8k-8k,1k-2k"), [Some(8192), None, None]);
        assert_eq!(sizes("bs", "many"), [None; 3]);
        assert_eq!(
            workload(&[("bs", "4Ki")], 1, 0).block_sizes[0],
            Some(4000),
            "compatibility mode"
        );
        let base = workload(&[("kb_base", "1000"), ("bs", "4k")], 1, 0);
        assert_eq!(base.block_sizes[0], Some(4000));
    }
}
