import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addKey, exchangeRootKey, setThreshold } from "./change-teams.ts";
import { readCurrentLists, signProposal, type TrustOutcome } from "./change-trust.ts";
import { createIdentity } from "./create-identities.ts";
import { createDevelopmentIdentities } from "./development-identities.ts";
import { toKeyFile } from "./key-files.ts";
import { openRotation } from "./owner-keys.ts";

let root = "";
let ana = { keysDir: "", trustDir: "" };
let ben = { keysDir: "", trustDir: "" };
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "owner-keys-"));
  const trustDir = join(root, "trust");
  ana = { keysDir: join(root, "ana"), trustDir };
  ben = { keysDir: join(root, "ben"), trustDir };
  await createDevelopmentIdentities({ ...ana, teams: ["content"] });
  mkdirSync(ben.keysDir);
  const { pem, publicKey } = createIdentity({ kind: "root" }, "Ben");
  writeFileSync(toKeyFile(ben.keysDir, { kind: "root" }), pem, { mode: 0o600 });
  await addKey(ana, { kind: "root" }, { owner: "Ben", publicKey });
  await setThreshold(ana, { kind: "root" }, 2);
  await signProposal(ben);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

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
