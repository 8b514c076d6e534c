import { readdirSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exchangeRootKey } from "./change-teams.ts";
import { type OwnerFolders, readCurrentLists, signProposal, type TrustOutcome } from "./change-trust.ts";
import { createTrustOwners, type TrustOwners } from "../../testing/trust-owners.ts";
import { openRotation } from "./owner-keys.ts";

let owners: TrustOwners;
let ana: OwnerFolders;
let ben: OwnerFolders;
beforeEach(async () => {
  owners = await createTrustOwners(["Ben"], 2);
  ana = owners.toFolders("Ana");
  ben = owners.toFolders("Ben");
});
afterEach(() => owners.remove());

async function rotate(dryRun = false): Promise<TrustOutcome & { next: string }> {
  const { former, signer, publicKey } = await openRotation(ana, dryRun);
  const outcome = await exchangeRootKey(ana, former.keyId, publicKey, { dryRun, signer });
  return { ...outcome, next: signer.keyId };
}

const readOwners = async (): Promise<string[]> =>
  (await readCurrentLists(ana.trustDir)).root.root.keys.map(({ keyId }) => keyId);

test("an owner whose new key another owner's signature put in force exchanges it again, and a dry run moves no file", async () => {
  const first = await rotate();
  expect(first.state).toBe("proposed");
  expect((await signProposal(ben)).state).toBe("published");
  expect(await readOwners()).toContain(first.next);

  const files = readdirSync(ana.keysDir);
  expect(await rotate(true)).toMatchObject({ state: "dry run", changes: expect.arrayContaining([expect.anything()]) });
  expect(readdirSync(ana.keysDir)).toEqual(files);

  const second = await rotate();
  expect(second.state).toBe("proposed");
  expect((await signProposal(ben)).state).toBe("published");
  expect(await readOwners()).toContain(second.next);
  expect(await readOwners()).not.toContain(first.next);
});
