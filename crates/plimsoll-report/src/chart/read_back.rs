//! Reading a chart's SVG back, for tests.

use super::measure::{Weight, width};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

/// A text element: what it says and the rectangle it covers (left, top, right, bottom).
#[derive(Debug, Clone)]
pub(super) struct Text {
    pub(super) said: String,
    covers: [f64; 4],
}

/// What is read back from a chart.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    size: (f64, f64),
    pub(super) ids: Vec<String>,
    pub(super) texts: Vec<Text>,
    /// Corners of everything that is not text.
    places: Vec<(f64, f64)>,
}

fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let attribute = element.try_get_attribute(name).expect("well-formed attributes")?;
    Some(attribute.value.into_owned())
}

fn number(element: &BytesStart<'_>, name: &str) -> f64 {
    attribute(element, name)
        .unwrap_or_default()
        .parse()
        .unwrap_or_else(|_| panic!("{name} of {element:?}"))
}

/// Reads a chart and refuses whatever is not well-formed or not a finite number.
pub(super) fn read(svg: &str) -> Drawing {
    let mut drawing = Drawing::default();
    let mut reader = Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let mut text: Option<(BytesStart<'_>, String)> = None;
    let mut depth = 0;
    loop {
        match reader.read_event().unwrap_or_else(|error| panic!("{error} in {svg}")) {
            Event::Start(element) => {
                depth += 1;
                drawing.start(&element);
                if element.name().as_ref() == "text" {
                    text = Some((element.into_owned(), String::new()));
                }
            }
            Event::Empty(element) => drawing.start(&element),
            Event::Text(content) => {
                if let Some((_, said)) = &mut text {
                    said.push_str(&content.xml10_content());
                }
            }
            Event::GeneralRef(name) => {
                if let Some((_, said)) = &mut text {
                    said.push_str(match name.xml10_content().as_ref() {
                        "amp" => "&",
                        "lt" => "<",
                        "gt" => ">",
                        "quot" => "\"",
                        "apos" => "'",
                        other => panic!("&{other};"),
                    });
                }
            }
            Event::End(_) => {
                depth -= 1;
                if let Some((element, said)) = text.take() {
                    drawing.texts.push(laid_out(&element, said));
                }
            }
            Event::Eof => break,
            other => panic!("{other:?} has no place in a chart"),
        }
    }
    assert_eq!(depth, 0, "elements are left open");
    drawing
}

/// Without the reserve that the measure has for other fonts.
fn laid_out(element: &BytesStart<'_>, said: String) -> Text {
    let (x, y, size) = (number(element, "x"), number(element, "y"), number(element, "font-size"));
    let weight =
        if attribute(element, "font-weight").is_some() { Weight::Bold } else { Weight::Regular };
    let wide = width(&said, size, weight) / 1.1;
    let left = match attribute(element, "text-anchor").as_deref() {
        Some("middle") => x - wide / 2.0,
        Some("end") => x - wide,
        _ => x,
    };
    Text { said, covers: [left, y - 0.7 * size, left + wide, y + 0.2 * size] }
}

impl Drawing {
    fn start(&mut self, element: &BytesStart<'_>) {
        self.ids.extend(attribute(element, "id"));
        let at = |x: &str, y: &str| (number(element, x), number(element, y));
        match element.name().as_ref() {
            "svg" => self.size = at("width", "height"),
            "rect" => {
                let ((x, y), (wide, high)) = (at("x", "y"), at("width", "height"));
                assert!(wide >= 0.0 && high >= 0.0);
                self.places.extend([(x, y), (x + wide, y + high)]);
            }
            "circle" => {
                let ((x, y), r) = (at("cx", "cy"), number(element, "r"));
                self.places.extend([(x - r, y - r), (x + r, y + r)]);
            }
            "path" => {
                let d = attribute(element, "d").expect("a path has a shape");
                let numbers: Vec<f64> = d
                    .split(|letter: char| letter.is_ascii_alphabetic() || letter == ' ')
                    .filter(|part| !part.is_empty())
                    .map(|part| part.parse().unwrap_or_else(|_| panic!("{part} in {d}")))
                    .collect();
                assert_eq!(numbers.len() % 2, 0, "{d}");
                self.places.extend(numbers.chunks(2).map(|pair| (pair[0], pair[1])));
            }
            "g" | "text" | "title" | "desc" => {}
            other => panic!("{other} is not simple SVG"),
        }
    }

    /// How many texts say just this.
    pub(super) fn said(&self, label: &str) -> usize {
        self.texts.iter().filter(|text| text.said == label).count()
    }

    /// Everything lies inside the drawing, no text on another, every id is the chart's and unique.
    pub(super) fn check(&self, id: &str) {
        let (wide, high) = self.size;
        for &(x, y) in &self.places {
            assert!(x.is_finite() && y.is_finite());
            assert!((-0.01..=wide + 0.01).contains(&x), "{x} of {wide}");
            assert!((-0.01..=high + 0.01).contains(&y), "{y} of {high}");
        }
        for (index, text) in self.texts.iter().enumerate() {
            let [left, top, right, bottom] = text.covers;
            assert!(left > -0.5 && top > -0.5, "{text:?}");
            assert!(right < wide + 0.5 && bottom < high + 0.5, "{text:?} of {wide}");
            for other in &self.texts[index + 1..] {
                let apart = right <= other.covers[0]
                    || other.covers[2] <= left
                    || bottom <= other.covers[1]
                    || other.covers[3] <= top;
                assert!(apart, "{text:?} lies on {other:?}");
            }
        }
        let mut ids = self.ids.clone();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), self.ids.len(), "an id is there twice");
        assert!(ids.iter().all(|own| own.starts_with(id)), "{ids:?}");
    }
}
