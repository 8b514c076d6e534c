import { LRUCache } from "lru-cache";
import { type BeaconProblem, type VitalName, vitalNames } from "../../layout/beacon.ts";
import { createPrefixCounts } from "../reports/prefix-counts.ts";
import { type Estimate, estimatePercentile, estimateRate } from "./estimate.ts";
import type { ReleaseOutcome } from "./page-view.ts";
import { createToldErrors, type ToldError, type ToldErrors } from "./told-errors.ts";

/** The figures of one release since the server started, counted by networks. */
export interface ReleaseHealth {
  remote: string;
  version: string;
  /** Views of different networks; a network counts again after an hour. */
  views: number;
  /** Views with a problem of the release, by kind. One view may have several. */
  problems: Record<BeaconProblem["kind"], number>;
  /** Views with any problem. */
  failed: number;
  /** Its distinct problems, those on the most documents first. */
  errors: ToldError[];
  /** The share of views with a problem. */
  rate: Estimate;
  /** 75th percentiles; absent when none was measured in a region of the release. */
  vitals: Partial<Record<VitalName, Estimate & { count: number }>>;
}

export interface HealthCounts {
  /** Counts a view: of each network, one view of each release in an hour. */
  add(outcomes: readonly ReleaseOutcome[], address: string): void;
  list(): ReleaseHealth[];
}

/** Maximum of distinct releases; for another one, the least recently seen is dropped. */
const maxReleases = 64;

/** Networks of one release in an hour; further ones are not counted. */
const maxNetworks = 5000;

const hourMs = 3_600_000;

/** Maximum of new errors in an hour that operators are told about. */
const maxNews = 120;

/** Sampled values of each vital of a release: each reported value has equal probability. */
const maxValues = 500;

interface Counted {
  remote: string;
  version: string;
  views: number;
  failed: number;
  problems: Record<BeaconProblem["kind"], number>;
  errors: ToldErrors;
  vitals: Record<VitalName, Sample>;
}

export interface HealthCountsOptions {
  /** Called with an error that is reported for the first time, a limited number of times in an hour, because browsers' reports may be invented. */
  onNewError?(error: ToldError, release: Pick<ReleaseHealth, "remote" | "version">): void;
  /** A clock in milliseconds, for tests. */
  now?(): number;
}

export function createHealthCounts({ onNewError, now = Date.now }: HealthCountsOptions = {}): HealthCounts {
  const releases = new LRUCache<string, Counted>({ max: maxReleases });
  let hour = -1;
  let networks = createPrefixCounts({ maxKeys: maxReleases, maxPrefixes: maxNetworks });
  /** How many errors were new in this hour. */
  let news = 0;

  function tellNew(error: ToldError | undefined, { remote, version }: Counted): void {
    if (!error || news >= maxNews) return;
    news += 1;
    onNewError?.(error, { remote, version });
  }

  return {
    add(outcomes, address) {
      const current = Math.floor(now() / hourMs);
      if (current !== hour) {
        networks = createPrefixCounts({ maxKeys: maxReleases, maxPrefixes: maxNetworks });
        news = 0;
      }
      hour = current;
      for (const { remote, version, hasError, kinds, problems, ...vitals } of outcomes) {
        const key = `${remote}@${version}`;
        if (!networks.add(key, address)) continue;
        const counted = releases.get(key) ?? createCounted(remote, version);
        releases.set(key, counted);
        counted.views += 1;
        counted.failed += Number(hasError);
        for (const problem of problems) tellNew(counted.errors.add(problem), counted);
        for (const kind of kinds) counted.problems[kind] += 1;
        for (const name of vitalNames) keepValue(counted.vitals[name], vitals[name]);
      }
    },
    list: () => [...releases.values()].map(toHealth).toSorted((one, other) => one.remote.localeCompare(other.remote)),
  };
}

function createCounted(remote: string, version: string): Counted {
  return {
    remote,
    version,
    views: 0,
    failed: 0,
    problems: { failed: 0, thrown: 0, repaired: 0 },
    errors: createToldErrors(`${remote}@${version}`),
    vitals: { inp: createSample(), lcp: createSample(), cls: createSample() },
  };
}

interface Sample {
  /** The number of reported values, more than are in the sample. */
  count: number;
  values: number[];
}

function createSample(): Sample {
  return { count: 0, values: [] };
}

/** Keeps a sample of a fixed size (algorithm R of J. S. Vitter, ACM Trans. Math. Softw. 11, 1985). */
function keepValue(sample: Sample, value: number | undefined): void {
  if (value === undefined) return;
  sample.count += 1;
  if (sample.values.length < maxValues) return void sample.values.push(value);
  const place = Math.floor(Math.random() * sample.count);
  if (place < maxValues) sample.values[place] = value;
}

function toHealth({ vitals, errors, ...counted }: Counted): ReleaseHealth {
  const found = vitalNames.flatMap((name) => {
    const estimate = estimatePercentile(vitals[name].values);
    return estimate ? [[name, { ...estimate, count: vitals[name].count }] as const] : [];
  });
  return {
    ...counted,
    errors: errors.list(),
    rate: estimateRate(counted.failed, counted.views) ?? { value: 0, low: 0, high: 1 },
    vitals: Object.fromEntries(found),
  };
}
