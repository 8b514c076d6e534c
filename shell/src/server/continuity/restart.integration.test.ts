import { mkdtempSync } from "node:fs";
import { chmod, cp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { integrityToDigest } from "@site/contracts/releases/digest";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { openDataStore } from "../data/data-store.ts";
import { serverFormat } from "../pages/build-id.ts";
import { toBlobPath } from "../releases/storage/file-blobs.ts";
import { fewPages } from "../testing/few-pages.ts";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { planChannels } from "../publishing/plan-channels.ts";
import { carryOut } from "../publishing/promote.ts";
import { createFixtureBench, type FixtureBench } from "../testing/fixture-bench.ts";
import { toServerSource } from "../testing/fixture-release.ts";
import { shareComposer } from "../testing/shared-composer.ts";
import { openSeenRevision } from "../releases/signed-store/seen-revision.ts";
import { type Continuity, openContinuity } from "./continuity.ts";
import { replaceServerKey } from "./server-key.ts";
import { toContinuityFolder } from "./state-files.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Server extends FixtureApp {
  continuity: Continuity;
}

let bench: FixtureBench;
let stateDir = "";
let folders: string[] = [];
let servers: Server[] = [];
beforeEach(async () => {
  bench = await createFixtureBench();
  stateDir = mkdtempSync(join(tmpdir(), "restart-"));
  folders = [stateDir];
  servers = [];
  await bench.releaseAll({ shell: fewPages });
});
afterEach(async () => {
  for (const server of servers) await server.close();
  await bench.remove();
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** Starts a server on the bench's store with what the folder remembers, as a new process would. */
async function start({ site = siteConfigs.GGPPH, code }: { site?: SiteConfig; code?: string } = {}): Promise<Server> {
  const continuity = await openContinuity({ stateDir, siteId: site.siteId, format: serverFormat });
  const app = await createFixtureApp(bench, {
    site,
    continuity,
    ...(code !== undefined && { composer: shareComposer(site, code) }),
    store: bench.reopen({ seen: openSeenRevision(stateDir, "stable") }),
    openData: (onRefused) =>
      openDataStore({
        folder: join(bench.root, "data"),
        defaults: join(import.meta.dirname, "../../../data"),
        remembered: continuity.saved?.documents,
        onRefused,
      }),
  });
  let closing: Promise<void> | undefined;
  const server = { ...app, continuity, close: () => (closing ??= app.close().then(() => continuity.close())) };
  servers.push(server);
  await app.start();
  return server;
}

/** Every page of a server: its document, its headers and its data. */
async function readPages({ server, live }: Server): Promise<Map<string, unknown>> {
  const paths = [...(live.state()?.paths ?? []), "/no-such-page/"].flatMap((path) => [path, `${path}_payload.json`]);
  const answers = new Map<string, unknown>();
  for (const url of paths) {
    const { statusCode, headers, body } = await server.inject({ url });
    answers.set(url, { statusCode, body, etag: headers.etag, policy: headers["content-security-policy"] });
  }
  return answers;
}

async function ready({ server }: Server): Promise<Record<string, unknown>> {
  const answer: Record<string, unknown> = JSON.parse((await server.inject({ url: "/readyz" })).body);
  return answer;
}

/** Takes the server file of every remote out of the store: none of them verifies any more. */
async function killRemotes(): Promise<void> {
  const versions = (await bench.store.current())?.set.versions ?? {};
  for (const [name, version] of Object.entries(versions)) {
    const { release } = await bench.reopen().load(name, version);
    const file = release.files[release.serverEntry];
    if (name !== "shell" && file) await rm(toBlobPath(bench.root, integrityToDigest(file.integrity)), { force: true });
  }
}

/** Whether visitors of these buckets get the text that is tried. */
const readTried = async ({ server }: Server): Promise<boolean[]> =>
  Promise.all(
    [49, 50].map(async (bucket) => {
      const { body } = await server.inject({ url: "/about-us/", headers: { cookie: `bucket=${bucket}` } });
      return body.includes("the text that is tried");
    }),
  );

/** Waits until a server has composed, also when parts failed. */
async function untilComposed(server: Server): Promise<void> {
  await server.live.refresh();
}

describe("a restart", () => {
  test("without any remote in the store serves every page as before, and says since when they are", async () => {
    const first = await start();
    const before = await readPages(first);
    const composedAt = first.live.composedAt();
    await first.close();
    await killRemotes();

    const second = await start();
    expect(await ready(second)).toMatchObject({ ready: true, restored: { composedAt } });
    expect(await readPages(second)).toEqual(before);
    await untilComposed(second);
    expect(await readPages(second)).toEqual(before);
    expect(await ready(second)).toMatchObject({ ready: true, restored: { composedAt } });
    await second.close();
    // The start after that still has the pages.
    expect(await readPages(await start())).toEqual(before);
  });

  test("B300 keeps visitors on the canary, unless it has ended meanwhile", async () => {
    const { store } = bench;
    const { version } = await bench.admit("content", { server: toServerSource("the text that is tried") });
    const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
    const half = { kind: "canary-start", changes: { content: version }, percent: 50, first: 0 } as const;
    await carryOut(store, await planChannels(store, half), note);
    const first = await start();
    await untilComposed(first);
    expect(await readTried(first)).toEqual([true, false]);
    await first.close();

    const second = await start();
    expect(await readTried(second)).toEqual([true, false]);
    const [page, same] = [second.live.state(), second.live.canary()?.state].map((state) =>
      second.live.findPage({ page: "/privacy-policy/", locale: "en", rule: "none" }, state),
    );
    expect(same).toBe(page);
    await untilComposed(second);
    expect(await readTried(second)).toEqual([true, false]);
    await second.close();

    await carryOut(store, await planChannels(store, { kind: "canary-stop" }), note);
    expect(await readTried(await start())).toEqual([false, false]);
  });

  test("with an intact store says that pages are restored until they are composed anew", async () => {
    const first = await start();
    const before = await readPages(first);
    await first.close();
    const second = await start();
    expect((await ready(second))["restored"]).toMatchObject({ pages: first.live.state()?.pages.size });
    await untilComposed(second);
    expect((await ready(second))["restored"]).toBeNull();
    expect(await readPages(second)).toEqual(before);
  });

  test("serves pages while the store cannot be read, and shows the lag of the reconciler", async () => {
    const first = await start();
    const before = await readPages(first);
    await first.close();
    await rename(bench.root, `${bench.root}.away`);
    const second = await start();
    expect(await readPages(second)).toEqual(before);
    await second.reconciler.look();
    expect(await ready(second)).toMatchObject({
      ready: true,
      desired: null,
      lag: { why: expect.any(String) },
      restored: { composedAt: first.live.composedAt() },
    });
    await rename(`${bench.root}.away`, bench.root);
    await second.reconciler.look();
    await untilComposed(second);
    expect((await ready(second))["restored"]).toBeNull();
  });

  test("composes from nothing when the store lacks the set, and when the configuration changed", async () => {
    const first = await start();
    await first.close();
    const other = await start({ site: { ...siteConfigs.GGPPH, brandAlias: "other" } });
    expect(await ready(other)).toMatchObject({ ready: true, restored: null });
    await other.close();
    await bench.remove();
    bench = await createFixtureBench();
    await bench.releaseAll({ shell: fewPages, content: { packageVersion: "2.0.0" } });
    await rm(join(stateDir, "seen", "stable"), { recursive: true });
    const foreign = await start();
    expect(await ready(foreign)).toMatchObject({ ready: true, restored: null });
  });

  test("with other code serves the earlier pages at once, and composes every page anew; with the same code it composes none", async () => {
    const first = await start({ code: "of before" });
    const pages = first.live.state()?.pages;
    await first.close();
    const second = await start({ code: "of now" });
    const kept = [...(second.live.state()?.pages ?? [])];
    expect(kept.map(([key]) => key).toSorted()).toEqual([...(pages?.keys() ?? [])].toSorted());
    await untilComposed(second);
    const composed = second.live.state()?.pages;
    expect(kept.filter(([key, page]) => composed?.get(key) === page)).toEqual([]);
    await second.close();
    const third = await start({ code: "of now" });
    const again = [...(third.live.state()?.pages ?? [])];
    await untilComposed(third);
    expect(again.filter(([key, page]) => third.live.state()?.pages.get(key) !== page)).toEqual([]);
  });

  test("of a server that was killed serves what was written last", async () => {
    const first = await start();
    const before = await readPages(first);
    await first.close();
    const second = await start();
    await bench.release("content", { packageVersion: "3.0.0" });
    await second.live.refresh();
    // A copy of the disk at the moment of the kill: the new release is live, and not written yet.
    const [killed, former] = [`${stateDir}.killed`, stateDir];
    await cp(former, killed, { recursive: true });
    folders.push(killed);
    await second.close();
    stateDir = killed;
    await killRemotes();
    const third = await start();
    expect(await readPages(third)).toEqual(before);
  });

  const damages: { what: string; damage(): Promise<void> }[] = [
    {
      what: "a damaged",
      damage: async () => void (await rm(join(toContinuityFolder(stateDir, "GGPPH"), "bodies"), { recursive: true })),
    },
    { what: "a foreign", damage: async () => void (await replaceServerKey(stateDir)) },
    { what: "an exposed", damage: () => chmod(join(stateDir, "server-key.pem"), 0o644) },
    {
      what: "an older",
      damage: async () => {
        const folder = join(toContinuityFolder(stateDir, "GGPPH"), "index");
        const [name = ""] = await readdir(folder);
        await rename(join(folder, name), join(folder, "00000000.json"));
      },
    },
  ];
  test.for(damages)("with $what state composes from nothing, says why, and writes a new state", async ({ damage }) => {
    const first = await start();
    const before = await readPages(first);
    await first.close();
    await damage();
    const second = await start();
    expect(second.continuity.refusal).toMatchObject({ code: "CONTINUITY_REFUSED" });
    expect(await ready(second)).toMatchObject({ ready: true, restored: null });
    expect(await readPages(second)).toEqual(before);
    await second.close();
    expect(second.continuity.status()).toEqual({
      revision: second.live.state()?.set.revision,
      composedAt: second.live.composedAt(),
      rememberedAt: expect.any(String),
      problem: null,
    });
    const third = await start();
    expect(third.continuity.refusal).toBeUndefined();
    expect(await ready(third)).toMatchObject({ restored: { composedAt: second.live.composedAt() } });
  });

  test("on a folder that cannot be written serves pages, and says that they cannot be remembered", async () => {
    const first = await start();
    const before = await readPages(first);
    await first.close();
    // A file in the place of a folder, because permissions do not stop every account from writing.
    await rm(join(stateDir, "staging"), { recursive: true });
    await writeFile(join(stateDir, "staging"), "");
    const second = await start();
    expect(await readPages(second)).toEqual(before);
    await untilComposed(second);
    await second.continuity.close();
    expect(await ready(second)).toMatchObject({
      ready: true,
      remembers: { rememberedAt: null, problem: expect.stringContaining("could not be remembered") },
    });
    expect(await readPages(second)).toEqual(before);
  });

  test("of two servers with one folder serves what one of them wrote", async () => {
    const [one, two] = [await start(), await start()];
    const before = await readPages(one);
    await Promise.all([one.close(), two.close()]);
    await killRemotes();
    expect(await readPages(await start())).toEqual(before);
  });
});
