import { toProblem } from "@site/contracts/errors";
import type { Digest } from "@site/contracts/releases/digest";
import type { Blobs } from "../storage/blobs.ts";
import type { OpenLog } from "../storage/channel-log.ts";
import type { ServerList } from "../storage/server-list.ts";
import { copyDocuments } from "./copy-documents.ts";
import { fetchTrust, type TrustCopy } from "./copy-trust.ts";
import type { NatsAddress } from "./nats-address.ts";
import { createNatsBlobs } from "./nats-blobs.ts";
import { openNatsLogs } from "./nats-channel-log.ts";
import { type LinkOptions, openNatsLink } from "./nats-link.ts";
import { createNatsServerList } from "./nats-server-list.ts";
import { watchKeys } from "./watch-keys.ts";

/** A store in NATS, and copies of its documents and trust list on this machine. */
export interface NatsStore {
  blobs: Blobs;
  openLog: OpenLog;
  servers: ServerList;
  /**
   * Copies documents and trust list to this machine, and again after each change until the store is closed.
   * @param onProblem called when a copy fails, and again when the reason changes; existing copies stay
   */
  follow(onProblem: (error: unknown) => void): void;
  /** Copies them once. @throws SiteError `STORE_UNREACHABLE`, `STORE_NOT_FOUND`, `TRUST_*` */
  copy(): Promise<void>;
  close(): Promise<void>;
}

/** The source and the target folders of the copies. */
export interface CopyPlaces extends Omit<TrustCopy, "rootDigest"> {
  /** The folder of copies. */
  storeDir: string;
}

export function openNatsStore(
  address: NatsAddress,
  { rootDigest, skipsCopies, ...places }: CopyPlaces & { rootDigest: Digest | undefined; skipsCopies?: boolean },
  options: LinkOptions,
): NatsStore {
  const link = openNatsLink(address, options);
  const stop = new AbortController();
  let copying: Promise<void> = Promise.resolve();

  async function copyOnce(): Promise<void> {
    await copyDocuments(link, places.storeDir);
    await fetchTrust(link, { ...places, rootDigest });
  }

  /** Copies in sequence: two copies at once would replace newer files by older ones. */
  function copy(): Promise<void> {
    const done = copying.then(copyOnce);
    copying = done.catch(() => undefined);
    return done;
  }

  return {
    blobs: createNatsBlobs(link, places.storeDir, { ...(skipsCopies && { skipsCopies }) }),
    openLog: openNatsLogs(link),
    servers: createNatsServerList(link),
    copy,
    follow(onProblem) {
      let told: string | undefined;
      // It is retried every few seconds while NATS is unreachable.
      const onFailed = (error: unknown): void => {
        const problem = toProblem(error);
        if (problem !== told) onProblem(error);
        told = problem;
      };
      const onCopied = (): void => {
        told = undefined;
      };
      const onChange = (): void => void copy().then(onCopied, onFailed);
      watchKeys(link, { bucket: "data", keys: ">", onChange, signal: stop.signal });
    },
    async close() {
      stop.abort();
      await link.close();
    },
  };
}
