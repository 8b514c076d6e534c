import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { toProblem } from "@site/contracts/errors";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { toErrorId, toSetOrigin } from "../../../layout/error-id.ts";

/** A request that this server could not answer as it should. */
export interface FailedRequest {
  /** What the answer named to the visitor. The line in the log has it too, as `errorId`. */
  id: string;
  /** UTC, ISO 8601. */
  at: string;
  status: number;
  /** Without the query. */
  path: string;
  problem: string;
  /** The set and revision that were live; null before the first. */
  set: string | null;
  revision: number | null;
}

/** Names failures to visitors and operators alike. */
export interface FailedRequests {
  /** Logs the failure of a request, and keeps it. @returns the id for the answer */
  note(request: FastifyRequest, status: number, error: unknown): string;
  /** Logs that some requests are refused from now on, and keeps that. @returns one id for all of these answers */
  noteOverload(): string;
  /** The latest, the last one first. */
  list(): FailedRequest[];
}

export interface FailedRequestsOptions {
  log(): FastifyBaseLogger;
  /** The set that is live. */
  readSet(): ReleaseSet | undefined;
}

/** The latest failures are kept here. Earlier ones are in the log. */
const maxKept = 50;

export function createFailedRequests({ log, readSet }: FailedRequestsOptions): FailedRequests {
  const kept: FailedRequest[] = [];
  let overloads = 0;

  function keep(what: string, facts: Pick<FailedRequest, "status" | "path" | "problem">): string {
    const set = readSet();
    const id = toErrorId(toSetOrigin(set?.id ?? "none"), what);
    const at = new Date().toISOString();
    kept.unshift({ id, at, ...facts, set: set?.id ?? null, revision: set?.revision ?? null });
    kept.splice(maxKept);
    return id;
  }

  return {
    note(request, status, error) {
      const problem = toProblem(error);
      const [path = ""] = request.url.split("?");
      const id = keep(`request ${request.id}`, { status, path, problem });
      request.log.error({ errorId: id, path: request.url, problem }, "a request failed");
      return id;
    },
    noteOverload() {
      overloads += 1;
      const problem = "there are more requests than can be answered: some get 503";
      const id = keep(`overload ${overloads} ${Date.now()}`, { status: 503, path: "", problem });
      log().warn({ errorId: id }, problem);
      return id;
    },
    list: () => [...kept],
  };
}
