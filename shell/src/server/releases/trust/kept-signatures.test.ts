import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { toDigest } from "@site/contracts/releases/digest";
import { type Envelope, toCanonicalBytes } from "@site/contracts/signing/signed-document";
import { renewLists, setThreshold } from "./change-teams.ts";
import { readCurrentLists, signProposal, withdrawProposal } from "./change-trust.ts";
import { createTrustOwners, type TrustOwners } from "../../testing/trust-owners.ts";
import { keepSignatures, removeKeptSignatures } from "./proposed-signatures.ts";
import { readProposal } from "./trust-proposal.ts";

const day = (count: number): Date => new Date(Date.parse("2030-01-01T00:00:00.000Z") + count * 86_400_000);
let owners: TrustOwners;
let trustDir = "";
let toFolders: TrustOwners["toFolders"];

beforeEach(async () => {
  owners = await createTrustOwners(["Ben", "Cleo"], 2);
  ({ trustDir, toFolders } = owners);
  owners.createStranger("Eve");
});
afterEach(() => owners.remove());

const listKept = (): string[] => readdirSync(trustDir).filter((name) => name.startsWith("proposed."));

/** Writes what looks like an owner's signature of the change that waits, and is none. */
async function writeWrongSignature(owner: string): Promise<void> {
  const keyid = owners.keyIdOf(owner);
  const steps = (await readProposal(trustDir)) ?? [];
  const signatures = steps.map(({ signed }) => ({ sha384: toDigest(toCanonicalBytes(signed)), sig: "0".repeat(128) }));
  writeFileSync(join(trustDir, `proposed.${keyid.slice(0, 16)}.json`), JSON.stringify({ keyid, signatures }));
}

/** The steps of the change that waits, with a signature of an owner that is none, in place of the right one. */
async function listSpoiled(owner: string): Promise<Envelope[]> {
  const keyid = owners.keyIdOf(owner);
  return ((await readProposal(trustDir)) ?? []).map(({ signed, signatures }) => ({
    signed,
    signatures: [...signatures.filter((one) => one.keyid !== keyid), { keyid, sig: "0".repeat(128) }],
  }));
}

describe.each(["proposed.json", "publishing.json"])("a wrong signature of an owner in %s", (name) => {
  test("does not stand before the right one, which the owner gives again", async () => {
    await renewLists(toFolders("Ana"), day(1));
    writeFileSync(join(trustDir, name), JSON.stringify({ steps: await listSpoiled("Ben") }));
    expect(await signProposal(toFolders("Ben"))).toMatchObject({ state: "published" });
    expect((await readCurrentLists(trustDir)).teams.expires).toEqual(day(1));
    expect(readdirSync(trustDir).filter((one) => /^(proposed|publishing)/.test(one))).toEqual([]);
  });

  test("does not stand before the one in the owner's file, so any owner publishes what has all", async () => {
    await setThreshold(toFolders("Ana"), { kind: "root" }, 3);
    for (const owner of ["Ben", "Cleo"]) await signProposal(toFolders(owner));
    await renewLists(toFolders("Ana"), day(2));
    await signProposal(toFolders("Ben"));
    writeFileSync(join(trustDir, name), JSON.stringify({ steps: await listSpoiled("Ben") }));
    expect(await signProposal(toFolders("Cleo"))).toMatchObject({ state: "published" });
    expect((await readCurrentLists(trustDir)).teams.expires).toEqual(day(2));
  });
});

describe("a file of signatures", () => {
  test("that has a wrong signature of an owner does not keep this owner from signing", async () => {
    await renewLists(toFolders("Ana"), day(1));
    await writeWrongSignature("Ben");
    expect(await signProposal(toFolders("Ben"))).toMatchObject({ state: "published" });
    expect((await readCurrentLists(trustDir)).teams.expires).toEqual(day(1));
  });

  test.each(["Ben", "Eve"])(
    "that has a wrong signature of %s does not keep the other owners from publishing",
    async (owner) => {
      await renewLists(toFolders("Ana"), day(1));
      await writeWrongSignature(owner);
      expect(await signProposal(toFolders("Cleo"))).toMatchObject({ state: "published" });
      expect(listKept()).toEqual([]);
    },
  );

  test("that cannot be read is named before a new change begins, which leaves nothing", async () => {
    const file = join(trustDir, "proposed.0123456789abcdef.json");
    writeFileSync(file, "{");
    await expect(renewLists(toFolders("Ana"), day(1))).rejects.toMatchObject({
      code: "TRUST_INVALID",
      message: expect.stringContaining(file),
    });
    expect(listKept()).toEqual(["proposed.0123456789abcdef.json"]);
  });

  test("of the next change stays when what is left of the change before it is removed", async () => {
    await renewLists(toFolders("Ana"), day(1));
    const before = (await readProposal(trustDir)) ?? [];
    await withdrawProposal(trustDir);
    await setThreshold(toFolders("Ana"), { kind: "root" }, 3);
    const next = (await readProposal(trustDir)) ?? [];
    await keepSignatures(trustDir, next, next[0]?.signatures[0]?.keyid ?? "");
    const [kept = ""] = listKept();
    await removeKeptSignatures(trustDir, before);
    expect(listKept()).toContain(kept);
    await removeKeptSignatures(trustDir, next);
    expect(readdirSync(trustDir)).not.toContain(kept);
    expect(readFileSync(join(trustDir, "proposed.json"), "utf8")).not.toBe("");
  });
});
