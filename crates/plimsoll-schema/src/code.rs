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
    BlocksNotRequests = "blocks-not-requests", Warning,
        "A table of a database's reads and writes counts blocks, not requests.",
        "`iops` is null: one request may hold many blocks.",
        "Read the AWR or Statspack reports themselves, or make the table again with a later version of the script.";
    CellHoldsSeveral = "cell-holds-several", Warning,
        "A cell of a published table holds a range or alternatives.",
        "It gives no value: neither end and neither alternative is what the vendor promises.",
        "Read the page: the condition that chooses between them may stand beside the table.";
    CellIsDate = "cell-is-date", Warning,
        "A spreadsheet holds a date where a value or a mix of reads and writes should be.",
        "It gives no value: the program may have made a date of what was typed, such as 7/3.",
        "Format the cell as text in the spreadsheet, type the value again and save it.";
    CellNotUnderstood = "cell-not-understood", Warning,
        "A cell of a published table has a number that cannot be understood as a whole.",
        "It gives no value: part of it, or its unit, is not known.",
        "Look at the place; `--explain` says for each cell what was seen.";
    CellWithoutResult = "cell-without-result", Warning,
        "A cell of a published table says that something was computed and failed (NaN, inf, #N/A), or is a formula without a stored result.",
        "It gives no value.",
        "Open the sheet in a spreadsheet program, let it compute and save it, or ask where the table comes from.";
    ClientsNotJoined = "clients-not-joined", Warning,
        "Several inputs hold the same workload or one of its kind, and whether they are clients of one run is not known.",
        "They stay apart and are not judged: as clients of one run their rates would be added up, as repeats they would not.",
        "List them as `runs` of a step in campaign.toml, or give the same workload the same name and options on every client.";
    ClientsOverlapPartly = "clients-overlap-partly", Warning,
        "Inputs of the same workload or of one of its kind overlap in time, but not enough to be clients of one run.",
        "They stay apart and are not judged: each had only a part of the storage.",
        "Start the clients together, or list what belongs together as `runs` of a step in campaign.toml.";
    CodePageGuessed = "code-page-guessed", Note,
        "A log is written in a code page that nothing in it names.",
        "The one in which most of its counter names are known was taken; numbers do not depend on it.",
        "If names of devices look wrong, write the log again as UTF-8 (relog on the machine that took it).";
    ConditionContradicted = "condition-contradicted", Warning,
        "The campaign says another number of clients, jobs or outstanding operations than the results.",
        "What was measured is shown and compared with the published test.",
        "Correct campaign.toml; if it is right, look for results of clients that are missing.";
    CounterNameDamaged = "counter-name-damaged", Warning,
        "Characters of counter names were lost or replaced on their way.",
        "They were told by the letters that are left.",
        "Compare the names with those of the original log; a program between the two may have changed its encoding.";
    CounterUnknown = "counter-unknown", Warning,
        "Counters of a log have names that are not known.",
        "They were passed over; figures that only they hold are missing.",
        "If they hold reads, writes or latencies of disks, write the log again with English names (relog on an English system, or typeperf by counter index).";
    CountsImpossible = "counts-impossible", Warning,
        "A histogram log holds counts that no storage reaches: memory that was never cleared (fio 3.7 in client mode).",
        "No count of such a row was used.",
        "Use a later release of fio, or write histogram logs without client mode.";
    CutOff = "cut-off", Warning,
        "The last document or line of a file ends in the middle, after complete ones.",
        "The complete ones were read; the piece at the end was left out.",
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
    EncodingGuessed = "encoding-guessed", Note,
        "The encoding of a text was told by the frequency of its characters.",
        "The numbers do not depend on it; words could have been read wrongly.",
        "If names look wrong, save the text as UTF-8.";
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
        "If the input is genuine, raise the limit with --max-input-size, or for the member of an archive with --max-member-size.";
    InputUnknown = "input-unknown", Error,
        "No reader knows the input.",
        "Nothing was read from it.",
        "`plimsoll inspect` says what was looked for; --from names the format where it cannot be told from the content.";
    InputUnreadable = "input-unreadable", Error,
        "The input could not be opened or read.",
        "Nothing was read from it.",
        "Look at the path and its permissions.";
    IntervalEmpty = "interval-empty", Warning,
        "A database report begins and ends with the same snapshot.",
        "Its rows have no figures: rates over no time are none.",
        "Make the report between the snapshot before the run and the one after it.";
    IntervalLongerThanRun = "interval-longer-than-run", Warning,
        "The snapshots of a database report lie more than a tenth further apart than the run took.",
        "The rates are means over the whole interval, idle time included; they were kept as printed.",
        "Take the snapshots right before and right after the run.";
    IntervalUnclear = "interval-unclear", Warning,
        "The snapshot times of a database report tell no interval.",
        "`duration_s` comes from the minutes that the report prints, or is null; rates do not depend on it.",
        "Look at the head of the report; dates are read with English names of months.";
    JobFailed = "job-failed", Warning,
        "The tool reports that a job ended with an error, or that operations failed.",
        "The figures until then were kept; they may cover less time or fewer operations than asked for.",
        "Find the cause before using the figures; the message names the error.";
    JobsUnclear = "jobs-unclear", Warning,
        "How many jobs an entry stands for cannot be told.",
        "`jobs` is null.",
        "Keep the job file beside the result, or name the number of jobs in the campaign.";
    LatencyFromBins = "latency-from-bins", Note,
        "Latencies were computed from counts by bins: the operations themselves were not logged, or are too many.",
        "Percentiles, and the mean of a histogram log, may be off by half a bin; the message says how much. Least and greatest values of histogram logs are null.",
        "Use log_hist_coarseness=0 if this matters.";
    LatencyImplausible = "latency-implausible", Warning,
        "The printed latency bins cannot be a distribution.",
        "They were left out; percentiles come from what the tool printed.",
        "Nothing to do, unless percentiles of a whole run are needed.";
    LatencyNotAveraged = "latency-not-averaged", Note,
        "A log holds mean latencies of windows, and nothing tells how many operations each stands for.",
        "The mean over all is null; the long shape has statistics over the windows.",
        "Keep the JSON of the run beside the log, or log single operations (without log_avg_msec).";
    LatencyNotMerged = "latency-not-merged", Warning,
        "A run has several parts, and not all of them measured the same latency.",
        "Latencies of the run that only some of its parts measured are null; those of the parts stand.",
        "Measure latencies in the same way everywhere (fio: gtod_reduce, disable_clat) when the run is repeated.";
    LatencyUnitUnknown = "latency-unit-unknown", Warning,
        "A latency log of fio does not say in which unit it counts: microseconds up to 2.21, nanoseconds since 2.99.",
        "Its latencies are null.",
        "Give the release with --fio-version, or keep the JSON of the run beside the log.";
    LatencyUnknown = "latency-unknown", Warning,
        "A report does not tell how long reads took, within five per cent: the wait is missing or was rounded to too few digits.",
        "The latency is null.",
        "Make the report as HTML, or over a longer interval: both print more digits.";
    LayoutUnverified = "layout-unverified", Note,
        "A report is of a version whose layout was not compared with a real one.",
        "It was read by its headings; what does not stand under a known heading is missing.",
        "Compare the figures with the report.";
    LimitReached = "limit-reached", Error,
        "An archive or a compressed file passed a limit that guards against decompression bombs and full memory.",
        "What came before that place was read; the rest is missing, or was read without what it belongs to.",
        "If it is genuine, raise the limit with the option that the finding names.";
    LineCellsDiffer = "line-cells-differ", Warning,
        "A line of a published table has more or fewer cells than its header.",
        "It was left out: a cell that spanned others was lost, and which column a value belongs to cannot be told.",
        "Take the table from the page itself (save it as HTML) instead of a converted copy.";
    LineUnreadable = "line-unreadable", Warning,
        "Lines of a table do not have its columns.",
        "They were passed over; the message names the first ones.",
        "Look at the places; a program between the tool and the file may have changed them.";
    LogKindUnknown = "log-kind-unknown", Warning,
        "The name of a log does not say what was logged, and its content does not either.",
        "Its values were not used: they may be rates or latencies.",
        "Give it the name that fio gave it, such as NAME_clat.1.log.";
    LogPassedOver = "log-passed-over", Note,
        "Several logs were taken beside one run.",
        "The one that saw the most operations was read; the others would count the same operations again.",
        "Nothing to do; name another log by itself to read it.";
    LogUnplaced = "log-unplaced", Note,
        "A log lies beside the JSON of its run, and which of its jobs wrote it cannot be told.",
        "Its interval data belongs to no run and no workload.",
        "Nothing to do, unless it is of another run: then give it a folder of its own.";
    LogsMissing = "logs-missing", Note,
        "Beside a JSON lie logs of some of its jobs, and not of all.",
        "Rates and counts of the windows are null, because they would be those of a part; latencies are those of the jobs that have logs.",
        "Keep all logs of a run beside its JSON.";
    MaximumUnproven = "maximum-unproven", Note,
        "The greatest latency that was printed may be one of the warm-up (vdbench 5.04.07, file systems).",
        "It is null.",
        "Nothing to do; run longer, or without warm-up, if the maximum matters.";
    NamedOtherwise = "named-otherwise", Note,
        "The name of a file says another form than its content has.",
        "It was read by its content.",
        "Nothing to do.";
    NestedArchive = "nested-archive", Error,
        "An archive lies deeper inside other archives than is allowed.",
        "It was not opened.",
        "If it is genuine, allow more with --max-nesting; an archive that holds itself has no end.";
    NoInterval = "no-interval", Error,
        "A log has no interval: only what was measured since the start of the host, the mount or the instance.",
        "There are no figures; it counts as not read.",
        "Take at least two reports or snapshots, the last one while the load runs or right after it.";
    NoResult = "no-result", Note,
        "A file found in a folder or an archive holds no benchmark result.",
        "It was passed over.",
        "Nothing to do, unless it should hold one: name it on the command line to learn more.";
    NotSteady = "not-steady", Warning,
        "A run was not in a steady state all the time that its figures count.",
        "The figures are means over a time in which rate or latency still changed. The rule is SNIA's: \
         five rounds within 20 % of their mean, and a fit that rises or falls by at most 10 %; see \
         docs/steady-state.md.",
        "Run longer, precondition the volume, or give a warm-up so long that only what is steady counts \
         (ramp_time of fio, warmup of vdbench).";
    NothingMeasured = "nothing-measured", Error,
        "The output is complete, but no job did any I/O.",
        "There are no figures; it counts as not read.",
        "The messages of the tool say why: a missing file, a wrong engine, no permission.";
    NothingPublished = "nothing-published", Error,
        "The page has no table with a figure that can be told.",
        "Nothing was read from it.",
        "Other findings say what was left out and why; sentences of a page are not read, only its tables.";
    NumberAmbiguous = "number-ambiguous", Warning,
        "A number has two readings, such as 1.024, and nothing on the page tells which is meant.",
        "It gives no value.",
        "Look the value up on the vendor's page in another language.";
    NumberByEvidence = "number-by-evidence", Note,
        "A number has two readings, and evidence that is not unanimous, or the arithmetic of the table, tells which is meant.",
        "It was read so; the message names the evidence.",
        "Compare it with the vendor's page in another language before a decision rests on it alone.";
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
    PageDamaged = "page-damaged", Warning,
        "Machine translation lost numerals of the page, and the others may stand in each other's places.",
        "No value of the page was read.",
        "Use the vendor's original.";
    PartOfRun = "part-of-run", Warning,
        "An input holds what one job, device or client did, and nothing of its run as a whole.",
        "Its figures are shown and compared with nothing: others may have run beside it.",
        "Put the JSON of the run beside its logs, or give the whole output folder of the tool.";
    PercentilesNotMerged = "percentiles-not-merged", Warning,
        "A run has several jobs, and the tool printed no bins to merge.",
        "Percentiles and standard deviation of the run are null: they cannot be computed from those of the jobs.",
        "Use --output-format=json+ or group_reporting when the run is repeated.";
    ReadShareCut = "read-share-cut", Warning,
        "SSB was asked for a read share that is no multiple of ten per cent.",
        "`read_percent` is the one that it acts by: the share cut to tens.",
        "Ask for a multiple of ten when the run is repeated.";
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
    ReferenceShadowed = "reference-shadowed", Note,
        "A catalogue file of your own has a reference of an id that the built-in catalogue has too.",
        "Yours was used everywhere; the built-in one was not.",
        "Nothing to do, if that was meant; else give the reference another id.";
    ReferenceUnreviewed = "reference-unreviewed", Note,
        "A published value was read from its page by program, and nobody has compared it with the page since.",
        "It was used like any other.",
        "Open the page beside the catalogue file, compare, and change the status of what is right to `one-source`.";
    RepeatsDiffer = "repeats-differ", Warning,
        "A repeat has other numbers of clients or jobs than the others.",
        "It was left out of the mean, and is shown by itself without a verdict.",
        "Look for results of a client that are missing or damaged; workloads that are meant to differ belong into steps of their own.";
    ReportCutOff = "report-cut-off", Warning,
        "A report of a database ends before its end.",
        "What stands before was read; a line or row that may be cut does not count.",
        "Make the report again, or copy it whole.";
    ReportLeftOut = "report-left-out", Warning,
        "A file holds more than one report of a database.",
        "The first one was read.",
        "Save every report in a file of its own.";
    RoundedInSource = "rounded-in-source", Note,
        "The tool rounded its figures, or cut digits off, when it printed them (fio: the report for people, the terse form).",
        "They were kept as printed: they are as exact as the digits that are there.",
        "Use --output-format=json when the run is repeated, if more digits matter.";
    RunAborted = "run-aborted", Warning,
        "The tool ended its run before the regular end.",
        "What was complete keeps its figures; what was running then has none.",
        "The message has the tool's reason; the error log beside it has more.";
    RunInterrupted = "run-interrupted", Warning,
        "The run was stopped by a signal.",
        "The figures cover the time until then.",
        "Compare the duration with what was asked for.";
    RunWindowUnclear = "run-window-unclear", Warning,
        "Which intervals of a log the run covers is not known, or the log covers a part of the run only.",
        "All its intervals count, the first report excepted: the rates may hold idle time.",
        "Begin the log before the run and end it after; keep time stamps (iostat -t) or the command line of the log beside it.";
    RunsNotTogether = "runs-not-together", Warning,
        "Jobs in one group did not run at the same time.",
        "They were kept apart: rates are added up only over the same time.",
        "Nothing to do, if stages were intended; else look at the clocks and start times of the hosts.";
    SamplesUseless = "samples-useless", Note,
        "The sampled rates are of single operations, because every operation was logged.",
        "They were left out; `iops` and `bytes_per_second` are not affected.",
        "Use log_avg_msec if sampled rates are needed.";
    SectionMissing = "section-missing", Warning,
        "A report lacks the section or the line that holds a figure.",
        "The figure is null: others of the same name count something else.",
        "Make the report with all its sections; AWR needs statistics_level TYPICAL.";
    SheetHidden = "sheet-hidden", Note,
        "The workbook hides a sheet.",
        "It was left out.",
        "Show the sheet and save the workbook, if it is to be read.";
    SheetUnreadable = "sheet-unreadable", Warning,
        "A sheet of a workbook could not be read.",
        "It was left out; the other sheets were read.",
        "Open the workbook in a spreadsheet program and save it anew.";
    SteadyStateMissed = "steady-state-missed", Warning,
        "The run was to reach a steady state and did not.",
        "The figures are of a run that was still changing.",
        "Run longer, or precondition the volume.";
    StepWithoutInput = "step-without-input", Warning,
        "A step of the campaign has no input with figures.",
        "It does not appear in the report.",
        "Compare its file patterns with the names of the files.";
    TableNotUnderstood = "table-not-understood", Warning,
        "A published table has numbers, and what its columns are cannot be told.",
        "It was left out.",
        "Take the table from the page itself (save it as HTML) instead of a converted copy.";
    TableTooWide = "table-too-wide", Warning,
        "A table has more columns than a published table has.",
        "It was left out.",
        "Nothing to do, unless it holds results: then divide it.";
    TextReplaced = "text-replaced", Note,
        "The input holds bytes that are no text in its encoding.",
        "They are shown as U+FFFD; figures are not affected.",
        "Nothing to do.";
    TimesDisordered = "times-disordered", Warning,
        "The times of a log run backwards or jump: it holds several jobs one after the other (per_job_logs=0), the clock was set, or lines are damaged.",
        "All rows count for the whole. Windows begin anew where times run backwards, so that one time may have several.",
        "Look at the place; log each job by itself (per_job_logs=1) if several wrote it.";
    TimesSinceEpoch = "times-since-epoch", Note,
        "The times of a log count from 1970 (log_unix_epoch).",
        "Interval data counts from the first row of the log, a little after the start of the run.",
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
    UnitContradicts = "unit-contradicts", Warning,
        "The unit of a cell is none of the quantity that its header names.",
        "It gives no value: a sign such as the slash of IOPS/TB may have been lost.",
        "Look at the place in the vendor's original.";
    UsersNotStopped = "users-not-stopped", Warning,
        "Users of a run were started and never said that they stopped.",
        "The figures stand; those users gave less load, or none, from some time on.",
        "Look for the error in the console text, such as a deadlock, and repeat the run.";
    ValueMissing = "value-missing", Warning,
        "A cell that should hold a figure is empty, or holds a 0 that stands for no measurement.",
        "It is null.",
        "Look at the report that the table was made from; SLOB's scripts need gawk, with mawk they leave cells empty.";
    ValueUnreadable = "value-unreadable", Warning,
        "A figure is not written as a number, or is one that cannot be.",
        "It is null.",
        "Look at the place; a program between the tool and the file may have changed it.";
    WindowsMissing = "windows-missing", Note,
        "A log of averages lacks windows: fio logs none in which nothing was done.",
        "They are gaps, no zeros; a mean over the windows that are there would be too high, so there is none.",
        "Nothing to do.";
    WorkloadReplayed = "workload-replayed", Note,
        "The job replayed recorded I/O (fio: read_iolog).",
        "Pattern, block size and read share are those of the recording, which the result does not tell: they are null.",
        "Nothing to do; describe the recording in the campaign.";
    WritesNotSeen = "writes-not-seen", Warning,
        "A report of a pluggable database does not see what database writer and log writer do for it.",
        "Rates of `write` and `total` are null: those that it prints are not those of the storage.",
        "Make the report of the container database (CDB$ROOT).";
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
