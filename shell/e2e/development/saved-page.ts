import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** React's builds for production, by the names that they ask each other for: what the released shell has. */
const react = readProductionReact();
/** What jotai's modules import as React: the one that the page has. */
const reactModule = `data:text/javascript,const react = load("react"); export default react; export const { ${[
  "createContext, createElement, use, useCallback, useContext, useDebugValue, useEffect, useReducer, useRef",
  "useSyncExternalStore",
].join(", ")} } = react;`;

/** Where the modules of jotai are, which the page asks for below `/jotai/`. */
export const jotai = dirname(createRequire(import.meta.resolve("../../package.json")).resolve("jotai"));

/**
 * A page with one island, which React hydrates at the first press and then gets what was pressed, as islands of the site do. It draws modals that are asked
 * for, as the shell does.
 */
export function toDocument(island: string): string {
  const libraries = `
const process = { env: { NODE_ENV: "production" } };
const modules = { ${Object.entries(react)
    .map(([name, code]) => `${JSON.stringify(name)}(module, exports, require) { ${code} }`)
    .join(",\n")} };
const loaded = {};
const load = (name) => {
  if (loaded[name]) return loaded[name].exports;
  const module = loaded[name] = { exports: {} };
  modules[name](module, module.exports, load);
  return module.exports;
};`;
  const script = `
import { atom, useAtom } from "/jotai/index.js";
const { createElement: h, useReducer, useState } = load("react");
${island}
const host = document.querySelector("[data-island]");
let isTaken = false;
const early = [];
const onEarly = ({ type, target }) => {
  if (type === "click") early.push(target);
  if (isTaken) return;
  isTaken = true;
  setTimeout(() => {
    load("react-dom").flushSync(() => load("react-dom/client").hydrateRoot(host, h(Guide)));
    for (const type of ["pointerdown", "click"]) host.removeEventListener(type, onEarly);
    host.dataset.live = "";
    dispatchEvent(new CustomEvent("site:island:hydrated"));
    for (const target of early) target.click();
  }, 50);
};
for (const type of ["pointerdown", "click"]) host.addEventListener(type, onEarly);
const tell = (name, detail) => dispatchEvent(new CustomEvent("site:" + name, { detail }));
let modals = 0;
addEventListener("site:modal:requested", ({ detail: { title } }) => {
  const dialog = document.createElement("dialog");
  const id = String((modals += 1));
  dialog.textContent = title;
  dialog.addEventListener("close", () => tell("modal:closed", { id }));
  document.body.append(dialog);
  dialog.showModal();
  tell("modal:opened", { id });
});
addEventListener("load", () => tell("route:changed", { path: "/" }));`;
  return `<!doctype html><html lang="en"><head><title>Guide</title>
<script>${libraries.replaceAll("</script", "<\\/script")}</script><script type="importmap">${JSON.stringify({ imports: { react: reactModule } })}</script></head>
<body><div data-island="guide">${renderIsland(island)}</div><script type="module">${script}</script></body></html>`;
}

/** The island's HTML as a server renders it. */
function renderIsland(island: string): string {
  const load = createRequire(import.meta.resolve("../../package.json"));
  const { createElement, useReducer, useState } = load("react");
  const { renderToString } = load("react-dom/server");
  const { atom, useAtom } = load("jotai");
  const names = ["h", "useState", "useReducer", "atom", "useAtom", "render"];
  return new Function(...names, `${island}\nreturn render(h(Guide));`)(
    createElement,
    useState,
    useReducer,
    atom,
    useAtom,
    renderToString,
  );
}

function readProductionReact(): Record<string, string> {
  const load = createRequire(import.meta.resolve("../../package.json"));
  const folders = { react: load.resolve("react/package.json"), "react-dom": load.resolve("react-dom/package.json") };
  const scheduler = createRequire(folders["react-dom"]).resolve("scheduler/package.json");
  return {
    react: readBuild(folders.react, "react.production.js"),
    scheduler: readBuild(scheduler, "scheduler.production.js"),
    "react-dom": readBuild(folders["react-dom"], "react-dom.production.js"),
    "react-dom/client": readBuild(folders["react-dom"], "react-dom-client.production.js"),
  };
}

function readBuild(manifest: string, file: string): string {
  return readFileSync(join(dirname(manifest), "cjs", file), "utf8");
}
