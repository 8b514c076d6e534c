import { renderRemote } from "@site/contracts/testing/render-remote";
import { expect, test } from "vitest";
import messages from "../messages/en.json" with { type: "json" };
import { island } from "./exposes/page.tsx";

test("the page has a title, and shows the first step without JavaScript", () => {
  const { html, head } = renderRemote(island, { messages });
  expect(head?.title).toBe(messages["your-remote.page.title"]);
  expect(html).toContain(messages["your-remote.step.text"]);
});
