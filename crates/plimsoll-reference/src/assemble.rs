//! From the text of a catalogue file to its entries.

use crate::conditions::Conditions;
use crate::entry::{Entry, Page, Point};
use crate::file::{FilePage, FileReference};
use crate::point;
use crate::problem::{Problem, Problems};
use crate::share;
use crate::status::Status;
use plimsoll_schema::Row;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;
use toml::Spanned;
use toml::de::{DeTable, DeValue, ValueDeserializer};

/// What references of a file have in common.
pub(crate) struct Common {
    pub(crate) page: Arc<Page>,
    product: Option<Arc<str>>,
    pub(crate) status: Option<Status>,
    conditions: BTreeMap<String, Conditions>,
}

/// The entries of a file, in its order, or everything that is wrong with it.
pub(crate) fn entries(
    name: &str,
    text: &str,
    is_built_in: bool,
) -> Result<Vec<Entry>, Vec<Problem>> {
    let mut problems = Problems::of(name, text);
    let mut document = match DeTable::parse(text) {
        Ok(document) => document.into_inner(),
        Err(error) => {
            problems.add_toml(&error, None, None);
            return problems.or(Vec::new());
        }
    };
    let page = document.remove("page");
    let conditions = document.remove("conditions");
    let references = document.remove("reference");
    for (key, _) in document {
        let message = format!("unknown key `{}`", key.get_ref());
        let help = "a catalogue file has `page`, `conditions` and `reference`";
        problems.add(Some(key.span()), None, message, help);
    }
    let Some(common) = common((name, is_built_in), page, conditions, &mut problems) else {
        return problems.or(Vec::new());
    };
    let entries = list(references, &mut problems)
        .into_iter()
        .filter_map(|reference| one_entry(reference, &common, &mut problems))
        .collect();
    problems.or(entries)
}

fn common(
    (name, is_built_in): (&str, bool),
    page: Option<Spanned<DeValue<'_>>>,
    conditions: Option<Spanned<DeValue<'_>>>,
    problems: &mut Problems<'_>,
) -> Option<Common> {
    let Some(page) = page else {
        let help = "begin the file with vendor, publisher, title, date, locales and reading";
        problems.add(None, None, "there is no table `[page]`", help);
        return None;
    };
    let page: FilePage = shaped(page, None, problems)?;
    let mut sets = BTreeMap::new();
    for (key, set) in table(conditions, problems) {
        if let Some(set) = shaped(set, None, problems) {
            let conditions = Conditions::of(key.get_ref(), set, key.span(), problems);
            sets.insert(key.into_inner().into_owned(), conditions);
        }
    }
    Some(Common {
        product: page.product.as_deref().map(Arc::from),
        status: page.status,
        conditions: sets,
        page: Arc::new(Page {
            file: name.into(),
            is_built_in,
            vendor: page.vendor,
            publisher: page.publisher,
            title: page.title.into(),
            date: page.date,
            locales: page.locales,
            reading: page.reading,
        }),
    })
}

fn one_entry(
    reference: Spanned<DeValue<'_>>,
    common: &Common,
    problems: &mut Problems<'_>,
) -> Option<Entry> {
    let id = id_of(reference.get_ref());
    let reference: FileReference = shaped(reference, id.as_deref(), problems)?;
    let id: Arc<str> = reference.id.get_ref().as_str().into();
    let at = reference.id.span();
    if !is_id(&id) {
        let help = "use lower-case letters, digits and `-`, parts joined by `/`: vendor/level/protocol/test";
        problems.add(Some(at.clone()), Some(&id), "the id has another form", help);
    }
    let Some(product) =
        reference.product.as_deref().map(Arc::from).or_else(|| common.product.clone())
    else {
        let help = "give `product` here or under `[page]`";
        problems.add(Some(at), Some(&id), "it has no product", help);
        return None;
    };
    let conditions = conditions_of(&reference, common, problems);
    let mut entry = Entry {
        line: problems.line(at.start),
        id,
        page: Arc::clone(&common.page),
        product,
        service_level: reference.service_level.as_deref().map(Arc::from),
        protocol: reference.protocol.as_deref().map(Arc::from),
        tool: reference.tool.clone(),
        workload: reference.workload.as_str().into(),
        pattern: reference.pattern.map(Into::into),
        block_size_bytes: reference.block_size.as_ref().map(|size| size.bytes),
        conditions: conditions.shown.clone(),
        remark: reference.remark.clone(),
        points: Vec::new(),
    };
    entry.points = point::all(&reference, &entry, &conditions, common, problems);
    check_points(&entry, &reference, problems);
    Some(entry)
}

/// The reference's set of conditions, with its own `iodepth`.
fn conditions_of(
    reference: &FileReference,
    common: &Common,
    problems: &mut Problems<'_>,
) -> Conditions {
    let mut conditions = Conditions::default();
    if let Some(name) = &reference.conditions {
        if let Some(set) = common.conditions.get(name.get_ref()) {
            conditions = set.clone();
        } else {
            let message = format!("there is no `[conditions.{}]`", name.get_ref());
            let known: Vec<_> = common.conditions.keys().map(String::as_str).collect();
            let help = format!("the file has {}", known.join(", "));
            let id = Some(reference.id.get_ref().as_str());
            problems.add(Some(name.span()), id, message, help);
        }
    }
    conditions.show("iodepth", reference.iodepth);
    conditions
}

fn check_points(entry: &Entry, reference: &FileReference, problems: &mut Problems<'_>) {
    if reference.point.is_empty() {
        let help = "give at least one `point`";
        problems.add(Some(reference.id.span()), Some(&entry.id), "it has no point", help);
    }
    // Points with problems of their own are not in `entry`; then indices would not agree.
    if entry.points.len() != reference.point.len() {
        return;
    }
    let rows: Vec<&Row> = entry.rows().collect();
    for (index, _, message) in share::contradictions(&rows) {
        let help = "compare both values and the header with the page: one may stand in its neighbour's column";
        problems.add(Some(reference.point[index].span()), Some(&entry.id), message, help);
    }
    for (index, point) in entry.points.iter().enumerate() {
        if entry.points[..index].iter().any(|earlier| is_same_point(earlier, point)) {
            let message = "an earlier point has the same operation, read share and claim";
            let help = "give the points a `name` that tells them apart, or join them into one";
            problems.add(Some(reference.point[index].span()), Some(&entry.id), message, help);
        }
    }
}

fn is_same_point(one: &Point, other: &Point) -> bool {
    let (one, other) = (&one.row.identity, &other.row.identity);
    one.op == other.op
        && one.read_percent == other.read_percent
        && one.claim == other.claim
        && one.parameters == other.parameters
}

/// `a-z`, `0-9` and `-` in parts that are joined by `/`; no part is empty or has `-` at an end.
pub(crate) fn is_id(id: &str) -> bool {
    id.split('/').all(|part| {
        !part.is_empty()
            && !part.starts_with('-')
            && !part.ends_with('-')
            && part
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
    })
}

fn id_of(reference: &DeValue<'_>) -> Option<String> {
    let id = reference.get("id")?.get_ref().as_str()?;
    Some(id.to_owned())
}

/// A part of the document in its shape; `None` with a problem if it has another.
fn shaped<T: DeserializeOwned>(
    value: Spanned<DeValue<'_>>,
    id: Option<&str>,
    problems: &mut Problems<'_>,
) -> Option<T> {
    let at = value.span();
    match T::deserialize(ValueDeserializer::from(value)) {
        Ok(shaped) => Some(shaped),
        Err(error) => {
            problems.add_toml(&error, Some(at), id);
            None
        }
    }
}

fn table<'t>(value: Option<Spanned<DeValue<'t>>>, problems: &mut Problems<'_>) -> DeTable<'t> {
    let Some(value) = value else {
        return DeTable::new();
    };
    let at = value.span();
    if let DeValue::Table(table) = value.into_inner() {
        return table;
    }
    not_in_its_form(at, "conditions", "write `[conditions.NAME]`", problems);
    DeTable::new()
}

fn list<'t>(
    value: Option<Spanned<DeValue<'t>>>,
    problems: &mut Problems<'_>,
) -> Vec<Spanned<DeValue<'t>>> {
    let Some(value) = value else {
        let help = "give at least one `[[reference]]`";
        problems.add(None, None, "the file has no reference", help);
        return Vec::new();
    };
    let at = value.span();
    if let DeValue::Array(list) = value.into_inner() {
        return list.into_iter().collect();
    }
    not_in_its_form(at, "reference", "write `[[reference]]`, with two brackets", problems);
    Vec::new()
}

fn not_in_its_form(at: Range<usize>, key: &str, help: &str, problems: &mut Problems<'_>) {
    problems.add(Some(at), None, format!("`{key}` has another form"), help);
}
