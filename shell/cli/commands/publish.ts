import { join } from "node:path";
import { type Command, Option } from "commander";
import { openTeamSigner, type TeamKeySource } from "@site/contracts/publishing/open-team-signer";
import {
  readTeamKeys,
  type SiteAddress,
  type UploadOutcome,
  uploadRelease,
} from "@site/contracts/publishing/upload-release";
import { toKeyFile } from "../../src/server/releases/trust/key-files.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { toReleaseFolders } from "../releases/release-folders.ts";
import { tellOutdated } from "../workspace/build-packages.ts";

const notes = `
With SITE_URL and SITE_TOKEN, the release is signed here and uploaded to that site, which checks and admits it. The team's key is
teams/<name>.pem of KEYS_DIR, or what one of these says: SITE_SIGN_KEY (PEM), SITE_SIGN_KEY_FILE, SITE_SIGN_COMMAND (a command
that reads bytes from its input and writes their Ed25519 signature).

Examples:
  site publish content
  site publish content --from /tmp/build/dist
  SITE_URL=https://poker.example SITE_TOKEN=site_… site publish content
`;

export function addPublish(
  program: Command,
  { answer, during, environment, keep, note, openStore }: CommandContext,
): void {
  program
    .command("publish [packages...]")
    .description("sign built packages and admit them to the store, if they pass the release check")
    .option("--from <folder>", "the folder of a built release, when one package is named")
    .addOption(new Option("--takes-removals", "publish what has less than is live, unannounced").hideHelp())
    .addHelpText("after", notes)
    .action(async (given: string[], { from, takesRemovals }: { from?: string; takesRemovals?: boolean }) => {
      const folders = toReleaseFolders(given, from);
      for (const sentence of tellOutdated(folders)) note(sentence);
      const {
        places: { storeDir, stateDir, keysDir },
        site,
        teamKey,
      } = environment();
      if (site) {
        const onDone = (uploaded: readonly UploadOutcome[]): void => keep(...toAnswer(uploaded, site, " before that"));
        const uploaded = await during(folders.size, ({ begin }) =>
          uploadAll(folders, { site, teamKey, keysDir, begin, onDone }),
        );
        return answer(...toAnswer(uploaded, site));
      }
      const opened = await openStore();
      // The renderer takes a second to load, and only this verb needs it.
      const [{ publishReleases }, { openSites }] = await Promise.all([
        import("../../src/server/publishing/publish.ts"),
        import("../../src/server/data/open-sites.ts"),
      ]);
      const sites = await openSites(storeDir, (error) => console.error(error.message));
      const admitted = await during(1, ({ begin }) =>
        publishReleases(folders, {
          ...opened,
          sites,
          rendersDir: join(stateDir, "renders"),
          takesRemovals,
          onCheck: (label) => begin(`checking ${label}`),
        }),
      );
      const versions = Object.fromEntries([...admitted].map(([name, { version }]) => [name, version]));
      answer(
        Object.entries(versions)
          .map(([name, version]) => `admitted ${name}@${version}`)
          .join("\n"),
        { admitted: versions },
      );
    });
}

/** The answer about uploaded releases, for people and for machines. */
function toAnswer(uploaded: readonly UploadOutcome[], { url }: SiteAddress, when = ""): [string, object] {
  return [
    uploaded.map(({ name, version, state }) => `${state} ${name}@${version} at ${url}${when}`).join("\n"),
    { admitted: Object.fromEntries(uploaded.map(({ name, version }) => [name, version])), site: url },
  ];
}

/** Signs each release on this machine and uploads it. `onDone` is called with all that were admitted so far. */
async function uploadAll(
  folders: ReadonlyMap<string, string>,
  {
    site,
    teamKey,
    keysDir,
    begin,
    onDone,
  }: {
    site: SiteAddress;
    teamKey: TeamKeySource;
    keysDir: string;
    begin(step: string): void;
    onDone(uploaded: readonly UploadOutcome[]): void;
  },
): Promise<UploadOutcome[]> {
  const outcomes: UploadOutcome[] = [];
  for (const [name, folder] of folders) {
    begin(`uploading ${name}`);
    const signer = await openTeamSigner(name, teamKey, {
      fallback: toKeyFile(keysDir, { kind: "team", name }),
      known: () => readTeamKeys(site, name),
    });
    outcomes.push(await uploadRelease(folder, name, { site, signer }));
    onDone(outcomes);
  }
  return outcomes;
}
