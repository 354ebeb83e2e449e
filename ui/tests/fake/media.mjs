/** The fake app's kept files, and the blocks of results in the shape that the page gets. */

const files = new Map();

/** A file with these bytes, as a result tells of it. */
export function keep(mime, data, width = null, height = null) {
  const name = (files.size + 10).toString(16).padStart(64, "0");
  files.set(name, { mime, data });
  return { name, mime, size: atob(data).length, width, height, path: `/home/ada/.local/share/steward/media/${name}.bin` };
}

export const media = (...file) => ({ type: "media", file: keep(...file) });
export const text = (it) => ({ type: "text", text: it, size: it.length, cut: false, mirror: false });
export const resource = (uri, mime, it) => ({ type: "resource", uri, mime, text: it, size: it.length, cut: false });
export const unknown = (it) => ({ type: "unknown", json: it, size: it.length, cut: false });
export const structured = (it) => { const json = JSON.stringify(it); return { json, size: json.length, cut: false }; };

/** What is the same for every result that is not long. */
export const short = { whole: null, leftOut: 0 };

export function readMedia(failure) {
  return ({ name }) => {
    const found = files.get(name);
    if (!found) throw failure("invalid", "nothing is kept under this name", { field: "name" });
    return found;
  };
}
