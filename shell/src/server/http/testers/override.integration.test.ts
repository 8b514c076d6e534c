import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { toWith } from "../../../layout/tester-facts.ts";
import { planCanaryPromote, planChannels } from "../../publishing/plan-channels.ts";
import { carryOut, rollback } from "../../publishing/promote.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, own, toCookies } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { access, tokens, audit, setLater, remove } = openTesterAccess();
afterAll(remove);

const { app, bench, get } = useFixtureApp({ access, releases: { shell: fewPages } });
const { post, makeToken, signIn } = createTesterVisits({ app }, tokens, () => "Quality of the site");

const stableText = "the stable text";
const candidateText = "the candidate's text";
const touched = "/about-us/";
const note = { why: "a reason", checkSet: async () => ({ sites: ["GGPPH"], checks: [] }) };
let candidate = "";
let stable = "";
let session = "";

/** Both cookies of a tester who asked for something. */
async function override(fields: Record<string, string>): Promise<string> {
  const answer = await post("/-/override", fields, { cookie: session });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/"]);
  return `${session}; ${toCookies(answer)}`;
}

/** The sealed value of an override. */
const sealed = async (): Promise<string> =>
  /__Host-override=([^;]+)/.exec(await override({ with: `content@${candidate}` }))?.[1] ?? "";

async function read(url: string, cookie = ""): Promise<string> {
  const { body, statusCode } = await get(url, { cookie });
  const texts = [stableText, candidateText].filter((text) => body.includes(text));
  return statusCode === 200 ? texts.join(" and ") : `${statusCode}`;
}

const readLatest = async (cookie = ""): Promise<string> =>
  (await get("/builds/latest.json", { cookie })).json().versions.content;

/** The formats that a document, its page as data and the build name. */
async function readFormats(cookie: string): Promise<number[]> {
  const { body } = await get(touched, { cookie });
  const data = await get(`${touched}_payload.json`, { cookie });
  const build = await get("/builds/latest.json", { cookie });
  return [/id="site-set">\{"format":([\d.]+),/.exec(body)?.[1], data.json().format, build.json().format].map(Number);
}

beforeAll(async () => {
  stable = (await bench().release("content", { server: toServerSource(stableText) })).version;
  candidate = (await bench().admit("content", { server: toServerSource(candidateText) })).version;
  await app().live.refresh();
  session = await signIn();
});
afterEach(() => {
  setLater(0);
});

describe("a tester who signed in and asked for a candidate", () => {
  test("gets its documents, payloads and build, marked and kept by no cache; visitors get what is live", async () => {
    const cookie = await override({ with: `content@${candidate}` });
    for (const url of [touched, `${touched}_payload.json`]) {
      expect([await read(url, cookie), await read(url)]).toEqual([candidateText, stableText]);
      const { headers } = await get(url, { cookie, "site-variant": "none.override", "accept-encoding": "br" });
      expect(headers["cache-control"]).toBe("private, no-store");
      expect(headers["site-set"]).toMatch(new RegExp(`^[0-9a-f]{16} .*content@${candidate}`));
    }
    expect([await readLatest(cookie), await readLatest()]).toEqual([candidate, stable]);
    const token = { owner: "Quality of the site", role: "viewer" };
    expect(await audit.last(2)).toMatchObject([
      { action: "sign-in", token, asked: "" },
      { action: "preview", token, asked: `content@${candidate}` },
    ]);
    const page = await get(touched, { cookie });
    expect(page.body).toMatch(new RegExp(`role="region" aria-label="Preview">[^]*content@${candidate}, set`));
    expect(page.headers["etag"]).toBeUndefined();
    expect(page.body).toMatch(
      new RegExp(`<div id="single-spa-application:content/[^"]*" data-remote="content" data-version="${candidate}"`),
    );
    const visitors = await get(touched);
    expect(visitors.body).not.toContain("data-remote");
    expect([visitors.body.includes("tester"), visitors.headers["site-set"]]).toEqual([false, undefined]);
  });

  test("and before asking, gets what visitors get, in no cache, with the releases in a header and in the regions", async () => {
    const page = await get(touched, { cookie: session });
    expect(page.headers["cache-control"]).toBe("private, no-store");
    expect(page.headers["etag"]).toBeUndefined();
    expect(page.headers["site-set"]).toMatch(new RegExp(`^[0-9a-f]{16} .*content@${stable}`));
    expect(page.body).toMatch(
      new RegExp(`<div id="single-spa-application:content/[^"]*" data-remote="content" data-version="${stable}"`),
    );
    const plain = page.body.replaceAll(/ data-(remote|version|owner|rendered)="[^"]*"/g, "");
    expect(plain).toBe((await get(touched)).body);
    const signedOut = await signIn();
    await post("/-/sign-out", {}, { cookie: signedOut });
    for (const cookie of [signedOut, "__Host-session=x"])
      expect((await get(touched, { cookie })).headers["site-set"]).toBeUndefined();
  });

  test("gets the mark on the page of an error too, with the path that was asked for", async () => {
    const cookie = await override({ with: `content@${candidate}` });
    const { body, statusCode } = await get("/nowhere-$&/", { cookie });
    expect(statusCode).toBe(404);
    expect(body).toContain('aria-label="Preview"');
    expect(body).toContain("/nowhere-$&amp;/");
  });

  test("is a variant of its own to a reverse proxy, which is never allowed to keep it", async () => {
    const cookie = await override({ with: `content@${candidate}` });
    expect((await get("/api/visitor", { cookie })).headers["site-variant"]).toBe("none.override");
  });

  test("sees a preview by its name, and the site as it was at a moment", async () => {
    const before = new Date().toISOString();
    const plan = { kind: "preview" as const, name: "new-home", changes: { content: candidate } };
    await carryOut(bench().store, await planChannels(bench().store, plan), note);
    await app().live.refresh();
    expect(await read(touched, await override({ preview: "new-home" }))).toBe(candidateText);
    expect(await read(touched, await override({ at: before }))).toBe(stableText);
    const tooEarly = await post("/-/override", { at: "2001-01-01" }, { cookie: session });
    expect([tooEarly.statusCode, tooEarly.body]).toEqual([404, expect.stringContaining("Nothing was live yet")]);
  });

  test("keeps it while the rest of the site goes on, and the live set's other changes are in it", async () => {
    const cookie = await override({ with: `content@${candidate}` });
    const { version } = await bench().release("navigation", { server: toServerSource("a newer menu") });
    await app().live.refresh();
    const { body } = await get(touched, { cookie });
    expect([body.includes(candidateText), body.includes("a newer menu")]).toEqual([true, true]);
    expect((await get("/builds/latest.json", { cookie })).json().versions.navigation).toBe(version);
  });

  test("reads above each page which of the releases are not live, and who else sees them: no visitor, those of the canary, or all", async () => {
    const versions = { ...app().live.state()?.set.versions, content: candidate };
    const cookie = await override({ with: toWith(versions) });
    const seen = async (): Promise<[mark: string, format: number | undefined]> => {
      await app().live.refresh();
      const [, mark = ""] =
        /<strong>Preview.<\/strong> ([^<]*<code>[^]*?)<a/.exec((await get(touched, { cookie })).body) ?? [];
      return [mark.replace(/<code>.*UTC/, "…"), (await readFormats(cookie))[0]];
    };
    const marks = [await seen()];
    const start = { kind: "canary-start", changes: { content: candidate }, percent: 30, first: 90 } as const;
    await carryOut(bench().store, await planChannels(bench().store, start), note);
    marks.push(await seen());
    await carryOut(bench().store, await planCanaryPromote(bench().store), note);
    marks.push(await seen());
    const asked = await get(`/-/override?with=content@${candidate}`, { cookie: session });
    expect(asked.body).toContain(
      `content@${candidate}: that is what is live now. For two hours you go on seeing it, in every tab and window of this browser, also when another release goes live.`,
    );
    await rollback(bench().store, {}, note);
    marks.push(await seen());
    const named = `content@${candidate}, set …. `;
    expect(marks.map(([mark]) => mark)).toEqual([
      `${named}Visitors do not see it. `,
      `${named}Visitors of the canary see it too. `,
      `${toWith(versions).replaceAll(",", ", ")}, set …. It is live: visitors see it too. `,
      `${named}Visitors do not see it. `,
    ]);
    // An open page shows no next one under a mark that is true no longer.
    const [first, canary, live, last] = marks.map(([, format]) => format);
    expect([new Set([first, canary, live]).size, last]).toEqual([3, first]);
  });

  test("gets documents, pages as data and builds of one format while the mark above the page is the same, and of another for each other mark", async () => {
    const asked = await override({ with: `content@${candidate}` });
    const broken = await post("/-/break", { remote: "content", how: "unstyled" }, { cookie: session });
    const again = await override({ with: `content@${candidate}` });
    await post("/-/override/end", {}, { cookie: again });
    const cookies = ["", session, again, asked, `${session}; ${toCookies(broken)}`, `${asked}; ${toCookies(broken)}`];
    const found = await Promise.all(cookies.map(readFormats));
    for (const formats of found) expect(new Set(formats).size).toBe(1);
    const [visitors, ...testers] = found.map(([format]) => format);
    expect(testers.slice(0, 2)).toEqual([visitors, visitors]);
    expect(new Set([visitors, ...testers]).size).toBe(4);
  });

  test("is told when a release of it was removed from the store, and leads back to the live site", async () => {
    const { version } = await bench().admit("content", { server: toServerSource("a withdrawn text") });
    const cookie = await override({ with: `content@${version}` });
    expect((await get(touched, { cookie })).body).toContain("a withdrawn text");
    await bench().store.remove("content", version);
    await vi.waitFor(async () => expect((await get(touched, { cookie })).statusCode).toBe(503), { timeout: 20_000 });
    const { body } = await get(touched, { cookie });
    expect(body).toContain(`content@${version}`);
    expect(body).not.toContain("a withdrawn text");
    expect(body).toContain('action="/-/override/end"');
    expect(await read(touched)).toBe(stableText);
  });

  test("leaves it by the button on the page, and a copy of the cookie shows nothing more", async () => {
    const cookie = await override({ with: `content@${candidate}` });
    const answer = await post(
      "/-/override/end",
      {},
      { cookie, headers: { ...own, host: "site.example", referer: `https://site.example${touched}` } },
    );
    expect([answer.statusCode, answer.headers.location]).toEqual([303, touched]);
    expect(answer.headers["set-cookie"]).toMatch(/^__Host-override=; Path=\/; Max-Age=0;/);
    expect(await read(touched, cookie)).toBe(stableText);
  });

  test("finds on each page a link that shows the same releases and the same page to another who signs in", async () => {
    const cookie = await override({ with: `content@${candidate}` });
    const { body } = await get(`${touched}?a=1`, { cookie });
    const link = /<a href="([^"]+)">Link to share<\/a>/.exec(body)?.[1]?.replaceAll("&amp;", "&") ?? "";
    expect((await get(link)).headers.location).toBe(`/-/sign-in?to=${encodeURIComponent(link)}`);
    const other = await signIn();
    const asked = await get(link, { cookie: other });
    expect(asked.body).toContain(candidate);
    expect(asked.body).toContain(`name="to" value="${touched}?a=1"`);
    // Two windows of one browser show the same: who wants to compare two candidates has to know.
    expect(asked.body).toContain("in every tab and window of this browser");
  });

  test("is in the audit log with each step: what was asked for, broken, ended, mended, and the sign-out", async () => {
    const signedIn = await signIn();
    const asked = toCookies(await post("/-/override", { with: `content@${candidate}` }, { cookie: signedIn }));
    const broken = toCookies(await post("/-/break", { remote: "content", how: "fail" }, { cookie: signedIn }));
    await post("/-/override/end", {}, { cookie: `${signedIn}; ${asked}` });
    await post("/-/break/end", {}, { cookie: `${signedIn}; ${broken}` });
    await post("/-/sign-out", {}, { cookie: signedIn });
    expect((await audit.last(5)).map(({ action }) => action)).toEqual([
      "preview",
      "break",
      "preview-end",
      "mend",
      "sign-out",
    ]);
    // A sign-out without a session adds no entry.
    await post("/-/sign-out", {}, { cookie: signedIn });
    expect((await audit.last(1)).map(({ action }) => action)).toEqual(["sign-out"]);
  });

  test("sees it for two hours; then each page says that it has ended, until the tester goes on to the live site", async () => {
    const answer = await post("/-/override", { with: `content@${candidate}` }, { cookie: session });
    // Kept longer than the releases are shown: a browser without the cookie could not be told.
    expect(answer.headers["set-cookie"]).toMatch(/; Max-Age=93600;/);
    const cookie = `${session}; ${toCookies(answer)}`;
    setLater(2 * 3_600_000 - 60_000);
    expect(await read(touched, cookie)).toBe(candidateText);
    setLater(2 * 3_600_000 + 1000);
    for (const path of [`${touched}?a=1`, "/nowhere/"]) {
      const { statusCode, body, headers } = await get(path, { cookie });
      expect([statusCode, headers["cache-control"], headers["set-cookie"]]).toEqual([
        410,
        "private, no-store",
        undefined,
      ]);
      expect(body).toContain("This preview has ended");
      expect(body).toMatch(new RegExp(`You saw content@${candidate} in place of what is live. That ended at `));
      expect(body).toContain(`href="/-/override?with=content%40${candidate}&amp;to=${encodeURIComponent(path)}"`);
    }
    // A page that was open loads the next one as a document, and its files as before. No cache of several visitors may answer it.
    expect((await get(`${touched}_payload.json`, { cookie })).statusCode).toBe(410);
    expect(await readLatest(cookie)).toBe(stable);
    const visitor = await get("/api/visitor", { cookie });
    expect([visitor.headers["site-variant"], visitor.headers["set-cookie"]]).toEqual(["none.override", undefined]);
    const goneOn = await post(
      "/-/override/end",
      {},
      { cookie, headers: { ...own, host: "site.example", referer: `https://site.example${touched}?a=1` } },
    );
    expect(goneOn.headers.location).toBe(`${touched}?a=1`);
    expect(goneOn.headers["set-cookie"]).toMatch(/^__Host-override=; .*Max-Age=0/);
    expect(await read(touched, session)).toBe(stableText);
  });

  test("loses it with the session, and when the token is revoked", async () => {
    const { text: token } = await makeToken();
    session = await signIn(token);
    const cookie = await override({ with: `content@${candidate}` });
    expect(await read(touched, cookie)).toBe(candidateText);
    await tokens.revoke(token.slice(5, 17), { at: new Date(), why: "left", by: "a test" });
    const ended = await get(touched, { cookie });
    expect([ended.statusCode, ended.body]).toEqual([410, expect.stringContaining("That ended with your sign-in.")]);
    expect((await get("/-/sign-in?to=/", { cookie: session })).body).toContain("Your sign-in has ended");
    expect((await get("/-/sign-in?to=/")).body).not.toContain("has ended");
    session = await signIn();
    const another = await override({ with: `content@${candidate}` });
    await post("/-/sign-out", {}, { cookie: session });
    expect(await read(touched, another)).toBe(stableText);
    session = await signIn();
  });
});

describe("nothing but a form of this site, sent by a tester who signed in, chooses releases", () => {
  test("a link asks for a sign-in first, leads there afterwards, and shows what differs", async () => {
    const link = `/-/override?with=content@${candidate}`;
    const asked = await get(link);
    expect([asked.statusCode, asked.headers.location]).toEqual([303, `/-/sign-in?to=${encodeURIComponent(link)}`]);
    const form = await get(String(asked.headers.location));
    expect(form.body).toContain(`name="to" value="${link}"`);
    const answer = await post("/-/sign-in", { token: (await makeToken()).text, to: link });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, link]);
    expect(answer.headers["set-cookie"]).toMatch(
      /^__Host-session=[^;]+; Path=\/; Max-Age=28800; SameSite=Lax; Secure; HttpOnly$/,
    );
    const page = await get(link, { cookie: toCookies(answer) });
    expect(page.headers["set-cookie"]).toBeUndefined();
    expect(page.body).toContain(`<th scope="row">content</th><td>${stable}</td><td>${candidate}</td>`);
  });

  test.each([
    [
      "a version that is not in the store",
      () => `with=content@1.0.0-0123456789ab`,
      404,
      "There is no release content@1.0.0-0123456789ab in the store",
    ],
    [
      "one of two that is not there",
      () => `with=content@${candidate},navigation@1.0.0-0123456789ab`,
      404,
      "There is no release navigation@1.0.0-0123456789ab in the store",
    ],
    [
      "two releases of one package",
      () => `with=content@${candidate},content@${stable}`,
      400,
      "The link does not say which releases: it names two of content.",
    ],
    ["a day that no calendar has", () => "at=2026-02-30", 400, "there is no moment 2026-02-30"],
    ["a moment of such a day", () => "at=2027-02-29T12:00", 400, "there is no moment 2027-02-29T12:00"],
    ["an hour that no day has", () => "at=2026-11-22T24:00Z", 400, "there is no moment 2026-11-22T24:00"],
  ])("a link to %s is refused when it is opened, with what to do", async (_what, query, status, problem) => {
    const { statusCode, body } = await get(`/-/override?${query()}`, { cookie: session });
    expect(statusCode).toBe(status);
    expect(body).toContain(problem);
    expect(body).not.toContain("Show them to me");
    expect(body).toMatch(/<p role="alert">[^<]*\. [^<]*\.<\/p>/);
  });

  test.each(["at=2028-02-29", "at=2026-11-22T23:59:59.9Z"])(
    "a link to a moment that there is, is none of those: %s",
    async (query) => {
      const { body } = await get(`/-/override?${query}`, { cookie: session });
      expect(body).not.toContain("there is no moment");
    },
  );

  test.each([
    ["/about-us/?who=José", "/about-us/?who=Jos%C3%A9"],
    ["/日本/ a#b?c=%20", "/%E6%97%A5%E6%9C%AC/%20a#b?c=%20"],
    ["/\u2028\u007f", "/%E2%80%A8%7F"],
  ])("G8 the page to come to, written as %j, is reached at the address that means it", async (to, address) => {
    const { text } = await makeToken();
    const signedIn = await post("/-/sign-in", { token: text, to });
    expect([signedIn.statusCode, signedIn.headers.location]).toEqual([303, address]);
    const shown = await post("/-/override", { with: `content@${candidate}`, to }, { cookie: toCookies(signedIn) });
    expect([shown.statusCode, shown.headers.location]).toEqual([303, address]);
  });

  test("releases that fit only together are not shown one without the other: the page says which link to ask for", async () => {
    const { version } = await bench().admit("content", { shared: { react: "^99.0.0" } });
    const { statusCode, body } = await post("/-/override", { with: `content@${version}` }, { cookie: session });
    expect(statusCode).toBe(422);
    expect(body).toContain(`content@${version} cannot be shown with the other releases of this set.`);
    expect(body).toContain(
      "Where several belong together, ask for a link that names all of them: site preview prints it.",
    );
    expect(body).not.toContain("cannot be admitted");
  });

  test("G8 a text that is no Unicode leads to a page all the same", async () => {
    const { text } = await makeToken();
    const { statusCode, headers } = await app().server.inject({
      method: "POST",
      url: "/-/sign-in",
      remoteAddress: "203.0.113.200",
      headers: { ...own, "content-type": "application/json" },
      payload: String.raw`{"token":"${text}","to":"/\ud800"}`,
    });
    expect([statusCode, headers.location]).toEqual([303, "/%EF%BF%BD"]);
  });

  test.each(["//evil.example/", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", ""])(
    "a sign-in never leads to %s",
    async (to) => {
      const answer = await post("/-/sign-in", { token: (await makeToken()).text, to });
      expect([answer.statusCode, answer.headers.location]).toEqual([303, "/"]);
      expect((await get(`/-/sign-in?to=${encodeURIComponent(to)}`)).body).toContain('name="to" value="/"');
    },
  );

  test.each([
    ["no token", ""],
    ["an unknown token", `site_0123456789ab_${"a".repeat(43)}`],
    ["markup", "<script>alert(1)</script>"],
  ])("%s is refused, and not repeated", async (_what, token) => {
    const answer = await post("/-/sign-in", { token });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.body).toContain('role="alert"');
    expect(answer.body).not.toContain("<script>");
  });

  test.each([
    ["no body", undefined],
    ["the body null", "null"],
    ["a token that is a number", '{"token":5}'],
    ["an address that is a number", '{"token":"a","to":1}'],
  ])("%s is refused as no token is, and is no fault of the server", async (_what, payload) => {
    const answer = await app().server.inject({
      method: "POST",
      url: "/-/sign-in",
      remoteAddress: "203.0.113.7",
      headers: {
        "sec-fetch-site": "same-origin",
        ...(payload !== undefined && { "content-type": "application/json" }),
      },
      ...(payload !== undefined && { payload }),
    });
    expect(answer.statusCode).toBe(401);
  });

  test("an expired token is refused, and the audit log names whose it is", async () => {
    const { text: token } = await makeToken("viewer", 1);
    setLater(2 * 86_400_000);
    expect((await post("/-/sign-in", { token })).statusCode).toBe(401);
    expect(await audit.last(1)).toMatchObject([
      { action: "sign-in-refused", token: { owner: "Quality of the site", role: "viewer" }, asked: "TOKEN_EXPIRED" },
    ]);
  });

  test("a text that is no token of this server adds nothing to the audit log, which never shrinks", async () => {
    const before = await audit.last(1);
    await post("/-/sign-in", { token: `site_0123456789ab_${"a".repeat(43)}` });
    expect(await audit.last(1)).toEqual(before);
  });

  test.each([
    ["another site's form", { "sec-fetch-site": "cross-site" }],
    ["a sister host's form", { "sec-fetch-site": "same-site" }],
    ["another origin, from an old browser", { origin: "https://evil.example", host: "site.example" }],
    ["a page of http at this host name, from an old browser", { origin: "http://site.example", host: "site.example" }],
    ["no origin at all", {}],
  ])("%s is refused", async (_what, headers) => {
    const cookie = session;
    for (const url of ["/-/override", "/-/override/end", "/-/sign-out", "/-/sign-in"]) {
      const answer = await post(url, { with: `content@${candidate}` }, { cookie, headers });
      expect([url, answer.statusCode, answer.headers["set-cookie"]]).toEqual([url, 403, undefined]);
      expect([url, answer.body]).toEqual([url, expect.stringContaining("<title>This was not done</title>")]);
    }
  });

  test("G7 a cookie that was forged, changed, cut, doubled, of another kind or of another session shows no release to test", async () => {
    const value = await sealed();
    const [text = "", mac = ""] = value.split(".");
    const forged = Buffer.from(JSON.stringify({ kind: "override", versions: { content: candidate } })).toString(
      "base64url",
    );
    const other = await signIn();
    const values = [
      "",
      ".",
      "x",
      text,
      `${text}.${"A".repeat(43)}`,
      `${forged}.${mac}`,
      `${text}A.${mac}`,
      value.slice(0, -1),
      `${value}; __Host-override=${value}`,
      /__Host-session=([^;]+)/.exec(session)?.[1] ?? "",
      "a".repeat(8000),
      "%00",
    ];
    for (const one of values)
      expect([one, await read(touched, `${session}; __Host-override=${one}`)]).toEqual([one, stableText]);
    for (const sessionOfOther of [`${other}; `, ""]) {
      const { statusCode, body } = await get(touched, { cookie: `${sessionOfOther}__Host-override=${value}` });
      expect([statusCode, body]).toEqual([410, expect.stringContaining("That ended with your sign-in.")]);
    }
    expect(await read(touched, `${session}; __Host-override=${value}`)).toBe(candidateText);
  });

  test.each([
    ["a release that was never admitted", { with: "content@1.0.0-0123456789ab" }, 404],
    ["a package that there is none of", { with: "nothing@1.0.0-0123456789ab" }, 404],
    ["a text that is no release", { with: "content@latest" }, 400],
    ["one package twice", { with: "content@1.0.0-0123456789ab,content@1.0.0-0123456789ac" }, 400],
    ["__proto__", { with: "__proto__@1.0.0-0123456789ab" }, 400],
    ["an unknown preview", { preview: "constructor" }, 404],
    ["no moment", { at: "yesterday" }, 400],
    ["two things at once", { at: "2026-01-01", preview: "x" }, 400],
    ["nothing", {}, 400],
  ])("%s is refused with a sentence, and no cookie", async (_what, fields, status) => {
    const answer = await post("/-/override", fields, { cookie: session });
    expect(answer.headers["set-cookie"]).toBeUndefined();
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain('role="alert"');
  });

  test("without a session it leads to the sign-in, and from there back to the question", async () => {
    const answer = await post("/-/override", { with: `content@${candidate}`, to: touched });
    const question = `/-/override?${new URLSearchParams({ with: `content@${candidate}`, to: touched })}`;
    expect([answer.statusCode, answer.headers.location, answer.headers["set-cookie"]]).toEqual([
      303,
      `/-/sign-in?to=${encodeURIComponent(question)}`,
      undefined,
    ]);
  });
});

test("ten testers at once, each with another set: all are shown or told to wait, and few sets are held", async () => {
  const versions: string[] = [];
  for (let count = 0; count < 6; count += 1)
    versions.push((await bench().admit("content", { server: toServerSource(`candidate ${count}`) })).version);
  const answers = await Promise.all(
    versions.map((version) => post("/-/override", { with: `content@${version}` }, { cookie: session })),
  );
  expect(answers.filter(({ statusCode }) => statusCode === 303).length).toBeGreaterThanOrEqual(4);
  expect(answers.every(({ statusCode }) => statusCode === 303 || statusCode === 503)).toBe(true);
  for (const [index, version] of versions.entries())
    expect((await get(touched, { cookie: await override({ with: `content@${version}` }) })).body).toContain(
      `candidate ${index}`,
    );
});

/** The status for a client that shares its address with others. */
const ask = async (url: string, headers: Record<string, string> = {}): Promise<number> =>
  (await app().server.inject({ url, headers, remoteAddress: "192.0.2.77" })).statusCode;

test("G9 who has no session is refused after too many requests, and who signed in from the same address is not", async () => {
  for (let sent = 0; sent < 60; sent += 1) expect(await ask("/-/sign-in")).toBe(200);
  expect(await ask("/-/sign-in")).toBe(429);
  expect(await ask("/-/sign-in", { cookie: session.replace(/.$/, (one) => (one === "A" ? "B" : "A")) })).toBe(429);
  expect(await ask("/-/sign-in", { cookie: session })).toBe(200);
  expect(await ask(`/-/override?with=content@${candidate}`, { cookie: session })).toBe(200);
});
