/** The keyboard keeps its place where what had the focus goes away under a dialog. */
import { render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { expect, test } from "vitest";

import { uncovered } from "./uncovered";
import { useFocusHeir } from "./useFocusHeir";

function Rows({ names, dialog }: { names: string[]; dialog: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  useFocusHeir(box, () => box.current?.querySelector<HTMLElement>("button"));
  return (
    <main id="page" tabIndex={-1}>
      <div ref={box}>{names.map((it) => <button key={it} type="button">{it}</button>)}</div>
      <button type="button">elsewhere</button>
      {dialog && <div role="dialog"><button type="button">close</button></div>}
    </main>
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const moment = () => new Promise((then) => setTimeout(then, 0));

/** The row has the focus, a dialog comes over it. */
async function covered() {
  const { rerender } = render(<Rows names={["one", "two"]} dialog={false} />);
  button("two").focus();
  rerender(<Rows names={["one", "two"]} dialog />);
  button("close").focus();
  await moment();
  return (names: string[], dialog: boolean) => rerender(<Rows names={names} dialog={dialog} />);
}

test("a row that goes while a dialog is over it hands the focus on when the dialog closes", async () => {
  const show = await covered();
  show(["one"], true);
  expect(document.activeElement).toBe(button("close"));
  show(["one"], false);
  uncovered();
  await waitFor(() => expect(document.activeElement).toBe(button("one")));
});

test("a row that goes with the dialog hands the focus on", async () => {
  const show = await covered();
  show(["one"], false);
  uncovered();
  await waitFor(() => expect(document.activeElement).toBe(button("one")));
});

test("a row that goes before the dialog has the focus hands it on, and its heir has it back", async () => {
  const { rerender } = render(<Rows names={["one", "two"]} dialog={false} />);
  button("two").focus();
  rerender(<Rows names={["one"]} dialog />);
  expect(document.activeElement).toBe(button("one"));
  button("close").focus();
  await moment();
  rerender(<Rows names={["one"]} dialog={false} />);
  // The dialog gives the focus back to what had it when it was asked for, which is gone.
  uncovered();
  await waitFor(() => expect(document.activeElement).toBe(button("one")));
});

test("who took the focus behind a dialog keeps it", async () => {
  const show = await covered();
  show(["one", "two"], false);
  button("elsewhere").focus();
  uncovered();
  await new Promise((then) => setTimeout(then, 60));
  expect(document.activeElement).toBe(button("elsewhere"));
  // And the row that was left has nothing to hand on any more.
  button("elsewhere").blur();
  show(["one"], false);
  expect(document.activeElement).toBe(document.body);
});

test("where nobody is left to take it, the page has it", async () => {
  const show = await covered();
  show([], false);
  uncovered();
  await waitFor(() => expect(document.activeElement).toBe(document.getElementById("page")));
});
