import * as v from "valibot";
import { type Command, InvalidArgumentError } from "commander";
import { isSiteError } from "@site/contracts/errors";
import type { SetVersions } from "@site/contracts/releases/release-set";
import { findAsked } from "../../src/server/testers/asked-releases.ts";
import { planChannels } from "../../src/server/publishing/plan-channels.ts";
import { loadPackages, loadReadable } from "../../src/server/publishing/load-packages.ts";
import { checkShown } from "../../src/server/testers/check-shown.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { previewNameSchema } from "../../src/server/releases/stored-channels.ts";
import type { Environment } from "../../src/server/environment.ts";
import { parsePageAddress } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { suggestOwnWord } from "../command-line/other-words.ts";
import { addMoveOptions, type MoveOptions, moveChannel, requireReason } from "../releases/move-channel.ts";
import { findVersions, parseReleaseLabels } from "../releases/release-labels.ts";
import { findServedAddress } from "../servers/served-address.ts";

const notes = `
A link shows releases to one tester inside of the live site, on every page, for two hours. It asks for a sign-in with a token
(site tokens make viewer); visitors go on seeing what is live. A preview is a set with a name, for a link that several people use.

Examples:
  site preview content@1.0.0-3f2a                       a link to the live site with this release in it
  site preview --at 12:00                               a link to the site as it was at the last 12:00, in UTC
  site preview --at 2026-11-22T12:00                    … and then
  site preview --name new-home                          a link to a preview
  site preview set new-home content@1.0.0-3f2a --why "for the editors"
  site preview end new-home --why "seen"
`;

/** Adds `site preview`: sets that no visitor is assigned to. */
export function addPreview(program: Command, context: CommandContext): void {
  const preview = program
    .command("preview")
    .description("show releases to testers alone, and name sets for them")
    .addHelpText("after", notes);
  addLink(preview, context);

  addMoveOptions(preview.command("set <name> <releases...>"))
    .description("name the stable set with these releases in it")
    .action(async (given: string, releases: string[], options: MoveOptions) => {
      requireReason(options);
      const name = parsePreviewName(given);
      const labels = parseReleaseLabels(releases);
      const { store } = await context.openStore();
      const changes = await findVersions(store, labels);
      await moveChannel(store, await planChannels(store, { kind: "preview", name, changes }), options, context);
    });

  addMoveOptions(preview.command("end <name>"))
    .description("forget a preview")
    .action(async (given: string, options: MoveOptions) => {
      requireReason(options);
      const name = parsePreviewName(given);
      const { store } = await context.openStore();
      await moveChannel(store, await planChannels(store, { kind: "preview-end", name }), options, context);
    });
}

interface LinkOptions {
  at?: string;
  name?: string;
  url?: string;
}

/** Adds `site preview link`, the default verb. */
function addLink(preview: Command, context: CommandContext): void {
  preview
    .command("link [releases...]", { isDefault: true })
    .description("print a link that shows releases to a tester who signs in")
    .option("--at <moment>", "the site as it was at a moment, in UTC: 12:00 is the last one", toMoment)
    .option("--name <preview>", "a preview that was named with site preview set", parsePreviewName)
    .option(
      "--url <address>",
      "the address of the site; otherwise SITE_URL, or that of the server on this machine",
      parsePageAddress,
    )
    .action(async (releases: string[], { at, name, url }: LinkOptions) => {
      const { store } = await context.openStore();
      const versions = await findLinked(store, releases);
      const asked = {
        with: Object.entries(versions)
          .map(([one, version]) => `${one}@${version}`)
          .join(","),
        preview: name ?? "",
        at: at ?? "",
      };
      // What the server would refuse is reported here. The server would ignore the refused releases and show the live ones.
      const { label, versions: found } = await findAsked(store, asked);
      const live = (await store.current())?.set.versions ?? {};
      for (const [one, version] of Object.entries(found)) if (live[one] !== version) await store.check(one, version);
      await checkTogether(store, live, found);
      const environment = context.environment();
      const link = new URL("/-/override", url ?? environment.site?.url ?? (await findHere(environment, context)));
      for (const [key, text] of Object.entries(asked)) if (text !== "") link.searchParams.set(key, text);
      context.answer(
        `${link.href}\nIt shows ${label} to those who sign in there with a token, each for two hours. Visitors see no difference.`,
        { url: link.href, label },
      );
    });
}

/** The address of the server on this machine. People are told when there is none. */
async function findHere(environment: Environment, { note }: CommandContext): Promise<string> {
  const { address, answers } = await findServedAddress(environment);
  if (!answers)
    note(
      `No server of this machine answers at ${address}, so the link leads nowhere yet: name the site's address with --url.`,
    );
  return address;
}

/**
 * Checks that releases fit the live ones, when those can be read: a server has them in memory.
 * @throws SiteError `OVERRIDE_UNFIT`, `SET_INCOMPLETE`, `LAYOUT_*`
 */
async function checkTogether(store: ReleaseStore, live: SetVersions, found: SetVersions): Promise<void> {
  const kept = Object.entries(live).filter(([name]) => !Object.hasOwn(found, name));
  const beside = await loadReadable(store, Object.fromEntries(kept));
  if (beside.size === kept.length) checkShown(new Map([...beside, ...(await loadPackages(store, found))]));
}

/**
 * The versions that a link shows.
 * @throws InvalidArgumentError for a word that names no package, when a preview has this name or another tool has this verb
 */
async function findLinked(store: ReleaseStore, releases: readonly string[]): Promise<SetVersions> {
  try {
    return await findVersions(store, parseReleaseLabels(releases));
  } catch (error) {
    if (!isSiteError(error, "PACKAGE_UNKNOWN")) throw error;
    const [first = ""] = releases;
    const own = suggestOwnWord(first, "preview");
    if (own !== undefined) throw new InvalidArgumentError(own);
    const previews = (await store.current())?.channels?.previews ?? {};
    const named = releases.find((one) => Object.hasOwn(previews, one));
    if (named === undefined) throw error;
    throw new InvalidArgumentError(`${named} is no package but a preview: write --name ${named}.`);
  }
}

/** Turns a time of day into the last moment at that time, so that the link shows the same when it is opened tomorrow. Returns other texts unchanged. */
function toMoment(text: string): string {
  if (!/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return text;
  const now = new Date().toISOString();
  const today = `${now.slice(0, 10)}T${text}`;
  if (today <= now) return today;
  return `${new Date(Date.parse(`${today}Z`) - dayMs).toISOString().slice(0, 10)}T${text}`;
}

const dayMs = 86_400_000;

function parsePreviewName(text: string): string {
  const parsed = v.safeParse(previewNameSchema, text.replace(/^preview\//, ""));
  if (parsed.success) return parsed.output;
  throw new InvalidArgumentError(
    "A preview's name has lower-case letters, digits and hyphens, at most 40, and is not constructor or prototype.",
  );
}
