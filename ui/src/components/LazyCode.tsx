/** The editor, fetched when it is first needed, with room kept for it meanwhile. */
import { lazy, Suspense, type ComponentProps } from "react";

const CodeEditor = lazy(() => import("./CodeEditor"));

export function LazyCode(props: ComponentProps<typeof CodeEditor>) {
  const { height = "100%" } = props;
  return (
    <Suspense fallback={<div className="box" style={{ height }} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}
