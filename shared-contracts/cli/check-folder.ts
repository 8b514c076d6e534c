import type { PackageName } from "../src/names/package-name.ts";
import { formatProblems } from "../release-checks/format-problems.ts";
import { checkRemote } from "../testing/check-remote.ts";
import { readRemoteName } from "./read-remote-name.ts";

/** What `site-remote check` answers. */
export interface FolderCheck {
  name: PackageName;
  text: string;
  data: object;
  isRefused: boolean;
}

/**
 * Runs the release checks on the remote in a folder.
 * @throws SiteError `REMOTE_NOT_FOUND`; Error with the bundler's messages
 */
export async function checkFolder(folder: string): Promise<FolderCheck> {
  const started = performance.now();
  const name = readRemoteName(folder);
  const { label, checks } = await checkRemote(name, folder);
  const problems = checks.flatMap((check) => check.problems);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  const lines = checks.map(
    ({ name, demands, problems: own }) => `${own.length === 0 ? "ok    " : "failed"} ${name.padEnd(17)} ${demands}`,
  );
  const verdict =
    problems.length === 0
      ? `${label} passes ${checks.length} checks on this machine, in ${seconds} s. The site runs them again with its own pages when it is published.`
      : formatProblems(problems);
  return {
    name,
    text: `${[...lines, verdict].join("\n")}\n`,
    data: { checked: label, checks: checks.map(({ name }) => name), problems },
    isRefused: problems.length > 0,
  };
}
