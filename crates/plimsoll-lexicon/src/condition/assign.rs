//! From tokens to conditions: each number goes with the nearest word or key that counts it.

use super::token::{Key, Token, TokenKind};
use super::{Condition, ConditionValue, Parameter, Scope};
use crate::concept::Concept;
use crate::name::NameKind;
use std::ops::Range;

/// How many characters may stand between a number and what it counts.
const NEAR: usize = 24;

/// How many tokens of a sentence are looked at on each side of a size.
const LONGEST_SENTENCE: usize = 100;

/// How many characters may stand between a key and its value.
const KEY_REACH: usize = 60;

pub(super) fn conditions(tokens: &[Token]) -> Vec<Condition> {
    let assigner = Assigner { tokens };
    let mut found = Vec::new();
    let mut taken = vec![false; tokens.len()];
    found.extend((0..tokens.len()).filter_map(|at| assigner.named(at)));
    for (at, token) in tokens.iter().enumerate() {
        if let TokenKind::Key(key) = token.kind {
            found.extend(assigner.keyed(at, key, &mut taken));
        }
    }
    for (at, token) in tokens.iter().enumerate().filter(|(at, _)| !taken[*at]) {
        let condition = match token.kind {
            TokenKind::Count(count) => assigner.counted(at, count),
            TokenKind::Size { bytes, as_block } => assigner.sized(at, bytes, as_block),
            TokenKind::Word(Concept::Single) => assigner.single(at),
            _ => None,
        };
        found.extend(condition);
    }
    found
}

struct Assigner<'a> {
    tokens: &'a [Token],
}

impl Assigner<'_> {
    fn kind(&self, at: usize) -> &TokenKind {
        &self.tokens[at].kind
    }

    fn condition(
        &self,
        at: usize,
        parameter: Parameter,
        value: ConditionValue,
        scope: Scope,
    ) -> Condition {
        Condition { parameter, value, scope, range: self.tokens[at].range.clone() }
    }

    /// Names and words that are conditions by themselves.
    fn named(&self, at: usize) -> Option<Condition> {
        let (parameter, name) = match self.kind(at) {
            TokenKind::Word(Concept::Sequential) => (Parameter::Pattern, "sequential".to_owned()),
            TokenKind::Word(Concept::Random) => (Parameter::Pattern, "random".to_owned()),
            TokenKind::Name(name) => {
                let parameter = match name.kind {
                    NameKind::Protocol => Parameter::Protocol,
                    NameKind::Tool => Parameter::Tool,
                    NameKind::OperatingSystem => Parameter::OperatingSystem,
                    NameKind::ServiceLevel => Parameter::ServiceLevel,
                    NameKind::ServiceLevelNear if self.is_near_level(at) => Parameter::ServiceLevel,
                    NameKind::ServiceLevelNear => return None,
                    NameKind::Tier => Parameter::Tier,
                    NameKind::ClientType => Parameter::ClientType,
                };
                (parameter, name.text.clone())
            }
            _ => return None,
        };
        Some(self.condition(at, parameter, ConditionValue::Name(name), Scope::Unsaid))
    }

    /// Whether a word for a service level or a pool stands beside a name that is an ordinary word.
    fn is_near_level(&self, at: usize) -> bool {
        let says = |token: Option<&Token>| {
            token.is_some_and(|it| {
                matches!(it.kind, TokenKind::Word(Concept::ServiceLevel | Concept::Pool))
            })
        };
        let behind = self.tokens.get(at + 1).filter(|it| it.gap <= NEAR / 2);
        let before = at.checked_sub(1).map(|it| &self.tokens[it]);
        says(behind) || says(before.filter(|_| self.tokens[at].gap <= NEAR / 2))
    }

    /// The value of a key: the next count of its sentence, else the one before it. A list of keys
    /// (`rsize and wsize`) has one value, which goes with the last of them.
    fn keyed(&self, at: usize, key: Key, taken: &mut [bool]) -> Option<Condition> {
        if self.next_is_key(at, key) {
            return None;
        }
        let is_value = |it: usize, taken: &[bool]| !taken[it] && self.may_be_value(it, key);
        let behind = self.behind_key(at, key).find(|it| is_value(*it, taken));
        let before = || self.before_key(at, key).find(|it| is_value(*it, taken));
        let value_at = behind.or_else(before)?;
        taken[value_at] = true;
        let (parameter, value) = match (key, self.kind(value_at)) {
            (Key::BlockSize, TokenKind::Size { as_block, .. }) => {
                (Parameter::BlockSize, ConditionValue::Bytes(*as_block))
            }
            (Key::BlockSize, TokenKind::Count(bytes)) => {
                (Parameter::BlockSize, ConditionValue::Bytes(*bytes))
            }
            (
                Key::RsizeWsize,
                TokenKind::Count(bytes) | TokenKind::Size { as_block: bytes, .. },
            ) => (Parameter::RsizeWsize, ConditionValue::Bytes(*bytes)),
            (_, TokenKind::Count(count)) => (parameter_of(key), ConditionValue::Count(*count)),
            _ => return None,
        };
        let scope = if key == Key::Jobs { self.scope(value_at) } else { Scope::Unsaid };
        Some(self.condition(value_at, parameter, value, scope))
    }

    fn next_is_key(&self, at: usize, key: Key) -> bool {
        let mut near = self.tokens[at + 1..].iter().take(KEY_REACH);
        let next = near.find(|it| !matches!(it.kind, TokenKind::Word(_) | TokenKind::Name(_)));
        next.is_some_and(|token| token.kind == TokenKind::Key(key) && token.gap <= NEAR)
    }

    /// What a key may be set to.
    fn may_be_value(&self, at: usize, key: Key) -> bool {
        match (key, self.kind(at)) {
            (Key::BlockSize, TokenKind::Size { .. }) => true,
            (Key::BlockSize, TokenKind::Count(bytes)) => bytes.is_power_of_two() && *bytes >= 512,
            (
                Key::RsizeWsize,
                TokenKind::Count(bytes) | TokenKind::Size { as_block: bytes, .. },
            ) => bytes.is_multiple_of(1024) && (4096..=16 << 20).contains(bytes),
            (Key::Nconnect, TokenKind::Count(count)) => (1..=64).contains(count),
            (Key::NrSessions | Key::Rss, TokenKind::Count(count)) => (1..=256).contains(count),
            (Key::QueueDepth | Key::Jobs, TokenKind::Count(count)) => (1..=65_536).contains(count),
            _ => false,
        }
    }

    /// The tokens of the line behind a key as far as its value may stand: to another key, the end of
    /// the sentence, or too many characters away. Other words may stand between.
    fn behind_key(&self, at: usize, key: Key) -> impl Iterator<Item = usize> + '_ {
        let (mut distance, line) = (0, self.tokens[at].line);
        (at + 1..self.tokens.len()).take_while(move |next| {
            distance += self.tokens[*next].gap;
            self.tokens[*next].line == line && distance <= KEY_REACH && !self.parts(*next, key)
        })
    }

    /// The tokens before a key, the nearest first, as far as its value may stand, also in the line
    /// before.
    fn before_key(&self, at: usize, key: Key) -> impl Iterator<Item = usize> + '_ {
        let mut distance = 0;
        (0..at).rev().take_while(move |before| {
            distance += self.tokens[*before + 1].gap;
            distance <= KEY_REACH && !self.parts(*before, key)
        })
    }

    /// Whether a token parts a key from what stands beyond it.
    fn parts(&self, at: usize, key: Key) -> bool {
        match self.kind(at) {
            TokenKind::Stop => true,
            TokenKind::Key(other) => *other != key,
            _ => false,
        }
    }

    /// A count goes with the nearest noun, before it or behind it; behind it on a tie, since that is
    /// where a counted noun stands.
    fn counted(&self, at: usize, count: u64) -> Option<Condition> {
        let behind = self.noun_behind(at);
        let before = self.noun_before(at);
        let parameter = match (before, behind) {
            (Some((before, near)), Some((behind, gap))) => {
                if near < gap {
                    before
                } else {
                    behind
                }
            }
            (Some((noun, _)), None) | (None, Some((noun, _))) => noun,
            (None, None) => return None,
        };
        let is_plausible = match parameter {
            Parameter::Clients | Parameter::Volumes => (1..=4096).contains(&count),
            _ => (1..=1_000_000).contains(&count),
        };
        let scope = if parameter == Parameter::Jobs { self.scope(at) } else { Scope::Unsaid };
        is_plausible.then(|| self.condition(at, parameter, ConditionValue::Count(count), scope))
    }

    /// What the next token counts, if it counts, and how far away it is. A size may stand between:
    /// `6 volumes of 1 TiB`, `six 1 TiB volumes`.
    fn noun_behind(&self, at: usize) -> Option<(Parameter, usize)> {
        let mut distance = 0;
        for next in at + 1..self.tokens.len() {
            distance += self.tokens[next].gap;
            if distance > NEAR {
                return None;
            }
            match self.kind(next) {
                TokenKind::Word(Concept::Single | Concept::Iops) | TokenKind::Stop => return None,
                TokenKind::Size { .. } | TokenKind::Word(Concept::To | Concept::Each) => {}
                kind => {
                    return noun(kind, self.tokens.get(next + 1)).map(|noun| (noun, distance));
                }
            }
        }
        None
    }

    fn noun_before(&self, at: usize) -> Option<(Parameter, usize)> {
        let before = at.checked_sub(1)?;
        let gap = self.tokens[at].gap;
        let is_noun = match self.kind(before) {
            // A machine type before a number is not counted by it.
            TokenKind::Name(_) => false,
            TokenKind::Word(Concept::Clients) => !self.is_each(before),
            _ => true,
        };
        let noun = (is_noun && gap <= NEAR / 2).then(|| noun(self.kind(before), None)).flatten()?;
        Some((noun, gap))
    }

    /// Whether `each` stands directly before a word: `of each machine 8 jobs` counts no machines.
    fn is_each(&self, at: usize) -> bool {
        let before = at.checked_sub(1).map(|it| self.kind(it));
        matches!(before, Some(TokenKind::Word(Concept::Each))) && self.tokens[at].gap <= 4
    }

    /// A size is that of a block, a working set, a volume or a pool.
    fn sized(&self, at: usize, bytes: Option<u64>, as_block: u64) -> Option<Condition> {
        let is_block = as_block <= 64 << 20 && self.has_block_word(at);
        if is_block {
            let value = ConditionValue::Bytes(as_block);
            return Some(self.condition(at, Parameter::BlockSize, value, Scope::Unsaid));
        }
        let bytes = bytes.filter(|bytes| *bytes >= 1 << 20)?;
        let sentence = self.sentence(at);
        let has = |concept| self.has_word(sentence.clone(), concept);
        let (parameter, scope) = if has(Concept::WorkingSet) {
            (Parameter::WorkingSet, self.scope(at))
        } else if self.is_beside(at, Concept::Pool) {
            (Parameter::PoolSize, Scope::Unsaid)
        } else if self.is_of_volume(at, &sentence) {
            (Parameter::VolumeSize, Scope::Unsaid)
        } else {
            return None;
        };
        Some(self.condition(at, parameter, ConditionValue::Bytes(bytes), scope))
    }

    /// A word for blocks or a pattern beside a size makes it that of a block.
    fn has_block_word(&self, at: usize) -> bool {
        let tells = |kind: &TokenKind| {
            matches!(
                kind,
                TokenKind::Word(Concept::BlockSize | Concept::Sequential | Concept::Random)
            )
        };
        let behind = self.tokens.get(at + 1).filter(|it| it.gap <= NEAR / 2);
        let before = at.checked_sub(1).map(|it| &self.tokens[it]);
        let before = before.filter(|_| self.tokens[at].gap <= NEAR / 4);
        behind.is_some_and(|it| tells(&it.kind))
            || before.is_some_and(|it| it.kind == TokenKind::Word(Concept::BlockSize))
    }

    /// `10 TiB pool`, `pool of 10 TiB`: the word stands beside the size, and nearer to it than to
    /// another size.
    fn is_beside(&self, at: usize, concept: Concept) -> bool {
        let mut behind = self.tokens[at + 1..].iter();
        let first = behind.next().filter(|it| it.gap <= NEAR / 2);
        let skips_capacity = |token: &Token| token.kind == TokenKind::Word(Concept::Capacity);
        let next = match first {
            Some(token) if skips_capacity(token) => behind.next().filter(|it| it.gap <= NEAR / 2),
            other => other,
        };
        let before = at.checked_sub(1).filter(|_| self.tokens[at].gap <= NEAR / 4);
        next.is_some_and(|it| it.kind == TokenKind::Word(concept))
            || before.is_some_and(|it| *self.kind(it) == TokenKind::Word(concept))
    }

    /// A volume has a size where both words stand before it in its sentence (`the volume size was …
    /// 10 TiB`), or where the word for volumes follows it.
    fn is_of_volume(&self, at: usize, sentence: &Range<usize>) -> bool {
        let before: Vec<Concept> = self.tokens[sentence.start..at]
            .iter()
            .filter_map(|it| if let TokenKind::Word(word) = it.kind { Some(word) } else { None })
            .collect();
        let named = before.windows(2).any(|pair| {
            matches!(
                pair,
                [Concept::Volumes, Concept::Capacity] | [Concept::Capacity, Concept::Volumes]
            )
        });
        let follows = self
            .tokens
            .get(at + 1)
            .is_some_and(|it| it.gap <= NEAR && it.kind == TokenKind::Word(Concept::Volumes));
        named || follows
    }

    fn single(&self, at: usize) -> Option<Condition> {
        let next = self.tokens.get(at + 1).filter(|it| it.gap <= NEAR)?;
        let parameter = match next.kind {
            TokenKind::Word(Concept::Volumes) => Parameter::Volumes,
            TokenKind::Word(Concept::Clients) => Parameter::Clients,
            TokenKind::Word(Concept::Jobs) => Parameter::Jobs,
            TokenKind::Name(ref name) if name.kind == NameKind::ClientType => Parameter::Clients,
            _ => return None,
        };
        Some(self.condition(at, parameter, ConditionValue::Count(1), Scope::Unsaid))
    }

    /// Whether a value is of each client or of all: the nearest word that says so, between the value
    /// before it and itself.
    fn scope(&self, at: usize) -> Scope {
        let line = self.tokens[at].line;
        for before in self.tokens[..at].iter().rev().take_while(|it| it.line == line) {
            match before.kind {
                TokenKind::Word(Concept::Total) => return Scope::Total,
                TokenKind::Word(Concept::Each) => return Scope::Each,
                TokenKind::Count(_)
                | TokenKind::Size { .. }
                | TokenKind::OtherNumber
                | TokenKind::Stop => break,
                _ => {}
            }
        }
        // `16 jobs in total`, `6 TiB in total`
        let behind = self.tokens[at + 1..]
            .iter()
            .take(2)
            .take_while(|token| token.gap <= 4 && matches!(token.kind, TokenKind::Word(_)));
        let is_total = behind.into_iter().any(|it| it.kind == TokenKind::Word(Concept::Total));
        if is_total { Scope::Total } else { Scope::Unsaid }
    }

    /// The tokens of the same sentence in the same line, as far as a sentence goes.
    fn sentence(&self, at: usize) -> Range<usize> {
        let line = self.tokens[at].line;
        let ends = |it: &Token| it.kind == TokenKind::Stop || it.line != line;
        let first = at.saturating_sub(LONGEST_SENTENCE);
        let last = self.tokens.len().min(at + LONGEST_SENTENCE);
        let begin = self.tokens[first..at].iter().rposition(ends);
        let end = self.tokens[at..last].iter().position(ends);
        begin.map_or(first, |stop| first + stop + 1)..end.map_or(last, |stop| at + stop)
    }

    fn has_word(&self, range: Range<usize>, concept: Concept) -> bool {
        self.tokens[range].iter().any(|it| it.kind == TokenKind::Word(concept))
    }
}

/// What a word counts. A volume whose size is spoken of next is not counted.
fn noun(kind: &TokenKind, next: Option<&Token>) -> Option<Parameter> {
    match kind {
        TokenKind::Word(Concept::Clients) => Some(Parameter::Clients),
        TokenKind::Word(Concept::Volumes) => {
            let sized =
                next.is_some_and(|it| it.gap == 0 && it.kind == TokenKind::Word(Concept::Capacity));
            (!sized).then_some(Parameter::Volumes)
        }
        TokenKind::Word(Concept::Jobs) => Some(Parameter::Jobs),
        TokenKind::Word(Concept::QueueDepth) => Some(Parameter::QueueDepth),
        TokenKind::Name(name) if name.kind == NameKind::ClientType => Some(Parameter::Clients),
        _ => None,
    }
}

fn parameter_of(key: Key) -> Parameter {
    match key {
        Key::Nconnect => Parameter::Nconnect,
        Key::RsizeWsize => Parameter::RsizeWsize,
        Key::NrSessions => Parameter::NrSessions,
        Key::Rss => Parameter::SmbConnections,
        Key::QueueDepth => Parameter::QueueDepth,
        Key::Jobs => Parameter::Jobs,
        Key::BlockSize => Parameter::BlockSize,
    }
}
