//! Which figures a finding touches.

use plimsoll_schema::{Code, Finding, Metric, Stat};
use std::sync::Arc;

/// What stands in a cell that may carry notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Touched {
    /// A rate.
    Rate,
    /// A mean latency.
    Latency,
    /// A percentile of the latency.
    Percentile,
}

impl Touched {
    /// What a figure is.
    pub(crate) fn of(metric: Metric, stat: Stat) -> Self {
        match (metric, stat) {
            (_, Stat::Percentile(_)) => Self::Percentile,
            (Metric::Latency, _) => Self::Latency,
            _ => Self::Rate,
        }
    }

    /// Those of the findings that touch it. Most findings are about a whole run; some say only why
    /// percentiles are missing, or nothing about figures.
    pub(crate) fn filter(self, findings: &[Arc<Finding>]) -> Vec<Arc<Finding>> {
        let touches = |finding: &&Arc<Finding>| match finding.code {
            Code::PercentilesNotMerged | Code::LatencyImplausible => self == Self::Percentile,
            Code::SamplesUseless | Code::TextReplaced | Code::OtherText => false,
            _ => true,
        };
        findings.iter().filter(touches).cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Touched;
    use plimsoll_schema::{Code, Finding};
    use std::sync::Arc;

    #[test]
    fn missing_percentiles_say_nothing_about_means() {
        let findings: Vec<Arc<Finding>> = [Code::PercentilesNotMerged, Code::JobFailed]
            .map(|code| Arc::new(Finding::new(code, "a.json", "b")))
            .to_vec();
        let codes = |touched: Touched| -> Vec<Code> {
            touched.filter(&findings).iter().map(|finding| finding.code).collect()
        };
        assert_eq!(codes(Touched::Rate), [Code::JobFailed]);
        assert_eq!(codes(Touched::Latency), [Code::JobFailed]);
        assert_eq!(codes(Touched::Percentile), [Code::PercentilesNotMerged, Code::JobFailed]);
    }
}
