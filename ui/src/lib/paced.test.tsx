import { act, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { usePaced } from "./paced";

beforeEach(() => { vi.useFakeTimers(); });
afterEach(() => { vi.useRealTimers(); });

function Shown({ text, period }: { text: string; period: number }) {
  return <p data-testid="shown">{usePaced(text, period)}</p>;
}

const shown = () => screen.getByTestId("shown").textContent;

test("what is paced goes on from what was shown last, and is taken up as often as the pace says", () => {
  const { rerender } = render(<Shown text="a" period={0} />);
  rerender(<Shown text="ab" period={0} />);
  expect(shown()).toBe("ab");
  rerender(<Shown text="abc" period={100} />);
  rerender(<Shown text="abcd" period={100} />);
  expect(shown()).toBe("ab");
  act(() => { vi.advanceTimersByTime(100); });
  expect(shown()).toBe("abcd");
  rerender(<Shown text="abcde" period={100} />);
  rerender(<Shown text="abcdef" period={0} />);
  expect(shown()).toBe("abcdef");
});
