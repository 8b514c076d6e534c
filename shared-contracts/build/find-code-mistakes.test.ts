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
  ["artwork", 'import a from "./a.svg"; export const image = { source: a, name: "a.png" };'],
  [
    "fields that are there, and fields of another file",
    'import { shared } from "./shared.ts"; export const island = defineIsland({ ...shared, component: () => null, "hydrate": "never" });',
  ],
])("%s is no mistake", (_what, source) => expect(find(source)).toEqual([]));

test.each([
  ["import './plain.css';", ["1:1 ./plain.css is a plain style sheet"]],
  ["\nimport photo from '../photo.JPG';\nphoto;", ["2:1 ../photo.JPG is a picture of pixels"]],
  ["export const a = await b();", ["1:18 this waits"]],
  ["export const a = () => new Worker(new URL('./a.ts', import.meta.url));", ["1:53 import.meta.url is asked for"]],
  ["export const isTest = import.meta.env.MODE === 'test';", ["1:23 import.meta.env is asked for"]],
  ["for await (const a of b()) a();\nexport {};", ["1:1 this waits"]],
  ["export const a = () => window.Function('return 1')();", ["1:24 Function makes code of a text"]],
  [
    "export const island = defineIsland({ component: Page, hydrateOnQeury: 'a=1' });",
    ["1:55 defineIsland has no field"],
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
