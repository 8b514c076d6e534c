import { mkdtempSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createIdentity, type Identity } from "../releases/trust/create-identities.ts";
import { openTrust, type TrustOptions } from "../releases/trust/open-trust.ts";
import { signDocument } from "@site/contracts/signing/signed-document";
import type { JsonObject } from "@site/contracts/signing/strict-json";
import type { Trust } from "../releases/trust/trust.ts";
import {
  type RootDocument,
  type TeamsDocument,
  toRootDocument,
  toTeamsDocument,
} from "../releases/trust/trust-documents.ts";

/** The time in a bench's tests. Its lists expire a day later. */
export const benchNow = new Date("2026-11-22T12:00:00Z");

/** A trust folder on disk, with lists for a test to change, sign and write. */
export interface TrustBench {
  trustDir: string;
  stateDir: string;
  ana: Identity;
  ben: Identity;
  check: Identity;
  operator: Identity;
  content: Identity;
  download: Identity;
  /** Ana's and Ben's root, of which one has to sign; the check's and the operator's key. */
  root: RootDocument;
  teams: TeamsDocument;
  /** Writes the good lists: version 1 of both, signed by Ana. */
  putGood(): Promise<void>;
  /** Writes a root under its version and as `root.json`; signed by Ana unless said otherwise. */
  putRoot(document: RootDocument, signers?: readonly Identity[]): Promise<void>;
  putTeams(document: TeamsDocument, signers?: readonly Identity[]): Promise<void>;
  put(name: string, bytes: string | Uint8Array): Promise<void>;
  open(options?: Partial<TrustOptions>): Promise<Trust>;
  /** Every file and folder of the bench. */
  list(): Promise<string[]>;
  remove(): Promise<void>;
}

export function createTrustBench(): TrustBench {
  const folder = mkdtempSync(join(tmpdir(), "trust-"));
  const trustDir = join(folder, "trust");
  const stateDir = join(folder, "state");
  const ana = createIdentity({ kind: "root" }, "Ana");
  const ben = createIdentity({ kind: "root" }, "Ben");
  const check = createIdentity({ kind: "check" }, "Check");
  const operator = createIdentity({ kind: "operator" }, "Olga");
  const content = createIdentity({ kind: "team", name: "content" }, "Carl");
  const download = createIdentity({ kind: "team", name: "download" }, "Dora");
  const expires = new Date(benchNow.getTime() + 86_400_000);
  const root = toRootDocument([ana, ben, check, operator], expires);
  const teams = toTeamsDocument([content, download], expires);

  async function put(name: string, bytes: string | Uint8Array): Promise<void> {
    await mkdir(trustDir, { recursive: true });
    await writeFile(join(trustDir, name), bytes);
  }
  async function putRoot(document: RootDocument, signers: readonly Identity[] = [ana]): Promise<void> {
    const text = await toText(document, signers);
    await put(`${document.version}.root.json`, text);
    await put("root.json", text);
  }
  async function putTeams(document: TeamsDocument, signers: readonly Identity[] = [ana]): Promise<void> {
    await put("targets.json", await toText(document, signers));
  }

  return {
    trustDir,
    stateDir,
    ana,
    ben,
    check,
    operator,
    content,
    download,
    root,
    teams,
    put,
    putRoot,
    putTeams,
    async putGood() {
      await putRoot(root);
      await putTeams(teams);
    },
    open: (options) => openTrust({ trustDir, stateDir, now: () => benchNow, ...options }),
    list: async () => (await readdir(folder, { recursive: true })).toSorted(),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A signed document as its file has it. */
export async function toText(document: JsonObject, signers: readonly Identity[]): Promise<string> {
  return JSON.stringify(
    await signDocument(
      document,
      signers.map(({ signer }) => signer),
    ),
    null,
    2,
  );
}

/** A copy of a document with a change. */
export function withChange<T>(document: T, change: (copy: T) => void): T {
  const copy = structuredClone(document);
  change(copy);
  return copy;
}
