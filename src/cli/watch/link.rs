//! Links that open a place in an editor.

use std::path::Path;

use super::super::exit::Failure;
use crate::report::address;

/// A link with `{path}`, `{line}` and `{column}` in it.
#[derive(Clone, Debug)]
pub(super) struct Link(String);

impl Link {
    /// Takes what was typed.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let wrong = |why: &str| {
            let help = "such as `--link \"vscode://file/{path}:{line}:{column}\"`";
            Err(Failure::new(format!("`{text}` is no link to a file: {why}")).help(help))
        };
        let scheme = text.split_once(':').map_or("", |(scheme, _)| scheme);
        let letters = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.');
        if !scheme.starts_with(|c: char| c.is_ascii_alphabetic()) || !scheme.chars().all(letters) {
            return wrong("it must begin with the name of a program, such as `vscode:`");
        }
        if ["javascript", "data", "vbscript", "blob"].contains(&scheme.to_ascii_lowercase().as_str()) {
            return wrong("it would run in the page");
        }
        if !text.contains("{path}") {
            return wrong("it must have {path} in it");
        }
        Ok(Link(text.to_owned()))
    }

    /// The link to a place in a file, whose path may be relative to the current folder.
    pub(super) fn to(&self, file: &str, line: usize, column: usize) -> Option<String> {
        let full = std::path::absolute(Path::new(file)).ok()?;
        let path = address(&full.to_str()?.replace('\\', "/"), true);
        // `vscode://file/` and `/home/me` have one slash between them, but `file://` and `/home/me` have three.
        let double = self.0.contains("/{path}") && !self.0.contains("//{path}");
        let path = if double { path.trim_start_matches('/') } else { &path };
        let rest = self.0.replace("{line}", &line.to_string()).replace("{column}", &column.to_string());
        Some(rest.replace("{path}", path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_link_opens_the_place() {
        let link = |text: &str, file: &str| Link::parse(text).unwrap().to(file, 7, 3).unwrap();
        let code = "vscode://file/{path}:{line}:{column}";
        assert_eq!(link(code, "/home/me/a game/map#1.json"), "vscode://file/home/me/a%20game/map%231.json:7:3");
        assert_eq!(link(code, "/é{line}"), "vscode://file/%C3%A9%7Bline%7D:7:3");
        assert_eq!(link("file://{path}", "/x"), "file:///x");
        assert_eq!(link("idea://open?file={path}&line={line}", "/x/y"), "idea://open?file=/x/y&line=7");
        assert!(link(code, "relative.json").ends_with("/relative.json:7:3"));
    }

    #[test]
    fn what_is_no_link_is_refused() {
        for text in ["", "{path}", "code -g {path}", "vscode://file/", "JavaScript:alert({path})", "data:{path}", "1a:{path}"] {
            assert!(Link::parse(text).is_err(), "{text}");
        }
    }
}
