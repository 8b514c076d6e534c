import { setTimeout as sleep } from "node:timers/promises";
import { askSite } from "@site/contracts/publishing/ask-site";
import { orderLifeMs } from "@site/contracts/publishing/upload-order";
import { toRequestProblem } from "@site/contracts/publishing/request-problem";
import * as v from "valibot";
import { listCanaryReleases } from "../../src/server/publishing/channel-rules.ts";
import type { RevisionRecord } from "../../src/server/releases/release-store.ts";
import { type Diagnosis, fine } from "./diagnosis.ts";
import { type Readiness, readinessSchema } from "./server-readiness.ts";

/** Timeout in milliseconds of a server's response. */
const answerTimeoutMs = 5000;

/** Milliseconds for which a server that is behind is asked again: it may be composing what was promoted just now. */
const retriedForMs = 5000;
const askAgainMs = 250;

/** Tolerated difference of two clocks in milliseconds. The header with the time has whole seconds. */
const clockToleranceMs = 60_000;

/** The newest record of the store; undefined before the first, or when the store cannot be read. */
type Live = Pick<RevisionRecord, "set" | "channels"> | undefined;

/** What a server answers, and the newest record, which was read after that. */
interface Answer {
  readiness: Readiness;
  /** By how much its clock is ahead of this machine's; negative when it is behind. */
  clockAheadMs: number;
  live: Live;
}

/**
 * Whether a server is ready for traffic, serves the newest revision, renders it, accepts new records, has this machine's time, and remembers its pages.
 * @param readLive reads the newest record of the store. It is called after each answer: a promote during the examination is no finding
 */
export async function examineServer(address: string, readLive: () => Promise<Live>): Promise<Diagnosis[]> {
  const about = `server ${address}`;
  let answer: Answer;
  try {
    answer = await askUntilSettled(address, readLive);
  } catch (error) {
    return [
      {
        about,
        state: "now",
        found: `It does not answer /readyz: ${toRequestProblem(error)}`,
        change:
          "Look whether its process runs and what its log says last; a server that was killed starts with the same set.",
      },
    ];
  }
  const { readiness, clockAheadMs, live } = answer;
  const found = [
    ...findLag(about, readiness, live?.set.revision),
    ...findUnlisted(about, readiness),
    ...findClock(about, clockAheadMs),
    ...findTrust(about, readiness, listCanaryAlone(live)),
    ...findFailing(about, readiness),
    ...findCanary(about, answer),
    ...findForgetful(about, readiness),
  ];
  return found.length > 0 ? found : [fine(about, `It is ready, with revision ${readiness.revision}.`)];
}

/** Asks a server, and again while a promote is under way there. */
async function askUntilSettled(address: string, readLive: () => Promise<Live>): Promise<Answer> {
  const began = performance.now();
  for (;;) {
    const asked = await ask(address);
    const answer = { ...asked, live: await readLive() };
    if (!isUnderWay(answer) || performance.now() - began > retriedForMs) return answer;
    await sleep(askAgainMs);
  }
}

/** Whether a server is behind the store without a fault: it did not look yet, or makes the newest revision or its canary live now. */
function isUnderWay({ readiness, live }: Answer): boolean {
  const { revision, lag } = readiness;
  if (live === undefined || revision === undefined) return false;
  const isBehind = revision < live.set.revision || lacksCanary(readiness, live);
  return isBehind && (lag === null || lag.why === "UPDATING");
}

/** Whether a server that shows the newest revision gives no visitor its canary. */
function lacksCanary({ revision, canary }: Readiness, live: Live): boolean {
  const wanted = live?.channels?.canary;
  return wanted !== undefined && revision === live?.set.revision && canary?.set !== wanted.set.id;
}

async function ask(address: string): Promise<Omit<Answer, "live">> {
  const sent = Date.now();
  const response = await askSite(new URL("/readyz?whole", address), { silentMs: answerTimeoutMs });
  const readiness = v.parse(readinessSchema, await response.json());
  const date = Date.parse(response.headers.get("date") ?? "");
  return { readiness, clockAheadMs: Number.isNaN(date) ? 0 : date - (sent + Date.now()) / 2 };
}

function findLag(about: string, { ready, revision, lag, problem }: Readiness, newest: number | undefined): Diagnosis[] {
  // Only a server of this machine answers `/readyz?whole` with the problem.
  const why = problem === null ? "" : ` ${problem}`;
  if (lag && (lag.why === "CHANNEL_ROLLED_BACK" || lag.why === "CHANNEL_FORKED"))
    return [
      {
        about,
        state: "now",
        found: `It serves ${revision === undefined ? "nothing yet" : `revision ${revision}`}, and saw a revision that this store lacks, as one that was restored does: ${lag.why} since ${lag.since}.${why}`,
        change:
          "Put the newer revisions back, from a backup. If the store was replaced on purpose, remove the file on its machine that the line of its log with that code names.",
      },
    ];
  if (newest !== undefined && revision !== undefined && revision > newest)
    return [
      {
        about,
        state: "now",
        found: `It serves revision ${revision}, and the newest one of this store is ${newest}: it follows another store.`,
        change: "Compare its STORE_DIR with the one here; a server never goes back behind a revision that it has seen.",
      },
    ];
  if (lag || (newest !== undefined && revision !== newest))
    return [
      {
        about,
        state: "now",
        found: `It serves ${revision === undefined ? "nothing yet" : `revision ${revision}`}, and the newest one is ${newest ?? "unknown"}${lag ? `: ${lag.why} since ${lag.since}` : ""}.${why}`,
        change:
          lag?.why === "RECORD_FUTURE"
            ? "Set its clock by a time server: it takes the record then, by itself."
            : "It tries again by itself. Read the line of its log with that code; restart it when the code is of its own disk or memory.",
      },
    ];
  if (ready) return [];
  return [
    {
      about,
      state: "now",
      found: "It is not ready for requests.",
      change: "Wait when it is starting or draining; else read its log.",
    },
  ];
}

function findUnlisted(about: string, { unlisted, lag }: Readiness): Diagnosis[] {
  // A server that cannot reach its store says so as its lag.
  if (!unlisted || lag) return [];
  return [
    {
      about,
      state: "now",
      found: `It reads its store, and could not tell it since ${unlisted.since} which revision it serves: ${unlisted.why}. No promote waits for it.`,
      change:
        'The line "the store cannot be told which revision is served" of its log says what NATS answered. Let its credentials write to the bucket of servers. Where no server can write there, give the bucket another leader: nats stream cluster step-down KV_site-servers.',
    },
  ];
}

function findClock(about: string, clockAheadMs: number): Diagnosis[] {
  const difference = Math.abs(clockAheadMs);
  if (difference < clockToleranceMs) return [];
  return [
    {
      about,
      state: difference > orderLifeMs ? "now" : "soon",
      found: `Its clock is ${Math.round(difference / 1000)} s ${clockAheadMs > 0 ? "ahead of" : "behind"} this machine's.`,
      change: `Set both by a time server: uploads are refused by more than ${orderLifeMs / 60_000} minutes.`,
    },
  ];
}

/** The releases that only the canary's visitors get. */
function listCanaryAlone(live: Live): ReadonlySet<string> {
  const canary = live?.channels?.canary;
  return new Set(canary ? listCanaryReleases(live.set.versions, canary.set.versions) : []);
}

function findTrust(about: string, { trust }: Readiness, canaryAlone: ReadonlySet<string>): Diagnosis[] {
  const refused = (trust?.refused ?? []).map((what): Diagnosis => {
    // A server of an earlier version reports revoked keys only, and no code.
    const code = trust?.why[what] ?? "KEY_REVOKED";
    if (code === "KEY_REVOKED" && canaryAlone.has(what))
      return {
        about,
        state: "now",
        found: `The canary's visitors get ${what}, which was signed with a key that is revoked.`,
        change: 'Take it back from them: site canary stop --why "…".',
      };
    return code === "KEY_REVOKED"
      ? {
          about,
          state: "now",
          found: `It serves ${what}, which was signed with a key that is revoked.`,
          change: "Publish it again with another key, and promote it.",
        }
      : {
          about,
          state: "now",
          found: `It serves ${what}, which it would refuse now: ${code}.`,
          change:
            "The line of its log with that code says what to do; site doctor on the store's machine says it as well.",
        };
  });
  if (!trust?.problem) return refused;
  return [
    ...refused,
    {
      about,
      state: "now",
      found: `It accepts no new record: ${trust.problem.code} of its trust list since ${trust.problem.since}.`,
      change: "Copy the trust list of the owners to its TRUST_DIR, or renew it: site trust renew --days 365.",
    },
  ];
}

function findFailing(about: string, { failing }: Readiness): Diagnosis[] {
  return failing.map(({ release, islands, pages, since }) => ({
    about,
    state: "now",
    found: `${release} is live, and ${islands.join(", ")} cannot be rendered since ${since}: the last good HTML or a fallback stands on ${pages} ${pages === 1 ? "page" : "pages"}.`,
    change: `When it began with a promote, go back: site rollback ${release.split("@")[0]} --why "does not render". When it began with a data document, take that back. The lines "a remote could not be rendered" of its log say why.`,
  }));
}

function findCanary(about: string, { readiness, live }: Answer): Diagnosis[] {
  if (!lacksCanary(readiness, live)) return [];
  return [
    {
      about,
      state: "soon",
      found: "It does not serve the canary: all of its visitors get the stable set.",
      change:
        'The line "the canary is not served" of its log says why. End it: site canary stop --why "does not render".',
    },
  ];
}

function findForgetful(about: string, { remembers }: Readiness): Diagnosis[] {
  if (!remembers || remembers.problem === null) return [];
  return [
    {
      about,
      state: "soon",
      found: `It has no pages for a restart while its store does not answer: ${remembers.problem}`,
      change: "Make its STATE_DIR writable, with room: it tries again by itself.",
    },
  ];
}
