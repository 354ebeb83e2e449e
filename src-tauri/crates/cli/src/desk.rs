//! The desk of `stewardctl serve`: nobody sits at it. What its servers want to know is asked at the
//! terminal that made the call, or refused.

use app::desk::Desk;

#[derive(Debug)]
pub(crate) struct HeadlessDesk;

impl Desk for HeadlessDesk {
    fn is_for_all(&self) -> bool {
        false
    }
}
