//! Work that must outlive a fault of ours: when it falls over, it is said and begun again.

use std::{future::Future, time::Duration};

use stdx::tasks::Tasks;
use tokio::time::sleep;
use tracing::error;

/// What falls over at once each time must not keep the machine busy.
const PAUSE: Duration = Duration::from_millis(100);

/// Does `work` until it returns, again after each panic.
pub(crate) async fn lasting<F>(what: &'static str, mut work: impl FnMut() -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    let mut running = Tasks::new();
    loop {
        running.spawn(work());
        match running.ended().await {
            Some(Ok(())) | None => return,
            Some(Err(problem)) => error!(what, %problem, "fell over, and is begun again"),
        }
        sleep(PAUSE).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn what_falls_over_is_begun_again_until_it_returns() {
        let mut begun = 0;
        let work = || {
            begun += 1;
            let last = begun == 3;
            async move { assert!(last, "planted") }
        };
        lasting("a test", work).await;
        assert_eq!(begun, 3);
    }
}
