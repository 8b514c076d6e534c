import { type Command, InvalidArgumentError } from "commander";
import { SiteError } from "@site/contracts/errors";
import type { Digest } from "@site/contracts/releases/digest";
import { listSets } from "../../src/server/releases/channels.ts";
import { parseOrigin, parseRootDigest } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import type { ServedRelease } from "../releases/verify-served.ts";
import { toStoreText } from "../store/store-text.ts";

const notes = `
With --against it needs no store, and says what visitors get, those of a canary too: it asks the running site, and compares what every browser may ask
for with what was signed. The site's trust list has to lead back to the root that --trust-root or TRUST_ROOT_DIGEST names (sha384sum 1.root.json). Without either,
it proves only that the site agrees with itself.

Examples:
  site verify
  site verify --against https://www.site.example --trust-root 3b7f…
`;

interface VerifyOptions {
  against?: string;
  trustRoot?: Digest;
}

export function addVerify(program: Command, context: CommandContext): void {
  program
    .command("verify")
    .description("check signature and every hash of what is live: the stable set, the canary, and previews of testers")
    .option("--against <url>", "of what a running site serves its visitors; SITE_TOKEN has a token of it", parseOrigin)
    .option("--trust-root <sha384>", "the root that its trust list has to lead back to", parseRootDigest)
    .addHelpText("after", notes)
    .action(async ({ against, trustRoot }: VerifyOptions) => {
      if (against !== undefined) return verifyAgainst(context, against, trustRoot);
      if (trustRoot !== undefined)
        throw new InvalidArgumentError("--trust-root goes with --against; TRUST_ROOT_DIGEST is for the store's list.");
      await verifyStore(context);
    });
}

async function verifyStore({ answer, during, environment, openStore }: CommandContext): Promise<void> {
  const { store } = await openStore({ skipsCopies: true });
  const record = await store.current();
  if (!record) throw new SiteError("NOTHING_LIVE", { path: toStoreText(environment().places), verb: "verify" });
  const { revision } = record.set;
  const all = listSets(record).flatMap(({ versions }) => Object.entries(versions));
  const releases = new Map(all.map(([name, version]) => [`${name}@${version}`, { name, version }]));
  const verified: string[] = [];
  await during(releases.size, async ({ begin }) => {
    for (const { name, version } of releases.values()) {
      begin(`verifying ${name}`);
      verified.push((await store.load(name, version)).label);
    }
  });
  const lines = verified.map((label) => `verified ${label}`);
  answer([...lines, `every signature and hash of revision ${revision} is right`].join("\n"), { revision, verified });
}

async function verifyAgainst(
  { answer, during, environment, token }: CommandContext,
  url: string,
  trustRoot = environment().rootDigest,
): Promise<void> {
  // Only this verb needs this code, so it is loaded here.
  const [{ createDeployedReader }, { openServedSet }] = await Promise.all([
    import("../releases/deployed-reader.ts"),
    import("../releases/verify-served.ts"),
  ]);
  const set = await openServedSet(createDeployedReader(url, token), trustRoot);
  const { siteId, revision, rootDigest } = set;
  const verified: ServedRelease[] = [];
  await during(set.releases.length, async ({ begin }) => {
    for (const release of set.releases) {
      begin(`verifying ${release.name}`);
      verified.push(await set.verify(release));
    }
  });
  const isPinned = trustRoot !== undefined;
  const lines = [
    ...verified.map(({ label, files, served }) => `verified ${label}: ${files} files, ${served} as browsers get them`),
    `every signature and hash of revision ${revision} at ${url} is right, by the trust list of the root ${rootDigest}`,
    ...(isPinned
      ? []
      : ["That list is the site's own. Compare its root with its owners', or name theirs with --trust-root."]),
  ];
  answer(lines.join("\n"), { siteId, revision, verified, rootDigest, isPinned });
}
