//! What a run that ended in the middle left behind, brought to an end.

use crate::{db::Db, error::Error};

/// The chat of one database as a whole.
#[derive(Clone, Copy)]
pub struct Chat<'a>(&'a Db);

/// What was in the middle of something.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mended {
    /// Calls that ran.
    pub calls: usize,
    /// Replies that were being written.
    pub replies: usize,
}

impl Db {
    /// The chat as a whole.
    pub fn chat(&self) -> Chat<'_> {
        Chat(self)
    }
}

impl Chat<'_> {
    /// For the opening of a data folder, before anything runs: what ran or was being written is
    /// interrupted, at a time that nobody knows; what waits for the person goes on waiting (HOST-33).
    ///
    /// # Errors
    /// As the database fails; nothing is changed then.
    pub async fn mend(self) -> Result<Mended, Error> {
        self.0
            .write(|db| {
                let calls = "UPDATE calls SET state = 'interrupted' WHERE state = 'running'";
                let replies = "UPDATE messages SET state = 'interrupted' WHERE state = 'writing'";
                Ok(Mended { calls: db.execute(calls, ())?, replies: db.execute(replies, ())? })
            })
            .await
    }
}
