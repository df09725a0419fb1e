//! From the pieces of a cell to what it says.

use super::scan::{Item, Piece, ScannedNumber, Scanner};
use super::{CellContext, CellKind, CellReading, Missing, Quantity};
use crate::concept::{Concept, Side};
use crate::lexicon::Lexicon;
use crate::note::Clean;
use crate::number::{Decimal, Decision, How, Reading, Shape, decide};
use crate::unit::Unit;
use plimsoll_schema::Bound;

/// Reads a cleaned cell.
pub(super) fn reading(
    cell: &str,
    clean: &Clean,
    context: &CellContext<'_>,
    lexicon: &Lexicon,
) -> CellReading {
    let text = clean.text.as_str();
    let of_kind =
        |kind| CellReading { kind, quantities: Vec::new(), words: Vec::new(), notes: Vec::new() };
    if let Some(missing) = missing(text) {
        return of_kind(CellKind::Missing(missing));
    }
    if text.contains("XNUMX") {
        return of_kind(CellKind::Damaged);
    }
    let pieces = Scanner::new(text, lexicon, context.languages).pieces();
    let cell = Cell { original: cell, clean, context, pieces };
    if cell.numbers().next().is_none() {
        return cell.without_number();
    }
    let quantities = cell.quantities();
    let words = cell.plain_words();
    let kind = cell.kind(&quantities);
    CellReading { kind, quantities, words, notes: Vec::new() }
}

/// The ways to say that there is no value, apart from words.
fn missing(text: &str) -> Option<Missing> {
    let is_dash = |it: char| matches!(it, '-' | '‐' | '‑' | '‒' | '–' | '—' | '―' | '−');
    if text.is_empty() {
        return Some(Missing::Empty);
    }
    if text.chars().all(is_dash) {
        return Some(Missing::Dash);
    }
    match text.to_ascii_lowercase().as_str() {
        "nan" | "-nan" => Some(Missing::NaN),
        "inf" | "+inf" | "-inf" | "infinity" | "∞" => Some(Missing::Infinite),
        "null" | "none" | "nil" | "na" => Some(Missing::NotAvailable),
        "#n/a" | "#value!" | "#ref!" | "#div/0!" | "#name?" | "#null!" | "#num!" | "#spill!"
        | "#calc!" | "#getting_data" => Some(Missing::Error),
        _ => None,
    }
}

struct Cell<'a> {
    original: &'a str,
    clean: &'a Clean,
    context: &'a CellContext<'a>,
    pieces: Vec<Piece>,
}

/// Words that may stand in a cell beside its value.
const PLAIN: &[Concept] = &[
    Concept::Read,
    Concept::Write,
    Concept::Mixed,
    Concept::Sequential,
    Concept::Random,
    Concept::Throughput,
    Concept::Iops,
    Concept::Latency,
    Concept::Transactions,
    Concept::Operation,
    Concept::Mean,
    Concept::Total,
];

impl Cell<'_> {
    /// The places of the numbers among the pieces.
    fn numbers(&self) -> impl Iterator<Item = usize> + '_ {
        let is_number =
            |(at, piece): (usize, &Piece)| matches!(piece.item, Item::Number(_)).then_some(at);
        self.pieces.iter().enumerate().filter_map(is_number)
    }

    /// A cell without a digit: words, or `サブミリ秒`, which is below one millisecond.
    fn without_number(&self) -> CellReading {
        let says = |piece: &Piece, concept| matches!(&piece.item, Item::Word(meanings) if meanings.iter().any(|it| it.0 == concept));
        let mut telling =
            self.pieces.iter().filter(|piece| piece.item != Item::Separator).peekable();
        let first = telling.peek().copied();
        let all = |concept| first.is_some() && telling.clone().all(|piece| says(piece, concept));
        let mut quantities = Vec::new();
        let kind = if all(Concept::SubMillisecond) {
            let reading = Reading {
                value: Decimal::whole(1),
                decimal_mark: None,
                group_mark: None,
                shape: Shape::Plain,
            };
            quantities.push(Quantity {
                written: self.clean.text.clone(),
                decision: Decision::Value { reading, how: How::InWords },
                number_word: None,
                unit: Some(Unit::MILLISECOND),
                bound: Bound::Below,
                per_capacity: false,
            });
            CellKind::Value
        } else if all(Concept::NotAvailable) {
            CellKind::Missing(Missing::NotAvailable)
        } else if self
            .pieces
            .iter()
            .any(|piece| piece.item == Item::Unknown && self.has_digit_of_any_script(piece))
        {
            CellKind::LeftOver(self.clean.text.clone())
        } else {
            CellKind::Words
        };
        CellReading { kind, quantities, words: self.plain_words(), notes: Vec::new() }
    }

    /// Digits of other scripts are not read, but say that the cell is more than words.
    fn has_digit_of_any_script(&self, piece: &Piece) -> bool {
        self.clean.text[piece.range.clone()].chars().any(char::is_numeric)
    }

    fn quantities(&self) -> Vec<Quantity> {
        let numbers: Vec<usize> = self.numbers().collect();
        let lone_unit = self.lone_unit(&numbers);
        let mut all = Vec::new();
        for (index, at) in numbers.iter().enumerate() {
            let Item::Number(number) = &self.pieces[*at].item else { continue };
            let before = index.checked_sub(1).map_or(0, |previous| numbers[previous] + 1);
            let behind = numbers.get(index + 1).copied().unwrap_or(self.pieces.len());
            let bounds = self.bounds(before..*at, *at + 1..behind, index + 1 == numbers.len());
            all.push(self.quantity(number, lone_unit, strongest(&bounds)));
        }
        all
    }

    fn quantity(
        &self,
        number: &ScannedNumber,
        lone: Option<Unit>,
        bound: Option<Bound>,
    ) -> Quantity {
        let digits = &self.clean.text[number.digits.clone()];
        let written = &self.original[self.clean.original(&number.written)];
        Quantity {
            written: written.trim().to_owned(),
            decision: decide(digits, &self.context.evidence),
            number_word: number.number_word,
            unit: number.unit.or(lone),
            bound: bound.unwrap_or(Bound::Exact),
            per_capacity: number.per_capacity
                || self.pieces.iter().any(|piece| piece.item == Item::PerCapacity),
        }
    }

    /// The unit that stands apart from the only number: `IOPS: 5,000`.
    fn lone_unit(&self, numbers: &[usize]) -> Option<Unit> {
        let units: Vec<Unit> = self
            .pieces
            .iter()
            .filter_map(|piece| if let Item::Unit(unit) = piece.item { Some(unit) } else { None })
            .collect();
        let [only] = units.as_slice() else { return None };
        (numbers.len() == 1).then_some(*only)
    }

    /// The bounds that words before and behind a number give it. A word without a side (`maximum`)
    /// belongs to the number behind it, and to the last number.
    fn bounds(
        &self,
        before: std::ops::Range<usize>,
        behind: std::ops::Range<usize>,
        is_last: bool,
    ) -> Vec<Bound> {
        let of_piece = |piece: &Piece, allows: &dyn Fn(Option<Side>) -> bool| match &piece.item {
            Item::Sign(concept) if allows(Some(Side::Before)) => concept.bound(),
            Item::Tilde if allows(Some(Side::Before)) => Some(Bound::About),
            Item::Word(meanings) => {
                meanings.iter().find(|(_, side)| allows(*side)).and_then(|(it, _)| it.bound())
            }
            _ => None,
        };
        let leads = |side: Option<Side>| side != Some(Side::After);
        let trails = |side: Option<Side>| side == Some(Side::After) || side.is_none() && is_last;
        let before = self.pieces[before].iter().filter_map(|piece| of_piece(piece, &leads));
        let behind = self.pieces[behind].iter().filter_map(|piece| of_piece(piece, &trails));
        before.chain(behind).collect()
    }

    /// The meanings of the words that say nothing about a number.
    fn plain_words(&self) -> Vec<Concept> {
        let meanings = self.pieces.iter().filter_map(|piece| match &piece.item {
            Item::Word(meanings) => Some(meanings.iter().map(|(concept, _)| *concept)),
            _ => None,
        });
        meanings.flatten().filter(|concept| concept.bound().is_none()).collect()
    }

    fn kind(&self, quantities: &[Quantity]) -> CellKind {
        let numbers: Vec<usize> = self.numbers().collect();
        if self.pieces.iter().any(|piece| piece.item == Item::Money) {
            return CellKind::Price;
        }
        if quantities.iter().any(|quantity| quantity.per_capacity) {
            return CellKind::PerCapacity;
        }
        if numbers.windows(2).any(|pair| self.has_word(pair[0]..pair[1], &[Concept::Or])) {
            return CellKind::Alternatives;
        }
        if numbers.windows(2).any(|pair| self.is_range(pair[0], pair[1])) {
            return CellKind::Range;
        }
        // A number in brackets alone is a negative one, or is said beside another.
        if self.clean.text.starts_with('(') && self.clean.text.ends_with(')') {
            return CellKind::LeftOver(self.clean.text.clone());
        }
        if let Some(rest) = self.left_over(&numbers) {
            return CellKind::LeftOver(rest);
        }
        if let Some(bad) =
            quantities.iter().find(|it| matches!(it.decision, Decision::NotANumber(_)))
        {
            return CellKind::LeftOver(bad.written.clone());
        }
        let dimensions: Vec<_> =
            quantities.iter().map(|it| it.unit.map(|unit| unit.dimension)).collect();
        let differ = dimensions
            .iter()
            .enumerate()
            .all(|(at, dimension)| dimension.is_some() && !dimensions[..at].contains(dimension));
        if quantities.iter().any(|it| matches!(it.decision, Decision::Undecided { .. })) {
            CellKind::Undecided
        } else if quantities.len() == 1 {
            CellKind::Value
        } else if differ {
            CellKind::Values
        } else {
            CellKind::LeftOver(self.clean.text.clone())
        }
    }

    fn has_word(&self, pieces: std::ops::Range<usize>, concepts: &[Concept]) -> bool {
        self.pieces[pieces].iter().any(|piece| {
            matches!(&piece.item, Item::Word(meanings)
                if meanings.iter().any(|(concept, _)| concepts.contains(concept)))
        })
    }

    /// Whether two neighbouring numbers are the ends of a range: a dash, a tilde or a word between
    /// them, or "between" beside them.
    fn is_range(&self, first: usize, second: usize) -> bool {
        let between = first + 1..second;
        let by_sign = self.pieces[between.clone()]
            .iter()
            .any(|piece| matches!(piece.item, Item::Dash | Item::Tilde));
        by_sign
            || self.has_word(between, &[Concept::To, Concept::UpTo])
            || self.has_word(0..self.pieces.len(), &[Concept::Between])
    }

    /// The first piece that nothing explains.
    fn left_over(&self, numbers: &[usize]) -> Option<String> {
        let first = *numbers.first()?;
        let several = numbers.len() > 1;
        let unit_is_used = self.lone_unit(numbers).is_some()
            && !matches!(&self.pieces[first].item, Item::Number(number) if number.unit.is_some());
        let is_explained = |(at, piece): (usize, &Piece)| match &piece.item {
            Item::Number(_) | Item::Separator => true,
            Item::Unit(unit) => {
                unit_is_used || *unit == Unit::IOPS && self.quantity_has_unit(first, *unit)
            }
            Item::Sign(_) | Item::Tilde => at < *numbers.last().unwrap_or(&0),
            Item::Word(meanings) => Self::word_is_explained(at, meanings, numbers, several),
            Item::Dash | Item::PerCapacity | Item::Money | Item::Unknown => false,
        };
        let mut rest = self.pieces.iter().enumerate().skip_while(|it| is_explained(*it));
        let (_, begin) = rest.next()?;
        let end = rest.take_while(|it| !is_explained(*it)).last();
        let end = end.map_or(begin.range.end, |(_, piece)| piece.range.end);
        Some(self.clean.text[begin.range.start..end].to_owned())
    }

    fn quantity_has_unit(&self, at: usize, unit: Unit) -> bool {
        matches!(&self.pieces[at].item, Item::Number(number) if number.unit == Some(unit))
    }

    /// Whether a word is understood where it stands: a plain one anywhere, a bound on its side of a
    /// number. A word with two meanings is understood only if both come to the same.
    fn word_is_explained(
        at: usize,
        meanings: &[(Concept, Option<Side>)],
        numbers: &[usize],
        several: bool,
    ) -> bool {
        let stands_before = numbers.last().is_some_and(|last| at < *last);
        let stands_behind = numbers.first().is_some_and(|first| at > *first);
        let fits = |(concept, side): &(Concept, Option<Side>)| {
            let side_fits = match side {
                Some(Side::Before) => stands_before,
                Some(Side::After) => stands_behind,
                None => true,
            };
            PLAIN.contains(concept)
                || concept.bound().is_some() && side_fits
                || *concept == Concept::And && several
        };
        let mut fitting = meanings.iter().filter(|meaning| fits(meaning));
        let Some((concept, _)) = fitting.next() else { return false };
        let bound = concept.bound();
        let agree = fitting.all(|(other, _)| match bound {
            Some(_) => other.bound() == bound,
            None => other == concept,
        });
        agree && meanings.iter().all(|meaning| fits(meaning) || meaning.1.is_some())
    }
}

/// Of several bounds on one number: up to goes before all ("up to about"), about behind all. `None`
/// if there is none.
fn strongest(bounds: &[Bound]) -> Option<Bound> {
    let is = |bound: &Bound| bounds.contains(bound);
    if is(&Bound::UpTo) {
        return Some(Bound::UpTo);
    }
    bounds.iter().find(|bound| **bound != Bound::About).or(bounds.first()).copied()
}
