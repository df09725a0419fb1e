//! Charts as SVG text: throughput over the read share, latency over the load, percentiles and distributions, a
//! run over time, and the load line.
//!
//! Plain data in, text out, and the same text for the same data. Lines are labelled at their ends,
//! never in a legend box. Measured figures have filled marks and solid lines, published ones open
//! marks and dashed lines, interpolated ones a thin dotted line; a bound is drawn as one, with an
//! open arrow towards where the true value may lie, or a tilde for "about". Colours keep apart in
//! grey and for colour-blind eyes, and no meaning hangs on colour alone.
//!
//! kuva is the drawing layer, and only `canvas` knows it: axes, marks and labels are placed here,
//! because kuva's own plots have no open marks, no direct labels and no control over logarithmic
//! ticks. Text stays text, in the fonts that [`Style`] names. Every id begins with the chart's
//! name, so charts with different names can share a page.
//!
//! ```
//! # use plimsoll_report::chart::{ChartPoint, Op, Quantity, ReadShareChart, Role, Series, Style};
//! let chart = ReadShareChart {
//!     name: "randread-4k".into(),
//!     title: None,
//!     quantity: Quantity::Throughput,
//!     unit: "MiB/s".into(),
//!     series: vec![Series {
//!         label: "read, measured".into(),
//!         role: Role::Measured,
//!         op: Op::Read,
//!         points: vec![ChartPoint::new(50.0, 1541.5), ChartPoint::new(100.0, 3083.0)],
//!     }],
//! };
//! let svg = chart.svg(&Style::new("Plimsoll Sans"));
//! assert!(svg.contains(">read, measured</text>"));
//! assert!(chart.alternative().contains("100 %: 3,083 MiB/s"));
//! ```

mod alternative;
mod canvas;
mod distribution;
#[cfg(test)]
mod knee_test;
mod labels;
mod latency_load;
mod load_drawing;
mod load_line;
mod look;
mod measure;
mod number;
mod ornament;
mod percentile;
mod plot;
#[cfg(test)]
mod read_back;
mod read_share;
mod rectangle;
mod scale;
mod series;
mod spread;
mod style;
#[cfg(test)]
mod svg_test;
mod ticks;
mod time;
mod time_drawing;
#[cfg(test)]
mod time_test;
mod timeline;

pub use distribution::{DistributionChart, DistributionLine};
pub use latency_load::{Knee, KneeShape, LatencyLoadChart, PointName, Threshold};
pub use load_line::{LoadLineChart, LoadMark};
pub use percentile::{PercentileChart, PercentileLine};
pub use read_share::{Quantity, ReadShareChart};
pub use series::{Bound, ChartPoint, Op, Role, Series};
pub use style::Style;
pub use time::{SteadyPart, TimeChart, TimeLine};
pub use timeline::{Stretch, Timeline};
