/** What the fake app's tools answer, one for each kind of result. */
import { keep, media, resource, short, structured, text, unknown } from "./media.mjs";

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const outcome = (blocks, more = {}) => {
  const made = { blocks, structured: null, misfits: [], isError: false, odd: [], took: 180, ...short, ...more };
  const content = blocks.map((it) => (it.type === "text" ? { type: "text", text: it.text } : { type: it.type }));
  return { ...made, raw: JSON.stringify({ content, ...(made.structured ? { structuredContent: JSON.parse(made.structured.json) } : {}), isError: made.isError }) };
};
/** A structured part and the text that mirrors it. */
const both = (it) => outcome([{ ...text(JSON.stringify(it)), mirror: true }], { structured: structured(it) });

export async function runTool({ call, tool, arguments: args }, emit, stops, failure, message) {
  switch (tool) {
    case "greet":
      return outcome([text(`Hello, ${args.name}. The demo server is at your desk.`)]);
    case "table": {
      const rows = Array.from({ length: args.rows ?? 7 }, (_, n) => ({ no: n + 1, item: ["Notebook", "Fountain pen", "Ink, 30 ml"][n % 3], price_eur: 3.2 + n, in_stock: (n * 37 + 11) % 60 }));
      return both({ result: rows });
    }
    case "word_count": {
      const counted = { words: args.text.split(/\s+/).length, characters: args.text.length, longest: "deep", most_frequent: [{ word: "a", times: 3 }, { word: "b", times: 1 }], meta: { deep: { deeper: { deepest: true } } } };
      return both(counted);
    }
    case "picture":
      return outcome([media("image/png", PIXEL, 1, 1)]);
    case "fail":
      return outcome([text("This call failed because it was asked to.")], { isError: true });
    case "slow":
      return slow(call, args.seconds ?? 5, emit, stops, failure, message);
    case "rich":
      throw failure("bad_arguments", "`where.lat` must be a number", { field: "where.lat", hint: "nothing was sent" });
    case "parts":
      return outcome([
        text("<img src=x onerror=alert(1)> stays **text**.\u202eand what hides is written out"),
        { type: "link", uri: "https://example.com/a/very/long/address?with=a&query=string", name: "The report", mime: "text/html" },
        resource("file:///notes/today.md", "text/markdown", "# Notes\n\n- one\n- two"),
        media("audio/wav", "UklGRiQAAABXQVZFZm10IBAAAAABAAEARKwAAIhYAQACABAAZGF0YQAAAAA="),
        media("application/pdf", "JVBERi0xLjQK"),
        { type: "notSaved", mime: "image/png", why: "it is no base64, from character 1 on" },
        unknown('{"type":"hologram","depth":9007199254740993}'),
      ], { misfits: ["`depth` is not of type \"string\""], whole: keep("text/plain", "YQ=="), leftOut: 3 });
    default:
      return outcome([text(`You said: ${JSON.stringify(args)}`)]);
  }
}

function slow(call, seconds, emit, stops, failure, message) {
  return new Promise((resolve, reject) => {
    let step = 0;
    const timer = setInterval(() => {
      step += 1;
      emit({ event: "callProgressed", call, done: step, total: 10, message: `${message} ${step} of 10` });
      if (step < 10) return;
      clearInterval(timer);
      resolve(outcome([text(`Took ${seconds} s in 10 steps.`)], { took: seconds * 1000 }));
    }, seconds * 100);
    stops.set(call, () => {
      clearInterval(timer);
      reject(failure("cancelled", "the call was stopped"));
    });
  });
}
