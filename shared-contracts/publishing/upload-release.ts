import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { toDigest } from "@site/contracts/releases/digest";
import { toIntegrity } from "@site/contracts/releases/integrity";
import { parseRelease, type Release, toReleaseLabel } from "@site/contracts/releases/release";
import { listStreamedFiles, releaseStreamType, writeReleaseStream } from "@site/contracts/releases/release-stream";
import { toJsonObject } from "../signing/json-object.ts";
import { signDocument, type Signer, toCanonicalBytes } from "../signing/signed-document.ts";
import { askSite } from "./ask-site.ts";
import { parseRefusal, toRequestProblem } from "./request-problem.ts";

/** A running site, and the token to it. */
export interface SiteAddress {
  /** `SITE_URL`: the origin of the site. */
  url: string;
  /** `SITE_TOKEN`. */
  token: string;
}

/** The site's answer to an upload. */
export interface UploadOutcome {
  name: string;
  version: string;
  /** Whether it was admitted by this upload or earlier. */
  state: "admitted" | "already admitted";
}

const outcomeSchema = v.object({
  name: v.string(),
  version: v.string(),
  state: v.picklist(["admitted", "already admitted"]),
});
const answerSchema = v.pipe(v.string(), v.parseJson(), outcomeSchema);

/** Timeout in milliseconds of a site's answer: it renders every page before it answers. */
const answerTimeoutMs = 180_000;

/**
 * Signs a built release on this machine and uploads it. The private key stays here.
 * @param folder the `dist` folder of the package
 * @throws SiteError `RELEASE_*` for an invalid build, `PUBLISH_REFUSED` with the site's code and sentence, `SITE_UNREACHABLE`
 */
export async function uploadRelease(
  folder: string,
  name: string,
  { site, signer, now = new Date() }: { site: SiteAddress; signer: Signer; now?: Date },
): Promise<UploadOutcome> {
  const release = await readManifest(folder, name);
  const files = await readFiles(folder, release);
  const signed = toJsonObject(release);
  const order = {
    _type: "upload",
    schemaVersion: 1,
    name: release.name,
    version: release.version,
    digest: toDigest(toCanonicalBytes(signed)),
    at: now.toISOString(),
  };
  const [manifest, signedOrder] = await Promise.all([signDocument(signed, [signer]), signDocument(order, [signer])]);
  const body = Buffer.concat([...writeReleaseStream({ manifest, order: signedOrder }, release, files)]);
  return sendUpload(site, release, body);
}

async function sendUpload({ url, token }: SiteAddress, release: Release, body: Buffer): Promise<UploadOutcome> {
  const address = new URL(`/-/releases/${release.name}`, url).href;
  let response: Response;
  try {
    response = await askSite(address, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": releaseStreamType },
      body: new Uint8Array(body),
      silentMs: answerTimeoutMs,
    });
  } catch (cause) {
    throw new SiteError(
      "SITE_UNREACHABLE",
      { method: "PUT", url: address, problem: toRequestProblem(cause) },
      { cause },
    );
  }
  const text = await response.text().catch(toRequestProblem);
  const outcome = v.safeParse(answerSchema, text);
  if (response.ok && outcome.success) return outcome.output;
  const refusal = response.ok ? undefined : parseRefusal(text);
  if (!refusal)
    throw new SiteError("SITE_UNREACHABLE", {
      method: "PUT",
      url: address,
      problem: toForeignProblem(response.status, body.length),
    });
  throw new SiteError("PUBLISH_REFUSED", {
    url: new URL(url).origin,
    release: toReleaseLabel(release),
    code: refusal.title,
    problem: refusal.detail,
  });
}

/** The meaning of a response without a site's refusal: the site itself sends none when it ends a request that takes too long. */
function toForeignProblem(status: number, bytes: number): string {
  return status === 408
    ? `HTTP 408, its ${bytes} bytes took longer than the site waits for an upload`
    : `HTTP ${status} came back, from a proxy or another program and not from a site`;
}

/** The public keys of a team in the site's trust list: to find the key of a signing command. */
export async function readTeamKeys({ url, token }: SiteAddress, team: string): Promise<string[]> {
  const address = new URL("/-/trust/targets.json", url).href;
  const response = await askSite(address, { headers: { authorization: `Bearer ${token}` } }).catch((cause: unknown) => {
    throw new SiteError(
      "SITE_UNREACHABLE",
      { method: "GET", url: address, problem: toRequestProblem(cause) },
      { cause },
    );
  });
  if (!response.ok) throw new SiteError("HTTP_FAILED", { method: "GET", url: address, status: response.status });
  const { delegations } = v.parse(targetsSchema, await response.json()).signed;
  const ids = delegations.roles.find((role) => role.name === team)?.keyids ?? [];
  return ids.flatMap((id) => delegations.keys[id]?.keyval.public ?? []);
}

const targetsSchema = v.object({
  signed: v.object({
    delegations: v.object({
      keys: v.record(
        v.string(),
        v.object({ keyval: v.object({ public: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)) }) }),
      ),
      roles: v.array(v.object({ name: v.string(), keyids: v.array(v.string()) })),
    }),
  }),
});

async function readManifest(folder: string, name: string): Promise<Release> {
  let text: string;
  try {
    text = await readFile(join(folder, "release.json"), "utf8");
  } catch (cause) {
    throw new SiteError("RELEASE_NOT_BUILT", { folder }, { cause });
  }
  const release = parseRelease(JSON.parse(text), `${name} in ${folder}`);
  if (release.name === name) return release;
  throw new SiteError("RELEASE_NAME_FOREIGN", {
    release: `${name} in ${folder}`,
    actual: release.name,
    expected: name,
  });
}

async function readFiles(folder: string, release: Release): Promise<Map<string, Buffer>> {
  const label = toReleaseLabel(release);
  const files = new Map<string, Buffer>();
  for (const { path, integrity } of listStreamedFiles(release)) {
    const bytes = await readFile(join(folder, path)).catch((cause: unknown) => {
      throw new SiteError("RELEASE_FILE_MISSING", { release: label, file: path }, { cause });
    });
    if (toIntegrity(bytes) !== integrity) throw new SiteError("RELEASE_FILE_MISMATCH", { release: label, file: path });
    files.set(path, bytes);
  }
  return files;
}
