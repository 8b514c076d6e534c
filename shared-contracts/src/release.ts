import * as v from "valibot";
import { islandDataNames } from "./data-documents.ts";
import { SiteError } from "./errors.ts";
import { vendors } from "./vendor.ts";
import { exposeKeySchema, hydrateModes, packageNameSchema } from "./remote.ts";

/** `sha384-` and base64, as browsers and the release's file list write it. */
export const integritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, "expected a sha384 hash"));

/** A path inside a release: `browser/` or `server/` and file names, nothing that climbs. */
const filePathSchema = v.pipe(
  v.string(),
  v.regex(/^(browser|server)\/[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/, "expected browser/… or server/…"),
);

/** `1.0.0-` and the first 12 hexadecimal digits of the hash of its content. */
export const versionSchema = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/, "expected a version such as 1.0.0-0123456789ab"));

const exposeSchema = v.strictObject({
  key: exposeKeySchema,
  hydrate: v.picklist(hydrateModes),
  hydrateOnQuery: v.optional(v.pipe(v.string(), v.regex(/^[a-z]+=[a-z0-9]+$/))),
  data: v.array(v.picklist(islandDataNames)),
  /** Vendors whose hosts a page with the island allows. */
  vendors: v.optional(v.array(v.picklist(vendors))),
  /** What slots may ask of it with `variant`; absent when only `""`. */
  variants: v.optional(v.pipe(v.array(v.pipe(v.string(), v.regex(/^[a-z0-9-]*$/, "a variant is kebab-case"))), v.minLength(1))),
  /** Browser files the expose runs, without the entry. Empty when it never hydrates. */
  js: v.array(filePathSchema),
  css: v.array(filePathSchema),
});
export type ReleaseExpose = v.InferOutput<typeof exposeSchema>;

/** A head fragment: a plain script of the release, and the third parties it may load. */
const headSchema = v.strictObject({ script: filePathSchema, vendors: v.array(v.picklist(vendors)) });

/** The contents of `release.json`: what one immutable version of one package is. */
export const releaseSchema = v.strictObject({
  _type: v.literal("release"),
  schemaVersion: v.literal(1),
  name: packageNameSchema,
  version: versionSchema,
  /** The version of shared-contracts it was built against. */
  contract: v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/)),
  /** The federation entry of a remote, the core of the shell. Absent when nothing of the package comes alive. */
  entry: v.optional(filePathSchema),
  serverEntry: filePathSchema,
  exposes: v.array(exposeSchema),
  /** Absent in most: what the package gives pages beside its islands. Only what the layout names is used. */
  head: v.optional(headSchema),
  /** Ranges of the shared libraries it was built against, by package. */
  shared: v.record(v.string(), v.string()),
  /** Every file of the release with the hash of its bytes. */
  files: v.record(filePathSchema, v.strictObject({ integrity: integritySchema, size: v.number() })),
});
export type Release = v.InferOutput<typeof releaseSchema>;

/** A field that federation runtimes hand to `new Function`: never in anything we publish. */
const forbiddenFields = ["getPublicPath"];

function findForbiddenField(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, inner] of Object.entries(value)) {
    if (forbiddenFields.includes(key)) return key;
    const found = findForbiddenField(inner);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Parses a release document.
 * @throws SiteError `RELEASE_ENTRY_FORBIDDEN` when it carries code as data, `RELEASE_INVALID` with the path otherwise.
 */
export function parseRelease(input: unknown, label: string): Release {
  const field = findForbiddenField(input);
  if (field !== undefined) throw new SiteError("RELEASE_ENTRY_FORBIDDEN", { release: label, field });
  const result = v.safeParse(releaseSchema, input);
  if (result.success) return result.output;
  const [issue] = result.issues;
  throw new SiteError("RELEASE_INVALID", {
    release: label,
    path: v.getDotPath(issue) ?? "(root)",
    problem: issue.message,
  });
}

/** `navigation@1.0.0-0123456789ab`: how a release is named in logs and messages. */
export function toReleaseLabel(release: Pick<Release, "name" | "version">): string {
  return `${release.name}@${release.version}`;
}
