import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { describeTrust } from "./describe-trust.ts";
import { createFixtureTrust } from "../../testing/fixture-trust.ts";
import { benchNow, createTrustBench, type TrustBench, withChange } from "../../testing/trust-bench.ts";

let bench: TrustBench;
beforeEach(() => {
  bench = createTrustBench();
});
afterEach(() => bench.remove());

describe("who may sign what", () => {
  test("is listed by role, with the owner, the start of the key's id and the expiry of the list", async () => {
    const { trust, check, operator, team } = await createFixtureTrust({ teams: ["content"], now: () => benchNow });
    const rows = describeTrust(trust, benchNow);
    expect(rows.map(({ role, owner }) => `${role}: ${owner}`)).toEqual([
      "the root: development root",
      "the list of teams: development root",
      "the release check: development check",
      "an operator: development operator",
      "the team of content: development team content",
    ]);
    expect(rows.slice(2).map(({ key }) => key)).toEqual(
      [check, operator, team("content")].map(({ keyId }) => keyId.slice(0, 12)),
    );
    for (const row of rows)
      expect(row).toMatchObject({ until: "2026-11-23T12:00:00.000Z", state: "in force", since: "", threshold: 1 });
  });

  test("includes keys that are retired, are to retire, are revoked, and revoked keys that no role names", async () => {
    await bench.putRoot(bench.root);
    await bench.putTeams(
      withChange(bench.teams, (teams) => {
        Object.assign(teams.delegations.keys[bench.content.keyId] ?? {}, { retired: "2026-11-22T12:00:00Z" });
        Object.assign(teams.delegations.keys[bench.download.keyId] ?? {}, { retired: "2026-11-22T12:00:01Z" });
        const at = "2026-11-20T00:00:00Z";
        teams.revoked = {
          ["ab".repeat(32)]: { owner: "Eve", at, why: "left" },
          [bench.operator.keyId]: { owner: "Olga", at, why: "lost" },
        };
      }),
    );
    const rows = describeTrust(await bench.open(), benchNow).map(({ owner, state, since }) => [owner, state, since]);
    expect(rows.slice(-4)).toEqual([
      ["Olga", "revoked", "2026-11-20T00:00:00.000Z"],
      ["Carl", "retired", "2026-11-22T12:00:00.000Z"],
      ["Dora", "in force", ""],
      ["Eve", "revoked", "2026-11-20T00:00:00.000Z"],
    ]);
  });
});
