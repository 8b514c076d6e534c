import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { fewPages } from "../../src/server/testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";
import { natsNote, natsProgram, startNatsServers } from "../../src/server/testing/nats-servers.ts";
import { type ServedSite, serveSite, toMachine } from "../../src/server/testing/nats-sites.ts";
import { runSiteIn } from "../testing/run-site-fixture.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

const soon = { timeout: 30_000, interval: 100 };

const readySchema = v.object({
  versions: v.record(v.string(), v.string()),
  lag: v.nullable(v.object({ why: v.string() })),
  trust: v.object({ expires: v.string(), refused: v.array(v.string()) }),
});

describe.skipIf(natsProgram === undefined)(`a server that is restarted while its store is away${natsNote}`, () => {
  let folder = "";
  let bench: FixtureBench;
  let nats: Awaited<ReturnType<typeof startNatsServers>>;
  let served: ServedSite | undefined;
  let metricsPort = 0;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "restart-without-store-"));
    bench = await createFixtureBench();
    await bench.writeIdentities();
    await bench.releaseAll({ shell: fewPages });
    nats = await startNatsServers({ folder });
    const copied = await runSiteIn(`${bench.root}.copy`, ["store", "copy", bench.root, nats.url], {
      TRUST_DIR: `${bench.root}.trust`,
      STATE_DIR: join(folder, "operator.state"),
    });
    expect(copied).toMatchObject({ code: 0 });
    metricsPort = await findFreePort();
    served = await serve();
    await served.stop();
    await nats.stop();
    served = await serve();
    await vi.waitFor(async () => expect(await ready()).toMatchObject({ lag: { why: "STORE_UNREACHABLE" } }), soon);
    // The last package that is loaded: from then on all were tried.
    await vi.waitFor(() => expect(served?.log()).toMatch(/"remote":"compliance"/), soon);
  });
  afterAll(async () => {
    await served?.stop("SIGKILL");
    await nats?.stop();
    await bench?.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const serve = async (): Promise<ServedSite> =>
    serveSite("one", { ...(await toMachine(bench, "one", nats.url)), METRICS_PORT: String(metricsPort) });
  const ready = async (): Promise<v.InferOutput<typeof readySchema>> =>
    v.parse(readySchema, await (await fetch(`${served?.origin}/readyz?whole`)).json());
  const readMetrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();

  test("says when its trust list ends, and no figure for the revision that it could not read", async () => {
    const { trust } = await ready();
    const metrics = await readMetrics();
    expect(metrics).toContain(`\nsite_trust_expires_timestamp_seconds ${Date.parse(trust.expires) / 1000}\n`);
    expect(metrics).toMatch(/^site_revision_live 1$/m);
    expect(metrics).not.toMatch(/^site_revision_desired /m);
    expect(metrics).toMatch(/^site_revision_stale_seconds (?!0$)\S+$/m);
  });

  test("counts no release as refused, neither those that are live nor one whose file a browser asks for", async () => {
    const { versions, trust } = await ready();
    expect(trust.refused).toEqual([]);
    expect(served?.log()).not.toContain("would be refused");
    expect(served?.log()).not.toContain("was revoked");
    const asked = await fetch(`${served?.origin}/_release/content/${versions["content"]}/remoteEntry.js`);
    expect([asked.status, asked.headers.get("retry-after"), asked.headers.get("cache-control")]).toEqual([
      503,
      "5",
      "no-store",
    ]);
    expect(served?.log()).toContain("the store gives no answer");
    expect(served?.log()).not.toContain("a release was refused");
    expect(await readMetrics()).not.toMatch(/^release_refused_total\{/m);
  });
});
