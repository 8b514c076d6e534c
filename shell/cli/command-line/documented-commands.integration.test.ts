import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fixtureMaps } from "../../src/server/testing/fixture-maps.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { toServerSource } from "../../src/server/testing/fixture-release.ts";
import { exitCodes } from "./exit-codes.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** A command of a document: its words, and the variables that stand in front of it. */
interface Written {
  text: string;
  words: string[];
  hasVariables: boolean;
}

/**
 * The calls of `site` in the blocks of a document, in their order. What stands behind two spaces is said of a command.
 * @param heading the chapter that is read; without it, the whole document is
 */
function readCommands(document: string, heading: string | undefined): Written[] {
  const text = readFileSync(join(workspaceRoot, document), "utf8");
  const chapter = heading === undefined ? text : (text.split(/^## /m).find((one) => one.startsWith(heading)) ?? "");
  const lines = chapter.split("\n");
  return lines.flatMap((line) => {
    const [, variables, text] = /^((?:\w+=\S+ )*)npm run (?:-s )?site -- (.+?)(?: {2,}.*)?$/.exec(line) ?? [];
    if (text === undefined) return [];
    const words = [...text.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
    return [{ text, words, hasVariables: variables !== "" }];
  });
}

/** Verbs that need built packages, or do not end: the tests that run them. */
const runElsewhere: Record<string, string> = {
  build: "docs/add-a-remote.md",
  publish: "docs/add-a-remote.md",
  serve: "shell/src/server/testing/nats-sites.ts",
};

let bench: FixtureBench;
beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  const files = { ...fixtureMaps, "server/sbom.cdx.json": JSON.stringify({ bomFormat: "CycloneDX" }) };
  await bench.releaseAll({ content: { files } });
  const written = await bench.write("content", { files, server: toServerSource("newer content") });
  await bench.take(written);
  newer = `content@${written.version}`;
});
afterAll(() => bench.remove());

/** What stands in the documents for something that a command before has printed. */
const printed = { token: "", teamKey: "", publicKey: "" };
/** The release that is admitted and not live: a name alone is the one that was built last in this workspace. */
let newer = "";

function fill(words: readonly string[]): string[] {
  return words.map((word) => {
    if (["promote", "preview", "canary"].includes(words[0] ?? "") && word === "content") return newer;
    if (word === "3f2a") return printed.token;
    if (word === "3f2a9c0d") return printed.teamKey;
    return word.endsWith("…") ? printed.publicKey : word;
  });
}

/** A team's machine has its own keys, each time new ones. */
let machines = 0;
async function run(words: readonly string[]): ReturnType<typeof runSiteIn> {
  if (words.includes("--public-key") && printed.publicKey === "") await run(["keys", "make", "content"]);
  const isTeam = words[0] === "keys" && words[1] === "make";
  if (isTeam) machines += 1;
  const env: Record<string, string> = isTeam ? { KEYS_DIR: join(bench.root, `../laptop-${machines}`) } : {};
  const done = await runSiteIn(bench.root, fill(words), env);
  printed.token = /^([0-9a-f]{4,})\b.*\bviewer\b/m.exec(done.out)?.[1] ?? printed.token;
  printed.teamKey = bench.trust.team("content").keyId.slice(0, 12);
  printed.publicKey =
    /public key (\w{64})/.exec(done.out)?.[1] ?? (words.includes("--public-key") ? "" : printed.publicKey);
  return done;
}

test.each([
  ["README.md"],
  ["docs/releases.md", "One release, step by step"],
  // Last, because it revokes keys.
  ["docs/publishing.md"],
])("every site command that %s has does what it says", async (document, heading?: string) => {
  const commands = readCommands(document, heading);
  expect(commands.length).toBeGreaterThan(8);
  for (const { text, words, hasVariables } of commands) {
    const place = runElsewhere[words[0] ?? ""];
    if (place !== undefined) {
      expect(readFileSync(join(workspaceRoot, place), "utf8")).toContain(words[0]);
      continue;
    }
    expect(hasVariables, text).toBe(false);
    const { code, err } = await run(words);
    // The doctor finds that the trust list of the test has one day left.
    const expected = words[0] === "doctor" ? exitCodes.attention.code : exitCodes.done.code;
    expect({ text, code, err }).toEqual({ text, code: expected, err: expect.any(String) });
  }
});
