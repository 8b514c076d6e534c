import type { LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createIdentityProvider } from "../../access/identity-provider.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { startSimulatedProvider } from "../../testing/simulated-provider.ts";
import { createTesterVisits, own, toCookies } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const provider = await startSimulatedProvider();
afterAll(() => provider.close());

const consoleHost = "console.site.example";
const { access, audit, countEnded, tokens, setLater, remove } = openTesterAccess({
  consoleHost,
  provider: createIdentityProvider({
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    siteUrl: "https://site.example",
    claim: "groups",
    viewers: ["testers"],
    operators: ["operators", "on-call"],
  }),
});
afterAll(remove);

const used = useFixtureApp({ access });
const { post } = createTesterVisits(used, tokens);

/** Each request comes from another address, because one address may ask seldom. */
let senders = 0;
const get = (url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> =>
  used.app().server.inject({ method: "GET", url, headers, remoteAddress: `198.51.100.${(senders += 1)}` });

const begin = "/-/sign-in/provider?to=/-/console/history";

beforeAll(() => provider.set({}));
afterEach(() => {
  setLater(0);
  provider.set({});
});

/** Goes to the provider and signs in there. @returns the address that it leads back to, and the cookie of the browser */
async function goThere(headers: Record<string, string> = {}): Promise<{ back: URL; cookie: string }> {
  const answer = await get(begin, headers);
  expect(answer.statusCode).toBe(303);
  return { back: await provider.visit(String(answer.headers.location)), cookie: toCookies(answer) };
}

/** Comes back from the provider, to the host name that it leads to unless told otherwise. */
const comeBack = ({ back, cookie }: { back: URL; cookie: string }, host = back.host): Promise<LightMyRequestResponse> =>
  get(`${back.pathname}${back.search}`, { cookie, host });

/** The cookies that an answer leaves a browser with. */
const toSession = ({ cookies }: LightMyRequestResponse): string =>
  cookies
    .filter(({ value }) => value !== "")
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ");

const readConsole = async (cookie: string): Promise<number> => (await get("/-/console", { cookie })).statusCode;

/** @param to the page that the next attempt leads to */
async function expectRefused(
  answer: LightMyRequestResponse,
  problem: RegExp,
  status = 401,
  to = "/-/console/history",
): Promise<void> {
  expect([answer.statusCode, toSession(answer)]).toEqual([status, ""]);
  expect(answer.body).toContain(`name="to" value="${to}"`);
  expect(answer.body).toContain('role="alert"');
  expect(answer.body).toMatch(problem);
}

describe("a sign-in at the provider", () => {
  test("that gives no answer is said on the page, where a token still signs in, and works when the provider does", async () => {
    provider.set({ isDown: true });
    const answer = await get(begin);
    await expectRefused(answer, /cannot be begun: other side closed/, 503);
    expect(answer.body).toContain('name="token"');
    provider.set({});
    expect((await get(begin)).statusCode).toBe(303);
  });

  test("is offered beside the token, leads there with state, nonce and PKCE, and back to the page that was asked for", async () => {
    expect((await get("/-/sign-in?to=/-/console/history")).body).toContain(
      'href="/-/sign-in/provider?to=%2F-%2Fconsole%2Fhistory"',
    );
    const answer = await get(begin);
    const url = new URL(String(answer.headers.location));
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: provider.clientId,
      redirect_uri: "https://site.example/-/sign-in/callback",
      response_type: "code",
      scope: "openid profile email",
      code_challenge_method: "S256",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    expect(answer.headers["set-cookie"]).toMatch(
      /^__Host-sign-in=[^;]+; Path=\/; Max-Age=600; SameSite=Lax; Secure; HttpOnly$/,
    );
    const back = await comeBack({ back: await provider.visit(url.href), cookie: toCookies(answer) });
    expect([back.statusCode, back.headers.location]).toEqual([303, "/-/console/history"]);
    const page = await get("/-/console", { cookie: toSession(back) });
    expect([page.statusCode, page.body.includes("robin@operator.example")]).toEqual([200, true]);
    expect((await audit.last(1))[0]).toMatchObject({
      action: "sign-in",
      token: { id: expect.stringMatching(/^[0-9a-f]{12}$/), owner: "robin@operator.example", role: "viewer" },
    });
  });

  test.each([
    ["a path with letters that an address escapes", "/caf\u00e9/", "/caf%C3%A9/"],
    ["a path of 1,000 letters of three bytes each", `/${"\u65e5".repeat(999)}`, "/"],
  ])("that is begun for %s comes to its end", async (_what, to, location) => {
    const answer = await get(`/-/sign-in/provider?to=${encodeURIComponent(to)}`);
    const there = { back: await provider.visit(String(answer.headers.location)), cookie: toCookies(answer) };
    expect((await comeBack(there)).headers.location).toBe(location);
  });

  test("that is begun at the console's own host name leads back there, and counts there", async () => {
    const host = consoleHost;
    expect((await get("/-/sign-in?to=/-/console/history", { host })).body).toContain('href="/-/sign-in/provider?to=');
    for (const name of [host, `${host}:8443`, host.toUpperCase()]) {
      const there = await goThere({ host: name });
      expect(`${there.back.origin}${there.back.pathname}`).toBe(`https://${host}/-/sign-in/callback`);
      const back = await comeBack(there);
      expect([back.statusCode, back.headers.location]).toEqual([303, "/-/console/history"]);
      expect((await get("/-/console", { cookie: toSession(back), host })).statusCode).toBe(200);
    }
  });

  test("leads back to no other host name that a request says, and is not finished at another than it was begun at", async () => {
    for (const host of [
      "evil.example",
      `${consoleHost}.evil.example`,
      `evil.example@${consoleHost}`,
      "localhost:3000",
    ]) {
      const { back } = await goThere({ host, "x-forwarded-host": consoleHost });
      expect([host, back.origin]).toEqual([host, "https://site.example"]);
    }
    const [atSite, atConsole] = [await goThere(), await goThere({ host: consoleHost })];
    await expectRefused(await comeBack(atSite, consoleHost), /host name/);
    await expectRefused(await comeBack(atConsole, "site.example"), /host name/);
    expect([(await comeBack(atSite)).statusCode, (await comeBack(atConsole)).statusCode]).toEqual([303, 303]);
  });

  test("gives the role that the claim says, and none to who has none", async () => {
    for (const [groups, status] of [
      [["testers", "on-call"], 200],
      ["operators", 200],
      [["testers"], 403],
    ] as const) {
      provider.set({ claims: { groups } });
      const cookie = toSession(await comeBack(await goThere()));
      expect((await get("/-/console/prepare?kind=freeze", { cookie })).statusCode).toBe(status);
    }
    for (const groups of [["others"], [], undefined, { operators: true }, "operators,testers", ["Operators"]]) {
      provider.set({ claims: { groups } });
      await expectRefused(await comeBack(await goThere()), /no role on this site/, 403);
    }
  });

  test.each([
    [{ email_verified: true }, "robin@operator.example"],
    [{ email_verified: false, name: "Robin" }, "Robin"],
    [{ email_verified: "false", name: "ana@operator.example", preferred_username: "robin" }, "robin"],
    [{ email_verified: false, name: "Ana <ana@operator.example>" }, "robin-1"],
    [{ email: undefined, name: "\u202Enibor", preferred_username: "robin" }, "robin"],
  ])(
    "with %j is logged as of %s, and never as of an address that the provider did not verify",
    async (claims, owner) => {
      provider.set({ claims });
      await comeBack(await goThere());
      expect((await audit.last(1))[0]).toMatchObject({ action: "sign-in", token: { owner } });
    },
  );

  test.each([
    ["another issuer", { iss: "https://evil.example" }, /issuer|iss/i],
    ["another audience", { aud: "another-site" }, /audience|aud/i],
    ["a time that is over", { exp: Math.floor(Date.now() / 1000) - 60 }, /exp|timestamp/i],
    ["another nonce", { nonce: "of-another-sign-in" }, /nonce/i],
    ["no person", { sub: undefined }, /sub/i],
  ])("is refused for an id token of %s", async (_what, claims, problem) => {
    provider.set({ claims });
    await expectRefused(await comeBack(await goThere()), problem);
  });

  test("is refused for an id token that another key signed", async () => {
    provider.set({ isForged: true });
    await expectRefused(await comeBack(await goThere()), /signature/i);
  });

  test("is refused for another state, another issuer in the address, without a code, and with the provider's own refusal", async () => {
    const before = await countEnded();
    for (const [name, value] of [
      ["state", "another"],
      ["iss", "https://evil.example"],
      ["code", ""],
      ["code", "unknown"],
      ["error", "access_denied"],
    ] as const) {
      const there = await goThere();
      there.back.searchParams.set(name, value);
      await expectRefused(await comeBack(there), /refused/);
    }
    // Without an account at the provider, nothing can be written into the log that each request of a session looks at.
    expect(await countEnded()).toBe(before);
  });

  test("is finished once, by the browser that began it, within ten minutes", async () => {
    const there = await goThere();
    await expectRefused(await comeBack({ ...there, cookie: "" }), /has not begun it/, 401, "/");
    const other = await goThere();
    await expectRefused(await comeBack({ ...there, cookie: other.cookie }), /state/i);
    expect((await comeBack(there)).statusCode).toBe(303);
    await expectRefused(await comeBack(there), /finished before/);
    const twice = await goThere();
    const both = await Promise.all([comeBack(twice), comeBack(twice)]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([303, 401]);
    const late = await goThere();
    setLater(10 * 60_000);
    await expectRefused(await comeBack(late), /ten minutes/);
    const forged = await goThere();
    await expectRefused(
      await comeBack({ ...forged, cookie: `${forged.cookie.slice(0, -2)}AA` }),
      /has not begun it/,
      401,
      "/",
    );
  });

  test("that was begun in two tabs is refused in the first, which leaves the second to be finished", async () => {
    const [first, second] = [await goThere(), await goThere()];
    // The browser has one cookie for both: the one of the tab that began last.
    const refused = await comeBack({ ...first, cookie: second.cookie });
    await expectRefused(refused, /state/i);
    const removed = refused.cookies.map(({ name, value }) => `${name}=${value}`);
    expect(removed).not.toContain("__Host-sign-in=");
    const finished = await comeBack(second);
    expect([finished.statusCode, finished.headers.location]).toEqual([303, "/-/console/history"]);
    expect(finished.cookies).toContainEqual(expect.objectContaining({ name: "__Host-sign-in", value: "", maxAge: 0 }));
  });

  test("ends by sign-out and after two hours; its cookie is no other one", async () => {
    const cookie = toSession(await comeBack(await goThere()));
    expect(await readConsole(cookie.replace("__Host-session", "__Host-override"))).toBe(303);
    setLater(2 * 3_600_000 - 60_000);
    expect(await readConsole(cookie)).toBe(200);
    setLater(2 * 3_600_000);
    expect(await readConsole(cookie)).toBe(303);
    setLater(0);
    await post("/-/sign-out", {}, { cookie });
    expect(await readConsole(cookie)).toBe(303);
    const pending = (await goThere()).cookie.replace("__Host-sign-in", "__Host-session");
    expect(await readConsole(pending)).toBe(303);
  });

  test("G8 is offered with a page to come to that is no Unicode, after a token that does not count", async () => {
    const { statusCode, body } = await used.app().server.inject({
      method: "POST",
      url: "/-/sign-in",
      remoteAddress: "203.0.113.200",
      headers: { ...own, "content-type": "application/json" },
      payload: String.raw`{"token":"none","to":"/\ud800"}`,
    });
    expect([statusCode, body.includes('href="/-/sign-in/provider?to=%2F%EF%BF%BD"')]).toEqual([401, true]);
  });

  test("leads to no other site", async () => {
    for (const to of ["//evil.example/", "https://evil.example/", "/\\evil.example"]) {
      const answer = await get(`/-/sign-in/provider?to=${encodeURIComponent(to)}`);
      const back = await provider.visit(String(answer.headers.location));
      expect((await comeBack({ back, cookie: toCookies(answer) })).headers.location).toBe("/");
    }
  });
});
