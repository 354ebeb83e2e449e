/** A text with what is searched for marked. */
export function Marked({ text, search }: { text: string; search: string }) {
  if (!search) return <>{text}</>;
  const parts: { at: number; text: string; hit: boolean }[] = [];
  const low = text.toLowerCase();
  const needle = search.toLowerCase();
  let from = 0;
  for (let hit = low.indexOf(needle); hit !== -1; hit = low.indexOf(needle, from)) {
    parts.push({ at: from, text: text.slice(from, hit), hit: false });
    parts.push({ at: hit, text: text.slice(hit, hit + needle.length), hit: true });
    from = hit + needle.length;
  }
  parts.push({ at: from, text: text.slice(from), hit: false });
  return (
    <>
      {parts.map((it) => (it.hit ? <mark key={`m${it.at}`}>{it.text}</mark> : <span key={it.at}>{it.text}</span>))}
    </>
  );
}
