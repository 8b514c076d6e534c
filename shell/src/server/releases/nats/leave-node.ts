import type { NatsConnection } from "@nats-io/transport-node";

/** The answers of the node that a link is connected with. */
export interface NodeAnswers {
  answered(): void;
  /** Notes a request without an answer; leaves the node for the next address when none was answered for a while. */
  unanswered(connection: Pick<NatsConnection, "reconnect">): void;
}

/**
 * Leaves a node of a cluster that keeps its connections and answers nothing, as one that is cut off from the other nodes: the client itself looks for
 * another address only when a connection is lost.
 * @param addresses how many addresses the store has
 * @param leavesAfterMs milliseconds without one answered request
 */
export function createNodeAnswers(addresses: number, leavesAfterMs: number): NodeAnswers {
  let silentSince: number | undefined;
  return {
    answered() {
      silentSince = undefined;
    },
    unanswered(connection) {
      const now = performance.now();
      silentSince ??= now;
      if (addresses < 2 || now - silentSince < leavesAfterMs) return;
      // The next node gets the same time to answer.
      silentSince = undefined;
      // It rejects when the connection was closed meanwhile.
      void connection.reconnect().catch(() => undefined);
    },
  };
}
