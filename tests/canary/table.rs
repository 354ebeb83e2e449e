//! Prints what was found: a table of places and encodings, then each hit and each lost control.

use std::{collections::BTreeMap, fmt::Write as _};

use flows::encode::Encoding;

use crate::{
    ledger::{Control, Findings},
    place::Place,
};

/// The whole table, one line a place. In each cell: hits, controls found, controls planted.
pub(crate) fn table(controls: &[Control], findings: &Findings) -> String {
    let mut text = format!("{:<22}", "hits found/planted");
    for encoding in Encoding::ALL {
        write!(text, "{:>9}", encoding.name()).expect("a string takes everything");
    }
    for place in Place::ALL {
        write!(text, "\n{:<22}", place.name()).expect("a string takes everything");
        for encoding in Encoding::ALL {
            let cell = cell(place, encoding, controls, findings);
            write!(text, "{cell:>9}").expect("a string takes everything");
        }
    }
    text
}

fn cell(place: Place, encoding: Encoding, controls: &[Control], findings: &Findings) -> String {
    let here = |it: &&Control| it.place == place && it.encoding == encoding;
    let planted = controls.iter().filter(here).count();
    let found = findings.controls.iter().map(|it| &controls[*it]).filter(here).count();
    let is_here = |it: &&crate::ledger::Hit| it.place == place && it.encoding == encoding;
    let hits = findings.hits.iter().filter(is_here).count();
    format!("{hits} {found}/{planted}")
}

/// Each hit, those of one way in one place and one file together.
pub(crate) fn hits(findings: &Findings) -> Vec<String> {
    let mut together: BTreeMap<_, Vec<&str>> = BTreeMap::new();
    for hit in &findings.hits {
        let key = (hit.place.name(), hit.at.as_str(), hit.way, hit.kind);
        together.entry(key).or_default().push(hit.encoding.name());
    }
    let line = |((place, at, way, kind), encodings): ((&str, &str, &str, _), Vec<&str>)| {
        format!("HIT: {way} ({kind:?}): {place}, {at}: {}", encodings.join(", "))
    };
    together.into_iter().map(line).collect()
}

/// Each control that was not found where it was planted.
pub(crate) fn lost(controls: &[Control], findings: &Findings) -> Vec<String> {
    let all = controls.iter().enumerate();
    let lost = all.filter(|(number, _)| !findings.controls.contains(number));
    let line = |(_, it): (usize, &Control)| {
        let kind = it.canary.kind();
        format!("LOST CONTROL: {}, {} ({kind:?})", it.place.name(), it.encoding.name())
    };
    lost.map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ledger::{Hit, controls};

    #[test]
    fn a_hit_and_a_lost_control_are_seen_in_the_table_and_below_it() {
        let controls = controls();
        let mut findings = Findings::default();
        findings.controls.extend(1..controls.len());
        let first = &controls[0];
        findings.hits.insert(Hit {
            place: first.place,
            encoding: first.encoding,
            way: "typed",
            kind: first.canary.kind(),
            at: "a file".to_owned(),
        });
        let table = table(&controls, &findings);
        assert_eq!(table.lines().count(), 1 + Place::ALL.len());
        assert_eq!(table.matches("1 1/2").count(), 1, "{table}");
        let clean = Place::ALL.len() * Encoding::ALL.len() - 1;
        assert_eq!(table.matches("0 2/2").count(), clean, "{table}");
        assert_eq!(hits(&findings), ["HIT: typed (Plain): data folder, a file: plain"]);
        assert_eq!(lost(&controls, &findings), ["LOST CONTROL: data folder, plain (Plain)"]);
    }
}
