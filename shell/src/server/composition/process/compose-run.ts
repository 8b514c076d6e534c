import { SiteError } from "@site/contracts/errors";
import type { OrderReport, WrittenPage } from "./compose-messages.ts";

export type Composed = Extract<OrderReport, { kind: "composed" }>;

/** A running order of pages, and the pages of it that arrived. */
export interface ComposeRun {
  id: number;
  pages: ReadonlyMap<string, WrittenPage>;
  fragments: ReadonlyMap<string, Buffer>;
  /** Resolves when all pages arrived, or with the error why they do not. */
  outcome: Promise<Composed | SiteError>;
  /** The fragments of these digests that are live. */
  findLive(digests: readonly string[]): [digest: string, packed: Buffer][];
  /** Handles a report of the process about this order. A page that was not ordered, or is missing at the end, fails the order. */
  take(report: OrderReport): void;
  fail(error: SiteError): void;
}

const toError = (problem: string): SiteError => new SiteError("COMPOSE_FAILED", { problem });

/**
 * @param keys of the pages that are ordered
 * @param live the fragments of the live set, which the process may request
 */
export function createComposeRun(
  id: number,
  keys: readonly string[],
  live: ReadonlyMap<string, Buffer> = new Map(),
): ComposeRun {
  const { promise: outcome, resolve } = Promise.withResolvers<Composed | SiteError>();
  const open = new Set(keys);
  const pages = new Map<string, WrittenPage>();
  const fragments = new Map<string, Buffer>();
  return {
    id,
    pages,
    fragments,
    outcome,
    findLive: (digests) =>
      digests.flatMap((digest): [string, Buffer][] => {
        const packed = live.get(digest);
        return packed ? [[digest, packed]] : [];
      }),
    take(report) {
      if (report.kind === "fragment") fragments.set(report.digest, report.packed);
      else if (report.kind === "failed") resolve(toError(report.problem));
      else if (report.kind === "composed") resolve(open.size === 0 ? report : toError("its process left out pages"));
      else if (open.delete(report.key)) pages.set(report.key, report.page);
      else resolve(toError(`its process sent ${report.key}, which was not asked for`));
    },
    fail: resolve,
  };
}
