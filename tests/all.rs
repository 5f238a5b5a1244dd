//! One test binary: every area is a module of it.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::disallowed_methods,
    reason = "a test that meets the unexpected should stop"
)]

mod agree;
mod art_checks;
mod bad_input;
mod book;
mod build;
mod cases;
mod cli;
mod coverage;
mod diff;
mod diff_command;
mod diff_same;
mod draw;
mod explain;
mod faces;
mod faults;
mod fields;
mod fuzzing;
mod guide;
mod hostile;
mod import;
mod json;
mod ladder;
mod layers;
mod levels;
mod lsp;
mod map_cases;
mod map_faults;
mod maps;
mod migrate;
mod modules;
mod movement;
mod new;
mod order;
mod packed;
mod paper;
mod pictures;
mod placing;
mod play;
mod play_games;
mod play_small;
mod play_supply;
mod player;
mod print;
mod proof;
mod readme;
mod registry;
mod rules;
mod scenarios;
mod schemas;
mod sheets;
mod sim_players;
mod simulate;
mod sources;
mod support;
mod tables;
mod threads;
mod vassal;
mod watch;
mod web;
mod words;
mod world;
