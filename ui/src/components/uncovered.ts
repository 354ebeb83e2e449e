/** Tells that what lay over the window is gone: by then the focus is back where it was, or nobody has it. */

const told = new EventTarget();

/** Mantine gives the focus back 10 ms after a dialog has closed; what is gone by then gets none. */
const GIVEN_BACK_MS = 30;

/** To be called when a dialog over the window has closed. Where nobody takes the focus, the page does. */
export function uncovered(): void {
  setTimeout(() => {
    told.dispatchEvent(new Event("uncovered"));
    if (document.activeElement === document.body) document.getElementById("page")?.focus({ preventScroll: true });
  }, GIVEN_BACK_MS);
}

/** Calls `then` each time, until what is returned is called. */
export function onUncovered(then: () => void): () => void {
  told.addEventListener("uncovered", then);
  return () => told.removeEventListener("uncovered", then);
}
