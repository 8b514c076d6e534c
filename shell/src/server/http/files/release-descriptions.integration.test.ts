import { browserReleaseSchema, type NamedRelease, toDescriptionUrl } from "@site/contracts/releases/browser-set";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { pagePayloadSchema } from "@site/contracts/pages/payload";
import { parse } from "@site/contracts/wire/wire-schema";
import { expect, test, vi } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const messages = { files: { "browser/messages-en.0a.js": "1;", "browser/messages-pt-br.0b.js": "2;" } };
const { app, bench, get } = useFixtureApp({ site: siteConfigs.GGPBR, releases: { navigation: messages } });

/** The entry of a release in the payload of a page. */
async function readNamed(path: string, name: string): Promise<NamedRelease> {
  const { releases } = parse(pagePayloadSchema, (await get(`${path}_payload.json`)).json());
  const named = releases[name];
  if (!named) throw new Error(`${path} shows nothing of ${name}`);
  return named;
}

test("B191 each release that a payload names has a browser description, immutable at an address with its hash", async () => {
  for (const [path, file] of [
    ["/pt-br/about-us/", "messages-pt-br.0b.js"],
    ["/en/about-us/", "messages-en.0a.js"],
  ] as const) {
    const named = await readNamed(path, "navigation");
    const { statusCode, headers, rawPayload } = await get(toDescriptionUrl("navigation", named));
    expect([statusCode, headers["cache-control"], headers["content-type"]]).toEqual([
      200,
      "public, max-age=31536000, immutable",
      "application/json; charset=utf-8",
    ]);
    expect(toIntegrity(rawPayload)).toBe(named.integrity);
    expect(parse(browserReleaseSchema, JSON.parse(String(rawPayload)))).toMatchObject({
      version: named.version,
      messages: file,
    });
  }
});

test("a document inlines the same description", async () => {
  const named = await readNamed("/en/about-us/", "navigation");
  const description: unknown = (await get(toDescriptionUrl("navigation", named))).json();
  const { body } = await get("/en/about-us/");
  expect(JSON.parse(/id="site-set">(.*?)<\/script>/.exec(body)?.[1] ?? "null")).toMatchObject({
    packages: { navigation: description },
  });
});

test("the description of a release that is no longer live is still answered: an open page may ask for it", async () => {
  const named = await readNamed("/en/about-us/", "navigation");
  await bench().release("navigation", { files: { ...messages.files, "browser/island.js": "globalThis.island = 2;" } });
  await app().live.refresh();
  expect(await readNamed("/en/about-us/", "navigation")).not.toEqual(named);
  const { statusCode, rawPayload } = await get(toDescriptionUrl("navigation", named));
  expect([statusCode, toIntegrity(rawPayload)]).toEqual([200, named.integrity]);
});

test("releases that are no longer live are kept up to 8 MB: the one asked for least recently is loaded again", async () => {
  const urls: string[] = [];
  for (const part of ["1", "2", "3", "4"]) {
    const files = { ...messages.files, "browser/large.js": part.repeat(3 * 2 ** 20) };
    const { version } = await bench().release("navigation", { files });
    urls.push(`/_release/navigation/${version}/messages-en.0a.js`);
  }
  await app().live.refresh();
  const load = vi.spyOn(bench().serverStore, "load");
  const countLoads = async (url = ""): Promise<number> => {
    load.mockClear();
    expect((await get(url)).statusCode).toBe(200);
    return load.mock.calls.length;
  };
  const [first, second, third] = urls;
  expect([await countLoads(first), await countLoads(first), await countLoads(second)]).toEqual([1, 0, 1]);
  expect([await countLoads(third), await countLoads(third), await countLoads(first)]).toEqual([1, 0, 1]);
});

test("a description of another hash, or of an unknown release, is 404", async () => {
  const named = await readNamed("/en/about-us/", "navigation");
  const other = { ...named, integrity: toIntegrity(Buffer.from("{}")) };
  for (const one of [other, { ...named, version: "1.0.0-000000000000" }])
    expect((await get(toDescriptionUrl("navigation", one))).statusCode).toBe(404);
  expect((await get(toDescriptionUrl("content", named))).statusCode).toBe(404);
});
