//! Addresses of files as editors write them, and the folder of the game that a file belongs to.

use std::path::{Path, PathBuf};

use crate::source::{Disk, World, real_path};

/// The path of a `file:` address.
pub(super) fn path(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // Before the path there may be the name of this machine.
    let rest = rest.get(rest.find('/')?..)?;
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    let mut bytes = Vec::with_capacity(rest.len());
    let mut left = rest.bytes();
    while let Some(byte) = left.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digit = |b: Option<u8>| char::from(b?).to_digit(16);
        let (high, low) = (digit(left.next())?, digit(left.next())?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'))?;
    // `/c:/games` on Windows.
    let drive = text.strip_prefix('/').filter(|rest| cfg!(windows) && rest.chars().nth(1) == Some(':'));
    Some(PathBuf::from(drive.unwrap_or(&text)))
}

/// The address of a path.
pub(super) fn uri(path: &Path) -> String {
    let text = path.to_string_lossy().replace('\\', "/");
    let text = text.strip_prefix("//?/").unwrap_or(&text).to_owned();
    let mut out = "file://".to_owned();
    if !text.starts_with('/') {
        out.push('/');
    }
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// How far up one looks for a game.
const UP: usize = 32;

/// The folder of the game that a file belongs to: the nearest one above it that has a module.json.
pub(super) fn game_of(path: &Path) -> Option<PathBuf> {
    let own = path.file_name().is_some_and(|name| name == "module.json").then(|| path.parent()).flatten();
    let found = own.or_else(|| path.ancestors().skip(1).take(UP).find(|folder| has(folder, "module.json")))?;
    Some(real_path(found))
}

/// Whether a folder has a file of that name.
pub(super) fn has(folder: &Path, name: &str) -> bool {
    Disk::open(folder).is_ok_and(|disk| disk.has(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_paths_are_the_same_thing() {
        for text in ["/games/first steps/units.csv", "/a/ü#%?/x.json"] {
            let there = uri(Path::new(text));
            assert!(there.is_ascii() && there.starts_with("file:///"), "{there}");
            assert_eq!(path(&there), Some(PathBuf::from(text)));
        }
        assert_eq!(path("file://localhost/a/b%20c"), Some(PathBuf::from("/a/b c")));
        for wrong in ["untitled:Untitled-1", "file://", "file:///a%zz", "file:///a%2", "file:///a%00b", "file:///%ff", ""] {
            assert_eq!(path(wrong), None, "{wrong}");
        }
    }
}
