//! Versions of a game that are simulated beside each other: `--compare` and `--vary`. Games are paired by number, so that
//! both meet the same luck, and what is told is what the change does.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufRead, BufReader, Lines};
use std::path::Path;

use super::args::Simulate;
use super::check::{open, shown};
use super::exit::{Exit, Failure, plain};
use super::folder::{Change, Folder};
use super::simulate::{Played, simulate};
use super::stdout::Stdout;
use super::version::{here, version};
use crate::bundle::Bundle;
use crate::compile::{Compiled, compile};
use crate::diag::{Severity, did_you_mean};
use crate::model::Game;
use crate::sim::{Paired, cell, measured, measures};
use crate::source::{NodeRef, Otherwise};
use crate::wire::Table;

/// So many values may be tried.
const VALUES: usize = 50;

/// A version, by what it is called.
struct Variant {
    name: String,
    played: Played,
}

pub(super) fn run(args: &Simulate, out: &mut Stdout) -> Result<Exit, Failure> {
    if args.shard.is_some() || args.report.is_some() {
        return Err(Failure::new("versions are compared in one run, without --shard and --report"));
    }
    let variants = match &args.vary {
        Some(vary) => varied(args, vary)?,
        None => compared(args)?,
    };
    let place = |variant: &Variant| args.output.join(folder_name(&variant.name));
    for variant in &variants {
        let to = place(variant);
        if simulate(args, &variant.played, &to, Some(0))?.is_none() {
            out.bytes(format!("stopped; what is done is kept in {}, and the same command goes on\n", to.display()).as_bytes());
            return Ok(Exit::CouldNotRun);
        }
    }
    let Some((base, others)) = variants.split_first() else { return Ok(Exit::Clean) };
    let (game, names) = (base.played.game(), measures(base.played.game()));
    let mut effects = String::from("version,measure,games,before,after,difference,low,high\n");
    let mut text = String::new();
    for variant in others {
        let paired = paired(game, &place(base), &place(variant), names.len())?;
        let games = paired.first().map_or(0, |paired| paired.games);
        let _ = writeln!(text, "{} beside {}: {games} games, paired by seed", variant.name, base.name);
        let _ = writeln!(text, "  {:<28} {:>10} {:>10} {:>11}  95 % interval", "", "before", "after", "difference");
        for (measure, paired) in names.iter().zip(&paired) {
            let (was, is, by, half) = paired.effect();
            let (low, high) = (by - half, by + half);
            let _ = writeln!(
                effects,
                "{},{},{games},{was:.6},{is:.6},{by:.6},{low:.6},{high:.6}",
                cell(&variant.name),
                cell(measure)
            );
            if was == 0.0 && is == 0.0 {
                continue;
            }
            let sure = if low > 0.0 || high < 0.0 { "" } else { "  (may be chance)" };
            let _ = writeln!(text, "  {measure:<28} {was:>10.3} {is:>10.3} {by:>+11.3}  {low:+.3} to {high:+.3}{sure}");
        }
    }
    let folder = Folder::lock(&args.output)?;
    folder.write(&[Change { path: "effects.csv", bytes: Some(effects.as_bytes()) }], &mut |_, _| {})?;
    text.push_str(&format!("everything is in {}\n", args.output.display()));
    out.bytes(text.as_bytes());
    Ok(Exit::Clean)
}

/// The games of two versions side by side, as their rows have them.
fn paired(game: &Game, before: &Path, after: &Path, measures: usize) -> Result<Vec<Paired>, Failure> {
    let mut all = vec![Paired::default(); measures];
    let (mut before, mut after) = (rows(before)?, rows(after)?);
    let failed = |error: &std::io::Error| Failure::new(format!("rows cannot be read: {}", plain(error)));
    let next = |rows: &mut Lines<BufReader<File>>| rows.next().transpose().map_err(|error| failed(&error));
    let (Some(one), Some(other)) = (next(&mut before)?, next(&mut after)?) else { return Ok(all) };
    while let (Some(a), Some(b)) = (next(&mut before)?, next(&mut after)?) {
        let (a, b) = (measured(&one, &a, game), measured(&other, &b, game));
        all.iter_mut().zip(a.iter().zip(&b)).for_each(|(paired, (a, b))| paired.add(*a, *b));
    }
    Ok(all)
}

#[allow(clippy::disallowed_methods, reason = "rows may be more than memory holds")]
fn rows(dir: &Path) -> Result<Lines<BufReader<File>>, Failure> {
    let file = File::open(dir.join("games.csv"));
    let file =
        file.map_err(|error| Failure::new(format!("the rows in `{}` cannot be read: {}", dir.display(), plain(&error))))?;
    Ok(BufReader::new(file).lines())
}

fn folder_name(name: &str) -> String {
    let plain: String = name.chars().map(|c| if c.is_ascii_alphanumeric() || "-.=".contains(c) { c } else { '-' }).collect();
    format!("version-{}", plain.trim_matches(['-', '.']))
}

fn of_compiled(compiled: &Compiled, name: &str, scenario: Option<&str>) -> Result<Played, Failure> {
    if compiled.count(Severity::Error) > 0 {
        let first = compiled.diags.iter().find(|diag| diag.severity == Severity::Error).map(|diag| diag.message.clone());
        return Err(Failure::new(format!("`{name}` has errors, so it cannot be played: {}", first.unwrap_or_default()))
            .help("`muster check` says what is wrong"));
    }
    let id = Table::new(&compiled.game).scenario(scenario).map_err(Failure::new)?;
    Played::read(Bundle::write(&compiled.game, id))
}

/// The two versions of `--compare`: both named, or the second is the game.
fn compared(args: &Simulate) -> Result<Vec<Variant>, Failure> {
    let help = "`muster simulate SCENARIO --compare OLD NEW`, or `muster simulate GAME SCENARIO --compare OLD`";
    let game = args.game.as_deref().map(shown);
    let (old, new, scenario) = match (args.compare.as_slice(), game, &args.scenario) {
        ([old, new], scenario, None) => (old.clone(), new.clone(), scenario),
        ([_, _], _, Some(_)) => {
            return Err(Failure::new("--compare names both versions; name only the scenario beside").help(help));
        }
        ([old], Some(game), scenario) => (old.clone(), game, scenario.clone()),
        _ => return Err(Failure::new("no game is named").help(help)),
    };
    let read = |name: &str, beside: &str| -> Result<Variant, Failure> {
        let found = version(name, here(beside))?;
        let scenario = found.scenario.as_deref().or(scenario.as_deref());
        Ok(Variant { name: name.to_owned(), played: of_compiled(&found.compiled, name, scenario)? })
    };
    let (one, other) = (read(&old, &new)?, read(&new, &old)?);
    let sides = |variant: &Variant| variant.played.game().sides.values().map(|side| side.id.clone()).collect::<Vec<_>>();
    if sides(&one) != sides(&other) {
        return Err(Failure::new(format!("`{old}` and `{new}` have other sides, so their games cannot be compared")));
    }
    Ok(vec![one, other])
}

/// A value that is varied: `units.csv:a-1-i.attack=3..6`.
#[derive(Debug, PartialEq, Eq)]
struct Vary {
    path: String,
    id: String,
    field: String,
    values: Vec<String>,
}

impl Vary {
    fn read(text: &str) -> Option<Vary> {
        let (place, values) = text.split_once('=')?;
        let (path, thing) = place.split_once(':')?;
        // An id may have dots in it: what comes after the last one that leaves an id is tried first.
        let (id, field) = thing.split_once('.')?;
        let values = match values.split_once("..") {
            Some((first, last)) => {
                let (first, last) = (first.trim().parse::<i64>().ok()?, last.trim().parse::<i64>().ok()?);
                let count = usize::try_from(last.checked_sub(first)?).ok()?.checked_add(1)?;
                (count <= VALUES).then(|| (first..=last).map(|n| n.to_string()).collect())?
            }
            None => values.split(',').map(|value| value.trim().to_owned()).collect::<Vec<_>>(),
        };
        let sound = !path.is_empty() && !id.is_empty() && !field.is_empty() && !values.is_empty() && values.len() <= VALUES;
        let plain = |value: &String| !value.is_empty() && !value.contains(['"', '\n', '\r', ',']);
        (sound && values.iter().all(plain)).then(|| Vary {
            path: path.to_owned(),
            id: id.to_owned(),
            field: field.to_owned(),
            values,
        })
    }
}

/// Everything with an id below a node.
fn named<'t>(root: NodeRef<'t>) -> Vec<(String, NodeRef<'t>)> {
    let (mut found, mut left) = (Vec::new(), vec![root]);
    while let Some(node) = left.pop() {
        if let Some(id) = node.get("id").and_then(|id| id.text()) {
            found.push((id.into_owned(), node));
        }
        left.extend(node.members().map(|member| member.value));
        left.extend(node.elements());
    }
    found
}

/// A field of something; a rating stands among the ratings.
fn below<'t>(node: NodeRef<'t>, word: &str) -> Option<NodeRef<'t>> {
    node.get(word).or_else(|| node.get("ratings")?.get(word))
}

/// The game as it is, and with each of the values.
fn varied(args: &Simulate, text: &str) -> Result<Vec<Variant>, Failure> {
    let usage = "as in `units.csv:a-1-i.attack=3..6`, or `=2,4,8`: the file, the id, the column or field, the values";
    let vary = Vary::read(text).ok_or_else(|| Failure::new(format!("`{text}` does not say what is varied")).help(usage))?;
    let path = args.game.as_deref().filter(|path| path.is_dir());
    let path: &Path =
        path.ok_or_else(|| Failure::new("values are varied in the folder of a game").help("name a folder, not a bundle"))?;
    if vary.path.ends_with(".xlsx") {
        return Err(
            Failure::new(format!("`{}` is a workbook, in which nothing is varied", vary.path)).help("save the sheet as CSV")
        );
    }
    let world = open(path)?;
    let compiled = compile(&world);
    let mut variants =
        vec![Variant { name: "as it is".to_owned(), played: of_compiled(&compiled, &shown(path), args.scenario.as_deref())? }];
    let file = compiled.files.iter().find(|file| file.path == vary.path);
    let file = file.ok_or_else(|| {
        let near = did_you_mean(&vary.path, compiled.files.iter().map(|file| file.path.as_str()));
        Failure::new(format!("the game has no file `{}`", vary.path)).help(near.unwrap_or_else(|| usage.to_owned()))
    })?;
    let things = file.tree.root().map(named).unwrap_or_default();
    let thing = things.iter().find(|(id, _)| *id == vary.id);
    let (_, thing) = thing.ok_or_else(|| {
        let near = did_you_mean(&vary.id, things.iter().map(|(id, _)| id.as_str()));
        Failure::new(format!("nothing in `{}` has the id `{}`", vary.path, vary.id))
            .help(near.unwrap_or_else(|| usage.to_owned()))
    })?;
    let value = vary.field.split('.').try_fold(*thing, below);
    let value = value.ok_or_else(|| {
        let ratings = thing.get("ratings").into_iter().flat_map(NodeRef::members);
        let fields: Vec<String> = thing.members().chain(ratings).map(|member| member.name.to_string()).collect();
        let near = did_you_mean(&vary.field, fields.iter().map(String::as_str));
        Failure::new(format!("`{}` in `{}` has no `{}`", vary.id, vary.path, vary.field))
            .help(near.unwrap_or_else(|| usage.to_owned()))
    })?;
    let bytes = value.node().start as usize..value.node().end as usize;
    for new in &vary.values {
        let mut text = file.tree.text().to_owned();
        if text.get(bytes.clone()) == Some(new) {
            continue;
        }
        text.replace_range(bytes.clone(), new);
        let name = format!("{}.{}={new}", vary.id, vary.field);
        let other = compile(&Otherwise { world: &world, path: &vary.path, text: text.into_bytes() });
        variants.push(Variant { played: of_compiled(&other, &name, args.scenario.as_deref())?, name });
    }
    Ok(variants)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_varied_is_read() {
        let vary = Vary::read("units.csv:a-1-i.attack=3..6").unwrap();
        assert_eq!((vary.path.as_str(), vary.id.as_str(), vary.field.as_str()), ("units.csv", "a-1-i", "attack"));
        assert_eq!(vary.values, ["3", "4", "5", "6"]);
        assert_eq!(Vary::read("rules.json:x.max=2, 5").unwrap().values, ["2", "5"]);
        for bad in ["", "units.csv", "units.csv:a=3", "units.csv:a.b=", "units.csv:a.b=6..3", "units.csv:a.b=1..900", ":a.b=1"] {
            assert_eq!(Vary::read(bad), None, "{bad}");
        }
    }
}
