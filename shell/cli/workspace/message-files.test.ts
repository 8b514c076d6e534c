import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageNames } from "@site/contracts/build/workspace-packages";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { toPackageRoot } from "./workspace.ts";

const catalogSchema = v.record(v.string(), v.string());
const withMessages = packageNames.filter((name) => existsSync(join(toPackageRoot(name), "messages")));
const locales = [...new Set(Object.values(siteConfigs).flatMap((site) => site.locales.map(({ code }) => code)))];

const read = (name: (typeof packageNames)[number], locale: string): Record<string, string> =>
  v.parse(catalogSchema, JSON.parse(readFileSync(join(toPackageRoot(name), "messages", `${locale}.json`), "utf8")));

/** What a message leaves open: `{system}`, `{count, number}`. */
const listArguments = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)/g)].map(([, name = ""]) => name).toSorted();

describe.each(withMessages)("the messages of %s", (name) => {
  const source = read(name, "en");

  test("B184 exist in every language of every site, and in no other", () => {
    const files = readdirSync(join(toPackageRoot(name), "messages"));
    expect(files.toSorted()).toEqual(locales.map((locale) => `${locale}.json`).toSorted());
  });

  test.each(locales)("B184 have the ids of the English ones in %s, each with the same arguments", (locale) => {
    const translated = read(name, locale);
    expect(Object.keys(translated).toSorted()).toEqual(Object.keys(source).toSorted());
    const changed = Object.entries(source).filter(
      ([id, text]) => listArguments(text).join() !== listArguments(translated[id] ?? "").join(),
    );
    expect(changed.map(([id]) => id)).toEqual([]);
  });
});
