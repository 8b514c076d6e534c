import * as v from "valibot";
import { SiteError, toProblem } from "../errors/errors.ts";
import { type PackageName, shellName } from "../names/package-name.ts";
import { type IslandName, islandNameSchema, packageNameSchema, toIslandParts } from "../names/island-name.ts";

/** Where the layout stands in a release of the shell. */
export const layoutFile = "server/layout.json";

/**
 * The format of a layout. Raise it when older servers could not compose a layout as it is now, and deploy the servers before
 * a shell of the new format is published: servers refuse formats they do not know.
 */
export const layoutFormat = 1;

const kebab = v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]*$/, "expected small letters, digits and hyphens"));

const routeSchema = v.pipe(
  v.strictObject({
    /** Names that start with `index` hide the second bar (B026), with `responsible-gaming` enable the chat (B025). */
    name: kebab,
    /** Without locale prefix. It starts and ends in a slash, and may end in one parameter. */
    path: v.pipe(
      v.string(),
      v.regex(/^\/([a-z0-9-]+\/)*(:[a-z]+\/)?$/, "expected a path such as /about-us/ or /ggteam/:slug/"),
    ),
    /** How the page is laid out: the document says it as `data-layout`, for the shell's own CSS. */
    layout: kebab,
    page: islandNameSchema,
    /** The parameter of the path: a page for each of its values in a data document. */
    parameter: v.optional(v.strictObject({ name: kebab, from: v.picklist(["brand-ambassador"]) })),
  }),
  v.check(
    ({ path, parameter }) => path.split(":").slice(1).join() === (parameter ? `${parameter.name}/` : ""),
    "the parameter is not that of the path",
  ),
);
/** One page of the site. */
export type Route = v.InferOutput<typeof routeSchema>;

const layoutSchema = v.strictObject({
  schemaVersion: v.literal(layoutFormat),
  routes: v.pipe(
    v.array(routeSchema),
    v.minLength(1),
    v.check((routes) => isUnique(routes.map(({ name }) => name)), "two routes have one name"),
    v.check((routes) => isUnique(routes.map(({ path }) => path)), "two routes have one path"),
  ),
  /** The island that shows an error page of any status. */
  error: v.strictObject({ layout: kebab, page: islandNameSchema }),
  /** The islands around every page, in the order of the document; the page comes before the footer. */
  frame: v.strictObject({
    header: islandNameSchema,
    subNavigation: islandNameSchema,
    footer: islandNameSchema,
    quickArea: islandNameSchema,
  }),
  /** The packages whose head fragment every page has, when their release has one. */
  heads: v.array(packageNameSchema),
});
/** The pages of the site as a release of the shell lists them, and the islands they consist of. */
export type Layout = v.InferOutput<typeof layoutSchema>;

/**
 * Parses the layout of a release of the shell.
 * @param text the file's content; undefined when the release has none
 * @throws SiteError `LAYOUT_UNSUPPORTED` for none or another format than this server's, `LAYOUT_INVALID` with the path otherwise
 */
export function parseLayout(text: string | undefined, label: string): Layout {
  const input = text === undefined ? undefined : parseJson(text, label);
  const actual =
    typeof input === "object" && input !== null && "schemaVersion" in input ? String(input.schemaVersion) : "none";
  if (actual !== String(layoutFormat))
    throw new SiteError("LAYOUT_UNSUPPORTED", { release: label, actual, known: layoutFormat });
  const result = v.safeParse(layoutSchema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new SiteError("LAYOUT_INVALID", {
    release: label,
    path: v.getDotPath(issue) ?? "(root)",
    problem: issue.message,
  });
}

/** The packages that a layout cannot do without, sorted: the owners of its islands and of its head fragments. */
export function listNeededPackages(layout: Layout): PackageName[] {
  // Many pages show one island.
  const owners = [...new Set(listPlaces(layout))].map((island) => toIslandParts(island).owner);
  return [...new Set([shellName, ...owners, ...layout.heads])].toSorted();
}

/** The islands that a layout names: those of its pages, of its error page and around them. */
export function listPlaces({ routes, error, frame }: Layout): IslandName[] {
  return [...routes.map(({ page }) => page), error.page, ...Object.values(frame)];
}

function parseJson(text: string, label: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SiteError("LAYOUT_INVALID", { release: label, path: "(root)", problem: toProblem(cause) }, { cause });
  }
}

function isUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
