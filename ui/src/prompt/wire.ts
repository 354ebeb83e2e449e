// Printed from the Rust types by a test of `app`; not to be edited.

export type Prompt = { 
/**
 * Lets the window answer, once.
 */
ticket: string, 
/**
 * The first line, always ours.
 */
heading: string, 
/**
 * What stands above the fields.
 */
above: Array<PromptPiece>, 
/**
 * The fields, in order.
 */
fields: Array<PromptField>, 
/**
 * What stands below them.
 */
below: Array<PromptPiece>, 
/**
 * When it goes by itself.
 */
lapses: PromptLapse | null, 
/**
 * The tick that has hidden values remembered.
 */
remember: PromptTick | null, 
/**
 * What to know of the keychain: seen beside that tick, and while something is hidden alone.
 */
keychain: Array<string>, 
/**
 * What is on the button that shows a hidden text while it is held.
 */
show: PromptLabel, 
/**
 * What is on the box that hides a text.
 */
hide: PromptLabel, 
/**
 * The buttons from left to right.
 */
buttons: Array<PromptButton>, 
/**
 * The place of the one that Enter presses, and that has the focus where there is no field.
 */
default: number, 
/**
 * For how many milliseconds the buttons that are dead at first are so.
 */
dead: number, 
/**
 * How many pixels wide the window is at first.
 */
width: number, };

export type PromptPiece = { "piece": "quote", 
/**
 * Says whose they are.
 */
label: string, 
/**
 * The words.
 */
text: string, } | { "piece": "block", 
/**
 * What it is.
 */
label: string, 
/**
 * All of it.
 */
text: string, } | { "piece": "note", 
/**
 * The words.
 */
text: string, } | { "piece": "strong", 
/**
 * The words.
 */
text: string, } | { "piece": "line", 
/**
 * The words.
 */
text: string, } | { "piece": "small", 
/**
 * The words.
 */
text: string, };

export type PromptLabel = { 
/**
 * The words.
 */
text: string, 
/**
 * The letter that presses it.
 */
key: string | null, };

export type PromptLapse = { 
/**
 * What stands before the time that is left.
 */
words: string, 
/**
 * The time that is left, in milliseconds.
 */
left: number, };

export type PromptTick = { 
/**
 * What is on it.
 */
label: PromptLabel, 
/**
 * At first.
 */
on: boolean, };

export type PromptField = { 
/**
 * What it is called.
 */
label: string, 
/**
 * What is said of it.
 */
notes: Array<string>, 
/**
 * What one enters it with.
 */
input: PromptInput, };

export type PromptInput = { "input": "line", 
/**
 * What stands there at first; never a value from the keychain.
 */
start: string, 
/**
 * Whether Steward holds a value for it, which is sent if nobody types another.
 */
kept: boolean, 
/**
 * Whether it is seen.
 */
mask: PromptMask, 
/**
 * What kind of text it takes, for the keyboard on a screen.
 */
purpose: PromptPurpose, } | { "input": "tick", 
/**
 * Whether it is ticked at first.
 */
start: boolean, } | { "input": "one", 
/**
 * What there is to choose from.
 */
titles: Array<string>, 
/**
 * What stands for no choice, if that may be chosen or is so at first.
 */
none: string | null, 
/**
 * Whether no choice may be chosen again.
 */
open: boolean, 
/**
 * The place of what is chosen at first.
 */
start: number | null, 
/**
 * Whether all are seen at once.
 */
spread: boolean, } | { "input": "many", 
/**
 * What there is to choose from.
 */
titles: Array<string>, 
/**
 * The places of what is chosen at first.
 */
start: Array<number>, };

export type PromptMask = "never" | "off" | "on" | "always";

export type PromptPurpose = "text" | "email" | "url" | "numeric" | "decimal";

export type PromptButton = { 
/**
 * What is on it.
 */
label: PromptLabel, 
/**
 * Whether it is dead at first.
 */
dead: boolean, 
/**
 * Whether Enter does nothing on it.
 */
deaf: boolean, 
/**
 * Whether it stands out.
 */
main: boolean, 
/**
 * What becomes of it while the first field is empty.
 */
whenEmpty: PromptEmpty | null, };

export type PromptEmpty = { "empty": "dead" } | { "empty": "says", 
/**
 * The words.
 */
label: PromptLabel, };

export type AnswerPrompt = { 
/**
 * The one it was given last.
 */
ticket: string, 
/**
 * What happened.
 */
said: PromptSaid, };

export type PromptSaid = { "said": "drawn", 
/**
 * In pixels of the page.
 */
height: number, } | { "said": "pressed", 
/**
 * Its place.
 */
button: number, 
/**
 * What stands in the fields, in order.
 */
entries: Array<PromptEntry>, 
/**
 * Whether hidden values are to be remembered.
 */
remember: boolean, 
/**
 * Whether the person hid a field that was not hidden by itself.
 */
masked: boolean, } | { "said": "closed" };

export type PromptEntry = { "entry": "typed", 
/**
 * As it was typed.
 */
text: string, } | { "entry": "kept" } | { "entry": "flag", 
/**
 * Whether it is ticked.
 */
set: boolean, } | { "entry": "one", 
/**
 * Its place.
 */
at: number | null, } | { "entry": "many", 
/**
 * Their places.
 */
at: Array<number>, };

export type PromptHeard = { "heard": "shown" } | { "heard": "taken" } | { "heard": "again", 
/**
 * It.
 */
ticket: string, 
/**
 * What is wrong.
 */
wrong: Array<PromptWrong>, };

export type PromptWrong = { 
/**
 * Its place.
 */
place: number, 
/**
 * What to do.
 */
words: string, };
