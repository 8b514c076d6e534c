import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { explainThrown } from "./explain-thrown.ts";
import { reactErrors } from "./react-errors.ts";

const toReact = (number: number, values = ""): string =>
  `Minified React error #${number}; visit https://react.dev/errors/${number}${values} for the full message or use the non-minified dev environment for full errors and additional helpful warnings.`;

describe("what a library throws is said in plain words", () => {
  test.each([
    [
      toReact(301),
      "Too many re-renders. React limits the number of renders to prevent an infinite loop.",
      "Set state in an event or an effect, never while rendering.",
    ],
    [
      toReact(31, "?args[]=object%20with%20keys%20%7Ba%7D"),
      "Objects are not valid as a React child (found: object with keys {a}). If you meant to render a collection of children, use an array instead.",
      "Render the texts of the object, or a message.",
    ],
    [toReact(9999), "React's error 9999.", "https://react.dev/errors/9999 says what it is. Correct that."],
    [
      "no answer within 10000 ms",
      "no answer within 10000 ms",
      "Look for a loop without an end in it and in what it imports, or have it do less.",
    ],
    [
      "secure mode %SharedMath%.random() throws",
      "it calls Math.random, and servers have no random numbers: a render shows the same each time.",
      "Draw the number in the browser, once the island is hydrated.",
    ],
    [
      "secure mode Calling %SharedDate% constructor as a function throws",
      "it uses Date, which servers do not have.",
      "Use it in the browser, once the island is hydrated.",
    ],
    ["Cannot assign to %ArrayPrototype%", "Cannot assign to ArrayPrototype", undefined],
    [
      '[@formatjs/intl Error MISSING_TRANSLATION] Missing message: "lobby.title" for locale "en-PH", using id as fallback. ',
      "there is no message lobby.title in the language en-PH.",
      "Write it in each file of messages/, or correct its name.",
    ],
    [
      '[@formatjs/intl Error FORMAT_ERROR] Error formatting message: "lobby.title", using id as fallback. MessageID: lobby.title The intl string context variable "zzz" was not provided to the string "undefined"',
      "the message lobby.title has the placeholder {zzz} or the tag <zzz>, for which no value is given.",
      "Give the value where the message is used, for a tag as a function of its parts, or correct the message.",
    ],
    [
      toReact(426),
      "it waits while it is rendered: for a promise (use), for code (lazy), or as a component that is async.",
      "Wait for nothing while rendering: islands are rendered in one go, from the data of their page.",
    ],
    [
      "Cannot destructure property 'basename' of 'react.useContext(...)' as it is null.",
      "it uses react-router-dom, and the island has no router.",
      "Write router: true in its defineIsland.",
    ],
    [
      "useLocation() may be used only in the context of a <Router> component.",
      "it uses react-router-dom, and the island has no router.",
      "Write router: true in its defineIsland.",
    ],
    ["50 % of %a", "50 % of %a", undefined],
    ["boom", "boom", undefined],
  ])("%s", (thrown, problem, change) => {
    expect(explainThrown(thrown)).toMatchObject({ problem, ...(change !== undefined && { change }) });
    if (change === undefined) expect(explainThrown(thrown).change).toBeUndefined();
  });
});

/** The arguments of each error that a build of React's server renderer makes, as they are written. */
function listErrors(build: string): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve("react-dom/package.json"));
  const source = readFileSync(join(folder, `cjs/react-dom-server-legacy.${build}.production.js`), "utf8");
  return source.split(/\bError\(/).slice(1);
}

test("React's sentences are those of the installed version: its build for Node has them where the other build has numbers", () => {
  const texts = listErrors("node");
  const found = new Map<string, string>();
  for (const [index, numberedError] of listErrors("browser").entries()) {
    const number = /^\s*formatProdErrorMessage\(\s*(\d+)/.exec(numberedError)?.[1];
    if (number !== undefined) found.set(number, texts[index] ?? "");
  }
  for (const [number, { text }] of Object.entries(reactErrors))
    for (const part of text.split("%s")) expect(found.get(number), number).toContain(part);
});
