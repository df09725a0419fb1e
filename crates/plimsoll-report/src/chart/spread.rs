//! Moving labels apart until none lies on another.

/// A label along one direction: where its middle would best be, and how much room it takes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Wish {
    pub(super) middle: f64,
    pub(super) room: f64,
}

/// Middles for labels, in the order given, so that their rooms do not overlap, none leaves
/// `low..=high` and the squares of the moves add up to the least. Labels keep the order of their
/// wishes; of equal wishes the earlier one comes first. If all rooms together do not fit, they are
/// packed from `low` on and pass `high`.
pub(super) fn spread(wishes: &[Wish], low: f64, high: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wishes.len()).collect();
    order.sort_by(|&a, &b| wishes[a].middle.total_cmp(&wishes[b].middle));

    // With the rooms before it taken off each wish, "no overlap" becomes "not falling", and the
    // nearest such sequence comes from pooling neighbours that fall.
    let mut offsets = Vec::with_capacity(order.len());
    let mut pools: Vec<(f64, usize)> = Vec::with_capacity(order.len());
    let mut before = 0.0;
    for &index in &order {
        let offset = before + wishes[index].room / 2.0;
        offsets.push(offset);
        before += wishes[index].room;
        let mut pool = (wishes[index].middle - offset, 1);
        while let Some(&(mean, count)) = pools.last() {
            if mean < pool.0 {
                break;
            }
            pools.pop();
            let total = mean * count as f64 + pool.0 * pool.1 as f64;
            pool = (total / (count + pool.1) as f64, count + pool.1);
        }
        pools.push(pool);
    }

    let last_start = (high - before).max(low);
    let starts = pools
        .iter()
        .flat_map(|&(mean, count)| std::iter::repeat_n(mean.clamp(low, last_start), count));
    let mut middles = vec![0.0; wishes.len()];
    for ((&index, offset), start) in order.iter().zip(offsets).zip(starts) {
        middles[index] = start + offset;
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::{Wish, spread};
    use proptest::prelude::*;

    fn wishes(middles: &[f64]) -> Vec<Wish> {
        middles.iter().map(|&middle| Wish { middle, room: 10.0 }).collect()
    }

    #[test]
    fn labels_with_room_stay_where_they_are() {
        assert_eq!(spread(&wishes(&[80.0, 20.0, 50.0]), 0.0, 100.0), [80.0, 20.0, 50.0]);
    }

    #[test]
    fn labels_at_one_place_spread_around_it_in_their_order() {
        assert_eq!(spread(&wishes(&[50.0, 50.0, 50.0]), 0.0, 100.0), [40.0, 50.0, 60.0]);
    }

    #[test]
    fn labels_at_the_edge_move_inwards() {
        assert_eq!(spread(&wishes(&[100.0, 100.0]), 0.0, 100.0), [85.0, 95.0]);
        assert_eq!(spread(&wishes(&[-5.0]), 0.0, 100.0), [5.0]);
    }

    #[test]
    fn too_many_labels_are_packed_from_the_start() {
        assert_eq!(spread(&wishes(&[1.0, 1.0, 1.0]), 0.0, 20.0), [5.0, 15.0, 25.0]);
    }

    proptest! {
        #[test]
        fn no_two_labels_overlap_and_none_leaves_the_range(
            given in prop::collection::vec((0f64..300.0, 4f64..20.0), 0..15),
        ) {
            let wishes: Vec<Wish> =
                given.iter().map(|&(middle, room)| Wish { middle, room }).collect();
            let middles = spread(&wishes, 0.0, 300.0);
            for (a, one) in wishes.iter().enumerate() {
                prop_assert!(middles[a] - one.room / 2.0 > -1e-6);
                prop_assert!(middles[a] + one.room / 2.0 < 300.0 + 1e-6);
                for (b, other) in wishes.iter().enumerate().skip(a + 1) {
                    let apart = (middles[a] - middles[b]).abs();
                    prop_assert!(apart > f64::midpoint(one.room, other.room) - 1e-6, "{a} and {b}");
                    if one.middle < other.middle {
                        prop_assert!(middles[a] < middles[b], "{a} and {b} changed places");
                    }
                }
            }
        }
    }
}
