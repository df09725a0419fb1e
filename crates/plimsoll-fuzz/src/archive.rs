//! Archives, with readers of what may lie in them.

use plimsoll_fio::FioJson;
use plimsoll_input::{InputOptions, Limits, Outcome, ReadInput, Summary, read_bytes};
use plimsoll_read::{ReadOptions, Reader};
use plimsoll_vdbench::Vdbench;
use std::num::NonZeroUsize;

const NAME: &str = "archive";

/// Small enough that no input takes long, and each limit is met by some.
const LIMITS: Limits = Limits {
    max_entries: 1000,
    max_unpacked_bytes: 16 << 20,
    max_ratio: 1000,
    max_nesting: 4,
    max_member_bytes: 4 << 20,
    max_held_bytes: 64 << 10,
};

/// Reads bytes as an archive, or whatever they are.
///
/// # Panics
///
/// If an input is lost, or the number of threads changes something.
pub fn archive(bytes: &[u8]) {
    let (alone, summary) = read(bytes, NonZeroUsize::MIN);
    accounted_for(&alone, &summary);
    alone.iter().for_each(sound);
    let (on_two, again) = read(bytes, NonZeroUsize::MIN.saturating_add(1));
    assert_eq!(summary, again, "the number of threads changes how it went");
    assert_eq!(alone.len(), on_two.len());
    for (one, other) in alone.iter().zip(&on_two) {
        assert_eq!(one.source, other.source, "the number of threads changes the order");
        assert_eq!(one.outcome, other.outcome, "{}", one.source);
        assert_eq!(one.rows.len(), other.rows.len(), "{}", one.source);
        assert_eq!(one.findings, other.findings, "{}", one.source);
    }
}

fn read(bytes: &[u8], threads: NonZeroUsize) -> (Vec<ReadInput>, Summary) {
    let readers: &[&dyn Reader] = &[&FioJson, &Vdbench];
    let read = ReadOptions { max_input_bytes: 4 << 20, ..ReadOptions::default() };
    let options = InputOptions { read, limits: LIMITS, threads, ..InputOptions::new(readers) };
    let mut inputs = Vec::new();
    let summary = read_bytes(NAME, bytes.to_vec(), &options, &mut |input| {
        inputs.push(input);
        Ok(())
    });
    (inputs, summary.expect("nothing ends the run"))
}

fn accounted_for(inputs: &[ReadInput], summary: &Summary) {
    let count = |outcome| inputs.iter().filter(|input| input.outcome == outcome).count();
    let counts = [Outcome::Read, Outcome::Skipped, Outcome::Failed].map(count);
    assert_eq!(counts, [summary.read, summary.skipped, summary.failed]);
    assert_eq!(counts.iter().sum::<usize>(), summary.found, "an input is lost");
    assert!(summary.read + summary.failed > 0, "what was named was read, or failed");
}

fn sound(input: &ReadInput) {
    let is_inside = input.source.strip_prefix(NAME).is_some_and(|rest| {
        rest.is_empty() || rest.strip_prefix("!/").is_some_and(|name| !name.starts_with('/'))
    });
    assert!(is_inside, "it is called {}", input.source);
    assert_eq!(input.outcome == Outcome::Read, !input.rows.is_empty(), "{}", input.source);
    assert!(input.outcome == Outcome::Read || !input.findings.is_empty(), "{}", input.source);
    for finding in &input.findings {
        assert!(!finding.message.contains("stopped unexpectedly"), "{finding:?}");
    }
}
