import { SiteError } from "@site/contracts/errors";
import { isErrorOf, toErrorId, toSetOrigin } from "../../src/layout/error-id.ts";
import type { ReleaseStore } from "../../src/server/releases/release-store.ts";
import { readHealth, type ServerHealth } from "../servers/read-health.ts";

/** The facts about an error, found by its id. */
export interface FoundError {
  id: string;
  /** One sentence. */
  what: string;
  /** The release, such as `content@1.0.0-3f2a9c0d11aa`; null for a failed request. */
  release: string | null;
  /** The live set at the time of a failed request. */
  set: string | null;
  /** The revision of that set. */
  revision: number | null;
  /** Places in scripts. */
  at: string[];
}

const whatFailed: Readonly<Record<string, string>> = {
  failed: "a region of it did not start, or ended, in a browser",
  page: "its code could not show a page that a visitor went to",
  render: "a region of it could not be rendered on the server",
  repaired: "a browser replaced the HTML of one of its regions",
  thrown: "one of its scripts threw an error",
};

/** @throws SiteError `ERROR_UNASKED` when no release or set of the store has the id and no server was asked; `ERROR_UNKNOWN`, `LIVE_UNREADABLE` */
export async function findError(
  id: string,
  {
    of,
    token,
    openStore,
  }: { of: string | undefined; token: string | undefined; openStore(): Promise<{ store: ReleaseStore }> },
): Promise<FoundError> {
  const told = of === undefined ? undefined : findTold(id, await readHealth(of, token));
  if (told) return told;
  const { store } = await openStore();
  const found = await findOrigin(id, store);
  if (found) return found;
  throw of === undefined ? new SiteError("ERROR_UNASKED", { id }) : new SiteError("ERROR_UNKNOWN", { id, url: of });
}

/** An error that a browser reported to a server, or a failed request of that server. */
function findTold(id: string, { releases, requests }: ServerHealth): FoundError | undefined {
  for (const { remote, version, errors } of releases) {
    const error = errors.find((one) => one.id === id);
    if (!error) continue;
    const documents = error.views === 1 ? "1 document" : `${error.views} documents`;
    const what = `${whatFailed[error.kind] ?? error.kind}, on ${documents}`;
    return { id, what, release: `${remote}@${version}`, set: null, revision: null, at: error.at };
  }
  const request = requests.find((one) => one.id === id);
  if (!request) return undefined;
  const { at, status, path, problem, set, revision } = request;
  const asked = path === "" ? "requests" : path;
  return { id, what: `${asked} answered ${status} at ${at}: ${problem}`, release: null, set, revision, at: [] };
}

/** The release or set of the store whose id the error's id begins with. */
async function findOrigin(id: string, store: ReleaseStore): Promise<FoundError | undefined> {
  for (const { name, version } of await store.releases()) {
    const release = `${name}@${version}`;
    if (!isErrorOf(id, release)) continue;
    const [, known] = Object.entries(whatFailed).find(([kind]) => toErrorId(release, kind) === id) ?? [];
    return { id, what: known ?? "it is known by its id alone", release, set: null, revision: null, at: [] };
  }
  const record = (await store.history()).findLast(({ set }) => isErrorOf(id, toSetOrigin(set.id)));
  if (!record) return undefined;
  const { id: set, revision } = record.set;
  return { id, what: "a request failed while this set was live", release: null, set, revision, at: [] };
}

/** The facts about an error, as text. */
export function toErrorText({ id, what, release, set, revision }: FoundError): string {
  const of = release ?? (set === null ? "no set" : `set ${set}, revision ${revision}`);
  return `${id} of ${of}: ${what}\n  its line in a server's log has "errorId":"${id}"`;
}
