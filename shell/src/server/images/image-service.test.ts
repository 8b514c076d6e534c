import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Release } from "@site/contracts/releases/release";
import { siteConfigs } from "../../../sites/sites.ts";
import type { SiteState } from "../pages/site-state.ts";
import { createFixturePage } from "../testing/fixture-page.ts";
import type { LoadedRelease } from "../releases/loaded-release.ts";
import type { Drawing } from "./drawing.ts";
import { layout } from "../../layout/layout.ts";
import { createImageService, type ImageService } from "./image-service.ts";
import { readLogo } from "./read-logo.ts";
import { toCardKey, toShareCard } from "./share-card.ts";

const address = "content/felt.1a2b3c4d/160@1.webp";

/** A service whose drawings are recorded, and a set with one page that shows one picture. */
function createRecorded(drawAhead: boolean): { service: ImageService; drawings: Drawing[]; state: SiteState } {
  const drawings: Drawing[] = [];
  const service = createImageService({
    site: siteConfigs.GGPPH,
    drawAhead,
    calmMs: 0,
    drawer: {
      async draw(drawing) {
        drawings.push(drawing);
        return Buffer.from("picture");
      },
      close: () => undefined,
    },
    onFailure: (error) => {
      throw error;
    },
  });
  return { service, drawings, state: createState([address]) };
}

function createState(pictures: readonly string[]): SiteState {
  const release: Release = {
    _type: "release",
    schemaVersion: 1,
    name: "content",
    version: "1.0.0",
    contract: "1.0.0",
    serverEntry: "server/entry.cjs",
    exposes: [],
    shared: {},
    files: {},
  };
  const files = new Map([["browser/images/felt.1a2b3c4d.svg", Buffer.from("<svg/>")]]);
  const packages = new Map<PackageName, LoadedRelease>([
    ["content", { release, digest: "0", label: "content@1.0.0", files }],
  ]);
  return {
    set: { id: "0123456789abcdef", revision: 1, versions: { content: "1" }, digests: {} },
    build: "",
    format: 2,
    layout,
    packages,
    heads: [],
    pages: new Map([["/", createFixturePage({ pictures })]]),
    paths: ["/"],
    index: { findRoute: () => undefined, findSlotPage: async () => undefined },
    fragments: new Map(),
  };
}

test("the picture of a page is drawn before its first request, and not again for the request", async () => {
  const { service, drawings, state } = createRecorded(true);
  await service.show(state);
  expect(drawings).toHaveLength(1);
  expect((await service.find(address))?.bytes.toString()).toBe("picture");
  expect(drawings).toHaveLength(1);
});

test("a service without drawAhead draws nothing before the first request", async () => {
  const { service, drawings, state } = createRecorded(false);
  await service.show(state);
  expect(drawings).toEqual([]);
  expect((await service.find(address))?.bytes.toString()).toBe("picture");
});

test("a newer set ends the drawing ahead of the earlier one", async () => {
  const { service, drawings, state } = createRecorded(true);
  await Promise.all([service.show(state), service.show(createState([]))]);
  expect(drawings).toEqual([]);
});

test("a link preview that is asked for before a set is shown comes later, and only then there may be none", async () => {
  const { service, state } = createRecorded(false);
  const unknown = "card/0123456789abcdef.png";
  await expect(service.find(unknown)).rejects.toMatchObject({ code: "IMAGE_FAILED" });
  await service.show(state);
  expect(await service.find(unknown)).toBeUndefined();
});

test("a flip waits for a few link previews of many, and one that is asked for meanwhile comes when its set is registered", async () => {
  const { service, drawings, state } = createRecorded(false);
  const [first] = state.packages.values();
  if (!first) throw new Error("the set is empty");
  const font = Buffer.from("font");
  const shell: LoadedRelease = { ...first, files: new Map([["browser/archivo.woff2", font]]) };
  const titles = Array.from({ length: 1000 }, (_, index) => `Page ${index}`);
  let read = 0;
  const pages = titles.map((title, index) => {
    const page = createFixturePage({});
    return [`/${index}/`, Object.defineProperty(page, "cardTitle", { get: () => ((read += 1), title) })] as const;
  });
  const shown = service.show({ ...state, packages: new Map([["shell", shell]]), pages: new Map(pages) });
  expect(read).toBeLessThan(100);
  const logo = readLogo(siteConfigs.GGPPH, shell);
  const key = toCardKey(toShareCard(titles.at(-1) ?? "", { site: siteConfigs.GGPPH, logo }));
  expect((await service.find(`card/${key}.png`))?.type).toBe("image/png");
  expect(drawings).toMatchObject([{ kind: "card", font }]);
  await shown;
});

test("closing ends when the drawn pictures are written to disk", async () => {
  const written = Promise.withResolvers<void>();
  const service = createImageService({
    site: siteConfigs.GGPPH,
    drawAhead: false,
    drawer: { draw: () => Promise.reject(new Error("drawn")), close: () => undefined },
    cache: { find: async () => undefined, write: () => written.promise, close: () => written.promise },
    onFailure: () => undefined,
  });
  const ended: string[] = [];
  const closing = service.close().then(() => ended.push("closed"));
  await turn();
  ended.push("written");
  written.resolve();
  await closing;
  expect(ended).toEqual(["written", "closed"]);
});

test("artwork that has more than shapes and text is not drawn, and the failure is reported", async () => {
  const failures: unknown[] = [];
  const service = createImageService({
    site: siteConfigs.GGPPH,
    drawAhead: false,
    drawer: { draw: () => Promise.reject(new Error("drawn")), close: () => undefined },
    onFailure: (error) => failures.push(error),
  });
  const state = createState([address]);
  const [[name, release] = []] = state.packages;
  if (name === undefined || !release) throw new Error("the set is empty");
  const files = new Map([
    [
      "browser/images/felt.1a2b3c4d.svg",
      Buffer.from('<svg viewBox="0 0 1 1"><image href="file:///etc/passwd"/></svg>'),
    ],
  ]);
  await service.show({ ...state, packages: new Map([[name, { ...release, files }]]) });
  expect(await service.find(address)).toBeUndefined();
  expect(String(failures)).toMatch(/<image> may not stand/);
});

test("artwork of earlier sets stays in memory up to 8 MB, and the oldest is dropped first", async () => {
  const { service, state } = createRecorded(false);
  const [[name, release] = []] = state.packages;
  if (name === undefined || !release) throw new Error("the set is empty");
  const svg = Buffer.from(`<svg viewBox="0 0 1 1"><title>${" ".repeat(250 * 1024)}</title></svg>`);
  const keys = Array.from({ length: 40 }, (_, index) => `content/large.1a2b3c${index + 10}`);
  for (const key of keys) {
    const files = new Map([[`browser/images/${key.slice("content/".length)}.svg`, svg]]);
    await service.show({ ...state, packages: new Map([[name, { ...release, files }]]) });
  }
  const kept = keys.filter((key) => service.has(key));
  expect(kept.length * svg.length).toBeLessThanOrEqual(8 * 2 ** 20);
  expect(kept).toEqual(keys.slice(-32));
});

test("a picture that could not be drawn is not tried again for each request, and one for which there was no room is", async () => {
  let tries = 0;
  let problem: Error = new SiteError("IMAGE_BUSY", { waiting: 1 });
  const service = createImageService({
    site: siteConfigs.GGPPH,
    drawAhead: false,
    drawer: {
      draw() {
        tries += 1;
        return Promise.reject(problem);
      },
      close: () => undefined,
    },
    onFailure: () => undefined,
  });
  await service.show(createState([address]));
  for (let round = 0; round < 2; round += 1) await expect(service.find(address)).rejects.toBe(problem);
  expect(tries).toBe(2);
  problem = new SiteError("IMAGE_FAILED", { problem: "too large" });
  for (let round = 0; round < 3; round += 1) await expect(service.find(address)).rejects.toBe(problem);
  expect(tries).toBe(3);
});

test("G9 a picture is drawn on the account of its package, so that slow ones of one package do not hold up others", async () => {
  const owners: (string | undefined)[] = [];
  const service = createImageService({
    site: siteConfigs.GGPPH,
    drawAhead: false,
    drawer: {
      async draw(_drawing, _who, owner) {
        owners.push(owner);
        return Buffer.from('{"width":1,"height":1}');
      },
      close: () => undefined,
    },
    onFailure: () => undefined,
  });
  await service.show(createState([address]));
  await service.find(address);
  await service.measure("content/felt.1a2b3c4d");
  expect(owners).toEqual(["content", "content"]);
});
