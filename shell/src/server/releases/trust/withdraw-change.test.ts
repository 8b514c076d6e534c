import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { renewLists } from "./change-teams.ts";
import { type OwnerFolders, readCurrentLists, signProposal, withdrawProposal } from "./change-trust.ts";
import { createTrustOwners, type TrustOwners } from "../../testing/trust-owners.ts";
import { readProposal } from "./trust-proposal.ts";

let owners: TrustOwners;
let ana: OwnerFolders;
let ben: OwnerFolders;
const expires = new Date("2030-01-01T00:00:00.000Z");

beforeEach(async () => {
  owners = await createTrustOwners(["Ben"], 2);
  ana = owners.toFolders("Ana");
  ben = owners.toFolders("Ben");
});
afterEach(() => owners.remove());

const readLists = async (): Promise<string[]> => {
  const { root: first, teams } = await readCurrentLists(ana.trustDir);
  return [first.digest, teams.digest];
};
const isProposed = (): boolean => existsSync(join(ana.trustDir, "proposed.json"));

describe("a change that is withdrawn", () => {
  test("is published whole or dropped when another owner signs it at the same moment, and the answer says which", async () => {
    for (let turns = -20; turns < 40; turns += 1) {
      const before = await readLists();
      expect((await renewLists(ana, new Date(expires.getTime() + turns * 86_400_000))).state).toBe("proposed");
      const [signed, withdrawn] = await Promise.allSettled([
        after(-turns, () => signProposal(ben)),
        after(turns, () => withdrawProposal(ana.trustDir)),
      ]);
      const isPublished = (await readLists())[1] !== before[1];
      expect({ turns, isPublished, signed: signed.status }).toEqual({
        turns,
        isPublished,
        signed: isPublished ? "fulfilled" : "rejected",
      });
      if (isPublished) expect({ turns, withdrawn: withdrawn.status }).toEqual({ turns, withdrawn: "rejected" });
      else await withdrawProposal(ana.trustDir).catch(() => undefined);
      expect(isProposed()).toBe(false);
    }
  });

  test.each(["before its first list", "after its first list", "after its last list"])(
    "stays when its publication was interrupted %s, and the next signature completes it",
    async (moment) => {
      const path = (name: string): string => join(ana.trustDir, name);
      const earlier = { root: readFileSync(path("root.json")), teams: readFileSync(path("targets.json")) };
      await renewLists(ana, expires);
      const proposed = readFileSync(path("proposed.json"));
      await signProposal(ben);
      const published = { root: readFileSync(path("root.json")), teams: readFileSync(path("targets.json")) };
      // As a kill at that moment leaves it.
      writeFileSync(path("proposed.json"), proposed);
      if (moment !== "after its last list") {
        const steps = [published.root, published.teams].map((bytes): unknown => JSON.parse(String(bytes)));
        writeFileSync(path("publishing.json"), JSON.stringify({ steps }));
        writeFileSync(path("targets.json"), earlier.teams);
      }
      if (moment === "before its first list") {
        writeFileSync(path("root.json"), earlier.root);
        rmSync(path(`${JSON.parse(String(published.root)).signed.version}.root.json`));
      }
      await expect(withdrawProposal(ana.trustDir)).rejects.toMatchObject({ code: "TRUST_PUBLISHED" });
      expect(isProposed()).toBe(true);
      expect((await signProposal(ana)).state).toBe("published");
      expect(isProposed()).toBe(false);
      expect(existsSync(path("publishing.json"))).toBe(false);
      expect(readFileSync(path("root.json"))).toEqual(published.root);
      expect(readFileSync(path("targets.json"))).toEqual(published.teams);
    },
  );

  test("is dropped beside what the publication of an earlier change left", async () => {
    await renewLists(ana, expires);
    const earlier = await readProposal(ana.trustDir);
    await signProposal(ben);
    writeFileSync(join(ana.trustDir, "publishing.json"), JSON.stringify({ steps: earlier }));
    await renewLists(ana, new Date(expires.getTime() + 86_400_000));
    await withdrawProposal(ana.trustDir);
    expect(isProposed()).toBe(false);
  });
});

/** Does something after so many turns of the event loop. */
async function after<T>(turns: number, act: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  return act();
}
