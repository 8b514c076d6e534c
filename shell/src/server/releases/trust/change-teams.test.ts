import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { isSiteError } from "@site/contracts/errors";
import { addKey, addTeam, removeKey, retireKey, revokeKey, rotateKey } from "./change-teams.ts";
import { readKey } from "@site/contracts/signing/read-key";
import { createIdentity } from "./create-identities.ts";
import { createDevelopmentIdentities } from "./development-identities.ts";
import { openSigner } from "./open-signer.ts";
import { openTrust } from "./open-trust.ts";
import { signDocument } from "@site/contracts/signing/signed-document";
import { createTrustBench } from "../../testing/trust-bench.ts";
import type { Role } from "./trust.ts";

let root = "";
let folders = { keysDir: "", trustDir: "", stateDir: "" };
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "change-teams-"));
  folders = { keysDir: join(root, "keys"), trustDir: join(root, "trust"), stateDir: join(root, "state") };
  await createDevelopmentIdentities({ ...folders, teams: ["content"] });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const schema = v.looseObject({});
const content: Role = { kind: "team", name: "content" };
const seventh: Role = { kind: "team", name: "tournaments" };

/** Signs a note for a role and verifies it, as of a moment. */
async function signAndVerify(role: Role, at = new Date()): Promise<string[]> {
  const signer = await openSigner(folders.keysDir, role);
  return (await openTrust(folders)).verify(await signDocument({ _type: "note" }, [signer]), {
    role,
    type: "note",
    schema,
    at,
  }).owners;
}

/** A second after noon. */
const at = (second: number): Date => new Date(Date.UTC(2026, 10, 22, 12, 0, second));

describe("the owner of the trust list", () => {
  test("adds a team for a new package; the other teams keep their keys", async () => {
    expect(await signAndVerify(content)).toEqual(["development team content"]);
    await addTeam(folders, "tournaments", "Tara");
    expect(await signAndVerify(seventh)).toEqual(["Tara"]);
    expect(await signAndVerify(content)).toEqual(["development team content"]);
    expect(statSync(join(folders.keysDir, "teams/tournaments.pem")).mode & 0o777).toBe(0o600);
    expect((await openTrust(folders)).teams.version).toBe(2);
  });

  test("loses none of two changes that are made at once: one that was not made is told, and made by the next run", async () => {
    await addTeam(folders, "tournaments", "Tara");
    const keys = [
      (await openSigner(folders.keysDir, content)).keyId,
      (await openSigner(folders.keysDir, seventh)).keyId,
    ];
    const runs = await Promise.all(
      keys.map((key) =>
        revokeKey(folders, key, "laptop stolen").then(
          () => ({ key, error: undefined }),
          (error: unknown) => ({ key, error }),
        ),
      ),
    );
    const made = runs.filter(({ error }) => error === undefined).map(({ key }) => key);
    expect(made).not.toEqual([]);
    for (const { error } of runs)
      expect(error).toSatisfy(
        (one) => one === undefined || isSiteError(one, "TRUST_CHANGED") || isSiteError(one, "TRUST_PROPOSED"),
      );
    expect((await openTrust(folders)).revoked.map(({ keyId }) => keyId).toSorted()).toEqual(made.toSorted());
    for (const key of keys) await revokeKey(folders, key, "laptop stolen");
    expect((await openTrust(folders)).revoked.map(({ keyId }) => keyId).toSorted()).toEqual(keys.toSorted());
    expect(readdirSync(folders.trustDir)).not.toContain("proposed.json");
  });

  test("adds a team once", async () => {
    await addTeam(folders, "tournaments", "Tara");
    const list = readFileSync(join(folders.trustDir, "targets.json"), "utf8");
    await addTeam(folders, "tournaments", "Eve");
    expect(readFileSync(join(folders.trustDir, "targets.json"), "utf8")).toBe(list);
    expect(
      [...readdirSync(folders.trustDir), ...readdirSync(join(folders.keysDir, "teams"))].filter((name) =>
        name.endsWith(".new"),
      ),
    ).toEqual([]);
  });

  test("adds a team with the key that an interrupted call made", async () => {
    const { pem, keyId } = createIdentity(seventh);
    writeFileSync(join(folders.keysDir, "teams/tournaments.pem"), pem, { mode: 0o600 });
    await addTeam(folders, "tournaments", "Tara");
    expect((await openTrust(folders)).keysOf(seventh).keys.map((key) => key.keyId)).toEqual([keyId]);
    expect(await signAndVerify(seventh)).toEqual(["Tara"]);
  });

  test("retires a key: it signs nothing new, and what it signed stays valid", async () => {
    const { keyId } = await openSigner(folders.keysDir, content);
    await retireKey(folders, keyId, new Date("2026-11-22T12:00:00Z"));
    await expect(signAndVerify(content, new Date("2026-11-22T12:00:00Z"))).rejects.toMatchObject({
      code: "KEY_RETIRED",
    });
    expect(await signAndVerify(content, new Date("2026-11-22T11:59:59Z"))).toEqual(["development team content"]);
  });

  test.each(["retired", "rotated"])(
    "keeps valid what a key signed earlier in the second in which it is %s",
    async (how) => {
      const { keyId } = await openSigner(folders.keysDir, content);
      const moment = new Date("2026-11-22T12:00:00.700Z");
      const { publicKey } = createIdentity(content);
      await (how === "retired" ? retireKey(folders, keyId, moment) : rotateKey(folders, content, publicKey, moment));
      expect(await signAndVerify(content, new Date("2026-11-22T12:00:00.300Z"))).toEqual(["development team content"]);
      await expect(signAndVerify(content, at(1))).rejects.toMatchObject({ code: "KEY_RETIRED" });
    },
  );

  test("retires and revokes a key once: a later call does not move the moment, nor change the reason", async () => {
    const { keyId } = await openSigner(folders.keysDir, content);
    await retireKey(folders, keyId, at(2));
    expect((await retireKey(folders, keyId, at(9))).state).toBe("unchanged");
    await expect(signAndVerify(content, at(5))).rejects.toMatchObject({ code: "KEY_RETIRED" });
    expect((await retireKey(folders, keyId, at(1))).state).toBe("published");
    await revokeKey(folders, keyId, "laptop stolen", { at: at(3) });
    expect((await revokeKey(folders, keyId, "again", { at: at(4) })).state).toBe("unchanged");
    expect((await openTrust(folders)).revoked).toMatchObject([{ why: "laptop stolen", at: at(3) }]);
  });

  test("does not name a key again that was revoked", async () => {
    const { keyId } = await openSigner(folders.keysDir, content);
    const { publicKey } = await readKey(join(folders.keysDir, "teams/content.pem"), "the team of content");
    await revokeKey(folders, keyId, "laptop stolen");
    await removeKey(folders, keyId);
    const before = readFileSync(join(folders.trustDir, "targets.json"), "utf8");
    for (const name of ["content", "tournaments"])
      await expect(addKey(folders, { kind: "team", name }, { publicKey, owner: "Eve" })).rejects.toMatchObject({
        code: "TRUST_CHANGE_INVALID",
        message: expect.stringContaining(`${keyId.slice(0, 12)} was revoked on `),
      });
    expect(readFileSync(join(folders.trustDir, "targets.json"), "utf8")).toBe(before);
  });

  test("does not name a retired key again, nor lets it take the place of the one that signs", async () => {
    const { keyId } = await openSigner(folders.keysDir, content);
    const { publicKey } = await readKey(join(folders.keysDir, "teams/content.pem"), "the team of content");
    const next = createIdentity(content);
    await rotateKey(folders, content, next.publicKey, at(1));
    const former = { code: "KEY_FORMER", message: expect.stringContaining(`${keyId.slice(0, 12)} is retired since `) };
    await expect(addKey(folders, content, { publicKey, owner: "Carla" })).rejects.toMatchObject(former);
    // Both would be retired, and the team could publish nothing.
    await expect(rotateKey(folders, content, publicKey, at(5))).rejects.toMatchObject(former);
    const keys = (await openTrust(folders)).keysOf(content).keys;
    expect(keys.map((key) => [key.keyId, key.retired])).toEqual([
      [keyId, at(1)],
      [next.keyId, undefined],
    ]);
  });

  test("exchanges the keys of a team in one change, and leaves the moment of one that has retired before", async () => {
    const { keyId } = await openSigner(folders.keysDir, content);
    const [second, third] = [createIdentity(content), createIdentity(content)];
    await addKey(folders, content, { publicKey: second.publicKey, owner: "Carla" });
    await retireKey(folders, second.keyId, at(1));
    const { version } = (await openTrust(folders)).teams;
    expect((await rotateKey(folders, content, third.publicKey, at(5))).state).toBe("published");
    expect((await openTrust(folders)).teams.version).toBe(version + 1);
    const keys = (await openTrust(folders)).keysOf(content).keys;
    expect(keys.map((key) => [key.keyId, key.owner, key.retired])).toEqual([
      [keyId, "development team content", at(5)],
      [second.keyId, "Carla", at(1)],
      [third.keyId, "development team content", undefined],
    ]);
    expect((await rotateKey(folders, content, third.publicKey, at(9))).state).toBe("unchanged");
    await expect(rotateKey(folders, seventh, third.publicKey, at(9))).rejects.toMatchObject({ code: "ROLE_UNKNOWN" });
  });

  test("revokes a key: nothing that it signed is valid", async () => {
    const { keyId } = await openSigner(folders.keysDir, content);
    await revokeKey(folders, keyId, "laptop stolen");
    await expect(signAndVerify(content, new Date("2020-01-01"))).rejects.toMatchObject({
      code: "KEY_REVOKED",
      message: expect.stringContaining("(laptop stolen)"),
    });
  });

  test("is refused with a reason, and the list stays as it is", async () => {
    const before = readFileSync(join(folders.trustDir, "targets.json"), "utf8");
    await expect(revokeKey(folders, "0".repeat(64), "lost")).rejects.toMatchObject({ code: "KEY_UNKNOWN" });
    await expect(addTeam(folders, "targets", "Tara")).rejects.toMatchObject({ code: "TRUST_CHANGE_INVALID" });
    await expect(addTeam(folders, "lobby", "")).rejects.toMatchObject({ code: "TRUST_CHANGE_INVALID" });
    const { keyId } = await openSigner(folders.keysDir, content);
    await expect(revokeKey(folders, keyId, "")).rejects.toMatchObject({ code: "TRUST_CHANGE_INVALID" });
    rmSync(join(folders.keysDir, "root.pem"));
    await expect(revokeKey(folders, keyId, "lost")).rejects.toMatchObject({
      code: "KEY_NOT_FOUND",
      message: expect.stringContaining("root.pem"),
    });
    expect(readFileSync(join(folders.trustDir, "targets.json"), "utf8")).toBe(before);
  });

  test("is refused with a key that is not the root's of this list", async () => {
    const bench = createTrustBench();
    try {
      writeFileSync(join(folders.keysDir, "root.pem"), bench.ana.pem, { mode: 0o600 });
      await expect(addTeam(folders, "tournaments", "Tara")).rejects.toMatchObject({ code: "KEY_FOREIGN" });
      expect((await openTrust(folders)).teams.version).toBe(1);
    } finally {
      await bench.remove();
    }
  });

  test.each(["../escape", "Content", ""])("cannot name a team %j", async (name) => {
    await expect(addTeam(folders, name, "Tara")).rejects.toMatchObject({ code: "TRUST_CHANGE_INVALID" });
    expect(readdirSync(folders.keysDir).filter((file) => file.includes("escape"))).toEqual([]);
  });
});
