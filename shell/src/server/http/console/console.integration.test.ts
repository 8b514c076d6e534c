import type { LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { planChannels } from "../../publishing/plan-channels.ts";
import { carryOut, planPromote, planRollback } from "../../publishing/promote.ts";
import { consolePolicy } from "../../policies/response-headers.ts";
import type { VerdictScope } from "../../releases/release-store.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, own, readNext } from "../../testing/tester-visits.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { access, tokens, codes, audit, setLater, remove } = openTesterAccess();
afterAll(remove);

const { app, bench, get } = useFixtureApp({ access });
const { post, makeToken, signIn } = createTesterVisits({ app }, tokens);

const place = "/-/console";
const markup = `<img src=x onerror=alert(1)>`;
let candidate = "";
const session = { viewer: "", operator: "" };

/** The sealed field of a form's page. */
const readForm = async (cookie: string): Promise<string> =>
  /name="form" value="([^"]+)"/.exec((await get(`${place}/prepare?kind=freeze`, { cookie })).body)?.[1] ?? "";

const prepare = async (fields: Record<string, string>, cookie = session.operator): Promise<LightMyRequestResponse> =>
  readNext(
    { app },
    await post(`${place}/prepare`, { form: await readForm(cookie), why: "a reason", ...fields }, { cookie }),
    { cookie },
  );

const read = async (cookie: string): Promise<number> => (await get(place, { cookie })).statusCode;

const checkSet = (): Promise<VerdictScope> => Promise.resolve({ sites: ["GGPPH"], checks: ["types"] });

/** The command that a page shows. */
const readCommand = ({ body }: LightMyRequestResponse): string | undefined =>
  /<pre class="command"[^>]*><code>([^<]*)</.exec(body)?.[1]?.replaceAll("&#x27;", "'").replaceAll("&amp;", "&");

beforeAll(async () => {
  await bench().release("content", { server: toServerSource("the stable text") });
  candidate = (await bench().admit("content", { server: toServerSource("the candidate's text") })).version;
  await app().live.refresh();
  for (const role of ["viewer", "operator"] as const) session[role] = await signIn((await makeToken(role)).text);
});
afterEach(() => {
  setLater(0);
});

const pages = (): string[] => [
  place,
  `${place}/history`,
  `${place}/releases`,
  `${place}/releases/content/${candidate}`,
  `${place}/difference`,
  `${place}/difference?from=live&to=content@${candidate}`,
  `${place}/prepare?kind=promote&with=content@${candidate}`,
  `${place}/done?after=1`,
  `${place}/keys`,
];

describe("the console", () => {
  test("asks everyone who did not sign in to do so, and leads back", async () => {
    for (const url of pages()) {
      const { statusCode, headers } = await get(url);
      expect([url, statusCode, headers.location]).toEqual([url, 303, `/-/sign-in?to=${encodeURIComponent(url)}`]);
    }
  });

  test("shows its pages to a viewer, in no cache, to no search engine and without a script", async () => {
    for (const url of pages().filter((one) => !one.includes("prepare"))) {
      const { statusCode, headers, body } = await get(url, { cookie: session.viewer });
      expect([url, statusCode]).toEqual([url, 200]);
      expect(headers["cache-control"]).toBe("private, no-store");
      expect(headers["x-robots-tag"]).toContain("noindex");
      expect(headers["etag"]).toBeUndefined();
      expect(headers["content-security-policy"]).toBe(consolePolicy["content-security-policy"]);
      expect(headers["x-frame-options"]).toBe("DENY");
      expect(body).not.toMatch(/<script|<style| style=| on\w+=/);
      expect(body).not.toContain("/prepare");
    }
  });

  test("ends with the session, by sign-out, by time and by a revoked token", async () => {
    const { text, id } = await makeToken("viewer");
    const [first, second, third] = [await signIn(text), await signIn(text), await signIn(text)];
    await post("/-/sign-out", {}, { cookie: first });
    expect([await read(first), await read(second)]).toEqual([303, 200]);
    setLater(8 * 3_600_000);
    expect(await read(second)).toBe(303);
    setLater(0);
    await tokens.revoke(id, { at: new Date(), why: "lost", by: "a test" });
    expect(await read(third)).toBe(303);
  });

  test("refuses a forged cookie, and one of another kind", async () => {
    const sealed = session.viewer.replace("__Host-session=", "");
    const [value = ""] = sealed.split(".");
    const other = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(value, "base64url").toString()), token: "0".repeat(12) }),
    );
    for (const forged of [
      `${sealed.slice(0, -2)}AA`,
      sealed.replace(value, other.toString("base64url")),
      "x",
      await readForm(session.operator),
    ])
      expect((await get(place, { cookie: `__Host-session=${forged}` })).statusCode).toBe(303);
  });

  test("is reloaded automatically only for a reader who asked for that", async () => {
    for (const [query, seconds] of [
      ["", undefined],
      ["?fresh", "15"],
    ])
      expect((await get(`${place}${query}`, { cookie: session.viewer })).headers["refresh"]).toBe(seconds);
  });

  test("offers on its first page the newest release of a package that is not live, to an operator as an action", async () => {
    const label = `content@${candidate}`;
    const [mine, theirs] = await Promise.all([
      get(place, { cookie: session.operator }),
      get(place, { cookie: session.viewer }),
    ]);
    expect(mine.body).toContain(`aria-label="Promote ${label}"`);
    expect(mine.body).toContain(`aria-label="Start a canary ${label}"`);
    expect(theirs.body).toContain(`aria-label="Compare with what is live: ${label}"`);
    expect(theirs.body).not.toContain("prepare?");
  });

  test("offers no roll back of a package that never had another release", async () => {
    const { body } = await get(place, { cookie: session.operator });
    expect(body).toContain('aria-label="Pin navigation"');
    expect(body).not.toContain('aria-label="Roll back navigation"');
    expect(body).toContain('aria-label="Roll back content"');
  });

  test("leads from the history to the site as it was after each revision, and at any moment", async () => {
    const { body } = await get(`${place}/history`, { cookie: session.viewer });
    const [first] = await bench().store.history();
    expect(body).toContain(`href="/-/override?at=${encodeURIComponent(first?.at ?? "")}"`);
    expect(body).toMatch(/<form[^>]*action="\/-\/override"[^>]*>[^]*type="datetime-local"[^>]*name="at"/);
    // As the browser's field writes a moment.
    const soon = new Date(Date.now() + 60_000).toISOString().slice(0, 16);
    const asked = await get(`/-/override?at=${soon}`, { cookie: session.viewer });
    expect(asked.body).toContain(`the site as of ${soon}Z`);
  });

  test("a code signs in once", async () => {
    const code = await codes.make((await makeToken("viewer")).id, new Date());
    expect((await get(place, { cookie: await signIn(code) })).statusCode).toBe(200);
    expect((await post("/-/sign-in", { token: code })).statusCode).toBe(401);
  });

  test("answers addresses that name nothing with a page, and repeats nothing that was put into them", async () => {
    for (const path of [
      `releases/content/${encodeURIComponent(markup)}`,
      "releases/__proto__/constructor",
      `difference?from=${encodeURIComponent(markup)}@1&to=live`,
      "difference?from=999&to=live",
      "difference?from=preview:constructor&to=live",
      "difference?from=live&to=canary",
      `difference?from=live&to=live&page=${encodeURIComponent(markup)}&locale=en`,
      `history?until=${encodeURIComponent(markup)}`,
      `prepare?kind=${encodeURIComponent(markup)}`,
    ]) {
      const { statusCode, body } = await get(`${place}/${path}`, { cookie: session.operator });
      expect([path, statusCode < 500]).toEqual([path, true]);
      expect(body).not.toContain("<img");
    }
  });

  test("compares the HTML of a page in two sets, line by line", async () => {
    const url = `${place}/difference?from=live&to=content@${candidate}`;
    const { body } = await get(url, { cookie: session.viewer });
    expect(body).toContain("page=%2Fabout-us%2F");
    const page = await get(`${url}&page=/about-us/&locale=en`, { cookie: session.viewer });
    expect(page.body).toMatch(/<del>[^<]*stable[^<]*<\/del>[^]*<ins>[^<]*candidate[^<]*<\/ins>/);
  });
});

describe("an action of an operator", () => {
  test("is shown with its reason, and its form says how long that may be", async () => {
    const shown = await prepare({ kind: "freeze", why: "the night of the final table 👩‍💻" });
    expect(shown.body).toContain("<blockquote>the night of the final table 👩‍💻</blockquote>");
    const form = await get(`${place}/prepare?kind=freeze`, { cookie: session.operator });
    expect(form.body).toContain("At most 300 characters");
  });

  test("that is sent after the session ended leads through the sign-in back to its form, with the reason", async () => {
    const { headers } = await post(`${place}/prepare`, { kind: "freeze", why: "the final", form: "x" });
    const to = new URL(String(headers.location), "http://site.example").searchParams.get("to") ?? "";
    expect((await get(to, { cookie: session.operator })).body).toContain('value="the final"');
  });

  test("is shown with all it touches and as a command for the revision that was read, and changes nothing", async () => {
    const before = await bench().store.current();
    const answer = await prepare({
      kind: "promote",
      with: `content@${candidate}`,
      why: "it's new; $(rm -rf) `x`",
    });
    expect(answer.statusCode).toBe(200);
    const revision = before?.set.revision ?? 0;
    expect(readCommand(answer)).toBe(
      `npm run -s site -- promote content@${candidate} --expect ${revision} --why 'it'\\''s new; $(rm -rf) \`x\`'`,
    );
    expect(answer.body).toContain(candidate);
    expect(answer.body).toMatch(/\d+ of \d+ pages/);
    expect(answer.headers["cache-control"]).toBe("private, no-store");
    expect((await bench().store.current())?.set).toEqual(before?.set);
    const [shown, hidden] = [session.operator, session.viewer].map((cookie) => get(`${place}/keys`, { cookie }));
    expect((await shown)?.body).toMatch(new RegExp(`prepared[^]*promote content@${candidate}`));
    expect((await hidden)?.body).not.toContain("prepared");
    expect((await audit.last(1))[0]).toMatchObject({
      action: "prepare",
      token: { owner: "Robin the operator", role: "operator" },
      asked: readCommand(answer),
    });
  });

  test.each([
    [{ kind: "rollback", name: "content" }, /^npm run -s site -- rollback content --expect \d+ /],
    [{ kind: "rollback", to: "1" }, /rollback --to 1 --expect/],
    [{ kind: "pin", name: "content", for: "3d" }, /pin content --for 3d --expect/],
    [{ kind: "freeze" }, /freeze --expect/],
    [{ kind: "canary-start", percent: "5" }, /canary start content@\S+ --percent 5 --expect/],
    [{ kind: "canary-start", percent: "5", step: "1h" }, /canary start content@\S+ --step 1h --expect/],
  ])("%j is prepared as a command", async (fields, command) => {
    const releases = fields.kind === "canary-start" ? { with: `content@${candidate}` } : {};
    expect(readCommand(await prepare({ ...fields, ...releases }))).toMatch(command);
  });

  test("of several releases is one action, as they were chosen; none, one twice or half a name is refused", async () => {
    const { version } = await bench().admit("navigation", { server: toServerSource("a newer menu") });
    const chosen = [`content@${candidate}`, `navigation@${version}`];
    const query = chosen.map((one) => `with=${one}`).join("&");
    const form = await get(`${place}/prepare?kind=promote&${query}`, { cookie: session.operator });
    expect(form.body).toContain(`<code>${chosen.join(", ")}</code>`);
    const shown = await prepare({ kind: "promote", with: chosen.join(",") });
    expect(readCommand(shown)).toContain(`promote ${chosen.join(" ")} --expect`);
    for (const url of ["promote", "canary-start"])
      expect((await get(`${place}/prepare?kind=${url}`, { cookie: session.operator })).statusCode).toBe(400);
    for (const text of [`${chosen[0]},${chosen[0]}`, "content", `${chosen[0]},`, ""])
      expect((await prepare({ kind: "promote", with: text })).statusCode, text).toBe(400);
  });

  test("is refused with what to change when it cannot be done, or is not complete", async () => {
    for (const [fields, status, problem] of [
      [{ kind: "canary-stop" }, 409, /canary/],
      [{ kind: "canary-share", percent: "200" }, 400, /share/],
      [{ kind: "pin", name: "content", for: "soon" }, 400, /duration/],
      [{ kind: "freeze", why: " " }, 400, /reason/],
      [{ kind: "freeze", why: "two\nlines" }, 400, /one line/],
      // The command line would refuse the command with such a reason.
      [{ kind: "freeze", why: "--dry-run" }, 400, /Write the reason before the next option/],
      [{ kind: "freeze", form: "x" }, 403, /another session/],
      [
        { kind: "freeze", form: await readForm(await signIn((await makeToken("operator")).text)) },
        403,
        /another session/,
      ],
    ] as const) {
      const answer = await prepare(fields);
      expect([fields, answer.statusCode]).toEqual([fields, status]);
      expect(answer.body).toMatch(problem);
      expect(readCommand(answer)).toBeUndefined();
    }
    const form = await readForm(session.operator);
    setLater(3_700_000);
    expect(
      (await post(`${place}/prepare`, { form, kind: "freeze", why: "x" }, { cookie: session.operator })).statusCode,
    ).toBe(403);
  });

  test("is for operators, and for forms of this site", async () => {
    expect((await get(`${place}/prepare?kind=freeze`, { cookie: session.viewer })).statusCode).toBe(403);
    const form = await readForm(session.operator);
    const send = async (cookie: string, headers: Record<string, string> = own): Promise<number> =>
      (await post(`${place}/prepare`, { form, kind: "freeze", why: "x" }, { cookie, headers })).statusCode;
    expect(await send(session.viewer)).toBe(403);
    expect(await send("")).toBe(303);
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      {},
    ])
      expect(await send(session.operator, headers)).toBe(403);
    expect(await send(session.operator)).toBe(303);
  });

  test("is shown at an address, to its session and for an hour: it can be read again after something else was done", async () => {
    const cookie = session.operator;
    const fields = { form: await readForm(cookie), kind: "pin", name: "compliance", for: "3d", why: "a reason" };
    const { statusCode, headers } = await post(`${place}/prepare`, fields, { cookie });
    const shown = String(headers.location);
    expect([statusCode, shown]).toEqual([303, expect.stringMatching(/^\/-\/console\/prepare\/shown\?/)]);
    const readExpected = async (): Promise<string | undefined> =>
      /--expect (\d+)/.exec((await get(shown, { cookie })).body)?.[1];
    const { store } = bench();
    const before = await store.revision();
    expect([await readExpected(), await readExpected()]).toEqual([String(before), String(before)]);
    const noted = (await audit.last(20)).filter((entry) => JSON.stringify(entry).includes("pin compliance"));
    expect(noted).toHaveLength(1);
    await carryOut(store, await planChannels(store, { kind: "freeze", why: "a reason" }), { why: "a reason" });
    await carryOut(store, await planChannels(store, { kind: "thaw" }), { why: "a reason" });
    expect(await readExpected()).toBe(String(before + 2));
    const form = { location: "/-/console/prepare?name=compliance&for=3d&kind=pin&why=a+reason" };
    const another = await signIn((await makeToken("operator")).text);
    for (const [url, as] of [
      [shown, another],
      [shown.replace("3d", "4d"), cookie],
      [shown.replace(/proof=[^&]*/, "proof=x"), cookie],
    ] as const) {
      const answer = await get(url, { cookie: as });
      expect([answer.statusCode, answer.headers.location]).toEqual([
        303,
        form.location.replace("3d", url.includes("4d") ? "4d" : "3d"),
      ]);
    }
    setLater(3_700_000);
    expect((await get(shown, { cookie })).headers.location).toBe(form.location);
  });

  test("is shown once it was done by command, with what takes it back; a rollback after another one names that one", async () => {
    const { store } = bench();
    const before = (await store.current())?.set.revision ?? 0;
    const done = async (): Promise<string> =>
      (await get(`${place}/done?after=${before}`, { cookie: session.operator })).body;
    expect(await done()).toContain("Not yet");
    await carryOut(store, await planPromote(store, { content: candidate }), { why: "the new text", checkSet });
    const body = await done();
    expect(body).toContain("the new text");
    expect(body).toContain(`kind=rollback&amp;to=${before}`);
    await carryOut(store, await planChannels(store, { kind: "freeze", why: "the weekend" }), { why: "the weekend" });
    expect(await done()).toContain("kind=thaw");
    const overview = await get(place, { cookie: session.operator });
    expect(overview.body).toMatch(/Frozen[^]*the weekend/);
    // The one action that a freeze lets through, during an incident.
    expect(overview.body).toContain("Roll back the set");
    expect(overview.body).not.toContain("kind=freeze");
    expect((await prepare({ kind: "promote", with: `content@${candidate}` })).body).toContain("This is live already");
    expect((await prepare({ kind: "rollback", name: "content" })).body).not.toContain("went back already");
    const { set } = await carryOut(store, await planRollback(store, { package: "content" }), { why: "the alarm" });
    const [again, undo] = [
      await prepare({ kind: "rollback", name: "content" }),
      await prepare({ kind: "rollback", to: String(set.revision - 1) }),
    ];
    expect(again.body).toMatch(
      new RegExp(`Revision ${set.revision} went back already, at [-\\d]+ [:\\d]+ UTC by [^<]+ \\(the alarm\\)`),
    );
    expect(undo.body).not.toContain("went back already");
  });

  test("is said in the history by what it changed beside the stable set, too", async () => {
    const { store } = bench();
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await carryOut(store, await planChannels(store, { kind: "thaw" }), { why: "monday" });
    const before = (await store.current())?.set.revision ?? 0;
    const pin = { kind: "pin", name: "download", why: "the call centre moves", until } as const;
    await carryOut(store, await planChannels(store, pin), { why: "the call centre moves" });
    for (const path of ["history", `done?after=${before}`])
      expect((await get(`${place}/${path}`, { cookie: session.viewer })).body).toMatch(
        /download stays at 1\.0\.0-[0-9a-f]{12} until \d{4}-\d\d-\d\d \d\d:\d\d UTC/,
      );
  });
});
