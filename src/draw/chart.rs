//! stub
use super::page::Paper;
use super::scene::Page;
use crate::model::Game;
/// c
pub fn charts(_: &Game, _: Paper) -> Vec<Page> {
    Vec::new()
}
/// t
pub fn turn_track(_: &Game, _: Paper, _: f64) -> Vec<Page> {
    Vec::new()
}
