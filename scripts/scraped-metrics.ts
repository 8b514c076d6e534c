// Metrics as Prometheus scrapes them.

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  labels: Labels;
  value: number;
}

/** The metrics of one scrape. Times in seconds. */
export interface Scrape {
  at: number;
  /** By the metric's name. */
  samples: ReadonlyMap<string, readonly Sample[]>;
}

/** Parses metrics in a server's format. @param more labels that Prometheus adds */
export function parseMetrics(text: string, at: number, more: Labels): Scrape {
  const samples = new Map<string, Sample[]>([["up", [{ labels: more, value: 1 }]]]);
  for (const line of text.split("\n")) {
    const [, name, written = "", value] = /^([a-zA-Z_]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (name === undefined) continue;
    const labels = Object.fromEntries(
      [...written.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = "", text_ = ""]) => [key, text_]),
    );
    samples.set(name, [...(samples.get(name) ?? []), { labels: { ...labels, ...more }, value: Number(value) }]);
  }
  return { at, samples };
}
