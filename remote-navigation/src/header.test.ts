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

test.each([[[]], [[{ slug: "ace", name: "Ace" }]]])(
  "B050 B051 the menu shows the team and the link to all of it when there are ambassadors, and no empty list otherwise (%j)",
  (ambassadors) => {
    const about = { label: "About us", siteType: "contents" as const, isShow: true, isRoot: false, children: [] };
    const team = { path: "/ggteam/", routerName: "ggteam", ...about, isRoot: true, showSubArea: true };
    const child = { path: "/streamer-mode/", routerName: "", ...about, showSubArea: false };
    const data = {
      navigations: { items: [{ ...team, label: "Team", children: [child] }] },
      "util-navigations": { items: [child] },
      "brand-ambassador": { ambassadors },
    };
    const { html } = renderRemote(island, { messages, context: { data } });
    expect(html).toContain("/streamer-mode/");
    expect(html.includes(messages["navigation.team.all"])).toBe(ambassadors.length > 0);
    expect(html).not.toMatch(/<ul[^>]*><\/ul>/);
  },
);
