import { MantineProvider } from "@mantine/core";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

import { AroundContext } from "./around";
import Markdown from "./Markdown";

const HASH = "ab".repeat(32);

function draw(text: string, growing = false) {
  const onLink = vi.fn();
  const page = (it: string, more: boolean) => (
    <MantineProvider env="test">
      <AroundContext value={{ onLink, fileOf: () => null }}><div data-testid="md"><Markdown text={it} growing={more} /></div></AroundContext>
    </MantineProvider>
  );
  const shown = render(page(text, growing));
  return { container: shown.getByTestId("md"), onLink, grow: (it: string, more = true) => shown.rerender(page(it, more)) };
}

/** HOST-31 */
test.each([false, true])("nothing in a reply can be fetched, run or followed by itself (growing: %s)", (growing) => {
  const { container } = draw(
    `<script>alert(1)</script> <img src="https://evil.example/a.png" onerror="alert(1)"> <iframe src="https://evil.example"></iframe>\n\n` +
    `<a href="javascript:alert(1)">x</a> ![beacon](https://evil.example/b.gif) [run](javascript:alert(1)) [data](data:text/html,x)\n\n` +
    `<style>* { display: none }</style>\n\n[ref]\n\n[ref]: javascript:alert(1)`,
    growing,
  );
  expect(container.querySelectorAll("script, img, iframe, a, style, object, embed, link, form, video, audio, svg image")).toHaveLength(0);
  expect(container.querySelectorAll("[href], [src], [srcset], [onerror], [action], [poster]")).toHaveLength(0);
  expect(container.textContent).toContain("<script>alert(1)</script>");
  expect(container.textContent).toContain('<img src="https://evil.example/a.png" onerror="alert(1)">');
});

test("a link is a button that asks with the whole address, and an address of another kind is text", async () => {
  const { onLink } = draw("[a page](https://example.com/p?q=1#x) and [run](javascript:alert(1)) and ![far](https://example.com/far.png)");
  await userEvent.click(screen.getByRole("link", { name: "a page" }));
  await userEvent.click(screen.getByRole("link", { name: "Picture on the net, not loaded: far" }));
  expect(onLink.mock.calls).toEqual([["https://example.com/p?q=1#x"], ["https://example.com/far.png"]]);
  expect(screen.queryByRole("link", { name: "run" })).toBeNull();
});

test("formulas stay text, sign for sign", () => {
  const { container } = draw("The sum $a*b*c$ is \\(x_1\\), and\n\n$$\\frac{n(n+1)}{2}$$");
  expect(container.textContent).toContain("$a*b*c$ is \\(x_1\\)");
  expect(container.textContent).toContain("$$\\frac{n(n+1)}{2}$$");
  expect(container.querySelector("em")).toBeNull();
});

test("code keeps its language and can be copied, and a table and a list are what they are", () => {
  const { container } = draw("```unknown-language\nlet a = 1;\n```\n\n| a | b |\n|--|--:|\n| 1 | 2 |\n\n- [x] done\n\n1. one");
  expect(screen.getByTestId("code-block").textContent).toContain("unknown-language");
  expect(screen.getByRole("button", { name: "Copy the code" })).toBeTruthy();
  expect(container.querySelectorAll("td")).toHaveLength(2);
  expect(container.querySelectorAll("li")).toHaveLength(2);
});

test("a kept file that no result here gave is said to be from elsewhere", () => {
  draw(`![x](media:${HASH})`);
  expect(screen.getByText("[a kept file from elsewhere]")).toBeTruthy();
});

test("what is half written is no markup yet, and the end of it stays", async () => {
  const { grow, container } = draw("It is **bo", true);
  expect(container.textContent).toBe("It is bo");
  grow("It is **bold** and [a li");
  grow("It is **bold** and [a link](https://example.com/).", false);
  expect(await screen.findByRole("link", { name: "a link" })).toBeTruthy();
  expect(container.querySelector("strong")?.textContent).toBe("bold");
});
