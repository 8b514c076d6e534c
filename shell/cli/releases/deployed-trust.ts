import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Release, releaseSchema } from "@site/contracts/releases/release";
import { type Digest, toDigest } from "@site/contracts/releases/digest";
import type { LogEntry } from "../../src/server/releases/storage/channel-log.ts";
import { verifyAdmission } from "../../src/server/releases/signed-store/admission-index.ts";
import { createRecordVerifier } from "../../src/server/releases/signed-store/record-reader.ts";
import type { RevisionRecord } from "../../src/server/releases/release-store.ts";
import { openTrust, readRoots } from "../../src/server/releases/trust/open-trust.ts";
import type { Trust } from "../../src/server/releases/trust/trust.ts";
import { readMemory } from "../../src/server/releases/trust/trust-memory.ts";

/** Maximum of root versions that are read from a deployed site. Each change by its owners makes one. */
const mostRoots = 1_000;

/** The memory of a deployed site's trust list, and its pinned root. */
export interface TrustPin {
  /** The folder with the lists of earlier starts: from the second start on, a list that does not continue them is refused. */
  memoryDir: string;
  /** The digest of a root that the list has to descend from. Without it the first list is trusted. */
  rootDigest?: Digest | undefined;
}

/** The trust list that verifies a deployed site. */
export interface DeployedTrust {
  /** The digest of the root that the list descends from: the pinned one, else the oldest. */
  rootDigest: Digest;
  /** Whether the list was taken on trust: neither remembered from an earlier start nor pinned by its digest. */
  isFirstUse: boolean;
  /**
   * Verifies a record that an operator signed: the stable set, and the sets beside it.
   * @throws SiteError for a signature that does not verify, Error for a record of another set
   */
  verifySet(
    signed: { record: unknown; before?: unknown },
    revision: number,
    digests: Readonly<Record<string, Digest>>,
  ): Promise<RevisionRecord>;
  /**
   * The manifest of a release that its team signed and the site's release check admitted.
   * @throws SiteError for what does not verify, Error for an admission of another release
   */
  verifyRelease(signed: SignedAnswer, name: string, digest: Digest): Release;
}

/** A release as a deployed site sends it, unchecked. */
export interface SignedAnswer {
  /** The manifest, as its team signed it. */
  manifest: unknown;
  /** What the release check signed, with the team's signatures in it. */
  admission: unknown;
}

/**
 * Reads the trust list of a deployed site and checks it as a server does: the chain of its roots, its dates, and the remembered list.
 * @param read the bytes at a path of the site; undefined when there are none
 * @param address the site's, for messages about its list
 * @throws SiteError `TRUST_*`
 */
export async function openDeployedTrust(
  read: (path: string) => Promise<Buffer | undefined>,
  address: string,
  { memoryDir, rootDigest }: TrustPin,
): Promise<DeployedTrust> {
  const folder = await mkdtemp(join(tmpdir(), "site-trust-"));
  // Messages name the address, because the temporary folder is removed by then.
  const readFrom = new URL("/-/trust", address).href;
  try {
    const [newest, teams] = await Promise.all([read("/-/trust/root.json"), read("/-/trust/targets.json")]);
    if (newest) await writeFile(join(folder, "root.json"), newest);
    if (teams) await writeFile(join(folder, "targets.json"), teams);
    const last = Math.min((await readRoots(folder, readFrom)).at(-1)?.version ?? 0, mostRoots);
    await Promise.all(
      Array.from({ length: last }, async (_, index) => {
        const file = `${index + 1}.root.json`;
        const bytes = await read(`/-/trust/${file}`);
        if (bytes) await writeFile(join(folder, file), bytes);
      }),
    );
    const roots = await readRoots(folder, readFrom);
    const isKnown = (await readMemory(memoryDir, true)) !== undefined;
    const trust = await openTrust({
      trustDir: folder,
      readFrom,
      stateDir: memoryDir,
      ...(rootDigest !== undefined && { rootDigest }),
    });
    return {
      rootDigest: rootDigest ?? roots[0]?.fileDigest ?? toDigest(newest ?? Buffer.of()),
      isFirstUse: !isKnown && rootDigest === undefined,
      ...createVerifier(trust),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function createVerifier(trust: Trust): Pick<DeployedTrust, "verifySet" | "verifyRelease"> {
  return {
    async verifySet({ record, before }, revision, digests) {
      const records = createRecordVerifier({
        channel: "stable",
        trust,
        now: () => new Date(),
        read: async (number) => toEntry(number, before),
      });
      const verified = (await records.verify(toEntry(revision, record))).record;
      const { set } = verified;
      const others = Object.keys({ ...digests, ...set.digests }).filter((name) => digests[name] !== set.digests[name]);
      if (others.length > 0)
        throw new Error(
          `Revision ${revision} is signed for another set: it has other releases of ${others.join(", ")}.`,
        );
      return verified;
    },
    verifyRelease({ manifest, admission }, name, digest) {
      // As in the store: what a key of the release check signed before it was retired stays valid.
      const { version, admission: signed } = verifyAdmission(name, trust, toBytes(admission));
      if (signed?.digest !== digest)
        throw new Error(`What is said to be the admission of ${name} admits another release: ${name}@${version}.`);
      return trust.verify(
        { signed: manifest, signatures: signed.signatures },
        {
          role: { kind: "team", name },
          type: "release",
          schema: releaseSchema,
          // The admission, which another role signed, decides whether a retired key still counted.
          at: new Date(signed.at),
          label: `the manifest of ${name}`,
        },
      ).signed;
    },
  };
}

/** A record in the form of a log entry. */
function toEntry(revision: number, envelope: unknown): LogEntry {
  return { revision, bytes: toBytes(envelope) };
}

function toBytes(envelope: unknown): Buffer {
  return Buffer.from(JSON.stringify(envelope ?? null));
}
