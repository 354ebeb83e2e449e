//! The work of each command.

use crate::{app::App, dispatch::Window, wire::{draft::*,failure::Failure,log::*,server::*,tool::*}};
pub(crate) async fn about(_: &App, _: Window, _: ()) -> Result<About, Failure> { unimplemented!() }
pub(crate) async fn list_servers(_: &App, _: Window, _: ()) -> Result<ServerList, Failure> { unimplemented!() }
pub(crate) async fn read_drafts(_: &App, _: Window, _: ReadDrafts) -> Result<Reading, Failure> { unimplemented!() }
pub(crate) async fn paste_drafts(_: &App, _: Window, _: ()) -> Result<Reading, Failure> { unimplemented!() }
pub(crate) async fn ask_secret(_: &App, _: Window, _: AskSecret) -> Result<SecretKept, Failure> { unimplemented!() }
pub(crate) async fn add_server(_: &App, _: Window, _: AddServer) -> Result<ServerRow, Failure> { unimplemented!() }
pub(crate) async fn add_demo(_: &App, _: Window, _: ()) -> Result<ServerRow, Failure> { unimplemented!() }
pub(crate) async fn update_server(_: &App, _: Window, _: UpdateServer) -> Result<ServerRow, Failure> { unimplemented!() }
pub(crate) async fn switch_server(_: &App, _: Window, _: SwitchServer) -> Result<ServerRow, Failure> { unimplemented!() }
pub(crate) async fn restart_server(_: &App, _: Window, _: ServerRef) -> Result<ServerRow, Failure> { unimplemented!() }
pub(crate) async fn remove_server(_: &App, _: Window, _: ServerRef) -> Result<Removed, Failure> { unimplemented!() }
pub(crate) async fn restore_server(_: &App, _: Window, _: ServerRef) -> Result<ServerRow, Failure> { unimplemented!() }
pub(crate) async fn diagnose_server(_: &App, _: Window, _: ServerRef) -> Result<Diagnosis, Failure> { unimplemented!() }
pub(crate) async fn list_tools(_: &App, _: Window, _: ListTools) -> Result<Vec<ServerTools>, Failure> { unimplemented!() }
pub(crate) async fn call_tool(_: &App, _: Window, _: CallTool) -> Result<OutcomeView, Failure> { unimplemented!() }
pub(crate) async fn cancel_call(_: &App, _: Window, _: CancelCall) -> Result<(), Failure> { unimplemented!() }
pub(crate) async fn read_log(_: &App, _: Window, _: ReadLog) -> Result<LogPage, Failure> { unimplemented!() }
