import { mkdirSync, readdirSync, writeFileSync, existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseSync } from "oxc-parser";
import * as v from "valibot";
import { SiteError } from "../src/errors/errors.ts";
import { isFile, isHidden, listSources } from "./list-sources.ts";
import { exposeKeySchema } from "../src/names/island-name.ts";
import { headKey } from "../src/islands/head-fragment.ts";
import type { IslandDescriptor } from "../src/islands/island.ts";

/**
 * The islands of a package: the files of `src/exposes`, by key. They are its whole public surface, with the head fragment.
 * @throws SiteError `BUILD_FAILED` when there is no such folder, for an island with an invalid name, and for what has such a name and is no file
 */
export function findExposes(root: string): string[] {
  const keys = listIslandFiles(root);
  if (keys.includes(headKey))
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem: `It has an island named ${headKey}, which is the name of the head fragment, whose file ends in .ts. Rename src/exposes/${headKey}.tsx.`,
    });
  const misnamed = keys.filter((key) => !v.is(exposeKeySchema, key));
  if (misnamed.length > 0)
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem: `The name of an island is small letters, digits and hyphens, and begins with a letter. Rename ${misnamed.map((key) => `src/exposes/${key}.tsx`).join(" and ")}, such as my-page.tsx, or move what is no island out of src/exposes.`,
    });
  const overlooked = listOtherIslands(root);
  if (overlooked.length > 0)
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem: `An island is a file src/exposes/<key>.tsx. Rename ${overlooked.map((file) => `src/exposes/${file}`).join(" and ")}, which would be left out of the release.`,
    });
  return keys;
}

/** Files that export an island at another place than expected: with another extension, or in a folder of their own. */
function listOtherIslands(root: string): string[] {
  const folder = join(root, "src/exposes");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !isHidden(file) && isFile(join(folder, file)))
    .filter((file) => /(?<!\.d|\.test)\.[cm]?[jt]sx?$/.test(file) && (file.includes("/") || !file.endsWith(".tsx")))
    .filter((file) => {
      const { module } = parseSync(file, readFileSync(join(folder, file), "utf8"));
      return module.staticExports.some(({ entries }) => entries.some(({ exportName }) => exportName.name === "island"));
    })
    .toSorted();
}

function listIslandFiles(root: string): string[] {
  const folder = join(root, "src/exposes");
  if (!existsSync(folder))
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem:
        "It has no folder src/exposes. Make one, with a file for each island (export const island = defineIsland({ … })).",
    });
  return listSources(root, "src/exposes", ".tsx");
}

/**
 * The plain script of a package's head fragment; undefined when the package has no `src/exposes/head.ts`.
 * @throws SiteError `BUILD_FAILED` for a head fragment without a script
 */
export function findHeadScript(root: string): string | undefined {
  if (!existsSync(join(root, "src/exposes/head.ts"))) return undefined;
  const script = join(root, "src/head.browser.ts");
  if (!existsSync(script))
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem:
        "It has a head fragment and no src/head.browser.ts. Write that script, or take src/exposes/head.ts away.",
    });
  return script;
}

const localeFile = /^[a-z]{2}(-[a-z0-9]+)*$/;

/**
 * The locales of a package's messages.
 * @throws SiteError `BUILD_FAILED` for a file with an invalid name, and for what has such a name and is no file
 */
export function findLocales(root: string): string[] {
  const locales = listSources(root, "messages", ".json");
  const misnamed = locales.filter((locale) => !localeFile.test(locale));
  if (misnamed.length > 0)
    throw new SiteError("BUILD_FAILED", {
      name: basename(root),
      problem: `A file of messages has the name of its language in small letters, such as en.json or pt-br.json. Rename ${misnamed.map((locale) => `messages/${locale}.json`).join(" and ")}, or move what is no language out of messages.`,
    });
  return locales;
}

/** Writes only when the content differs, so that a watching build does not run again needlessly. */
function writeGenerated(file: string, text: string): string {
  if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
  return file;
}

/** With a prefix, because an island's key may be a reserved word, or the name of another export of the module. */
function toIdentifier(prefix: "island" | "messages", key: string): string {
  return `${prefix}_${key.replaceAll("-", "_")}`;
}

/** Generates the module that becomes a package's server file, and returns its path. */
export function generateServerEntry(root: string): string {
  mkdirSync(join(root, ".build"), { recursive: true });
  const exposes = findExposes(root);
  const locales = findLocales(root);
  const hasHead = findHeadScript(root) !== undefined;
  const lines = [
    `import { createServerEntry } from "@site/contracts/react/server-entry";`,
    ...exposes.map((key) => `import { island as ${toIdentifier("island", key)} } from "../src/exposes/${key}.tsx";`),
    ...locales.map((locale) => `import ${toIdentifier("messages", locale)} from "../messages/${locale}.json";`),
    ...(hasHead ? [`import { head as definition } from "../src/exposes/head.ts";`] : []),
    `export const { describe, messages, render${hasHead ? ", head" : ""} } = createServerEntry(`,
    `  { ${exposes.map((key) => `"${key}": ${toIdentifier("island", key)}`).join(", ")} },`,
    `  { ${locales.map((locale) => `"${locale}": ${toIdentifier("messages", locale)}`).join(", ")} },`,
    ...(hasHead ? ["  definition,"] : []),
    `);`,
  ];
  return writeGenerated(join(root, ".build/server-entry.ts"), `${lines.join("\n")}\n`);
}

/** Generates one module per island that is hydrated in the browser, and returns their paths by key. */
export function generateBrowserExposes(root: string, descriptors: readonly IslandDescriptor[]): Record<string, string> {
  const folder = join(root, ".build/browser");
  mkdirSync(folder, { recursive: true });
  const loaders = findLocales(root).map(
    (locale) =>
      `  "${locale}": () => import(/* webpackChunkName: "messages-${locale}" */ "../../messages/${locale}.json"),`,
  );
  const live = descriptors.filter((descriptor) => descriptor.hydrate !== "never");
  return Object.fromEntries(
    live.map(({ key, router }) => {
      const lines = [
        `import { toLifecycles } from "@site/contracts/react/lifecycles";`,
        ...(router ? [`import { Router } from "@site/contracts/react/router";`] : []),
        `import { island } from "../../src/exposes/${key}.tsx";`,
        `const messages = {`,
        ...loaders,
        `};`,
        `export const { mount, prepare } = toLifecycles(island, messages${router ? ", Router" : ""});`,
      ];
      return [key, writeGenerated(join(folder, `${key}.ts`), `${lines.join("\n")}\n`)];
    }),
  );
}
