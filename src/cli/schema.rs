//! `muster schema`: the descriptions that editors and other validators read.

use std::path::{Path, PathBuf};

use super::args::Schema;
use super::check::open;
use super::exit::{Exit, Failure};
use super::folder::{Change, Folder};
use super::reference;
use super::stdout::Stdout;
use crate::compile::compile;
use crate::diag::did_you_mean;
use crate::schema::{PUBLISHED, Published};

pub(super) fn run(args: &Schema, out: &mut Stdout) -> Result<Exit, Failure> {
    if let Some(file) = &args.plain {
        out.json(&plain_json(file)?);
    } else if let Some(dir) = &args.output {
        let named = |one: &Published| (format!("{}.schema.json", one.name), one.text());
        write_all(dir, if args.pages { reference::pages() } else { PUBLISHED.iter().map(named).collect() })?;
    } else if let Some(kind) = &args.kind {
        let wanted = kind.trim_end_matches(".json").trim_end_matches(".schema");
        let published = PUBLISHED.iter().find(|published| published.name == wanted).ok_or_else(|| {
            Failure::new(format!("there is no kind of file `{kind}`")).help(
                did_you_mean(wanted, PUBLISHED.iter().map(|published| published.name))
                    .unwrap_or_else(|| "`muster schema` lists the kinds".to_owned()),
            )
        })?;
        out.bytes(published.text().as_bytes());
    } else {
        for published in PUBLISHED {
            out.bytes(format!("{}\n", published.name).as_bytes());
        }
    }
    Ok(Exit::Clean)
}

fn write_all(dir: &Path, files: Vec<(String, String)>) -> Result<(), Failure> {
    let folder = Folder::lock(dir)?;
    let changes: Vec<Change<'_>> = files.iter().map(|(path, text)| Change { path, bytes: Some(text.as_bytes()) }).collect();
    folder.write(&changes, &mut |_, _| {})
}

/// A file of a game, whose folder is the nearest above it with a module.json.
fn plain_json(file: &Path) -> Result<String, Failure> {
    let shown = file.display();
    let mut above = file.ancestors().skip(1).map(|dir| if dir.as_os_str().is_empty() { Path::new(".") } else { dir });
    if !file.exists() {
        return Err(Failure::new(format!("there is no file `{shown}`")));
    }
    let Some(game) = above.find(|dir| dir.join("module.json").is_file()) else {
        return Err(Failure::new(format!("`{shown}` does not lie in the folder of a game"))
            .help("name a file that lies beside a module.json, or below one"));
    };
    let inside: PathBuf = file.strip_prefix(game).unwrap_or(file).components().collect();
    let path = inside.to_string_lossy().replace('\\', "/");
    // Which columns a sheet has, and what they mean, is known only once the whole game has been read.
    let compiled = compile(&open(game)?);
    let of_workbook = format!("{path}#");
    let mut read = compiled.files.iter().filter(|file| file.path == path || file.path.starts_with(&of_workbook));
    let (Some(found), None) = (read.next(), read.next()) else {
        return Err(Failure::new(format!("the game does not use `{shown}`, or uses several sheets of it"))
            .help("name a file that the game reads, such as `map.json`"));
    };
    let Some(root) = found.tree.root() else {
        return Err(Failure::new(format!("`{shown}` cannot be read")).help("`muster check` says why"));
    };
    let mut text = serde_json::to_string_pretty(&root.to_value())
        .map_err(|why| Failure::new(format!("`{shown}` cannot be had as plain JSON: {why}")))?;
    text.push('\n');
    Ok(text)
}
