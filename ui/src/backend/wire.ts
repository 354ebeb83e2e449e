// Printed from the Rust types by a test of `app`; not to be edited.

export type Failure = { 
/**
 * The kind.
 */
code: Code, 
/**
 * What happened and why, one sentence.
 */
message: string, 
/**
 * What to do about it.
 */
hint: string | null, 
/**
 * The field that is wrong: of a draft, its name as it crosses, such as `command` or
 * `startLimit`; of arguments, a path such as `a.b.0`.
 */
field: string | null, 
/**
 * Where in a text it went wrong.
 */
place: Place | null, };

export type Code = "unknown_command" | "refused" | "malformed" | "invalid" | "unreadable" | "unknown_server" | "name_taken" | "unknown_tool" | "bad_arguments" | "declined" | "not_ready" | "call_failed" | "timed_out" | "cancelled" | "keychain" | "storage" | "owned" | "nobody_to_ask" | "not_waiting" | "not_opened" | "internal";

export type Place = { 
/**
 * The line.
 */
line: number, 
/**
 * The column, in characters.
 */
column: number, };

export type About = { 
/**
 * Its version.
 */
version: string, 
/**
 * The folder that holds everything it keeps.
 */
dataDir: string, };

export type ServerList = { 
/**
 * In the order of their names.
 */
servers: Array<ServerRow>, };

export type ServerRow = { 
/**
 * Its name, unique.
 */
name: string, 
/**
 * The name as it was given.
 */
title: string, 
/**
 * What it is, in the owner's words.
 */
description: string, 
/**
 * How to reach it.
 */
transport: TransportView, 
/**
 * The whole command line or address, quoted where it must be.
 */
line: string, 
/**
 * Whether it should run.
 */
on: boolean, 
/**
 * Whether the person has seen and allowed what it runs.
 */
allowed: boolean, 
/**
 * The fingerprint of all that it runs; another one, and it is not what was seen.
 */
digest: string, 
/**
 * What it is doing.
 */
state: StateView, 
/**
 * How many tools it listed last, also while it is off.
 */
tools: number, 
/**
 * Seconds it may take to start.
 */
startLimit: number, 
/**
 * Seconds a call may take.
 */
callLimit: number, 
/**
 * Where it came from: `user`, `import` or `builtin`.
 */
source: SourceView, 
/**
 * When it was registered, in milliseconds since 1970.
 */
createdAt: number, 
/**
 * When its registration changed last, in milliseconds since 1970.
 */
updatedAt: number, };

export type TransportView = { "type": "stdio", 
/**
 * A path, or a name on the `PATH`.
 */
command: string, 
/**
 * One argument each.
 */
args: Array<string>, 
/**
 * Environment variables.
 */
env: { [key in string]: string }, 
/**
 * The folder it runs in.
 */
cwd: string | null, } | { "type": "http", 
/**
 * The whole address.
 */
url: string, 
/**
 * Sent with each request.
 */
headers: { [key in string]: string }, };

export type SourceView = "user" | "import" | "builtin";

export type StateView = { "state": "off" } | { "state": "starting", 
/**
 * The first is 1.
 */
attempt: number, 
/**
 * What it is busy with.
 */
phase: PhaseView, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, } | { "state": "ready" } & ReadyView | { "state": "failed" } & FailedView;

export type PhaseView = "waiting" | "keychain" | "installing" | "connecting";

export type ReadyView = { 
/**
 * `legacy` or `modern`.
 */
era: EraView, 
/**
 * The protocol version that the server answered with.
 */
version: string, 
/**
 * The name and version the server gives itself.
 */
serverInfo: string, 
/**
 * The address of its page on the web, as a stranger wrote it; it is opened by `open_link` alone.
 */
website: string | null, 
/**
 * What the server says of its use; plain text of a stranger.
 */
instructions: string | null, 
/**
 * What it can do, such as `tools` and `prompts`.
 */
capabilities: Array<string>, 
/**
 * How messages get there.
 */
carrier: CarrierView, 
/**
 * Whether the server keeps a session for us.
 */
session: boolean, 
/**
 * How long it takes to answer, in milliseconds, where that was measured.
 */
roundTrip: number | null, 
/**
 * Process id of the child.
 */
pid: number | null, 
/**
 * Lines on its standard output that were no messages.
 */
noise: number, 
/**
 * Starts since it was switched on, beyond the first.
 */
restarts: number, 
/**
 * What was tolerated, in words.
 */
warnings: Array<string>, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, };

export type CarrierView = "stdio" | "http" | "oldHttp";

export type EraView = "legacy" | "modern";

export type FailedView = { 
/**
 * What happened and why, one sentence.
 */
reason: string, 
/**
 * What to do about it.
 */
hint: string | null, 
/**
 * How the process ended, such as `exit status 1`.
 */
exit: string | null, 
/**
 * The last lines of its standard error; plain text of a stranger.
 */
stderr: Array<string>, 
/**
 * What would help, as a button.
 */
fix: Fix | null, 
/**
 * When it is tried again, in milliseconds since 1970.
 */
retryAt: number | null, 
/**
 * Since when, in milliseconds since 1970.
 */
since: number, };

export type Fix = { "kind": "restart" } | { "kind": "edit" } | { "kind": "setSecret", 
/**
 * The secret's name.
 */
key: string, } | { "kind": "approve" } | { "kind": "moreTime" };

export type ServerRef = { 
/**
 * Its name.
 */
server: string, };

export type SwitchServer = { 
/**
 * Its name.
 */
server: string, 
/**
 * Whether it should run.
 */
on: boolean, };

export type AllowServer = { 
/**
 * Its name.
 */
server: string, 
/**
 * The fingerprint of what was seen, as in `ServerRow`.
 */
digest: string, };

export type Removed = { 
/**
 * The server's name.
 */
server: string, 
/**
 * The name as it was given.
 */
title: string, };

export type Diagnosis = { 
/**
 * What happened and why.
 */
cause: string, 
/**
 * What to do about it.
 */
hint: string | null, 
/**
 * What Steward looked at and found, one line each.
 */
tried: Array<string>, 
/**
 * The last lines of its standard error.
 */
stderr: Array<string>, 
/**
 * What would help, as a button.
 */
fix: Fix | null, };

export type DraftView = { 
/**
 * The name as the person gives it; it becomes a slug.
 */
title: string, 
/**
 * What it is.
 */
description: string, 
/**
 * How to reach it.
 */
transport: TransportView, 
/**
 * Seconds it may take to start, 1 to 3600; 120 if absent.
 */
startLimit: number | null, 
/**
 * Seconds a call may take, 1 to 86400; 120 if absent.
 */
callLimit: number | null, };

export type ReadDrafts = { 
/**
 * JSON with `mcpServers`, the JSON of one server, or a command line; at most 1 MiB.
 */
text: string, };

export type Reading = { 
/**
 * One for each server in it.
 */
proposals: Array<Proposal>, 
/**
 * What was left out of the whole, in words.
 */
notes: Array<string>, };

export type Proposal = { 
/**
 * The draft, with references in place of secrets.
 */
draft: DraftView, 
/**
 * The name it would get.
 */
name: string, 
/**
 * Whether a server of that name is there already: adding would change it.
 */
taken: boolean, 
/**
 * What was left out or changed, in words.
 */
notes: Array<string>, };

export type AddServer = { 
/**
 * What to register.
 */
draft: DraftView, 
/**
 * Whether to change the server of that name if there is one; without it a taken name fails.
 */
replace: boolean, 
/**
 * Whether it was read from another program's file: it is kept switched off without asking,
 * and what it runs is allowed when it is switched on.
 */
hold: boolean, };

export type UpdateServer = { 
/**
 * Its name.
 */
server: string, 
/**
 * What it becomes.
 */
draft: DraftView, };

export type AskSecret = { 
/**
 * For whom: the title of the server to be. At most 200 bytes are shown.
 */
title: string, 
/**
 * For what: the name of the variable or header.
 */
field: string, 
/**
 * The secret to set anew. A registered server must refer to it, and the person is asked in
 * that server's name whatever `title` and `field` say.
 */
key: string | null, };

export type SecretKept = { 
/**
 * `${secret:KEY}`, or nothing when the person cancelled.
 */
reference: string | null, };

export type ListTools = { 
/**
 * Its name, or nothing for all.
 */
server: string | null, };

export type ServerTools = { 
/**
 * Its name.
 */
server: string, 
/**
 * The name as it was given.
 */
title: string, 
/**
 * Whether its tools can be called now.
 */
ready: boolean, 
/**
 * What can be called, in the server's order.
 */
tools: Array<ToolView>, 
/**
 * What cannot, and why.
 */
setAside: Array<SetAsideView>, };

export type ToolView = { 
/**
 * The server's own name for it.
 */
name: string, 
/**
 * What models and clients are to call it by: unique, cleaned, at most 64 characters.
 */
publicName: string, 
/**
 * A name for people.
 */
title: string | null, 
/**
 * What it does; plain text of a stranger.
 */
description: string, 
/**
 * JSON Schema of its arguments, an object schema.
 */
inputSchema: JsonValue, 
/**
 * JSON Schema of its structured result.
 */
outputSchema: JsonValue | null, 
/**
 * What the server claims of it; never trusted.
 */
annotations: JsonValue | null, 
/**
 * What is odd about it, in words.
 */
marks: Array<string>, };

export type SetAsideView = { 
/**
 * Its name, as far as there is one.
 */
name: string, 
/**
 * Why.
 */
reason: string, };

export type CallTool = { 
/**
 * Chosen by the caller, unique: names the call in progress events and in `cancel_call`.
 */
call: string, 
/**
 * The server's name.
 */
server: string, 
/**
 * The tool's name, as the server gives it.
 */
tool: string, 
/**
 * Its arguments.
 */
arguments: { [key in string]: unknown }, };

export type CancelCall = { 
/**
 * The name that its caller chose.
 */
call: string, };

export type OutcomeView = { 
/**
 * What to show, in order.
 */
blocks: Array<BlockView>, 
/**
 * The structured part.
 */
structured: StructuredView | null, 
/**
 * Where that does not fit the tool's own schema of it, in words; empty where it does.
 */
misfits: Array<string>, 
/**
 * Whether the tool says that it failed.
 */
isError: boolean, 
/**
 * The reply as it came, as compact JSON text; nothing where it is too long for a page.
 */
raw: string | null, 
/**
 * The file that has all of it, where it is long.
 */
whole: FileView | null, 
/**
 * How many pieces a page does not get; the file has them.
 */
leftOut: number, 
/**
 * What was unexpected about it, in words.
 */
odd: Array<string>, 
/**
 * How long it took, in milliseconds.
 */
took: number, };

export type StructuredView = { 
/**
 * JSON, digit for digit as it came, or its beginning.
 */
json: string, 
/**
 * How many bytes the whole has.
 */
size: number, 
/**
 * Whether it is the beginning only.
 */
cut: boolean, };

export type BlockView = { "type": "text", 
/**
 * The text, or its beginning.
 */
text: string, 
/**
 * How many bytes the whole has.
 */
size: number, 
/**
 * Whether it is the beginning only.
 */
cut: boolean, 
/**
 * Whether it says just what the structured part says.
 */
mirror: boolean, } | { "type": "media", 
/**
 * The file that they are kept in.
 */
file: FileView, } | { "type": "notSaved", 
/**
 * Their kind, by the server's account.
 */
mime: string, 
/**
 * Why.
 */
why: string, } | { "type": "link", 
/**
 * The whole address; empty where it is too long for a page.
 */
uri: string, 
/**
 * What to call it.
 */
name: string, 
/**
 * What kind of thing is there.
 */
mime: string | null, } | { "type": "resource", 
/**
 * Its address at the server; empty where it is too long for a page.
 */
uri: string, 
/**
 * Its kind.
 */
mime: string | null, 
/**
 * Its text, or the beginning of it.
 */
text: string, 
/**
 * How many bytes the whole has.
 */
size: number, 
/**
 * Whether it is the beginning only.
 */
cut: boolean, } | { "type": "unknown", 
/**
 * As it came, or its beginning.
 */
json: string, 
/**
 * How many bytes the whole has.
 */
size: number, 
/**
 * Whether it is the beginning only.
 */
cut: boolean, };

export type FileView = { 
/**
 * The hash of its content, by which `read_media` knows it.
 */
name: string, 
/**
 * Its kind, such as `image/png`.
 */
mime: string, 
/**
 * How many bytes it has.
 */
size: number, 
/**
 * How wide it is, where it is a picture of which that is known.
 */
width: number | null, 
/**
 * How high it is.
 */
height: number | null, 
/**
 * Where it is, for people.
 */
path: string, };

export type ReadMedia = { 
/**
 * Its hash, and nothing else: no ending, no path.
 */
name: string, 
/**
 * Its kind, as the result has it that is looked at; without one, as it came first.
 */
mime?: string | null, };

export type MediaBytes = { 
/**
 * Their kind.
 */
mime: string, 
/**
 * Base64.
 */
data: string, };

export type ReadLog = { 
/**
 * The server's name.
 */
server: string, 
/**
 * Which lines.
 */
range: LogRange, 
/**
 * Most lines to get, 1 to 5000.
 */
limit: number, };

export type LogRange = { "from": "end" } | { "from": "after", 
/**
 * `LogPage.end` of the page before.
 */
position: number, } | { "from": "before", 
/**
 * `LogPage.start` of the page after.
 */
position: number, };

export type LogPage = { 
/**
 * The lines.
 */
lines: Array<LogLineView>, 
/**
 * Where the first one starts.
 */
start: number, 
/**
 * Where the last one ends.
 */
end: number, 
/**
 * Whether older lines are there.
 */
more: boolean, };

export type LogLineView = { 
/**
 * Where it starts: unique in this log, growing.
 */
position: number, 
/**
 * `2026-07-03T12:34:56.789Z`.
 */
at: string, 
/**
 * `stderr`, `stdout`, `lifecycle`, or the level of a log notice such as `warning`.
 */
tag: string, 
/**
 * What it says, on one line; plain text of a stranger.
 */
text: string, };

export type InboxView = { 
/**
 * In the order in which it is asked.
 */
waiting: Array<QuestionView>, 
/**
 * The newest first; at most 200.
 */
settled: Array<QuestionView>, };

export type QuestionView = { 
/**
 * Names it, as long as the application runs.
 */
id: number, 
/**
 * What kind of question it is.
 */
kind: QuestionKind, 
/**
 * The name of the server that asks, if one does.
 */
server: string | null, 
/**
 * What the server is called, or whom it is about; empty where Steward asks for itself.
 */
title: string, 
/**
 * The calls it may be for: one where that is certain.
 */
calls: Array<QuestionCall>, 
/**
 * What is asked, in a line; plain text of a stranger.
 */
words: string, 
/**
 * Whether a secret is asked for.
 */
sensitive: boolean, 
/**
 * When it was asked, in milliseconds since 1970.
 */
asked: number, 
/**
 * When it is given up, in milliseconds since 1970.
 */
deadline: number | null, 
/**
 * Whether it is put at the terminal that made the call, and not at this desk.
 */
atTerminal: boolean, 
/**
 * How it stands.
 */
standing: StandingView, };

export type QuestionKind = "consent" | "secret" | "form" | "link" | "folder";

export type QuestionCall = { 
/**
 * The tool's own name.
 */
tool: string, 
/**
 * The name that its caller chose, as in `CallTool`.
 */
call: string, };

export type StandingView = { "standing": "queued" } | { "standing": "open" } | { "standing": "settled", 
/**
 * How it ended.
 */
end: EndView, 
/**
 * When, in milliseconds since 1970.
 */
at: number, };

export type EndView = { "how": "answered" } | { "how": "declined" } | { "how": "cancelled" } | { "how": "expired" } | { "how": "orphaned", 
/**
 * What became of them.
 */
by: OrphanedBy, } | { "how": "refused", 
/**
 * Why.
 */
reason: string, };

export type OrphanedBy = "call" | "server" | "asker";

export type QuestionRef = { 
/**
 * Its name.
 */
id: number, };

export type ListSecrets = { 
/**
 * Only those whose names fit: `*` stands for anything, `?` for one character, and capitals
 * are as good as small letters. All without it.
 */
pattern: string | null, };

export type SecretList = { 
/**
 * In the order of their names.
 */
secrets: Array<SecretRow>, 
/**
 * Why the keychain could not be looked into; the names are known all the same.
 */
keychain: Failure | null, };

export type SecretRow = { 
/**
 * What it is referred to by, as in `${secret:KEY}`.
 */
key: string, 
/**
 * What it is for.
 */
kind: SecretKind, 
/**
 * Where its value is.
 */
place: SecretPlace, 
/**
 * When it was first set, in milliseconds since 1970; nothing for one that never was.
 */
createdAt: number | null, 
/**
 * When it was set last.
 */
updatedAt: number | null, 
/**
 * When it was last handed out.
 */
lastUsedAt: number | null, 
/**
 * Which servers refer to it.
 */
usedBy: Array<SecretUse>, 
/**
 * Of a remembered answer: whose question it answers.
 */
remembered: RememberedView | null, };

export type SecretKind = "named" | "remembered" | "oauth" | "model" | "gateway";

export type SecretPlace = "keychain" | "memory" | "missing" | "unknown";

export type SecretUse = { 
/**
 * Its name.
 */
server: string, 
/**
 * The name as it was given.
 */
title: string, 
/**
 * The variable, header or field that the reference is in.
 */
field: string, };

export type RememberedView = { 
/**
 * The server's name.
 */
server: string, 
/**
 * The name as it was given; nothing for a server that was removed.
 */
title: string | null, 
/**
 * The field of its form; plain text of a stranger.
 */
field: string, };

export type SetSecret = { 
/**
 * Its name, `[A-Z][A-Z0-9_]*`.
 */
key: string, 
/**
 * By which name a terminal sits at the question, as by that of a call; a window has none.
 */
call: string | null, };

export type SecretSet = { 
/**
 * What the person did.
 */
outcome: SecretOutcome, 
/**
 * The names of the servers that had failed for want of it and are started again.
 */
started: Array<string>, };

export type SecretOutcome = "set" | "removed" | "unchanged";

export type SecretRef = { 
/**
 * As in `SecretRow`.
 */
key: string, };

export type UiEvent = { "event": "serverChanged", 
/**
 * As it is now.
 */
server: ServerRow, } | { "event": "serverRemoved", 
/**
 * Its name.
 */
server: string, } | { "event": "toolsChanged", 
/**
 * Its name.
 */
server: string, } | { "event": "promptsChanged", 
/**
 * Its name.
 */
server: string, } | { "event": "resourcesChanged", 
/**
 * Its name.
 */
server: string, } | { "event": "resourceUpdated", 
/**
 * The server's name.
 */
server: string, 
/**
 * Its address.
 */
uri: string, } | { "event": "wishesChanged", 
/**
 * Its name.
 */
server: string, } | { "event": "callProgressed", 
/**
 * The name that its caller chose.
 */
call: string, 
/**
 * How much is done.
 */
done: number, 
/**
 * Of how much, if that is known.
 */
total: number | null, 
/**
 * In the server's words; plain text of a stranger.
 */
message: string | null, } | { "event": "logGrew", 
/**
 * The server's name.
 */
server: string, } | { "event": "inboxChanged", 
/**
 * How many questions wait now.
 */
waiting: number, } | { "event": "secretsChanged" } | { "event": "lagged" };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

export type ListPrompts = { 
/**
 * Its name, or nothing for all.
 */
server: string | null, };

export type ServerPrompts = { 
/**
 * Its name.
 */
server: string, 
/**
 * The name as it was given.
 */
title: string, 
/**
 * Whether it runs: one that does not lists nothing.
 */
ready: boolean, 
/**
 * What can be asked for, in the server's order.
 */
prompts: Array<PromptView>, 
/**
 * What cannot, and why.
 */
setAside: Array<SetAsideView>, 
/**
 * What is odd about the list itself, or why there is none, in words.
 */
odd: Array<string>, };

export type PromptView = { 
/**
 * The server's own name for it.
 */
name: string, 
/**
 * A name for people.
 */
title: string | null, 
/**
 * What it is for; plain text of a stranger.
 */
description: string, 
/**
 * What it takes, in the server's order.
 */
arguments: Array<PromptArgumentView>, 
/**
 * What is odd about it, in words.
 */
marks: Array<string>, };

export type PromptArgumentView = { 
/**
 * The server's own name for it.
 */
name: string, 
/**
 * A name for people.
 */
title: string | null, 
/**
 * What it is; plain text of a stranger.
 */
description: string, 
/**
 * Whether the prompt cannot do without.
 */
required: boolean, };

export type GetPrompt = { 
/**
 * Chosen by the caller, unique: names the errand in progress events and in `cancel_call`.
 */
call: string, 
/**
 * The server's name.
 */
server: string, 
/**
 * The prompt's name, as the server gives it.
 */
prompt: string, 
/**
 * Its arguments, by name.
 */
arguments: { [key in string]: string }, };

export type PromptGiven = { 
/**
 * What it is; plain text of a stranger.
 */
description: string | null, 
/**
 * What is to be said to a model, in order.
 */
messages: Array<PromptMessageView>, 
/**
 * The reply as it came, as compact JSON text; nothing where it is too long for a page.
 */
raw: string | null, 
/**
 * The file that has all of it, where it is long.
 */
whole: FileView | null, 
/**
 * How many pieces a page does not get; the file has them.
 */
leftOut: number, 
/**
 * What was unexpected about it, in words.
 */
odd: Array<string>, 
/**
 * How long it took, in milliseconds.
 */
took: number, };

export type PromptMessageView = { 
/**
 * Who says it: `user`, `assistant`, or what the server wrote instead.
 */
role: string, 
/**
 * What is said.
 */
blocks: Array<BlockView>, };

export type CompleteArgument = { 
/**
 * Chosen by the caller, unique: names the errand in `cancel_call`.
 */
call: string, 
/**
 * The server's name.
 */
server: string, 
/**
 * Whose argument it is.
 */
of: CompletionOf, 
/**
 * The argument's name.
 */
argument: string, 
/**
 * What is typed of it so far.
 */
value: string, 
/**
 * The arguments that are there already, by name.
 */
others: { [key in string]: string }, };

export type CompletionOf = { "type": "prompt", 
/**
 * Its name.
 */
name: string, } | { "type": "template", 
/**
 * Its address, with its variables in it.
 */
uri: string, };

export type Suggestions = { 
/**
 * The likeliest first; plain texts of a stranger.
 */
values: Array<string>, 
/**
 * How many there are, where the server knows.
 */
total: number | null, 
/**
 * Whether there are more than these.
 */
more: boolean, };

export type ListResources = { 
/**
 * Its name, or nothing for all.
 */
server: string | null, };

export type ServerResources = { 
/**
 * Its name.
 */
server: string, 
/**
 * The name as it was given.
 */
title: string, 
/**
 * Whether it runs: one that does not lists nothing.
 */
ready: boolean, 
/**
 * What can be read, in the server's order.
 */
resources: Array<ResourceView>, 
/**
 * Families of more that can be read.
 */
templates: Array<TemplateView>, 
/**
 * What cannot be read, and why.
 */
setAside: Array<SetAsideView>, 
/**
 * What is odd about the lists themselves, or why there are none, in words.
 */
odd: Array<string>, };

export type ResourceView = { 
/**
 * Its address at the server; never fetched but by `read_resource`.
 */
uri: string, 
/**
 * Its name.
 */
name: string, 
/**
 * A name for people.
 */
title: string | null, 
/**
 * What it is; plain text of a stranger.
 */
description: string, 
/**
 * Its kind, such as `text/plain`.
 */
mime: string | null, 
/**
 * How many bytes it has, by the server's account.
 */
size: number | null, 
/**
 * For whom it is and how much it matters, by the server's account; never trusted.
 */
annotations: JsonValue | null, 
/**
 * What is odd about it, in words.
 */
marks: Array<string>, };

export type TemplateView = { 
/**
 * The template of their addresses, with variables such as `{path}`.
 */
uriTemplate: string, 
/**
 * The names of its variables, in order.
 */
variables: Array<string>, 
/**
 * Its name.
 */
name: string, 
/**
 * A name for people.
 */
title: string | null, 
/**
 * What they are; plain text of a stranger.
 */
description: string, 
/**
 * Their kind, where it is the same.
 */
mime: string | null, 
/**
 * For whom they are and how much they matter, by the server's account; never trusted.
 */
annotations: JsonValue | null, 
/**
 * What is odd about it, in words.
 */
marks: Array<string>, };

export type ReadResource = { 
/**
 * Chosen by the caller, unique: names the errand in progress events and in `cancel_call`.
 */
call: string, 
/**
 * The server's name.
 */
server: string, 
/**
 * The resource's address, as the server gives it, or a template's with its variables filled in.
 */
uri: string, };

export type ContentsView = { 
/**
 * Its parts, in order.
 */
parts: Array<PartView>, 
/**
 * The reply as it came, as compact JSON text; nothing where it is too long for a page.
 */
raw: string | null, 
/**
 * The file that has all of it, where it is long.
 */
whole: FileView | null, 
/**
 * How many pieces a page does not get; the file has them.
 */
leftOut: number, 
/**
 * What was unexpected about it, in words.
 */
odd: Array<string>, 
/**
 * How long it took, in milliseconds.
 */
took: number, };

export type PartView = { 
/**
 * Its address at the server; empty where it is too long for a page.
 */
uri: string, 
/**
 * Its kind.
 */
mime: string | null, 
/**
 * What it holds.
 */
body: BodyView, };

export type BodyView = { "type": "text", 
/**
 * The text, or its beginning.
 */
text: string, 
/**
 * How many bytes the whole has.
 */
size: number, 
/**
 * Whether it is the beginning only.
 */
cut: boolean, } | { "type": "bytes", 
/**
 * All of them as base64, for a terminal alone.
 */
data: string | null, 
/**
 * How many they are.
 */
size: number, 
/**
 * The file that they are kept in.
 */
file: FileView | null, 
/**
 * Or why there is none.
 */
why: string | null, } | { "type": "unknown", 
/**
 * As it came, or its beginning.
 */
json: string, 
/**
 * How many bytes the whole has.
 */
size: number, 
/**
 * Whether it is the beginning only.
 */
cut: boolean, };

export type WatchResource = { 
/**
 * The server's name.
 */
server: string, 
/**
 * The resource's address.
 */
uri: string, 
/**
 * Whether it is watched from now on.
 */
on: boolean, };

export type ServerWishes = { 
/**
 * The server's name.
 */
server: string, 
/**
 * From which level on it is to log; nothing for the usual.
 */
level: LevelView | null, 
/**
 * The folders that are shared with it, by their whole paths.
 */
folders: Array<string>, 
/**
 * The resources that are watched, by their addresses; they are watched until Steward ends.
 */
watched: Array<string>, 
/**
 * What it says that it can do; nothing while it does not run.
 */
can: AbilitiesView | null, };

export type AbilitiesView = { 
/**
 * It has prompts.
 */
prompts: boolean, 
/**
 * It has resources.
 */
resources: boolean, 
/**
 * It tells when a resource changes.
 */
watch: boolean, 
/**
 * It suggests values for arguments.
 */
complete: boolean, 
/**
 * It logs from a level on.
 */
log: boolean, };

export type LevelView = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

export type SetLevel = { 
/**
 * The server's name.
 */
server: string, 
/**
 * The level; nothing for the usual.
 */
level: LevelView | null, };

export type ShareFolder = { 
/**
 * The server's name.
 */
server: string, 
/**
 * The folder's whole path.
 */
folder: string, 
/**
 * Whether it is shared from now on.
 */
on: boolean, };

export type OpenLink = { 
/**
 * The name of the server that gave it.
 */
server: string, 
/**
 * The whole address.
 */
url: string, };

export type LinkOpened = { 
/**
 * Whether the person's browser was given it; if not, they did not want it.
 */
opened: boolean, };

export type Commands = {
  about: { payload: null; reply: About };
  list_servers: { payload: null; reply: ServerList };
  read_drafts: { payload: ReadDrafts; reply: Reading };
  paste_drafts: { payload: null; reply: Reading };
  ask_secret: { payload: AskSecret; reply: SecretKept };
  add_server: { payload: AddServer; reply: ServerRow };
  add_demo: { payload: null; reply: ServerRow };
  update_server: { payload: UpdateServer; reply: ServerRow };
  switch_server: { payload: SwitchServer; reply: ServerRow };
  allow_server: { payload: AllowServer; reply: ServerRow };
  wake_server: { payload: ServerRef; reply: ServerRow };
  restart_server: { payload: ServerRef; reply: ServerRow };
  remove_server: { payload: ServerRef; reply: Removed };
  restore_server: { payload: ServerRef; reply: ServerRow };
  diagnose_server: { payload: ServerRef; reply: Diagnosis };
  list_tools: { payload: ListTools; reply: Array<ServerTools> };
  call_tool: { payload: CallTool; reply: OutcomeView };
  cancel_call: { payload: CancelCall; reply: null };
  list_prompts: { payload: ListPrompts; reply: Array<ServerPrompts> };
  get_prompt: { payload: GetPrompt; reply: PromptGiven };
  complete_argument: { payload: CompleteArgument; reply: Suggestions };
  list_resources: { payload: ListResources; reply: Array<ServerResources> };
  read_resource: { payload: ReadResource; reply: ContentsView };
  watch_resource: { payload: WatchResource; reply: null };
  read_media: { payload: ReadMedia; reply: MediaBytes };
  server_wishes: { payload: ServerRef; reply: ServerWishes };
  set_level: { payload: SetLevel; reply: ServerWishes };
  share_folder: { payload: ShareFolder; reply: ServerWishes };
  choose_folder: { payload: ServerRef; reply: ServerWishes };
  open_link: { payload: OpenLink; reply: LinkOpened };
  read_log: { payload: ReadLog; reply: LogPage };
  list_inbox: { payload: null; reply: InboxView };
  raise_question: { payload: QuestionRef; reply: null };
  withdraw_question: { payload: QuestionRef; reply: null };
  list_secrets: { payload: ListSecrets; reply: SecretList };
  set_secret: { payload: SetSecret; reply: SecretSet };
  hold_secret: { payload: SetSecret; reply: SecretSet };
  remove_secret: { payload: SecretRef; reply: null };
};
