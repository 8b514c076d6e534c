import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { type Front, nginx, startFront } from "../../e2e/geography/start-front.ts";
import { siteConfigs } from "../../sites/sites.ts";
import { serverFormat } from "../../src/server/pages/build-id.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { type ServedSite, serveSite } from "../../src/server/testing/nats-sites.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Milliseconds between two requests: 150 each second. */
const betweenMs = 1000 / 150;

const buildSchema = v.object({ id: v.string() });

/** What tells which build wrote a document: the name of the site, in its title and in its social card. */
const names = { before: `${siteConfigs.GGPPH.name} Before`, after: siteConfigs.GGPPH.name };

describe.skipIf(nginx === undefined)("two servers behind the nginx of the recipe (skipped without nginx)", () => {
  const folder = mkdtempSync(join(tmpdir(), "rolling-upgrade-"));
  const before = join(folder, "before");
  let bench: FixtureBench;
  let front: Front;
  const ports: number[] = [];
  const sites: ServedSite[] = [];

  const start = (index: number, build?: string): Promise<ServedSite> =>
    serveSite(
      `server-${index}`,
      {
        STORE_DIR: bench.root,
        STATE_DIR: join(folder, `state-${index}`),
        ACCESS_DIR: join(folder, "access"),
        PORT: String(ports[index]),
        TRUSTED_PROXIES: "127.0.0.1",
        DRAIN_SECONDS: "1",
        LOG_LEVEL: "error",
      },
      build,
    );

  beforeAll(async () => {
    makeBuild(before);
    bench = await createFixtureBench();
    await bench.writeIdentities();
    await bench.releaseAll();
    ports.push(await findFreePort(), await findFreePort());
    sites.push(...(await Promise.all([start(0, before), start(1, before)])));
    front = await startFront(ports, "recipe");
  });
  afterAll(async () => {
    await front?.stop();
    await Promise.all(sites.map((site) => site.stop("SIGKILL")));
    await bench?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  test("are restarted from the build before to this one, one after the other: every GET is answered, with a document of one build", async () => {
    const stop = new AbortController();
    const asked: Promise<string>[] = [];
    const asking = (async () => {
      while (!stop.signal.aborted) {
        // A query of its own keeps each request from being answered by the cache of nginx.
        asked.push(ask(`${front.origin}/about-us/?n=${asked.length}`));
        await sleep(betweenMs);
      }
    })();
    for (const index of [0, 1]) {
      await sleep(500);
      expect(await sites[index]?.stop()).toBe(0);
      sites[index] = await start(index);
      // nginx asks a server again 2 seconds after it refused a connection.
      await sleep(2500);
    }
    stop.abort();
    await asking;
    const answers = await Promise.all(asked);
    expect(new Set(answers)).toEqual(new Set(["before", "after"]));
    expect(answers.length).toBeGreaterThan(300);
    console.log(
      `${answers.length} GETs, ${answers.filter((one) => one === "before").length} of them by the build before.`,
    );
    const ids = await Promise.all(
      sites.map(
        async ({ origin }) => v.parse(buildSchema, await (await fetch(`${origin}/builds/latest.json`)).json()).id,
      ),
    );
    expect(new Set(ids).size).toBe(1);
    expect([await ask(`${front.origin}/about-us/?last`), await ask(`${front.origin}/about-us/?again`)]).toEqual([
      "after",
      "after",
    ]);
  });
});

/** Which build wrote a page, or what is wrong with it. */
async function ask(url: string): Promise<string> {
  try {
    const response = await fetch(url);
    const text = await response.text();
    if (response.status !== 200 || !text.endsWith("</html>\n")) return `${response.status} ${text.slice(0, 200)}`;
    const title = /<title>[^<]*\| ([^<]*)<\/title>/.exec(text)?.[1];
    const card = /property="og:site_name" content="([^"]*)"/.exec(text)?.[1];
    const build = Object.entries(names).find(([, name]) => name === title && name === card)?.[0];
    return build ?? `mixed: ${title} and ${card}`;
  } catch (error) {
    return String(error);
  }
}

/**
 * Makes the build before: the server's sources with another format of documents, another name of the site and another version. With a commit in
 * `BEFORE_COMMIT` it is what was committed there, with the dependencies of today and another name of the site.
 */
function makeBuild(target: string, commit = process.env["BEFORE_COMMIT"]): void {
  mkdirSync(target);
  if (commit !== undefined) extractBuild(target, commit);
  else copyBuild(target);
  change(join(target, "shell/sites/ggpph.ts"), `name: "${names.after}"`, `name: "${names.before}"`);
}

/** Its packages find each other by the links of this workspace, which are relative. */
function extractBuild(target: string, commit: string): void {
  const packed = join(target, "build.tar");
  execFileSync("git", ["archive", "--output", packed, commit], { cwd: workspaceRoot });
  execFileSync("tar", ["--extract", "--file", packed, "--directory", target]);
  symlinkSync(join(workspaceRoot, "node_modules"), join(target, "node_modules"));
  for (const name of ["shell/node_modules", "shared-contracts/node_modules"])
    cpSync(join(workspaceRoot, name), join(target, name), { recursive: true, verbatimSymlinks: true });
}

function copyBuild(target: string): void {
  const left = /(^|\/)(node_modules|dist|\.build|e2e|bench)(\/|$)|\.test\.tsx?$/;
  for (const name of ["shell", "package.json", "pnpm-workspace.yaml"])
    cpSync(join(workspaceRoot, name), join(target, name), {
      recursive: true,
      filter: (source) => !left.test(relative(workspaceRoot, source)),
    });
  for (const name of ["node_modules", "shell/node_modules", "shared-contracts"])
    symlinkSync(join(workspaceRoot, name), join(target, name));
  change(
    join(target, "shell/src/server/pages/build-id.ts"),
    `serverFormat = ${serverFormat}`,
    `serverFormat = ${serverFormat - 1}`,
  );
  change(join(target, "shell/package.json"), '"version": "', '"version": "0.');
}

function change(file: string, from: string, to: string): void {
  const text = readFileSync(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  writeFileSync(file, text.replace(from, to));
}
