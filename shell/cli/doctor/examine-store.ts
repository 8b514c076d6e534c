import { isSiteError, toProblem } from "@site/contracts/errors";
import { keptDays, planCollection } from "../../src/server/publishing/plan-collection.ts";
import { planRollback, toDifference } from "../../src/server/publishing/promote.ts";
import type { BesideSet } from "../../src/server/releases/channels.ts";
import type { RefusedPart, ReleaseStore, RevisionRecord } from "../../src/server/releases/release-store.ts";
import { allowedClockSkewMs, readServersView } from "../../src/server/releases/signed-store/servers-view.ts";
import { presenceMs } from "../../src/server/releases/storage/server-list.ts";
import { isTrustCode } from "../../src/server/releases/trust/is-trust-error.ts";
import { type Diagnosis, fine } from "./diagnosis.ts";

/** How many releases a finding names. A store may have thousands. */
const namedReleases = 5;

/** Milliseconds by which a record may be ahead of this machine's clock. */
const recordAheadMs = 60_000;

/** Whether the live set can be read completely: its record, the signatures of each release, and the hash of each file. */
export async function examineLive(store: ReleaseStore, live: RevisionRecord): Promise<Diagnosis[]> {
  const { revision, versions } = live.set;
  const refused = await store.audit(live.set);
  const away = refused.find(({ code }) => isOfStore(code));
  if (away) return [toUnreachable(away.problem)];
  const found = await Promise.all(refused.map((part) => toRefused(store, part)));
  for (const [name, version] of Object.entries(versions)) {
    const label = `${name}@${version}`;
    if (refused.some(({ what }) => what === label)) continue;
    try {
      await store.load(name, version);
    } catch (error) {
      if (isSiteError(error) && isOfStore(error.code)) return [toUnreachable(error.message)];
      found.push(await toBroken(store, label, toProblem(error)));
    }
  }
  return found.length > 0
    ? found
    : [
        fine(
          "store",
          `Revision ${revision} is live, and every signature and hash of its ${Object.keys(versions).length} releases is right.`,
        ),
      ];
}

/** Whether the sets beside the stable one can be read completely: the canary, which some visitors get, and the previews of testers. */
export async function examineBeside(
  store: ReleaseStore,
  { set, channels: { canary, previews = {} } = {} }: RevisionRecord,
): Promise<Diagnosis[]> {
  const sets: BesideExamined[] = [
    ...(canary ? [{ ...canary, what: "the canary", state: "now" as const, end: "site canary stop" }] : []),
    ...Object.entries(previews).map(([name, one]) => ({
      ...one,
      what: `the preview ${name}`,
      state: "soon" as const,
      end: `site preview end ${name}`,
    })),
  ];
  const found: Diagnosis[] = [];
  for (const { set: beside, what, state, end } of sets) {
    for (const { name, after } of toDifference(set.versions, beside.versions)) {
      try {
        if (after !== undefined) await store.load(name, after);
      } catch (error) {
        if (isSiteError(error) && isOfStore(error.code)) return [toUnreachable(error.message)];
        found.push({
          about: "store",
          state,
          found: `${name}@${after} is in ${what} and does not verify: ${toProblem(error)}`,
          change: `Publish it again, or end ${what}: ${end} --why "damaged release".`,
        });
      }
    }
  }
  return found;
}

/** A set beside the stable one, and the parts of its findings. */
interface BesideExamined extends BesideSet, Pick<Diagnosis, "state"> {
  what: string;
  /** The command that ends it. */
  end: string;
}

/** Whether an error is about a store, or its service, that is missing or does not respond. Such an error says nothing about a release. */
const isOfStore = (code: string): boolean => ["STORE_NOT_FOUND", "STORE_UNREACHABLE", "STORE_TIMEOUT"].includes(code);

const toUnreachable = (problem: string): Diagnosis => ({
  about: "store",
  state: "now",
  found: `The releases cannot be read: ${problem}`,
  change: "Mend what the sentence names, and run site doctor again: nothing can be published before.",
});

/** The finding about a live part whose signatures are refused, or that cannot be read. */
async function toRefused(store: ReleaseStore, { what, code, problem }: RefusedPart): Promise<Diagnosis> {
  if (!isTrustCode(code)) return toBroken(store, what, problem);
  return {
    about: "trust",
    state: "now",
    found:
      code === "KEY_REVOKED"
        ? `${what} is live, and a key that signed it was revoked.`
        : `${what} is live and does not verify: ${problem}`,
    change: "Publish it again with a key that counts and promote it; until then the next promote is refused.",
  };
}

async function toBroken(store: ReleaseStore, what: string, problem: string): Promise<Diagnosis> {
  const [name = what] = what.split("@");
  const back = (await canGoBack(store, name)) ? `, or go back: site rollback ${name} --why "damaged release"` : "";
  return {
    about: "store",
    state: "now",
    found: `${what} is live and does not verify: ${problem}`,
    change: `Publish and promote ${name} again${back}.`,
  };
}

/** Whether a rollback of a package would succeed: a previous release exists, and the set with it verifies. */
function canGoBack(store: ReleaseStore, name: string): Promise<boolean> {
  return planRollback(store, { package: name }).then(
    () => true,
    () => false,
  );
}

/** Whether this machine's clock is behind the clock of the machine that signed the newest record. */
export function examineRecordClock({ at, by, set }: RevisionRecord, now: Date): Diagnosis[] {
  const ahead = Date.parse(at) - now.getTime();
  if (ahead <= recordAheadMs) return [];
  return [
    {
      about: "clock",
      state: "now",
      found: `Revision ${set.revision} was written by ${by} ${Math.round(ahead / 1000)} s after the time that this machine has.`,
      change: "Set the clock of this machine, or of the one that promoted: uploads are refused by more than 5 minutes.",
    },
  ];
}

/** Whether this machine's clock is so far ahead of the listed servers' that they would refuse what is signed here. A store of files lists none. */
export async function examineClockAhead({ servers }: Pick<ReleaseStore, "servers">, now: Date): Promise<Diagnosis[]> {
  const { time } = await readServersView({ servers });
  const ahead = time ? now.getTime() - time.getTime() : 0;
  if (ahead <= allowedClockSkewMs + presenceMs) return [];
  return [
    {
      about: "clock",
      state: "now",
      found: `This machine's clock is ${Math.round(ahead / 60_000)} minutes ahead of that of the store's servers: nothing can be promoted or rolled back from here.`,
      change: "Set the clock of this machine by a time server.",
    },
  ];
}

/** Which releases the next collection removes. */
export async function examineCollection(store: ReleaseStore, now: Date): Promise<Diagnosis[]> {
  const { go, stay } = planCollection(await store.history(), await store.releases(), now);
  if (go.length === 0)
    return [fine("releases", `All ${stay.length} releases of the store stay at the next collection.`)];
  const labels = go.map(({ name, version }) => `${name}@${version}`);
  const named = labels.slice(0, namedReleases);
  const others = labels.length > named.length ? [`and ${labels.length - named.length} more`] : [];
  return [
    {
      about: "releases",
      state: "soon",
      found: `${go.length} of ${go.length + stay.length} releases are removed by the next collection: ${[...named, ...others].join(", ")}.`,
      change: `site store collect --dry-run says why each of them goes. Promote one that is to stay: it is kept for ${keptDays} days after it was live.`,
    },
  ];
}
