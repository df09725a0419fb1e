//! Rows with every kind of field, and texts of many scripts.

use jiff::Timestamp;
use plimsoll_frame::Shape;
use plimsoll_schema::{
    Bound, Cell, Code, Figure, Finding, Identity, Kind, MeasuredLevel, Metric, Op, Origin, Pattern,
    Percentile, Row, Stat, long, wide,
};
use proptest::option;
use proptest::prelude::*;
use std::sync::Arc;

/// Empty texts, control characters, characters of one to four bytes.
pub(crate) fn text() -> impl Strategy<Value = Arc<str>> {
    "[a-z\"\\\\,\r\n\t\u{0}\u{7f}é\u{2028}測정🏋]{0,14}".prop_map(Arc::from)
}

fn identity() -> impl Strategy<Value = Identity> {
    let texts = (text(), text(), option::of(text()), option::of(text()), option::of(text()));
    let numbers = (
        option::of(0..=i64::MAX as u64),
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
    let numbers = (any::<f64>(), any::<u32>(), any::<f64>());
    let figures = (numbers, text()).prop_map(|((iops, operations, latency), written)| {
        let percentile = Stat::Percentile(Percentile::P999);
        vec![
            Figure {
                bound: Some(Bound::About),
                ..Figure::written(Metric::Iops, Stat::Mean, iops, &written)
            },
            Figure::computed(Metric::Operations, Stat::Sum, f64::from(operations)),
            Figure::computed(Metric::Latency, Stat::Mean, latency).of_kind(Kind::COMPLETION),
            Figure::computed(Metric::Latency, percentile, latency).of_kind(Kind::COMPLETION),
        ]
    });
    (figures, 0usize..5).prop_map(|(mut figures, kept)| {
        figures.truncate(kept);
        figures
    })
}

/// Any row; one in four stands in the long shape only.
pub(crate) fn row() -> impl Strategy<Value = Row> {
    let is_detail = proptest::bool::weighted(0.25);
    let codes = proptest::sample::subsequence(Code::ALL, 0..4);
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

/// The cells of every line that rows make in a shape.
pub(crate) fn lines(rows: &[Row], shape: Shape) -> Vec<Vec<Cell<'_>>> {
    match shape {
        Shape::Wide => {
            let columns = wide::columns();
            let line = |row| columns.iter().map(|column| (column.cell)(row)).collect();
            rows.iter().filter(|row| wide::has(row)).map(line).collect()
        }
        Shape::Long => {
            let columns = long::columns();
            let figures = rows.iter().flat_map(|row| row.figures.iter().map(move |it| (row, it)));
            figures
                .map(|(row, figure)| {
                    columns.iter().map(|column| column.cell(row, figure)).collect()
                })
                .collect()
        }
    }
}
