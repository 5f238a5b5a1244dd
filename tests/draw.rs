//! What is drawn: scenes through every backend, and the map.

#[path = "draw/command.rs"]
mod command;
#[path = "draw/eye.rs"]
mod eye;
#[path = "draw/map.rs"]
mod map;
#[path = "draw/render.rs"]
mod render;
#[path = "draw/target.rs"]
mod target;

use std::collections::BTreeSet;

/// The names of all elements, after the text has been read as XML to its end.
fn elements(svg: &str) -> BTreeSet<String> {
    let mut reader = quick_xml::Reader::from_str(svg);
    reader.config_mut().check_end_names = true;
    let (mut names, mut depth) = (BTreeSet::new(), 0);
    loop {
        match reader.read_event().expect("well-formed") {
            quick_xml::events::Event::Start(tag) => {
                depth += 1;
                names.insert(tag.name().as_ref().to_owned());
                tag.attributes().for_each(|attribute| assert!(attribute.is_ok(), "{attribute:?}"));
            }
            quick_xml::events::Event::Empty(tag) => {
                names.insert(tag.name().as_ref().to_owned());
                tag.attributes().for_each(|attribute| assert!(attribute.is_ok(), "{attribute:?}"));
            }
            quick_xml::events::Event::End(_) => depth -= 1,
            quick_xml::events::Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0, "every element ends");
    names
}
