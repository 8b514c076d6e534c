import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, own, toCookies } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { access, tokens, setLater, remove } = openTesterAccess();
afterAll(remove);

const used = useFixtureApp({ access, releases: { shell: { files: { "server/overlay.js": "0;" } } } });
const { app, get } = used;
const { post, signIn, makeToken } = createTesterVisits(used, tokens);

/** What an endpoint answers a request whose session does not count: it leads to the sign-in, refuses, or does nothing. */
type Refusal = "sign in" | "403" | "nothing";

interface Endpoint {
  method: "GET" | "POST";
  /** As it is registered. */
  route: string;
  refusal: Refusal;
  /** Whether a viewer is refused as well. */
  forOperators?: boolean;
  fields?: Record<string, string>;
}

const endpoints: readonly Endpoint[] = [
  { method: "GET", route: "/-/override", refusal: "sign in" },
  { method: "POST", route: "/-/override", refusal: "sign in", fields: { with: "content@1.0.0-0123456789ab" } },
  { method: "POST", route: "/-/override/end", refusal: "nothing" },
  { method: "POST", route: "/-/sign-out", refusal: "nothing" },
  { method: "GET", route: "/-/overlay/releases", refusal: "403" },
  { method: "GET", route: "/-/overlay/:file", refusal: "403" },
  { method: "POST", route: "/-/break", refusal: "sign in", fields: { remote: "content", how: "fail" } },
  { method: "POST", route: "/-/break/end", refusal: "nothing" },
  { method: "GET", route: "/-/console", refusal: "sign in" },
  { method: "GET", route: "/-/console/history", refusal: "sign in" },
  { method: "GET", route: "/-/console/releases", refusal: "sign in" },
  { method: "GET", route: "/-/console/releases/:name/:version", refusal: "sign in" },
  { method: "GET", route: "/-/console/difference", refusal: "sign in" },
  { method: "GET", route: "/-/console/keys", refusal: "sign in" },
  { method: "GET", route: "/-/console/prepare", refusal: "sign in", forOperators: true },
  { method: "POST", route: "/-/console/prepare", refusal: "sign in", forOperators: true, fields: { kind: "freeze" } },
  { method: "GET", route: "/-/console/prepare/shown", refusal: "sign in", forOperators: true },
  { method: "GET", route: "/-/console/done", refusal: "sign in" },
  { method: "POST", route: "/-/console/check", refusal: "sign in", forOperators: true },
  { method: "POST", route: "/-/console/sign", refusal: "sign in", forOperators: true },
];

/** Routes that need no session: the sign-in, two style sheets, the console's two scripts, what browsers report, and what takes a token with each request instead of a cookie. */
const others =
  /^\/-\/(sign-in|testers\.css|console\.css|console\/(confirm|key)\.js|beacon|reports\/:build|audit|live|health|site|trust\/:file|releases\/.*)$/;

/** All routes below `/-/`, from the server itself. */
function listRoutes(): string[] {
  const parts: string[] = [];
  return app()
    .server.printRoutes({ commonPrefix: false })
    .split("\n")
    .flatMap((line) => {
      const [, indent = "", part = "", methods = ""] = /^([│ ]*)[├└]── (\S*)(?: \((.*)\))?$/.exec(line) ?? [];
      parts.splice(indent.length / 4, parts.length, part);
      const route = parts.join("");
      return methods
        .split(", ")
        .filter((method) => route.startsWith("/-/") && method !== "HEAD" && method !== "")
        .map((method) => `${method} ${route}`);
    });
}

const toUrl = ({ route }: Endpoint): string =>
  route
    .replace(":file", `${versions["shell"]}.js`)
    .replace(":name", "content")
    .replace(":version", versions["content"] ?? "");

const send = (endpoint: Endpoint, cookie: string, headers: Record<string, string> = own) =>
  endpoint.method === "GET"
    ? get(toUrl(endpoint), { cookie, ...headers })
    : post(toUrl(endpoint), endpoint.fields ?? {}, { cookie, headers });

let versions: Readonly<Record<string, string>> = {};
const sessions = { viewer: "", operator: "" };

beforeAll(async () => {
  versions = app().live.state()?.set.versions ?? {};
  for (const role of ["viewer", "operator"] as const) sessions[role] = await signIn((await makeToken(role)).text);
});
afterEach(() => {
  setLater(0);
});

/** An endpoint does nothing for a cookie that counts no more: nothing is shown, set or made. */
async function expectRefused(endpoint: Endpoint, cookie: string): Promise<void> {
  const { statusCode, headers, body, cookies } = await send(endpoint, cookie);
  const what = `${endpoint.method} ${endpoint.route}`;
  expect([what, cookies.filter(({ value }) => value !== "")]).toEqual([what, []]);
  expect([what, body.includes(versions["content"] ?? "none")]).toEqual([what, false]);
  if (endpoint.refusal === "403") expect([what, statusCode]).toEqual([what, 403]);
  else expect([what, statusCode]).toEqual([what, 303]);
  if (endpoint.refusal === "sign in")
    expect([what, headers.location]).toEqual([what, expect.stringMatching(/^\/-\/sign-in/)]);
}

/** Cookies that look like a session's and are none. */
const bad: Readonly<Record<string, () => Promise<string>>> = {
  "no cookie": async () => "",
  "a forged cookie": async () =>
    `__Host-session=${Buffer.from(`{"kind":"session"}`).toString("base64url")}.${"A".repeat(43)}`,
  "a changed cookie": async () => `${sessions.operator.slice(0, -2)}AA`,
  "a cookie named twice": async () => `${sessions.operator}; ${sessions.operator}`,
  "a cookie without its prefix": async () => sessions.operator.replace("__Host-", ""),
  "a sealed value of another kind": async () =>
    toCookies(await post("/-/break", { remote: "content", how: "fail" }, { cookie: sessions.viewer })).replace(
      "__Host-break",
      "__Host-session",
    ),
  "a cookie that is sent again after its sign-out": async () => {
    const cookie = await signIn((await makeToken("operator")).text);
    await post("/-/sign-out", {}, { cookie });
    return cookie;
  },
  "a cookie of a revoked token": async () => {
    const { text, id } = await makeToken("operator");
    const cookie = await signIn(text);
    await tokens.revoke(id, { at: new Date(), why: "left", by: "a test" });
    return cookie;
  },
  "an expired cookie": async () => {
    const cookie = await signIn((await makeToken("operator")).text);
    setLater(8 * 3_600_000);
    return cookie;
  },
  "a cookie of an expired token": async () => {
    const cookie = await signIn((await makeToken("operator", 0.1)).text);
    setLater(0.1 * 86_400_000);
    return cookie;
  },
};

test("the table of access rules has every endpoint of the console, the overlay and the override", () => {
  const listed = endpoints.map(({ method, route }) => `${method} ${route}`);
  const found = listRoutes().filter((one) => !others.test(one.split(" ")[1] ?? ""));
  expect(found.toSorted()).toEqual(listed.toSorted());
});

describe.each(endpoints)("$method $route", (endpoint) => {
  test.each(Object.keys(bad))("refuses %s", async (name) => {
    await expectRefused(endpoint, (await bad[name]?.()) ?? "");
  });

  test("takes a session that counts, of the role that it needs", async () => {
    const { statusCode, headers } = await send(endpoint, sessions.viewer);
    expect(String(headers.location)).not.toContain("/-/sign-in");
    expect(statusCode === 403).toBe(endpoint.forOperators === true);
    if (endpoint.route !== "/-/sign-out" && endpoint.forOperators)
      expect((await send(endpoint, sessions.operator)).headers.location ?? "").not.toContain("/-/sign-in");
    if (endpoint.route === "/-/sign-out") sessions.viewer = await signIn((await makeToken("viewer")).text);
  });

  test.runIf(endpoint.method === "POST")(
    "refuses a form that another site sends, also with an operator's session",
    async () => {
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "none" },
        { origin: "https://evil.example", host: "site.example" },
        { origin: "null" },
        {},
      ]) {
        const { statusCode, cookies } = await send(endpoint, sessions.operator, headers);
        expect([headers, statusCode, cookies]).toEqual([headers, 403, []]);
      }
      expect((await get("/-/console", { cookie: sessions.operator })).statusCode).toBe(200);
    },
  );
});
