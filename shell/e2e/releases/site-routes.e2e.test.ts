import * as v from "valibot";
import { expect, test } from "vitest";
import { routes } from "../../src/layout/routes.ts";
import { describeSites } from "../harness/describe-sites.ts";
import { fetchLatest, fetchPage, fetchPayload, toVersions } from "./answers.ts";

const latestSchema = v.strictObject({
  id: v.string(),
  revision: v.number(),
  timestamp: v.number(),
  format: v.number(),
  versions: v.record(v.string(), v.string()),
});
const metaSchema = v.looseObject({ id: v.string(), prerendered: v.array(v.string()), matcher: v.object({}) });

describeSites(({ site }) => {
  /** The build that a page asks for: that of its shell. */
  const fetchShellBuild = async (): Promise<string> =>
    (await fetchPage(site(), "/contact/")).set.packages["shell"]?.version.slice(-12) ?? "none";
  const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(`${site().origin}${path}`, { headers, redirect: "manual" });

  test("B187 builds/latest.json names the build, and the versions and the format that pages are of, with any query, and is never cached", async () => {
    const { set } = await fetchPage(site(), "/contact/");
    for (const query of ["", "?1732147200000", "?1732147200001"]) {
      const response = await ask(`/builds/latest.json${query}`);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(response.headers.get("content-type")).toContain("application/json");
      const { id, format, versions } = v.parse(latestSchema, await response.json());
      expect(id).toMatch(/^[0-9a-f]{16}$/);
      expect(format).toBe(set.format);
      expect(versions).toMatchObject(toVersions(set.packages));
    }
  });

  test("B185 builds/meta/{id}.json lists pages that are all there, for the build of a page's shell and for the latest one", async () => {
    const build = await fetchShellBuild();
    const response = await ask(`/builds/meta/${build}.json`);
    expect(response.status).toBe(200);
    const meta = v.parse(metaSchema, await response.json());
    expect(meta.id).toBe(build);
    const id = await fetchLatest(site());
    expect(await (await ask(`/builds/meta/${id}.json`)).json()).toMatchObject({ ...meta, id });
    const plain = routes.filter(({ parameter }) => !parameter).map(({ path }) => `${site().prefix}${path}`);
    expect(meta.prerendered).toEqual(expect.arrayContaining(plain));
    for (const path of meta.prerendered) expect((await ask(path)).status, path).toBe(200);
  });

  test("B191 a page as data is that page, is checked on each use, and is not for shared caches", async () => {
    for (const path of ["/", "/about-us/", "/download/", "/privacy-policy/", "/ggteam/"]) {
      const page = await fetchPage(site(), path);
      const response = await ask(`${site().prefix}${path}_payload.json?${await fetchShellBuild()}`);
      expect(response.headers.get("content-type")).toContain("application/json");
      expect(response.headers.get("cache-control")).toBe("private, no-cache");
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      const etag = response.headers.get("etag") ?? "";
      expect((await ask(`${site().prefix}${path}_payload.json`, { "if-none-match": etag })).status).toBe(304);
      const payload = await fetchPayload(site(), path);
      expect(payload.format).toBe(page.set.format);
      expect(toVersions(payload.releases)).toEqual(toVersions(page.set.packages));
      expect(page.html).toContain(
        `<h1 class="visually-hidden">${payload.heading.replaceAll("&", "&amp;").replaceAll("'", "&#39;")}</h1>`,
      );
      expect(payload.parts.page.path).toBe(path);
      for (const { html } of payload.slots) expect(page.html).toContain(html);
    }
  });

  test("B193 each slot of a page is there by the hash of its content, for ever", async () => {
    const { slots } = await fetchPayload(site(), "/about-us/");
    expect(slots.length).toBeGreaterThan(3);
    for (const slot of slots) {
      const response = await ask(`/__nuxt_island/${slot.key}.json`);
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toContain("immutable");
      expect(response.headers.get("cache-control")).toContain("private");
      expect(await response.json()).toEqual(slot);
    }
  });

  test.for([
    "/builds/meta/0000000000000000.json",
    "/builds/meta/..%2Flatest.json",
    "/builds/meta/__proto__.json",
    "/__nuxt_island/0000000000000000.json",
    "/__nuxt_island/constructor.json",
    "/__nuxt_island/..%2f..%2fetc%2fpasswd.json",
    "{prefix}/no-such-page/_payload.json",
    "{prefix}/ggteam/no-such-player/_payload.json",
    "{prefix}/about-us/_payload.json/_payload.json",
  ])("what does not exist is a problem in JSON, and not kept: %s", async (path) => {
    const response = await ask(path.replace("{prefix}", site().prefix));
    expect(response.status).toBe(404);
    expect(response.headers.get("content-type")).toContain("application/problem+json");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toMatchObject({ status: 404, title: expect.stringMatching(/^[A-Z_]+$/) });
  });

  test("these addresses can only be read", async () => {
    for (const path of [
      "/builds/latest.json",
      `/builds/meta/${await fetchShellBuild()}.json`,
      `${site().prefix}/contact/_payload.json`,
    ]) {
      expect((await fetch(`${site().origin}${path}`, { method: "HEAD" })).status, path).toBe(200);
      const response = await fetch(`${site().origin}${path}`, { method: "POST", body: "{}" });
      expect(response.status, path).toBe(405);
      expect(response.headers.get("allow"), path).toBe("GET, HEAD");
    }
  });
});
