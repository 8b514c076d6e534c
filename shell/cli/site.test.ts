import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createFixtureBench, type FixtureBench } from "../src/server/release/fixture-release.ts";

vi.setConfig({ testTimeout: 30_000 });

let bench: FixtureBench;
beforeEach(() => {
  bench = createFixtureBench();
});
afterEach(() => bench.remove());

/** Runs the command as an operator does, in a process of its own, on the bench's store. */
function site(args: readonly string[], env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const options = { env: { PATH: process.env["PATH"], USER: "ada", STORE_DIR: bench.root, ...env } };
    const child = execFile(process.execPath, [join(import.meta.dirname, "site.ts"), ...args], options, (_error, out, err) => {
      resolve({ code: child.exitCode ?? -1, out: out.trim(), err: err.trim() });
    });
  });
}

describe("the site command", () => {
  test("says that nothing is live in an empty store, to people and to machines", async () => {
    expect(await site(["status"])).toEqual({ code: 0, out: "nothing is live yet", err: "" });
    const { code, out } = await site(["--json", "status"]);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ live: null });
  });

  test("says what is live, since when, by whom and why", async () => {
    const versions = await bench.releaseAll();
    const { out } = await site(["status"]);
    expect(out).toMatch(/^revision 1, set [0-9a-f]{16}, since .*Z \(test: all packages\)/);
    for (const [name, version] of Object.entries(versions)) expect(out).toContain(`${name}@${version}`);
  });

  test("promotes with a reason, under the operator's name", async () => {
    await bench.releaseAll();
    const { version, folder } = await bench.write("content", { files: { "browser/new.js": "1" } });
    await bench.store.admit("content", version, folder);
    expect((await site(["promote", `content@${version}`, "--why", "the new one"])).code).toBe(0);
    expect(await bench.store.current()).toMatchObject({ set: { revision: 2, versions: { content: version } }, by: "ada", why: "the new one" });
  });

  test("refuses a promotion without a reason, and changes nothing", async () => {
    const versions = await bench.releaseAll();
    const { code, err } = await site(["promote", `content@${versions.content}`]);
    expect(code).not.toBe(0);
    expect(err).toContain("--why");
    expect((await bench.store.current())?.set.revision).toBe(1);
  });

  test.each([
    [["promote", "analytics@1.0.0-000000000000", "--why", "x"], "PACKAGE_UNKNOWN"],
    [["promote", "content@1.0.0-000000000000", "--why", "x"], "RELEASE_NOT_FOUND"],
    [["publish", "analytics"], "PACKAGE_UNKNOWN"],
  ])("fails %j with the code %s, to people on the error stream and to machines as data", async (args, code) => {
    await bench.releaseAll();
    const people = await site(args);
    expect({ code: people.code, out: people.out }).toEqual({ code: 1, out: "" });
    expect(people.err).toContain(`${code}: `);
    const machines = await site(["--json", ...args]);
    expect(machines.code).toBe(1);
    expect(JSON.parse(machines.out)).toMatchObject({ error: { code } });
  });

  test("lists every problem of a wrong environment and does nothing", async () => {
    const { code, err } = await site(["status"], { PORT: "http", SITE_EDGE: "squid" });
    expect(code).toBe(1);
    expect(err).toMatch(/^ENVIRONMENT_INVALID: .*PORT.*SITE_EDGE/);
  });

  test("verifies what is live, and fails when another team signed it", async () => {
    await bench.releaseAll();
    expect(await site(["verify"])).toMatchObject({ code: 0, out: expect.stringContaining("verified compliance@") });
    const { version } = await bench.release("content", { signedBy: "download", files: { "browser/new.js": "1" } });
    const { code, err } = await site(["verify"]);
    expect(code).toBe(1);
    expect(err).toContain(`content@${version}: the signature is not that of the team of content.`);
  });
});
