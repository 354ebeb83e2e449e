/** Two texts side by side with what is different marked; fetched when it is first needed. */
import { lazy, Suspense, type ComponentProps } from "react";

const Diff = lazy(() => import("./Diff"));

export function LazyDiff(props: ComponentProps<typeof Diff>) {
  return (
    <Suspense fallback={<div style={{ height: 240 }} />}>
      <Diff {...props} />
    </Suspense>
  );
}
