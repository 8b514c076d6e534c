import { appendFile, readFile, rm, writeFile } from "node:fs/promises";
import { toIntegrity } from "@site/contracts/releases/integrity";
import type { Release } from "@site/contracts/releases/release";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import type { PackageName } from "@site/contracts/names/package-name";
import { describe, expect, test } from "vitest";
import { type RunningSite, startSite } from "./harness/start-site.ts";
import { copyStore, removeStore } from "./harness/template-store.ts";
import { toStoredPath } from "./harness/stored-file.ts";
import { openStore } from "./releases/site-command.ts";
import { waitUntil } from "./harness/wait-until.ts";
import { listSitesInTurn } from "./harness/describe-sites.ts";

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

describe.each(listSitesInTurn())("on the site %s", (id) => {
  test.for(cases)(
    "G1 G4 releases of $names that were changed in the store are refused by name, and the pages stand without them",
    async ({ changed, whole }) => {
      const storeDir = await copyStore();
      const stored = await Promise.all(
        changed.map(async (one) => ({ ...one, ...(await readStored(storeDir, one.remote)) })),
      );
      for (const { release, file } of stored)
        await appendFile(toStoredPath(storeDir, release, release[file] ?? release.serverEntry), evil);
      await withSite(id, storeDir, async (site) => {
        const refusals = site.log().filter(({ msg }) => msg === "a release was refused");
        expect(refusals).toHaveLength(changed.length);
        for (const { remote, path, release } of stored) {
          expect(refusals).toContainEqual(
            expect.objectContaining({ remote, version: release.version, code: "RELEASE_FILE_MISMATCH" }),
          );
          const { status, html } = await read(site, path);
          expect({ path, status }).toEqual({ path, status: 200 });
          expect(html.includes(`data-island="${remote}/`), `a region of ${remote}`).toBe(false);
          expect(html.includes(`data-island="${whole}`), `${whole} on ${path}`).toBe(true);
          expect(/<h1[^>]*>[^<]+<\/h1>/.test(html), `a heading on ${path}`).toBe(true);
          for (const link of ["/download/", "/responsible-gaming/", "/terms-conditions/"])
            expect(html.includes(`href="${site.prefix}${link}"`), link).toBe(true);
          const file = await fetch(
            `${site.origin}${toReleaseUrl(remote, release.version, release.entry ?? "browser/remoteEntry.js")}`,
          );
          expect(file.status).toBe(404);
        }
      });
    },
  );

  test("a remote that was refused is back, without a restart, once its release in the store is whole again", async () => {
    const storeDir = await copyStore();
    const { release } = await readStored(storeDir, "content");
    const file = toStoredPath(storeDir, release, release.serverEntry);
    const good = await readFile(file);
    await appendFile(file, evil);
    await withSite(id, storeDir, async (site) => {
      const isWhole = async (): Promise<boolean> => (await read(site, "/")).html.includes('data-island="content/');
      expect(await isWhole()).toBe(false);
      await writeFile(file, good);
      await waitUntil(isWhole, { what: "home to be whole again" });
    });
  });

  test("G1 what is served while files in the store are changed, or gone, are the bytes that were verified", async () => {
    const storeDir = await copyStore();
    const stored = await Promise.all(
      (["shell", "navigation", "content"] as const).map(async (name) => ({
        name,
        ...(await readStored(storeDir, name)),
      })),
    );
    await withSite(id, storeDir, async (site) => {
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

async function read(site: RunningSite, path: string): Promise<{ status: number; html: string }> {
  const response = await fetch(`${site.origin}${site.prefix}${path}`);
  return { status: response.status, html: await response.text() };
}
