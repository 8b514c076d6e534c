import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import brandAmbassadors from "../../data/brand-ambassador.json" with { type: "json" };
import { admitVariant, promoteVariants } from "../faults/admit-variant.ts";
import { recordFigure } from "../faults/record-figure.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { sampled, sampledCases } from "../harness/sampled.ts";
import { removeStore } from "../harness/template-store.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { fetchPage, untilLive } from "./answers.ts";
import type { Variant } from "./release-variant.ts";

/** An ambassador's name, and what the variant's header does when it reads it. A sample has the first one: hostile-releases has those that end their process. */
const faults = [
  {
    id: "server-render-throws",
    word: "Please Throw",
    does: "throws",
    code: 'throw new Error("asked to throw");',
    requests: sampled({ all: 1000, sample: 100 }),
  },
  { id: "server-render-loops", word: "Please Loop", does: "loops for ever", code: "for (;;);", requests: 100 },
  {
    id: "server-render-leaks",
    word: "Please Leak",
    does: "fills the memory",
    code: "for (const all = [];;) all.push(new Array(100_000).fill(all.length));",
    requests: 100,
  },
] as const;
const paths = ["/", "/about-us/", "/download/", "/privacy-policy/", "/ggteam/"];
/** Milliseconds in which a change must be live, however often a process had to be given up. */
const within = 60_000;

let site: RunningSite;
let variant: Variant;

beforeAll(async () => {
  const storeDir = await copyStartedStore("GGPPH");
  variant = await admitVariant(storeDir, "navigation", {
    mark: "frail",
    beforeRender: `if (key === "header") {
      const words = JSON.stringify(context.data);
      ${faults.map(({ word, code }) => `if (words.includes("${word}")) ${code}`).join("\n")}
    }`,
  });
  const { id } = await promoteVariants(storeDir, [variant]);
  site = await startSite("GGPPH", { storeDir, env: { METRICS_PORT: "0" } });
  await untilLive(site, id);
});
afterAll(async () => {
  await site?.stop();
  await removeStore(site.storeDir);
});

test.for(sampledCases(1, faults))(
  "a header that $does keeps its last good HTML, everything else is fresh, and visitors get their pages",
  { timeout: 240_000 },
  async ({ id, word, requests }) => {
    const fresh = `Fresh ${word.slice(7)}`;
    const before = await fetchPage(site, "/about-us/");
    const failuresBefore = await countFailures();
    await writeAmbassadors(word, fresh);

    const statuses = new Map<number, number>();
    let isFresh = false;
    for (let asked = 0; asked < requests || !isFresh; asked += 10) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_request, index) => fetch(`${site.origin}${paths[index % paths.length]}`)),
      );
      for (const answer of answers) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        await answer.arrayBuffer();
      }
      isFresh ||= readMain((await fetchPage(site, "/ggteam/")).html).includes(fresh);
    }
    expect([...statuses.keys()]).toEqual([200]);
    const answers = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    recordFigure(id, "answers that were not 200", answers - (statuses.get(200) ?? 0));
    if (id === "server-render-throws") recordFigure(id, "requests", answers);

    const page = await fetchPage(site, "/about-us/");
    expect(readHeader(page.html)).toBe(readHeader(before.html));
    expect(readHeader((await fetchPage(site, "/ggteam/")).html)).not.toContain(word);
    expect(await countFailures()).toBeGreaterThan(failuresBefore);
    const logged = site.log().filter(({ msg }) => msg === "a remote could not be rendered");
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.every((entry) => entry["remote"] === "navigation" && entry["version"] === variant.version)).toBe(
      true,
    );

    await rm(toDocument());
    await waitUntil(async () => isLive((await fetchPage(site, "/about-us/")).html), {
      what: "the header to recover",
      within,
    });
    expect(readHeader((await fetchPage(site, "/about-us/")).html)).toBe(readHeader(before.html));
    expect(readMain((await fetchPage(site, "/ggteam/")).html)).not.toContain(fresh);
  },
);

test("a data document that is invalid changes nothing, and is named", async () => {
  const before = await fetchPage(site, "/ggteam/");
  await put('{"ambassadors":[{"slug":"Not A Slug","name":"X"}]}');
  await waitUntil(() => site.log().some(({ document }) => document === "brand-ambassador"), { what: "the refusal" });
  expect(site.log().find(({ document }) => document === "brand-ambassador")?.["problem"]).toContain(
    "ambassadors.0.slug",
  );
  expect((await fetchPage(site, "/ggteam/")).etag).toBe(before.etag);
  await rm(toDocument());
});

function toDocument(): string {
  return join(site.storeDir, "data", site.id, "brand-ambassador.json");
}

/** The shipped ambassadors, two of them by other names. */
function writeAmbassadors(...names: string[]): Promise<void> {
  const ambassadors = brandAmbassadors.ambassadors.map(({ slug, name }, index) => ({
    slug,
    name: names[index] ?? name,
  }));
  return put(JSON.stringify({ ambassadors }));
}

async function put(text: string): Promise<void> {
  await mkdir(join(site.storeDir, "data", site.id), { recursive: true });
  await writeFile(`${toDocument()}.new`, text);
  await rename(`${toDocument()}.new`, toDocument());
}

/** How often the variant failed to render, as the server counts it. */
async function countFailures(): Promise<number> {
  const metrics = await site.readMetrics();
  const line = metrics
    .split("\n")
    .find(
      (one) =>
        one.startsWith("remote_failure_total{") &&
        one.includes('remote="navigation"') &&
        one.includes(`version="${variant.version}"`),
    );
  return Number(line?.split(" ").at(-1) ?? 0);
}

/** Without the download button in it, which is another remote's. */
function readHeader(html: string): string {
  return (/<header.*?<\/header>/s.exec(html)?.[0] ?? "").replaceAll(/<div data-slot=.*?<\/div>/gs, "");
}

function readMain(html: string): string {
  return /<main.*?<\/main>/s.exec(html)?.[0] ?? "";
}

function isLive(html: string): boolean {
  return html.includes('data-island="navigation/header"');
}
