//! Rows with every kind of field, and hostile texts.

use jiff::Timestamp;
use plimsoll_export::Shape;
use plimsoll_schema::{
    Bound, Cell, Code, Figure, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Pattern,
    Row, Stat, long, wide,
};
use proptest::option;
use proptest::prelude::*;
use std::sync::Arc;

/// Texts with quotes, separators, line ends, control characters, other scripts.
pub(crate) fn text() -> impl Strategy<Value = Arc<str>> {
    let hostile = prop_oneof![
        "[a-z\"\\\\,;\r\n\t\u{0}\u{1b}\u{7f}\u{2028}測é= ]{0,12}",
        Just("=1+1".to_owned()),
        Just("-2".to_owned()),
    ];
    hostile.prop_map(Arc::from)
}

fn identity() -> impl Strategy<Value = Identity> {
    let texts = (text(), text(), option::of(text()), option::of(text()), option::of(text()));
    let numbers = (
        option::of(any::<u64>()),
        option::of(any::<f64>()),
        option::of(any::<f64>()),
        option::of(0i64..4_000_000_000),
    );
    let parameters = proptest::collection::vec((text(), text()), 0..3);
    (texts, numbers, parameters).prop_map(|(texts, numbers, parameters)| {
        let (source, locator, version, run, workload) = texts;
        let (block_size_bytes, read_percent, duration_s, begin) = numbers;
        Identity {
            tool: Some("fio".into()),
            tool_version: version,
            run,
            level: MeasuredLevel::Run,
            workload,
            op: Some(Op::READ),
            pattern: Some(Pattern::Random),
            read_percent,
            block_size_bytes,
            parameters,
            started_at: begin.and_then(|begin| Timestamp::from_second(begin).ok()),
            duration_s,
            ..Identity::new(source, locator.to_string(), Origin::Measured)
        }
    })
}

fn figures() -> impl Strategy<Value = Vec<Figure>> {
    let figure = (any::<f64>(), text(), any::<u32>());
    (figure, any::<f64>()).prop_map(|((iops, written, operations), latency)| {
        vec![
            Figure {
                bound: Some(Bound::About),
                ..Figure::written(Metric::Iops, Stat::Mean, iops, &written)
            },
            Figure::computed(Metric::Operations, Stat::Sum, f64::from(operations)),
            Figure::computed(Metric::Latency, Stat::Mean, latency).of_kind(Kind::COMPLETION),
        ]
    })
}

/// Any row; one in four stands in the long shape only.
pub(crate) fn row() -> impl Strategy<Value = Row> {
    let is_detail = proptest::bool::weighted(0.25);
    let codes = proptest::sample::subsequence(Code::ALL, 0..3);
    (identity(), figures(), is_detail, codes).prop_map(|(identity, figures, is_detail, codes)| {
        let findings = codes.into_iter().map(|code| Arc::new(Finding::new(code, "a", "b")));
        Row {
            figures,
            latency_kind: Some(Kind::COMPLETION),
            rate_kind: None,
            is_workload_of_tool: false,
            long_shape_only: is_detail,
            findings: findings.collect(),
            ..Row::new(identity)
        }
    })
}

/// The names and cells of a line.
pub(crate) type Line<'a> = Vec<(&'static str, Cell<'a>)>;

/// Every line that a row makes in a shape.
pub(crate) fn expected(row: &Row, shape: Shape) -> Vec<Line<'_>> {
    match shape {
        Shape::Wide if row.long_shape_only => Vec::new(),
        Shape::Wide => {
            let columns = wide::columns().iter();
            vec![columns.map(|column| (column.name, (column.cell)(row))).collect()]
        }
        Shape::Long => {
            let line = |figure| {
                let columns = long::columns().iter();
                columns.map(|column| (column.name(), column.cell(row, figure))).collect()
            };
            row.figures.iter().map(line).collect()
        }
    }
}
