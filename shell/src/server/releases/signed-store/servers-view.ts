import { SiteError } from "@site/contracts/errors";
import { presenceMs, type ServedRevision, type ServerList } from "../storage/server-list.ts";

/** Milliseconds that a record may be ahead of a server's clock. Servers refuse it until then. */
export const allowedClockSkewMs = 5 * 60_000;

/** The sources from which a process that signs learns whether servers would accept its records. */
export interface ServersViewSources {
  servers?: ServerList | undefined;
  /** The time of the disk that a store of files is on: of the file server, when several machines share it. */
  readDiskTime?: (() => Promise<Date>) | undefined;
}

/** The known facts about the servers that will read a record. */
export interface ServersView {
  /** The latest time in an announcement of a server; undefined without announcements. */
  time: Date | undefined;
  /** The server with the highest revision. */
  highest: { server: string; live: number } | undefined;
}

/** Reads the announcements of the servers and the time of the disk. @throws SiteError `STORE_UNREACHABLE`, `STORE_FULL`, `STORE_NOT_WRITABLE` */
export async function readServersView({ servers, readDiskTime }: ServersViewSources): Promise<ServersView> {
  const listed = (await servers?.list()) ?? [];
  const times = [
    ...listed.map(({ at }) => Date.parse(at)),
    ...(readDiskTime ? [(await readDiskTime()).getTime()] : []),
  ];
  const latest = Math.max(...times.filter((time) => !Number.isNaN(time)));
  return { time: Number.isFinite(latest) ? new Date(latest) : undefined, highest: findHighest(listed) };
}

/**
 * Refuses to sign a record that servers would refuse: they would refuse all later ones too.
 * @param newest the newest revision of the store, read after the view
 * @param at the time that the record will have
 * @throws SiteError `CLOCK_AHEAD`, `STORE_BEHIND`
 */
export function assertServersTake({ time, highest }: ServersView, newest: number, at: Date): void {
  if (highest && highest.live > newest) throw new SiteError("STORE_BEHIND", { revision: newest, ...highest });
  const ahead = time ? at.getTime() - time.getTime() : 0;
  // The announcement of a listed server may be this old.
  if (ahead > allowedClockSkewMs + presenceMs)
    throw new SiteError("CLOCK_AHEAD", { minutes: Math.round(ahead / 60_000) });
}

/**
 * Refuses to check records with a clock that is behind: valid records would seem to be of the future.
 * @throws SiteError `CLOCK_BEHIND`
 */
export function assertNotBehind({ time }: Pick<ServersView, "time">, at: Date): void {
  const behind = time ? time.getTime() - at.getTime() : 0;
  if (behind > allowedClockSkewMs) throw new SiteError("CLOCK_BEHIND", { minutes: Math.round(behind / 60_000) });
}

function findHighest(listed: readonly ServedRevision[]): ServersView["highest"] {
  const [first] = listed.map(({ server, live }) => ({ server, live: live ?? 0 })).toSorted((a, b) => b.live - a.live);
  return first;
}
