/** Words of the app: what it names in backticks stands in mono. */
import { visible } from "../lib/visible";

export function Said({ text, className }: { text: string; className?: string }) {
  const parts = visible(text).split(/`([^`]+)`/);
  return (
    <bdi dir="auto" className={className}>
      {parts.map((part, at) => (at % 2 ? <code key={at} className="mono named">{part}</code> : part))}
    </bdi>
  );
}
