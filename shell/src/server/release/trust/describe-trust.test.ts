import { expect, test } from "vitest";
import { describeTrust } from "./describe-trust.ts";
import { createFixtureTrust } from "./fixture-trust.ts";

test("who may sign what is told by role, with the owner, the start of the key's id and the end of the list", async () => {
  const now = new Date("2026-11-22T12:00:00Z");
  const { trust, check, operator, team } = await createFixtureTrust({ teams: ["content"], now: () => now });
  const rows = describeTrust(trust, now);
  expect(rows.map(({ role, owner }) => `${role}: ${owner}`)).toEqual([
    "the root: development root",
    "the list of teams: development root",
    "the release check: development check",
    "an operator: development operator",
    "the team of content: development team content",
  ]);
  expect(rows.slice(2).map(({ key }) => key)).toEqual([check, operator, team("content")].map(({ keyId }) => keyId.slice(0, 12)));
  for (const row of rows) expect(row).toMatchObject({ until: "2026-11-23T12:00:00.000Z", state: "in force", since: "", threshold: 1 });
});
