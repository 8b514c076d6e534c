import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Break, findBreaks } from "./compare-surfaces.ts";
import { findNarrowed, type SchemaShape, toSchemaShape } from "./schema-shape.ts";
import { findPolicyProblems, findReleaseProblems } from "./semver-policy.ts";
import { contractsRoot } from "./contract-manifest.ts";
import { teamEntries } from "./team-entries.ts";
import type { Surface } from "./surface.ts";
import * as v from "valibot";

test("the packed package has every entry that a remote of this workspace imports", () => {
  const root = join(contractsRoot, "..");
  const imported = globSync("remote-*/{*.ts,src/**/*.{ts,tsx}}", { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/from "@site\/contracts(\/[\w/-]+)"/g)].map(
      ([, name = ""]) => `.${name}`,
    ),
  );
  const packed: readonly string[] = teamEntries;
  expect(new Set(imported).size).toBeGreaterThan(20);
  expect([...new Set(imported)].filter((entry) => !packed.includes(entry))).toEqual([]);
});

/** A surface of one entry. */
function toSurface(declaration: string): Surface {
  return {
    version: "1.4.0",
    entries: { "./seat": "seat.d.ts" },
    declarations: { "seat.d.ts": declaration },
    schemas: {},
  };
}

const before = toSurface(
  `export interface Seat { name: string; row?: number | undefined }
export interface SiteEvents { "seat:taken": { name: string } }
export type SiteEventName = keyof SiteEvents;
export interface Bus { on<N extends SiteEventName>(name: N, listener: (detail: SiteEvents[N]) => void): void }
export declare function listHeard(): readonly { [N in SiteEventName]: { name: N; detail: SiteEvents[N] } }[SiteEventName][];
export type Copies<C> = Record<string, C>;
export type ErrorCode = "SEAT_TAKEN" | "SEAT_GONE";
export declare function takeSeat(seat: Seat): Seat;
export declare const rows: readonly number[];
`,
);
const text = before.declarations["seat.d.ts"] ?? "";
const change = (from: string, to: string): Surface => toSurface(text.replace(from, to));

type Breaking = [what: string, from: string, to: string, name: string, problem: string | RegExp];

/** Each list has changes of which none hides another one: they are of different exports. */
const breaking: Breaking[][] = [
  [
    ["an export is gone", "export declare const rows: readonly number[];", "", "rows", "it is not exported any more"],
    [
      "a parameter needs more",
      "takeSeat(seat: Seat)",
      "takeSeat(seat: Seat & { table: string })",
      "takeSeat",
      /'table' is missing/,
    ],
    ["an event needs more", "{ name: string } }", "{ name: string; row: number } }", "SiteEvents", /'row' is missing/],
    ["a code of an error is gone", ' | "SEAT_GONE"', "", "ErrorCode", /"SEAT_GONE"/],
    [
      "a generic type is another one",
      "Record<string, C>",
      "Map<string, C>",
      "Copies",
      "its declaration is another one",
    ],
  ],
  [
    ["a field is gone", "name: string; row", "row", "Seat", /'name' is missing/],
    ["an event is gone", '"seat:taken": { name: string }', '"seat:left": { name: string }', "SiteEvents", /seat:taken/],
  ],
  [
    [
      "a field has another type",
      "name: string; row",
      "name: number; row",
      "Seat",
      /'number' is not assignable to type 'string'/,
    ],
  ],
];

describe("a change of the contract", () => {
  test("that adds is no break: a new export, optional field, event, code of an error and optional parameter", () => {
    const added = [
      ["name: string; row", "name: string; table?: string; row"],
      [`"seat:taken": { name: string }`, `"seat:taken": { name: string }; "seat:left": { name: string }`],
      ['"SEAT_GONE"', '"SEAT_GONE" | "SEAT_COLD"'],
      ["takeSeat(seat: Seat)", "takeSeat(seat: Seat, row?: number)"],
    ].reduce((declaration, [from = "", to = ""]) => {
      expect(declaration, from).toContain(from);
      return declaration.replace(from, to);
    }, text);
    expect(findBreaks(before, toSurface(`${added}export declare function leaveSeat(): void;\n`))).toEqual([]);
  });

  test("that moves what an entry exports to another file is none, unless it is changed there or not passed on", () => {
    const move = (moved: string, passedOn: string): Surface => ({
      ...before,
      declarations: {
        ...before.declarations,
        "seat.d.ts": `export { ${passedOn} } from "./moved.js";\n`,
        "moved.d.ts": moved,
      },
    });
    const names = [...text.matchAll(/^export (?:declare )?(type|interface|\w+) (\w+)/gm)].map(
      ([, kind = "", name = ""]) => (/^(type|interface)$/.test(kind) ? `type ${name}` : name),
    );
    expect(findBreaks(before, move(text, names.join(", ")))).toEqual([]);
    const [first = "", ...others] = names;
    expect(findBreaks(before, move(text, others.join(", "))).map(({ name }) => name)).toEqual([
      first.replace("type ", ""),
    ]);
    expect(findBreaks(before, move(text.replace("name: string;", "name: number;"), names.join(", ")))).not.toEqual([]);
  });

  describe.each(breaking.map((changes) => ({ changes })))(
    "that takes away is a break, named with its export:",
    ({ changes }) => {
      let breaks: readonly Break[];
      beforeAll(() => {
        const declaration = changes.reduce((changed, [, from, to]) => changed.replace(from, to), text);
        breaks = findBreaks(before, toSurface(declaration));
      });

      test.each(changes)("%s", (_what, _from, _to, name, problem) => {
        expect(breaks).toContainEqual({ entry: "@site/contracts/seat", name, problem: expect.stringMatching(problem) });
      });
    },
  );

  test("that removes an entry is a break of the entry", () => {
    expect(findBreaks(before, { ...before, entries: {} })).toEqual([
      { entry: "@site/contracts/seat", problem: "the entry is gone" },
    ]);
  });

  test("that breaks passes with a major version of its own, and is refused with a sentence without one", () => {
    const after = change("export declare const rows: readonly number[];", "");
    const breaks = findBreaks(before, after);
    expect(findPolicyProblems(before, { version: "2.0.0" }, breaks)).toEqual([]);
    expect(findPolicyProblems(before, { version: "1.5.0" }, breaks)).toEqual([
      "rows of @site/contracts/seat breaks what teams built against 1.4.0: it is not exported any more. Within a major version things are only added: keep it as it was beside the new form and mark it deprecated in shared-contracts/CHANGELOG.md, or raise the version in shared-contracts/package.json to 2.0.0.",
    ]);
  });

  test("that is released under a version which is released already is refused", () => {
    const after = toSurface(`${text}export declare function leaveSeat(): void;\n`);
    expect(findReleaseProblems(before, after)).toEqual([
      expect.stringMatching(/^Version 1\.4\.0 is released with another surface\./),
    ]);
    expect(findReleaseProblems(before, { ...after, version: "1.5.0" })).toEqual([]);
    expect(findReleaseProblems(before, before)).toEqual([]);
  });
});

describe("a change of a schema", () => {
  const seat = { name: v.pipe(v.string(), v.maxLength(20)), kind: v.picklist(["cash", "tournament"]) };
  const shape: SchemaShape = toSchemaShape(v.strictObject(seat));

  test.each([
    ["a new optional field", v.strictObject({ ...seat, row: v.optional(v.number()) })],
    ["a new choice", v.strictObject({ ...seat, kind: v.picklist(["cash", "tournament", "sit-and-go"]) })],
  ])("that accepts more is no break: %s", (_what, schema) => {
    expect(findNarrowed(shape, toSchemaShape(schema))).toEqual([]);
  });

  test.each([
    ["a field is gone", v.strictObject({ name: seat.name }), "the field kind is gone"],
    ["a new field is required", v.strictObject({ ...seat, row: v.number() }), "the new field row is required"],
    ["a choice is gone", v.strictObject({ ...seat, kind: v.picklist(["cash"]) }), "kind does not accept tournament"],
    [
      "a bound is another one",
      v.strictObject({ ...seat, name: v.pipe(v.string(), v.maxLength(9)) }),
      /^name has to pass “max_length 9”/,
    ],
    ["a type is another one", v.strictObject({ ...seat, name: v.number() }), "name is number, and was string"],
  ])("that accepts less is a break, with the field's path: %s", (_what, schema, problem) => {
    expect(findNarrowed(shape, toSchemaShape(schema))).toContainEqual(expect.stringMatching(problem));
  });
});
