/** How long the question waits, counted down. */
import { make } from "./elements";
import type { PromptLapse } from "./wire";

/** How often it is looked whether another second is over. */
const TICK = 200;

export function drawLapse(lapse: PromptLapse | null): HTMLElement[] {
  if (!lapse) return [];
  const end = performance.now() + lapse.left;
  const line = make("p", { className: "small lapse" });
  const tell = () => {
    const text = `${lapse.words} ${timeOf(end - performance.now())}`;
    if (line.textContent !== text) line.textContent = text;
  };
  tell();
  setInterval(tell, TICK);
  return [line];
}

/** Minutes and seconds; a second that has begun is whole. */
function timeOf(millis: number): string {
  const seconds = Math.max(0, Math.ceil(millis / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
