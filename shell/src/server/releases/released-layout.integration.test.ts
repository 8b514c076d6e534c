import type { LightMyRequestResponse } from "fastify";
import { type BrowserSet, browserSetSchema } from "@site/contracts/releases/browser-set";
import { layoutFile } from "@site/contracts/pages/layout";
import { parse } from "@site/contracts/wire/wire-schema";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { layout } from "../../layout/layout.ts";
import { createComposer } from "../composition/process/composer.ts";
import { serverFormat } from "../pages/build-id.ts";
import { codeCache } from "../testing/code-cache.ts";
import { createFixtureApp, type FixtureApp } from "../testing/fixture-app.ts";
import { type FixtureOptions, toServerSource } from "../testing/fixture-release.ts";
import { promote, rollback } from "../publishing/promote.ts";
import { useFixtureApp } from "../testing/use-fixture-app.ts";

const note = { why: "a route", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };

/** A release of the shell with some other layout. */
function toShell(changed: object): FixtureOptions {
  return { files: { [layoutFile]: JSON.stringify({ ...layout, ...changed }) } };
}

const withLobby = toShell({
  routes: [...layout.routes, { name: "lobby", path: "/lobby/", layout: "contents", page: "lobby/page" }],
});

/** The releases and the format that a page names. */
function readSet({ body }: LightMyRequestResponse): BrowserSet {
  return parse(browserSetSchema, JSON.parse(/id="site-set">(.*?)<\/script>/.exec(body)?.[1] ?? "null"));
}

describe("a release of the shell with one more route", () => {
  const used = useFixtureApp();

  async function admit(name: string, options?: FixtureOptions): Promise<string> {
    return (await used.bench().admit(name, options)).version;
  }

  test("makes its page reachable when it is promoted, with an island of a package that no release named before", async () => {
    const { bench, app, get } = used;
    expect((await get("/lobby/")).statusCode).toBe(404);
    const versions = {
      shell: await admit("shell", withLobby),
      lobby: await admit("lobby", { exposes: [{ key: "page" }], server: toServerSource("lobby") }),
    };
    await promote(bench().store, versions, note);
    await app().live.refresh();
    const page = await get("/lobby/");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('data-layout="contents"');
    expect(page.body).toContain("lobby page on /lobby/");
    expect((await get("/lobby")).headers.location).toBe("/lobby/");
    expect((await get("/lobby/_payload.json")).statusCode).toBe(200);
    expect((await get("/sitemap.xml")).body).toContain("/lobby/</loc>");
  });

  test("takes its page away again when it is rolled back, without a restart", async () => {
    const { bench, app, get } = used;
    await rollback(bench().store, {}, note);
    await app().live.refresh();
    expect((await get("/lobby/")).statusCode).toBe(404);
    expect((await get("/sitemap.xml")).body).not.toContain("/lobby/</loc>");
    expect((await get("/about-us/")).statusCode).toBe(200);
  });

  test("is refused without the package that the route names, and the package is named", async () => {
    await expect(promote(used.bench().store, { shell: await admit("shell", withLobby) }, note)).rejects.toMatchObject({
      code: "SET_INCOMPLETE",
      details: { missing: "lobby" },
    });
  });

  test.each([
    [
      "of a format to come",
      { schemaVersion: 2, pages: [] },
      { code: "LAYOUT_UNSUPPORTED", details: { actual: "2", known: 1 } },
    ],
    ["without a format", { schemaVersion: undefined }, { code: "LAYOUT_UNSUPPORTED", details: { actual: "none" } }],
    [
      "with a route to no island",
      { routes: [{ name: "lobby", path: "/lobby/", layout: "contents", page: "Lobby" }] },
      { code: "LAYOUT_INVALID", details: { path: "routes.0.page" } },
    ],
    [
      "with two routes at one path",
      { routes: [...layout.routes, { name: "lobby", path: "/", layout: "contents", page: "content/home" }] },
      { code: "LAYOUT_INVALID", details: { path: "routes" } },
    ],
    [
      "with a path without its last slash",
      { routes: [{ name: "lobby", path: "/lobby", layout: "contents", page: "content/home" }] },
      { code: "LAYOUT_INVALID", details: { path: "routes.0.path" } },
    ],
    [
      "with a parameter that nothing fills",
      { routes: [{ name: "lobby", path: "/lobby/:id/", layout: "contents", page: "content/home" }] },
      { code: "LAYOUT_INVALID", details: { path: "routes.0" } },
    ],
    [
      "with a field that this server does not know",
      { redirects: [] },
      { code: "LAYOUT_INVALID", details: { path: "redirects" } },
    ],
  ])("is refused %s, and what is live stays", async (_what, changed, refusal) => {
    const { bench, app, get } = used;
    const shell = await admit("shell", toShell(changed));
    await expect(promote(bench().store, { shell }, note)).rejects.toMatchObject({
      ...refusal,
      details: { ...refusal.details, release: `shell@${shell}` },
    });
    // A record that was written without these checks does not go live either.
    const current = await bench().store.current();
    await bench().advance({ ...current?.set.versions, shell });
    await expect(app().live.refresh()).rejects.toMatchObject({ code: refusal.code });
    expect((await get("/about-us/")).statusCode).toBe(200);
    expect((await get("/builds/latest.json")).json()).toMatchObject({ revision: 3 });
    await bench().advance(current?.set.versions ?? {});
    await bench().advance(current?.set.versions ?? {});
  });
});

describe("a server of another format, during a rolling restart", () => {
  const used = useFixtureApp();
  let other: FixtureApp;
  beforeAll(async () => {
    other = await createFixtureApp(used.bench(), {
      composer: createComposer({ site: siteConfigs.GGPPH, workAhead: false, codeCache, format: serverFormat + 1 }),
    });
    await other.live.refresh();
  }, 60_000);
  afterAll(() => other.close());

  const ask = (url: string): Promise<LightMyRequestResponse> => other.server.inject({ method: "GET", url });

  test("names its own format for the same releases, in documents, in payloads and as the latest build (B188)", async () => {
    const [old, fresh] = [readSet(await used.get("/about-us/")), readSet(await ask("/about-us/"))];
    expect(fresh.packages).toEqual(old.packages);
    expect([old.format, fresh.format]).toEqual([serverFormat, serverFormat + 1]);
    expect((await ask("/about-us/_payload.json")).json()).toMatchObject({ format: fresh.format });
    expect((await used.get("/about-us/_payload.json")).json()).toMatchObject({ format: old.format });
    const [latest, latestFresh] = [
      (await used.get("/builds/latest.json")).json<{ id: string }>(),
      (await ask("/builds/latest.json")).json<{ id: string }>(),
    ];
    expect(latest).toMatchObject({ format: old.format });
    expect(latestFresh).toMatchObject({ format: fresh.format });
    expect(latestFresh.id).not.toBe(latest.id);
  });

  test("answers an open tab of the earlier server about its build (B185)", async () => {
    const build = readSet(await used.get("/about-us/")).packages["shell"]?.version.slice(-12);
    expect((await ask(`/builds/meta/${build}.json`)).json()).toMatchObject({ id: build });
    const { id } = (await used.get("/builds/latest.json")).json<{ id: string }>();
    expect((await ask(`/builds/meta/${id}.json`)).json()).toMatchObject({ id });
  });
});
