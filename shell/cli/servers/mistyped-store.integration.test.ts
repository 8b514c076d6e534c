import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { nodeOptions } from "@site/contracts/confine/node-options";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runSiteIn } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000 });

let folder = "";
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "mistyped-store-"));
  expect(await runSiteIn(join(folder, "store"), ["init"])).toMatchObject({ code: 0 });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Starts a server that must not start, and gives what it said, on both streams. */
function start(storeDir: string, program = "serve.ts", more: Record<string, string> = {}): Promise<string> {
  const env = {
    PATH: process.env["PATH"],
    PORT: "0",
    STORE_DIR: join(folder, storeDir),
    TRUST_DIR: join(folder, "store.trust"),
    STATE_DIR: join(folder, "state"),
    ...more,
  };
  return new Promise((resolve, reject) =>
    execFile(process.execPath, [...nodeOptions, join(import.meta.dirname, "..", program)], { env }, (error, out, err) =>
      error ? resolve(`${out}${err}`.trim()) : reject(new Error("it started")),
    ),
  );
}

test("a first start with a mistyped STORE_DIR says that there is no store, and with an empty store that it is empty", async () => {
  expect(await start("stroe")).toMatch(
    new RegExp(`STORE_NOT_FOUND: There is no release store at ${folder}/stroe\\..*STORE_DIR`),
  );
  expect(await start("store")).toMatch(/STORE_EMPTY: /);
});

test("a first start with a store of an earlier layout says that, and not that the trust list beside it is missing", async () => {
  for (const name of ["channels", "releases"]) mkdirSync(join(folder, "old", name), { recursive: true });
  expect(await start("old", "serve.ts", { TRUST_DIR: "" })).toMatch(/^STORE_OUTDATED: .*site init --migrate/);
});

test("npm start with a mistyped STORE_DIR says nothing but that there is no store", async () => {
  expect(await start("stroe", "start.ts", { SIMULATORS: "1", SIMULATORS_PORT: "0" })).toMatch(
    new RegExp(`^STORE_NOT_FOUND: There is no release store at ${folder}/stroe\\.[^\n]*STORE_DIR mistyped\\?$`),
  );
});
