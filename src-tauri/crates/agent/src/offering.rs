//! What models are offered, kept until something of it may be otherwise: the schemas of two thousand
//! tools are not made to fit anew for each reply.

use std::sync::{Arc, Mutex, PoisonError};

use model::{chat::conversation::Switches, provider::Dialect};
use tokio::task::spawn_blocking;
use tools::{Catalog, Standing};
use tracing::warn;

use crate::{
    dialect::dialect,
    error::Error,
    prompt::{
        offered::{MOST, Offered, offered, shelves},
        system::Instructions,
    },
    weight::of_tools,
};

/// Most that are kept: for conversations with other models, or other switches.
const KEPT: usize = 4;

/// What an offering is made from.
#[derive(Debug, Clone, PartialEq)]
struct Made {
    revision: u64,
    standings: Vec<Standing>,
    switches: Switches,
    dialect: Dialect,
}

/// What a model is offered.
#[derive(Debug, Default)]
pub(crate) struct Offering {
    /// What each name stands for; the tools themselves are beside it.
    pub(crate) offered: Offered,
    /// The tools as a request has them.
    pub(crate) tools: Arc<Vec<llm::Tool>>,
    /// What the servers of these tools say of them.
    pub(crate) instructions: Vec<Instructions>,
    /// About how many tokens the tools are.
    pub(crate) weight: u64,
}

/// What was offered last.
#[derive(Debug, Default)]
pub(crate) struct Offerings(Mutex<Vec<(Made, Arc<Offering>)>>);

impl Offerings {
    /// What a model of this kind is offered in a conversation with these switches.
    ///
    /// # Errors
    /// [`Error::Tools`]
    pub(crate) async fn of(
        &self,
        catalog: &Catalog,
        switches: &Switches,
        dialect: Dialect,
    ) -> Result<Arc<Offering>, Error> {
        // Read before the lists: what comes between is of the next revision.
        let revision = catalog.revision();
        let standings = catalog.standings().await?;
        let made = Made { revision, standings, switches: switches.clone(), dialect };
        if let Some(kept) = self.kept(&made) {
            return Ok(kept);
        }
        let Some(offering) = make(catalog, switches, dialect).await? else {
            return Ok(Arc::default());
        };
        let offering = Arc::new(offering);
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.push((made, Arc::clone(&offering)));
        let surplus = all.len().saturating_sub(KEPT);
        all.drain(..surplus);
        Ok(offering)
    }

    fn kept(&self, made: &Made) -> Option<Arc<Offering>> {
        let all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.iter().find(|(it, _)| it == made).map(|(_, offering)| Arc::clone(offering))
    }
}

async fn make(
    catalog: &Catalog,
    switches: &Switches,
    spoken: Dialect,
) -> Result<Option<Offering>, Error> {
    let dialect = dialect(spoken);
    let offers = catalog.list(None).await?;
    let instructions = offers.iter().filter_map(|it| {
        let text = it.instructions.clone()?;
        Some(Instructions { server: it.server.name().as_str().to_owned(), text })
    });
    let instructions = instructions.collect::<Vec<_>>();
    let shelves = shelves(offers, switches, MOST);
    let on: Vec<_> = shelves
        .iter()
        .filter(|it| it.on && it.ready)
        .map(|it| it.server.as_str().to_owned())
        .collect();
    let fit = move || {
        offered(&shelves, MOST, |schema| llm::schema::fit(dialect, schema).map(|it| it.schema))
    };
    let mut offered = match spawn_blocking(fit).await {
        Ok(offered) => offered,
        Err(panic) => {
            warn!(%panic, "tools could not be made to fit");
            return Ok(None);
        }
    };
    let tools = Arc::new(std::mem::take(&mut offered.tools));
    let weight = of_tools(&tools);
    let instructions = instructions.into_iter().filter(|it| on.contains(&it.server)).collect();
    Ok(Some(Offering { offered, tools, instructions, weight }))
}
