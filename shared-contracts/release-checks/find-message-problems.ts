import { findMessageDifferences } from "./find-message-differences.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** Messages that one of a release's languages lacks, and messages outside of the package's own names. */
export function findMessageProblems({
  release,
  description,
}: Pick<CheckedRelease, "release" | "description">): Finding[] {
  if (!description?.ok) return [];
  const ids = new Set(Object.values(description.messages).flat());
  const foreign = [...ids]
    .filter((id) => !id.startsWith(`${release.name}.`))
    .map((id): Finding => ({
      problem: `the message ${id} is outside of the package's names, expected ${release.name}.….`,
      change: `Rename it to ${release.name}.${id}.`,
    }));
  const files = Object.fromEntries(
    Object.entries(description.messages).map(([locale, own]) => [
      locale,
      Object.fromEntries(own.map((id) => [id, ""])),
    ]),
  );
  return [...foreign, ...findMessageDifferences(files).map((problem): Finding => ({ problem }))];
}
