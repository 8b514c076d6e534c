import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { removeKey, renewLists } from "./change-teams.ts";
import { readCurrentLists, signProposal, withdrawProposal } from "./change-trust.ts";
import { createTrustOwners, type TrustOwners } from "../../testing/trust-owners.ts";

/** What a new list calls its first owner. */
const first = "development root";
const expires = new Date("2030-01-01T00:00:00.000Z");
let owners: TrustOwners;
let trustDir = "";
let toFolders: TrustOwners["toFolders"];

beforeEach(async () => {
  owners = await createTrustOwners(["Ben", "Cleo", "Dan"], 3);
  ({ trustDir, toFolders } = owners);
});
afterEach(() => owners.remove());

const readExpiry = async (): Promise<string> => (await readCurrentLists(trustDir)).teams.expires.toISOString();
const listProposed = (): string[] => readdirSync(trustDir).filter((name) => /^(proposed|publishing)/.test(name));

describe("owners who sign a change", () => {
  test("lose none of their signatures when two of them sign at the same moment", async () => {
    for (let turns = -6; turns < 6; turns += 1) {
      const day = new Date(expires.getTime() + turns * 86_400_000);
      expect((await renewLists(toFolders("Ana"), day)).state).toBe("proposed");
      const states = await Promise.all([
        after(-turns, () => signProposal(toFolders("Ben"))),
        after(turns, () => signProposal(toFolders("Cleo"))),
      ]).then(
        (outcomes) => outcomes.map(({ state }) => state),
        (error: unknown) => [String(error)],
      );
      expect({ turns, states, expiry: await readExpiry(), left: listProposed() }).toMatchObject({
        turns,
        expiry: day.toISOString(),
        left: [],
      });
      expect(states).toContain("published");
    }
  });

  test("sign copies of the folder, and the copies' files come together without a conflict", async () => {
    await renewLists(toFolders("Ana"), expires);
    const before = readProposedFiles(trustDir);
    for (const owner of ["Ben", "Cleo"]) {
      const copy = join(owners.root, `copy-of-${owner}`);
      cpSync(trustDir, copy, { recursive: true });
      expect((await signProposal(toFolders(owner, copy))).state).toBe("proposed");
      // None of the files that both have is another one than before: a merge takes each owner's own.
      expect(readProposedFiles(copy)).toMatchObject(before);
    }
    for (const owner of ["Ben", "Cleo"])
      for (const [name, bytes] of Object.entries(readProposedFiles(join(owners.root, `copy-of-${owner}`))))
        writeFileSync(join(trustDir, name), bytes);
    // Anyone of the owners publishes what has its signatures, also one who has signed already.
    expect(await signProposal(toFolders("Ana"))).toMatchObject({
      state: "published",
      steps: [{ signedBy: [first, "Ben", "Cleo"] }, { signedBy: [first, "Ben", "Cleo"] }],
    });
    expect(await readExpiry()).toBe(expires.toISOString());
    expect(listProposed()).toEqual([]);
  });

  test("do not sign another change with a signature that an earlier one left", async () => {
    await renewLists(toFolders("Ana"), expires);
    await signProposal(toFolders("Ben"));
    const left = readProposedFiles(trustDir);
    await withdrawProposal(trustDir);
    expect(listProposed()).toEqual([]);
    await renewLists(toFolders("Ana"), new Date(expires.getTime() + 86_400_000));
    for (const [name, bytes] of Object.entries(left))
      if (name !== "proposed.json") writeFileSync(join(trustDir, name), bytes);
    expect((await signProposal(toFolders("Ana"))).steps).toMatchObject([{ missing: 2 }, { missing: 2 }]);
    expect((await signProposal(toFolders("Cleo"))).state).toBe("proposed");
    expect((await signProposal(toFolders("Dan"))).state).toBe("published");
    expect(listProposed()).toEqual([]);
  });

  test("can propose that their own key goes, which they do not sign to the end", async () => {
    const keyId = owners.keyIdOf("Dan");
    expect((await removeKey(toFolders("Dan"), keyId)).state).toBe("proposed");
    expect((await signProposal(toFolders("Ben"))).state).toBe("proposed");
    expect((await signProposal(toFolders("Cleo"))).state).toBe("proposed");
    expect((await signProposal(toFolders("Ana"))).state).toBe("published");
    expect((await readCurrentLists(trustDir)).root.root.keys.map((key) => key.keyId)).not.toContain(keyId);
  });

  test("are told which file of signatures cannot be read, and nothing is lost", async () => {
    await renewLists(toFolders("Ana"), expires);
    await signProposal(toFolders("Ben"));
    const before = readProposedFiles(trustDir);
    const [name = ""] = Object.keys(before).filter((one) => one !== "proposed.json");
    writeFileSync(join(trustDir, name), "{");
    await expect(signProposal(toFolders("Cleo"))).rejects.toMatchObject({
      code: "TRUST_INVALID",
      message: expect.stringContaining(name),
    });
    writeFileSync(join(trustDir, name), before[name] ?? "");
    expect((await signProposal(toFolders("Cleo"))).state).toBe("published");
  });
});

function readProposedFiles(folder: string): Record<string, string> {
  const names = readdirSync(folder).filter((name) => name.startsWith("proposed"));
  return Object.fromEntries(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}

/** Does something after so many turns of the event loop. */
async function after<T>(turns: number, act: () => Promise<T>): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn();
  return act();
}
