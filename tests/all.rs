//! One test binary: every area is a module of it.

mod bad_input;
mod cases;
mod faults;
mod json;
mod ladder;
mod layers;
mod levels;
mod paper;
mod registry;
mod scenarios;
mod schemas;
mod sheets;
mod support;
mod world;
