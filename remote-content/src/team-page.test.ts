import { fakeSite } from "@site/contracts/testing/fake-site";
import { renderRemote } from "@site/contracts/testing/render-remote";
import { expect, test } from "vitest";
import messages from "../messages/en.json" with { type: "json" };
import { teamCopy } from "./content/ggteam.ts";
import { island } from "./exposes/ggteam.tsx";

const contacts = { support: { email: "support@ggp.example" } };

test.each([0, 1])(
  "B051 B288 the team's page points at a list of ambassadors only when it has one (%i of them)",
  (count) => {
    const site = { ...fakeSite, flags: { ...fakeSite.flags, isSupportBrandAmbassador: true } };
    const ambassadors = [{ slug: "ace", name: "Ace" }].slice(0, count);
    const { html } = renderRemote(island, {
      messages,
      context: { site, data: { "brand-ambassador": { ambassadors }, contacts } },
    });
    expect(html.includes(teamCopy.en.lede)).toBe(count > 0);
    expect(html.includes(messages["content.team.empty"])).toBe(count === 0);
  },
);
