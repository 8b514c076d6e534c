import { join } from "node:path";
import { parseArgs } from "node:util";
import type { PackageName } from "@site/contracts/names/package-name";
import { packageNames } from "@site/contracts/build/workspace-packages";
import type { Digest } from "@site/contracts/releases/digest";
import { readAgainst } from "../command-line/origin.ts";
import { readTrustRoot } from "../command-line/root-digest.ts";
import type { FollowedSite } from "./follow-deployed.ts";
import type { DeployedSet } from "../releases/deployed-reader.ts";
import { openDeployedSite } from "../releases/deployed-site.ts";
import { type Environment, parseEnvironment } from "../../src/server/environment.ts";
import { createFileBlobs } from "../../src/server/releases/storage/file-blobs.ts";
import { openDevelopmentStore, type OpenedStore } from "../store/open-store.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

/** The arguments of `npm run dev`. */
export interface DevArguments {
  against: string | undefined;
  /** The digest of a root of the deployed site's trust list. */
  trustRoot: Digest | undefined;
  own: readonly PackageName[];
}

/**
 * `--against URL content` composes the site from its live releases, except for the named packages, which come from this workspace.
 * @throws Error for words that are not packages, for a text that is not an address, and for a root that is not a digest
 */
export function readArguments(): DevArguments {
  const { values, positionals } = parseWords();
  const trustRoot = readTrustRoot(values["trust-root"]);
  const own = packageNames.filter((name) => positionals.includes(name));
  const unknown = positionals.filter((word) => !packageNames.some((name) => name === word));
  if (unknown.length > 0)
    throw new Error(`There is no package ${unknown.join(", ")}. There are: ${packageNames.join(", ")}.`);
  if (values.against !== undefined && own.length === 0)
    throw new Error(`Name the packages that are yours: npm run dev -- --against ${values.against} content`);
  return {
    against: values.against === undefined ? undefined : readAgainst(values.against),
    trustRoot,
    own: own.length === 0 ? packageNames : own,
  };
}

function parseWords() {
  const options = { against: { type: "string" }, "trust-root": { type: "string" } } as const;
  const { tokens } = parseArgs({ options, allowPositionals: true, strict: false, tokens: true });
  const unknown = tokens.find((token) => token.kind === "option" && !Object.hasOwn(options, token.name));
  if (unknown?.kind === "option")
    throw new Error(
      `npm run dev follows this workspace; npm run dev -- --against https://www.site.example content shows content of this workspace in what is live there. It takes --against and --trust-root, and no ${unknown.rawName}.`,
    );
  return parseArgs({ options, allowPositionals: true });
}

/** A store of development, and the environment of its server. */
export interface OpenedDevelopment extends OpenedStore {
  environment: Environment;
  /** The deployed site that filled the store, to be followed. */
  deployed?: FollowedSite;
}

/**
 * Opens the store of development: of this workspace, or with the live set of an address. The server of the site, a process of its own, reads the
 * store's path from the environment.
 */
export function openDevelopment({ against, trustRoot, own }: DevArguments): Promise<OpenedDevelopment> {
  return against === undefined ? openOwn() : openAgainst(against, trustRoot, own);
}

/** Variables with a team's key, and with the paths of a store, its keys and its lists. If they are set, they belong to an operated site. */
const operated = [
  "STORE",
  "STORE_CREDENTIALS",
  "TRUST_DIR",
  "TRUST_ROOT_DIGEST",
  "KEYS_DIR",
  "STATE_DIR",
  "ACCESS_DIR",
  "CHECK_KEY",
  "SITE_SIGN_KEY",
  "SITE_SIGN_KEY_FILE",
  "SITE_SIGN_COMMAND",
];

/**
 * Points the environment of this process to a store of development beside the named one, with keys and lists of its own: builds of development are
 * signed and made live without a check.
 * @param suffix of the folder, such as `.development`
 */
export function useDevelopmentStore(variables: NodeJS.ProcessEnv, suffix: string): void {
  const { storeDir } = parseEnvironment({ STORE_DIR: variables["STORE_DIR"] }, workspaceRoot).places;
  for (const name of operated) delete variables[name];
  variables["STORE_DIR"] = `${storeDir}${suffix}`;
}

/** A separate store beside the usual one: it has builds of development live, which no `npm start` should serve. */
async function openOwn(): Promise<OpenedDevelopment> {
  useDevelopmentStore(process.env, ".development");
  const environment = parseEnvironment(process.env, workspaceRoot);
  return { environment, ...(await openDevelopmentStore(environment, { isHasty: true })) };
}

/**
 * A separate store, beside the usual one, with the live set of an address. The server reads its path from the environment.
 * @param own packages of the developer, which may be missing both there and in this workspace. They stay when a later set is copied
 */
export async function openAgainst(
  address: string,
  rootDigest: Digest | undefined,
  own: readonly PackageName[],
): Promise<OpenedDevelopment & { deployed: FollowedSite }> {
  const deployed = openDeployedSite(address, process.env["SITE_TOKEN"]);
  const live = await deployed.readLive();
  useDevelopmentStore(process.env, `.against-${new URL(address).host.replaceAll(/[^a-z0-9.]/g, "-")}`);
  process.env["SITE"] = live.siteId;
  const environment = parseEnvironment(process.env, workspaceRoot);
  const { places } = environment;
  const { storeDir } = places;
  const teams = [...new Set([...packageNames, ...own])];
  const opened = await openDevelopmentStore(environment, { teams, isHasty: true });
  const { store } = opened;
  const dataFolder = join(storeDir, "data");
  const memoryDir = `${storeDir}.deployed`;
  const target = { store, owners: places, blobs: createFileBlobs(storeDir), dataFolder, memoryDir, rootDigest };
  const verified = await deployed.copyTo(target, live);
  if (verified.isFirstUse)
    console.log(
      `The releases of ${address} are verified by its own trust list, which was taken on trust at this first start. From now on no other is accepted. To be sure that it is theirs, compare the sha384 of its root with its owners', or name it with --trust-root: ${verified.rootDigest}`,
    );
  const { readLive } = deployed;
  const takeOver = async (later: DeployedSet): Promise<void> =>
    void (await deployed.copyTo({ ...target, kept: own }, later));
  return { environment, ...opened, deployed: { address, copied: live, readLive, takeOver } };
}
