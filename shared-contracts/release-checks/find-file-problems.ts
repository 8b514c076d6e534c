import { toIntegrity } from "../src/releases/integrity.server.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** Where a manifest and the bytes of a release differ, and files it names and does not have. A file that nothing names is fine. */
export function findFileProblems({ release, files }: Pick<CheckedRelease, "release" | "files">): Finding[] {
  const listed = Object.entries(release.files).flatMap(([file, { integrity, size }]): Finding[] => {
    const bytes = files.get(file);
    if (!bytes) return [{ file, problem: "it is listed and not there." }];
    if (toIntegrity(bytes) !== integrity)
      return [{ file, problem: `its hash is ${toIntegrity(bytes)}, the manifest says ${integrity}.` }];
    return bytes.length === size ? [] : [{ file, problem: `it has ${bytes.length} bytes, the manifest says ${size}.` }];
  });
  const unlisted = [...files.keys()]
    .filter((file) => !Object.hasOwn(release.files, file))
    .map((file): Finding => ({ file, problem: "it is there and not listed." }));
  const named: (readonly [string, string | undefined])[] = [
    ["the entry", release.entry],
    ["the server entry", release.serverEntry],
    ["the head fragment", release.head?.script],
    ...release.exposes.flatMap(({ key, js, css }) =>
      [...js, ...css].map((file) => [`the expose ${key}`, file] as const),
    ),
  ];
  const missing = named.flatMap(([what, file]): Finding[] =>
    file === undefined || Object.hasOwn(release.files, file)
      ? []
      : [{ file, problem: `${what} names it, and the release does not have it.` }],
  );
  return [...listed, ...unlisted, ...missing];
}
