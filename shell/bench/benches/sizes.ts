import type { Page } from "playwright";
import type { Release } from "@site/contracts/releases/release";
import { findFirstViewport } from "../../e2e/harness/first-viewport.ts";
import { budget } from "../harness/budgets.ts";
import { type DeviceName, openBrowser, visit } from "../harness/browser.ts";
import { fetchPage } from "../harness/fetch-page.ts";
import { type Figure, tell } from "../harness/figures.ts";
import type { Bench, BenchResources } from "../harness/bench-resources.ts";
import { listPaths, type ServedSite, serveSite, waitUntilSmallest } from "../harness/serve-site.ts";

/** Bytes: exact, equal on every machine, and with counts the only figures that fail a run. */
export const sizes: Bench = {
  name: "sizes",
  about: "bytes of pages, core, entries and islands (brotli)",
  async run(resources) {
    const site = await serveSite(resources);
    await waitUntilSmallest(resources, site);
    const releases = await readLiveReleases(site);
    const pages = await measurePages(site);
    const figures = [
      tell("home, HTML", "bytes", pages.get("/") ?? NaN, { goal: "24 KB", budget: budget.homeHtml }),
      ...(await measureInBrowser(resources, site)),
      ...releases.flatMap((release) => (release.name === "shell" ? measureShell(release) : measureRemote(release))),
      ...[...pages]
        .filter(([path]) => path !== "/")
        .map(([path, size]) => tell(`${path}, HTML`, "bytes", size, { budget: budget.html })),
    ];
    return {
      figures,
      notes: ["Every size is brotli as it is served after the background compression, unless it says raw."],
    };
  },
};

async function measurePages({ origin }: ServedSite): Promise<Map<string, number>> {
  const paths = await listPaths(origin);
  return new Map(
    await Promise.all(paths.map(async (path) => [path, (await fetchPage(origin, path)).body.length] as const)),
  );
}

async function readLiveReleases({ storeDir }: ServedSite): Promise<Release[]> {
  const { openReleaseStore, toStorePlaces } = await import("../../src/server/releases/stores/open-store.ts");
  const store = await openReleaseStore(toStorePlaces(storeDir), { signs: false });
  const record = await store.current();
  if (!record) throw new Error("Nothing is live.");
  return Promise.all(
    Object.entries(record.set.versions).map(async ([name, version]) => (await store.load(name, version)).release),
  );
}

/** Bytes of a file as browsers receive it. */
function toSize({ files }: Release, file: string): number {
  return (files[`${file}.br`] ?? files[file])?.size ?? 0;
}

function measureShell(shell: Release): Figure[] {
  return [
    tell("boot, raw", "bytes", shell.files["browser/boot.js"]?.size ?? NaN, { budget: budget.bootRaw }),
    tell("boot", "bytes", toSize(shell, "browser/boot.js"), { goal: "1 KB", budget: budget.boot }),
    tell("page end, raw", "bytes", shell.files["browser/page-end.js"]?.size ?? NaN, { budget: budget.pageEndRaw }),
    tell("core", "bytes", shell.entry === undefined ? 0 : toSize(shell, shell.entry), {
      goal: "20 KB",
      budget: budget.core,
    }),
    tell("font", "bytes", toSize(shell, "browser/archivo.woff2"), { budget: budget.font }),
    ...Object.keys(shell.files)
      .filter(
        (file) =>
          file.endsWith(".js") &&
          file !== shell.entry &&
          !file.endsWith("/boot.js") &&
          (shell.files[file]?.size ?? 0) > 0,
      )
      .map((file) => tell(`shell ${file.replace("browser/", "")}`, "bytes", toSize(shell, file))),
  ];
}

function measureRemote(release: Release): Figure[] {
  const { name, entry, exposes } = release;
  return [
    ...(entry === undefined
      ? []
      : [tell(`${name} entry`, "bytes", toSize(release, entry), { goal: "20 KB, better 8", budget: budget.entry })]),
    ...exposes
      .filter(({ js }) => js.length > 0)
      .map(({ key, js }) =>
        tell(
          `${name}/${key}`,
          "bytes",
          js.reduce((sum, file) => sum + toSize(release, file), 0),
          { goal: "20 KB, better 8", budget: budget.island },
        ),
      ),
  ];
}

/** Figures that only a browser can measure: the files for hydrating every island, and the bytes that the first view needs. */
async function measureInBrowser(resources: BenchResources, { origin }: ServedSite): Promise<Figure[]> {
  const browser = await openBrowser(resources);
  const { page, close } = await visit(browser, "desk");
  const scripts: Promise<number>[] = [];
  page.on("requestfinished", (request) => {
    if (new URL(request.url()).pathname.endsWith(".js"))
      scripts.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto(origin, { waitUntil: "load" });
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  await wakeIslands(page);
  await page.waitForTimeout(500);
  const live = (await Promise.all(scripts)).reduce((sum, size) => sum + size, 0);
  await close();
  const { body } = await fetchPage(origin, "/");
  const measureViewport = async (device: DeviceName): Promise<Figure> => {
    const visited = await visit(browser, device);
    const size = await findFirstViewport(visited.page, origin, body);
    await visited.close();
    return tell(`home, HTML until its first ${device} viewport is complete`, "bytes", size, {
      goal: "14 KB",
      budget: budget.firstViewport,
    });
  };
  return [
    tell("home, elements", "count", elements, { goal: "900" }),
    tell("home, all scripts with every island live", "bytes", live, {
      goal: "150 KB, better 120",
      budget: budget.homeScriptsLive,
    }),
    await measureViewport("phone"),
    await measureViewport("desk"),
  ];
}

/** Touches every island without another effect, and waits until all are hydrated. */
async function wakeIslands(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const island of document.querySelectorAll("[data-island]"))
      island.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  });
  await page.waitForFunction(() => !document.querySelector("[data-island]:not([data-live])"));
}
