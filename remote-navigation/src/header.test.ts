import { fakeSite } from "@site/contracts/testing/fake-site";
import { renderRemote } from "@site/contracts/testing/render-remote";
import { expect, test } from "vitest";
import messages from "../messages/en.json" with { type: "json" };
import { island } from "./exposes/header.tsx";

test("B034 the header shows the logo that the site configures, 180 by 48", () => {
  const site = { ...fakeSite, logo: { ...fakeSite.logo, path: "/assets/another-room.svg" } };
  const { html } = renderRemote(island, { messages, context: { site } });
  expect(html).toMatch(/<img src="\/assets\/another-room\.svg" width="180" height="48" alt="[^"]+"/);
});
