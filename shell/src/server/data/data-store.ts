import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  type DataDocumentName,
  dataDocumentNames,
  type DataDocuments,
  parseDataDocument,
} from "@site/contracts/documents/data-documents";
import { SiteError, toProblem } from "@site/contracts/errors";
import { isDiskError } from "../disk/disk.ts";
import { readRegularFile } from "../signing/read-regular-file.ts";

export interface DataStore {
  /** The documents in force: the newest valid version of each. */
  documents(): DataDocuments;
  /** Those of them that are the operator's: what the next start falls back on. */
  ofOperator(): Partial<DataDocuments>;
  /** Looks for changed documents until `signal` aborts, and calls back after a change took effect. */
  watch(onChange: (changed: DataDocumentName[]) => void, signal: AbortSignal): void;
}

/** What is in force in place of a document that was refused: what was in force before, or at a start without any such, what came with the shell. */
export type InForce = "last good" | "shipped";

export interface DataStoreOptions {
  /** The operator's folder: a document here replaces the one that came with the shell. */
  folder: string;
  /** The documents that came with the shell. */
  defaults: string;
  /** The operator's documents that were in force before the restart: each stays until there is a valid one in the folder. */
  remembered?: Partial<DataDocuments> | undefined;
  /** Told once for each document that is refused, with the path of the problem. */
  onRefused(error: SiteError, inForce: InForce): void;
}

/** Milliseconds between looks at the folder. A look is one `stat` call for each document. */
const lookInterval = 250;

/** What a look found in place of a document: nothing, a file with its stamp, or what cannot be looked at. */
type Found = { kind: "missing" | "unreadable" | "file"; stamp: string; error?: unknown };

/**
 * Opens the data documents of a site. Files are read without blocking the process, and only regular ones of at most 1 MB.
 * @throws SiteError `DATA_DOCUMENT_INVALID` when a document that came with the shell is invalid.
 */
export async function openDataStore({
  folder,
  defaults,
  remembered = {},
  onRefused,
}: DataStoreOptions): Promise<DataStore> {
  const seen = new Map<DataDocumentName, string>();
  const shipped = await readDefaults(defaults);
  let operators: Partial<DataDocuments> = { ...remembered };
  let current: DataDocuments = { ...shipped, ...operators };

  const watchers = new Set<(changed: DataDocumentName[]) => void>();
  let looking: Promise<void> | undefined;

  /** Looks at every document, one look at a time: one that waits for its disk holds up no other part of the process. */
  function look(): Promise<void> {
    looking ??= lookAtAll().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  async function lookAtAll(): Promise<void> {
    const changed: DataDocumentName[] = [];
    for (const name of dataDocumentNames) if (await lookAt(name)) changed.push(name);
    if (changed.length > 0) for (const tell of watchers) tell(changed);
  }

  /** Takes in a document that is another file than at the last look. @returns whether the one in force is another now */
  async function lookAt<N extends DataDocumentName>(name: N): Promise<boolean> {
    const before = seen.get(name);
    const found = await describe(join(folder, `${name}.json`), before);
    if (found.stamp === before) return false;
    seen.set(name, found.stamp);
    try {
      if (found.kind === "unreadable") throw found.error;
      if (found.kind === "missing") {
        // Taken away while the server runs it gives way to the shell's own; one that a restart does not find may be lost.
        if (before === undefined && operators[name] !== undefined)
          throw new SiteError("DATA_DOCUMENT_MISSING", { document: name, folder });
        return put(name, undefined);
      }
      return put(name, await readDocument(name, join(folder, `${name}.json`)));
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

  /** @param before the stamp of the look before; undefined at the first */
  async function describe(file: string, before: string | undefined): Promise<Found> {
    try {
      const found = await stat(file);
      return { kind: "file", stamp: `${found.mtimeMs}-${found.size}-${found.ino}` };
    } catch (error) {
      // A document that went with its whole folder was not taken away: a disk may be gone.
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
      // Never the folder that it stands in: a store that is away must not be there, empty.
      void mkdir(dirname(folder))
        .catch(() => undefined)
        .then(() => mkdir(folder))
        .catch(() => undefined);
      watchers.add(onChange);
      const timer = setInterval(() => void look(), lookInterval);
      timer.unref();
      signal.addEventListener("abort", () => {
        clearInterval(timer);
        watchers.delete(onChange);
      });
    },
  };
}

async function readDefaults(folder: string): Promise<DataDocuments> {
  const read = async <N extends DataDocumentName>(name: N): Promise<DataDocuments[N]> =>
    parseDataDocument(name, JSON.parse(await readFile(join(folder, `${name}.json`), "utf8")));
  return {
    navigations: await read("navigations"),
    "util-navigations": await read("util-navigations"),
    "brand-ambassador": await read("brand-ambassador"),
    "download-links": await read("download-links"),
    "geo-rules": await read("geo-rules"),
    "installer-checksums": await read("installer-checksums"),
  };
}

/** Looked at before it is opened: opening what is no file can wait, or do something. */
async function readDocument<N extends DataDocumentName>(name: N, file: string): Promise<DataDocuments[N]> {
  if (!(await stat(file)).isFile()) throw new Error("it is not a file");
  return parseDataDocument(name, JSON.parse(String((await readRegularFile(file)).bytes)));
}

function toRefusal(name: DataDocumentName, error: unknown): SiteError {
  if (error instanceof SiteError) return error;
  return new SiteError(
    "DATA_DOCUMENT_INVALID",
    { document: name, path: "(root)", problem: toProblem(error) },
    { cause: error },
  );
}
