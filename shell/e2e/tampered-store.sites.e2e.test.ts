import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { toIntegrity } from "@site/contracts/releases/integrity";
import type { Release } from "@site/contracts/releases/release";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import type { PackageName } from "@site/contracts/names/package-name";
import { describe, expect, test } from "vitest";
import { copyStartedStore, type RunningSite, startSite } from "./harness/start-site.ts";
import { copyStore, removeStore } from "./harness/template-store.ts";
import { toStoredPath } from "./harness/stored-file.ts";
import { untilComposed } from "./releases/readiness.ts";
import { openStore } from "./releases/site-command.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { listSitesInTurn } from "./harness/describe-sites.ts";
import { sampled } from "./harness/sampled.ts";

const evil = "\n;globalThis.__pwned=1;";

interface Changed {
  remote: PackageName;
  /** A page it stands on. */
  path: string;
  /** Which of its files is changed. */
  file: "serverEntry" | "entry";
}

/** What is changed together, and a region that must not suffer from it. */
const cases: { names: string; changed: Changed[]; whole: string }[] = [
  {
    names: "navigation and content",
    changed: [
      { remote: "navigation", path: "/contact/", file: "serverEntry" },
      { remote: "content", path: "/", file: "entry" },
    ],
    whole: "download/button",
  },
  {
    names: "download, support-chat and compliance",
    changed: [
      { remote: "download", path: "/download/", file: "entry" },
      { remote: "support-chat", path: "/responsible-gaming/", file: "serverEntry" },
      { remote: "compliance", path: "/privacy-policy/", file: "serverEntry" },
    ],
    whole: "navigation/header",
  },
];

/** Four of them at once, of which one sends the changed file to browsers: each start composes every page. */
const sample: typeof cases = [
  {
    names: "navigation, content, support-chat and compliance",
    changed: [
      { remote: "navigation", path: "/contact/", file: "serverEntry" },
      { remote: "content", path: "/", file: "entry" },
      { remote: "support-chat", path: "/responsible-gaming/", file: "serverEntry" },
      { remote: "compliance", path: "/privacy-policy/", file: "serverEntry" },
    ],
    whole: "download/button",
  },
];

describe.each(listSitesInTurn())("on the site %s", (id) => {
  test.for(sampled({ all: cases, sample }))(
    "G1 G4 releases of $names that were changed in the store are refused by name, the pages stand without them, and they are back, without a restart, once they are whole again",
    async ({ changed, whole }) => {
      const storeDir = await copyStore();
      const stored = await Promise.all(
        changed.map(async (one) => {
          const { release } = await readStored(storeDir, one.remote);
          const place = toStoredPath(storeDir, release, release[one.file] ?? release.serverEntry);
          return { ...one, release, place, good: await readFile(place) };
        }),
      );
      for (const { place } of stored) await appendFile(place, evil);
      await withSite(id, storeDir, async (site) => {
        const refusals = site.log().filter(({ msg }) => msg === "a release was refused");
        expect(refusals).toHaveLength(changed.length);
        for (const { remote, path, release } of stored) {
          expect(refusals).toContainEqual(
            expect.objectContaining({ remote, version: release.version, code: "RELEASE_FILE_MISMATCH" }),
          );
          const { status, html } = await read(site, path);
          expect({ path, status }).toEqual({ path, status: 200 });
          expect(hasRegion(html, remote), `a region of ${remote}`).toBe(false);
          expect(html.includes(`data-island="${whole}`), `${whole} on ${path}`).toBe(true);
          expect(/<h1[^>]*>[^<]+<\/h1>/.test(html), `a heading on ${path}`).toBe(true);
          for (const link of ["/download/", "/responsible-gaming/", "/terms-conditions/"])
            expect(html.includes(`href="${site.prefix}${link}"`), link).toBe(true);
          const file = await fetch(
            `${site.origin}${toReleaseUrl(remote, release.version, release.entry ?? "browser/remoteEntry.js")}`,
          );
          expect(file.status).toBe(404);
        }
        for (const { place, good } of stored) await writeFile(place, good);
        for (const { remote, path } of stored)
          await waitUntil(async () => hasRegion((await read(site, path)).html, remote), {
            what: `${remote} to be back on ${path}`,
          });
      });
    },
  );

  test("G1 what is served while files in the store are changed, or gone, are the bytes that were verified", async () => {
    const storeDir = await copyStartedStore(id);
    const stored = await Promise.all(
      (["shell", "navigation", "content"] as const).map(async (name) => ({
        name,
        ...(await readStored(storeDir, name)),
      })),
    );
    await withSite(id, storeDir, async (site) => {
      // From then on it serves what it has read itself, and not what a server before it had kept.
      await untilComposed(site);
      for (const { release } of stored) {
        for (const [index, file] of Object.keys(release.files).entries()) {
          // A file that another release has as well may be gone already.
          if (index % 2 === 0) await appendFile(toStoredPath(storeDir, release, file), evil);
          else await rm(toStoredPath(storeDir, release, file), { force: true });
        }
      }
      for (const { name, release } of stored) {
        const scripts = Object.entries(release.files).filter(
          ([file]) => file.startsWith("browser/") && file.endsWith(".js"),
        );
        expect(scripts.length).toBeGreaterThan(0);
        for (const [file, { integrity }] of scripts) {
          const url = `${site.origin}${toReleaseUrl(name, release.version, file)}`;
          const plain = await fetch(url, { headers: { "accept-encoding": "identity" } });
          expect({ file, integrity: toIntegrity(Buffer.from(await plain.arrayBuffer())) }).toEqual({ file, integrity });
          const packed = await fetch(url, { headers: { "accept-encoding": "br" } });
          expect({ file, integrity: toIntegrity(Buffer.from(await packed.arrayBuffer())) }).toEqual({
            file,
            integrity,
          });
        }
      }
      expect((await read(site, "/")).status).toBe(200);
    });
  });
});

async function withSite(
  id: RunningSite["id"],
  storeDir: string,
  check: (site: RunningSite) => Promise<void>,
): Promise<void> {
  const site = await startSite(id, { storeDir });
  try {
    await check(site);
  } finally {
    await site.stop();
    await removeStore(storeDir);
  }
}

/** The live release of a package in a store. */
async function readStored(storeDir: string, name: PackageName): Promise<{ release: Release }> {
  const store = await openStore(storeDir);
  const version = (await store.current())?.set.versions[name] ?? "none";
  return { release: (await store.load(name, version)).release };
}

/** Whether a page has something of a remote: a region, or an element of its own, as compliance has, whose regions have no scripts. */
function hasRegion(html: string, remote: PackageName): boolean {
  return html.includes(`data-island="${remote}/`) || new RegExp(`class="([^"]* )?${remote}-`).test(html);
}

async function read(site: RunningSite, path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${site.origin}${site.prefix}${path}`);
  return { status: response.status, html: await response.text() };
}
