import { existsSync, realpathSync } from "node:fs";
import { resolve } from "node:path";
import { type Command, InvalidArgumentError } from "commander";
import { isSiteError, SiteError } from "@site/contracts/errors";
import type { Environment } from "../../src/server/environment.ts";
import { copyStore, type StoreContents } from "../../src/server/releases/stores/copy-store.ts";
import { createFileBlobs } from "../../src/server/releases/storage/file-blobs.ts";
import { openFileLogs } from "../../src/server/releases/storage/file-channel-log.ts";
import { fetchTrust } from "../../src/server/releases/nats/copy-trust.ts";
import { shareTrust } from "../../src/server/releases/nats/share-trust.ts";
import { createNatsBlobs } from "../../src/server/releases/nats/nats-blobs.ts";
import { makeBuckets, readStoreIdentity } from "../../src/server/releases/nats/nats-buckets.ts";
import { openNatsLogs } from "../../src/server/releases/nats/nats-channel-log.ts";
import { type LinkOptions, type NatsLink, openNatsLink } from "../../src/server/releases/nats/nats-link.ts";
import {
  mirrorDocuments,
  openFileDocuments,
  openNatsDocuments,
  type StoreDocuments,
} from "../../src/server/releases/stores/store-documents.ts";
import { markStore, requireStore } from "../../src/server/releases/stores/store-marker.ts";
import { openTrust } from "../../src/server/releases/trust/open-trust.ts";
import { parseEnvironment } from "../../src/server/environment.ts";
import { parseReplicas } from "../command-line/arguments.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { assertReplicas } from "../store/assert-replicas.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

const notes = `
A store is a folder, or addresses of NATS servers such as nats://10.0.0.1:4222 (STORE_NAME and the other variables of STORE
count). All history is copied, with data documents and the trust list: to NATS that of TRUST_DIR, from NATS into TRUST_DIR. Both sides
are read again and compared.
A data document that the source does not have is removed from the target.
A copy that was interrupted is completed by the same command. End publishing and promoting before the last run.

Examples:
  TRUST_DIR=/srv/site/store.trust site store copy /srv/site/store nats://10.0.0.1:4222
  TRUST_DIR=/srv/backup/store.trust site store copy nats://10.0.0.1:4222 /srv/backup/store
`;

export function addStoreCopy(verb: Command, { answer, env, note }: CommandContext): void {
  verb
    .command("copy <from> <to>")
    .description("copy a whole store to another, of files or in NATS")
    .option(
      "--replicas <number>",
      "of a store in NATS: on how many servers of the cluster it is kept, 1, 3 or 5; one that exists keeps its number, a new one 1",
      parseReplicas,
    )
    .addHelpText("after", notes)
    .action(async (from: string, to: string, { replicas }: { replicas?: number }) => {
      for (const text of [from, to]) assertStoreText(text);
      assertReplicas(replicas, isNatsAddress(to));
      const { places, rootDigest } = toEnvironment(env, [from, to].find(isNatsAddress));
      const opened: StoreSide[] = [];
      try {
        const source = openSide(from, { env, onWait: note });
        opened.push(source);
        const target = openSide(to, { env, onWait: note });
        opened.push(target);
        await assertApart(source, target);
        if (source.folder !== undefined) requireStore(source.folder);
        // The list names the teams, and each team has a log: with an earlier list, the log of a newer team would be left out.
        if (source.link) await fetchTrust(source.link, { ...places, rootDigest });
        const trust = await openTrust({ ...places, ...(rootDigest !== undefined && { rootDigest }) });
        const logs = [...[...trust.teams.teams.keys()].map((name) => `admissions-${name}`), "verdicts", "stable"];
        if (target.folder !== undefined) markStore(target.folder);
        else if (target.link) await makeBuckets(target.link, { replicas });
        const copied = await copyStore(source, target, logs);
        const documents = await mirrorDocuments(source.documents, target.documents);
        if (target.link) await shareTrust(target.link, places.trustDir);
        answer(
          `${copied.blobs.copied} blobs and ${copied.entries.copied} entries were copied; both stores have ${copied.blobs.all} blobs and ${copied.entries.all} entries, all equal.${toRemovedText(documents.removed)}`,
          { ...copied, documents },
        );
      } finally {
        await Promise.all(opened.map(({ link }) => link?.close()));
      }
    });
}

function toRemovedText(removed: readonly string[]): string {
  if (removed.length === 0) return "";
  const what = removed.length === 1 ? "it: the data document" : "them: the data documents";
  return ` Removed from the target, as the source does not have ${what} ${removed.join(", ")}.`;
}

interface StoreSide extends StoreContents {
  documents: StoreDocuments;
  /** The folder of a store of files. */
  folder?: string;
  /** The connection to a store in NATS. */
  link?: NatsLink;
}

interface SideUse extends Pick<LinkOptions, "onWait"> {
  env: Readonly<Record<string, string | undefined>>;
}

function openSide(text: string, { env, onWait }: SideUse): StoreSide {
  if (!isNatsAddress(text)) {
    const folder = resolve(text);
    return {
      folder,
      blobs: createFileBlobs(folder),
      openLog: openFileLogs(folder),
      documents: openFileDocuments(folder),
    };
  }
  const { nats, storeDir } = toEnvironment(env, text).places;
  if (!nats) throw new SiteError("STORE_NOT_FOUND", { path: text, variables: "it" });
  const link = openNatsLink(nats, { keepsTrying: false, onWait });
  return {
    link,
    blobs: createNatsBlobs(link, storeDir),
    openLog: openNatsLogs(link),
    documents: openNatsDocuments(link),
  };
}

/** @throws InvalidArgumentError for an address that is none of NATS: it would be the name of a folder */
function assertStoreText(text: string): void {
  if (isNatsAddress(text) || !/^[a-z][a-z\d+.-]*:\/\//i.test(text)) return;
  throw new InvalidArgumentError(
    `${text} is neither a folder nor addresses of NATS, which begin with nats:// or tls://. Write one of the two.`,
  );
}

const isNatsAddress = (text: string): boolean => /^(nats|tls):/.test(text);

/** The environment of a store in NATS whose address is an argument: the variables without `STORE`. */
function toEnvironment(env: Readonly<Record<string, string | undefined>>, nats: string | undefined): Environment {
  return parseEnvironment({ ...env, ...(nats !== undefined && { STORE: nats }) }, workspaceRoot);
}

/** @throws InvalidArgumentError when both sides are one store, SiteError `STORE_NOT_FOUND` when there is no store to copy from */
async function assertApart(from: StoreSide, to: StoreSide): Promise<void> {
  const isSame =
    from.link && to.link
      ? isSameAddress(from.link, to.link) || (await readStoreIdentity(from.link)) === (await findIdentity(to.link))
      : from.folder !== undefined && to.folder !== undefined && toReal(from.folder) === toReal(to.folder);
  if (isSame) throw new InvalidArgumentError("<from> and <to> are the same store. Name another one to copy to.");
}

function isSameAddress({ address: from }: NatsLink, { address: to }: NatsLink): boolean {
  return from.name === to.name && from.servers.some((one) => to.servers.includes(one));
}

/** An identity that is the same at all addresses of a store in NATS; undefined when no store was made there yet. */
async function findIdentity(link: NatsLink): Promise<string | undefined> {
  try {
    return await readStoreIdentity(link);
  } catch (error) {
    if (isSiteError(error, "STORE_NOT_FOUND")) return undefined;
    throw error;
  }
}

const toReal = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder);
