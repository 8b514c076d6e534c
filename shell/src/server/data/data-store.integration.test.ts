import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DataDocumentName, type DataDocuments, parseDataDocument } from "@site/contracts/documents/data-documents";
import type { SiteError } from "@site/contracts/errors";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type DataStore, type InForce, openDataStore } from "./data-store.ts";

const shipped = join(import.meta.dirname, "../../../data");
let root = "";
let folder = "";
let defaults = "";
let stop: AbortController;
let refused: SiteError[] = [];
let kept: InForce[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "data-store-"));
  folder = join(root, "operator");
  defaults = join(root, "shipped");
  cpSync(shipped, defaults, { recursive: true });
  stop = new AbortController();
  refused = [];
  kept = [];
});
afterEach(() => {
  stop.abort();
  rmSync(root, { recursive: true, force: true });
});

const open = (remembered: Partial<DataDocuments> = {}, menuHosts?: readonly string[]): Promise<DataStore> =>
  openDataStore({
    menuHosts,
    folder,
    defaults,
    remembered,
    onRefused: (error, inForce) => {
      refused.push(error);
      kept.push(inForce);
    },
  });

/** Writes a document as operators should: under another name, then renamed. */
function put(name: DataDocumentName, document: unknown): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.new`), typeof document === "string" ? document : JSON.stringify(document));
  renameSync(join(folder, `${name}.new`), join(folder, `${name}.json`));
}

const oneAmbassador = (slug: string) => ({ ambassadors: [{ slug, name: "Ada" }] });

/** Puts a document while the store watches, and waits for the outcome: the names that changed, or the refusal. */
async function change(
  store: DataStore,
  name: DataDocumentName,
  document: unknown,
): Promise<DataDocumentName[] | SiteError> {
  const watching = new AbortController();
  const before = refused.length;
  try {
    return await new Promise((resolve) => {
      const tell = refused.push.bind(refused);
      refused.push = (...errors) => {
        const [error] = errors;
        if (error && refused.length >= before) resolve(error);
        return tell(...errors);
      };
      store.watch(resolve, watching.signal);
      put(name, document);
    });
  } finally {
    watching.abort();
  }
}

const toMenu = (path: string): DataDocuments["navigations"] =>
  parseDataDocument("navigations", { items: [{ path, langKey: "A", label: "A", siteType: "external" }] });

describe("G7 a menu that leads to a host which the configuration does not name", () => {
  const [good, foreign] = [toMenu("https://blog.example/"), toMenu("https://evil.example/")];
  const hosts = ["blog.example"];

  test("is refused with the place of the link, and the last good one stays", async () => {
    put("navigations", good);
    const store = await open({}, hosts);
    expect(await change(store, "navigations", foreign)).toMatchObject({
      code: "DATA_DOCUMENT_INVALID",
      details: { document: "navigations", path: "items.0.path", problem: expect.stringContaining("evil.example") },
    });
    expect(store.documents().navigations).toEqual(good);
  });

  test("is not taken from before the restart either, when the configuration has changed since", async () => {
    const store = await open({ navigations: foreign, "util-navigations": good }, hosts);
    expect(JSON.stringify(store.documents().navigations)).not.toContain("evil.example");
    expect(store.documents()["util-navigations"]).toEqual(good);
  });
});

describe("the data documents of a site", () => {
  test("are those that came with the shell while the operator has none", async () => {
    expect((await open()).documents()["brand-ambassador"].ambassadors).toHaveLength(6);
    expect(refused).toEqual([]);
  });

  test("are the operator's where there is one", async () => {
    put("brand-ambassador", oneAmbassador("ada"));
    const documents = (await open()).documents();
    expect(documents["brand-ambassador"]).toEqual(oneAmbassador("ada"));
    expect(documents.navigations.items.length).toBeGreaterThan(0);
  });

  test.each(["{", "", "<!doctype html>", "null"])("stay the shell's own when the operator's is %j", async (text) => {
    put("brand-ambassador", text);
    expect((await open()).documents()["brand-ambassador"].ambassadors).toHaveLength(6);
    expect(refused).toEqual([
      expect.objectContaining({
        code: "DATA_DOCUMENT_INVALID",
        details: expect.objectContaining({ document: "brand-ambassador", path: "(root)" }),
      }),
    ]);
  });

  test("a document that came with the shell and is invalid stops the start", async () => {
    writeFileSync(join(defaults, "geo-rules.json"), '{"rules":{"us":{"ruleType":"BLOCKED"}}}');
    await expect(open()).rejects.toThrow("The data document geo-rules is invalid at rules.us");
  });
});

describe("a data document that changes while the site runs", () => {
  test("takes effect, and is named to the watcher", async () => {
    const store = await open();
    expect(await change(store, "brand-ambassador", oneAmbassador("ada"))).toEqual(["brand-ambassador"]);
    expect(store.documents()["brand-ambassador"]).toEqual(oneAmbassador("ada"));
  });

  test("is refused with the path of its problem, and the last good one stays", async () => {
    put("navigations", { items: [{ path: "/", langKey: "HOME", label: "Start", siteType: "contents" }] });
    const store = await open();
    const refusal = await change(store, "navigations", {
      items: [{ path: "javascript:alert(1)", langKey: "HOME", label: "Start", siteType: "contents" }],
    });
    expect(refusal).toMatchObject({
      code: "DATA_DOCUMENT_INVALID",
      details: { document: "navigations", path: "items.0.path" },
    });
    expect(store.documents().navigations.items[0]).toMatchObject({ path: "/", label: "Start" });
  });

  test("is refused when a country stands twice in it, and the stricter rule that was in force stays", async () => {
    put("geo-rules", { rules: { US: { ruleType: "BLOCKED" } } });
    const store = await open();
    const twice = '{\n"rules": {\n"US": { "ruleType": "BLOCKED" },\n"US": { "ruleType": "WARNING" }\n}\n}';
    expect(await change(store, "geo-rules", twice)).toMatchObject({
      code: "DATA_DOCUMENT_INVALID",
      message: expect.stringContaining(
        'the key "US" stands twice in one object; leave one of the two (line 4 column 1)',
      ),
    });
    expect(store.documents()["geo-rules"]).toEqual({ rules: { US: { ruleType: "BLOCKED" } } });
  });

  test("is refused when it has a rule for no country, and the last good one stays", async () => {
    put("geo-rules", { rules: { GB: { ruleType: "BLOCKED" } } });
    const store = await open();
    expect(await change(store, "geo-rules", { rules: { UK: { ruleType: "BLOCKED" } } })).toMatchObject({
      code: "DATA_DOCUMENT_INVALID",
      details: { document: "geo-rules", path: "rules.UK" },
    });
    expect(store.documents()["geo-rules"]).toEqual({ rules: { GB: { ruleType: "BLOCKED" } } });
  });

  test("takes effect once it is fixed", async () => {
    const store = await open();
    await change(store, "brand-ambassador", { ambassadors: [{ slug: "Not A Slug", name: "x" }] });
    expect(store.documents()["brand-ambassador"].ambassadors).toHaveLength(6);
    expect(await change(store, "brand-ambassador", oneAmbassador("fixed"))).toEqual(["brand-ambassador"]);
    expect(store.documents()["brand-ambassador"]).toEqual(oneAmbassador("fixed"));
  });

  test("does not affect other documents when it is invalid", async () => {
    const store = await open();
    await change(store, "brand-ambassador", "{");
    await change(store, "geo-rules", { rules: {} });
    expect(store.documents()["geo-rules"]).toEqual({ rules: {} });
    expect(store.documents()["brand-ambassador"].ambassadors).toHaveLength(6);
  });

  test("is replaced by the shell's own when it is removed", async () => {
    put("brand-ambassador", oneAmbassador("ada"));
    const store = await open();
    await new Promise((resolve) => {
      store.watch(resolve, stop.signal);
      rmSync(join(folder, "brand-ambassador.json"));
    });
    expect(store.documents()["brand-ambassador"].ambassadors).toHaveLength(6);
  });

  test("does not change documents that a reader still holds", async () => {
    const store = await open();
    const held = store.documents();
    await change(store, "brand-ambassador", oneAmbassador("ada"));
    expect(held["brand-ambassador"].ambassadors).toHaveLength(6);
  });
});

const denying = { rules: { US: { ruleType: "DENIED" } } } satisfies DataDocuments["geo-rules"];

/** What can stand at the path of the rules instead of a valid document. */
const obstacles: { what: string; place(file: string): void }[] = [
  { what: "invalid", place: (file) => writeFileSync(file, '{"rules":{"us":{"ruleType":"MAYBE"}}}') },
  { what: "cut short", place: (file) => writeFileSync(file, '{"rules":{"us":') },
  { what: "of 92 MB", place: (file) => (writeFileSync(file, ""), truncateSync(file, 92 * 2 ** 20)) },
  { what: "a pipe without a writer", place: (file) => void execFileSync("mkfifo", [file]) },
  { what: "a folder", place: (file) => void mkdirSync(file) },
  { what: "a link that leads nowhere", place: (file) => symlinkSync(join(root, "nothing"), file) },
  { what: "missing", place: () => undefined },
];

describe("country rules after a restart", () => {
  test.for(obstacles)("stay as before the restart when the document is $what, which is reported", async ({ place }) => {
    mkdirSync(folder);
    place(join(folder, "geo-rules.json"));
    const store = await open({ "geo-rules": denying });
    expect(store.documents()["geo-rules"]).toEqual(denying);
    expect(store.ofOperator()).toEqual({ "geo-rules": denying });
    expect(refused).toEqual([expect.objectContaining({ details: expect.objectContaining({ document: "geo-rules" }) })]);
    expect(kept).toEqual(["last good"]);
  });

  test("stay as before the restart when the whole folder is missing, until there is a new document", async () => {
    const store = await open({ "geo-rules": denying });
    expect(store.documents()["geo-rules"]).toEqual(denying);
    expect(await change(store, "geo-rules", { rules: {} })).toEqual(["geo-rules"]);
    expect(store.ofOperator()).toEqual({ "geo-rules": { rules: {} } });
  });

  test("are the operator's when they are valid, also if others are remembered", async () => {
    put("geo-rules", { rules: {} });
    const store = await open({ "geo-rules": denying });
    expect(store.documents()["geo-rules"]).toEqual({ rules: {} });
    expect(refused).toEqual([]);
  });

  test("are the shell's own when none are remembered and the operator's are refused", async () => {
    put("geo-rules", "{");
    const store = await open();
    expect(store.ofOperator()).toEqual({});
    expect(kept).toEqual(["shipped"]);
  });
});

test("a document whose folder disappears while the site runs stays in force", async () => {
  put("geo-rules", denying);
  const store = await open();
  await new Promise<void>((resolve) => {
    refused.push = () => (resolve(), 1);
    store.watch(() => undefined, stop.signal);
    renameSync(folder, `${folder}.away`);
    // A file in its place keeps the store from making the folder again.
    writeFileSync(folder, "");
  });
  expect(store.documents()["geo-rules"]).toEqual(denying);
});
