//! The desk of `stewardctl` where it owns the data folder: nobody sits at it. What its servers want to
//! know is asked at the terminal that made the call, be it this one or a guest's, or refused.

use app::desk::{Desk, NobodyToAsk};

#[derive(Debug)]
pub(crate) struct HeadlessDesk;

impl Desk for HeadlessDesk {
    fn is_for_all(&self) -> bool {
        false
    }

    fn lacks(&self) -> NobodyToAsk {
        NobodyToAsk::Nowhere
    }
}
