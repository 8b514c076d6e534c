import { toProblem } from "../src/errors/errors.ts";
import { privateKeyStart } from "../src/errors/hide-secrets.ts";
import { browserMapsFile } from "../src/releases/browser-maps.ts";
import { readBrowserMaps, unpackBrowserMaps } from "./read-browser-maps.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";
import { toPosition } from "./to-position.ts";

/**
 * A text that is in every build of a shared library and in no other code. A script of a remote with this text contains a copy of the
 * library.
 */
const libraryMarks: Record<string, string> = {
  react: "__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
  "react-dom": "__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE",
  "react-intl": "MISSING_TRANSLATION",
  jotai: "atom not writable",
  "react-router-dom": "may be used only in the context of a",
};

/** The shared libraries a browser script carries a copy of, instead of taking the shell's. */
export function findLibraryCopies(script: string): string[] {
  return Object.keys(libraryMarks).filter((library) => script.includes(libraryMarks[library] ?? library));
}

/** {@link findLibraryCopies} in every browser script of a remote. The shell is where the libraries come from. */
export function findCopyProblems({ release, files }: Pick<CheckedRelease, "release" | "files">): Finding[] {
  if (release.name === "shell") return [];
  return listTexts(files, /^browser\/.*\.m?js$/).flatMap(({ file, text }) =>
    findLibraryCopies(text).map((library): Finding => ({ file, problem: `it contains a copy of ${library}.` })),
  );
}

/** A comment in a browser's script or style sheet that names a source map: developer tools would fetch it, and it shows the sources. */
const sourceMapReference = /[/*][#@]\s*sourceMappingURL=/;

/** Patterns of secrets: those of this site, and of services that a team may use. */
const secrets: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a private key", new RegExp(privateKeyStart)],
  // PKCS 8 of an Ed25519 key, without the lines around it.
  ["a private key", /MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{43}/],
  ["a token of a site", /\bsite_[0-9a-f]{12}_[A-Za-z0-9_-]{43}/],
  ["a token of a code host", /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{60}|glpat-[A-Za-z0-9_-]{20})/],
  ["a token of the package registry", /\bnpm_[A-Za-z0-9]{36}\b/],
  ["a key of a cloud", /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/],
  ["a key of a cloud", /\bAIza[A-Za-z0-9_-]{35}\b/],
  ["a signed token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}/],
];

/**
 * What no file of a release may contain: a private key, a token, a whole source map, or a path of the machine it was built on.
 * @param root the folder of the workspace, which must not appear; unknown where the release was not built
 */
export function findLeaks(text: string, root?: string): string[] {
  const leaks: string[] = [];
  for (const [what, pattern] of secrets) if (pattern.test(text)) leaks.push(`it contains ${what}`);
  if (/sourceMappingURL=data:/.test(text)) leaks.push("it contains a source map");
  const path = [
    ...(root === undefined ? [] : [root, encodeURIComponent(root)]),
    "file:///",
    ...(/(?:\/(?:home|Users)\/|[A-Z]:\\{1,2}Users\\{1,2})[\w.-]+/.exec(text) ?? []),
  ].find((part) => text.includes(part));
  if (path !== undefined) leaks.push(`it contains ${path}, a path of the machine it was built on`);
  return leaks;
}

/**
 * {@link findLeaks} in every text of a release, and source maps that a browser could get. The map of the server file may
 * be there, for stack traces, without the text of the sources.
 */
export function findLeakProblems({ files, buildRoot }: Pick<CheckedRelease, "files" | "buildRoot">): Finding[] {
  const maps = [...files.keys()]
    .filter((file) => /^browser\/.*\.map(\.br)?$/.test(file))
    .map((file): Finding => ({ file, problem: "it is a source map among the browser's files." }));
  const references = listTexts(files, /^browser\/.*\.(m?js|css)$/).flatMap(({ file, text }) =>
    locate(file, text, sourceMapReference, "it refers to a source map."),
  );
  const sources = listTexts(files, /\.map$/).flatMap(({ file, text }) =>
    /"sourcesContent":\s*\[\s*"/.test(text) ? [{ file, problem: "it contains the text of the sources." }] : [],
  );
  const leaks = listTexts(files, /\.(m?js|cjs|css|json|svg|map|txt|webmanifest)$/).flatMap(({ file, text }) =>
    findLeaks(text, buildRoot).map((problem): Finding => ({ file, problem: `${problem}.` })),
  );
  return [...maps, ...references, ...sources, ...leaks, ...findMapProblems(files, buildRoot)];
}

/** What is wrong with the source maps of browser scripts, which are packed. */
function findMapProblems(files: CheckedRelease["files"], buildRoot: string | undefined): Finding[] {
  const file = browserMapsFile;
  const packed = files.get(file);
  if (!packed) return [];
  try {
    readBrowserMaps(packed);
    return findLeaks(unpackBrowserMaps(packed), buildRoot).map((problem) => ({ file, problem: `${problem}.` }));
  } catch (error) {
    return [{ file, problem: `its source maps cannot be read: ${toProblem(error)}.` }];
  }
}

/** The field of a federation manifest that a runtime runs as code, in any text but the shell's federation runtime, which only knows its name. */
export function findManifestCode({ release, files }: Pick<CheckedRelease, "release" | "files">): Finding[] {
  const where = release.name === "shell" ? /\.(json|map|webmanifest)$/ : /\.(m?js|cjs|json|map|webmanifest)$/;
  return listTexts(files, where).flatMap(({ file, text }) =>
    locate(file, text, /getPublicPath/, "it contains getPublicPath, which a federation runtime runs as code."),
  );
}

function listTexts(files: ReadonlyMap<string, Buffer>, pattern: RegExp): { file: string; text: string }[] {
  return [...files]
    .filter(([file]) => pattern.test(file))
    .map(([file, bytes]) => ({ file, text: bytes.toString("utf8") }));
}

function locate(file: string, text: string, pattern: RegExp, problem: string): Finding[] {
  const index = text.search(pattern);
  return index < 0 ? [] : [{ file, ...toPosition(text, index), problem }];
}
