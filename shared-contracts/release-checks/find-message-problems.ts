import { listMissingMessages } from "./find-message-differences.ts";
import { findMessageLine } from "./find-message-line.ts";
import type { CheckedRelease, Finding } from "./release-check.ts";

/** What a server file says of the messages of a release, and where its sources are. */
interface Messages extends Pick<CheckedRelease, "sourceRoot"> {
  release: { name: string };
  description: { ok: true; messages: Readonly<Record<string, readonly string[]>> } | { ok: false } | undefined;
}

/** Messages that one of a release's languages lacks, and messages outside of the package's own names. */
export function findMessageProblems({ release, description, sourceRoot }: Messages): Finding[] {
  if (!description?.ok) return [];
  const ids = new Set(Object.values(description.messages).flat());
  const foreign = [...ids]
    .filter((id) => !id.startsWith(`${release.name}.`))
    .map((id): Finding => ({
      ...findMessageLine(sourceRoot, id),
      problem: `the message ${id} is outside of the package's names, expected ${release.name}.….`,
      change: `Rename it to ${release.name}.${id}.`,
    }));
  const files = Object.fromEntries(
    Object.entries(description.messages).map(([locale, own]) => [
      locale,
      Object.fromEntries(own.map((id) => [id, ""])),
    ]),
  );
  const missing = listMissingMessages(files).map(({ locale, id }): Finding => {
    const found = Object.keys(files)
      .map((one) => findMessageLine(sourceRoot, id, one))
      .find((line) => line !== undefined);
    return {
      ...found,
      problem: `${locale} has no message ${id}${found ? ", which is here" : ""}.`,
      change: `Write it in messages/${locale}.json too.`,
    };
  });
  return [...foreign, ...missing];
}
