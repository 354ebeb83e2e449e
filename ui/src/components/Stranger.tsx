/** Text of a server: plain, in its own direction, with nothing invisible in it. */
import { visible } from "../lib/visible";

interface Props {
  text: string;
  className?: string | undefined;
  title?: boolean;
}

export function Stranger({ text, className, title }: Props) {
  const shown = visible(text);
  return (
    <bdi dir="auto" className={className} title={title ? shown : undefined}>
      {shown}
    </bdi>
  );
}

/** The same over several lines. */
export function StrangerBlock({ text, className }: Props) {
  return (
    <div dir="auto" className={className ? `pre ${className}` : "pre"}>
      {visible(text)}
    </div>
  );
}
