import { mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import {
  type DataDocumentName, dataDocumentNames, type DataDocuments, parseDataDocument,
} from "@site/contracts/data-documents";
import { SiteError, toProblem } from "@site/contracts/errors";

export interface DataStore {
  /** The documents in force: the newest valid version of each. */
  documents(): DataDocuments;
  /** Looks for changed documents until `signal` aborts, and calls back after a change took effect. */
  watch(onChange: (changed: DataDocumentName[]) => void, signal: AbortSignal): void;
}

export interface DataStoreOptions {
  /** The operator's folder: a document here replaces the one that came with the shell. */
  folder: string;
  /** The documents that came with the shell. */
  defaults: string;
  /** Told once for each document that is refused, with the path of the problem; the last good one stays. */
  onRefused(error: SiteError): void;
}

/** Milliseconds between looks at the folder. A look is one `stat` call for each document. */
const lookInterval = 250;

/**
 * Opens the data documents of a site.
 * @throws SiteError `DATA_DOCUMENT_INVALID` when a document that came with the shell is invalid.
 */
export function openDataStore({ folder, defaults, onRefused }: DataStoreOptions): DataStore {
  const seen = new Map<DataDocumentName, string>();
  let current = readDefaults(defaults);

  function look(): DataDocumentName[] {
    return dataDocumentNames.filter((name) => {
      const file = join(folder, `${name}.json`);
      const stamp = toStamp(file);
      if (stamp === (seen.get(name) ?? "")) return false;
      seen.set(name, stamp);
      try {
        const source = stamp === "" ? join(defaults, `${name}.json`) : file;
        const document = readDocument(name, source);
        if (JSON.stringify(document) === JSON.stringify(current[name])) return false;
        current = { ...current, [name]: document };
        return true;
      } catch (error) {
        onRefused(toRefusal(name, error));
        return false;
      }
    });
  }

  look();
  return {
    documents: () => current,
    watch(onChange, signal) {
      mkdirSync(folder, { recursive: true });
      const timer = setInterval(() => {
        const changed = look();
        if (changed.length > 0) onChange(changed);
      }, lookInterval);
      timer.unref();
      signal.addEventListener("abort", () => clearInterval(timer));
    },
  };
}

function toStamp(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.mtimeMs}-${stats.size}-${stats.ino}` : "";
}

function readDefaults(folder: string): DataDocuments {
  const read = <N extends DataDocumentName>(name: N): DataDocuments[N] => readDocument(name, join(folder, `${name}.json`));
  return {
    navigations: read("navigations"),
    "util-navigations": read("util-navigations"),
    "brand-ambassador": read("brand-ambassador"),
    "download-links": read("download-links"),
    "geo-rules": read("geo-rules"),
    "installer-checksums": read("installer-checksums"),
  };
}

function readDocument<N extends DataDocumentName>(name: N, file: string): DataDocuments[N] {
  return parseDataDocument(name, JSON.parse(readFileSync(file, "utf8")));
}

function toRefusal(name: DataDocumentName, error: unknown): SiteError {
  if (error instanceof SiteError) return error;
  return new SiteError("DATA_DOCUMENT_INVALID", { document: name, path: "(root)", problem: toProblem(error) }, { cause: error });
}
