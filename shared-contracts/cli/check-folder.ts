import type { PackageName } from "../src/names/package-name.ts";
import { formatProblems } from "../release-checks/format-problems.ts";
import { checkRemote } from "../testing/check-remote.ts";
import { readLive } from "./read-live.ts";
import { readRemoteName } from "./read-remote-name.ts";

/** The answer of `site-remote check`. */
export interface FolderCheck {
  name: PackageName;
  text: string;
  data: object;
  isRefused: boolean;
}

/**
 * Runs the release checks on the remote in a folder.
 * @param against a running site, whose live releases are the rest of the set
 * @throws SiteError `REMOTE_NOT_FOUND`, `LIVE_UNREADABLE`, `CONTRACT_OUTDATED`, `BUILD_FAILED`
 */
export async function checkFolder(
  folder: string,
  against?: { url: string; token: string | undefined },
): Promise<FolderCheck> {
  const started = performance.now();
  const name = readRemoteName(folder);
  const live = against && (await readLive(against.url, against.token));
  const { label, checks, unusedMessages } = await checkRemote(name, folder, live);
  const problems = checks.flatMap((check) => check.problems);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = checks.map(
    ({ name, demands, problems: own }) => `${own.length === 0 ? "ok    " : "failed"} ${name.padEnd(17)} ${demands}`,
  );
  const notes = unusedMessages.map(
    ({ file, line, id }) =>
      `note   ${file}:${line} no code names the message ${id}. Take it out of each language, or write its id where it is used.`,
  );
  const verdict =
    problems.length === 0
      ? `${label} passes ${checks.length} checks on this machine${against ? ` beside what is live at ${against.url}` : ""}, in ${seconds} s. The site runs them again with its own pages when it is published.`
      : formatProblems(problems);
  return {
    name,
    text: `${[...lines, ...notes, verdict].join("\n")}\n`,
    data: { checked: label, checks: checks.map(({ name }) => name), problems, unusedMessages },
    isRefused: problems.length > 0,
  };
}
