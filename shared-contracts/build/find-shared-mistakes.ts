import type { EcmaScriptModule } from "oxc-parser";
import { isSharedModule, type SharedModule, shareScope, toPackageOfShared } from "../src/releases/share-scope.ts";
import type { MistakeAt } from "./find-import-mistakes.ts";

/** A request of a module, and the names that are taken of it as values: none where it is taken as a whole. */
interface Request {
  from: string;
  at: number;
  names: { name: string; at: number }[];
}

const sharedModules = Object.keys(shareScope) as SharedModule[];
const sharedPackages = new Set(sharedModules.map(toPackageOfShared));

/** Libraries that write style elements while they run: their own styles, or those of the components that they have. */
const styleLibraries =
  "styled-components|styled-jsx|goober|jss|react-jss|antd|@(?:emotion|stitches|griffel)/[^/\"']+|@mui/(?:material|system)|@chakra-ui/react";
const styleLibrary = new RegExp(`^(?:${styleLibraries})(?:/|$)`);

/** Whether a file may import a shared library, one that writes styles, or another package of the site. Others need not be parsed. */
export const mayImportShared = new RegExp(
  String.raw`["'](?:(?:${[...sharedPackages, "react-router", styleLibraries].join("|")})(?:/[^"'\n]*)?|@site/(?:remote-|shell)[^"'\n]*)["']`,
);

/** What to write in place of what the shell does not provide of a library, where most teams look for it. */
const replacements: Readonly<Record<string, string>> = {
  "react-intl": "Format with what useIntl gives, such as intl.formatNumber(1)",
  "react-router-dom": "Leave routes to the shell's layout, and move by <Link> or by the event navigation:requested",
};

/**
 * Imports that a remote's release cannot have: names and entries of the shared libraries that the shell does not provide, which would be undefined
 * at run time or a second copy, libraries that write styles while they run, and other packages of the site.
 */
export function findSharedMistakes(module: EcmaScriptModule): MistakeAt[] {
  return listRequests(module).flatMap((request): MistakeAt[] => {
    const { from, at } = request;
    if (/^@site\/(?:remote-|shell(?:$|\/))/.test(from))
      return [
        {
          at,
          problem: `${from} is another package of the site, which is released on its own.`,
          change: "Emit an event of @site/contracts/events/events, or leave a <Slot> for the other remote's island.",
        },
      ];
    if (styleLibrary.test(from))
      return [
        {
          at,
          problem: `${from} writes style elements while it runs, which the content security policy of every page refuses, and the server's HTML has none of its styles.`,
          change: "Write a CSS Module, with custom properties for what changes at run time.",
        },
      ];
    if (isSharedModule(from)) return findUnprovided(from, request);
    const name = from.split("/")[0] ?? from;
    if (name !== "react-router" && !sharedPackages.has(name)) return [];
    const provided = sharedModules.filter((one) => toPackageOfShared(one) === name);
    return [
      {
        at,
        problem: `${from} is imported, and the shell provides ${name === "react-router" ? "react-router-dom" : list(provided)} alone: the release would have a second copy.`,
        change:
          name === "react-router"
            ? "Import from react-router-dom."
            : "Import from what it provides, or have the shell's team add the entry to the shared libraries.",
      },
    ];
  });
}

function findUnprovided(from: SharedModule, { names }: Request): MistakeAt[] {
  const provided: readonly string[] | undefined = shareScope[from];
  if (provided === undefined) return [];
  return names
    .filter(({ name }) => !provided.includes(name))
    .map(({ name, at }) => ({
      at,
      problem: `of ${from} the shell provides ${list(provided)}, and no ${name}.`,
      change: `${replacements[from] ?? "Write it with those"}; for a type, write import type.`,
    }));
}

/** Requests of values: types have no code. */
function listRequests({ staticImports, staticExports }: EcmaScriptModule): Request[] {
  const imports = staticImports.map(({ start, moduleRequest, entries }) => ({
    from: moduleRequest.value,
    at: start,
    isOfTypes: entries.length > 0 && entries.every(({ isType }) => isType),
    names: entries
      .filter(({ isType, importName }) => !isType && importName.kind !== "NamespaceObject")
      .map(({ importName, localName }) => ({
        name: importName.kind === "Default" ? "default" : (importName.name ?? localName.value),
        at: importName.start ?? localName.start,
      })),
  }));
  const exports = staticExports.flatMap(({ start, entries }) =>
    entries.flatMap(({ moduleRequest, importName, isType }) =>
      moduleRequest
        ? [
            {
              from: moduleRequest.value,
              at: start,
              isOfTypes: isType,
              names:
                isType || importName.name === null ? [] : [{ name: importName.name, at: importName.start ?? start }],
            },
          ]
        : [],
    ),
  );
  return [...imports, ...exports].filter(({ isOfTypes }) => !isOfTypes);
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat("en-GB").format(names);
}
