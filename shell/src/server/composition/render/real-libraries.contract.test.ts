import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { compileFunction } from "node:vm";
import { remoteNames } from "@site/contracts/build/workspace-packages";
import { type ConfinedRemote, openConfinedRemote } from "@site/contracts/confine/confined-remote";
import * as jotai from "@site/contracts/react/shared/jotai";
import * as jotaiUtils from "@site/contracts/react/shared/jotai-utils";
import * as intl from "@site/contracts/react/shared/react-intl";
import * as router from "@site/contracts/react/shared/react-router-dom";
import { headKey } from "@site/contracts/islands/head-fragment";
import { type ServerEntry, toServerEntry } from "@site/contracts/islands/server-entry";
import { createFakeContext } from "@site/contracts/testing/fake-site";
import { listHeadRenders, listRenders } from "@site/contracts/testing/list-renders";
import { afterEach, describe, expect, test, vi } from "vitest";

vi.setConfig({ testTimeout: 120_000 });

const workspaceRoot = join(import.meta.dirname, "../../../../..");
const shared = readFileSync(join(workspaceRoot, "shell/dist/server/shared.cjs"), "utf8");

let remote: ConfinedRemote | undefined;
afterEach(() => remote?.close());

function open(source: string): ConfinedRemote {
  remote = openConfinedRemote({ server: { label: "content@1", source }, shared: { label: "shell@1", source: shared } });
  return remote;
}

/** What a remote's server file exports outside of a compartment, with the shell's libraries. */
function loadEntry(name: string): { file: string; entry: ServerEntry } {
  const file = join(workspaceRoot, `remote-${name}/dist/server/entry.cjs`);
  const module: { exports: unknown } = { exports: {} };
  const run = compileFunction(readFileSync(file, "utf8"), ["module", "exports", "require"], { filename: file });
  run(module, module.exports, createRequire(import.meta.url));
  return { file, entry: toServerEntry(module.exports, file) };
}

test.each(remoteNames)(
  "every island of remote-%s has the same HTML in a compartment and outside of one",
  async (name) => {
    const { file, entry } = loadEntry(name);
    const renders = [
      ...entry.describe().flatMap((descriptor) =>
        listRenders(`${name}/${descriptor.key}`, descriptor).map(({ context }) => ({
          expose: descriptor.key,
          context,
        })),
      ),
      ...(entry.head ? listHeadRenders().map(({ context }) => ({ expose: headKey, context })) : []),
    ].map((one) => ({ ...one, id: `${name}/${one.expose}` }));
    const confined = await open(readFileSync(file, "utf8")).render(renders);
    expect(confined.length).toBeGreaterThan(0);
    expect(confined).toEqual(
      renders.map(({ expose, id, context }) => ({
        ok: true,
        island: JSON.parse(JSON.stringify(entry.render(expose, id, context))),
      })),
    );
  },
);

const blockedRules = ["none", "blocked"] as const;

test.each(remoteNames)("what an island of remote-%s says it did not read makes no difference to it", async (name) => {
  const { entry } = loadEntry(name);
  for (const descriptor of entry.describe()) {
    const id = `${name}/${descriptor.key}` as const;
    for (const { context } of listRenders(id, descriptor)) {
      const { readsVisitor, readsRule, readsPage, ...shown } = await entry.render(descriptor.key, id, context);
      const blocked = context.visitor.rule === "blocked";
      const others = [
        ...(readsPage === false ? [{ ...context, page: { ...context.page, path: "/other/", name: "other" } }] : []),
        ...(readsVisitor ? [] : blockedRules.map((rule) => ({ ...context, visitor: { rule } }))),
        ...(readsRule === false && !blocked ? [{ ...context, visitor: { rule: "ontario" as const } }] : []),
      ];
      for (const other of others) expect(await entry.render(descriptor.key, id, other)).toMatchObject(shown);
    }
  }
});

test("the footer is the same on every page, and the header for all who may play", async () => {
  const { entry } = loadEntry("navigation");
  const context = createFakeContext();
  expect(await entry.render("footer", "navigation/footer", context)).toMatchObject({
    readsPage: false,
    readsVisitor: false,
  });
  expect(await entry.render("header", "navigation/header", context)).toMatchObject({ readsRule: false });
});

describe("the shell's libraries, as a release gets them,", () => {
  const source = `
const react = require("react"), server = require("react-dom/server"), intl = require("react-intl"), router = require("react-router-dom");
exports.describe = () => [];
const tries = {
  throws: () => server.renderToString(react.createElement(function Deck() {
    throw new Error("no cards");
  })),
  renders: () => server.renderToString(react.createElement(intl.IntlProvider, { locale: "en", messages: { a: "Hello" }, onError() {} }, react.createElement(intl.FormattedMessage, { id: "a" }))),
};
const modules = { react, "react-dom/server": server, "react-intl": intl, "react-router-dom": router, jotai: require("jotai"), "react/jsx-runtime": require("react/jsx-runtime") };
tries.change = () => Object.entries(modules).flatMap(([id, exports]) => {
  const changed = [];
  const attempt = (what, change) => { try { change(); changed.push(id + " " + what); } catch {} };
  attempt("itself", () => { exports.added = 1; });
  for (const [name, value] of Object.entries(exports)) {
    attempt(name, () => { exports[name] = () => "forged"; });
    if ((typeof value === "object" || typeof value === "function") && value !== null) attempt(name + ".added", () => { value.added = 1; });
    if (value?.prototype) attempt(name + ".prototype", () => { value.prototype.added = 1; });
  }
  return changed;
}).join();
exports.render = (key) => ({ html: "(" + tries[key]() + ")", readsVisitor: false });`;

  test("render, give the line where a component throws, and cannot be changed for the next render", async () => {
    const tasks = ["renders", "change", "throws", "renders"].map((expose) => ({
      expose,
      id: `content/${expose}`,
      context: createFakeContext(),
    }));
    const [before, change, thrown, after] = await open(source).render(tasks);
    expect(before).toMatchObject({ ok: true, island: { html: "(Hello)" } });
    expect(change).toMatchObject({ ok: true, island: { html: "()" } });
    expect(thrown).toMatchObject({
      ok: false,
      problem: "no cards",
      thrownAt: expect.arrayContaining([{ line: 6, column: expect.any(Number) }]),
    });
    expect(after).toEqual(before);
  });

  test("have the exports that browsers have, so that no island renders here and fails there", async () => {
    const module: { exports: { sharedModules?: Record<string, object> } } = { exports: {} };
    compileFunction(shared, ["module", "exports", "require"])(module, module.exports, createRequire(import.meta.url));
    const provided = module.exports.sharedModules ?? {};
    const ofServers = new Set(["StaticRouter"]);
    for (const [id, exports] of Object.entries({
      jotai,
      "jotai/utils": jotaiUtils,
      "react-intl": intl,
      "react-router-dom": router,
    }))
      expect(
        Object.keys(provided[id] ?? {})
          .filter((name) => !ofServers.has(name))
          .toSorted(),
        id,
      ).toEqual(Object.keys(exports).toSorted());
  });
});
