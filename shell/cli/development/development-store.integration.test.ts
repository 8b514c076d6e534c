import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Environment, parseEnvironment } from "../../src/server/environment.ts";
import { addKey, renewLists } from "../../src/server/releases/trust/change-teams.ts";
import { createIdentity } from "../../src/server/releases/trust/create-identities.ts";
import { openDevelopmentStore, openStore } from "../store/open-store.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

let root = "";
let environment: Environment;
const said = vi.spyOn(console, "log");

const read = (variables: Record<string, string> = {}): Environment =>
  parseEnvironment({ STORE_DIR: join(root, "store"), ...variables }, workspaceRoot);
const open = async (given = environment): Promise<void> => (await openDevelopmentStore(given)).store.close();
const expired = { code: "TRUST_EXPIRED" };

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "development-store-"));
  environment = read();
  await open();
  said.mockReset().mockReturnValue(undefined);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const letExpire = () => renewLists(environment.places, new Date("2026-01-01T00:00:00Z"));

describe("a trust list that has expired", () => {
  test("is renewed with one sentence where it was made for development, and then stays as it is", async () => {
    await letExpire();
    await open();
    expect(said.mock.calls.map(([text]) => text)).toEqual([
      expect.stringMatching(
        /^The trust list for development in \S+\.trust had expired\. It was renewed .* until 20\d\d-/,
      ),
    ]);
    await open();
    expect(said).toHaveBeenCalledTimes(1);
    await (await openStore(environment)).store.close();
  });

  test("is not renewed by what opens the store of a deployed site", async () => {
    await letExpire();
    await expect(openStore(environment)).rejects.toMatchObject(expired);
    expect(said).not.toHaveBeenCalled();
  });

  test("is not renewed where the environment names its folder or its root", async () => {
    await letExpire();
    const { trustDir } = environment.places;
    const pin = createHash("sha384")
      .update(readFileSync(join(trustDir, "1.root.json")))
      .digest("hex");
    await expect(open(read({ TRUST_ROOT_DIGEST: pin }))).rejects.toMatchObject(expired);
    const elsewhere = join(root, "elsewhere");
    cpSync(trustDir, elsewhere, { recursive: true });
    await expect(open(read({ TRUST_DIR: elsewhere }))).rejects.toMatchObject(expired);
  });

  test("is not renewed when it has an owner beside the development root", async () => {
    const { publicKey } = createIdentity({ kind: "root" });
    await addKey(environment.places, { kind: "root" }, { publicKey, owner: "Ana of the operators" });
    await letExpire();
    await expect(open()).rejects.toMatchObject(expired);
  });
});
