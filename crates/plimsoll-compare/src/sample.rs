//! Statistics over repeats.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The values of one figure, one for each repeat, in the order of the runs.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    values: Vec<f64>,
}

/// A range of values, ends included.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Its least value.
    pub low: f64,
    /// Its greatest value.
    pub high: f64,
}

impl Sample {
    /// A sample of at least one value.
    pub fn new(values: Vec<f64>) -> Option<Self> {
        (!values.is_empty()).then_some(Self { values })
    }

    /// The values.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// How many repeats there are.
    pub fn n(&self) -> usize {
        self.values.len()
    }

    /// The arithmetic mean.
    pub fn mean(&self) -> f64 {
        self.values.iter().sum::<f64>() / self.values.len() as f64
    }

    /// The standard deviation of the sample (divided by n − 1); `None` for a single value.
    pub fn standard_deviation(&self) -> Option<f64> {
        if self.values.len() < 2 {
            return None;
        }
        let mean = self.mean();
        let squares: f64 = self.values.iter().map(|value| (value - mean).powi(2)).sum();
        Some((squares / (self.values.len() - 1) as f64).sqrt())
    }

    /// The 95 % confidence interval of the mean by Student's t; `None` for a single value.
    pub fn confidence_interval(&self) -> Option<Interval> {
        let deviation = self.standard_deviation()?;
        let n = self.values.len() as f64;
        let t = StudentsT::new(0.0, 1.0, n - 1.0).ok()?.inverse_cdf(0.975);
        let half = t * deviation / n.sqrt();
        Some(Interval { low: self.mean() - half, high: self.mean() + half })
    }
}

#[cfg(test)]
mod tests {
    use super::Sample;

    #[test]
    fn statistics_of_three_repeats() {
        let sample = Sample::new(vec![9.0, 10.0, 11.0]).expect("three values");
        assert!((sample.mean() - 10.0).abs() < 1e-12);
        assert!((sample.standard_deviation().expect("three values") - 1.0).abs() < 1e-12);
        // t(0.975; 2) = 4.30265 (tables of Student's t); half width 4.30265 / sqrt(3).
        let interval = sample.confidence_interval().expect("three values");
        assert!((interval.high - 12.484_14).abs() < 1e-4, "{interval:?}");
        assert!((interval.low - 7.515_86).abs() < 1e-4, "{interval:?}");
    }

    #[test]
    fn a_single_value_has_no_spread() {
        let sample = Sample::new(vec![5.0]).expect("one value");
        assert_eq!(sample.n(), 1);
        assert_eq!(sample.standard_deviation(), None);
        assert_eq!(sample.confidence_interval(), None);
        assert_eq!(Sample::new(vec![]), None);
    }
}
