//! What was asked for, and how long it took.

/// Settings of a run, as far as a file tells them.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Settings {
    /// SLOB's version, from the head of `slob.conf`.
    pub(crate) version: Option<String>,
    /// Share of SQL statements that update, in per cent.
    pub(crate) update_percent: Option<f64>,
    /// Share of SELECTs that scan a table, in per cent.
    pub(crate) scan_percent: Option<f64>,
    /// How long the run is to take, in seconds.
    pub(crate) run_time_s: Option<u64>,
    /// Loops of each session; above 0 they end the run, and the run time does not.
    pub(crate) work_loops: Option<u64>,
    /// Schemas that sessions connect to.
    pub(crate) schemas: Option<u64>,
    /// Sessions of each schema.
    pub(crate) threads_per_schema: Option<u64>,
    /// How long the run took, in seconds.
    pub(crate) took_s: Option<u64>,
    /// Blocks of each schema, as a number or a size.
    pub(crate) scale: Option<String>,
    /// Blocks that one statement touches.
    pub(crate) work_unit: Option<u64>,
    /// Whether some blocks are touched more often than others.
    pub(crate) has_hotspot: Option<bool>,
    /// How often sessions pause.
    pub(crate) think_time_frequency: Option<u64>,
}

impl Settings {
    /// Takes a setting of SLOB's name; others, such as the password, are not taken.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        let number = || value.parse::<u64>().ok();
        let percent =
            || Some(f64::from(value.parse::<u8>().ok().filter(|percent| *percent <= 100)?));
        match name {
            "UPDATE_PCT" => self.update_percent = percent(),
            "SCAN_PCT" => self.scan_percent = percent(),
            "RUN_TIME" => self.run_time_s = number(),
            "WORK_LOOP" => self.work_loops = number(),
            "THREADS_PER_SCHEMA" => self.threads_per_schema = number(),
            "SCALE" => self.scale = scale(value),
            "WORK_UNIT" => self.work_unit = number(),
            "DO_HOTSPOT" => self.has_hotspot = Some(value.eq_ignore_ascii_case("true")),
            "THINK_TM_FREQUENCY" => self.think_time_frequency = number(),
            _ => {}
        }
    }

    /// Sessions in all: a call without threads has one for each schema.
    pub(crate) fn sessions(&self) -> Option<u64> {
        self.schemas?.checked_mul(self.threads_per_schema.unwrap_or(1))
    }

    /// The share of SELECTs, in per cent. That of read requests is lower: an update reads and writes.
    pub(crate) fn read_percent(&self) -> Option<f64> {
        Some(100.0 - self.update_percent?)
    }

    /// Whether sessions scan tables beside their reads of single blocks. SLOB before 2.3 cannot.
    pub(crate) fn scans(&self) -> bool {
        self.scan_percent.is_some_and(|percent| percent > 0.0)
    }

    /// The seconds that the run was to take, or else took.
    pub(crate) fn length_s(&self) -> Option<u64> {
        let has_loops = self.work_loops.is_some_and(|loops| loops > 0);
        self.run_time_s.filter(|seconds| *seconds > 0 && !has_loops).or(self.took_s)
    }

    /// What else makes runs comparable, or not.
    pub(crate) fn parameters(&self) -> Vec<(&'static str, String)> {
        let pause = self.think_time_frequency.filter(|frequency| *frequency > 0);
        let hotspot = self.has_hotspot.filter(|has| *has);
        let all = [
            ("scale", self.scale.clone()),
            ("work_unit", self.work_unit.map(|blocks| blocks.to_string())),
            ("hotspot", hotspot.map(|has| has.to_string())),
            ("think_tm_frequency", pause.map(|frequency| frequency.to_string())),
        ];
        all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }

    /// These, and what they lack of others: the terminal's text tells what held, the file what was set.
    pub(crate) fn or(self, other: Self) -> Self {
        Self {
            version: self.version.or(other.version),
            update_percent: self.update_percent.or(other.update_percent),
            scan_percent: self.scan_percent.or(other.scan_percent),
            run_time_s: self.run_time_s.or(other.run_time_s),
            work_loops: self.work_loops.or(other.work_loops),
            schemas: self.schemas.or(other.schemas),
            threads_per_schema: self.threads_per_schema.or(other.threads_per_schema),
            took_s: self.took_s.or(other.took_s),
            scale: self.scale.or(other.scale),
            work_unit: self.work_unit.or(other.work_unit),
            has_hotspot: self.has_hotspot.or(other.has_hotspot),
            think_time_frequency: self.think_time_frequency.or(other.think_time_frequency),
        }
    }

    /// Settings that two files tell differently, in words.
    pub(crate) fn differences(&self, other: &Self) -> Vec<String> {
        let number = |value: Option<u64>| value.map(|it| it as f64);
        let all = [
            ("UPDATE_PCT", self.update_percent, other.update_percent),
            ("SCAN_PCT", self.scan_percent, other.scan_percent),
            ("RUN_TIME", number(self.run_time_s), number(other.run_time_s)),
            ("WORK_LOOP", number(self.work_loops), number(other.work_loops)),
        ];
        let differ = |(name, one, other): (&str, Option<f64>, Option<f64>)| {
            let (one, other) = one.zip(other)?;
            ((one - other).abs() > f64::EPSILON).then(|| format!("{name} is {one} and {other}"))
        };
        all.into_iter().filter_map(differ).collect()
    }
}

/// A number of blocks, or a size with M, G or T.
fn scale(value: &str) -> Option<String> {
    let digits = value.strip_suffix(['M', 'G', 'T']).unwrap_or(value);
    let is_number =
        !digits.is_empty() && digits.len() < 16 && digits.bytes().all(|it| it.is_ascii_digit());
    is_number.then(|| value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::Settings;

    fn settings(values: &[(&str, &str)]) -> Settings {
        let mut settings = Settings::default();
        for (name, value) in values {
            settings.set(name, value);
        }
        settings
    }

    #[test]
    fn loops_end_a_run_and_not_its_time() {
        let mut timed = settings(&[("RUN_TIME", "300"), ("WORK_LOOP", "0")]);
        timed.took_s = Some(303);
        assert_eq!(timed.length_s(), Some(300));
        let mut looped = settings(&[("RUN_TIME", "300"), ("WORK_LOOP", "1000")]);
        assert_eq!(looped.length_s(), None);
        looped.took_s = Some(77);
        assert_eq!(looped.length_s(), Some(77));
    }

    #[test]
    fn shares_beyond_a_hundred_and_odd_sizes_are_none() {
        assert_eq!(settings(&[("UPDATE_PCT", "120")]).read_percent(), None);
        assert_eq!(settings(&[("UPDATE_PCT", "")]).read_percent(), None);
        assert_eq!(settings(&[("SCALE", "80X"), ("WORK_UNIT", "many")]).parameters(), []);
        assert!(!settings(&[("SCAN_PCT", "0")]).scans());
    }

    #[test]
    fn differences_are_named() {
        let (one, other) = (
            settings(&[("UPDATE_PCT", "20")]),
            settings(&[("UPDATE_PCT", "10"), ("RUN_TIME", "3")]),
        );
        assert_eq!(one.differences(&other), ["UPDATE_PCT is 20 and 10"]);
        assert!(one.differences(&one).is_empty());
    }
}
