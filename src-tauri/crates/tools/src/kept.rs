//! The lists of servers with what we say of their tools, kept until a list may be another one: the
//! schemas of two thousand tools are not read anew for each look.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use model::{
    name::ServerName,
    tool::{SetAside, Tool},
};
use servers::Servers;

use crate::{
    arguments::unchecked,
    error::Error,
    public::{Named, named},
};

/// What was made of lists.
#[derive(Debug, Default)]
pub(crate) struct Kept(Mutex<BTreeMap<ServerName, (u64, Arc<List>)>>);

/// One server's list.
#[derive(Debug)]
pub(crate) struct List {
    /// What it listed, as it came.
    came: Vec<Tool>,
    /// The same by public names, each with what is odd about it.
    pub(crate) tools: Vec<Named>,
    /// What cannot be called.
    pub(crate) set_aside: Vec<SetAside>,
}

impl Kept {
    /// A server's last list.
    pub(crate) async fn list(
        &self,
        servers: &Servers,
        name: &ServerName,
    ) -> Result<Arc<List>, Error> {
        // Read before the list: what comes between is a list of the next revision.
        let revision = servers.lists_revision();
        let before = self.lists().get(name).cloned();
        if let Some((then, list)) = &before
            && *then == revision
        {
            return Ok(Arc::clone(list));
        }
        let now = servers.tools(name).await?;
        let list = match before {
            // Another server's list changed, or only the time of this one.
            Some((_, list)) if list.came == now.tools && list.set_aside == now.set_aside => list,
            Some(_) | None => {
                let came = now.tools.clone();
                let mut tools = now.tools;
                let read = mark_unchecked(&mut tools).await;
                let tools = named(name, tools);
                let list = Arc::new(List { came, tools, set_aside: now.set_aside });
                if !read {
                    // What could not be said of them in time is looked at again.
                    return Ok(list);
                }
                list
            }
        };
        let mut lists = self.lists();
        lists.insert(name.clone(), (revision, Arc::clone(&list)));
        // Those of servers that are gone are of an old revision for ever.
        lists.retain(|it, _| servers.knows(it));
        Ok(list)
    }

    fn lists(&self) -> MutexGuard<'_, BTreeMap<ServerName, (u64, Arc<List>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says of each tool whose schema cannot be used that what is sent to it, or what it gives, is not
/// checked; false where it took too long to tell.
async fn mark_unchecked(tools: &mut [Tool]) -> bool {
    let schemas: Vec<_> = tools.iter().map(|it| it.input_schema.clone()).collect();
    let known = unchecked(schemas).await;
    let mut read = known.len() == tools.len();
    for (tool, why) in tools.iter_mut().zip(known) {
        let mark =
            |why| format!("arguments are not checked, its input schema cannot be used: {why}");
        tool.marks.extend(why.map(mark));
    }
    let mut promising: Vec<_> = tools.iter_mut().filter(|it| it.output_schema.is_some()).collect();
    let schemas = promising.iter().filter_map(|it| it.output_schema.clone()).collect();
    let known = unchecked(schemas).await;
    read &= known.len() == promising.len();
    for (tool, why) in promising.iter_mut().zip(known) {
        let mark =
            |why| format!("results are not checked, its output schema cannot be used: {why}");
        tool.marks.extend(why.map(mark));
    }
    read
}
