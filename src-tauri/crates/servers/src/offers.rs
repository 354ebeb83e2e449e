//! What a server offers beside tools: its prompts, its resources, and suggestions for their arguments.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use model::{
    completion::{Completing, Completion},
    listed::{Listed, Offered},
    name::ServerName,
    prompt::{Given, Prompt},
    resource::{Contents, Resource, Template},
};
use tokio::time::timeout;

use crate::{
    calls::{Errand, clean},
    error::Error,
    offered,
    servers::Servers,
};

impl Servers {
    /// The prompts that a server lists. One that is not ready lists none; the first list of one
    /// that has just become ready is waited for so long. [`crate::Event::PromptsChanged`] says when
    /// there are others.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub async fn prompts(
        &self,
        name: &ServerName,
        patience: Duration,
    ) -> Result<Listed<Prompt>, Error> {
        let here = |it: &Offered| it.prompts.is_some();
        Ok(self.offered(name, patience, here).await?.prompts.clone().unwrap_or_default())
    }

    /// The resources that a server lists, and their templates, in the same way.
    ///
    /// # Errors
    /// [`Error::Unknown`]
    pub async fn resources(
        &self,
        name: &ServerName,
        patience: Duration,
    ) -> Result<(Listed<Resource>, Listed<Template>), Error> {
        let here = |it: &Offered| it.resources.is_some() && it.templates.is_some();
        let offered = self.offered(name, patience, here).await?;
        let Offered { resources, templates, .. } = &*offered;
        Ok((resources.clone().unwrap_or_default(), templates.clone().unwrap_or_default()))
    }

    /// What a prompt gives for these arguments. Dropping the future stops it. Whatever comes back
    /// holds no secret that the server was started with.
    ///
    /// # Errors
    /// [`Error::Unknown`], [`Error::NotReady`] at once while it is not, [`Error::Call`]
    pub async fn prompt(
        &self,
        errand: Errand,
        prompt: String,
        arguments: BTreeMap<String, String>,
    ) -> Result<Given, Error> {
        let (given, redactor, took) = self
            .carry_out(errand, |client, errand| async move {
                client.prompt(&prompt, &arguments, errand).await
            })
            .await?;
        let size = given.raw.text().len();
        let keeper = self.keeper(&redactor);
        let given = clean(size, move || offered::given(&redactor, given, took)).await?;
        keeper.keep(given).await
    }

    /// What a resource holds, in the same way.
    ///
    /// # Errors
    /// As [`Servers::prompt`].
    pub async fn read(&self, errand: Errand, uri: String) -> Result<Contents, Error> {
        let (contents, redactor, took) = self
            .carry_out(errand, |client, errand| async move { client.read(&uri, errand).await })
            .await?;
        let size = contents.raw.text().len();
        let keeper = self.keeper(&redactor);
        let contents = clean(size, move || offered::contents(&redactor, contents, took)).await?;
        keeper.keep(contents).await
    }

    /// What an argument could become.
    ///
    /// # Errors
    /// As [`Servers::prompt`].
    pub async fn complete(
        &self,
        errand: Errand,
        completing: Completing,
    ) -> Result<Completion, Error> {
        let completing = offered::completing(completing);
        let (completion, redactor, _) = self
            .carry_out(errand, |client, errand| async move {
                client.complete(&completing, errand).await
            })
            .await?;
        Ok(offered::completion(&redactor, completion))
    }

    /// What a server lists, once this much of it is there or it is not ready any more.
    async fn offered(
        &self,
        name: &ServerName,
        patience: Duration,
        here: impl Fn(&Offered) -> bool,
    ) -> Result<Arc<Offered>, Error> {
        self.row(name).await?;
        let mut live = self.with(name, |it| it.live())?;
        let there = live.wait_for(|it| it.reach.as_ref().is_none_or(|it| here(&it.offered)));
        // A server that lists slowly has listed nothing yet.
        timeout(patience, there).await.ok();
        let live = live.borrow();
        Ok(live.reach.as_ref().map(|it| Arc::clone(&it.offered)).unwrap_or_default())
    }
}
