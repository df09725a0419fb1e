//! Keywords of parameter files, which may be abbreviated.
//!
//! An abbreviation of two letters or more is taken for the first keyword that begins with it, in the
//! order in which vdbench looks. So the tables hold all keywords in that order, although few are asked
//! for.

/// What a definition is of. A keyword begins a new definition unless one of a later kind is being read:
/// `sd=` within a workload says which storage it uses. (5.04.06, `readParms` of each kind.)
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// What comes before all definitions.
    General,
    /// `hd=`, formerly `host=`.
    Host,
    /// `sd=`.
    Storage,
    /// `fsd=`.
    FileSystem,
    /// `wd=`.
    Workload,
    /// `fwd=`.
    FileWorkload,
    /// `rd=`.
    Run,
}

impl Kind {
    /// The kind of definition that a keyword may begin.
    pub(super) fn begun_by(written: &str) -> Option<Self> {
        Some(match written {
            "hd" | "host" => Self::Host,
            "sd" => Self::Storage,
            "fsd" => Self::FileSystem,
            "wd" => Self::Workload,
            "fwd" => Self::FileWorkload,
            "rd" => Self::Run,
            _ => return None,
        })
    }

    fn keywords(self) -> &'static [(&'static str, Keyword)] {
        match self {
            Self::General => GENERAL,
            Self::Host => HOST,
            Self::Storage => STORAGE,
            Self::FileSystem => FILE_SYSTEM,
            Self::Workload => WORKLOAD,
            Self::FileWorkload => FILE_WORKLOAD,
            Self::Run => RUN,
        }
    }
}

/// A parameter of a definition, as far as anybody asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Keyword {
    Clients,
    ConcatenateStorage,
    Count,
    FileIo,
    FileSystems,
    FileWorkloads,
    Hosts,
    Interval,
    Jvms,
    OperationLoop,
    Operations,
    ReadPercent,
    SeekPercent,
    Storages,
    Threads,
    TransferSize,
    Workloads,
    WritePercent,
    /// Nobody asks for it.
    Other,
}

impl Keyword {
    /// The keyword that is meant within a definition of that kind. A `forxxx` loop of a run is the
    /// same as its plain name with a list, except for operations: those of a list go on together.
    pub(super) fn meant(kind: Kind, written: &str) -> Option<Self> {
        match (kind, written) {
            (Kind::Workload | Kind::Run, "sd") => return Some(Self::Storages),
            (Kind::FileWorkload | Kind::Run, "fsd") => return Some(Self::FileSystems),
            (Kind::Run, "wd") => return Some(Self::Workloads),
            (Kind::Run, "fwd") => return Some(Self::FileWorkloads),
            (_, "hd") => return Some(Self::Hosts),
            _ if written.len() < 2 => return None,
            _ => {}
        }
        let known = kind.keywords().iter().find(|(name, _)| name.starts_with(written));
        known.map(|(_, keyword)| *keyword)
    }
}

use Keyword::{
    Clients, ConcatenateStorage, Count, FileIo, Hosts, Interval, Jvms, OperationLoop, Operations,
    Other, ReadPercent, SeekPercent, Threads, TransferSize, WritePercent,
};

const GENERAL: &[(&str, Keyword)] =
    &[("compratio", Other), ("compressionseed", Other), ("concatenatesds", ConcatenateStorage)];

const HOST: &[(&str, Keyword)] = &[
    ("system", Other),
    ("vdbench", Other),
    ("shell", Other),
    ("user", Other),
    ("jvms", Jvms),
    ("clients", Clients),
    ("mount", Other),
];

const STORAGE: &[(&str, Keyword)] = &[
    ("host", Hosts),
    ("lun", Other),
    ("count", Count),
    ("size", Other),
    ("threads", Threads),
    ("hitarea", Other),
    ("offset", Other),
    ("align", Other),
    ("kstat", Other),
    ("instance", Other),
    ("replay", Other),
    ("journal", Other),
    ("resetlun", Other),
    ("resetbus", Other),
    ("openflags", Other),
    ("range", Other),
    ("streams", Other),
];

const FILE_SYSTEM: &[(&str, Keyword)] = &[
    ("anchor", Other),
    ("depth", Other),
    ("width", Other),
    ("files", Other),
    ("sizes", Other),
    ("count", Count),
    ("shared", Other),
    ("openflags", Other),
    ("totalsize", Other),
    ("workingsetsize", Other),
    ("wss", Other),
    ("journal", Other),
    ("distribution", Other),
];

const WORKLOAD: &[(&str, Keyword)] = &[
    ("skew", Other),
    ("xfersize", TransferSize),
    ("readpct", ReadPercent),
    ("rdpct", ReadPercent),
    ("writepct", WritePercent),
    ("wrpct", WritePercent),
    ("range", Other),
    ("hotband", Other),
    ("seekpct", SeekPercent),
    ("stride", Other),
    ("priority", Other),
    ("iorate", Other),
    ("rhpct", Other),
    ("whpct", Other),
    ("host", Hosts),
    ("openflags", Other),
    ("user", Other),
    ("threads", Threads),
    ("streams", Other),
];

const FILE_WORKLOAD: &[(&str, Keyword)] = &[
    ("readpct", ReadPercent),
    ("rdpct", ReadPercent),
    ("stopafter", Other),
    ("operation", Operations),
    ("fileselect", Other),
    ("fileio", FileIo),
    ("xfersizes", TransferSize),
    ("skew", Other),
    ("threads", Threads),
    ("target", Other),
    ("host", Hosts),
    ("openflags", Other),
];

const RUN: &[(&str, Keyword)] = &[
    ("iorate", Other),
    ("maxdata", Other),
    ("curve", Other),
    ("stopcurve", Other),
    ("elapsed", Other),
    ("interval", Interval),
    ("warmup", Other),
    ("replay", Other),
    ("pause", Other),
    ("forxfersize", TransferSize),
    ("forthreads", Threads),
    ("forrdpct", ReadPercent),
    ("forrhpct", Other),
    ("forwhpct", Other),
    ("forseekpct", SeekPercent),
    ("forhitarea", Other),
    ("forcompratio", Other),
    ("forcompression", Other),
    ("fordepth", Other),
    ("forwidth", Other),
    ("forfiles", Other),
    ("forsizes", Other),
    ("fortotalsize", Other),
    ("forwss", Other),
    ("forworkingsetsize", Other),
    ("foroperations", OperationLoop),
    ("xfersize", TransferSize),
    ("threads", Threads),
    ("rdpct", ReadPercent),
    ("rhpct", Other),
    ("whpct", Other),
    ("seekpct", SeekPercent),
    ("hitarea", Other),
    ("compratio", Other),
    ("compression", Other),
    ("depth", Other),
    ("width", Other),
    ("files", Other),
    ("sizes", Other),
    ("totalsize", Other),
    ("wss", Other),
    ("workingsetsize", Other),
    ("distribution", Other),
    ("startcmd", Other),
    ("start_cmd", Other),
    ("endcmd", Other),
    ("end_cmd", Other),
    ("fwdrate", Other),
    ("operations", Operations),
    ("format", Other),
    ("openflags", Other),
    ("mount", Other),
];

#[cfg(test)]
mod tests {
    use super::{Keyword, Kind};

    #[test]
    fn abbreviations_mean_the_first_keyword_that_begins_so() {
        for (kind, written, meant) in [
            (Kind::Workload, "xf", Some(Keyword::TransferSize)),
            (Kind::Workload, "xfersiz", Some(Keyword::TransferSize)),
            (Kind::Workload, "seek", Some(Keyword::SeekPercent)),
            (Kind::Workload, "rdp", Some(Keyword::ReadPercent)),
            (Kind::Workload, "wr", Some(Keyword::WritePercent)),
            (Kind::Storage, "thr", Some(Keyword::Threads)),
            (Kind::FileWorkload, "fi", Some(Keyword::Other)),
            (Kind::FileWorkload, "fileio", Some(Keyword::FileIo)),
            (Kind::FileWorkload, "op", Some(Keyword::Operations)),
            (Kind::Run, "in", Some(Keyword::Interval)),
            (Kind::Run, "forthreads", Some(Keyword::Threads)),
            (Kind::Run, "fo", Some(Keyword::TransferSize)),
            (Kind::Run, "fwd", Some(Keyword::FileWorkloads)),
            (Kind::Run, "fwdr", Some(Keyword::Other)),
            (Kind::Run, "io", Some(Keyword::Other)),
            (Kind::Workload, "x", None),
            (Kind::Workload, "transfersize", None),
            (Kind::Workload, "", None),
        ] {
            assert_eq!(Keyword::meant(kind, written), meant, "{kind:?} {written}");
        }
    }
}
