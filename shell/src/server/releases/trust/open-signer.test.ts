import { toKeyId } from "@site/contracts/signing/signing-key";
import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openSigner } from "./open-signer.ts";
import { benchNow, createTrustBench, type TrustBench, withChange } from "../../testing/trust-bench.ts";
import type { Role } from "./trust.ts";

const team: Role = { kind: "team", name: "content" };

let bench: TrustBench;
let keysDir = "";
beforeEach(async () => {
  bench = createTrustBench();
  keysDir = join(bench.trustDir, "../keys");
  mkdirSync(join(keysDir, "teams"), { recursive: true, mode: 0o700 });
  await bench.putGood();
  putKey(bench.content.pem);
});
afterEach(() => bench.remove());

function putKey(pem: string, mode = 0o600): void {
  const file = join(keysDir, "teams/content.pem");
  writeFileSync(file, pem);
  chmodSync(file, mode);
}

describe("the private key of a role", () => {
  test("signs with the key id that the trust list has", async () => {
    const signer = await openSigner(keysDir, team, await bench.open(), benchNow);
    expect(signer.keyId).toBe(bench.content.keyId);
    expect(await signer.sign(Buffer.from("text"))).toMatch(/^[0-9a-f]{128}$/);
  });

  test.each<[Role, string]>([
    [{ kind: "team", name: "download" }, "teams/download.pem"],
    [{ kind: "check" }, "check.pem"],
    [{ kind: "operator" }, "operator.pem"],
  ])("that is missing says which file was looked for, and how to get one (%o)", async (role, file) => {
    await expect(openSigner(keysDir, role)).rejects.toMatchObject({
      code: "KEY_NOT_FOUND",
      message: expect.stringMatching(new RegExp(`at ${join(keysDir, file)}\\. Set KEYS_DIR .* site init`)),
    });
  });

  test("is missing in a folder that is missing", async () => {
    rmSync(keysDir, { recursive: true });
    await expect(openSigner(keysDir, team)).rejects.toMatchObject({ code: "KEY_NOT_FOUND" });
  });

  test.each([0o644, 0o640, 0o604, 0o660, 0o601])("that other accounts can reach is refused (mode %o)", async (mode) => {
    putKey(bench.content.pem, mode);
    await expect(openSigner(keysDir, team)).rejects.toMatchObject({
      code: "KEY_EXPOSED",
      message: expect.stringContaining(`(mode ${mode.toString(8)}). Run chmod 600`),
    });
  });

  test("may be read-only", async () => {
    putKey(bench.content.pem, 0o400);
    await expect(openSigner(keysDir, team)).resolves.toMatchObject({ keyId: bench.content.keyId });
  });

  const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  const publicHalf = generateKeyPairSync("ed25519").publicKey.export({ type: "spki", format: "pem" }).toString();
  const locked = generateKeyPairSync("ed25519")
    .privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "x" })
    .toString();

  test.each(
    Object.entries({
      "is empty": "",
      "is no key": "secret",
      "is RSA": rsa,
      "is on another curve": ec,
      "is a public key": publicHalf,
      "has a passphrase": locked,
      "is endless": "A".repeat(2_000_000),
    }),
  )("that %s is refused, and its text is not repeated", async (_, pem) => {
    putKey(pem);
    const error: unknown = await openSigner(keysDir, team).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "KEY_INVALID", message: expect.stringContaining("teams/content.pem") });
    if (pem.length > 20) expect(String(error)).not.toContain(pem.slice(0, 60));
  });

  test("that is a folder is refused, with advice for a file that cannot be read", async () => {
    rmSync(join(keysDir, "teams/content.pem"));
    mkdirSync(join(keysDir, "teams/content.pem"), { mode: 0o700 });
    await expect(openSigner(keysDir, team)).rejects.toMatchObject({
      code: "KEY_INVALID",
      message: expect.stringContaining("in a file that this user may read."),
    });
  });
});

describe("a key whose signature would not count is refused before anything is signed", () => {
  test("when it is a key of another team", async () => {
    putKey(bench.download.pem);
    await expect(openSigner(keysDir, team, await bench.open(), benchNow)).rejects.toMatchObject({
      code: "KEY_FOREIGN",
      message: expect.stringMatching(/is not a key of the team of content in the trust list, so nothing was signed/),
    });
  });

  test("when its team is not in the list", async () => {
    const role: Role = { kind: "team", name: "compliance" };
    writeFileSync(join(keysDir, "teams/compliance.pem"), bench.content.pem, { mode: 0o600 });
    await expect(openSigner(keysDir, role, await bench.open(), benchNow)).rejects.toMatchObject({
      code: "ROLE_UNKNOWN",
    });
  });

  test("when it is retired", async () => {
    await bench.putTeams(
      withChange(bench.teams, (teams) => {
        Object.assign(teams.delegations.keys[bench.content.keyId] ?? {}, { retired: "2026-11-22T12:00:00Z" });
      }),
    );
    const trust = await bench.open();
    await expect(openSigner(keysDir, team, trust, benchNow)).rejects.toMatchObject({ code: "KEY_RETIRED" });
    await expect(openSigner(keysDir, team, trust, new Date(benchNow.getTime() - 1))).resolves.toBeDefined();
  });

  test("when it is revoked", async () => {
    await bench.putTeams(
      withChange(bench.teams, (teams) => {
        teams.revoked = { [bench.content.keyId]: { owner: "Carl", at: "2026-11-22T12:00:00Z", why: "lost" } };
      }),
    );
    await expect(openSigner(keysDir, team, await bench.open(), benchNow)).rejects.toMatchObject({
      code: "KEY_REVOKED",
    });
  });
});

test("a key's id is the sha256 of the standard's canonical JSON", () => {
  // {"keytype":"ed25519","keyval":{"public":"…"},"scheme":"ed25519"} of a key of the standard's test data, hashed by sha256sum.
  expect(toKeyId("edcd0a32a07dce33f7c7873aaffbff36d20ea30787574ead335eefd337e4dacd")).toBe(
    "2345a90ad8d76f3677f9ad6695b0ba0b5c7b7fbf27fb0ed35fbdf7b71264a679",
  );
});
