import { isSiteError, SiteError } from "@site/contracts/errors";
import { parseEnvelope } from "@site/contracts/signing/signed-document";
import { type Admission, admissionSchema, removalSchema } from "../release-records.ts";
import type { LogEntry, OpenLog } from "../storage/channel-log.ts";
import type { Trust } from "../trust/trust.ts";

/** Admissions that are read at once, from the newest back: mostly the latest one is wanted, so it is read alone, and then twice as many each time. */
const admissionsAtOnce = 32;

/**
 * The admissions and removals of one package, read from the newest back as far as is needed, and only once. Of a version that is asked for, only the entries
 * that name it are verified: a signature costs more than the rest.
 */
export class AdmissionIndex {
  readonly #name: string;
  readonly #log;
  readonly #trust: Trust;
  /** The newest entry about each version. Without an admission, the version was removed. */
  readonly #latest = new Map<string, { revision: number; admission: Admission | undefined }>();
  /** Entries that were read and not verified. */
  #unverified: LogEntry[] = [];
  /** Entries that could not be read, with the reason: they are read again before a version counts as not admitted. */
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

  /** @throws what reading the log throws, when the version may stand in an entry that cannot be read now */
  async find(version: string): Promise<Admission | undefined> {
    // For a known version only a removal can be newer. It is in the log after the entries that were read, so look only whether there is a next entry.
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

  /** The entry that admitted a version which {@link find} has found. */
  async read(version: string): Promise<Buffer | undefined> {
    const found = this.#latest.get(version);
    return found?.admission && (await this.#log.read(found.revision)).bytes;
  }

  /** @throws what reading the log throws: a list with a gap would let the files of an admitted release be swept */
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
   * Begins again when the log is shorter than before: its disk is away, or an entry was set aside. Otherwise entries that are missing meanwhile would count as
   * read, and would still be unknown when they are back.
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
      // Only now: while it was read, another look-up may have replaced the list.
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

  /** Adds those of the entries that may be what is looked for, and keeps the others for later. */
  #verifyAll(isWanted: (entry: LogEntry) => boolean): void {
    const { wanted = [], other = [] } = Object.groupBy(this.#unverified, (entry) =>
      isWanted(entry) ? "wanted" : "other",
    );
    this.#unverified = other;
    for (const entry of wanted) this.#add(entry);
  }

  /** Adds an entry; one that does not verify is left out. */
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

/** What an entry says of a version. Without an admission, that it was removed. */
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
