import { isSiteError, SiteError } from "@site/contracts/errors";
import { parseEnvelope } from "@site/contracts/signing/signed-document";
import { type Admission, admissionSchema, removalSchema } from "../release-records.ts";
import type { LogEntry, OpenLog } from "../storage/channel-log.ts";
import type { Trust } from "../trust/trust.ts";

/** Most admissions that are read at once, from the newest back. The first read is of one, because mostly the latest is wanted; each further read doubles. */
const admissionsAtOnce = 32;

/**
 * The admissions and removals of one package, read lazily from the newest back, and only once. A look-up of a version verifies only the entries that
 * name it, because a signature costs more than a read.
 */
export class AdmissionIndex {
  readonly #name: string;
  readonly #log;
  readonly #trust: Trust;
  /** The newest entry about each version. Without an admission, the version was removed. */
  readonly #latest = new Map<string, { revision: number; admission: Admission | undefined }>();
  /** Entries that were read and not verified yet. */
  #unverified: LogEntry[] = [];
  /** Entries that could not be read, with the error: they are retried before a version counts as not admitted. */
  readonly #unread = new Map<number, unknown>();
  #atOnce = 1;
  #newest = 0;
  /** All entries from this revision to `#newest` were read. */
  #oldest = 1;

  constructor(name: string, openLog: OpenLog, trust: Trust) {
    this.#name = name;
    this.#log = openLog(`admissions-${name}`);
    this.#trust = trust;
  }

  /** @throws the error of the log, when an entry that cannot be read now may name the version */
  async find(version: string): Promise<Admission | undefined> {
    // For a known version only a removal can be newer, after the entries that were read: so check only whether there is a next entry.
    if (!this.#latest.has(version) || this.#unread.size > 0 || (await this.#log.hasNext(this.#newest))) {
      await this.#readAgain();
      await this.#readNewer();
      this.#verifyAll(({ bytes }) => bytes.includes(version));
    }
    while (this.#oldest > 1 && !this.#latest.has(version)) {
      await this.#readOlder();
      this.#verifyAll(({ bytes }) => bytes.includes(version));
    }
    if (!this.#latest.has(version)) this.#assertAllRead();
    return this.#latest.get(version)?.admission;
  }

  /** The entry of the admission that {@link find} returned. */
  async read(version: string): Promise<Buffer | undefined> {
    const found = this.#latest.get(version);
    return found?.admission && (await this.#log.read(found.revision)).bytes;
  }

  /** @throws the error of the log: with an incomplete list, a sweep would remove files of admitted releases */
  async list(): Promise<Admission[]> {
    await this.#readAgain();
    await this.#readNewer();
    while (this.#oldest > 1) await this.#readOlder();
    this.#assertAllRead();
    this.#verifyAll(() => true);
    return [...this.#latest.values()]
      .toSorted((a, b) => a.revision - b.revision)
      .flatMap(({ admission }) => admission ?? []);
  }

  async #readNewer(): Promise<void> {
    const head = (await this.#log.head())?.revision ?? 0;
    if (head < this.#newest) this.#forget();
    if (head <= this.#newest) return;
    const isFirst = this.#newest === 0;
    const from = isFirst ? head : this.#newest + 1;
    await this.#read(from, head);
    if (isFirst) this.#oldest = from;
    this.#newest = head;
  }

  /**
   * Resets the index when the log is shorter than before, because its disk is away or an entry was set aside. Otherwise entries that are missing now would
   * count as read, and would not be found when they are back.
   */
  #forget(): void {
    this.#latest.clear();
    this.#unread.clear();
    this.#unverified = [];
    this.#atOnce = 1;
    this.#newest = 0;
    this.#oldest = 1;
  }

  async #readOlder(): Promise<void> {
    this.#atOnce = Math.min(this.#atOnce * 2, admissionsAtOnce);
    const from = Math.max(1, this.#oldest - this.#atOnce);
    await this.#read(from, this.#oldest - 1);
    this.#oldest = from;
  }

  async #read(from: number, to: number): Promise<void> {
    await this.#readAll(Array.from({ length: to - from + 1 }, (_, index) => from + index));
  }

  async #readAgain(): Promise<void> {
    await this.#readAll([...this.#unread.keys()]);
  }

  async #readAll(revisions: readonly number[]): Promise<void> {
    for (let start = 0; start < revisions.length; start += admissionsAtOnce)
      await Promise.all(revisions.slice(start, start + admissionsAtOnce).map((revision) => this.#readOne(revision)));
  }

  async #readOne(revision: number): Promise<void> {
    try {
      const entry = await this.#log.read(revision);
      // After the read, because another look-up may have replaced the list during it.
      this.#unverified.push(entry);
      this.#unread.delete(revision);
    } catch (error) {
      // Damaged or missing entries admit nothing, now and later.
      if (isSiteError(error, "REVISION_CORRUPT") || isSiteError(error, "REVISION_NOT_FOUND"))
        this.#unread.delete(revision);
      else this.#unread.set(revision, error);
    }
  }

  #assertAllRead(): void {
    for (const error of this.#unread.values()) throw error;
  }

  /** Verifies and adds the wanted entries, and leaves the others unverified. */
  #verifyAll(isWanted: (entry: LogEntry) => boolean): void {
    const { wanted = [], other = [] } = Object.groupBy(this.#unverified, (entry) =>
      isWanted(entry) ? "wanted" : "other",
    );
    this.#unverified = other;
    for (const entry of wanted) this.#add(entry);
  }

  /** Adds an entry, if it verifies. */
  #add({ revision, bytes }: LogEntry): void {
    const verified = this.#verify(bytes);
    if (verified && (this.#latest.get(verified.version)?.revision ?? 0) < revision)
      this.#latest.set(verified.version, { revision, admission: verified.admission });
  }

  #verify(bytes: Buffer): VerifiedEntry | undefined {
    try {
      return verifyAdmission(this.#name, this.#trust, bytes);
    } catch {
      return undefined;
    }
  }
}

/** The statement of an entry about a version: its admission, or without one its removal. */
interface VerifiedEntry {
  version: string;
  admission: Admission | undefined;
}

/**
 * An entry of a package's log of admissions, verified: the release check signs admissions, an operator removals. What a key signed before it was
 * retired stays valid: a rotation of the check's key would otherwise take every release from the store, and one of an operator's bring back what
 * was removed.
 * @throws SiteError what is wrong with its signature, `ENVELOPE_INVALID` for one of another package
 */
export function verifyAdmission(name: string, trust: Trust, bytes: Buffer): VerifiedEntry {
  const { signed } = parseEnvelope(bytes, "admission");
  // An invalid moment counts as one after any retirement.
  const at = new Date(typeof signed["at"] === "string" ? signed["at"] : Number.NaN);
  const admission =
    signed["_type"] === "removal"
      ? undefined
      : trust.verify(bytes, { role: { kind: "check" }, type: "admission", schema: admissionSchema, at }).signed;
  const { name: actual, version } =
    admission ?? trust.verify(bytes, { role: { kind: "operator" }, type: "removal", schema: removalSchema, at }).signed;
  if (actual !== name)
    throw new SiteError("ENVELOPE_INVALID", { document: "admission", problem: `it is of ${actual}` });
  return { version, admission };
}
