import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addKey, renewLists } from "./change-teams.ts";
import { type OwnerFolders, readCurrentLists, signProposal } from "./change-trust.ts";
import { createTrustOwners, type TrustOwners } from "../../testing/trust-owners.ts";
import { createIdentity } from "./create-identities.ts";
import { publishSteps, readProposal } from "./trust-proposal.ts";
import { parseTrustChange, type PlannedStep } from "./trust-steps.ts";

let owners: TrustOwners;
let ana: OwnerFolders;
let ben: OwnerFolders;
const content = { kind: "team", name: "content" } as const;
const day = (count: number): Date => new Date(Date.parse("2030-01-01T00:00:00.000Z") + count * 86_400_000);

beforeEach(async () => {
  owners = await createTrustOwners(["Ben"], 2);
  ana = owners.toFolders("Ana");
  ben = owners.toFolders("Ben");
});
afterEach(() => owners.remove());

/** Proposes a change, and gives what a process publishes that has read it. */
async function propose(change: () => Promise<unknown>): Promise<PlannedStep[]> {
  await change();
  return parseTrustChange(await readCurrentLists(ana.trustDir), (await readProposal(ana.trustDir)) ?? [], ana.trustDir);
}

const readFiles = (): Record<string, string> =>
  Object.fromEntries(readdirSync(ana.trustDir).map((name) => [name, readFileSync(join(ana.trustDir, name), "utf8")]));

describe("a publication that goes on late, after another owner has published the same change", () => {
  test("brings back no older list when later changes were published", async () => {
    const late = await propose(() => addKey(ana, content, createIdentityOf("Carla")));
    await signProposal(ben);
    await addKey(ben, content, createIdentityOf("Dan"));
    await signProposal(ana);
    const before = readFiles();
    await expect(publishSteps(ana.trustDir, late)).rejects.toMatchObject({ code: "TRUST_CHANGED" });
    expect(readFiles()).toEqual(before);
  });

  test.each([
    { what: "both lists", change: () => renewLists(ana, day(1)) },
    { what: "the root's list", change: () => addKey(ana, { kind: "operator" }, createIdentityOf("Olga")) },
    { what: "the list of teams", change: () => addKey(ana, content, createIdentityOf("Carla")) },
  ])("drops no change that waits meanwhile, after one of $what", async ({ change }) => {
    const steps = await propose(change);
    await signProposal(ben);
    const { root: list, teams } = await readCurrentLists(ana.trustDir);
    // With the signatures that the published lists have.
    const late = steps.map((step) => ({ ...step, envelope: (step.list === "root" ? list : teams).envelope }));
    await renewLists(ben, day(3));
    const before = readFiles();
    await publishSteps(ana.trustDir, late);
    expect(readFiles()).toEqual(before);
    expect((await signProposal(ana)).state).toBe("published");
  });
});

function createIdentityOf(owner: string): { owner: string; publicKey: string } {
  return { owner, publicKey: createIdentity({ kind: "operator" }, owner).publicKey };
}
