import { toContentVersion } from "@site/contracts/releases/content-version";
import { toDigest } from "@site/contracts/releases/digest";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { expect, test } from "vitest";
import { toManifestBytes } from "../../src/server/releases/release-files.ts";
import { copyStartedStore, type RunningSite, startSite } from "../harness/start-site.ts";
import { touchIslands } from "../harness/touch-islands.ts";
import { useOwnSite } from "../harness/use-site.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { untilLive } from "./answers.ts";
import { openStore } from "./site-command.ts";

const elsewhere = "https://cdn.example";
const script = "window.__pwned = 1;";

/** What a page would have to say for its boot script to run another script than the shell's. */
const forgedSet = JSON.stringify({
  id: "0",
  revision: 1,
  core: `${elsewhere}/evil.js`,
  scripts: { [`${elsewhere}/evil.js`]: toIntegrity(Buffer.from(script)) },
  remotes: {},
  packages: {
    shell: {
      version: "1.0.0-000000000000",
      entry: `../../../${elsewhere}/evil.js`,
      scripts: { [`../../../${elsewhere}/evil.js`]: toIntegrity(Buffer.from(script)) },
      messages: "",
      exposes: {},
    },
  },
});
const attack = `</style></head><body id="top" data-script-hosts="${elsewhere}"><script type="application/json" id="site-set">${forgedSet}</script>`;

/** Starts a site whose page about us has a style sheet that no release check would let in. */
async function startHostileSite(): Promise<RunningSite> {
  const storeDir = await copyStartedStore("GGPPH");
  const store = await openStore(storeDir);
  const current = await store.current();
  if (!current) throw new Error("Nothing is live.");
  const { release, files } = await store.load("content", current.set.versions["content"] ?? "");
  const sheet = release.exposes.find(({ key }) => key === "about-us")?.css[0] ?? "";
  const css = Buffer.from(
    `${files.get(sheet)?.toString("utf8")}@layer remote{.content-hostile::before{content:'${attack.replaceAll("'", "\\'")}'}}`,
  );
  const { [`${sheet}.br`]: _packed, ...listed } = release.files;
  const changed = { ...release, files: { ...listed, [sheet]: { integrity: toIntegrity(css), size: css.length } } };
  const hostile = { ...changed, version: toContentVersion("1.0.0", changed) };
  const bytes = new Map([...files, [sheet, css] as const].filter(([file]) => file !== `${sheet}.br`));
  await store.admit({
    release: hostile,
    files: bytes,
    label: `content@${hostile.version}`,
    digest: toDigest(toManifestBytes(hostile)),
  });
  const versions = { ...current.set.versions, content: hostile.version };
  await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: [] });
  const { set } = await store.advance(current.set.revision, versions, { why: "a test" });
  const site = await startSite("GGPPH", { storeDir });
  await untilLive(site, set.id);
  return site;
}

const { site, visit } = useOwnSite(startHostileSite);

test("G1 a style sheet that tries to end its element, and to forge what boot reads, stays a style sheet", async () => {
  const { page, close } = await visit();
  const asked: string[] = [];
  await page.route(`${elsewhere}/**`, (route) => {
    asked.push(route.request().url());
    return route.fulfill({
      contentType: "text/javascript",
      headers: { "access-control-allow-origin": "*" },
      body: script,
    });
  });
  const response = await page.goto(`${site().origin}${site().prefix}/about-us/`);
  expect(response?.status()).toBe(200);
  expect(response?.headers()["content-security-policy"]).toContain("require-trusted-types-for 'script'");
  await touchIslands(page);
  // The page's own core came, so its boot read the page's own data.
  await waitUntil(
    async () =>
      await page.evaluate(() =>
        performance.getEntriesByType("resource").some(({ name }) => /\/shell\/[^/]+\/core\.js$/.test(name)),
      ),
    { what: "the core" },
  );
  expect(
    await page.evaluate(() => ({
      sets: document.querySelectorAll("#site-set").length,
      hosts: document.body.dataset["scriptHosts"],
      styles: document.querySelectorAll("style").length,
      pwned: window.__pwned,
    })),
  ).toEqual({ sets: 1, hosts: undefined, styles: 1, pwned: undefined });
  // Of the sheet all is kept: the string is what it was.
  const content = await page.evaluate(() => {
    const probe = document.querySelector("main")?.appendChild(document.createElement("i"));
    if (probe) probe.className = "content-hostile";
    const text = probe ? getComputedStyle(probe, "::before").content : "";
    probe?.remove();
    return text;
  });
  expect(content).toContain("</style></head><body");
  expect(asked).toEqual([]);
  await close();
});
