//! The registry of finding codes. `docs/findings.md` is made from it, `plimsoll explain` prints it.

use crate::finding::Level;
use std::fmt::Write as _;

/// What a code means, for the person who meets it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Explanation {
    /// What it says, in one sentence.
    pub meaning: &'static str,
    /// Why it matters and what was done about it.
    pub consequence: &'static str,
    /// What the reader can do.
    pub advice: &'static str,
}

macro_rules! codes {
    ($($item:ident = $word:literal, $level:ident, $meaning:literal, $consequence:literal, $advice:literal;)*) => {
        /// A kind of finding. Its word is in kebab case and never changes.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $item,)*
        }

        impl Code {
            /// All codes, in the order of their words.
            pub const ALL: &[Self] = &[$(Self::$item,)*];

            /// The word, for instance `cut-off`.
            pub fn word(self) -> &'static str {
                match self { $(Self::$item => $word,)* }
            }

            /// How much a finding of this code weighs.
            pub fn level(self) -> Level {
                match self { $(Self::$item => Level::$level,)* }
            }

            /// What it means.
            pub fn explanation(self) -> Explanation {
                match self {
                    $(Self::$item => Explanation {
                        meaning: $meaning,
                        consequence: $consequence,
                        advice: $advice,
                    },)*
                }
            }
        }
    };
}

codes! {
    AlreadyRead = "already-read", Note,
        "A file or folder was met a second time: through a link, or because it was named twice.",
        "It counts once, where the message says.",
        "Nothing to do.";
    ArchiveDamaged = "archive-damaged", Error,
        "An archive or a compressed file ends early or does not decompress.",
        "Members before the damage were read; the others are missing.",
        "Copy or download the file again, and compare its checksum with the origin's.";
    AverageIncludesWarmUp = "average-includes-warm-up", Warning,
        "The average that the tool printed contains an interval of the warm-up (vdbench 5.04.05 and 5.04.06).",
        "The figures were computed from the intervals that the average is labelled with; without interval rows they stand as printed.",
        "Nothing to do where they were computed; else keep the whole output directory, or use 5.04.07 when the run is repeated.";
    AverageMissing = "average-missing", Warning,
        "A run definition started and has no measurement: no average, or one that covers no interval.",
        "Its row has no figures; its intervals are no result.",
        "Find out why it did not end; --series shows how far it came. A run needs at least two intervals.";
    ClientsNotJoined = "clients-not-joined", Warning,
        "Several inputs hold the same workload or one of its kind, and whether they are clients of one run is not known.",
        "They stay apart and are not judged: as clients of one run their rates would be added up, as repeats they would not.",
        "List them as `runs` of a step in campaign.toml, or give the same workload the same name and options on every client.";
    ClientsOverlapPartly = "clients-overlap-partly", Warning,
        "Inputs of the same workload or of one of its kind overlap in time, but not enough to be clients of one run.",
        "They stay apart and are not judged: each had only a part of the storage.",
        "Start the clients together, or list what belongs together as `runs` of a step in campaign.toml.";
    ConditionContradicted = "condition-contradicted", Warning,
        "The campaign says another number of clients, jobs or outstanding operations than the results.",
        "What was measured is shown and compared with the published test.",
        "Correct campaign.toml; if it is right, look for results of clients that are missing.";
    CutOff = "cut-off", Warning,
        "The last document of a file ends in the middle, after complete ones.",
        "The complete documents were read; the piece at the end was left out.",
        "If the run was to be longer, look for the place where its output was cut: a full disk, a killed process.";
    DepthUnclear = "depth-unclear", Warning,
        "A queue depth was asked for, and which engine the job used is not recorded.",
        "`queue_depth` is null: fio's default engine differs by platform, and the one on Linux ignores iodepth.",
        "Name the engine (ioengine=libaio, io_uring, windowsaio) when the run is repeated.";
    DistributionOfOtherTime = "distribution-of-other-time", Note,
        "The latency distribution that the tool printed counts other operations than its figures.",
        "It was left out.",
        "Nothing to do; vdbench 5.04.07 leaves the warm-up out of its histograms.";
    DocumentDamaged = "document-damaged", Error,
        "A document begins in the input but cannot be read to its end.",
        "Nothing of it was used: the figures that are still there could belong to an unfinished run.",
        "Run the benchmark again or find an undamaged copy; the excerpt shows where reading stopped.";
    DocumentNotUnderstood = "document-not-understood", Error,
        "The document is well formed but does not have the shape of the tool's output.",
        "Nothing of it was used.",
        "If it is output of the tool that was changed by another program, convert the original.";
    DocumentRepeated = "document-repeated", Note,
        "The same document stands in the input more than once.",
        "It was counted once.",
        "Nothing to do.";
    DocumentSuperseded = "document-superseded", Note,
        "A later document of the same run holds the same counters, further on (fio --status-interval).",
        "The last complete document was used; the earlier ones are included in it.",
        "Nothing to do.";
    FiguresContradict = "figures-contradict", Warning,
        "Figures that were printed for one measurement cannot be right together.",
        "They were kept as printed: which of them is wrong cannot be told.",
        "Look at the place; a program between the tool and the file may have changed it.";
    FileMissing = "file-missing", Note,
        "An output lacks a file that tells more than those that are there.",
        "It was read as far as it goes: the message says what is not known.",
        "Keep the whole output directory.";
    FilesDisagree = "files-disagree", Warning,
        "Two files of one output tell the same figure, and the values differ by more than printing rounds.",
        "The more exact file was used.",
        "Look at both places; files of different runs may have come into one folder.";
    FormatAmbiguous = "format-ambiguous", Warning,
        "Two readers are equally sure that an input is theirs.",
        "The first one in the list of formats was used.",
        "Choose with --from.";
    GlyphMissing = "glyph-missing", Note,
        "A text of an input holds characters that no embedded font has.",
        "The PDF prints their code points, for instance U+1F600; figures are not affected.",
        "Nothing to do.";
    HostsMissing = "hosts-missing", Warning,
        "A client/server run has fewer entries than its hosts and jobs make.",
        "The rows are those of the entries that are there; the run rows are sums of these.",
        "Compare with the list of hosts the run was started with.";
    InputEmpty = "input-empty", Error,
        "The input holds nothing.",
        "There is nothing to read.",
        "Look for the place where the output was to be written: a full disk, a run that never started.";
    InputRepeated = "input-repeated", Warning,
        "Two inputs hold the same run.",
        "It was counted once.",
        "Remove the copy.";
    InputTooLarge = "input-too-large", Error,
        "An input is greater than the limit for what is held in memory at once.",
        "It was not read.",
        "Raise the limit with --max-input-size if the input is genuine.";
    InputUnknown = "input-unknown", Error,
        "No reader knows the input.",
        "Nothing was read from it.",
        "`plimsoll inspect` says what was looked for; --from names the format where it cannot be told from the content.";
    InputUnreadable = "input-unreadable", Error,
        "The input could not be opened or read.",
        "Nothing was read from it.",
        "Look at the path and its permissions.";
    JobFailed = "job-failed", Warning,
        "The tool reports that a job ended with an error, or that operations failed.",
        "The figures until then were kept; they may cover less time or fewer operations than asked for.",
        "Find the cause before using the figures; the message names the error.";
    JobsUnclear = "jobs-unclear", Warning,
        "How many jobs an entry stands for cannot be told.",
        "`jobs` is null.",
        "Keep the job file beside the result, or name the number of jobs in the campaign.";
    LatencyImplausible = "latency-implausible", Warning,
        "The printed latency bins cannot be a distribution.",
        "They were left out; percentiles come from what the tool printed.",
        "Nothing to do, unless percentiles of a whole run are needed.";
    LatencyNotMerged = "latency-not-merged", Warning,
        "A run has several parts, and not all of them measured the same latency.",
        "Latencies of the run that only some of its parts measured are null; those of the parts stand.",
        "Measure latencies in the same way everywhere (fio: gtod_reduce, disable_clat) when the run is repeated.";
    LimitReached = "limit-reached", Error,
        "An archive passed a limit that guards against decompression bombs.",
        "Members up to that place were read; the others are missing.",
        "If the archive is genuine, unpack it and read the folder.";
    LineUnreadable = "line-unreadable", Warning,
        "Lines of a table do not have its columns.",
        "They were passed over; the message names the first ones.",
        "Look at the places; a program between the tool and the file may have changed them.";
    MaximumUnproven = "maximum-unproven", Note,
        "The greatest latency that was printed may be one of the warm-up (vdbench 5.04.07, file systems).",
        "It is null.",
        "Nothing to do; run longer, or without warm-up, if the maximum matters.";
    NestedArchive = "nested-archive", Warning,
        "An archive lies inside an archive.",
        "It was not opened.",
        "Unpack the outer archive and read the folder.";
    NoResult = "no-result", Note,
        "A file found in a folder or an archive holds no benchmark result.",
        "It was passed over.",
        "Nothing to do, unless it should hold one: name it on the command line to learn more.";
    NothingMeasured = "nothing-measured", Error,
        "The output is complete, but no job did any I/O.",
        "There are no figures; it counts as not read.",
        "The messages of the tool say why: a missing file, a wrong engine, no permission.";
    OptionsContradicted = "options-contradicted", Warning,
        "The recorded options cannot be those of the entry: they exclude an operation that was counted, or the operations were of another size.",
        "Columns that come from options (pattern, read share, block size, depth, jobs) are null. fio gives an entry that was merged over several sections the name of the first and the options of the last.",
        "Use separate groups (new_group, stonewall) or run without group_reporting.";
    OptionsDiffer = "options-differ", Warning,
        "Several servers were given different options, and which one held for an entry cannot be told.",
        "Columns that depend on it are null.",
        "Look into the job files of the hosts.";
    OtherText = "other-text", Note,
        "Text that is no result stands beside the document.",
        "It was passed over.",
        "Nothing to do, unless it tells of a fault.";
    PercentilesNotMerged = "percentiles-not-merged", Warning,
        "A run has several jobs, and the tool printed no bins to merge.",
        "Percentiles and standard deviation of the run are null: they cannot be computed from those of the jobs.",
        "Use --output-format=json+ or group_reporting when the run is repeated.";
    ReferenceDamagedPage = "reference-damaged-page", Note,
        "A published value stands in a whole sentence of a page that machine translation damaged elsewhere.",
        "The value was kept as the sentence says it; the catalogue names what supports it, if anything does.",
        "Look the value up in the vendor's original before a decision rests on it alone.";
    ReferenceNotMatched = "reference-not-matched", Warning,
        "Nothing that was measured corresponds to a reference that was asked for.",
        "The reference has no verdict.",
        "Protocol, pattern, block size, operation and read share must agree; `plimsoll reference show ID` lists those of the reference.";
    ReferenceRepaired = "reference-repaired", Note,
        "A published value was put together from a sentence that machine translation damaged.",
        "Only values that a second place of the page or the arithmetic of the test supports were kept; the message names it.",
        "Look the value up in the vendor's original before a decision rests on it alone.";
    RepeatsDiffer = "repeats-differ", Warning,
        "A repeat has other numbers of clients or jobs than the others.",
        "It was left out of the mean, and is shown by itself without a verdict.",
        "Look for results of a client that are missing or damaged; workloads that are meant to differ belong into steps of their own.";
    RunAborted = "run-aborted", Warning,
        "The tool ended its run before the regular end.",
        "What was complete keeps its figures; what was running then has none.",
        "The message has the tool's reason; the error log beside it has more.";
    RunInterrupted = "run-interrupted", Warning,
        "The run was stopped by a signal.",
        "The figures cover the time until then.",
        "Compare the duration with what was asked for.";
    RunsNotTogether = "runs-not-together", Warning,
        "Jobs in one group did not run at the same time.",
        "They were kept apart: rates are added up only over the same time.",
        "Nothing to do, if stages were intended; else look at the clocks and start times of the hosts.";
    SamplesUseless = "samples-useless", Note,
        "The sampled rates are of single operations, because every operation was logged.",
        "They were left out; `iops` and `bytes_per_second` are not affected.",
        "Use log_avg_msec if sampled rates are needed.";
    SteadyStateMissed = "steady-state-missed", Warning,
        "The run was to reach a steady state and did not.",
        "The figures are of a run that was still changing.",
        "Run longer, or precondition the volume.";
    StepWithoutInput = "step-without-input", Warning,
        "A step of the campaign has no input with figures.",
        "It does not appear in the report.",
        "Compare its file patterns with the names of the files.";
    TextReplaced = "text-replaced", Note,
        "The input holds bytes that are no text in its encoding.",
        "They are shown as U+FFFD; figures are not affected.",
        "Nothing to do.";
    TogetherUnclear = "together-unclear", Warning,
        "Jobs of one group were told to begin at different times, and whether they ran at the same time cannot be told.",
        "Rates of the run are null; those of the jobs stand.",
        "fio 3.36 and later prints when each job began; jobs that are to follow each other belong into groups of their own (stonewall).";
    ToolMessage = "tool-message", Warning,
        "The tool wrote a message beside its result.",
        "The figures were kept.",
        "Judge by the message whether the run was what it was meant to be.";
    TotalDiffers = "total-differs", Warning,
        "A total that the tool printed is not the sum of its parts.",
        "The rows are made from the parts.",
        "Check whether entries are missing from the input.";
    ValueUnreadable = "value-unreadable", Warning,
        "A figure is not written as a number, or is one that cannot be.",
        "It is null.",
        "Look at the place; a program between the tool and the file may have changed it.";
    WorkloadReplayed = "workload-replayed", Note,
        "The job replayed recorded I/O (fio: read_iolog).",
        "Pattern, block size and read share are those of the recording, which the result does not tell: they are null.",
        "Nothing to do; describe the recording in the campaign.";
}

impl Code {
    /// The code of this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.word() == word)
    }

    /// The registry as Markdown, the text of `docs/findings.md`.
    pub fn registry_markdown() -> String {
        let mut text = String::from(
            "# Findings\n\n\
             Everything doubtful is a finding. This page is made from the registry in\n\
             `crates/plimsoll-schema/src/code.rs` by `cargo xtask docs`; `plimsoll explain CODE` prints one entry.\n\n\
             | code | level | says |\n|---|---|---|\n",
        );
        for code in Self::ALL {
            let meaning = code.explanation().meaning;
            let _ =
                writeln!(text, "| [`{0}`](#{0}) | {1} | {2} |", code.word(), code.level(), meaning);
        }
        for code in Self::ALL {
            let Explanation { meaning, consequence, advice } = code.explanation();
            let _ = write!(
                text,
                "\n## {}\n\n{meaning} {consequence}\n\n**What to do:** {advice}\n",
                code.word()
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn words_are_kebab_case_sorted_and_found_again() {
        let words: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
        let mut sorted = words.clone();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(words, sorted, "sorted, each once");
        for code in Code::ALL {
            let word = code.word();
            assert!(word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{word}");
            assert_eq!(Code::from_word(word), Some(*code));
        }
        assert_eq!(Code::from_word("no-such-code"), None);
    }

    #[test]
    fn every_text_is_whole_sentences() {
        for code in Code::ALL {
            let explanation = code.explanation();
            for text in [explanation.meaning, explanation.consequence, explanation.advice] {
                assert!(text.ends_with('.'), "{}: {text:?}", code.word());
            }
        }
    }
}
