import { userInfo } from "node:os";
import { type Command, InvalidArgumentError, Option } from "commander";
import { isPackageName } from "@site/contracts/names/package-name";
import { type AccessRole, accessRoles, createToken } from "../../src/server/access/access-token.ts";
import { codeMinutes, openSignInCodes } from "../../src/server/access/sign-in-codes.ts";
import { type ListedToken, openTokenList, type TokenList, toTokenState } from "../../src/server/access/token-list.ts";
import type { OpenLog } from "../../src/server/releases/storage/channel-log.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { readCurrentLists } from "../../src/server/releases/trust/change-trust.ts";
import { ownerPattern } from "../../src/server/releases/trust/owner-name.ts";
import { parseDays, parseHours, parseOwner, parseReason } from "../command-line/arguments.ts";
import { toColumns } from "../command-line/columns.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { findNearest } from "../command-line/nearest.ts";
import { isStore } from "../store/is-store.ts";

const notes = `
A token is sent as SITE_TOKEN to a running site. The list is in ACCESS_DIR, which every server of the site reads; it has
hashes only, so a token is shown once, when it is made. A token permits an upload; the signature of a release proves which
team made it (site keys).

Roles:
  viewer     reads what is live: site check, verify and dev --against
  team       the same, and publishes the packages it names
  operator   publishes any package, and reads the log of who published what

Examples:
  site tokens make team content --owner "CI of content" --days 90
  site tokens list
  site tokens code 3f2a                       signs in once at /-/console, in place of the token
  site tokens rotate 3f2a --overlap 24
  site tokens revoke 3f2a --why "left the company"
`;

const dayMs = 86_400_000;
const hourMs = 3_600_000;

/** Adds `site tokens`: the tokens for reading and publishing over HTTP. */
export function addTokens(program: Command, context: CommandContext): void {
  const tokens = program
    .command("tokens")
    .description("make, list, rotate and revoke tokens for a running site")
    .addHelpText("after", notes);
  addMake(tokens, context);
  addList(tokens, context);
  addRotate(tokens, context);
  addRevoke(tokens, context);
  addCode(tokens, context);
}

const openAccessLog = ({ environment }: CommandContext): OpenLog => openFileLogs(environment().places.accessDir);

function open(context: CommandContext): TokenList {
  return openTokenList(openAccessLog(context)("tokens"));
}

const unknownAccount = "unknown account";

/** The account that runs the command, for the log. */
function readAccount(): string {
  try {
    const { username } = userInfo();
    return ownerPattern.test(username) ? username : unknownAccount;
  } catch {
    return unknownAccount;
  }
}

const daysOption = (): Option => new Option("--days <count>", "days until it expires").argParser(parseDays).default(90);

function addMake(tokens: Command, context: CommandContext): void {
  tokens
    .command("make")
    .description("make a token and print it, once")
    .argument("<role>", accessRoles.join(", "), parseRole)
    .argument("[packages...]", "for a team: the packages it may publish", (text: string, before: string[] = []) => [
      ...before,
      parseName(text),
    ])
    .requiredOption("--owner <name>", "the person or machine that will hold it", parseOwner)
    .addOption(daysOption())
    .action(async (role: AccessRole, packages: string[] = [], { owner, days }: { owner: string; days: number }) => {
      if ((role === "team") !== packages.length > 0)
        throw new InvalidArgumentError(
          role === "team"
            ? "Name the packages the team may publish."
            : `A token of the role ${role} names no packages.`,
        );
      const made = await makeToken(open(context), { role, packages, owner }, days);
      tellMade(made, context, await toTeamDoubt(packages, context));
    });
}

function addList(tokens: Command, context: CommandContext): void {
  tokens
    .command("list")
    .description("every token: whose it is, what it may do, until when")
    .action(async () => {
      const now = new Date();
      const all = (await open(context).list()).map(({ hash: _hash, ...token }) => ({
        ...token,
        state: toTokenState(token, now),
      }));
      const rows = all.map(({ id, role, packages, owner, expires, state, revoked }) => [
        id,
        [role, ...packages].join(" "),
        owner,
        expires.slice(0, 10),
        revoked ? `${state} ${revoked.at.slice(0, 10)}: ${revoked.why}` : state,
      ]);
      const table = toColumns([["TOKEN", "MAY", "OWNER", "UNTIL", "STATE"], ...rows]).join("\n");
      context.answer(all.length === 0 ? "There are no tokens. site tokens make makes one." : table, { tokens: all });
    });
}

function addRotate(tokens: Command, context: CommandContext): void {
  tokens
    .command("rotate <token>")
    .description("make a token like another one, which ends some hours later")
    .addOption(daysOption())
    .option("--overlap <hours>", "hours for which both are good", parseHours, 24)
    .action(async (given: string, { days, overlap }: { days: number; overlap: number }) => {
      const list = open(context);
      const before = await getGood(list, given);
      const made = await makeToken(list, before, days);
      const ends = new Date(Date.now() + overlap * hourMs);
      await list.add({ kind: "ends", id: before.id, at: ends.toISOString(), by: readAccount() });
      const { expires } = await list.get(before.id);
      tellMade(made, context, `\nThe token ${before.id} is good until ${expires.slice(0, 16)}Z.`);
    });
}

function addRevoke(tokens: Command, context: CommandContext): void {
  tokens
    .command("revoke <token>")
    .description("accept a token no more, from the next request on")
    .requiredOption("--why <text>", "the reason; it stays in the list", parseReason)
    .action(async (given: string, { why }: { why: string }) => {
      const { id, owner } = await open(context).revoke(given, { at: new Date(), why, by: readAccount() });
      context.answer(`The token ${id} of ${owner} is revoked. What was published with it stays.`, { id, owner });
    });
}

function addCode(tokens: Command, context: CommandContext): void {
  tokens
    .command("code <token>")
    .description("print a code with which the owner of a token signs in once, within ten minutes")
    .action(async (given: string) => {
      const now = new Date();
      const { id, owner, role } = await getGood(open(context), given, now);
      const code = await openSignInCodes(openAccessLog(context)("codes")).make(id, now);
      context.answer(
        `${code}\nIt signs in ${owner} once, as ${role}, at /-/sign-in of the site, within ${codeMinutes} minutes.`,
        { code, id, owner, role },
      );
    });
}

/** The token, if it is not refused: a refused token may not be replaced or get a code. */
async function getGood(list: TokenList, given: string, now = new Date()): Promise<ListedToken> {
  const token = await list.get(given);
  const state = toTokenState(token, now);
  if (state !== "good") throw new InvalidArgumentError(`The token ${token.id} is ${state}: make another one.`);
  return token;
}

async function makeToken(
  list: TokenList,
  { role, packages, owner }: Pick<ListedToken, "role" | "packages" | "owner">,
  days: number,
): Promise<ReturnType<typeof createToken>> {
  const now = new Date();
  const expires = new Date(now.getTime() + days * dayMs);
  const made = createToken({ role, packages, owner, made: now.toISOString(), expires: expires.toISOString() });
  await list.add({ kind: "made", token: made.token, by: readAccount() });
  return made;
}

function tellMade({ text, token }: ReturnType<typeof createToken>, context: CommandContext, more = ""): void {
  const { id, role, packages, owner, expires } = token;
  context.answer(
    `${text}\nThis is shown once. The token ${id} is ${[role, ...packages].join(" ")} for ${owner}, until ${expires.slice(0, 10)}.${more}${toDoubt(context)}`,
    { token: text, id, role, packages, owner, expires },
  );
}

/** A warning when a package has no team in the trust list, as of a mistyped name: no signature of a release of it counts. */
async function toTeamDoubt(packages: readonly string[], { environment }: CommandContext): Promise<string> {
  // A machine without the list makes tokens too.
  const lists = await readCurrentLists(environment().places.trustDir).catch(() => undefined);
  const known = [...(lists?.teams.teams.keys() ?? [])];
  return packages
    .filter((name) => known.length > 0 && !known.includes(name))
    .map(
      (name) =>
        `\nThe trust list has no team ${name}, so nothing can be published for it yet: site keys add ${name} names its key. Teams with a similar name: ${findNearest(name, known).join(", ")}.`,
    )
    .join("");
}

/** A warning when no server may read the list of tokens: it is beside the release store by default, and there is no store. */
function toDoubt({ environment }: CommandContext): string {
  const { accessDir, storeDir, nats } = environment().places;
  if (nats || accessDir !== `${storeDir}.access` || isStore(storeDir)) return "";
  return `\nIt is in ${accessDir}, and there is no release store at ${storeDir} yet. Is STORE_DIR mistyped?`;
}

function parseRole(text: string): AccessRole {
  const role = accessRoles.find((one) => one === text);
  if (!role) throw new InvalidArgumentError(`It is ${accessRoles.join(", ")}.`);
  return role;
}

/** Parses the name of a package, also of one that this workspace does not build. */
function parseName(text: string): string {
  if (!isPackageName(text)) throw new InvalidArgumentError("It is the name of a package, such as content.");
  return text;
}
