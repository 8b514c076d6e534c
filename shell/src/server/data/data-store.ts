import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type DataDocumentName, dataDocumentNames, type DataDocuments } from "@site/contracts/documents/data-documents";
import { parseWrittenDocument } from "@site/contracts/documents/written-document";
import { SiteError, toProblem } from "@site/contracts/errors";
import { findForeignLink, refuseForeign } from "./find-foreign-link.ts";
import { isDiskError } from "../disk/disk.ts";
import { readRegularFile } from "@site/contracts/signing/read-regular-file";

export interface DataStore {
  /** The documents in force: the newest valid version of each. */
  documents(): DataDocuments;
  /** The operator's documents among them: what the next start falls back on. */
  ofOperator(): Partial<DataDocuments>;
  /** Checks for changed documents until `signal` aborts, and calls `onChange` after a change took effect. */
  watch(onChange: (changed: DataDocumentName[]) => void, signal: AbortSignal): void;
}

/** What is in force in place of a refused document: the last good one, or the shell's own when there is none at a start. */
export type InForce = "last good" | "shipped";

export interface DataStoreOptions {
  /** The operator's folder: a document here replaces the one that came with the shell. */
  folder: string;
  /** The documents that came with the shell. */
  defaults: string;
  /** The operator's documents that were in force before the restart: each stays until there is a valid one in the folder. */
  remembered?: Partial<DataDocuments> | undefined;
  /** Whether changes of the shell's own documents are followed too, as while developing. They are read once otherwise. */
  followsDefaults?: boolean | undefined;
  /** The hosts that menus may lead to; a menu with another one is refused. Any host, without it. */
  menuHosts?: readonly string[] | undefined;
  /** Called once for each refused document, with the path of the problem. */
  onRefused(error: SiteError, inForce: InForce): void;
}

/** Milliseconds between two checks of the folder. A check is one `stat` call for each document. */
const lookIntervalMs = 250;

/** What a check found at a document's path: nothing, a file with its stamp, or an error. */
type Found = { kind: "missing" | "unreadable" | "file"; stamp: string; error?: unknown };

/**
 * Opens the data documents of a site. Files are read without blocking the process, and only regular ones of at most 1 MB.
 * @throws SiteError `DATA_DOCUMENT_INVALID` when a document that came with the shell is invalid.
 */
export async function openDataStore({
  folder,
  defaults,
  remembered = {},
  followsDefaults = false,
  menuHosts,
  onRefused,
}: DataStoreOptions): Promise<DataStore> {
  const seen = new Map<DataDocumentName, string>();
  let shipped = await readDefaults(defaults);
  let shippedStamp = followsDefaults ? await stampDefaults(defaults) : "";
  let operators: Partial<DataDocuments> = withoutForeignMenus(remembered, menuHosts);
  let current: DataDocuments = { ...shipped, ...operators };

  const watchers = new Set<(changed: DataDocumentName[]) => void>();
  let looking: Promise<void> | undefined;

  /** Looks at every document. One look at a time, so that a disk that hangs blocks one thread at most. */
  function look(): Promise<void> {
    looking ??= lookAtAll().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookAtAll(): Promise<void> {
    const changed: DataDocumentName[] = followsDefaults ? await lookAtDefaults() : [];
    for (const name of dataDocumentNames) if (await lookAt(name)) changed.push(name);
    if (changed.length > 0) for (const tell of watchers) tell(changed);
  }

  /** Reads the shell's own documents again when one of their files changed. @returns the documents in force that changed */
  async function lookAtDefaults(): Promise<DataDocumentName[]> {
    const stamp = await stampDefaults(defaults);
    if (stamp === shippedStamp) return [];
    shippedStamp = stamp;
    try {
      shipped = await readDefaults(defaults);
    } catch (error) {
      if (!(error instanceof SiteError)) throw error;
      onRefused(error, "last good");
      return [];
    }
    return dataDocumentNames.filter((name) => put(name, operators[name]));
  }

  /** Reads a document when its file changed since the last look. @returns whether the document in force changed */
  async function lookAt<N extends DataDocumentName>(name: N): Promise<boolean> {
    const before = seen.get(name);
    const found = await describe(join(folder, `${name}.json`), before);
    if (found.stamp === before) return false;
    seen.set(name, found.stamp);
    try {
      if (found.kind === "unreadable") throw found.error;
      if (found.kind === "missing") {
        // Removed while the server runs: the shell's own takes its place. Missing after a restart: it may be lost, so the last good one stays.
        if (before === undefined && operators[name] !== undefined)
          throw new SiteError("DATA_DOCUMENT_MISSING", { document: name, folder });
        return put(name, undefined);
      }
      return put(name, refuseForeign(name, await readDocument(name, join(folder, `${name}.json`)), menuHosts));
    } catch (error) {
      onRefused(
        toRefusal(name, error),
        before === undefined && operators[name] === undefined ? "shipped" : "last good",
      );
      return false;
    }
  }

  function put<N extends DataDocumentName>(name: N, document: DataDocuments[N] | undefined): boolean {
    const { [name]: _former, ...others } = operators;
    operators = document === undefined ? { ...others } : { ...operators, [name]: document };
    const next = document ?? shipped[name];
    if (JSON.stringify(next) === JSON.stringify(current[name])) return false;
    current = { ...current, [name]: next };
    return true;
  }

  /** @param before the stamp of the previous look; undefined at the first */
  async function describe(file: string, before: string | undefined): Promise<Found> {
    try {
      const found = await stat(file);
      return { kind: "file", stamp: `${found.mtimeMs}-${found.size}-${found.ino}` };
    } catch (error) {
      // When the whole folder is missing too, the document was not removed on purpose: a disk may be unmounted.
      const isMissing = isDiskError(error, "ENOENT") && (before === undefined || before === "" || (await isFolder()));
      return isMissing ? { kind: "missing", stamp: "" } : { kind: "unreadable", stamp: toProblem(error), error };
    }
  }

  const isFolder = (): Promise<boolean> =>
    stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );

  await look();
  return {
    documents: () => current,
    ofOperator: () => operators,
    watch(onChange, signal) {
      // The store's folder is not made: an empty one would hide that the store's disk is unmounted.
      void mkdir(dirname(folder))
        .catch(() => undefined)
        .then(() => mkdir(folder))
        .catch(() => undefined);
      watchers.add(onChange);
      const timer = setInterval(() => void look(), lookIntervalMs);
      timer.unref();
      signal.addEventListener("abort", () => {
        clearInterval(timer);
        watchers.delete(onChange);
      });
    },
  };
}

/** Changes with every change of one of the shell's own documents. */
async function stampDefaults(folder: string): Promise<string> {
  const stamps = dataDocumentNames.map(async (name) => {
    const { mtimeMs, size } = await stat(join(folder, `${name}.json`));
    return `${mtimeMs}-${size}`;
  });
  return (await Promise.all(stamps).catch(() => [])).join();
}

/** @throws SiteError `DATA_DOCUMENT_INVALID` for a document that is invalid or missing */
async function readDefaults(folder: string): Promise<DataDocuments> {
  async function read<N extends DataDocumentName>(name: N): Promise<DataDocuments[N]> {
    try {
      return parseWrittenDocument(name, await readFile(join(folder, `${name}.json`), "utf8"));
    } catch (error) {
      throw toRefusal(name, error);
    }
  }
  return {
    navigations: await read("navigations"),
    "util-navigations": await read("util-navigations"),
    "brand-ambassador": await read("brand-ambassador"),
    "download-links": await read("download-links"),
    "geo-rules": await read("geo-rules"),
    "installer-checksums": await read("installer-checksums"),
  };
}

/** What was in force before the restart, without menus that the configuration no longer allows. */
function withoutForeignMenus(
  remembered: Partial<DataDocuments>,
  hosts: readonly string[] | undefined,
): Partial<DataDocuments> {
  const { navigations, "util-navigations": utilNavigations, ...others } = remembered;
  const isAllowed = <N extends DataDocumentName>(name: N, document: DataDocuments[N]): boolean =>
    hosts === undefined || findForeignLink(name, document, hosts) === undefined;
  return {
    ...others,
    ...(navigations && isAllowed("navigations", navigations) && { navigations }),
    ...(utilNavigations && isAllowed("util-navigations", utilNavigations) && { "util-navigations": utilNavigations }),
  };
}

/** Checked before it is opened: opening a pipe or a device can block or have side effects. */
async function readDocument<N extends DataDocumentName>(name: N, file: string): Promise<DataDocuments[N]> {
  if (!(await stat(file)).isFile()) throw new Error("it is not a file");
  return parseWrittenDocument(name, String((await readRegularFile(file)).bytes));
}

/** The problem of a missing document of the shell, and of one that was removed while it was read. */
const missing = "its file is missing; put it back";

function toRefusal(name: DataDocumentName, error: unknown): SiteError {
  if (error instanceof SiteError) return error;
  return new SiteError(
    "DATA_DOCUMENT_INVALID",
    { document: name, path: "(root)", problem: isDiskError(error, "ENOENT") ? missing : toProblem(error) },
    { cause: error },
  );
}
