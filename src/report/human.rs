//! For people: the message, the lines of the file with the fault underlined, what belongs to it, what to do.
//!
//! The only place that knows miette. It draws the snippets; wrapping, cutting and the order of things are ours,
//! because miette shows one file a report, measures nothing against the terminal, and puts help before the rest.

use std::fmt;

use miette::{
    Diagnostic, GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan,
    SpanContents, ThemeCharacters, ThemeStyles,
};

use super::excerpt::{Block, Excerpt, Mark};
use super::pick::pick;
use super::place::Spot;
use super::words::{fill, harmless, message};
use super::{Checked, Format, Style, closing};
use crate::diag::{Diag, Severity};

/// So many other places are drawn; the rest is counted.
pub(super) const MOST_RELATED: usize = 6;
/// So many repetitions are named.
pub(super) const MOST_OTHERS: usize = 8;

pub(super) fn render(games: &[Checked<'_>], style: &Style, out: &mut dyn fmt::Write) -> fmt::Result {
    let style = &Style { width: style.width.clamp(40, 120), ..*style };
    let pen = Pen { style, handler: handler(style) };
    for (i, game) in games.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        let picked = pick(Format::Human, game, style);
        for diag in &picked.diags {
            pen.diag(game, diag, out)?;
            writeln!(out)?;
        }
        for line in picked.lines() {
            writeln!(out, "{line}")?;
        }
        closing::write(game, style, out)?;
    }
    Ok(())
}

/// What is marked in the finding's own file, and the places in others, with a few words each.
pub(super) fn marks<'a>(game: &Checked<'a>, diag: &Diag) -> (Vec<Mark<'a>>, Vec<(Spot<'a>, String)>) {
    let mut marks = Vec::new();
    let mut elsewhere = Vec::new();
    if let Some(spot) = Spot::of(game.files, &diag.place).filter(|spot| !spot.whole) {
        marks.push(Mark { spot, label: diag.label.as_deref().map(|label| harmless(label).into_owned()), primary: true });
    }
    for (place, what) in diag.related.iter().take(MOST_RELATED) {
        let Some(spot) = Spot::of(game.files, place) else { continue };
        let what = harmless(what).into_owned();
        if place.file == diag.place.file && !spot.whole && !marks.is_empty() {
            marks.push(Mark { spot, label: Some(what), primary: false });
        } else {
            elsewhere.push((spot, what));
        }
    }
    (marks, elsewhere)
}

fn handler(style: &Style) -> GraphicalReportHandler {
    let styles = if style.colour { ThemeStyles::ansi() } else { ThemeStyles::none() };
    GraphicalReportHandler::new_themed(GraphicalTheme { characters: ThemeCharacters::unicode(), styles })
        .with_links(false)
        .with_wrap_lines(false)
        .without_primary_span_start()
        .without_syntax_highlighting()
        .with_width(style.width)
}

struct Pen<'s> {
    style: &'s Style,
    handler: GraphicalReportHandler,
}

impl Pen<'_> {
    fn diag(&self, game: &Checked<'_>, diag: &Diag, out: &mut dyn fmt::Write) -> fmt::Result {
        let at = Spot::of(game.files, &diag.place);
        let (marks, elsewhere) = marks(game, diag);
        let severity = match diag.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
            Severity::Hint => miette::Severity::Advice,
        };
        // The mark of a hint is also that of a place that belongs to a finding: a word tells them apart.
        let word = if diag.severity == Severity::Hint { "hint " } else { "" };
        let code = format!("{word}{} {}", diag.rule.code, diag.rule.name);
        self.report(&message(diag), severity, Some(code), marks, at.as_ref(), out)?;
        self.others(game, diag, out)?;
        for (spot, what) in elsewhere {
            let marks = if spot.whole { Vec::new() } else { vec![Mark { spot, label: None, primary: true }] };
            self.report(&what, miette::Severity::Advice, None, marks, Some(&spot), out)?;
        }
        if let Some(more) = (diag.related.len() + diag.more_related).checked_sub(MOST_RELATED).filter(|more| *more > 0) {
            writeln!(out, "  and {more} more places that belong to it")?;
        }
        match &diag.help {
            Some(help) => self.paragraph("help: ", "\x1b[36m", &harmless(help), out),
            None => Ok(()),
        }
    }

    fn report(
        &self,
        message: &str,
        severity: miette::Severity,
        code: Option<String>,
        marks: Vec<Mark<'_>>,
        at: Option<&Spot<'_>>,
        out: &mut dyn fmt::Write,
    ) -> fmt::Result {
        let bare = marks.is_empty();
        let excerpt = Excerpt::new(marks, self.style.width);
        let message = fill(message, self.style.width.saturating_sub(4)).join("\n");
        self.handler.render_report(&mut &mut *out, &Report { message, severity, code, excerpt })?;
        match at.filter(|_| bare) {
            Some(spot) if self.style.colour => writeln!(out, "   ╰─[\x1b[36;1;4m{}\x1b[0m]", spot.address()),
            Some(spot) => writeln!(out, "   ╰─[{}]", spot.address()),
            None => Ok(()),
        }
    }

    /// One mistake made many times: how often, and where.
    fn others(&self, game: &Checked<'_>, diag: &Diag, out: &mut dyn fmt::Write) -> fmt::Result {
        if diag.repeats.is_empty() {
            return Ok(());
        }
        if diag.repeats.iter().any(|(_, own)| own.is_some()) {
            return self.each_of_others(game, diag, out);
        }
        let spots = diag.repeats.iter().filter_map(|(place, _)| Spot::of(game.files, place));
        let mut named: Vec<String> = Vec::new();
        let (mut kind, mut cut) = ("line", false);
        for spot in spots {
            let name = match spot.cell() {
                Some(cell) => {
                    kind = "cell";
                    cell
                }
                None => spot.line.to_string(),
            };
            if named.last() == Some(&name) {
                continue;
            }
            if named.len() == MOST_OTHERS {
                cut = true;
                break;
            }
            named.push(name);
        }
        let kind = if named.len() == 1 { kind.to_owned() } else { format!("{kind}s") };
        let dots = if cut { ", …" } else { "" };
        let text = format!("and {} more like it: {kind} {}{dots}", diag.repeated(), named.join(", "));
        self.paragraph("", "", &text, out)
    }

    /// Mistakes that are alike and say something of their own: a line for each of the first.
    fn each_of_others(&self, game: &Checked<'_>, diag: &Diag, out: &mut dyn fmt::Write) -> fmt::Result {
        writeln!(out, "  and {} more like it:", diag.repeated())?;
        let spots = diag.others().filter_map(|(place, what)| Some((place.file, Spot::of(game.files, place)?, what)));
        let mut told = 0;
        for (file, spot, what) in spots.take(MOST_OTHERS) {
            let at = match spot.cell() {
                _ if file != diag.place.file => spot.address(),
                Some(cell) => format!("cell {cell}"),
                None => format!("line {}", spot.line),
            };
            let room = self.style.width.saturating_sub(6);
            let mut lines = fill(&format!("{at}: {}", harmless(what)), room).into_iter();
            let cut = if lines.len() > 1 { " …" } else { "" };
            writeln!(out, "    {}{cut}", lines.next().unwrap_or_default())?;
            told += 1;
        }
        match diag.repeated().saturating_sub(told) {
            0 => Ok(()),
            more => writeln!(out, "    and {more} more"),
        }
    }

    fn paragraph(&self, head: &str, colour: &str, text: &str, out: &mut dyn fmt::Write) -> fmt::Result {
        for (i, line) in fill(text, self.style.width.saturating_sub(2 + head.len())).iter().enumerate() {
            match i {
                0 if self.style.colour && !head.is_empty() => writeln!(out, "  {colour}{head}\x1b[0m{line}")?,
                0 => writeln!(out, "  {head}{line}")?,
                _ => writeln!(out, "  {:indent$}{line}", "", indent = head.len())?,
            }
        }
        Ok(())
    }
}

/// What miette draws.
#[derive(Debug)]
struct Report {
    message: String,
    severity: miette::Severity,
    code: Option<String>,
    excerpt: Excerpt,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl Diagnostic for Report {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.excerpt.blocks.is_empty()).then_some(&self.excerpt as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.excerpt.labels.iter().map(|label| {
            let span = (label.offset, label.length);
            if label.primary {
                LabeledSpan::new_primary_with_span(label.text.clone(), span)
            } else {
                LabeledSpan::new_with_span(label.text.clone(), span)
            }
        });
        (!self.excerpt.blocks.is_empty()).then(|| Box::new(labels) as Box<dyn Iterator<Item = LabeledSpan>>)
    }
}

impl SourceCode for Excerpt {
    /// Always the whole block; what lies in two blocks is refused, and miette then draws both.
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        _before: usize,
        _after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let holds = |block: &&Block| block.base <= span.offset() && span.offset() + span.len() <= block.base + block.text.len();
        let block = self.blocks.iter().find(holds).ok_or(MietteError::OutOfBounds)?;
        let whole = SourceSpan::from((block.base, block.text.len()));
        let lines = block.text.matches('\n').count() + 1;
        let name = block.address.clone();
        let contents = MietteSpanContents::new_named(name, block.text.as_bytes(), whole, block.first - 1, 0, lines);
        Ok(Box::new(contents))
    }
}
