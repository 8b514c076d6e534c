import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createDevelopmentIdentities } from "./development-identities.ts";
import { openSigner } from "./open-signer.ts";
import { openTrust } from "./open-trust.ts";
import { signDocument } from "./signed-document.ts";
import type { Role } from "./trust.ts";

let root = "";
let options = { keysDir: "", trustDir: "", stateDir: "", teams: ["shell", "content"] };
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "identities-"));
  options = { ...options, keysDir: join(root, "store.keys"), trustDir: join(root, "store.trust"), stateDir: join(root, "store.state") };
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const schema = v.looseObject({ text: v.string() });
const roles: Role[] = [{ kind: "team", name: "shell" }, { kind: "team", name: "content" }, { kind: "check" }, { kind: "operator" }];

/** Every file below the folder with its content, by path. */
function readAll(): Record<string, string> {
  const files = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Object.fromEntries(files.map((entry) => [join(entry.parentPath, entry.name), readFileSync(join(entry.parentPath, entry.name), "utf8")]));
}

describe("identities for development", () => {
  test("let each role sign for itself and for no other role", async () => {
    await createDevelopmentIdentities(options);
    const trust = await openTrust(options);
    for (const role of roles) {
      const envelope = await signDocument({ _type: "note", text: "good" }, [await openSigner(options.keysDir, role, trust)]);
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

  test("are the same for all who start at once, and nothing is left beside them", async () => {
    await Promise.all(Array.from({ length: 8 }, () => createDevelopmentIdentities(options)));
    expect(readdirSync(root).toSorted()).toEqual(["store.keys", "store.trust"]);
    expect(readdirSync(options.keysDir).toSorted()).toEqual(["check.pem", "operator.pem", "root.pem", "teams"]);
    const trust = await openTrust(options);
    for (const role of roles) await expect(openSigner(options.keysDir, role, trust)).resolves.toBeDefined();
  });

  test("are completed after a crash between the keys and the trust list", async () => {
    await createDevelopmentIdentities(options);
    const before = readAll();
    // The state in which the crash leaves both folders: the list is still inside of the keys' folder.
    mkdirSync(join(options.keysDir, "trust-list"));
    for (const file of readdirSync(options.trustDir)) {
      writeFileSync(join(options.keysDir, "trust-list", file), readFileSync(join(options.trustDir, file)));
    }
    rmSync(options.trustDir, { recursive: true });
    await createDevelopmentIdentities(options);
    expect(readAll()).toEqual(before);
  });

  test.each([["keysDir", "trustDir"], ["trustDir", "keysDir"]] as const)("are refused when %s is there without %s, which then is not made", async (there, missing) => {
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
