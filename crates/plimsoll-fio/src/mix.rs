//! Which operations a job does, and in which order: the option `rw`.

/// The value of `rw`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Mix {
    /// Whether offsets are random.
    pub(crate) is_random: bool,
    /// How many operations follow each other before the next random offset: 8 for `randread:8`.
    pub(crate) run_length: u64,
    /// Whether it reads, writes and trims.
    pub(crate) does: [bool; 3],
}

impl Mix {
    /// `randrw`, `read`, `randread:8`, `write:4k`. After random operations the number says how many
    /// take the next offset in turn; after sequential ones it is a gap between them, and they stay
    /// sequential.
    pub(crate) fn parse(value: &str) -> Option<Self> {
        let (kind, modifier) = value.split_once(':').unwrap_or((value, ""));
        let (is_random, kind) = match kind.trim().strip_prefix("rand") {
            Some(kind) => (true, kind),
            None => (false, kind.trim()),
        };
        let does = match kind {
            "read" => [true, false, false],
            "write" => [false, true, false],
            "trim" => [false, false, true],
            "rw" => [true, true, false],
            "readwrite" if !is_random => [true, true, false],
            "trimwrite" => [false, true, true],
            _ => return None,
        };
        // fio reads it with atoi: the digits in front.
        let digits: String = modifier.trim().chars().take_while(char::is_ascii_digit).collect();
        let run_length = digits.parse().ok().filter(|_| is_random).unwrap_or(1);
        Some(Self { is_random, run_length, does })
    }

    pub(crate) fn reads(self) -> bool {
        self.does[0]
    }

    pub(crate) fn writes(self) -> bool {
        self.does[1]
    }

    pub(crate) fn trims(self) -> bool {
        self.does[2]
    }
}
