interface NamedSet {
  packages: Readonly<Record<string, { version: string }>>;
}

/** What a record of the channel says, as far as a person judges it. Digests and verdicts are for servers. */
export interface ReadableRecord {
  channel: string;
  revision: number;
  action: { kind: string; to?: number; package?: string };
  set: NamedSet;
  channels?: {
    canary?: { set: NamedSet; percent: number; steps?: readonly { percent: number; from: string }[] };
    previews?: Readonly<Record<string, { set: NamedSet }>>;
    pins?: Readonly<Record<string, { why: string; until: string }>>;
    freeze?: { why: string };
    guards?: readonly { owner: string; publicKey: string }[];
  };
  at: string;
  why: string;
}

/** A line that a person reads before signing. */
export type RecordFact = readonly [term: string, text: string];

/**
 * A record in words, line by line. The server writes these lines into the page, and the browser makes them again from the bytes that it is about to
 * sign: where they differ, it signs nothing.
 */
export function describeRecord({
  channel,
  revision,
  action,
  set,
  channels = {},
  at,
  why,
}: ReadableRecord): RecordFact[] {
  const { canary, previews = {}, pins = {}, freeze, guards = [] } = channels;
  const of = action.package === undefined ? "" : ` of ${action.package}`;
  const to = action.to === undefined ? "" : ` to revision ${action.to}`;
  const later = (canary?.steps ?? []).map(({ percent, from }) => `, ${percent} % from ${from}`).join("");
  return [
    ["Action", `${action.kind}${of}${to}`],
    ["Revision", `${revision} of ${channel}, after ${revision - 1}`],
    ["Reason", why],
    ["Time", at],
    ...listVersions(set),
    ...(canary
      ? [["Canary", `${canary.percent} %${later}: ${describeBeside(canary.set, set)}`] satisfies RecordFact]
      : []),
    ...Object.entries(pins).map(([name, pin]): RecordFact => [`Pin of ${name}`, `until ${pin.until}: ${pin.why}`]),
    ...(freeze ? [["Freeze", freeze.why] satisfies RecordFact] : []),
    ...Object.entries(previews).map(([name, one]): RecordFact => [`Preview ${name}`, describeBeside(one.set, set)]),
    ...guards.map(({ owner, publicKey }): RecordFact => [`Server ${owner}`, publicKey]),
  ];
}

function listVersions({ packages }: NamedSet): RecordFact[] {
  return Object.entries(packages).map(([name, { version }]) => [name, version]);
}

/** What a set beside the stable one has that the stable one does not. */
function describeBeside(beside: NamedSet, stable: NamedSet): string {
  const own = listVersions(beside).filter(([name, version]) => stable.packages[name]?.version !== version);
  return own.map(([name, version]) => `${name}@${version}`).join(", ") || "as the stable set";
}
