import { isSiteError, SiteError, toProblem } from "@site/contracts/errors";
import type { ServedRevision, ServerList } from "../releases/storage/server-list.ts";

/** How many of the listed servers a promote waits for. */
export type Quorum = "all" | "majority" | "none";
export const quorums: readonly Quorum[] = ["all", "majority", "none"];

/** What is said where the list of servers is empty. */
export const noServerListed =
  "No server is listed: none runs, or none could tell the store which revision it serves. Ask each for /readyz, which says so as unlisted.";

export interface WaitOptions {
  quorum: Quorum;
  /** The timeout in milliseconds, after which the lagging servers are named. */
  timeoutMs: number;
}

/**
 * Waits until the servers of a store show a revision, or a newer one.
 * @returns the servers that show it, and those that lag although enough others show it
 * @throws SiteError `SERVERS_LAG` when too few show it before the timeout, `SERVERS_UNKNOWN` when the store cannot be read meanwhile
 */
export async function waitForServers(
  servers: ServerList,
  revision: number,
  { quorum, timeoutMs }: WaitOptions,
): Promise<{ agreed: ServedRevision[]; lagging: ServedRevision[] }> {
  if (quorum === "none") return { agreed: [], lagging: [] };
  const stop = new AbortController();
  const late = AbortSignal.timeout(timeoutMs);
  let wake: (() => void) | undefined;
  let isChanged = false;
  const note = (): void => {
    isChanged = true;
    wake?.();
  };
  late.addEventListener("abort", note, { once: true });
  servers.watch(note, stop.signal);
  try {
    for (;;) {
      isChanged = false;
      const listed = await list(servers, revision);
      const agreed = listed.filter(({ live }) => (live ?? 0) >= revision);
      const lagging = listed.filter((server) => !agreed.includes(server));
      const isEnough = quorum === "all" ? lagging.length === 0 : agreed.length * 2 > listed.length;
      if (isEnough || listed.length === 0) return { agreed, lagging };
      if (late.aborted)
        throw new SiteError("SERVERS_LAG", {
          revision,
          agreed: agreed.length,
          listed: listed.length,
          lagging: lagging.map(toText).join("; "),
        });
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      // An announcement came while the list above was read.
      if (isChanged) resolve();
      await promise;
    }
  } finally {
    stop.abort();
  }
}

/** The listed servers. An error says that the revision is recorded: the error of a store that cannot be read says that nothing was changed. */
async function list(servers: ServerList, revision: number): Promise<ServedRevision[]> {
  try {
    return await servers.list();
  } catch (error) {
    if (!isSiteError(error, "STORE_UNREACHABLE")) throw error;
    throw new SiteError("SERVERS_UNKNOWN", { revision, problem: toProblem(error.cause ?? error) }, { cause: error });
  }
}

function toText({ server, live, lag, at }: ServedRevision): string {
  const why = lag ? `${lag.why} since ${lag.since}` : "no reason given";
  return `${server} at revision ${live ?? 0} (${why}; heard of at ${at})`;
}
