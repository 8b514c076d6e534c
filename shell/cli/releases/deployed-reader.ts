import * as v from "valibot";
import { askSite } from "@site/contracts/publishing/ask-site";
import { parseRefusal, toRequestProblem } from "@site/contracts/publishing/request-problem";
import { listStreamedFiles } from "@site/contracts/releases/release-stream";
import type { Release } from "@site/contracts/releases/release";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { parseManifest } from "../../src/server/releases/release-files.ts";
import type { RevisionRecord } from "../../src/server/releases/release-store.ts";
import { type DeployedTrust, openDeployedTrust, type TrustPin } from "./deployed-trust.ts";

const liveSchema = v.object({
  siteId: v.string(),
  revision: v.number(),
  packages: v.record(v.string(), v.object({ version: v.string(), digest: v.string() })),
  /** The operator's record of the live set; null when the site has none that verifies. */
  record: v.unknown(),
  /** The reason for null; null otherwise. */
  problem: v.optional(v.nullable(v.object({ code: v.string(), detail: v.string() }))),
  /** The record before a record that a server signed: it names the servers that may sign. */
  before: v.optional(v.unknown()),
});
const signedSchema = v.object({ manifest: v.object({ signed: v.unknown() }), admission: v.unknown() });

/** The live set as a deployed site reports it. */
export type DeployedSet = v.InferOutput<typeof liveSchema>;

/** A site that did not respond, or responded with something unexpected. */
export class UnreadableSiteError extends Error {
  override name = "UnreadableSiteError";

  /** Such as `it answered 502 for /-/live`. */
  readonly reason: string;

  constructor(address: string, reason: string, advice: string, options?: ErrorOptions) {
    super(`${address} ${reason.replace(/^it /, "")}.${advice}`, options);
    this.reason = reason;
  }
}

/** The live set is signed with a key that does not count any more. It is unchanged since it was signed, and stays live. */
export class FormerKeyError extends Error {
  override name = "FormerKeyError";

  /** The key, as a sentence of the site. */
  readonly problem: string;
  /** How to get a valid signature. */
  readonly advice: string;

  constructor(problem: string, advice: string) {
    super(`${problem} ${advice}`);
    this.problem = problem;
    this.advice = advice;
  }
}

/** A response that was read whole. */
interface Answer {
  ok: boolean;
  status: number;
  body: Buffer;
}

/** A running site, read over HTTP. Only what is verified here is trusted. */
export interface DeployedReader {
  /** The site's address, as it was given. */
  address: string;
  /** The bytes at a path. @throws UnreadableSiteError, FormerKeyError */
  read(path: string): Promise<Buffer>;
  /** The same as a visitor: without a token, and with a cookie if given. @throws UnreadableSiteError */
  readAsVisitor(path: string, cookie?: string): Promise<Buffer>;
  /** @throws UnreadableSiteError, SyntaxError for a body that is not JSON */
  readJson(path: string): Promise<unknown>;
  /** The live set as the site reports it, not verified yet. @throws UnreadableSiteError */
  readLive(): Promise<DeployedSet>;
  /** Its trust list, verified as a server does. @throws SiteError `TRUST_*` */
  openTrust(pin: TrustPin): Promise<DeployedTrust>;
  /**
   * The record that an operator signed: the stable set, and the sets beside it.
   * @throws SiteError for a signature that does not verify, FormerKeyError, Error for a record of another set
   */
  verifySet(trust: DeployedTrust, live: DeployedSet): Promise<RevisionRecord>;
  /**
   * The manifests of a set, each signed by its team and admitted by the release check. Their files are not read.
   * @throws SiteError for a signature that does not verify, Error for an admission of another release
   */
  verifyReleases(trust: DeployedTrust, set: ReleaseSet): Promise<Release[]>;
  /** All files of a release in one answer, not verified yet. @throws UnreadableSiteError */
  readFiles(release: Release): Promise<Map<string, Buffer>>;
}

/** The address of a release for machines. */
export const toApiPath = ({ name, version }: Pick<Release, "name" | "version">): string =>
  `/-/releases/${name}/${version}`;

/** @param given a token of a viewer or a higher role; an empty one counts as none */
export function createDeployedReader(address: string, given: string | undefined): DeployedReader {
  const token = given === "" ? undefined : given;
  const asTester = token === undefined ? {} : { authorization: `Bearer ${token}` };

  async function ask(path: string, headers: Record<string, string>): Promise<Answer> {
    try {
      const response = await askSite(new URL(path, address), { headers });
      return { ok: response.ok, status: response.status, body: Buffer.from(await response.arrayBuffer()) };
    } catch (error) {
      const reason = `it does not answer: ${toRequestProblem(error)}`;
      throw new UnreadableSiteError(address, reason, " Is the address right?", { cause: error });
    }
  }

  async function readWith(path: string, headers: Record<string, string>, advice = ""): Promise<Buffer> {
    const answer = await ask(path, headers);
    if (answer.ok) return answer.body;
    const refusal = parseRefusal(answer.body.toString("utf8"));
    // A live release stays live after its key was revoked, so the token is not the reason.
    if (refusal?.title.startsWith("KEY_"))
      throw new FormerKeyError(refusal.detail, "Publish it there with a key that counts, and promote it.");
    const reason = refusal
      ? `it answered ${answer.status} ${refusal.title} for ${path}: ${refusal.detail.replace(/\.$/, "")}`
      : `it answered ${answer.status} for ${path}`;
    throw new UnreadableSiteError(address, reason, advice);
  }

  const read = (path: string): Promise<Buffer> =>
    readWith(path, asTester, token === undefined ? " SITE_TOKEN is not set; any role's token will do." : "");

  const readJson = async (path: string): Promise<unknown> => JSON.parse((await read(path)).toString("utf8"));

  async function readTrustFile(path: string): Promise<Buffer | undefined> {
    const answer = await ask(path, asTester);
    if (answer.ok) return answer.body;
    if (answer.status === 404) return undefined;
    throw new UnreadableSiteError(address, `it answered ${answer.status} for ${path}`, " Try again.");
  }

  return {
    address,
    read,
    readAsVisitor: (path, cookie) => readWith(path, cookie === undefined ? {} : { cookie }),
    readJson,
    readLive: async () => v.parse(liveSchema, await readJson("/-/live")),
    openTrust: (pin) => openDeployedTrust(readTrustFile, address, pin),
    async verifySet(trust, { packages, revision, record, problem, before }) {
      // The live set stays live while the store is unavailable, so this says nothing about the visitors' pages.
      if (problem?.code.startsWith("STORE_"))
        throw new UnreadableSiteError(
          address,
          `it cannot read its own release store now (${problem.code})`,
          " Try again.",
        );
      if (problem?.code.startsWith("KEY_"))
        throw new FormerKeyError(problem.detail, "Promote the same releases there once more, with a key that counts.");
      if (record === null)
        throw new Error(`it shows no record of its live set that verifies${problem ? ` (${problem.code})` : ""}`);
      const digests = Object.fromEntries(Object.entries(packages).map(([name, { digest }]) => [name, digest]));
      return trust.verifySet({ record, before }, revision, digests);
    },
    verifyReleases: (trust, { versions, digests }) =>
      Promise.all(
        Object.entries(versions).map(async ([name, version]) => {
          const answer = v.parse(signedSchema, await readJson(`/-/releases/${name}/${version}`));
          const release = trust.verifyRelease(
            { manifest: answer.manifest.signed, admission: answer.admission },
            name,
            digests[name] ?? "",
          );
          return parseManifest(release, name, `${name}@${version}`);
        }),
      ),
    async readFiles(release) {
      const body = await read(`${toApiPath(release)}/content`);
      let at = body.indexOf("\n") + 1;
      return new Map(listStreamedFiles(release).map(({ path, size }) => [path, body.subarray(at, (at += size))]));
    },
  };
}
