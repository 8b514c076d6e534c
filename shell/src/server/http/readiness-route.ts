import type { FastifyInstance } from "fastify";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { isLocal } from "./answers/is-local.ts";

/** What a server says of itself to a load balancer and to an operator. */
export interface Readiness {
  /** Whether a load balancer may send requests. */
  ready: boolean;
  /** What is live; undefined before the first set. */
  set: ReleaseSet | undefined;
  /** Further facts for operators, by name. */
  details: Readonly<Record<string, unknown>>;
  /** Why another revision is live than should be, as a sentence, which may name addresses and files; null without such a lag. */
  problem: string | null;
}

/** Digits of a digest in the answer: as many as a version has. */
const shownDigits = 12;

/**
 * `GET /readyz`: 200 while the server is ready for requests, 503 otherwise. Load balancers ask every few seconds, so digests are cut short;
 * `/readyz?whole` has all of their digits, and the sentence of a lag, for requests from this machine.
 */
export function registerReadiness(server: FastifyInstance, read: () => Readiness): void {
  server.get<{ Querystring: Record<string, unknown> }>("/readyz", (request, reply) => {
    const { ready, set, details, problem } = read();
    const isWhole = "whole" in request.query && isLocal(request);
    return reply
      .code(ready ? 200 : 503)
      .header("cache-control", "no-store")
      .send({ ready, ...(set && (isWhole ? set : shorten(set))), ...details, ...(isWhole && { problem }) });
  });
}

function shorten(set: ReleaseSet): ReleaseSet {
  return {
    ...set,
    digests: Object.fromEntries(
      Object.entries(set.digests).map(([name, digest]) => [name, digest.slice(0, shownDigits)]),
    ),
  };
}
