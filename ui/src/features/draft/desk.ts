/** The drafts that lie open on the Add page: one, or one for each server that was pasted; pure. */
import type { Reading } from "../../backend/wire";
import { unreachable } from "../../lib/unreachable";
import { formOf } from "./form";
import { emptyMirror, mirrorOf, reflect, type Edit, type Mirror } from "./mirror";

/** One draft with its own edits. */
export interface Sheet {
  mirror: Mirror;
  /** What was left out or changed when it was read. */
  notes: string[];
  added: boolean;
}

export interface Desk {
  sheets: Sheet[];
  at: number;
  /** What was left out of the whole text. */
  notes: string[];
}

export type Move =
  | { move: "edit"; edit: Edit }
  | { move: "choose"; at: number }
  | { move: "read"; reading: Reading }
  | { move: "added" };

const blank: Sheet = { mirror: emptyMirror, notes: [], added: false };

export function deskOf(reading: Reading | null): Desk {
  const desk: Desk = { sheets: [blank], at: 0, notes: [] };
  return reading ? step(desk, { move: "read", reading }) : desk;
}

export function sheetOn(desk: Desk): Sheet {
  return desk.sheets[desk.at] ?? blank;
}

/** The desk after a move. */
export function step(desk: Desk, move: Move): Desk {
  switch (move.move) {
    case "edit":
      return change(desk, (sheet) => ({ ...sheet, mirror: reflect(sheet.mirror, move.edit), added: false }));
    case "choose":
      return { ...desk, at: move.at };
    case "read": {
      const { proposals, notes } = move.reading;
      const sheets = proposals.map((it) => ({ mirror: mirrorOf(formOf(it.draft)), notes: it.notes, added: false }));
      const only = sheets[0];
      if (!only) return { ...desk, notes };
      // One server takes the place of the draft in hand; the others stay as they are.
      if (sheets.length === 1) return { ...change(desk, () => only), notes };
      return { sheets, at: 0, notes };
    }
    case "added":
      return next(change(desk, (sheet) => ({ ...sheet, added: true })));
    default:
      return unreachable(move);
  }
}

/** Goes on to the next draft that is not added yet, if there is one. */
function next(desk: Desk): Desk {
  const order = desk.sheets.map((_, at) => (desk.at + at) % desk.sheets.length);
  const at = order.find((it) => !desk.sheets[it]?.added);
  return at === undefined ? desk : { ...desk, at };
}

function change(desk: Desk, how: (sheet: Sheet) => Sheet): Desk {
  return { ...desk, sheets: desk.sheets.map((it, at) => (at === desk.at ? how(it) : it)) };
}
