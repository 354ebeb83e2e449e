/** What jsdom lacks and the kit asks for; and a clean page after each test. */
import { notifications } from "@mantine/notifications";
import { cleanup, configure } from "@testing-library/react";
import { afterEach, vi } from "vitest";

import "../../src/lib/words";

// A hang limit, not a speed: the first look of a page loads its kit, and the cores may be shared.
configure({ asyncUtilTimeout: 10_000 });

afterEach(() => {
  cleanup();
  notifications.clean();
  window.location.hash = "";
});

if (typeof window !== "undefined") {
  Object.defineProperty(window, "matchMedia", {
    value: (query: string) => ({
      matches: false,
      media: query,
      onchange: null,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
      addListener: () => undefined,
      removeListener: () => undefined,
      dispatchEvent: () => false,
    }),
  });
  class Observer {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  vi.stubGlobal("ResizeObserver", Observer);
  Object.defineProperty(document, "fonts", { value: new EventTarget() });
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollBy = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
}
