//! Commands on resources.

use model::state::State;

use crate::{
    app::App,
    command::{name_of, rows_of, under_way::carry_out},
    view::{self, lists::Lists},
    window::Window,
    wire::{
        failure::{Code, Failure},
        resource::{ContentsView, ListResources, ReadResource, ServerResources, WatchResource},
    },
};

/// Most bytes of an address.
const LONGEST_ADDRESS: usize = 8 << 10;

pub(crate) async fn list_resources(
    app: &App,
    from: Window,
    ListResources { server }: ListResources,
) -> Result<Vec<ServerResources>, Failure> {
    let (rows, patience) = rows_of(app, server.as_deref()).await?;
    let mut room = Lists::of(from);
    let mut lists = Vec::with_capacity(rows.len());
    for (server, state) in rows {
        let (resources, templates) = app.servers().resources(server.name(), patience).await?;
        let ready = matches!(state, State::Ready(_));
        lists.push(view::resource::list(server, ready, resources, templates, &mut room));
    }
    Ok(lists)
}

pub(crate) async fn read_resource(
    app: &App,
    from: Window,
    ReadResource { call, server, uri }: ReadResource,
) -> Result<ContentsView, Failure> {
    let server = name_of(app, &server).await?;
    fits(&uri)?;
    let read = carry_out(app, &call, server, async |errand| app.servers().read(errand, uri).await);
    Ok(view::resource::contents(read.await?, from))
}

pub(crate) async fn watch_resource(
    app: &App,
    _from: Window,
    WatchResource { server, uri, on }: WatchResource,
) -> Result<(), Failure> {
    let server = name_of(app, &server).await?;
    fits(&uri)?;
    Ok(app.servers().watch(&server, &uri, on).await?)
}

fn fits(uri: &str) -> Result<(), Failure> {
    if uri.trim().is_empty() || uri.len() > LONGEST_ADDRESS {
        return Err(Failure::new(Code::Invalid, "this is no address of a resource").field("uri"));
    }
    Ok(())
}
