import type { FastifyBaseLogger, FastifyRequest } from "fastify";
import { toProblem } from "@site/contracts/errors";
import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { toErrorId, toSetOrigin } from "../../../layout/error-id.ts";

/** A failed or refused request. */
export interface FailedRequest {
  /** The error id that the visitor saw. The line in the log has it too, as `errorId`. */
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

/** Gives failures ids, by which visitors report them and operators find them. */
export interface FailedRequests {
  /** Logs and records the failure of a request. @returns the id for the response */
  note(request: FastifyRequest, status: number, error: unknown): string;
  /** Logs and records that requests are refused from now on. @returns one id for all of these responses */
  noteOverload(): string;
  /** The latest failures, newest first. */
  list(): FailedRequest[];
}

export interface FailedRequestsOptions {
  log(): FastifyBaseLogger;
  /** The set that is live. */
  readSet(): ReleaseSet | undefined;
}

/** Most recorded failures. Earlier ones are in the log. */
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
