//! A game as it was in a revision of git, read by the program `git` itself into memory.
//!
//! Nothing is checked out, no shell is used, and nothing is fetched: only `rev-parse`, `ls-tree` and `cat-file` are
//! run, on objects that are there.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::exit::{Failure, plain};
use crate::source::{Memory, limits};

/// More than this of one revision is not read.
const BYTES: u64 = 256 << 20;
/// Nor more files than these.
const FILES: usize = limits::FILES * 4;
/// Nor a longer list of them.
const LIST_BYTES: u64 = limits::FILE_BYTES;
/// What a game only asks after, and never looks into.
const PICTURES: [&str; 12] = ["png", "jpg", "jpeg", "gif", "webp", "svg", "pdf", "ttf", "otf", "zip", "vmod", "muster"];

/// A file in a revision.
struct Blob {
    path: String,
    object: String,
}

/// The repository around a folder.
#[derive(Clone, Copy)]
pub(super) struct Git<'a> {
    /// The folder that git is run in: `./` means it.
    pub(super) here: &'a Path,
}

/// Whether git knows a commit of that name here. Without git, or outside a repository, there is none.
pub(super) fn knows(git: Git<'_>, rev: &str) -> bool {
    !strange(rev) && matches!(git.parse(&format!("{rev}^{{commit}}")), Ok(Some(_)))
}

fn strange(name: &str) -> bool {
    name.is_empty() || name.starts_with('-') || name.chars().any(char::is_control)
}

/// Reads the game in that folder of that revision; the shared `series/` beside it too.
pub(super) fn open(git: Git<'_>, rev: &str, folder: &str) -> Result<Memory, Failure> {
    let shown = format!("{rev}:{folder}");
    if strange(rev) || strange(&shown) {
        return Err(Failure::new(format!("`{}` is no revision", shown.escape_default())));
    }
    let folder = tidy(folder);
    if git.parse(&format!("{rev}^{{commit}}"))?.is_none() {
        return Err(Failure::new(format!("there is no revision `{rev}` in this repository, and no folder `{shown}`"))
            .help("`git log --oneline` lists the revisions"));
    }
    let from = "name the folder as seen from the top of the repository, or `./` and the way from here";
    let Some(tree) = git.parse(&format!("{rev}:{folder}"))? else {
        return Err(Failure::new(format!("there is no folder `{folder}` in revision `{rev}`")).help(from));
    };
    let mut world = Memory::new();
    let mut blobs = git.list(&tree, "", &shown, &mut world)?;
    if !blobs.iter().any(|blob| blob.path == "module.json") {
        return Err(Failure::new(format!("there is no module.json in `{shown}`, so it is not the folder of a game"))
            .help(format!("name the folder of a game: `{rev}:FOLDER`")));
    }
    if let Some(beside) = beside(&folder)
        && !blobs.iter().any(|blob| blob.path.starts_with("series/"))
        && let Some(series) = git.parse(&format!("{rev}:{beside}"))?
        && git.is_folder(&series)?
    {
        blobs.extend(git.list(&series, "series/", &shown, &mut world)?);
    }
    git.contents(&blobs, &shown, world)
}

/// As git reads it: `.` and an ending slash mean the folder itself.
fn tidy(folder: &str) -> String {
    let plain = folder.replace('\\', "/");
    let bare = plain.trim_end_matches('/');
    match bare {
        "." => "./".to_owned(),
        ".." => "../".to_owned(),
        other => other.to_owned(),
    }
}

/// Where the shared folder of several games would be; none beside the top of the repository.
fn beside(folder: &str) -> Option<String> {
    match folder {
        "" => None,
        "./" => Some("../series".to_owned()),
        "../" => Some("../../series".to_owned()),
        other => Some(other.rsplit_once('/').map_or_else(|| "series".to_owned(), |(above, _)| format!("{above}/series"))),
    }
}

fn failed(error: &std::io::Error) -> Failure {
    match error.kind() {
        ErrorKind::NotFound => Failure::new("the program `git` is not there, and a revision can only be read with it")
            .help("install git, or name two folders"),
        _ => Failure::new(format!("the program `git` cannot be run: {}", plain(error))),
    }
}

/// What git complained of, in one line.
fn complaint(stderr: &[u8]) -> String {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().next().unwrap_or("no reason given");
    line.trim_start_matches("fatal: ").chars().filter(|c| !c.is_control()).take(300).collect()
}

impl Git<'_> {
    fn command(self, args: &[&str]) -> Command {
        let mut command = Command::new("git");
        // It only looks: whatever the repository's own settings say, no program of theirs is run, nothing is asked,
        // locked or fetched. Its words are those that we know.
        command.args(["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "protocol.allow=never"]);
        command.args(args).current_dir(self.here).stdin(Stdio::null());
        command.env("GIT_TERMINAL_PROMPT", "0").env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1").env("LC_ALL", "C");
        command
    }

    /// The object of that name; nothing if there is none.
    fn parse(self, name: &str) -> Result<Option<String>, Failure> {
        // A name that is not there is refused silently; everything else is said.
        let args = ["rev-parse", "--verify", "--quiet", "--end-of-options", name];
        let output = self.command(&args).output().map_err(|error| failed(&error))?;
        if output.status.success() {
            let text = String::from_utf8_lossy(&output.stdout);
            return Ok(text.lines().last().map(str::to_owned));
        }
        let said = String::from_utf8_lossy(&output.stderr);
        if said.contains("not a git repository") || said.contains("dubious ownership") {
            return Err(Failure::new(format!("git cannot read a repository here: {}", complaint(&output.stderr)))
                .help("go into the repository, or name two folders"));
        }
        Ok(None)
    }

    fn is_folder(self, object: &str) -> Result<bool, Failure> {
        let output = self.command(&["cat-file", "-t", object]).output().map_err(|error| failed(&error))?;
        Ok(output.stdout.trim_ascii() == b"tree")
    }

    /// All files below a folder that may have to be read; links and other repositories inside it are left out, and of
    /// pictures only the names are taken.
    fn list(self, tree: &str, prefix: &str, shown: &str, world: &mut Memory) -> Result<Vec<Blob>, Failure> {
        if !self.is_folder(tree)? {
            return Err(Failure::new(format!("`{shown}` is not a folder")).help("name the folder of a game"));
        }
        let mut blobs = Vec::new();
        let mut bytes = 0;
        for entry in self.entries(tree, shown)?.split(|byte| *byte == 0) {
            // `100644 blob 257cc5642cb1a054f08cc83f2d943e56fd3ebe99       4\tmodule.json`
            let Ok(entry) = std::str::from_utf8(entry) else { continue };
            let Some((about, path)) = entry.split_once('\t') else { continue };
            let mut about = about.split_ascii_whitespace();
            let (Some(mode), Some("blob"), Some(object), Some(size)) = (about.next(), about.next(), about.next(), about.next())
            else {
                continue;
            };
            let size: u64 = size.parse().unwrap_or(u64::MAX);
            // A file that is too big is missed by the game that names it.
            if !mode.starts_with("100") || size > limits::FILE_BYTES {
                continue;
            }
            let path = format!("{prefix}{path}");
            if path.rsplit_once('.').is_some_and(|(_, ending)| PICTURES.iter().any(|it| it.eq_ignore_ascii_case(ending))) {
                world.files.insert(path, Vec::new());
                continue;
            }
            bytes += size;
            blobs.push(Blob { path, object: object.to_owned() });
        }
        let too_much =
            |found: String| Err(Failure::new(format!("`{shown}` holds {found} are read")).help("name the game's own folder"));
        match bytes > BYTES {
            _ if blobs.len() > FILES => too_much(format!("{} files, at most {FILES}", blobs.len())),
            true => too_much(format!("{} MiB, at most {} MiB", bytes >> 20, BYTES >> 20)),
            false => Ok(blobs),
        }
    }

    /// The list of a folder as git writes it.
    fn entries(self, tree: &str, shown: &str) -> Result<Vec<u8>, Failure> {
        let mut command = self.command(&["ls-tree", "-r", "-z", "-l", "--full-tree", tree]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().map_err(|error| failed(&error))?;
        let mut list = Vec::new();
        let read = child.stdout.take().map(|stdout| stdout.take(LIST_BYTES + 1).read_to_end(&mut list));
        let long = list.len() as u64 > LIST_BYTES;
        if long {
            let _ = child.kill();
        }
        let ended = child.wait().is_ok_and(|status| status.success());
        match read {
            Some(Ok(_)) if ended && !long => Ok(list),
            _ if long => Err(Failure::new(format!("`{shown}` holds too many files")).help("name the game's own folder")),
            _ => Err(Failure::new(format!("git cannot list `{shown}`")).help("`git fsck` looks for damage")),
        }
    }

    /// Reads all of them from one `git cat-file --batch`.
    fn contents(self, blobs: &[Blob], shown: &str, world: Memory) -> Result<Memory, Failure> {
        let mut command = self.command(&["cat-file", "--batch"]);
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| failed(&error))?;
        let wanted: String = blobs.iter().map(|blob| format!("{}\n", blob.object)).collect();
        let asking = child.stdin.take().and_then(|mut stdin| {
            // Beside the reading, or the two would wait for each other.
            std::thread::Builder::new().spawn(move || stdin.write_all(wanted.as_bytes())).ok()
        });
        let stdout = child.stdout.take().filter(|_| asking.is_some());
        let read = stdout.and_then(|stdout| answers(BufReader::new(stdout), blobs, world));
        if read.is_none() {
            let _ = child.kill();
        }
        let asked = asking.map(|thread| thread.join().is_ok_and(|written| written.is_ok()));
        let ended = child.wait().is_ok_and(|status| status.success());
        read.filter(|_| ended && asked == Some(true))
            .ok_or_else(|| Failure::new(format!("git cannot read all files of `{shown}`")).help("`git fsck` looks for damage"))
    }
}

/// `<object> blob <size>`, the bytes, and a line's end, for each.
fn answers(mut from: impl BufRead, blobs: &[Blob], mut world: Memory) -> Option<Memory> {
    for blob in blobs {
        let mut head = String::new();
        from.read_line(&mut head).ok()?;
        let mut words = head.split_ascii_whitespace();
        let (Some(_), Some("blob"), Some(size)) = (words.next(), words.next(), words.next()) else { return None };
        let size: u64 = size.parse().ok().filter(|size| *size <= limits::FILE_BYTES)?;
        let mut bytes = Vec::new();
        let got = (&mut from).take(size).read_to_end(&mut bytes).ok()?;
        let mut end = [0u8; 1];
        from.read_exact(&mut end).ok()?;
        if got as u64 != size {
            return None;
        }
        world.files.insert(blob.path.clone(), bytes);
    }
    Some(world)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_read_as_git_does() {
        assert_eq!((tidy("."), tidy("./"), tidy("a/b/"), tidy("")), ("./".into(), "./".into(), "a/b".into(), String::new()));
        assert_eq!(beside("modules/x").as_deref(), Some("modules/series"));
        assert_eq!(beside("x").as_deref(), Some("series"));
        assert_eq!(beside("./").as_deref(), Some("../series"));
        assert_eq!(beside(""), None);
    }

    #[test]
    fn a_cut_answer_is_no_answer() {
        let blobs = [Blob { path: "a".into(), object: "1".into() }];
        assert_eq!(answers(&b"1 blob 3\nabc\n"[..], &blobs, Memory::new()).unwrap().files["a"], b"abc");
        for bad in ["1 blob 3\nab", "1 missing\n", "", "1 blob 99999999999999\n"] {
            assert!(answers(bad.as_bytes(), &blobs, Memory::new()).is_none(), "{bad}");
        }
    }
}
