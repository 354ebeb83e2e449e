//! What is the same however frames are carried: who waits, who is told, who is asked, and what is to
//! be sent without waiting for it. It knows no pipe and no address.

use std::{
    fmt,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
};

use tokio::sync::mpsc;

use crate::{
    asker::Asker,
    herald::Herald,
    legacy::completed::Completed,
    notice::{List, Notice},
    pending::Pending,
    settings::Era,
};

/// How many answers to the server's own requests may wait for a server that does not read.
const MOST_OWED: usize = 1000;

/// The middle of one connection.
pub(crate) struct Hub {
    pub(crate) pending: Arc<Pending>,
    pub(crate) herald: Herald,
    pub(crate) counts: Counts,
    /// Who is asked when the server asks the person something.
    pub(crate) asker: Option<Arc<dyn Asker>>,
    /// The era that is spoken, once it is known.
    pub(crate) era: OnceLock<Era>,
    /// How often each of the lists has changed, as the server says.
    changes: [AtomicU64; 3],
    /// Which pages the server said to be dealt with.
    pub(crate) completed: Completed,
    /// The longest message that is read, in bytes.
    pub(crate) line_limit: usize,
    outbox: mpsc::UnboundedSender<Parcel>,
    owed: Arc<AtomicUsize>,
}

/// What is counted rather than told one by one.
#[derive(Debug, Default)]
pub(crate) struct Counts {
    /// Lines of stdout that were no messages.
    pub(crate) noise: AtomicU64,
    /// Replies that came after their request had been given up.
    pub(crate) late: AtomicU64,
    /// Replies and progress for nobody.
    pub(crate) strays: AtomicU64,
    /// Lines that hold nothing but the beginning of an object: JSON over several lines.
    pub(crate) pretty: AtomicU64,
}

/// Frames that somebody else must carry, posted where nothing may wait.
#[derive(Debug)]
pub(crate) struct Outbox {
    frames: mpsc::UnboundedReceiver<Parcel>,
    owed: Arc<AtomicUsize>,
}

/// A posted frame.
#[derive(Debug)]
enum Parcel {
    /// A request or a cancel of ours: there are no more of these than calls.
    Own(Vec<u8>),
    /// An answer to the server, which could ask without end.
    Answer(Vec<u8>),
}

impl Hub {
    /// A hub for whom nobody carries yet, and what somebody must carry for it.
    pub(crate) fn new(
        herald: Herald,
        line_limit: usize,
        asker: Option<Arc<dyn Asker>>,
    ) -> (Self, Outbox) {
        let (outbox, frames) = mpsc::unbounded_channel();
        let owed = Arc::new(AtomicUsize::new(0));
        let hub = Self {
            pending: Arc::default(),
            herald,
            counts: Counts::default(),
            asker,
            era: OnceLock::new(),
            changes: Default::default(),
            completed: Completed::default(),
            line_limit,
            outbox,
            owed: Arc::clone(&owed),
        };
        (hub, Outbox { frames, owed })
    }

    /// The server says that one of its lists is not what it was.
    pub(crate) fn changed(&self, list: List) {
        self.count(list).fetch_add(1, Ordering::Relaxed);
        self.herald.tell(Notice::ListChanged(list));
    }

    /// How often it has said so.
    pub(crate) fn changes(&self, list: List) -> u64 {
        self.count(list).load(Ordering::Relaxed)
    }

    fn count(&self, list: List) -> &AtomicU64 {
        let [tools, prompts, resources] = &self.changes;
        match list {
            List::Tools => tools,
            List::Prompts => prompts,
            List::Resources => resources,
        }
    }

    /// Has a frame sent soon, without waiting for it.
    pub(crate) fn post(&self, frame: Vec<u8>) {
        // After the end nobody carries any more, and nobody reads.
        self.outbox.send(Parcel::Own(frame)).ok();
    }

    /// Has an answer sent soon, unless the server has left too many unread.
    pub(crate) fn answer(&self, frame: Vec<u8>) {
        if self.owed.fetch_add(1, Ordering::Relaxed) < MOST_OWED {
            self.outbox.send(Parcel::Answer(frame)).ok();
        } else {
            self.owed.fetch_sub(1, Ordering::Relaxed);
            self.herald.count_dropped();
        }
    }
}

impl Outbox {
    /// The next frame to be carried; `None` when the hub is gone.
    pub(crate) async fn next(&mut self) -> Option<Vec<u8>> {
        let parcel = self.frames.recv().await?;
        Some(self.open(parcel))
    }

    /// Everything that is there.
    #[cfg(test)]
    pub(crate) fn all(&mut self) -> Vec<Vec<u8>> {
        let parcels: Vec<_> = std::iter::from_fn(|| self.frames.try_recv().ok()).collect();
        parcels.into_iter().map(|parcel| self.open(parcel)).collect()
    }

    fn open(&self, parcel: Parcel) -> Vec<u8> {
        match parcel {
            Parcel::Own(frame) => frame,
            Parcel::Answer(frame) => {
                self.owed.fetch_sub(1, Ordering::Relaxed);
                frame
            }
        }
    }
}

impl fmt::Debug for Hub {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Hub").field("waiting", &self.pending.count()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::herald::herald;

    #[tokio::test]
    async fn a_server_that_asks_and_never_reads_is_not_answered_without_end() {
        let (herald, _walk) = herald(mpsc::channel(1).0);
        let (hub, mut outbox) = Hub::new(herald, 1 << 20, None);
        for _ in 0..MOST_OWED + 500 {
            hub.answer(b"{}\n".to_vec());
        }
        assert_eq!(outbox.all().len(), MOST_OWED);
        assert_eq!(hub.herald.dropped(), 500);
        hub.answer(b"{}\n".to_vec());
        assert_eq!(outbox.all().len(), 1, "there is room again");
    }
}
