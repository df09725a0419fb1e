//! Writes the pages that the bench reads into a folder, for `benches/beside_pandas.py`:
//! `cargo run --release -p plimsoll-table --example vendor-pages -- results FOLDER COUNT`, or `limits` for the other kind.

#[path = "../benches/reading/page.rs"]
mod page;
#[path = "../benches/reading/words.rs"]
mod words;

use page::{Kind, page};
use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [kind, folder, count] = arguments.as_slice() else {
        return Err(io::Error::other("three arguments are needed: results|limits FOLDER COUNT"));
    };
    let kind = match kind.as_str() {
        "results" => Kind::Results,
        "limits" => Kind::Limits,
        other => return Err(io::Error::other(format!("{other:?} is neither results nor limits"))),
    };
    let folder = PathBuf::from(folder);
    fs::create_dir_all(&folder)?;
    for number in 0..count.parse().map_err(io::Error::other)? {
        let page = page(kind, number);
        fs::write(folder.join(page.name), page.text)?;
    }
    Ok(())
}
