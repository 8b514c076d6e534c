import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { readKey } from "@site/contracts/signing/read-key";
import { toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { revokeKey } from "../../src/server/releases/trust/change-teams.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { type ServedSite, serveSite } from "../../src/server/testing/nats-sites.ts";
import { exitCodes } from "../command-line/exit-codes.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let bench: FixtureBench;
let keysDir = "";

beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: fewPages });
  ({ keysDir } = toStorePlaces(bench.root));
  await writeFile(join(keysDir, "note.pem"), "no key", { mode: 0o600 });
  await writeFile(join(keysDir, "open.pem"), "no key");
  await chmod(join(keysDir, "open.pem"), 0o644);
});
afterAll(() => bench.remove());

const serve = (file: string): Promise<ServedSite> =>
  serveSite("one", { STORE_DIR: bench.root, CHECK_KEY: join(keysDir, file) });

describe("B298 a server with CHECK_KEY", () => {
  test.each([
    ["a file that is not there", "missing.pem", "there is no such file"],
    ["a file without a key", "note.pem", "It must be an Ed25519 key in PEM"],
    ["a file that other accounts may read", "open.pem", "Run chmod 600 on it"],
    ["a folder", "teams", "it is not a file"],
    ["the key of a team", "teams/content.pem", "is not a key of the release check in the trust list"],
  ])("does not start with %s, and says that CHECK_KEY is wrong", async (_what, file, problem) => {
    const { code, err: error } = await runSiteIn(bench.root, ["serve"], { PORT: "0", CHECK_KEY: join(keysDir, file) });
    expect(code).toBe(exitCodes.trust.code);
    expect(error).toContain(`CHECK_KEY_INVALID: CHECK_KEY names ${join(keysDir, file)}, `);
    expect(error).toContain(problem);
    expect(error).not.toMatch(/KEYS_DIR|SITE_SIGN_KEY/);
  });

  test("does not start with such a file as a process of its own either", async () => {
    await expect(serve("missing.pem")).rejects.toThrow("CHECK_KEY_INVALID: CHECK_KEY names ");
  });

  test("starts with the key of the release check", async () => {
    const served = await serve("check.pem");
    expect(await served.stop()).toBe(0);
  });

  test("starts with a key of the release check that was revoked, to serve what is live", async () => {
    const { signer } = await readKey(join(keysDir, "check.pem"), "the release check");
    await revokeKey(toStorePlaces(bench.root), signer.keyId, "laptop stolen");
    const served = await serve("check.pem");
    expect((await fetch(`${served.origin}/about-us/`)).status).toBe(200);
    expect(await served.stop()).toBe(0);
  });
});
