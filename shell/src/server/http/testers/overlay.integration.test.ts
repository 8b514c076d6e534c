import { earlyScriptSource } from "../../testers/early-script.ts";
import { hash } from "node:crypto";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type FixtureOptions, listExposeKeys } from "../../testing/fixture-release.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, toCookies } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { access, tokens, audit, setLater, remove } = openTesterAccess();
afterAll(remove);

const script = "document.title = 'the overlay';";
const css = { content: ".content_a{color:red}", navigation: ".navigation_a{color:blue}" };
const toStyled = (name: keyof typeof css): FixtureOptions => ({
  exposes: listExposeKeys(name).map((key) => ({ key, css: ["browser/a.css"] })),
  files: { "browser/a.css": css[name] },
});
/** The milliseconds of each delay, which ends at once. */
const held: number[] = [];
const used = useFixtureApp({
  access,
  heldAnswers: {
    async hold(milliseconds) {
      held.push(milliseconds);
      return true;
    },
    close: () => undefined,
  },
  releases: {
    shell: { files: { "server/overlay.js": script } },
    content: toStyled("content"),
    navigation: toStyled("navigation"),
  },
});
const { app, bench, get } = used;
const { post, signIn, makeToken } = createTesterVisits(used, tokens);

const page = "/about-us/";
let session = "";
let versions: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  session = await signIn();
  versions = app().live.state()?.set.versions ?? {};
});
afterEach(() => {
  setLater(0);
});

const overlayUrl = (): string => `/-/overlay/${versions["shell"]}.js`;

/** The cookies of the session, and of a remote that is broken for it. */
async function breakRemote(how: string, cookie = session): Promise<string> {
  const answer = await post("/-/break", { remote: "content", how, to: page }, { cookie });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, page]);
  return `${cookie}; ${toCookies(answer)}`;
}

/** The version by which a document for these cookies asks for the scripts of `content`. */
async function readAsked(cookie: string): Promise<string> {
  const { body } = await get(page, { cookie });
  const [, text = "{}"] = /id="site-set">([^<]*)</.exec(body) ?? [];
  return JSON.parse(text).packages.content.version;
}

const toFile = (version: string): string => `/_release/content/${version}/remoteEntry.js`;

describe("the overlay's script", () => {
  test("is in the document of a person who signed in, whose policy allows exactly its bytes, and a visitor's document has no byte of it", async () => {
    const [mine, visitors] = [await get(page, { cookie: session }), await get(page)];
    expect(mine.body).toContain(
      `<script async crossorigin="anonymous" src="${overlayUrl()}" integrity="${toIntegrity(Buffer.from(script))}">`,
    );
    const [first = "", second = ""] = String(mine.headers["content-security-policy"]).split(", ");
    expect(first).toContain(`script-src '${toIntegrity(Buffer.from(script))}' 'sha256-`);
    expect(second).not.toContain("sha384");
    for (const policy of [first, second]) expect(policy).toContain(` ${earlyScriptSource} `);
    expect(visitors.body).not.toMatch(/overlay|tester/);
    expect(
      String(mine.headers["content-security-policy"])
        .replaceAll(`${earlyScriptSource} `, "")
        .replace(`'${toIntegrity(Buffer.from(script))}' `, ""),
    ).toBe(visitors.headers["content-security-policy"]);
    expect(visitors.headers["site-set"]).toBeUndefined();
  });

  test("is answered to a tester who looks at 100 pages in a minute, and can still send a form", async () => {
    for (let page = 0; page < 100; page += 1)
      expect((await get(overlayUrl(), { cookie: session })).statusCode).toBe(200);
    expect((await get("/-/sign-in", { cookie: session })).statusCode).toBe(200);
  });

  test("is answered to a session that counts, each time anew, and to no other request", async () => {
    const answer = await get(overlayUrl(), { cookie: session });
    expect([answer.statusCode, answer.body]).toEqual([200, script]);
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    const again = { "if-none-match": String(answer.headers.etag) };
    expect((await get(overlayUrl(), { cookie: session, ...again })).statusCode).toBe(304);
    const { text, id } = await makeToken();
    const revoked = await signIn(text);
    await tokens.revoke(id, { at: new Date(), why: "left", by: "a test" });
    const out = await signIn();
    await post("/-/sign-out", {}, { cookie: out });
    for (const cookie of ["", "__Host-session=x", `${session.slice(0, -2)}AA`, revoked, out])
      expect((await get(overlayUrl(), { cookie, ...again })).statusCode).toBe(403);
    setLater(8 * 3_600_000);
    expect((await get(overlayUrl(), { cookie: session })).statusCode).toBe(403);
  });

  test("has no other address, and no other file has one like it", async () => {
    const cookie = session;
    for (const url of [
      `/_release/shell/${versions["shell"]}/overlay.js`,
      `/_release/shell/${versions["shell"]}/../server/overlay.js`,
      `/_release/shell/${versions["shell"]}/server/overlay.js`,
      "/-/overlay/1.0.0-0123456789ab.js",
      "/-/overlay/shared.cjs",
      "/-/overlay/..%2Fentry.cjs",
    ])
      expect([url, (await get(url, { cookie })).statusCode]).toEqual([url, 404]);
  });

  test("is told the set, and for each release its channel", async () => {
    const { version } = await bench().admit("content", { packageVersion: "1.1.0" });
    const answer = await post("/-/override", { with: `content@${version}`, to: `${page}?a=1` }, { cookie: session });
    expect(answer.headers.location).toBe(`${page}?a=1`);
    const { body } = await get(page, { cookie: `${session}; ${toCookies(answer)}` });
    const [, text = "{}"] = /id="tester-facts">([^<]*)</.exec(body) ?? [];
    expect(JSON.parse(text)).toMatchObject({
      channel: "override",
      asked: { label: `content@${version}` },
      releases: {
        content: { version, channel: "override" },
        navigation: { version: versions["navigation"], channel: "stable" },
      },
    });
    const listed = await get("/-/overlay/releases", { cookie: session });
    expect(listed.json().content.map((one: { version: string }) => one.version)).toEqual([
      version,
      versions["content"],
    ]);
    expect((await get("/-/overlay/releases")).statusCode).toBe(403);
  });
});

const listNames = (text: string): string[] =>
  [...text.matchAll(/data-remote="[^"]*" data-version="[^"]*"/g)].map(String);

test("a page as data names the regions as its document does, for who signed in alone", async () => {
  const payload = (await get(`${page}_payload.json`, { cookie: session })).json();
  const names = payload.slots.map(({ attributes }: { attributes: Record<string, string> }) => [
    attributes["remote"],
    attributes["version"],
  ]);
  expect(names).toContainEqual(["content", versions["content"]]);
  expect(
    names.map(([remote, version]: string[]) => `data-remote="${remote}" data-version="${version}"`).toSorted(),
  ).toEqual(listNames((await get(page, { cookie: session })).body).toSorted());
  const visitors = (await get(`${page}_payload.json`)).json();
  expect(JSON.stringify(visitors)).not.toContain('"remote"');
  expect(payload.slots.map(({ key }: { key: string }) => key)).toEqual(
    visitors.slots.map(({ key }: { key: string }) => key),
  );
});

describe("a remote that a tester breaks on purpose", () => {
  test("has other addresses of its scripts in this tester's documents and payloads, and the same HTML", async () => {
    const broken = `${versions["content"]}~fail`;
    const cookie = await breakRemote("fail");
    expect([await readAsked(cookie), await readAsked(session)]).toEqual([broken, versions["content"]]);
    const { body } = await get(page, { cookie });
    expect(body).toMatch(/Broken on purpose[^]*The scripts of content are answered with an error/);
    expect(body).toContain(`data-remote="content" data-version="${versions["content"]}"`);
    const payload = (await get(`${page}_payload.json`, { cookie })).json();
    expect(payload.releases.content.version).toBe(broken);
    const { integrity } = payload.releases.content;
    const description = `/_release/content/${broken}/${integrity.replaceAll("/", "_")}.json`;
    const described = await get(description, { cookie });
    expect([described.json().version, toIntegrity(Buffer.from(described.body))]).toEqual([broken, integrity]);
    expect(described.headers["cache-control"]).toBe("private, no-store");
    expect((await get(description)).statusCode).toBe(404);
    expect((await audit.last(1))[0]).toMatchObject({ action: "break", asked: "content fail" });
  });

  test("fails, is slow or hangs at these addresses, and other requests find nothing there", async () => {
    const usual = await get(toFile(versions["content"] ?? ""));
    for (const [how, status, heldForMs] of [
      ["fail", 500, []],
      ["slow", 200, [3000]],
      ["hang", 504, [10_000]],
    ] as const) {
      const cookie = await breakRemote(how);
      held.length = 0;
      const answer = await get(toFile(`${versions["content"]}~${how}`), { cookie });
      expect([how, answer.statusCode, answer.headers["cache-control"]]).toEqual([how, status, "private, no-store"]);
      expect(answer.body).toBe(how === "slow" ? usual.body : "");
      expect([how, ...held]).toEqual([how, ...heldForMs]);
      expect((await get(toFile(versions["content"] ?? ""), { cookie })).body).toBe(usual.body);
      for (const other of ["", session, cookie.replace(/;.*/, ""), await signIn()])
        expect((await get(toFile(`${versions["content"]}~${how}`), { cookie: other })).statusCode).toBe(404);
    }
    const cookie = await breakRemote("fail");
    for (const wrong of ["~slow", "~", "~fail~fail", "~FAIL"])
      expect((await get(toFile(`${versions["content"]}${wrong}`), { cookie })).statusCode).toBe(404);
    expect(
      (await get(`/_release/navigation/${versions["navigation"]}~fail/remoteEntry.js`, { cookie })).statusCode,
    ).toBe(404);
  });

  test("has no styles in this tester's pages, whose policy allows what is left, and has them for visitors", async () => {
    const cookie = await breakRemote("unstyled");
    const { body, headers } = await get(page, { cookie });
    expect(body).toMatch(/Broken on purpose[^]*The styles of content are missing/);
    const [, style = ""] = /<style>([^]*?)<\/style>/.exec(body) ?? [];
    expect([style.includes(css.content), style.includes(css.navigation)]).toEqual([false, true]);
    const policy = String(headers["content-security-policy"]);
    expect(/style-src 'self' '([^']+)'/.exec(policy)?.[1]).toBe(`sha256-${hash("sha256", style, "base64")}`);
    const payload = (await get(`${page}_payload.json`, { cookie })).json();
    const urls: string[] = payload.styles.map(({ url }: { url: string }) => url);
    expect([urls.length, urls.some((url) => url.includes("/content/"))]).toEqual([1, false]);
    for (const other of ["", session]) {
      const usual = await get(page, { cookie: other });
      expect(usual.body).toContain(css.content);
    }
  });

  test("has an element that is not closed in each region of this tester's pages, and other regions have none", async () => {
    const cookie = await breakRemote("unclosed");
    const { body } = await get(page, { cookie });
    expect(body).toMatch(/Broken on purpose[^]*The HTML of content begins with an element that is not closed/);
    const opened = [...body.matchAll(/<div [^>]*data-remote="([^"]*)"[^>]*>(<section>)?/g)];
    expect(opened.length).toBeGreaterThan(2);
    for (const [, remote, element] of opened)
      expect([remote, element !== undefined]).toEqual([remote, remote === "content"]);
    const payload = (await get(`${page}_payload.json`, { cookie })).json();
    for (const { application, html } of payload.slots)
      expect([application, html.startsWith("<section><")]).toEqual([application, application.startsWith("content/")]);
    for (const other of ["", session]) {
      const usual = await get(page, { cookie: other });
      expect(usual.body).not.toContain("<section><");
    }
  });

  test("has no files at addresses of pages that are broken", async () => {
    for (const how of ["unstyled", "unclosed"]) {
      const cookie = await breakRemote(how);
      expect((await get(toFile(`${versions["content"]}~${how}`), { cookie })).statusCode).toBe(404);
      expect(await readAsked(cookie)).toBe(versions["content"]);
    }
  });

  test("is mended by the button, after ten minutes, and with the session", async () => {
    const cookie = await breakRemote("fail");
    const ended = await post("/-/break/end", {}, { cookie });
    expect(ended.headers["set-cookie"]).toMatch(/^__Host-break=; Path=\/; Max-Age=0;/);
    expect(await readAsked(cookie)).toBe(versions["content"]);
    const late = await breakRemote("fail");
    setLater(10 * 60_000);
    const { statusCode, body } = await get(page, { cookie: late });
    expect([statusCode, body]).toEqual([410, expect.stringContaining("The remote content is no longer broken")]);
    expect(body).toContain("The scripts of content are answered with an error: that ended at ");
    expect(body).toContain('action="/-/break/end"');
    setLater(0);
    const other = await signIn();
    const signedOut = await breakRemote("fail", other);
    await post("/-/sign-out", {}, { cookie: other });
    expect(await readAsked(`${session}; ${signedOut.split("; ")[1]}`)).toBe(versions["content"]);
  });

  test.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sister host", { "sec-fetch-site": "same-site" }],
    ["no known origin", {}],
  ])("is not broken and not mended by a form of %s", async (_what, headers) => {
    for (const url of ["/-/break", "/-/break/end"]) {
      const answer = await post(url, { remote: "content", how: "fail" }, { cookie: session, headers });
      expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([403, undefined]);
    }
  });

  test.each([
    [{ remote: "shell", how: "fail" }],
    [{ remote: "nothing", how: "fail" }],
    [{ remote: "__proto__", how: "fail" }],
    [{ remote: "content", how: "burn" }],
    [{}],
  ])("%j is refused", async (fields) => {
    const answer = await post("/-/break", fields, { cookie: session });
    expect([answer.statusCode, answer.headers["set-cookie"]]).toEqual([400, undefined]);
    expect((await post("/-/break", fields)).headers.location).toBe("/-/sign-in?to=%2F");
  });

  test("is broken by a person whose session has ended only after a new sign-in, which leads back to the page", async () => {
    const headers = {
      "sec-fetch-site": "same-origin",
      host: "site.example",
      referer: `https://site.example${page}?a=1`,
    };
    for (const fields of [{ remote: "content", how: "fail" }, {}]) {
      const answer = await post("/-/break", fields, { headers });
      expect(answer.headers.location).toBe(`/-/sign-in?to=${encodeURIComponent(`${page}?a=1`)}`);
    }
  });
});
