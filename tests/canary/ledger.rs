//! Which secret went in by which way, which control was planted where, and what was found of them.

use std::collections::BTreeSet;

use flows::encode::Encoding;

use crate::{
    place::Place,
    search::Search,
    value::{Canary, Kind},
};

/// A way in, with the secrets that went through it.
#[derive(Debug)]
pub(crate) struct Way {
    /// What a person would call it.
    pub(crate) name: &'static str,
    /// What went through it: a plain one and an awkward one.
    pub(crate) canaries: Vec<Canary>,
    /// A word on the command line of the one process that they are for, if there is one.
    pub(crate) child: Option<&'static str>,
    /// Whether the keychain has them.
    pub(crate) kept: bool,
}

impl Way {
    /// One to a process with that word on its command line, which gets the secrets at its start.
    pub(crate) fn for_child(name: &'static str, child: &'static str) -> Self {
        Self { name, canaries: Canary::pair().to_vec(), child: Some(child), kept: true }
    }

    /// One into the keychain; no process holds the secrets where others could look.
    pub(crate) fn kept(name: &'static str) -> Self {
        Self { name, canaries: Canary::pair().to_vec(), child: None, kept: true }
    }

    /// One through the app to a server, and kept nowhere.
    pub(crate) fn passing(name: &'static str) -> Self {
        Self { kept: false, ..Self::kept(name) }
    }
}

/// A value that is planted in one place in one encoding, and must be found there.
#[derive(Debug)]
pub(crate) struct Control {
    pub(crate) place: Place,
    pub(crate) encoding: Encoding,
    pub(crate) canary: Canary,
}

/// A secret where it must not be.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Hit {
    pub(crate) place: Place,
    pub(crate) encoding: Encoding,
    /// By which way it came in.
    pub(crate) way: &'static str,
    pub(crate) kind: Kind,
    /// The file, process or message.
    pub(crate) at: String,
}

/// What was found in the end.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) hits: BTreeSet<Hit>,
    /// The numbers of the controls that were found where they are.
    pub(crate) controls: BTreeSet<usize>,
    /// Secrets that the process they are for holds, by way and kind.
    pub(crate) arrived: BTreeSet<(&'static str, Kind)>,
}

/// One control for each place, encoding and kind that can be.
pub(crate) fn controls() -> Vec<Control> {
    let mut all = Vec::new();
    for place in Place::ALL {
        for encoding in Encoding::ALL {
            let pair = Canary::pair();
            all.extend(pair.into_iter().map(|canary| Control { place, encoding, canary }));
        }
    }
    all
}

/// All that is looked for.
pub(crate) struct Lookout<'a> {
    ways: &'a [Way],
    controls: &'a [Control],
    search: Search,
    marks: Vec<(What, Encoding)>,
    findings: Findings,
}

/// What a form stands for, by number.
#[derive(Debug, Clone, Copy)]
enum What {
    /// A way, and which of its secrets.
    Secret(usize, usize),
    Control(usize),
}

impl<'a> Lookout<'a> {
    /// Makes everything ready to be looked for.
    pub(crate) fn new(ways: &'a [Way], controls: &'a [Control]) -> Self {
        let (mut marks, mut forms) = (Vec::new(), Vec::new());
        let mut add = |what, encoding: Encoding, canary: &Canary| {
            for form in encoding.forms(canary.value()) {
                marks.push((what, encoding));
                forms.push(form);
            }
        };
        for (number, way) in ways.iter().enumerate() {
            for (at, canary) in way.canaries.iter().enumerate() {
                Encoding::ALL.iter().for_each(|it| add(What::Secret(number, at), *it, canary));
            }
        }
        for (number, control) in controls.iter().enumerate() {
            add(What::Control(number), control.encoding, &control.canary);
        }
        let search = Search::new(forms);
        Self { ways, controls, search, marks, findings: Findings::default() }
    }

    /// How much of one stretch must come again with the next.
    pub(crate) fn overlap(&self) -> usize {
        self.search.overlap()
    }

    /// Looks at what is in a place.
    pub(crate) fn look(&mut self, place: Place, at: &str, bytes: &[u8]) {
        self.look_in_process(place, at, bytes, "");
    }

    /// Looks at what a process holds; the one that a secret is for, as its command line tells, may
    /// hold it.
    pub(crate) fn look_in_process(&mut self, place: Place, at: &str, bytes: &[u8], line: &str) {
        for found in self.search.find(bytes) {
            let (what, encoding) = self.marks[found];
            match what {
                What::Secret(number, which) => {
                    let way = &self.ways[number];
                    let kind = way.canaries[which].kind();
                    if way.child.is_some_and(|it| line.contains(it)) {
                        self.findings.arrived.insert((way.name, kind));
                        continue;
                    }
                    let at = at.to_owned();
                    self.findings.hits.insert(Hit { place, encoding, way: way.name, kind, at });
                }
                What::Control(number) => {
                    if self.controls[number].place == place {
                        self.findings.controls.insert(number);
                    }
                }
            }
        }
    }

    /// What was found.
    pub(crate) fn findings(self) -> Findings {
        self.findings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_counts_unless_its_own_process_holds_it() {
        let ways = [Way::for_child("typed", "mark-typed")];
        let held = ways[0].canaries[0].value().to_owned();
        let mut lookout = Lookout::new(&ways, &[]);
        let place = Place::Environment;
        lookout.look_in_process(place, "1", held.as_bytes(), "python3 x.py mark-typed");
        lookout.look_in_process(place, "2", held.as_bytes(), "python3 x.py mark-other");
        let findings = lookout.findings();
        assert_eq!(findings.arrived, [("typed", Kind::Plain)].into());
        assert!(findings.hits.iter().all(|it| it.at == "2"));
        assert!(!findings.hits.is_empty());
    }

    #[test]
    fn a_control_counts_in_its_own_place_alone() {
        let controls = controls();
        let mut lookout = Lookout::new(&[], &controls);
        let one = &controls[0];
        let form = one.encoding.forms(one.canary.value()).remove(0);
        lookout.look(Place::Crash, "elsewhere", &form);
        assert!(lookout.findings.controls.is_empty());
        lookout.look(one.place, "there", &form);
        assert_eq!(lookout.findings().controls, [0].into());
    }
}
