import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { rm } from "node:fs/promises";
import { isSiteError, SiteError, toCode, toProblem } from "@site/contracts/errors";
import { uploadLimits } from "@site/contracts/publishing/upload-order";
import { releaseStreamType } from "@site/contracts/releases/release-stream";
import type { AuditLog, PublishEntry } from "../../access/audit-log.ts";
import type { ListedToken } from "../../access/token-list.ts";
import type { Disk } from "../../disk/disk.ts";
import type { LiveSite } from "../../live/live-site.ts";
import { type AdmitUpload, checkTimeoutMs } from "../../publishing/admit-upload.ts";
import { readUploadHead, receiveFiles, type UploadHead } from "../../publishing/receive-upload.ts";
import type { ReleaseStore } from "../../releases/release-store.ts";
import type { Trust } from "../../releases/trust/trust.ts";
import { keepWhileWaiting } from "../connections/keep-while-waiting.ts";
import { createQueue } from "./queue.ts";
import { sendRefusal } from "./send-refusal.ts";

/** The services of a server that admits releases. */
export interface Publishing {
  storeDir: string;
  trust: Trust;
  /** Checks and admits a received release, with the key of the release check. */
  admit: AdmitUpload;
  now?: () => Date;
  disk?: Disk;
}

export interface UploadRoutesOptions {
  live: LiveSite;
  store: ReleaseStore;
  audit: AuditLog;
  /** Undefined on a server without the key of the release check. */
  publishing: Publishing | undefined;
}

/** Uploads of one address in a minute. */
const uploadsAMinute = 30;

/** Most uploads that are received, queued for their check or being checked at once. Checks run one after the other. */
const uploadsAtOnce = 4;

/** The timeout of an upload in milliseconds after its last byte: as long as the checks of all uploads at once take. */
const longestWaitMs = uploadsAtOnce * (checkTimeoutMs + 10_000);

/** Seconds after which a client may try again when all places are taken. */
const retryAfterSeconds = 30;

/** Registers `PUT /-/releases/{name}`: a team's signed release is verified while it arrives, checked as a whole and admitted. */
export function registerUploads(
  app: FastifyInstance,
  {
    live,
    store,
    audit,
    publishing,
    authorize,
  }: UploadRoutesOptions & { authorize(request: FastifyRequest): Promise<ListedToken> },
): void {
  const queue = createQueue(uploadsAtOnce);
  const tokens = new WeakMap<FastifyRequest, ListedToken>();
  // The handler reads the body itself.
  app.addContentTypeParser(releaseStreamType, (_request, _payload, done) => done(null));

  app.put<{ Params: { name: string } }>(
    "/-/releases/:name",
    {
      config: { rateLimit: { max: uploadsAMinute, timeWindow: "1 minute" } },
      async preParsing(request) {
        const token = await authorize(request);
        const { name } = request.params;
        if (token.role === "team" && !token.packages.includes(name))
          throw new SiteError("TOKEN_FOREIGN", { id: token.id, packages: token.packages.join(", "), name });
        tokens.set(request, token);
      },
    },
    async (request, reply) => {
      const token = tokens.get(request);
      if (!token) throw new SiteError("TOKEN_MISSING", {});
      const { name } = request.params;
      const upload: { release: string; head?: UploadHead } = { release: name };
      const note = (outcome: PublishEntry["outcome"], code: string | null): Promise<void> =>
        writeEntry({ token, release: upload.release, outcome, code }, request.log);
      try {
        if (!publishing) throw new SiteError("PUBLISHING_OFF", {});
        const outcome = await queue.enter(() => receive(request, name, publishing, upload));
        if (outcome.ok) {
          await note(outcome.state, null);
          const version = upload.head?.release.version;
          return await reply
            .code(outcome.state === "admitted" ? 201 : 200)
            .send({ name, version, state: outcome.state });
        }
        await note("refused", outcome.code);
        return await sendRefusal(reply, outcome);
      } catch (error) {
        await note("refused", toCode(error));
        return await refuse(reply, error, name, request.log);
      } finally {
        // Read and drop the rest of the body: a client that is still sending reads the answer afterwards.
        request.raw.resume();
      }
    },
  );

  type Outcome = { ok: true; state: "admitted" | "already admitted" } | { ok: false; code: string; detail: string };

  async function receive(
    request: FastifyRequest,
    name: string,
    { trust, storeDir, admit, now = () => new Date(), disk }: Publishing,
    upload: { release: string; head?: UploadHead },
  ): Promise<Outcome> {
    assertLength(request);
    const { head, folder } = await receiveBody(request);
    if (folder === undefined) return { ok: true, state: "already admitted" };
    const restoreTimeout = keepWhileWaiting(request.raw, longestWaitMs);
    try {
      const answer = await queue.inTurn(async () => {
        // An upload takes seconds, and minutes behind others: its token may have been revoked since.
        await authorize(request);
        return admit({ name, folder, signatures: head.signatures });
      });
      return answer.ok ? { ok: true, state: "admitted" } : answer;
    } finally {
      restoreTimeout();
      await rm(folder, { recursive: true, force: true });
    }

    /** Reads the head, and receives the files into a folder; without a folder for a release that is admitted already. */
    async function receiveBody({ raw }: FastifyRequest): Promise<{ head: UploadHead; folder: string | undefined }> {
      const source = raw.iterator({ destroyOnReturn: false });
      try {
        const read = await readUploadHead(source, { name, trust, now });
        upload.release = read.label;
        upload.head = read;
        return { head: read, folder: (await isAdmitted(read)) ? undefined : await receiveFiles(read, storeDir, disk) };
      } finally {
        // While the listener is registered, the rest of the body is not discarded, and the next request of the connection waits for it.
        await source.return?.();
      }
    }
  }

  /** Whether this release is admitted already, with valid signatures: then its files are not received again. */
  async function isAdmitted({ release: { name, version }, digest }: UploadHead): Promise<boolean> {
    try {
      return (
        (await store.readSigned(name, version)).digest === digest && (await store.load(name, version)) !== undefined
      );
    } catch (error) {
      if (isSiteError(error)) return false;
      throw error;
    }
  }

  async function refuse(
    reply: FastifyReply,
    error: unknown,
    name: string,
    log: FastifyBaseLogger,
  ): Promise<FastifyReply> {
    if (isSiteError(error, "PUBLISH_BUSY")) reply.header("retry-after", String(retryAfterSeconds));
    if (isSiteError(error, "PUBLISHING_OFF")) reply.header("allow", "GET, HEAD");
    if (!isSiteError(error, "KEY_REVOKED")) {
      if (!isSiteError(error)) log.error({ problem: toProblem(error) }, "an upload failed");
      return sendRefusal(reply, error);
    }
    const { stable, canary } = await listLiveOf(name);
    const served =
      stable && ` It signed ${stable}, which is live: publish that again with another key, and promote it.`;
    const tried =
      canary && ` It signed ${canary}, which the canary has: site canary stop takes it back from its visitors.`;
    return sendRefusal(reply, { code: error.code, detail: [error.message, served, tried].join("") });
  }

  /** The live release of a package and that of the canary, each only if a key that was revoked since signed it. */
  async function listLiveOf(name: string): Promise<{ stable: string | undefined; canary: string | undefined }> {
    const revoked = new Set(publishing?.trust.revoked.map(({ keyId }) => keyId));
    const find = async (version: string | undefined): Promise<string | undefined> => {
      const signers = version === undefined ? [] : await store.signers(name, version).catch(() => []);
      return signers.some((keyId) => revoked.has(keyId)) ? `${name}@${version}` : undefined;
    };
    const stable = live.state()?.set.versions[name];
    const canary = live.canary()?.state.set.versions[name];
    return { stable: await find(stable), canary: canary === stable ? undefined : await find(canary) };
  }

  /** Writes the audit log. A failed write does not undo the action: then the log of the server has the entry. */
  async function writeEntry(
    facts: Omit<PublishEntry, "at" | "action" | "token"> & { token: ListedToken },
    log: FastifyBaseLogger,
  ): Promise<void> {
    const { id, owner, role } = facts.token;
    const entry: PublishEntry = {
      ...facts,
      at: new Date().toISOString(),
      action: "publish",
      token: { id, owner, role },
    };
    log.info({ audit: entry }, "a release was uploaded");
    await audit.add(entry).catch((error: unknown) => {
      log.error({ audit: entry, problem: toProblem(error) }, "the log of uploads could not be written");
    });
  }
}

/** Refuses by the length that a request announces, before anything is read. */
function assertLength({ headers }: FastifyRequest): void {
  if (headers["content-type"] !== releaseStreamType)
    throw new SiteError("UPLOAD_INVALID", { problem: `its content type is not ${releaseStreamType}` });
  const most = uploadLimits.headerBytes + uploadLimits.releaseBytes;
  const actual = Number(headers["content-length"] ?? 0);
  if (actual > most) throw new SiteError("UPLOAD_TOO_LARGE", { what: "The upload", actual, most });
}
