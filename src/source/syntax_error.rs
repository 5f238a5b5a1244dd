//! A fault in one file, before anyone knows which file it is.

use crate::diag::{Diag, Rule};
use crate::span::{FileId, Place, Span};

/// What a parser found wrong.
#[derive(Debug)]
pub struct SyntaxError {
    rule: &'static Rule,
    span: Span,
    message: String,
    help: Option<String>,
    also: Option<(Span, &'static str)>,
    fold_key: Option<String>,
    helped: bool,
}

impl SyntaxError {
    pub(crate) fn new(rule: &'static Rule, span: Span, message: impl Into<String>) -> Self {
        SyntaxError { rule, span, message: message.into(), help: None, also: None, fold_key: None, helped: false }
    }

    pub(crate) fn boxed(rule: &'static Rule, span: Span, message: impl Into<String>) -> Box<Self> {
        Box::new(SyntaxError::new(rule, span, message))
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn map_help(mut self: Box<Self>, help: &str) -> Box<Self> {
        if !self.helped {
            self.help = Some(help.to_owned());
        }
        self
    }

    /// No later help is better than the one it has.
    pub(crate) fn keep_help(mut self: Box<Self>) -> Box<Self> {
        self.helped = true;
        self
    }

    pub(crate) fn also(mut self, span: Span, what: &'static str) -> Self {
        self.also = Some((span, what));
        self
    }

    pub(crate) fn folded_by(mut self, key: impl Into<String>) -> Self {
        self.fold_key = Some(key.into());
        self
    }

    /// Bytes of the file that it is about.
    pub fn span(&self) -> Span {
        self.span
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// As a diagnostic of that file.
    pub fn into_diag(self, file: FileId) -> Diag {
        let at = |span: Span| Place::file(file).bytes(span.range());
        let mut diag = Diag::new(self.rule, at(self.span), self.message).maybe_help(self.help);
        if let Some((span, what)) = self.also {
            diag = diag.related(at(span), what);
        }
        diag.fold_key = self.fold_key;
        diag
    }
}
