//! How long a newcomer waits for the owner of a data folder to answer or to be gone.

use std::path::Path;

use stdx::text::visible;

use crate::{
    owner::lock::{Note, note_of},
    wire::failure::{Code, Failure},
};

/// The tries of one newcomer; each takes about a second, as [`lock::take`](super::lock::take)
/// waits that long.
#[derive(Debug)]
pub(crate) struct Patience {
    tries: u32,
    most: u32,
    told: bool,
}

impl Patience {
    /// Tries an owner that stays `most` times.
    pub(crate) fn new(most: u32) -> Self {
        Self { tries: 0, most, told: false }
    }

    /// Whether to try again although the folder has an owner. One that lets its guests finish is
    /// waited for as long as that takes, and `tell` hears that once.
    ///
    /// # Errors
    /// The failure as it was, when nothing is to be waited for any more.
    pub(crate) fn again(
        &mut self,
        failure: Failure,
        data_dir: &Path,
        tell: &mut impl FnMut(Failure),
    ) -> Result<(), Failure> {
        if failure.code != Code::Owned {
            return Err(failure);
        }
        if let Some(note) = leaving(data_dir) {
            if !std::mem::replace(&mut self.told, true) {
                tell(waits(&note));
            }
            return Ok(());
        }
        self.tries += 1;
        if self.tries >= self.most { Err(failure) } else { Ok(()) }
    }
}

/// The process of an owner that takes no guests: it lets those that are in finish what they do.
fn leaving(data_dir: &Path) -> Option<Note> {
    let note = std::fs::canonicalize(data_dir).ok().and_then(|it| note_of(&it))?;
    note.socket.is_none().then_some(note)
}

fn waits(Note { pid, finishes, .. }: &Note) -> Failure {
    let does = finishes.as_deref().map_or_else(|| "what it does".to_owned(), visible);
    let words = format!("waiting for another Steward (process {pid}) to finish {does}");
    Failure::new(Code::Owned, words)
        .hint("It takes no more work, and its data folder is free then.")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn owned() -> Failure {
        Failure::new(Code::Owned, "it has an owner")
    }

    #[test]
    fn an_owner_that_stays_is_tried_a_few_times() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("owner.lock"), "12\n/run/owner.sock").unwrap();
        let mut patience = Patience::new(3);
        let mut told = |it| panic!("{it:?}");
        for _ in 0..2 {
            patience.again(owned(), folder.path(), &mut told).unwrap();
        }
        let failure = patience.again(owned(), folder.path(), &mut told).unwrap_err();
        assert_eq!(failure, owned());
    }

    #[test]
    fn an_owner_that_lets_its_guests_finish_is_waited_for_and_that_is_said_once() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("owner.lock"), "12\n\na call of “ask”").unwrap();
        let mut patience = Patience::new(2);
        let mut told = Vec::new();
        for _ in 0..1000 {
            patience.again(owned(), folder.path(), &mut |it| told.push(it)).unwrap();
        }
        assert_eq!(told.len(), 1);
        let words = "Waiting for another Steward (process 12) to finish a call of “ask”.";
        assert_eq!(told[0].message, words);
    }

    #[test]
    fn what_is_no_matter_of_owners_is_not_waited_for() {
        let failure = Failure::new(Code::Storage, "the disk is full");
        let folder = tempfile::tempdir().unwrap();
        let mut tell = |it| panic!("{it:?}");
        let refused = Patience::new(9).again(failure.clone(), folder.path(), &mut tell);
        assert_eq!(refused, Err(failure));
    }
}
