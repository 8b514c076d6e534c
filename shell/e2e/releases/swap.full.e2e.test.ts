import { setTimeout as sleep } from "node:timers/promises";
import type { PackageName } from "@site/contracts/names/package-name";
import type { PagePayload } from "@site/contracts/pages/payload";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import { afterAll, beforeAll, expect, test } from "vitest";
import { admitVariant, countersignVariants, promoteVariants } from "../faults/admit-variant.ts";
import { recordFigure } from "../faults/record-figure.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { removeStore } from "../harness/template-store.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { promote, rollback } from "../../src/server/publishing/promote.ts";
import {
  type AnsweredPage,
  fetchPage,
  fetchPayload,
  fetchRevision,
  listMarks,
  toVersions,
  untilLive,
} from "./answers.ts";
import { type Variant, toClass } from "./release-variant.ts";
import { openStore } from "./site-command.ts";
import { sampled } from "../harness/sampled.ts";

const swaps = sampled({ all: 100, sample: 20 });
const minRequests = sampled({ all: 200, sample: 60 });
/** Milliseconds between two requests of a visitor. */
const pause = 25;
/**
 * Swaps between two looks at whether the newest is live, an odd number, so that both variants are looked at. Those in between the server may pass over,
 * as it should.
 */
const burst = 5;
const note = { why: "to see it swap" };
/** Pages of three remotes; the swapped remote is around every one of them. */
const paths = ["/", "/about-us/", "/download/", "/privacy-policy/", "/ggteam/"];

let site: RunningSite;
let variants: Variant[];

beforeAll(async () => {
  const storeDir = await copyStartedStore("GGPPH");
  variants = [];
  for (const mark of ["odd", "even"]) {
    const variant = await admitVariant(storeDir, "navigation", { mark });
    await countersignVariants(storeDir, [variant]);
    variants.push(variant);
  }
  const live = await promoteVariants(storeDir, variants.slice(0, 1));
  site = await startSite("GGPPH", { storeDir });
  await untilLive(site, live.id);
});
afterAll(async () => {
  await site?.stop();
  await removeStore(site.storeDir);
});

test(
  "while one remote swaps again and again, every visitor gets a page, all of one set",
  { timeout: 300_000 },
  async () => {
    const store = await openStore(site.storeDir);
    const seen = new Set<string>();
    const problems: string[] = [];
    let requests = 0;
    const swapping = new AbortController();

    async function look(): Promise<void> {
      for (let turn = 0; !swapping.signal.aborted || requests < minRequests; turn += 1) {
        // Visitors, not a flood: the server shares this machine with them.
        await sleep(pause);
        const path = paths[turn % paths.length] ?? "/";
        requests += 1;
        try {
          const found =
            turn % 3 === 2
              ? describePayload(await fetchPayload(site, path))
              : describePage(await fetchPage(site, path));
          seen.add(found.version);
          if (found.problems.length > 0) problems.push(`${path}: ${found.problems.join(", ")}`);
        } catch (error) {
          problems.push(`${path}: ${String(error)}`);
        }
      }
    }

    const visitors = [look(), look()];
    for (let turn = 1; turn <= swaps; turn += 1) {
      const target = variants[turn % 2];
      if (!target) throw new Error("There are two variants.");
      const { set } =
        turn % 4 === 3
          ? await rollback(store, { package: target.name }, note)
          : await promote(store, { [target.name]: target.version }, note);
      if (turn % burst !== 0) continue;
      const promotedAt = performance.now();
      await untilRevision(set.revision);
      recordFigure("swap", "seconds until a promote is seen", (performance.now() - promotedAt) / 1000);
      // Once one visitor has seen it, no visitor sees an older one.
      const page = await fetchPage(site, paths[turn % paths.length] ?? "/");
      requests += 1;
      seen.add(describePage(page).version);
      if (listMarks(page.html).join() !== target.mark)
        problems.push(`revision ${set.revision} was live, then a page was of ${listMarks(page.html).join()}`);
    }
    swapping.abort();
    await Promise.all(visitors);

    recordFigure("swap", "requests that failed or mixed sets", problems.length);
    expect([...new Set(problems)]).toEqual([]);
    expect(requests).toBeGreaterThanOrEqual(minRequests);
    expect([...seen].toSorted()).toEqual(variants.map(({ version }) => version).toSorted());
    expect((await fetch(`${site.origin}/readyz`)).status).toBe(200);
  },
);

test("B191 B193 a page, its data and each part of it are of the same releases", async () => {
  for (const path of paths) {
    const page = await fetchPage(site, path);
    const payload = await fetchPayload(site, path);
    expect(toVersions(payload.releases)).toEqual(toVersions(page.set.packages));
    expect(payload.parts.islands).toEqual(page.parts.islands);
    expect(payload.styles.map(({ url }) => url)).toEqual(page.styles);
    for (const slot of payload.slots) {
      expect(page.html).toContain(`data-key="${slot.key}"`);
      const island = await fetch(`${site.origin}/__nuxt_island/${slot.key}.json`);
      expect(await island.json()).toEqual(slot);
    }
  }
});

test("a page has another ETag after a swap, and a browser that holds the old one gets the new page", async () => {
  const store = await openStore(site.storeDir);
  const before = await fetchPage(site, "/");
  const ask = (etag: string): Promise<Response> => fetch(`${site.origin}/`, { headers: { "if-none-match": etag } });
  expect((await ask(before.etag)).status).toBe(304);
  const { set } = await rollback(store, {}, note);
  await untilLive(site, set.id);
  const answer = await ask(before.etag);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("etag")).not.toBe(before.etag);
  expect((await ask(answer.headers.get("etag") ?? "")).status).toBe(304);
});

test("both versions' files stay where they were, with their own content", async () => {
  for (const { name, version, mark } of variants) {
    const release = (await (await openStore(site.storeDir)).load(name, version)).release;
    for (const file of Object.keys(release.files).filter((one) => /^browser\/.*\.(js|css)$/.test(one))) {
      const response = await fetch(`${site.origin}${toReleaseUrl(name, version, file)}`);
      expect(response.status, file).toBe(200);
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(await response.text(), file).toContain(file.endsWith(".css") ? toClass(name, mark) : `/*${mark}*/`);
    }
  }
});

/** The set alone would not do: it is the one of two revisions ago. */
function untilRevision(revision: number): Promise<void> {
  return waitUntil(async () => (await fetchRevision(site)) === revision, {
    what: `revision ${revision}`,
    within: 60_000,
  });
}

/** Of which version an answer is, and what in it is of another. */
interface Described {
  version: string;
  problems: string[];
}

function describePage({ status, html, css, set, parts, styles }: AnsweredPage): Described {
  const version = set.packages["navigation"]?.version ?? "";
  const problems = [
    ...describeParts(version, html, parts, styles),
    ...(status === 200 ? [] : [`status ${status}`]),
    ...variants
      .filter((variant) => css.includes(toClass(variant.name, variant.mark)) !== (variant.version === version))
      .map(({ mark }) => `wrong styles of ${mark}`),
  ];
  return { version, problems };
}

function describePayload({ slots, parts, styles }: PagePayload): Described {
  const version = parts.islands["navigation/header"]?.version ?? "";
  return {
    version,
    problems: describeParts(
      version,
      slots.map(({ html }) => html).join(""),
      parts,
      styles.map(({ url }) => url),
    ),
  };
}

function describeParts(
  version: string,
  html: string,
  parts: AnsweredPage["parts"],
  styles: readonly string[],
): string[] {
  const variant = variants.find((one) => one.version === version);
  return [
    ...(variant ? [] : [`unknown version ${version}`]),
    ...listMarks(html)
      .filter((mark) => mark !== variant?.mark)
      .map((mark) => `HTML of ${mark}`),
    ...(listMarks(html).length === 1 ? [] : ["no mark"]),
    ...(parts.islands["navigation/header"]?.version === version ? [] : ["another version in the state"]),
    ...styles.filter((url) => isForeign(url, "navigation", version)),
  ];
}

function isForeign(url: string, name: PackageName, version: string): boolean {
  return url.startsWith(`/_release/${name}/`) && !url.startsWith(toReleaseUrl(name, version, ""));
}
