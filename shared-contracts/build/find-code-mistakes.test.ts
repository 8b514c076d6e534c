import { expect, test } from "vitest";
import { findCodeMistakes } from "./find-code-mistakes.ts";

const find = (source: string): string[] =>
  findCodeMistakes("page.tsx", source).map(({ line, column, problem }) => `${line}:${column} ${problem}`);

test.each([
  ["a wait in a function", "export const read = async () => { await fetch('/x'); for await (const a of b()) c(a); };"],
  ["a wait in a method", "export class Queue { async read() { await this.next(); } }"],
  ["a function with the name of the constructor", "export const call = (Function: () => void) => Function();"],
  [
    "a type with the name of the constructor",
    "export const call = (one: Function): boolean => one instanceof Function;",
  ],
  [
    "a CSS Module, and a sheet as text",
    'import a from "./a.module.css"; import b from "./b.css?text"; export { a, b };',
  ],
  ["the address of the page", "export const url = new URL('/download/', location.href);"],
  [
    "what the build fills in",
    "export const isTest = process.env.NODE_ENV === 'test' || process.env['NODE_ENV'] === '';",
  ],
  [
    "a name of Node whose presence is asked first",
    "export const mode = typeof process === 'object' ? process.env.MODE : '';",
  ],
  [
    "a name of Node that the file has itself",
    'import { Buffer } from "buffer-lite"; const process = { step: 1 }; export const a = [Buffer.from("a"), process.step];',
  ],
  ["a field with a name of Node", "export const a = (queue: Queue) => queue.process.next() + queue.Buffer.size;"],
  ["a package whose name has a dot", 'import Chart from "chart.js"; import a from "./a.md"; export { Chart, a };'],
  [
    "an import whose folder is written",
    "export const load = (key: string) => [import(`./parts/${key}.tsx`), import('./parts/' + key + '.tsx'), import('./a.tsx')];",
  ],
  ["artwork by the name of its export", 'import { default as a } from "./a.svg"; export { a };'],
  ["artwork, data and texts", 'import a from "./a.svg";\nimport b from "./b.json";\nimport c from "./c.md";'],
  ["artwork", 'import a from "./a.svg"; export const image = { source: a, name: "a.png" };'],
  [
    "fields that are there, and fields of another file",
    'import { shared } from "./shared.ts"; export const island = defineIsland({ ...shared, component: () => null, "hydrate": "never" });',
  ],
  [
    "what the shell provides of a shared library, its types, and a library with a longer name",
    'import { useIntl, type IntlShape } from "react-intl"; import type { Root } from "react-dom/server"; import React, { use } from "react"; import { flushSync } from "react-dom"; import Table from "react-table"; export { useAtom } from "jotai"; export { useIntl, React, use, flushSync, Table };',
  ],
  [
    "what pages allow to be written",
    "export const a = (b: HTMLElement, text: string) => { b.style.setProperty('--x', '1'); b.textContent = text; setTimeout(() => b.innerHTML, 1); b.setAttribute('title', text); };",
  ],
  ["the queries that the build reads", 'import a from "./a.module.css?sheet"; import b from "./b.css?text"; a; b;'],
])("%s is no mistake", (_what, source) => expect(find(source)).toEqual([]));

test.each([
  ["import './plain.css';", ["1:1 ./plain.css is a plain style sheet"]],
  ["\nimport photo from '../photo.JPG';\nphoto;", ["2:1 ../photo.JPG is a bitmap image, which code cannot import"]],
  ["import a from './a.module.scss';\na;", ["1:1 ./a.module.scss is a style sheet that is not CSS"]],
  ["import a from './a.woff2';\na;", ["1:1 ./a.woff2 is a font"]],
  ["import a from '../table.MP4';\na;", ["1:1 ../table.MP4 is a file for which the build has no loader."]],
  ["export const load = (key: string) => import(key);", ["1:38 the file that is imported here is not written"]],
  [
    "export const load = (key: string) => import(`${key}.tsx`);",
    ["1:38 the file that is imported here is not written"],
  ],
  ["export const a = () => process.env.API_URL;", ["1:24 process.env.API_URL is used, and browsers have no process."]],
  ["export const a = () => process.cwd();", ["1:24 process.cwd is used, and browsers have no process."]],
  [
    "export const a = () => Buffer.from('a').toString('hex');",
    ["1:24 Buffer.from is used, and browsers have no Buffer."],
  ],
  ["export const a = () => setImmediate(() => 1);", ["1:24 setImmediate is used"]],
  ["export const a = 1;\nexport const b = 'caf\uFFFD';", ["2:22 this character is not UTF-8."]],
  ['import a from "./a.SVG";', ["1:1 ./a.SVG is a file whose extension has capitals, and the build knows .svg alone."]],
  [
    'import a from "./a.Json";',
    ["1:1 ./a.Json is a file whose extension has capitals, and the build knows .json alone."],
  ],
  ["export const a = await b();", ["1:18 this waits"]],
  ["export const a = () => new Worker(new URL('./a.ts', import.meta.url));", ["1:53 import.meta.url is used"]],
  ["export const isTest = import.meta.env.MODE === 'test';", ["1:23 import.meta.env is used"]],
  ["for await (const a of b()) a();\nexport {};", ["1:1 this waits"]],
  ["export const a = () => window.Function('return 1')();", ["1:24 Function makes code of a text"]],
  [
    "export const island = defineIsland({ component: Page, hydrateOnQeury: 'a=1' });",
    ["1:55 defineIsland has no field"],
  ],
  ["export const a = () => document.createElement('style');", ["1:24 a style element is written, which"]],
  ["export const a = (b: Element) => (b.innerHTML = '<b>x</b>');", ["1:35 innerHTML makes HTML of a text, which"]],
  [
    "export const a = (b: Element) => b.insertAdjacentHTML('beforeend', '<b>x</b>');",
    ["1:34 insertAdjacentHTML makes"],
  ],
  [
    "export const a = () => document.write('x');",
    ["1:24 write makes HTML of a text, which the content security policy of pages without vendors refuses"],
  ],
  ["export const a = () => setTimeout('b()', 10);", ["1:24 setTimeout makes code of a text"]],
  ["export const a = (b: Element) => b.setAttribute('style', 'top: 0');", ["1:34 setAttribute writes an inline style"]],
  ["export const a = (b: Blob) => new Worker(URL.createObjectURL(b));", ["1:31 a Worker is made, which"]],
  [
    'import { FormattedNumber, useIntl } from "react-intl";',
    [
      "1:10 of react-intl the shell provides IntlProvider, FormattedMessage, useIntl and createIntl, and no FormattedNumber.",
    ],
  ],
  ['export { getDefaultStore as a } from "jotai";', ["1:10 of jotai the shell provides atom, "]],
  [
    'import { renderToString } from "react-dom/server";',
    ["1:1 react-dom/server is imported, and the shell provides react-dom and react-dom/client alone"],
  ],
  [
    'import { Link } from "react-router";',
    ["1:1 react-router is imported, and the shell provides react-router-dom alone"],
  ],
  [
    'import { a } from "@site/remote-content";',
    ["1:1 @site/remote-content is another package of the site, which is released on its own."],
  ],
  [
    'import A from "./a.svg?react";',
    ["1:1 ./a.svg?react has the query ?react of another bundler, which this build does not know."],
  ],
  ['import a from "./a.txt?raw";', ["1:1 ./a.txt?raw has the query ?raw"]],
  [
    'import { ReactComponent as A } from "./a.svg";',
    ["1:1 ./a.svg exports no ReactComponent: its default export, the name of the artwork, is its only one."],
  ],
  ["export const head = defineHead({ vendor: ['chat'], render });", ["1:34 defineHead has no field vendor."]],
])("%j is one, at its place", (source, said) => {
  expect(find(source)).toEqual(said.map((text) => expect.stringContaining(text)));
});

test("the style sheet of a library is copied, one of the remote's own gets another name", () => {
  const changes = findCodeMistakes("page.tsx", "import 'uplot/dist/uPlot.min.css';\nimport './plain.css';");
  expect(changes.map(({ change }) => change)).toEqual([
    "Copy the rules that are needed into a CSS Module of this package, each behind a class of it: .chart :global(.name-of-the-library).",
    expect.stringContaining("Name the file plain.module.css"),
  ]);
});
