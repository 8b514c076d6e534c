import * as v from "valibot";
import { islandDataNames } from "../documents/data-documents.ts";
import { SiteError } from "../errors/errors.ts";
import { vendors } from "../site/vendor.ts";
import { exposeKeySchema, hydrateModes, packageNameSchema } from "../names/island-name.ts";
import { provenanceSchema } from "./provenance.ts";
import { slotsSchema, surfaceSchema } from "./release-surface.ts";

/** `sha384-` and base64, as browsers and the release's file list write it. */
export const integritySchema = v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, "expected a sha384 hash"));

/** Exposes, files and libraries of a release, files of an expose, and characters of a name or a path. Source: 10, 100, 5, 1 and 48 today. */
const maxima = { exposes: 64, files: 2000, libraries: 64, filesOfExpose: 64, characters: 200 } as const;

/** Objects inside of one another in a manifest. Source: 3 today; much deeper ones would exhaust the stack. */
const maxDepth = 16;

const wordSchema = v.pipe(v.string(), v.maxLength(maxima.characters));

/** A path inside a release: `browser/` or `server/` and file names, never `..`. */
const filePathSchema = v.pipe(
  wordSchema,
  v.regex(
    /^(browser|server)\/[A-Za-z0-9_][A-Za-z0-9_.-]*(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)*$/,
    "expected browser/… or server/…",
  ),
);

/** A style sheet of the browser. The release checks read what ends so as one: no page may have another file for one. */
const stylePathSchema = v.pipe(filePathSchema, v.regex(/^browser\/.*\.css$/, "expected browser/… .css"));

/** `1.0.0-` and the first 12 hexadecimal digits of the hash of its content. */
export const versionSchema = v.pipe(
  v.string(),
  v.regex(/^\d+\.\d+\.\d+-[0-9a-f]{12}$/, "expected a version such as 1.0.0-0123456789ab"),
);

/** A file in whose path another file stands as a folder: no disk could hold both. */
function findBelowFile(files: Readonly<Record<string, unknown>>): string | undefined {
  return Object.keys(files).find((path) =>
    [...path.matchAll(/\//g)].some(({ index }) => Object.hasOwn(files, path.slice(0, index))),
  );
}

const vendorsSchema = v.pipe(v.array(v.picklist(vendors)), v.maxLength(vendors.length));

const exposeSchema = v.strictObject({
  key: exposeKeySchema,
  hydrate: v.picklist(hydrateModes),
  hydrateOnQuery: v.optional(v.pipe(wordSchema, v.regex(/^[a-z]+=[a-z0-9]+$/))),
  data: v.pipe(
    v.array(
      v.picklist(
        islandDataNames,
        ({ received }) =>
          `the island shows the document ${received}; this server's contract has ${islandDataNames.join(", ")}. Leave it out, or deploy servers of a newer contract first`,
      ),
    ),
    v.maxLength(islandDataNames.length),
  ),
  /** Vendors whose hosts a page with the island allows. */
  vendors: v.optional(vendorsSchema),
  /** What slots may ask of it with `variant`; absent when only `""`. */
  variants: v.optional(
    v.pipe(
      v.array(v.pipe(wordSchema, v.regex(/^[a-z0-9-]*$/, "a variant is kebab-case"))),
      v.minLength(1),
      v.maxLength(maxima.exposes),
    ),
  ),
  /** The slots in its code that other islands fill, such as `download/button#hero`; absent when it has none. */
  slots: v.optional(slotsSchema),
  /** Browser files the expose runs, without the entry. Empty when it never hydrates. */
  js: v.pipe(v.array(filePathSchema), v.maxLength(maxima.filesOfExpose)),
  css: v.pipe(v.array(stylePathSchema), v.maxLength(maxima.filesOfExpose)),
});
export type ReleaseExpose = v.InferOutput<typeof exposeSchema>;

/** A head fragment: a plain script of the release, and the third parties it may load. */
const headSchema = v.strictObject({ script: filePathSchema, vendors: vendorsSchema });

/** The contents of `release.json`: what one immutable version of one package is. */
export const releaseSchema = v.strictObject({
  _type: v.literal("release"),
  schemaVersion: v.literal(1),
  name: packageNameSchema,
  version: versionSchema,
  /** The version of shared-contracts it was built against. */
  contract: v.pipe(wordSchema, v.regex(/^\d+\.\d+\.\d+$/)),
  /** The federation entry of a remote, the core of the shell. Absent when no island of the package hydrates. */
  entry: v.optional(filePathSchema),
  serverEntry: filePathSchema,
  exposes: v.pipe(v.array(exposeSchema), v.maxLength(maxima.exposes)),
  /** The head fragment; most packages have none. It is used when the layout names the package. */
  head: v.optional(headSchema),
  /** Ranges of the shared libraries it was built against, by package. */
  shared: v.pipe(
    v.record(
      v.pipe(
        wordSchema,
        v.regex(/^(@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._/-]*$/, "expected the name of a library"),
      ),
      wordSchema,
    ),
    v.maxEntries(maxima.libraries),
  ),
  /** Every file of the release with the hash of its bytes. */
  files: v.pipe(
    v.record(filePathSchema, v.strictObject({ integrity: integritySchema, size: v.number() })),
    v.maxEntries(maxima.files),
    v.rawCheck(({ dataset, addIssue }) => {
      const below = dataset.typed ? findBelowFile(dataset.value) : undefined;
      if (below !== undefined) addIssue({ message: `${below} stands below another file, as if that were a folder` });
    }),
  ),
  /** What it gives to other packages and uses of them. Releases from before it was derived lack it: nothing is known of them then. */
  surface: v.optional(surfaceSchema),
  /** Who built it, and of what. It is no part of the content that the version names. */
  provenance: v.optional(provenanceSchema),
});
export type Release = v.InferOutput<typeof releaseSchema>;

/** A field that federation runtimes hand to `new Function`: never in anything we publish. */
const forbiddenFields = ["getPublicPath"];

function findForbiddenField(value: unknown, label: string, depth = 0): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if (depth > maxDepth)
    throw new SiteError("RELEASE_INVALID", {
      release: label,
      path: "(root)",
      problem: `more than ${maxDepth} objects stand in each other`,
    });
  for (const [key, inner] of Object.entries(value)) {
    if (forbiddenFields.includes(key)) return key;
    const found = findForbiddenField(inner, label, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Parses a release document.
 * @throws SiteError `RELEASE_ENTRY_FORBIDDEN` when it carries code as data, `RELEASE_INVALID` with the path otherwise.
 */
export function parseRelease(input: unknown, label: string): Release {
  const field = findForbiddenField(input, label);
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
