// Evaluates the subset of PromQL that the alarms use, over scraped metrics. As in Prometheus, a counter that first appears with a value has not
// increased: only the difference between two scrapes counts.

import type { Labels, Sample, Scrape } from "./scraped-metrics.ts";

/** The samples of an expression at the last scrape; without any, the alarm does not fire. */
export function evaluate(expression: string, scrapes: readonly Scrape[]): readonly Sample[] {
  const tokens =
    expression.match(/\d[\d.]*e\d+|\d+[smhd]|[\d.]+|"[^"]*"|[a-zA-Z_]\w*|=~|!=|==|[(){}[\],=<>*+-]/g) ?? [];
  let next = 0;
  const take = (): string => tokens[next++] ?? "";
  const has = (...words: string[]): boolean => words.includes(tokens[next] ?? "");
  const expect = (word: string): void => {
    const taken = take();
    if (taken !== word) throw new Error(`${expression}: ${word} is expected, and there is ${taken}`);
  };

  function readOr(): Sample[] {
    let left = readUnless();
    while (has("or")) {
      take();
      const right = readUnless();
      left = [...left, ...right.filter(({ labels }) => !left.some((one) => isSame(one.labels, labels)))];
    }
    return left;
  }
  function readUnless(): Sample[] {
    let left = readComparison();
    while (has("unless")) {
      take();
      const right = readComparison();
      left = left.filter(({ labels }) => !right.some((one) => isSame(one.labels, labels)));
    }
    return left;
  }
  function readComparison(): Sample[] {
    const left = readSum();
    if (!has(">", "<", "==")) return left;
    const operator = take();
    const right = readSum();
    return join(left, right).flatMap(([sample, other]) =>
      (operator === ">" ? sample.value > other : operator === "<" ? sample.value < other : sample.value === other)
        ? [sample]
        : [],
    );
  }
  function readSum(): Sample[] {
    let left = readProduct();
    while (has("+", "-")) {
      const sign = take() === "+" ? 1 : -1;
      const right = readProduct();
      left = join(left, right).map(([{ labels, value }, other]) => ({ labels, value: value + sign * other }));
    }
    return left;
  }
  function readProduct(): Sample[] {
    let left = readPart();
    while (has("*")) {
      take();
      const right = readPart();
      left = join(left, right).map(([{ labels, value }, other]) => ({ labels, value: value * other }));
    }
    return left;
  }
  function readPart(): Sample[] {
    const word = take();
    if (word === "(") {
      const inner = readOr();
      expect(")");
      return inner;
    }
    if (/^[\d.]/.test(word)) return [{ labels: {}, value: Number(word) }];
    if (["sum", "max", "min"].includes(word)) return readAggregate(word);
    if (word === "time") {
      expect("(");
      expect(")");
      return [{ labels: {}, value: scrapes.at(-1)?.at ?? 0 }];
    }
    if (word === "absent") {
      expect("(");
      const inner = readOr();
      expect(")");
      return inner.length === 0 ? [{ labels: {}, value: 1 }] : [];
    }
    if (word === "rate" || word === "increase") return readIncrease(word);
    if (word === "max_over_time") return readHighest();
    if (word === "histogram_quantile") return readQuantile();
    return readSelected(word);
  }
  function readAggregate(kind: string): Sample[] {
    const by: string[] = [];
    if (has("by")) {
      take();
      expect("(");
      while (!has(")")) {
        const label = take();
        if (label !== ",") by.push(label);
      }
      take();
    }
    expect("(");
    const inner = readOr();
    expect(")");
    const groups = Map.groupBy(inner, ({ labels }) => JSON.stringify(by.map((label) => [label, labels[label] ?? ""])));
    return [...groups].map(([key, samples]) => {
      const values = samples.map(({ value }) => value);
      const pairs: [string, string][] = JSON.parse(key);
      const value =
        kind === "sum"
          ? values.reduce((sum, one) => sum + one, 0)
          : kind === "max"
            ? Math.max(...values)
            : Math.min(...values);
      return { labels: Object.fromEntries(pairs), value };
    });
  }
  /** The samples of each series in a range such as `(up[1d])`. */
  function readRange(): { seconds: number; series: (Sample & { at: number })[][] } {
    expect("(");
    const matches = readMatcher(take());
    expect("[");
    const seconds = toSeconds(take());
    expect("]");
    expect(")");
    const end = scrapes.at(-1)?.at ?? 0;
    const seen = scrapes.filter(({ at }) => at > end - seconds);
    const series = Map.groupBy(
      seen.flatMap(({ at, samples }) => matches(samples).map((sample) => ({ ...sample, at }))),
      ({ labels }) => JSON.stringify(Object.entries(labels).toSorted()),
    );
    return { seconds, series: [...series.values()] };
  }
  const readHighest = (): Sample[] =>
    readRange().series.map((points) => ({
      labels: points[0]?.labels ?? {},
      value: Math.max(...points.map(({ value }) => value)),
    }));
  function readIncrease(kind: string): Sample[] {
    const { seconds, series } = readRange();
    return series.flatMap((points) => {
      const [first, last] = [points[0], points.at(-1)];
      if (!first || !last || points.length < 2) return [];
      // A counter that is lower than before was reset.
      const grown = points.slice(1).reduce((sum, { value }, index) => {
        const before = points[index]?.value ?? 0;
        return sum + (value < before ? value : value - before);
      }, 0);
      const aSecond = grown / (last.at - first.at);
      return [{ labels: first.labels, value: kind === "rate" ? aSecond : aSecond * seconds }];
    });
  }
  function readQuantile(): Sample[] {
    expect("(");
    const share = Number(take());
    expect(",");
    const all = readOr().map(({ labels: { le = "", ...labels }, value }) => ({ labels, bound: toBound(le), value }));
    expect(")");
    const groups = Map.groupBy(all, ({ labels }) => JSON.stringify(Object.entries(labels).toSorted()));
    return [...groups.values()].flatMap((group) => findQuantile(group, share));
  }
  function readSelected(name: string): Sample[] {
    const matches = readMatcher(name);
    const end = scrapes.at(-1)?.at ?? 0;
    let at = end;
    if (has("offset")) {
      take();
      at = end - toSeconds(take());
    }
    const scrape = scrapes.findLast((one) => one.at <= at);
    return scrape ? matches(scrape.samples) : [];
  }
  function readMatcher(name: string): (samples: Scrape["samples"]) => Sample[] {
    const tests: ((labels: Labels) => boolean)[] = [];
    if (has("{")) {
      take();
      while (!has("}")) {
        const label = take();
        if (label === ",") continue;
        const operator = take();
        const text = take().slice(1, -1);
        const pattern = new RegExp(`^(?:${text})$`);
        tests.push((labels) =>
          operator === "=~" ? pattern.test(labels[label] ?? "") : (labels[label] ?? "") === text,
        );
      }
      take();
    }
    return (samples) => (samples.get(name) ?? []).filter(({ labels }) => tests.every((test) => test(labels)));
  }

  const value = readOr();
  if (next < tokens.length) throw new Error(`${expression}: ${tokens[next]} is not understood`);
  return value;
}

/** Joins each sample of the left side with the right side's only sample without labels, or its sample with the same labels. */
function join(left: readonly Sample[], right: readonly Sample[]): [Sample, number][] {
  return left.flatMap((sample) => {
    const other = right.find(({ labels }) => Object.keys(labels).length === 0 || isSame(labels, sample.labels));
    return other ? [[sample, other.value] satisfies [Sample, number]] : [];
  });
}

function isSame(one: Labels, other: Labels): boolean {
  return JSON.stringify(Object.entries(one).toSorted()) === JSON.stringify(Object.entries(other).toSorted());
}

interface Bucket {
  labels: Labels;
  /** The upper bound of the bucket. */
  bound: number;
  value: number;
}

/** The quantile of one histogram; none while it is empty. */
function findQuantile(buckets: readonly Bucket[], share: number): Sample[] {
  const sorted = buckets.toSorted((one, other) => one.bound - other.bound);
  const all = sorted.at(-1)?.value ?? 0;
  const index = sorted.findIndex(({ value }) => value >= share * all);
  const found = sorted[index];
  if (!found || all === 0) return [];
  const { bound: from, value: counted } = sorted[index - 1] ?? { bound: 0, value: 0 };
  // Values above the highest bound count as that bound.
  if (found.bound === Number.POSITIVE_INFINITY) return [{ labels: found.labels, value: from }];
  const part = (share * all - counted) / (found.value - counted);
  return [{ labels: found.labels, value: from + (found.bound - from) * part }];
}

const toBound = (le: string): number => (le === "+Inf" ? Number.POSITIVE_INFINITY : Number(le));

function toSeconds(duration: string): number {
  const units: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
  return Number(duration.slice(0, -1)) * (units[duration.at(-1) ?? ""] ?? Number.NaN);
}
