import * as fc from "fast-check";
import { type CountryRule, countryRules } from "@site/contracts/visitor/country-rule";
import { fakePages } from "@site/contracts/testing/fake-pages";
import { type DeviceKind, deviceKinds, type System, systems } from "@site/contracts/visitor/system";
import { describe, expect, test } from "vitest";
import { type DownloadAction, type DownloadSituation, pickDownloadAction } from "./pick-download-action.ts";

/** Every page of the site and its errors. */
const pages = fakePages.map(({ name }) => name);
const locales = ["en", "pt-br", "fr"] as const;
type Locale = (typeof locales)[number];

/** One row of the table: the situations it applies to, and the expected action. A column that is left out applies to all values. */
interface Row {
  promise: string;
  systems?: readonly System[];
  devices?: readonly DeviceKind[];
  pages?: readonly string[];
  locales?: readonly Locale[];
  rules?: readonly CountryRule[];
  action: DownloadAction;
}

const open = ["none", "warning", "ontario"] as const;
const exempt = ["index", "download", "poker-school"];
const elsewhere = pages.filter((page) => page !== "download");
const notExempt = pages.filter((page) => !exempt.includes(page));
const toDownloadPage: DownloadAction = { kind: "download-page", path: "/download/?auto=1" };
const queries: Record<Locale, string> = { en: "", "pt-br": "?locale=pt", fr: "?locale=fr" };

type Machine = Pick<Row, "systems" | "devices">;
const windows: Machine = { systems: ["windows"], devices: ["desktop", "tablet"] };
const mac: Machine = { systems: ["osx"], devices: ["desktop"] };
const linux: Machine = { systems: ["linux"], devices: ["desktop"] };

/** The rows of machines that get one client: on the pages where a button links to it, once in every language. */
function toInstaller(
  behaviours: string,
  who: string,
  client: "windows" | "osx" | "mobile" | "ios" | "android",
  machines: readonly Machine[],
  where: string,
  on: readonly string[],
): Row[] {
  return machines.flatMap((machine) =>
    locales.map((locale) => ({
      promise: `${behaviours} ${who} (${String(machine.systems)}, ${String(machine.devices ?? "any device")}), in ${locale}, ${where}: ${client}`,
      ...machine,
      locales: [locale],
      rules: open,
      pages: on,
      action: { kind: "installer" as const, client, path: `/download/installer/${client}${queries[locale]}` },
    })),
  );
}

/** The row of a machine that may not have a client and is not on a page that explains it. */
function toRefusal(client: "windows" | "osx" | "mobile" | "ios" | "android", machine: Machine): Row {
  return {
    promise: `B141 B142 where downloads are blocked, ${String(machine.systems)} (${String(machine.devices ?? "any device")}) is sent home from every page but home, download and poker school`,
    ...machine,
    rules: ["blocked"],
    pages: notExempt,
    action: { kind: "refused", path: "/", client },
  };
}

const onIos: readonly Machine[] = [{ systems: ["ios"] }, { systems: ["osx"], devices: ["tablet", "phone"] }];
const onAndroid: readonly Machine[] = [
  { systems: ["android"] },
  { systems: ["linux"], devices: ["tablet", "phone"] },
  { systems: ["windows"], devices: ["phone"] },
];

const table: readonly Row[] = [
  ...[windows, mac, linux].map((machine): Row => ({
    promise: `B120 ${String(machine.systems)} (${String(machine.devices)}) and not on the download page: the download page, which starts by itself`,
    ...machine,
    rules: open,
    pages: elsewhere,
    action: toDownloadPage,
  })),
  ...toInstaller("B114 B115 B119 B121", "Windows", "windows", [windows], "on the download page", ["download"]),
  ...toInstaller("B114 B115 B119 B121", "any other desktop", "osx", [mac], "on the download page", ["download"]),
  ...toInstaller("B116 B121", "Linux", "mobile", [linux], "on the download page", ["download"]),
  ...toInstaller("B117 B118 B121", "a phone or tablet of Apple", "ios", onIos, "on every page", pages),
  ...toInstaller("B117 B118 B121", "every other phone and tablet", "android", onAndroid, "on every page", pages),
  {
    promise: "B141 where downloads are blocked, home, download and poker school explain it and do not lead elsewhere",
    rules: ["blocked"],
    pages: exempt,
    action: { kind: "explained" },
  },
  toRefusal("windows", windows),
  toRefusal("osx", mac),
  toRefusal("mobile", linux),
  ...onIos.map((machine) => toRefusal("ios", machine)),
  ...onAndroid.map((machine) => toRefusal("android", machine)),
];

type Case = Omit<DownloadSituation, "locale"> & { locale: Locale };

const allCases: readonly Case[] = systems.flatMap((system) =>
  deviceKinds.flatMap((device) =>
    pages.flatMap((page) =>
      locales.flatMap((locale) =>
        countryRules.map((rule) => ({ system, device, page, locale, defaultLocale: "en", rule })),
      ),
    ),
  ),
);

function isFor(row: Row, { system, device, page, locale, rule }: Case): boolean {
  return (
    isIn(row.systems, system) &&
    isIn(row.devices, device) &&
    isIn(row.pages, page) &&
    isIn(row.locales, locale) &&
    isIn(row.rules, rule)
  );
}

function isIn<T>(column: readonly T[] | undefined, value: T): boolean {
  return column === undefined || column.includes(value);
}

describe("where a download button leads", () => {
  test.each(table.map((row) => [row.promise, row] as const))("%s", (_promise, row) => {
    const cases = allCases.filter((one) => isFor(row, one));
    expect(cases.length).toBeGreaterThan(0);
    for (const one of cases) expect(pickDownloadAction(one), JSON.stringify(one)).toEqual(row.action);
  });

  test("B113 the table has one row for every system, device, page, locale and country rule, and never two", () => {
    expect(allCases).toHaveLength(
      systems.length * deviceKinds.length * pages.length * locales.length * countryRules.length,
    );
    expect(allCases.filter((one) => table.filter((row) => isFor(row, one)).length !== 1)).toEqual([]);
  });
});

const anySituation = fc.record<DownloadSituation>({
  system: fc.constantFrom(...systems),
  device: fc.constantFrom(...deviceKinds),
  page: fc.oneof(fc.constantFrom(...pages), fc.string()),
  locale: fc.oneof(fc.constantFrom(...locales), fc.stringMatching(/^[a-z]{2}(-[a-z]{2})?$/)),
  defaultLocale: fc.constantFrom("en", "pt-br"),
  rule: fc.constantFrom(...countryRules),
});

describe("in every situation, also on unknown pages and in unknown languages,", () => {
  test("B141 B142 a blocked visitor is never led to a client, and any other visitor is never refused one", () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const { kind } = pickDownloadAction(situation);
        expect(["refused", "explained"].includes(kind)).toBe(situation.rule === "blocked");
      }),
    );
  });

  test("B120 B121 the download page never leads to itself", () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        expect(pickDownloadAction({ ...situation, page: "download" }).kind).not.toBe("download-page");
      }),
    );
  });

  test("B114 B119 a link leads to an address of this site that names one client and at most a language, never pt-br", () => {
    fc.assert(
      fc.property(anySituation, (situation) => {
        const action = pickDownloadAction(situation);
        if (action.kind !== "installer") return;
        expect(action.path).toMatch(
          /^\/download\/installer\/(windows|osx|ios|android|mobile)(\?locale=[a-z]{2}(-[a-z]{2})?)?$/,
        );
        expect(action.path).not.toContain("pt-br");
        expect(action.path.includes("?")).toBe(situation.locale !== situation.defaultLocale);
      }),
    );
  });

  test("the language changes the address and nothing else", () => {
    fc.assert(
      fc.property(anySituation, fc.constantFrom(...locales), (situation, locale) => {
        const [one, other] = [pickDownloadAction(situation), pickDownloadAction({ ...situation, locale })];
        expect({ ...one, path: "" }).toEqual({ ...other, path: "" });
      }),
    );
  });
});
