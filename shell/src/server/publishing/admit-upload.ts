import { fork } from "node:child_process";
import { join } from "node:path";
import * as v from "valibot";
import { SiteError } from "@site/contracts/errors";
import { nodeOptions } from "@site/contracts/confine/node-options";
import type { PackageName } from "@site/contracts/names/package-name";
import type { Digest } from "@site/contracts/releases/digest";
import type { SetVersions } from "@site/contracts/releases/release-set";
import type { Envelope } from "@site/contracts/signing/signed-document";
import type { StorePlaces } from "../releases/stores/open-store.ts";

/** A received release, to be checked and admitted. */
export interface ReceivedRelease {
  name: PackageName;
  /** As a build would have written it; removed by the caller. */
  folder: string;
  signatures: Envelope["signatures"];
}

/** A set of admitted releases, to be checked as a whole. */
export interface UncheckedSet {
  versions: SetVersions;
}

/** The store, and the key with which the checking process signs. */
interface CheckPlaces {
  places: StorePlaces;
  /** The file with the private key of the release check. */
  checkKey: string;
  rootDigest: Digest | undefined;
}

/** The request to the publishing process. */
export type PublishTask = CheckPlaces & (ReceivedRelease | UncheckedSet);

const answerSchema = v.variant("ok", [
  v.object({ ok: v.literal(true) }),
  v.object({ ok: v.literal(false), code: v.string(), detail: v.string() }),
]);
export type PublishAnswer = v.InferOutput<typeof answerSchema>;

/** Checks and admits one release. */
export type AdmitUpload = (received: ReceivedRelease) => Promise<PublishAnswer>;

/** Checks a set of admitted releases as a whole, and signs that it passed. */
export type CheckSet = (versions: SetVersions) => Promise<PublishAnswer>;

/** The timeout of a check in milliseconds: the slowest takes about 10 s on a busy machine. */
export const checkTimeoutMs = 120_000;

/** Admits releases in a process of its own for each. */
export function createAdmitUpload(options: CheckPlaces): AdmitUpload {
  return (received) => runCheck({ ...received, ...options });
}

/** Checks sets in a process of its own for each. */
export function createCheckSet(options: CheckPlaces): CheckSet {
  return (versions) => runCheck({ versions, ...options });
}

/** @throws SiteError `PUBLISH_FAILED` when the process gives no answer in time */
function runCheck(task: PublishTask): Promise<PublishAnswer> {
  return new Promise((resolve, reject) => {
    const child = fork(join(import.meta.dirname, "publish-process.ts"), {
      execArgv: [...nodeOptions],
      env: { PATH: process.env["PATH"] },
      // Both go to standard error: standard output has one line, with the server's address.
      stdio: ["ignore", 2, 2, "ipc"],
    });
    const fail = (problem: string): void => reject(new SiteError("PUBLISH_FAILED", { problem }));
    const timer = setTimeout(() => {
      child.kill("SIGKILL");
      fail(`the check took more than ${checkTimeoutMs / 1000} seconds`);
    }, checkTimeoutMs);
    child.once("message", (message) => {
      const answer = v.safeParse(answerSchema, message);
      if (answer.success) resolve(answer.output);
      else fail("the checking process gave an unreadable answer");
    });
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      fail(`the checking process ended with ${signal ?? code}`);
    });
    child.send(task);
  });
}
