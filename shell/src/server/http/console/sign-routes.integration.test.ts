import type { LightMyRequestResponse } from "fastify";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SiteError } from "@site/contracts/errors";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import { signDocument, type Signer } from "@site/contracts/signing/signed-document";
import { generateKey } from "@site/contracts/signing/signing-key";
import { assertJson, type JsonObject } from "@site/contracts/signing/strict-json";
import { planChannels } from "../../publishing/plan-channels.ts";
import type { CheckSet } from "../../publishing/admit-upload.ts";
import { carryOut } from "../../publishing/promote.ts";
import {
  openReleaseStore,
  openServedStore,
  type ServedStore,
  toStorePlaces,
} from "../../releases/stores/open-store.ts";
import { addKey, retireKey, revokeKey } from "../../releases/trust/change-teams.ts";
import { createFixtureApp, type FixtureApp } from "../../testing/fixture-app.ts";
import { fewPages } from "../../testing/few-pages.ts";
import { createFixtureBench, type FixtureBench } from "../../testing/fixture-bench.ts";
import { toServerSource } from "../../testing/fixture-release.ts";
import { openTesterAccess } from "../../testing/open-tester-access.ts";
import { createTesterVisits, own, readNext } from "../../testing/tester-visits.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const host = "console.example";
const place = "/-/console";
const here = { ...own, host };

/** What the release check answers, when an operator asks for it. */
let answerCheck: CheckSet = () => Promise.resolve({ ok: false, code: "RELEASE_REFUSED", detail: "no page" });
const { access, tokens, audit, setLater, remove } = openTesterAccess({
  consoleHost: host,
  checkSet: (versions) => answerCheck(versions),
});
let bench: FixtureBench;
let served: ServedStore;
let app: FixtureApp;
let candidate = "";
let browserKey: ReturnType<typeof generateKey>;
const sessions = { viewer: "", operator: "", another: "" };
const { post, signIn, makeToken } = createTesterVisits({ app: () => app }, tokens);

const folders = () => toStorePlaces(bench.root);
const readRevision = (): Promise<number> => served.store.revision();

/** Admits a public key of an operator, as an owner of the trust list does. */
async function admit(publicKey: string, owner = "Robin, browser"): Promise<void> {
  await addKey(folders(), { kind: "operator" }, { publicKey, owner });
  await served.trust.look();
}

beforeAll(async () => {
  bench = await createFixtureBench();
  await bench.writeIdentities();
  await bench.releaseAll({ shell: fewPages, content: { server: toServerSource("the stable text") } });
  const made = await bench.write("content", { server: toServerSource("the candidate's text") });
  await bench.take(made);
  candidate = made.version;
  served = await openServedStore(folders());
  app = await createFixtureApp(bench, { ...served, access });
  await app.live.refresh();
  for (const role of ["viewer", "operator"] as const) sessions[role] = await signIn((await makeToken(role)).text);
  sessions.another = await signIn((await makeToken("operator")).text);
  browserKey = generateKey();
  await admit(browserKey.publicKey);
});
afterAll(async () => {
  await app.close();
  await bench.remove();
  await remove();
});
afterEach(() => {
  setLater(0);
  vi.useRealTimers();
});

beforeEach(async () => {
  if (!(await served.store.current())?.channels?.freeze) return;
  const store = await openReleaseStore(folders(), { signs: true });
  await carryOut(store, await planChannels(store, { kind: "thaw" }), { why: "for the next test" });
});

/** The value of a field of a page's form. */
const readField = ({ body }: LightMyRequestResponse, name: string): string =>
  (new RegExp(`name="${name}" value="([^"]*)"`).exec(body)?.[1] ?? "")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");

async function prepare(
  fields: Record<string, string>,
  { cookie = sessions.operator, headers = here as Record<string, string> } = {},
): Promise<LightMyRequestResponse> {
  const page = await app.server.inject({ url: `${place}/prepare?kind=freeze`, headers: { ...headers, cookie } });
  const form = { form: readField(page, "form"), why: "a reason", ...fields };
  return readNext({ app: () => app }, await post(`${place}/prepare`, form, { cookie, headers }), {
    ...headers,
    cookie,
  });
}

interface Prepared {
  form: string;
  record: JsonObject;
}

function toPrepared(page: LightMyRequestResponse): Prepared {
  const record: unknown = JSON.parse(readField(page, "record"));
  assertJson(record);
  if (typeof record !== "object" || record === null || Array.isArray(record))
    throw new Error("The page has no record.");
  return { form: readField(page, "form"), record };
}

async function send(
  { form, record }: Prepared,
  {
    signer = browserKey.signer,
    cookie = sessions.operator,
    headers = here as Record<string, string>,
    fields = {} as Record<string, string>,
  } = {},
): Promise<LightMyRequestResponse> {
  const { signatures } = await signDocument(record, [signer]);
  const [{ keyid, sig } = { keyid: "", sig: "" }] = signatures;
  return post(`${place}/sign`, { form, record: JSON.stringify(record), keyid, sig, ...fields }, { cookie, headers });
}

const freeze = async (): Promise<Prepared> => toPrepared(await prepare({ kind: "freeze" }));

/** Nothing is live, and nothing stands in the log of records, that did not before. */
async function expectRefused(
  sending: () => Promise<LightMyRequestResponse>,
  { status, says, code }: { status: number; says: RegExp; code?: string },
): Promise<void> {
  const before = await readRevision();
  const answer = await sending();
  expect(answer.statusCode).toBe(status);
  expect(answer.body).toMatch(says);
  expect(await readRevision()).toBe(before);
  if (code !== undefined) expect((await audit.last(1))[0]).toMatchObject({ action: "sign", outcome: "refused", code });
}

const refused = (signer: Signer, prepared: Prepared, code: string, says: RegExp): Promise<void> =>
  expectRefused(() => send(prepared, { signer }), { status: 403, says, code });

/** Reads an address at the console's own host name, unless told otherwise. */
const get = (url: string, cookie = "", name = host): Promise<LightMyRequestResponse> =>
  app.server.inject({ url, headers: { host: name, cookie } });
/** The page at an address of an answer, as an operator reads it. */
const read = (url: unknown): Promise<LightMyRequestResponse> => get(String(url), sessions.operator);

describe("an action that an operator signs in the browser", () => {
  test("is recorded with the key's owner, shown as done, and stands in the audit log", async () => {
    const before = await readRevision();
    const answer = await send(toPrepared(await prepare({ kind: "promote", with: `content@${candidate}` })));
    expect([answer.statusCode, answer.headers.location]).toEqual([303, `${place}/done?after=${before}`]);
    const record = await served.store.current();
    expect(record).toMatchObject({ by: "Robin, browser", why: "a reason", action: { kind: "promote" } });
    expect(record?.set.versions["content"]).toBe(candidate);
    // It is loaded again by itself until this server has followed.
    const going = await read(answer.headers.location);
    expect([going.headers["refresh"], going.body.includes("recorded, and going live")]).toEqual(["2", true]);
    await app.live.refresh();
    const done = await app.server.inject({
      url: `${place}/done?after=${before}`,
      headers: { ...here, cookie: sessions.operator },
    });
    expect(done.body).toContain("live on this server");
    expect(done.headers["refresh"]).toBeUndefined();
    expect(done.body).toContain(`kind=rollback&amp;to=${before}&amp;why=Undo`);
    expect((await audit.last(1))[0]).toMatchObject({
      action: "sign",
      token: { owner: "Robin the operator", role: "operator" },
      asked: `promote as revision ${before + 1} with the key ${browserKey.signer.keyId.slice(0, 12)}`,
      outcome: "done",
      code: null,
    });
  });

  test.each([
    [{ kind: "rollback", to: "1" }],
    [{ kind: "pin", name: "navigation", for: "3d" }],
    [{ kind: "unpin", name: "navigation" }],
    [{ kind: "canary-start", percent: "5" }],
    [{ kind: "canary-share", percent: "20" }],
    [{ kind: "canary-stop" }],
    [{ kind: "canary-start", percent: "5", step: "1h" }],
    [{ kind: "canary-stop" }],
    [{ kind: "freeze" }],
  ])("%j is recorded as the command records it", async (fields) => {
    const live = (await served.store.current())?.set.versions["content"];
    const page = await prepare({
      ...fields,
      ...(fields.kind === "canary-start" && live !== candidate && { with: `content@${candidate}` }),
    });
    const before = await readRevision();
    expect((await send(toPrepared(page))).statusCode).toBe(303);
    expect(await readRevision()).toBe(before + 1);
    expect((await served.store.current())?.action).toMatchObject({ kind: fields.kind });
  });

  test("a release that was never admitted, or a set that no release check saw, is not signed", async () => {
    const unknown = { kind: "promote", with: "content@1.0.0-0123456789ab" };
    await expectRefused(() => prepare(unknown), { status: 409, says: /not in the store|0123456789ab/ });
    const { version } = await bench.admit("compliance", { server: toServerSource("unchecked") });
    const page = await prepare({ kind: "promote", with: `compliance@${version}` });
    expect(page.body).toContain("Check the whole set");
    expect(page.body).not.toContain('name="record"');
  });

  test("whose set no release check saw is signed after the operator had it checked; what the check finds is shown", async () => {
    const { version } = await bench.admit("compliance", { server: toServerSource("apart") });
    const page = await prepare({ kind: "promote", with: `compliance@${version}` });
    const names = ["kind", "with", "why", "proof"];
    const fields = Object.fromEntries(names.map((name) => [name, readField(page, name)]));
    const check = (): Promise<LightMyRequestResponse> =>
      post(`${place}/check`, fields, { cookie: sessions.operator, headers: here });

    const shown = (await check()).headers.location;
    await vi.waitFor(async () =>
      expect((await read(shown)).body).toMatch(/The check refused it\. no page[^]*Check again/),
    );
    expect((await audit.last(1))[0]).toMatchObject({ action: "check", asked: expect.stringContaining(version) });

    const store = await openReleaseStore(folders(), { signs: true });
    const end = Promise.withResolvers<void>();
    answerCheck = async (versions) => {
      await end.promise;
      await store.countersign(await store.toSet(versions), { sites: ["GGPPH"], checks: ["types"] });
      return { ok: true };
    };
    await check();
    const running = await read(shown);
    expect([running.headers["refresh"], running.body.includes("Check the whole set")]).toEqual(["3", false]);
    end.resolve();
    await vi.waitFor(async () => expect((await read(shown)).body).toContain("Promote now"));
    const { location } = (await send(toPrepared(await read(shown)))).headers;
    expect((await read(location)).body).toMatch(/Done[^]*compliance/);
  });

  test("a second operator's record is refused after the first one's, says what was done meanwhile, and changes nothing", async () => {
    const [first, second] = [
      await freeze(),
      toPrepared(await prepare({ kind: "pin", name: "download", for: "1d" }, { cookie: sessions.another })),
    ];
    expect((await send(first)).statusCode).toBe(303);
    await expectRefused(() => send(second, { cookie: sessions.another }), {
      status: 409,
      says: /another operator was first[^]*What was done meanwhile[^]*freeze/,
      code: "REVISION_CONFLICT",
    });
  });

  test("is shown as done when it is sent again because its answer was lost, also after another action, and is recorded once", async () => {
    const before = await readRevision();
    const prepared = await freeze();
    const answers = await Promise.all([send(prepared), send(prepared)]);
    await send(toPrepared(await prepare({ kind: "thaw" })));
    for (const answer of [...answers, await send(prepared)])
      expect([answer.statusCode, answer.headers.location]).toEqual([303, `${place}/done?after=${before}`]);
    expect(await readRevision()).toBe(before + 2);
  });

  test("is not said to have changed nothing when the disk did not confirm it", async () => {
    const prepared = await freeze();
    const lost = new SiteError("REVISION_UNCONFIRMED", { channel: "stable", revision: 7, problem: "EIO" });
    const appending = vi.spyOn(served.store, "appendSigned").mockRejectedValueOnce(lost);
    const { body, statusCode } = await send(prepared);
    appending.mockRestore();
    expect(statusCode).toBe(500);
    expect(body).toMatch(/Perhaps done[^]*did not confirm it[^]*What is live/);
    expect(body).not.toMatch(/Not done|Nothing was changed/);
  });

  test("is refused when any part of the record was altered, also with a signature over the altered one", async () => {
    const prepared = await freeze();
    const alterations: Partial<JsonObject>[] = [
      { why: "another reason" },
      { action: { kind: "promote" } },
      { channel: "other" },
      { at: "2026-01-01T00:00:00.000Z" },
      { _type: "removal" },
      { extra: 1 },
    ];
    for (const change of alterations) {
      const record = Object.fromEntries(
        Object.entries({ ...prepared.record, ...change }).flatMap(([key, value]) =>
          value === undefined ? [] : [[key, value] as const],
        ),
      );
      await expectRefused(() => send({ ...prepared, record }), {
        status: 403,
        says: /did not prepare exactly this record/,
        code: "RECORD_NOT_PREPARED",
      });
      await expectRefused(() => send(prepared, { fields: { record: JSON.stringify(record) } }), {
        status: 403,
        says: /did not prepare exactly this record/,
      });
    }
  });

  test("is refused with a forged signature, another document's, or none", async () => {
    const prepared = await freeze();
    const { signatures } = await signDocument({ ...prepared.record, why: "another" }, [browserKey.signer]);
    const forged: [Record<string, string>, RegExp, number][] = [
      [{ sig: "0".repeat(128) }, /signature of the key/, 403],
      [{ sig: signatures[0]?.sig ?? "" }, /signature of the key/, 403],
      [{ sig: "" }, /signature/, 400],
      [{ keyid: "x" }, /key id/, 400],
      [{ record: "{" }, /signed is not an object/, 400],
      [{ record: "[]" }, /signed is not an object/, 400],
    ];
    for (const [fields, says, status] of forged)
      await expectRefused(() => send(prepared, { fields }), { status, says });
  });

  test("is refused with a key that was not admitted, of another role, revoked or retired", async () => {
    await refused(generateKey().signer, await freeze(), "SIGNATURE_FOREIGN", /not a key of an operator/);
    await refused(bench.trust.team("content"), await freeze(), "SIGNATURE_FOREIGN", /not a key of an operator/);
    await refused(bench.trust.check, await freeze(), "SIGNATURE_FOREIGN", /not a key of an operator/);
    const [stolen, former] = [generateKey(), generateKey()];
    await admit(stolen.publicKey, "Eve, browser");
    await admit(former.publicKey, "Lee, browser");
    const prepared = await freeze();
    await revokeKey(folders(), stolen.signer.keyId, "laptop stolen");
    await retireKey(folders(), former.signer.keyId, new Date(Date.now() - 60_000));
    await served.trust.look();
    await refused(stolen.signer, prepared, "KEY_REVOKED", /laptop stolen/);
    await refused(former.signer, prepared, "KEY_RETIRED", /retired/);
  });

  test("is refused when it was prepared long ago", async () => {
    const prepared = await freeze();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 11 * 60_000 });
    await expectRefused(() => send(prepared), {
      status: 422,
      says: /more than ten minutes ago/,
      code: "RECORD_INVALID",
    });
    vi.useRealTimers();
    setLater(61 * 60_000);
    await expectRefused(() => send(prepared), { status: 403, says: /more than an hour ago/ });
  });

  test("leads to the page that says whether it is done when the session ended before the press", async () => {
    const before = await readRevision();
    const prepared = await freeze();
    const { headers } = await send(prepared, { cookie: "" });
    const to = new URL(String(headers.location), `http://${host}`).searchParams.get("to") ?? "";
    expect(to).toBe(`/-/console/done?after=${before}`);
    expect((await get(to, sessions.operator)).body).toContain(`Revision ${before} is still the newest.`);
    expect(await readRevision()).toBe(before);
  });

  test("is refused to another session, another role, another site's form, and without a session", async () => {
    const prepared = await freeze();
    await expectRefused(() => send(prepared, { cookie: sessions.another }), { status: 403, says: /did not prepare/ });
    await expectRefused(() => send(prepared, { cookie: sessions.viewer }), {
      status: 403,
      says: /operator/,
      code: "TOKEN_ROLE_LOW",
    });
    await expectRefused(() => send(prepared, { cookie: "" }), { status: 303, says: /^$/ });
    const { location } = (await send(prepared, { cookie: "" })).headers;
    expect((await get(String(location))).body).toContain("the next page says whether what you pressed is recorded");
    for (const headers of [
      { host, "sec-fetch-site": "cross-site" },
      { host, "sec-fetch-site": "same-site" },
      { host, origin: "https://www.example" },
      { host },
    ])
      await expectRefused(() => send(prepared, { headers }), { status: 403, says: /another site/ });
    expect((await send(prepared)).statusCode).toBe(303);
  });
});

describe("the console's own host name", () => {
  test("has no page of the site, and no file of a remote", async () => {
    const { packages } = app.live.state() ?? {};
    const urls = [...(packages ?? [])].flatMap(([name, { release }]) =>
      Object.keys(release.files)
        .filter((file) => !file.endsWith(".woff2"))
        .map((file) => toReleaseUrl(name, release.version, file)),
    );
    for (const url of ["/about-us/", "/about-us/_payload.json", "/-/overlay/x.js", "/-/override", "/sw.js", ...urls])
      expect([url, (await get(url)).statusCode]).toEqual([url, 404]);
    const { statusCode, headers } = await get("/");
    expect([statusCode, headers.location]).toEqual([303, place]);
    expect((await get("/about-us/", "", "www.example")).statusCode).toBe(200);
  });

  test.each(["CONSOLE.example", "console.example.", "Console.Example.:8443"])(
    "is the same name when it is written %s",
    async (name) => {
      for (const url of ["/about-us/", "/about-us/_payload.json", "/builds/latest.json", "/robots.txt"])
        expect([url, (await get(url, "", name)).statusCode]).toEqual([url, 404]);
      expect((await get("/", "", name)).headers.location).toBe(place);
    },
  );

  test.each([`${place}/nowhere`, `${place}/%zz`, `${place}/..%2f..%2fabout-us/`, "/about-us/nowhere.woff2"])(
    "has no error page of the site either, whose scripts could use an operator's key: %s",
    async (url) => {
      const answer = await get(url, sessions.operator);
      expect([answer.statusCode, answer.headers["content-type"]]).toEqual([
        404,
        "application/problem+json; charset=utf-8",
      ]);
      expect((await get(url, "", "www.example")).headers["content-type"]).toContain("text/html");
    },
  );

  test("alone has scripts, by their hash, under enforced Trusted Types", async () => {
    const page = await prepare({ kind: "freeze" });
    const policy = String(page.headers["content-security-policy"]);
    const [, integrity = ""] = /script-src '(sha384-[^']+)'/.exec(policy) ?? [];
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'");
    expect(policy).toContain("default-src 'none'");
    expect(page.body.match(/<script[^>]*>/g)).toEqual([
      `<script defer="" src="${place}/confirm.js" integrity="${integrity}">`,
    ]);
    expect((await get(`${place}/confirm.js`)).headers["content-type"]).toContain("text/javascript");
    const elsewhere = await prepare({ kind: "freeze" }, { headers: { ...own, host: "www.example:8443" } });
    expect(elsewhere.body).not.toMatch(/<script|name="record"/);
    expect(elsewhere.body).toContain(`href="//${host}:8443${place}/prepare?kind=freeze&amp;why=a+reason"`);
    expect(elsewhere.headers["content-security-policy"]).not.toContain("script-src");
  });

  test("is where a browser has its key: elsewhere nothing that is signed is taken", async () => {
    const before = await readRevision();
    const answer = await send(await freeze(), { headers: { ...own, host: "www.example" } });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, place]);
    expect(await readRevision()).toBe(before);
    const keys = await get(`${place}/keys`, sessions.operator);
    expect(keys.body).toContain(`data-keys="`);
    expect(keys.body).toContain(browserKey.signer.keyId.slice(0, 12));
    expect((await get(`${place}/keys`, sessions.viewer)).body).not.toContain("This browser’s key");
  });
});
