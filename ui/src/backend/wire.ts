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

export type Code = "unknown_command" | "refused" | "malformed" | "invalid" | "unreadable" | "unknown_server" | "name_taken" | "unknown_tool" | "bad_arguments" | "declined" | "not_ready" | "call_failed" | "timed_out" | "cancelled" | "keychain" | "storage" | "owned" | "nobody_to_ask" | "not_waiting" | "tool_changed" | "not_opened" | "no_model" | "model_failed" | "internal";

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
title: string, 
/**
 * How many answers are remembered for it; they are forgotten once it cannot be taken back.
 */
remembered: number, };

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
key: string | null, 
/**
 * By which name a terminal sits at the question, as by that of a call; a window has none.
 */
call: string | null, };

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

export type ApprovalView = { 
/**
 * In which conversation.
 */
conversation: string, 
/**
 * What that is called; empty where it has no title yet.
 */
title: string, 
/**
 * The call's name.
 */
call: string, 
/**
 * The server.
 */
server: string | null, 
/**
 * The tool's own name.
 */
tool: string, 
/**
 * When the model asked for it, in milliseconds since 1970.
 */
asked: number, };

export type InboxView = { 
/**
 * In the order in which it is asked.
 */
waiting: Array<QuestionView>, 
/**
 * Calls of models that wait for a yes, the oldest first; they are decided on their cards.
 */
approvals: Array<ApprovalView>, 
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

export type QuestionKind = "consent" | "secret" | "form" | "link" | "folder" | "file" | "allow";

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
by: OrphanedBy, } | { "how": "notOpened", 
/**
 * Why.
 */
reason: string, } | { "how": "refused", 
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
keychain: Failure | null, 
/**
 * Whether the keychain would ask the person to unlock it before it keeps anything.
 */
locked: boolean, };

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
waiting: number, } | { "event": "secretsChanged" } | { "event": "answerNotKept", 
/**
 * What, why, and what to do.
 */
failure: Failure, } | { "event": "conversationChanged", 
/**
 * As it is now.
 */
conversation: ConversationRow, } | { "event": "conversationRemoved", 
/**
 * Its name.
 */
conversation: string, } | { "event": "messageChanged", 
/**
 * In which conversation.
 */
conversation: string, 
/**
 * Which event of this conversation this is.
 */
revision: number, 
/**
 * As it is now.
 */
message: MessageView, } | { "event": "replyGrew", 
/**
 * In which conversation.
 */
conversation: string, 
/**
 * Which event of this conversation this is.
 */
revision: number, 
/**
 * Which message.
 */
message: number, 
/**
 * Which of its pieces: one that is there already, or the next.
 */
piece: number, 
/**
 * Whether that piece is a thought.
 */
thought: boolean, 
/**
 * What comes after what it had.
 */
text: string, } | { "event": "cardChanged", 
/**
 * In which conversation.
 */
conversation: string, 
/**
 * Which event of this conversation this is.
 */
revision: number, 
/**
 * In which message.
 */
message: number, 
/**
 * As it is now.
 */
card: CardView, } | { "event": "turnChanged", 
/**
 * In which.
 */
conversation: string, 
/**
 * Which event of this conversation this is.
 */
revision: number, 
/**
 * What.
 */
turn: TurnView, } | { "event": "providersChanged" } | { "event": "trialChanged", 
/**
 * How.
 */
trial: TrialState, } | { "event": "rulesChanged" } | { "event": "lagged" };

export type JsonValue = number | string | boolean | Array<JsonValue> | { [key in string]: JsonValue } | null;

export type CardView = { 
/**
 * Its name: progress and questions bear it, and `cancel_call` stops it.
 */
id: string, 
/**
 * The tool's name as the model said it.
 */
publicName: string, 
/**
 * The server; nothing where there is no tool of that name.
 */
server: string | null, 
/**
 * The server's own name for the tool.
 */
tool: string, 
/**
 * What the model gave it; nothing where that was no JSON object.
 */
arguments: { [key in string]: unknown } | null, 
/**
 * The text that came in place of arguments.
 */
broken: string | null, 
/**
 * How it stands.
 */
state: CardStateView, 
/**
 * Why it came to no result, in sentences.
 */
words: string | null, 
/**
 * What it gave.
 */
outcome: OutcomeView | null, 
/**
 * Who let it run, or did not.
 */
decided: DecidedView | null, 
/**
 * What is shown here of its tool, while it waits; nothing where nobody knows how it is defined.
 */
shown: ShownView | null, 
/**
 * What the person should know before they say yes.
 */
notes: Array<CardNote>, 
/**
 * When the model asked for it, milliseconds since 1970.
 */
asked: number, 
/**
 * When it was sent.
 */
started: number | null, 
/**
 * When it was over.
 */
ended: number | null, };

export type CardStateView = "pending" | "running" | "done" | "failed" | "cancelled" | "rejected" | "interrupted";

export type DecidedView = "rule" | "once" | "conversation" | "always";

export type ShownView = { 
/**
 * The registration of its server.
 */
registration: string, 
/**
 * The digest of the definition.
 */
digest: string, };

export type CardNote = { "kind": "destructive" } | { "kind": "readOnly" } | { "kind": "changed", 
/**
 * Since when.
 */
since: Since, 
/**
 * Its definition as it was then, as JSON in lines.
 */
before: string, 
/**
 * As it is.
 */
after: string, } | { "kind": "again", 
/**
 * Whose it was.
 */
server: string, 
/**
 * The tool that gave it; nothing for what the person attached.
 */
tool: string | null, } | { "kind": "hidden", 
/**
 * What they are, in words.
 */
words: string, };

export type Since = "allowed" | "shown";

export type DecideCall = { 
/**
 * Which conversation.
 */
conversation: string, 
/**
 * Which call.
 */
call: string, 
/**
 * What its card showed of its tool. A yes to another than there is now is refused, and the card is
 * drawn anew.
 */
shown: ShownView | null, 
/**
 * What they say.
 */
verdict: Verdict, };

export type Verdict = "once" | "conversation" | "always" | "deny" | "never";

export type CallRef = { 
/**
 * Which.
 */
call: string, };

export type ModelSaw = { 
/**
 * The text; at most 100 kB of it.
 */
text: string, 
/**
 * How many bytes it has in all.
 */
size: number, 
/**
 * About how many tokens it is.
 */
tokens: number, };

export type RuleList = { 
/**
 * The first that fits a call decides; where none does, the person is asked.
 */
rules: Array<RuleView>, };

export type RuleView = { 
/**
 * Its name.
 */
id: number, 
/**
 * What it says.
 */
terms: RuleTerms, 
/**
 * Whether it sleeps, since the tool is defined otherwise than when it was made.
 */
stale: boolean, 
/**
 * Whether it holds for nothing any more, since its server was removed or runs something else;
 * another of that name is another server.
 */
removed: boolean, 
/**
 * What its conversation is called, where it is for one.
 */
title: string | null, 
/**
 * When it was made, milliseconds since 1970.
 */
created: number, };

export type RuleTerms = { 
/**
 * The smaller, the earlier it is looked at.
 */
priority: number, 
/**
 * Whose tools; nothing for those of all servers.
 */
server: string | null, 
/**
 * Which registration of that name it was made for; nothing for the one of now.
 */
registration: string | null, 
/**
 * Which tools, by their own names; `*` stands for any run of characters.
 */
tool: string, 
/**
 * Only for calls whose paths are all below this folder.
 */
below: string | null, 
/**
 * What to do.
 */
action: RuleAction, 
/**
 * Only while the tool is defined as it was then.
 */
digest: string | null, 
/**
 * Only in this conversation.
 */
conversation: string | null, 
/**
 * Only until then, milliseconds since 1970.
 */
expires: number | null, 
/**
 * In the person's words.
 */
note: string, };

export type RuleAction = "ask" | "allow" | "deny";

export type SetRules = { 
/**
 * All rules there are to be.
 */
rules: Array<RuleTerms>, };

export type ListConversations = { 
/**
 * Words to look for in titles and in what was said; nothing for all.
 */
query: string | null, 
/**
 * Only those changed before this time: the last row's of the page before.
 */
before: number | null, };

export type ConversationList = { 
/**
 * At most a hundred.
 */
conversations: Array<ConversationRow>, 
/**
 * Whether there are older ones.
 */
more: boolean, };

export type ConversationRow = { 
/**
 * Its name for programs.
 */
id: string, 
/**
 * Its name for people; empty before anything was said.
 */
title: string, 
/**
 * Whether the person gave it.
 */
named: boolean, 
/**
 * What was said last, in a line.
 */
glimpse: string, 
/**
 * Where the words that were looked for stand.
 */
found: FoundView | null, 
/**
 * Which model answers.
 */
model: ModelRef | null, 
/**
 * When something was last said, milliseconds since 1970.
 */
changed: number, 
/**
 * What goes on in it.
 */
turn: TurnView, };

export type FoundView = { 
/**
 * The text around them.
 */
text: string, 
/**
 * Where they are in it: begin and end, in UTF-16 units.
 */
hits: Array<[number, number]>, };

export type TurnView = { "state": "idle", 
/**
 * Whether the last turn broke off and can go on as it is.
 */
canGoOn: boolean, 
/**
 * Why it broke off, in a sentence, where no message says so.
 */
words: string | null, } | { "state": "asking", 
/**
 * The wait before another try, where one failed.
 */
retry: RetryView | null, } | { "state": "calling" } | { "state": "waiting" };

export type RetryView = { 
/**
 * Which try comes next; the first one was 1.
 */
attempt: number, 
/**
 * When, milliseconds since 1970.
 */
at: number, 
/**
 * Why the last one failed, in a sentence.
 */
words: string, };

export type OpenConversation = { 
/**
 * Which.
 */
conversation: string, 
/**
 * Only those before this message: the first one of the page after.
 */
before: number | null, };

export type Transcript = { 
/**
 * The conversation.
 */
conversation: ConversationRow, 
/**
 * At most a hundred.
 */
messages: Array<MessageView>, 
/**
 * Whether there are earlier ones.
 */
earlier: boolean, 
/**
 * How many events of this conversation are in it: one that bears a smaller or the same number
 * is in it already.
 */
revision: number, };

export type MessageView = { 
/**
 * Its name; later ones are greater.
 */
id: number, 
/**
 * What it answers.
 */
parent: number | null, 
/**
 * When it was begun, milliseconds since 1970.
 */
at: number, 
/**
 * All messages that answer the same one, in the order in which they came, itself among them.
 */
siblings: number[], 
/**
 * What it is.
 */
body: MessageBody, };

export type MessageBody = { "kind": "person", 
/**
 * In order.
 */
parts: Array<MessagePart>, } | { "kind": "round", 
/**
 * The provider's name for people.
 */
provider: string, 
/**
 * The model's id.
 */
model: string, 
/**
 * What it said, in order.
 */
said: Array<SaidView>, 
/**
 * How it stands.
 */
state: RoundStateView, 
/**
 * Why it broke off, in sentences: what happened, what to do.
 */
words: string | null, 
/**
 * What it cost.
 */
usage: UsageView, 
/**
 * How long it took, in milliseconds.
 */
took: number, } | { "kind": "summary", 
/**
 * In a model's words.
 */
text: string, 
/**
 * Ids, numbers and names from it, letter for letter.
 */
facts: Array<string>, 
/**
 * How many messages it stands for.
 */
covers: number, 
/**
 * What it cost to have it written.
 */
usage: UsageView, };

export type RoundStateView = "writing" | "done" | "cutShort" | "stopped" | "failed" | "interrupted";

export type SaidView = { "kind": "text", 
/**
 * As the model wrote it.
 */
text: string, } | { "kind": "thought", 
/**
 * In words; empty where the provider keeps them to itself.
 */
text: string, } | { "kind": "call", 
/**
 * Its card.
 */
card: CardView, };

export type MessagePart = { "kind": "text", 
/**
 * As they wrote it.
 */
text: string, } | { "kind": "file", 
/**
 * Its name.
 */
name: string, 
/**
 * Its kind.
 */
mime: string, 
/**
 * What is in it.
 */
text: string, } | { "kind": "picture", 
/**
 * Its name.
 */
name: string, 
/**
 * Its kind.
 */
mime: string, 
/**
 * By which `read_media` knows it.
 */
hash: string, 
/**
 * How many bytes it has.
 */
size: number, } | { "kind": "resource", 
/**
 * The server.
 */
server: string, 
/**
 * Its address.
 */
uri: string, 
/**
 * Its kind.
 */
mime: string | null, 
/**
 * What is in it.
 */
text: string, } | { "kind": "prompt", 
/**
 * The server.
 */
server: string, 
/**
 * The prompt's name.
 */
name: string, 
/**
 * Its messages, as text.
 */
text: string, };

export type BeginConversation = { 
/**
 * Which model is to answer; nothing for the one that was chosen last.
 */
model: ModelRef | null, 
/**
 * What was switched on or off before it began.
 */
switches: Array<SwitchedBefore>, };

export type SendMessage = { 
/**
 * Which.
 */
conversation: string, 
/**
 * What is said.
 */
parts: Array<MessagePart>, 
/**
 * In place of this message of the person, which stays as another branch.
 */
replaces: number | null, };

export type ConversationRef = { 
/**
 * Which.
 */
conversation: string, };

export type GoOn = { 
/**
 * Which.
 */
conversation: string, 
/**
 * In place of this reply, which stays as another branch; nothing to go on after the last.
 */
replaces: number | null, };

export type MessageRef = { 
/**
 * Which conversation.
 */
conversation: string, 
/**
 * Which message.
 */
message: number, };

export type RenameConversation = { 
/**
 * Which.
 */
conversation: string, 
/**
 * The title, at most 200 characters; empty for the one that its first words make.
 */
title: string, };

export type ChooseModel = { 
/**
 * Which conversation.
 */
conversation: string, 
/**
 * Which model.
 */
model: ModelRef, };

export type ExportFormat = "markdown" | "json";

export type SaveConversation = { 
/**
 * Which.
 */
conversation: string, 
/**
 * How.
 */
format: ExportFormat, };

export type ConversationSaved = { 
/**
 * The file, by its whole path; nothing where the person chose none.
 */
path: string | null, };

export type AttachFile = { 
/**
 * Its name.
 */
name: string, 
/**
 * Its kind, as the page knows it.
 */
mime: string, 
/**
 * Base64; at most 20 MB.
 */
data: string, };

export type AttachResource = { 
/**
 * Chosen by the caller: names the errand in `cancel_call`.
 */
call: string, 
/**
 * The server.
 */
server: string, 
/**
 * Its address.
 */
uri: string, };

export type AttachPrompt = { 
/**
 * Chosen by the caller: names the errand in `cancel_call`.
 */
call: string, 
/**
 * The server.
 */
server: string, 
/**
 * The prompt's name.
 */
name: string, 
/**
 * Its arguments.
 */
arguments: { [key in string]: string }, };

export type ConversationTools = { 
/**
 * Each server that has tools.
 */
servers: Array<SwitchedServer>, 
/**
 * How many tools the model gets.
 */
on: number, 
/**
 * How many it can take.
 */
limit: number, 
/**
 * About how many tokens they cost, each time the model is asked.
 */
tokens: number, 
/**
 * What the person should know, such as which servers began switched off, in sentences.
 */
words: Array<string>, };

export type SwitchedServer = { 
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
 * Whether the model gets its tools.
 */
on: boolean, 
/**
 * About how many tokens those that are on cost.
 */
tokens: number, 
/**
 * Its tools.
 */
tools: Array<SwitchedTool>, };

export type SwitchedTool = { 
/**
 * The server's own name for it.
 */
name: string, 
/**
 * A name for people.
 */
title: string | null, 
/**
 * Whether the model gets it, as long as its server is on.
 */
on: boolean, 
/**
 * About how many tokens it costs.
 */
tokens: number, 
/**
 * Why this model cannot get it, in a sentence.
 */
unfit: string | null, };

export type SwitchInConversation = { 
/**
 * Which conversation.
 */
conversation: string, 
/**
 * The server.
 */
server: string, 
/**
 * The tool's own name; nothing for the whole server.
 */
tool: string | null, 
/**
 * Which way.
 */
on: boolean, };

export type SwitchedBefore = { 
/**
 * The server.
 */
server: string, 
/**
 * The tool's own name; nothing for the whole server.
 */
tool: string | null, 
/**
 * Which way.
 */
on: boolean, };

export type ToolsToBeginWith = { 
/**
 * Which model is to answer; nothing for the one that was chosen last.
 */
model: ModelRef | null, 
/**
 * What was switched on or off, oldest first.
 */
switches: Array<SwitchedBefore>, };

export type TrialState = { "state": "absent" } | { "state": "preparing" } | { "state": "fetching", 
/**
 * Bytes that are here.
 */
done: number, } | { "state": "unpacking" } | { "state": "failed", 
/**
 * Why, and what to do.
 */
failure: Failure, } | { "state": "here", 
/**
 * Bytes that it takes.
 */
bytes: number, };

export type TrialView = { 
/**
 * The model's name for people.
 */
title: string, 
/**
 * The licence of the model.
 */
licence: string, 
/**
 * Bytes that are downloaded, from the Python package index that this machine uses.
 */
download: number, 
/**
 * Bytes that it takes then.
 */
room: number, 
/**
 * The folder that it is kept in.
 */
folder: string, 
/**
 * What a conversation chooses; nothing as long as it has no provider.
 */
model: ModelRef | null, 
/**
 * How it stands.
 */
state: TrialState, };

export type ModelRef = { 
/**
 * The provider.
 */
provider: number, 
/**
 * The model's id there.
 */
model: string, };

export type UsageView = { 
/**
 * Tokens that the model got, those from the cache among them.
 */
input: number | null, 
/**
 * Tokens that it wrote.
 */
output: number | null, 
/**
 * Tokens of `input` from the provider's cache.
 */
cacheRead: number | null, 
/**
 * Tokens that were put into it.
 */
cacheWrite: number | null, 
/**
 * Tokens of `output` that were thoughts.
 */
reasoning: number | null, 
/**
 * Dollars: by the provider's reply, else by the price that the person typed.
 */
cost: number | null, };

export type DialectView = "chatCompletions" | "responses" | "anthropic" | "gemini";

export type ProviderView = { 
/**
 * Its name for programs.
 */
id: number, 
/**
 * Its name for people.
 */
name: string, 
/**
 * What it speaks.
 */
dialect: DialectView, 
/**
 * Where it is.
 */
baseUrl: string, 
/**
 * Whether a key is kept for it.
 */
hasKey: boolean, 
/**
 * Whether it is on this machine.
 */
local: boolean, 
/**
 * Whether Steward runs it itself: the small model of a first try.
 */
own: boolean, };

export type AddProvider = { 
/**
 * Its name for people; empty for one that the address makes.
 */
name: string, 
/**
 * What it speaks.
 */
dialect: DialectView, 
/**
 * Where it is, as people paste it.
 */
baseUrl: string, 
/**
 * Whether it wants a key: asked at once, in a native dialog.
 */
withKey: boolean, };

export type UpdateProvider = { 
/**
 * Which.
 */
provider: number, 
/**
 * Its name for people.
 */
name: string, 
/**
 * What it speaks.
 */
dialect: DialectView, 
/**
 * Where it is. A key that it has is only kept where the host stays the same.
 */
baseUrl: string, };

export type SetProviderKey = { 
/**
 * Which.
 */
provider: number, 
/**
 * By which name a terminal sits at the question, as by that of a call; a window has none.
 */
call?: string, };

export type ProviderRef = { 
/**
 * Which.
 */
provider: number, };

export type ModelView = { 
/**
 * Its id, as the provider calls it.
 */
id: string, 
/**
 * Its name for people, where the provider gives one.
 */
title: string | null, 
/**
 * How many tokens it can take, where the provider says so.
 */
context: number | null, 
/**
 * What the person said of it.
 */
told: ModelTold, };

export type ModelTold = { 
/**
 * How many tokens it can take.
 */
context: number | null, 
/**
 * What a million tokens cost, in dollars; the person typed it.
 */
price: PriceView | null, 
/**
 * Whether it stands first.
 */
favourite: boolean, 
/**
 * Whether no pictures are sent to it.
 */
blind: boolean, 
/**
 * Whether a message has it call a tool first: a small one calls them rightly only where it must.
 */
mustCall: boolean, };

export type PriceView = { 
/**
 * Of what the model gets.
 */
input: number, 
/**
 * Of what it writes.
 */
output: number, 
/**
 * Of what it gets from the cache; as `input` where it is not given.
 */
cached: number | null, };

export type TellModel = { 
/**
 * Which.
 */
model: ModelRef, 
/**
 * What.
 */
told: ModelTold, };

export type TestModel = { 
/**
 * Which.
 */
model: ModelRef, };

export type Tested = { 
/**
 * Step by step, up to the first that went wrong.
 */
steps: Array<TestStep>, 
/**
 * How long it took, in milliseconds.
 */
took: number, };

export type TestStep = { 
/**
 * What was tried.
 */
what: TestOf, 
/**
 * Whether it went well.
 */
ok: boolean, 
/**
 * What came of it, in sentences.
 */
words: string, };

export type TestOf = "reach" | "signIn" | "model" | "answer" | "tools";

export type FoundProvider = { 
/**
 * What it probably is, such as `Ollama`.
 */
name: string, 
/**
 * Where it is.
 */
baseUrl: string, 
/**
 * Ids of its models.
 */
models: Array<string>, 
/**
 * Whether it names none before it is shown a key.
 */
wantsKey: boolean, };

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
 * Whether the model gets the pictures that its tools give.
 */
pictures: boolean, 
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

export type GivePictures = { 
/**
 * The server's name.
 */
server: string, 
/**
 * Whether it does from now on.
 */
on: boolean, };

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
 * The name of the server that gave it; empty for one that stands in a conversation.
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
  give_pictures: { payload: GivePictures; reply: ServerWishes };
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
  await_answers: { payload: null; reply: null };
  list_conversations: { payload: ListConversations; reply: ConversationList };
  begin_conversation: { payload: BeginConversation; reply: ConversationRow };
  open_conversation: { payload: OpenConversation; reply: Transcript };
  send_message: { payload: SendMessage; reply: MessageView };
  go_on: { payload: GoOn; reply: null };
  follow_conversation: { payload: ConversationRef; reply: null };
  stop_turn: { payload: ConversationRef; reply: null };
  show_branch: { payload: MessageRef; reply: Transcript };
  copy_conversation: { payload: MessageRef; reply: ConversationRow };
  rename_conversation: { payload: RenameConversation; reply: ConversationRow };
  remove_conversation: { payload: ConversationRef; reply: null };
  restore_conversation: { payload: ConversationRef; reply: ConversationRow };
  save_conversation: { payload: SaveConversation; reply: ConversationSaved };
  choose_model: { payload: ChooseModel; reply: ConversationRow };
  tools_to_begin_with: { payload: ToolsToBeginWith; reply: ConversationTools };
  conversation_tools: { payload: ConversationRef; reply: ConversationTools };
  switch_in_conversation: { payload: SwitchInConversation; reply: ConversationTools };
  attach_file: { payload: AttachFile; reply: MessagePart };
  attach_resource: { payload: AttachResource; reply: MessagePart };
  attach_prompt: { payload: AttachPrompt; reply: MessagePart };
  decide_call: { payload: DecideCall; reply: null };
  model_saw: { payload: CallRef; reply: ModelSaw };
  list_rules: { payload: null; reply: RuleList };
  set_rules: { payload: SetRules; reply: RuleList };
  list_providers: { payload: null; reply: Array<ProviderView> };
  find_providers: { payload: null; reply: Array<FoundProvider> };
  add_provider: { payload: AddProvider; reply: ProviderView };
  update_provider: { payload: UpdateProvider; reply: ProviderView };
  set_provider_key: { payload: SetProviderKey; reply: ProviderView };
  remove_provider: { payload: ProviderRef; reply: null };
  list_models: { payload: ProviderRef; reply: Array<ModelView> };
  tell_model: { payload: TellModel; reply: null };
  test_model: { payload: TestModel; reply: Tested };
  trial_model: { payload: null; reply: TrialView };
  install_trial: { payload: null; reply: ProviderView };
  stop_trial: { payload: null; reply: null };
  remove_trial: { payload: null; reply: null };
};
