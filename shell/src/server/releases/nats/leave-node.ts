import type { NatsConnection } from "@nats-io/transport-node";

/** Milliseconds without one answered request after which a node is left. An election of all nodes takes about as long, and nothing is lost by it. */
const leavesAfterMs = 5000;

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
 */
export function createNodeAnswers(addresses: number): NodeAnswers {
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
