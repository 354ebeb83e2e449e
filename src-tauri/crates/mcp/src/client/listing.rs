//! The lists of a server, read page by page and kept for as long as it says; what stands in them is
//! none of its business.

use serde_json::Map;

use crate::{
    apart::apart,
    client::{Client, Server},
    error::Error,
    modern::shelf::Shelf,
    pages::{Entry, Listed, Pages},
    settings::Era,
    tools::{Tool, ToolList},
};

impl Client {
    /// The tools of the server, all pages, at most 50 of them and 10,000 tools. Each page has the
    /// list limit of the settings. For as long as the server said its list to be good, and did not
    /// say that it changed, it is not asked again.
    ///
    /// # Errors
    /// As [`Client::request`]. A server that neither has nor knows tools has an empty list.
    pub async fn tools(&self) -> Result<ToolList, Error> {
        match self.list::<Tool>().await {
            Err(Error::Rpc(refused))
                if !self.server.offers.tools && refused.is_unknown_method() =>
            {
                Ok(ToolList::default())
            }
            listed => {
                let mut list = ToolList::from(listed?);
                if let Some(mirrors) = self.link.mirrors() {
                    mirrors.learn(&mut list);
                }
                self.server.tasks_only.learn(&mut list);
                Ok(list)
            }
        }
    }

    /// A list, page by page. What has come before a page that fails is kept.
    pub(crate) async fn list<T: Entry>(&self) -> Result<Listed<T>, Error> {
        let Server { era, shelf, list_limit, hurry, .. } = &*self.server;
        let (mut pages, changes) = (Pages::default(), self.link.hub.changes(T::LIST));
        if let Some(kept) = shelf.get(T::METHOD, changes) {
            for page in kept {
                pages.add(&page)?;
            }
            return Ok(pages.finish());
        }
        let mut reading = Shelf::read(T::METHOD, changes);
        let mut params = Map::new();
        loop {
            let page = tokio::select! {
                page = self.exchange(T::METHOD, &params, *list_limit) => page,
                () = hurry.notified(), if pages.has_begun() => {
                    pages.broken_off(&"it takes long");
                    return Ok(pages.finish());
                }
            };
            let page = match page {
                Ok(page) => page,
                Err(error) if pages.has_begun() && !is_the_end(&error) => {
                    pages.broken_off(&error);
                    return Ok(pages.finish());
                }
                Err(error) => return Err(error),
            };
            if *era == Era::Modern {
                reading.add(&page);
            }
            let (size, mut all) = (page.get().len(), std::mem::take(&mut pages));
            let work = move || (all.add(&page), all);
            let (next, all) = apart(size, work).await?;
            pages = all;
            let next = match next {
                Err(error) if pages.has_begun() => {
                    pages.broken_off(&error);
                    return Ok(pages.finish());
                }
                next => next?,
            };
            match next {
                Some(cursor) => params.insert("cursor".to_owned(), cursor),
                None => break,
            };
        }
        let list = pages.finish();
        if *era == Era::Modern && list.gap.is_none() {
            shelf.put(reading);
        }
        Ok(list)
    }

    /// Has each list that is being read end with the pages that have come, if any have: for somebody who
    /// waits for more no longer. The list says that the rest is missing.
    pub fn hurry_lists(&self) {
        self.server.hurry.notify_waiters();
    }

    /// Forgets the lists that the server said to be good for a while, so that the next look asks it
    /// again: for a person who wants to see what there is now.
    pub fn forget_lists(&self) {
        self.server.shelf.clear();
    }
}

/// Whether there is no connection any more.
fn is_the_end(error: &Error) -> bool {
    matches!(error, Error::Closed | Error::Ended { .. } | Error::NotSent { .. })
}
