//! A connection while it lives: its tools are listed and kept, its other lists held, and others are
//! told how it stands.

use std::{sync::Arc, time::Duration};

use model::{
    address::{self, Address},
    log::Tag,
    server::Transport,
    state::{Ready, State},
    tool::ToolList,
};
use stdx::tasks::Tasks;
use store::servers::Note;
use tokio::time::{Instant, sleep_until};

use crate::{
    convert, gaps,
    parts::Event,
    redact::{Redactor, veiled::Veiled},
    redacted,
    supervisor::{
        Order, Reach, Supervisor,
        attending::Attending,
        health::{Beat, Health, Place},
        listing::Listing,
        offering::{Came, Changed, Offering},
        run::{News, Run},
    },
};

/// Of how many tools that are left out the log tells one by one.
const MOST_LEFT_OUT: usize = 100;

/// How long a list takes that is told to come to its end.
const HURRY: Duration = Duration::from_secs(1);

/// How a live connection came to its end.
pub(super) enum End {
    Ordered(Option<Order>),
    Died(mcp::Ended),
    /// It has no process of ours, and cannot be reached any more.
    Lost(mcp::Error),
}

/// What is known of a live connection.
struct Standing {
    ready: Ready,
    reach: Reach,
    /// The list as it is kept.
    list: ToolList,
    /// What is odd about the last list.
    odd: Vec<String>,
}

impl Supervisor {
    /// Lists the tools, says that the server is ready, and listens until it ends.
    pub(super) async fn serve(
        &mut self,
        run: &mut Run,
        connection: &mut mcp::Connection,
        attempt: u32,
    ) -> End {
        let mut standing = self.standing(run.redactor(), connection, attempt).await;
        let client = connection.client();
        let attending = self.attending(&standing);
        // Ends with this run of the server.
        let mut tasks = Tasks::new();
        tasks.spawn(attending.clone().listen());
        let mut listing =
            Listing::new(client.clone(), |it| Box::pin(async move { it.tools().await }));
        let mut offering = Offering::new(&client);
        let doubt = Arc::clone(&standing.reach.doubt);
        let mut health = Health::new(client, self.place(connection), doubt);
        let mut patience = Instant::now() + self.parts.list_patience;
        let (mut told, mut hurried) = (false, false);
        loop {
            let changed = tokio::select! {
                end = self.end(connection) => return end,
                listed = listing.next() => self.listed(&mut standing, listed).await || !told,
                () = sleep_until(patience), if !told && !hurried => {
                    // What has come of the list is better than none.
                    listing.hurry();
                    (hurried, patience) = (true, patience + HURRY);
                    false
                }
                () = sleep_until(patience), if !told => self.late(&mut standing).await,
                beat = health.next() => match beat {
                    Beat::Alive(took) => measured(&mut standing.ready, took) && told,
                    Beat::Gone(error) => return End::Lost(error),
                },
                came = offering.next() => {
                    self.offered(&mut standing, came).await;
                    false
                }
                news = run.news() => {
                    offering.heard(&news);
                    match news {
                        News::ToolsChanged => {
                            listing.changed();
                            false
                        }
                        News::Updated(uri) => {
                            self.updated(uri);
                            false
                        }
                        News::PromptsChanged | News::ResourcesChanged => false,
                        News::Warned => told,
                    }
                }
            };
            if changed {
                self.tell_ready(&mut standing, run, connection);
                if !std::mem::replace(&mut told, true) {
                    tasks.spawn(attending.clone().tell());
                }
            }
        }
    }

    async fn end(&mut self, connection: &mut mcp::Connection) -> End {
        tokio::select! {
            order = self.orders.recv() => End::Ordered(order),
            ended = connection.ended() => End::Died(ended),
        }
    }

    async fn standing(
        &mut self,
        redactor: &Redactor,
        connection: &mcp::Connection,
        attempt: u32,
    ) -> Standing {
        let ready = Ready {
            tools: 0,
            carrier: convert::carrier(connection.carrier()),
            session: connection.has_session(),
            pid: connection.pid(),
            noise: connection.noise(),
            restarts: attempt.saturating_sub(1),
            since: self.parts.clock.now(),
            ..convert::ready(redacted::hello(redactor, connection.hello()))
        };
        self.server.era_seen = Some(ready.era);
        self.note(Note::Ready(ready.era)).await;
        // A list that cannot be read is written anew.
        let kept = self.parts.db.tools().of(self.server.name()).await;
        Standing {
            ready,
            reach: Reach {
                client: connection.client(),
                redactor: redactor.clone(),
                offered: Arc::new(Offering::at_first(&connection.client())),
                veiled: Arc::default(),
                doubt: Arc::default(),
            },
            list: kept.unwrap_or_default(),
            odd: Vec::new(),
        }
    }

    /// Where the server is, as far as its address tells.
    fn place(&self, connection: &mcp::Connection) -> Place {
        match (connection.carrier(), &self.server.draft.transport) {
            (mcp::Carrier::Stdio, _) | (_, Transport::Stdio(_)) => Place::Ours,
            (mcp::Carrier::Http | mcp::Carrier::OldHttp, Transport::Http(http)) => {
                match Address::read(&http.url) {
                    Some(it) if it.place == address::Place::Here => Place::Near,
                    Some(_) | None => Place::Far,
                }
            }
        }
    }

    fn tell_ready(&self, standing: &mut Standing, run: &Run, connection: &mcp::Connection) {
        standing.ready.noise = connection.noise();
        standing.ready.session = connection.has_session();
        standing.ready.warnings = run.warnings();
        standing.ready.warnings.extend(standing.odd.iter().cloned());
        let ready = standing.ready.clone();
        self.publish(State::Ready(ready), Some(standing.reach.clone()));
    }

    fn attending(&self, standing: &Standing) -> Attending {
        let Reach { client, redactor, .. } = standing.reach.clone();
        Attending { client, wished: self.wished.clone(), log: self.log.clone(), redactor }
    }

    /// Has a list that came seen by all, and says what is odd about it.
    async fn offered(&mut self, standing: &mut Standing, came: Came) {
        let Reach { redactor, offered, .. } = &mut standing.reach;
        let (changed, odd) = came.keep(redactor, Arc::make_mut(offered));
        for it in odd {
            self.log.write(&Tag::Lifecycle, &format!("warning: {it}")).await;
        }
        let name = self.server.name().clone();
        let Some(changed) = changed else { return };
        self.live.send_modify(|live| {
            if let Some(reach) = &mut live.reach {
                reach.offered = Arc::clone(&standing.reach.offered);
            }
        });
        self.parts.tell(match changed {
            Changed::Prompts => Event::PromptsChanged(name),
            Changed::Resources => Event::ResourcesChanged(name),
        });
    }

    /// A server may speak of resources that nobody watches: then it speaks to nobody.
    fn updated(&self, uri: String) {
        if !self.wished.watched().is_empty() {
            self.parts.tell(Event::ResourceUpdated(self.server.name().clone(), uri));
        }
    }

    /// Keeps a list that came, and says whether anything changed by it.
    async fn listed(
        &mut self,
        standing: &mut Standing,
        listed: Result<mcp::ToolList, mcp::Error>,
    ) -> bool {
        let redactor = standing.reach.redactor.clone();
        let (odd, list) = match listed {
            Ok(mut list) => {
                let odd = redactor.texts(std::mem::take(&mut list.warnings));
                let has_gap = list.gap.is_some();
                (odd, Some(self.veil(standing, &convert::tools(list), has_gap)))
            }
            Err(error) => {
                let why = convert::told(&redacted::error(&redactor, error).to_string());
                (vec![format!("the tools could not be listed: {why}")], None)
            }
        };
        let mut changed = self.warned(standing, odd).await;
        if let Some(list) = list {
            changed |= list.tools.len() != standing.ready.tools;
            standing.ready.tools = list.tools.len();
            if list != standing.list {
                self.left_out(&standing.list, &list).await;
                self.keep_tools(&list).await;
                standing.list = list;
                changed = true;
            }
        }
        changed
    }

    /// Says that there is no list of tools yet: what comes of it in the end takes the place of that.
    async fn late(&mut self, standing: &mut Standing) -> bool {
        let seconds = self.parts.list_patience.as_secs_f64();
        let odd = format!("the tools could not be listed: there is no answer after {seconds} s");
        self.warned(standing, vec![odd]).await;
        true
    }

    /// Keeps what is odd about the tools, and says whether that is news.
    async fn warned(&mut self, standing: &mut Standing, odd: Vec<String>) -> bool {
        if odd == standing.odd {
            return false;
        }
        for it in &odd {
            self.log.write(&Tag::Lifecycle, &format!("warning: {it}")).await;
        }
        standing.odd = odd;
        true
    }

    /// Says of each tool that is newly left out why: nothing else is ever seen of it.
    async fn left_out(&self, before: &ToolList, now: &ToolList) {
        let new = now.set_aside.iter().filter(|it| !before.set_aside.contains(it));
        for it in new.clone().take(MOST_LEFT_OUT) {
            let (name, reason) = (convert::told(&it.name), convert::told(&it.reason));
            let line = format!("warning: the tool `{name}` is left out: {reason}");
            self.log.write(&Tag::Lifecycle, &line).await;
        }
        if let Some(more) = new.count().checked_sub(MOST_LEFT_OUT).filter(|more| *more > 0) {
            let line = format!("warning: {more} more tools are left out");
            self.log.write(&Tag::Lifecycle, &line).await;
        }
    }

    /// The list as it is shown; what it hides is kept for those who choose it. One with a gap takes
    /// nothing away of the one before.
    fn veil(&self, standing: &mut Standing, raw: &ToolList, has_gap: bool) -> ToolList {
        let mut shown = redacted::tools(&standing.reach.redactor, raw.clone());
        let mut veiled = Veiled::of(&raw.tools, &shown.tools);
        if has_gap {
            veiled = veiled.beside(&raw.tools, &standing.reach.veiled);
            let ToolList { tools, set_aside } = standing.list.clone();
            shown.tools = gaps::filled(shown.tools, tools, |it| it.name.clone());
            shown.set_aside = gaps::filled(shown.set_aside, set_aside, |it| it.name.clone());
        }
        let veiled = Arc::new(veiled);
        standing.reach.veiled = Arc::clone(&veiled);
        self.live.send_modify(|live| {
            if let Some(reach) = &mut live.reach {
                reach.veiled = veiled;
            }
        });
        shown
    }

    async fn keep_tools(&mut self, list: &ToolList) {
        let kept = self.parts.db.tools().note(&self.server, list).await;
        if self.kept(kept) {
            self.parts.tell(Event::ToolsChanged(self.server.name().clone()));
        }
    }
}

/// Keeps how long an answer took, and says whether that is news: what hardly differs is none.
fn measured(ready: &mut Ready, took: Duration) -> bool {
    let took = u32::try_from(took.as_millis()).unwrap_or(u32::MAX);
    let news = ready.round_trip.is_none_or(|it| it.abs_diff(took) > (it / 2).max(20));
    if news {
        ready.round_trip = Some(took);
    }
    news
}
