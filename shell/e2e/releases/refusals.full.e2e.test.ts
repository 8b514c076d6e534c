import { appendFile, cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PackageName } from "@site/contracts/names/package-name";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCodes } from "../../cli/command-line/exit-codes.ts";
import { admitVariant } from "../faults/admit-variant.ts";
import { copyStartedStore } from "../harness/start-site.ts";
import { removeStore } from "../harness/template-store.ts";
import { type Variant, type VariantOptions, writeVariant } from "./release-variant.ts";
import { openStore, publish, runCommand } from "./site-command.ts";
import { sampledCases } from "../harness/sampled.ts";

/** A release that is refused, and what its team is told. */
interface Refusal {
  what: string;
  code: string;
  reason: RegExp;
  options?: Omit<VariantOptions, "mark">;
  /** Spoils the folder after it was written. */
  spoil?(variant: Variant): Promise<void>;
  /** The package it is published as. */
  as?: PackageName;
}

const refusals: Refusal[] = [
  {
    what: "a file that does not have its listed hash",
    code: "RELEASE_FILE_MISMATCH",
    reason: /browser\/remoteEntry\.js .*Build and sign it again/,
    spoil: ({ folder }) => appendFile(join(folder, "browser/remoteEntry.js"), ";window.__pwned = 1;"),
  },
  {
    what: "another team's release",
    code: "RELEASE_NAME_FOREIGN",
    reason: /is named navigation; the team of download/,
    as: "download",
  },
  {
    what: "code inside its document",
    code: "RELEASE_ENTRY_FORBIDDEN",
    reason: /getPublicPath/,
    options: { change: (release) => ({ ...release, getPublicPath: "return '/evil/'" }) },
  },
  {
    what: "one page of many that does not render",
    code: "RELEASE_PAGE_FAILED",
    reason: /header does not render: out of cards \(on GGP\w+ .*house-rules/,
    options: {
      beforeRender: 'if (key === "header" && context.page.name === "house-rules") throw new Error("out of cards");',
    },
  },
  {
    what: "a contract the shell does not know",
    code: "RELEASE_CONTRACT_UNSUPPORTED",
    reason: /contract 9\.0\.0[^]*Install @site\/contracts 1\.0\.0, which is the shell's/,
    options: { change: (release) => ({ ...release, contract: "9.0.0" }) },
  },
  {
    what: "another React than the shell's",
    code: "RELEASE_SHARED_UNSUPPORTED",
    reason: /react \^99\.0\.0.*the shell provides 19/,
    options: { change: (release) => ({ ...release, shared: { ...release.shared, react: "^99.0.0" } }) },
  },
  {
    what: "a file outside of its folder",
    code: "RELEASE_INVALID",
    reason: /expected browser\/… or server\/…/,
    options: {
      change: (release) => ({
        ...release,
        files: { ...release.files, "browser/../../../store.trust/targets.json": release.files["server/entry.cjs"] },
      }),
    },
  },
  {
    what: "a server file that does not have its listed hash",
    code: "RELEASE_FILE_MISMATCH",
    reason: /server\/entry\.cjs/,
    spoil: ({ folder }) => appendFile(join(folder, "server/entry.cjs"), ";"),
  },
  {
    what: "code deep inside its document",
    code: "RELEASE_ENTRY_FORBIDDEN",
    reason: /getPublicPath/,
    options: { change: (release) => ({ ...release, exposes: [{ metaData: { getPublicPath: "return '/evil/'" } }] }) },
  },
  {
    what: "a page that does not render",
    code: "RELEASE_PAGE_FAILED",
    reason: /header does not render: out of cards/,
    options: { beforeRender: 'if (key === "header") throw new Error("out of cards");' },
  },
  {
    what: "a version that is none",
    code: "RELEASE_INVALID",
    reason: /version/,
    options: { change: (release) => ({ ...release, version: "../../content/1" }) },
  },
];

let storeDir = "";
beforeAll(async () => {
  storeDir = await copyStartedStore("GGPPH");
});
afterAll(() => removeStore(storeDir));

test.for(sampledCases(4, refusals))(
  "$what is refused with $code and its reason, and what is live stays",
  async ({ code, reason, options, spoil, as }) => {
    const before = await lookAround();
    const made = await writeVariant(storeDir, "navigation", { mark: "refused", ...options });
    await spoil?.(made);
    const { exitCode, error } = await runCommand(storeDir, "publish", as ?? made.name, "--from", made.folder);
    const codes = error?.problems?.map((problem) => problem.code) ?? [error?.code];
    expect(codes).toContain(code);
    expect(error?.detail).toMatch(reason);
    expect([exitCodes.refused.code, exitCodes.trust.code]).toContain(exitCode);
    expect(await lookAround()).toEqual(before);
  },
);

test("a release signed with another team's key is refused", async () => {
  const before = await lookAround();
  const made = await writeVariant(storeDir, "navigation", { mark: "forged" });
  const key = `${storeDir}.keys/teams/navigation.pem`;
  const own = await readFile(key);
  await cp(`${storeDir}.keys/teams/content.pem`, key);
  const { error } = await runCommand(storeDir, "publish", made.name, "--from", made.folder);
  await writeFile(key, own);
  expect(error).toEqual({ code: "KEY_FOREIGN", detail: expect.stringContaining("the team of navigation") });
  expect(await lookAround()).toEqual(before);
});

test("the same release can be published twice, other content cannot take its version", async () => {
  // A publish ends with that.
  const made = await admitVariant(storeDir, "navigation", { mark: "twice" });
  await publish(storeDir, made);
  const before = await lookAround();
  const other = await writeVariant(storeDir, "navigation", {
    mark: "thrice",
    change: (release) => ({ ...release, version: made.version }),
  });
  const { error } = await runCommand(storeDir, "publish", other.name, "--from", other.folder);
  expect(error?.problems).toMatchObject([{ code: "RELEASE_VERSION_FOREIGN", release: made.label }]);
  expect(await lookAround()).toEqual(before);
});

/** What is live, with the digests of all its files, and what is in the store: all that servers read of it. */
async function lookAround() {
  const store = await openStore(storeDir);
  const live = await store.current();
  const loaded = await Promise.all(
    Object.entries(live?.set.versions ?? {}).map(([name, version]) => store.load(name, version)),
  );
  expect(loaded).toHaveLength(6);
  return {
    live,
    digests: loaded.map(({ label, digest }) => [label, digest]),
    navigation: await store.versions("navigation"),
    download: await store.versions("download"),
  };
}
