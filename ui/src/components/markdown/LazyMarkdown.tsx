/** The Markdown of a reply, fetched when it is first needed; until then the text as it is written. */
import { lazy, Suspense, type ComponentProps } from "react";

import { StrangerBlock } from "../Stranger";

const Markdown = lazy(() => import("./Markdown"));

export function LazyMarkdown(props: ComponentProps<typeof Markdown>) {
  return (
    <Suspense fallback={<StrangerBlock text={props.text} />}>
      <Markdown {...props} />
    </Suspense>
  );
}
