import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDevelopmentIdentities } from "./development-identities.ts";
import { openSigner } from "./open-signer.ts";
import { openTrust } from "./open-trust.ts";
import { signDocument } from "@site/contracts/signing/signed-document";
import type { Role } from "./trust.ts";

let root = "";
let options = { keysDir: "", trustDir: "", stateDir: "", teams: ["shell", "content"] };
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "identities-"));
  options = {
    ...options,
    keysDir: join(root, "store.keys"),
    trustDir: join(root, "store.trust"),
    stateDir: join(root, "store.state"),
  };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const schema = v.looseObject({ text: v.string() });
const roles: Role[] = [
  { kind: "team", name: "shell" },
  { kind: "team", name: "content" },
  { kind: "check" },
  { kind: "operator" },
];

/** Every file below the folder with its content, by path. */
function readAll(): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), "utf8"),
    ]),
  );
}

/** Private keys that are in their place, by their text. */
function readKeys(): string[] {
  if (!existsSync(options.keysDir)) return [];
  const files = readdirSync(options.keysDir, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".pem"),
  );
  return files.toSorted().map((file) => readFileSync(join(options.keysDir, file), "utf8"));
}

/** Makes identities and stops before the given change, like a process that is killed. */
async function endAt(last: number): Promise<void> {
  let changes = 0;
  await new Promise<void>((resolve) => {
    void createDevelopmentIdentities({
      ...options,
      onChange: async () => {
        changes += 1;
        if (changes < last) return;
        resolve();
        await new Promise(() => undefined);
      },
    });
  });
}

describe("identities for development", () => {
  test("let each role sign for itself and for no other role", async () => {
    await createDevelopmentIdentities(options);
    const trust = await openTrust(options);
    for (const role of roles) {
      const envelope = await signDocument({ _type: "note", text: "good" }, [
        await openSigner(options.keysDir, role, trust),
      ]);
      for (const other of roles) {
        const verify = () => trust.verify(envelope, { role: other, type: "note", schema }).signed.text;
        if (other === role) expect(verify()).toBe("good");
        else expect(verify).toThrow(expect.objectContaining({ code: "SIGNATURE_FOREIGN" }));
      }
    }
  });

  test("have private keys that other accounts cannot read", async () => {
    await createDevelopmentIdentities(options);
    for (const folder of ["", "teams"]) expect(statSync(join(options.keysDir, folder)).mode & 0o777).toBe(0o700);
    for (const file of ["root.pem", "check.pem", "operator.pem", "teams/shell.pem", "teams/content.pem"]) {
      expect(statSync(join(options.keysDir, file)).mode & 0o777).toBe(0o600);
    }
  });

  test("are made once: a second call changes nothing", async () => {
    await createDevelopmentIdentities(options);
    const before = readAll();
    await createDevelopmentIdentities(options);
    expect(readAll()).toEqual(before);
  });

  test("are the same for all processes that start at once, and no other file is left", async () => {
    await Promise.all(Array.from({ length: 8 }, () => createDevelopmentIdentities(options)));
    expect(readdirSync(root).toSorted()).toEqual(["store.keys", "store.trust"]);
    expect(readdirSync(options.keysDir).toSorted()).toEqual(["check.pem", "operator.pem", "root.pem", "teams"]);
    const trust = await openTrust(options);
    for (const role of roles) await expect(openSigner(options.keysDir, role, trust)).resolves.toBeDefined();
  });

  test("are all there or not at all after a call that ended at any moment, and the next call completes them", async () => {
    let moments = 0;
    await createDevelopmentIdentities({
      ...options,
      onChange: async () => {
        moments += 1;
      },
    });
    expect(moments).toBeGreaterThan(8);
    for (let last = 1; last <= moments; last += 1) {
      rmSync(root, { recursive: true });
      mkdirSync(root);
      await endAt(last);
      const keys = readKeys();
      expect(keys.length === 0 || keys.length === 5, `${keys.length} keys after ${last} changes`).toBe(true);
      if (existsSync(options.trustDir))
        expect(readdirSync(options.trustDir).toSorted()).toEqual(["1.root.json", "root.json", "targets.json"]);
      await createDevelopmentIdentities(options);
      // A key that was visible once is never replaced: something may have been signed with it.
      if (keys.length > 0) expect(readKeys()).toEqual(keys);
      const trust = await openTrust(options);
      for (const role of roles) await openSigner(options.keysDir, role, trust);
    }
  });

  test("may be made in an empty folder, and behind a link", async () => {
    mkdirSync(options.keysDir);
    mkdirSync(options.trustDir);
    await createDevelopmentIdentities(options);
    await openTrust(options);
    const linked = join(root, "linked");
    mkdirSync(join(root, "real"));
    symlinkSync("real", linked);
    const elsewhere = {
      ...options,
      keysDir: join(linked, "keys"),
      trustDir: join(linked, "trust"),
      stateDir: join(linked, "state"),
    };
    await createDevelopmentIdentities(elsewhere);
    await openTrust(elsewhere);
  });

  test("are not made where the folder cannot be created, and the error says why", async () => {
    writeFileSync(join(root, "file"), "");
    await expect(createDevelopmentIdentities({ ...options, keysDir: join(root, "file/keys") })).rejects.toMatchObject({
      code: "STORE_NOT_WRITABLE",
    });
    expect(existsSync(options.trustDir)).toBe(false);
  });

  test.each([
    ["keysDir", "trustDir"],
    ["trustDir", "keysDir"],
  ] as const)("are refused when %s is there without %s, which then is not made", async (there, missing) => {
    await createDevelopmentIdentities(options);
    rmSync(options[missing], { recursive: true });
    const before = readAll();
    await expect(createDevelopmentIdentities(options)).rejects.toMatchObject({
      code: "IDENTITIES_INCOMPLETE",
      details: { there: options[there], missing: options[missing] },
    });
    expect(existsSync(options[missing])).toBe(false);
    expect(readAll()).toEqual(before);
  });
});
