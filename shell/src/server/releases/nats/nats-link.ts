import { type JetStreamClient, jetstream, type JetStreamManager, jetstreamManager } from "@nats-io/jetstream";
import { connect, type NatsConnection } from "@nats-io/transport-node";
import { SiteError, toProblem } from "@site/contracts/errors";
import { within } from "../../disk/within.ts";
import { askAgain } from "./ask-again.ts";
import { type LinkTimes, linkTimes, reconnectMs, toConnectionOptions } from "./connection-options.ts";
import { createNodeAnswers } from "./leave-node.ts";
import { type NatsAddress, toAddressText } from "./nats-address.ts";
import { isNoRoom } from "./no-room.ts";
import { followRefusals } from "./refusals.ts";
import { timeRequests } from "./slow-answers.ts";
import { findConnectionProblem } from "./connection-problem.ts";

/**
 * Milliseconds for which a command retries, as while a cluster elects a leader or has just started. NATS begins an election 4 to 9 s after the loss
 * of a leader, and another one after each vote that no server won: two servers of three took 4 to 17 s until they had one, and up to 36 s beside
 * other load.
 */
const commandAsksForMs = 60_000;

/** The clients of NATS that a request uses. */
export interface NatsClients {
  connection: NatsConnection;
  js: JetStreamClient;
  jsm: JetStreamManager;
}

/** A connection to the servers of a store. It is made at the first request, and reconnects until it is closed. */
export interface NatsLink {
  address: NatsAddress;
  /** That of {@link LinkTimes}. */
  watchMs: number;
  /**
   * Runs a request. In a command, which runs only once, it is retried while NATS does not answer: its writes have to be idempotent.
   * @throws SiteError `STORE_UNREACHABLE` when there is no connection, or no answer in time; `STORE_FULL`; other errors of the request as they are
   */
  request<T>(run: (clients: NatsClients) => Promise<T>): Promise<T>;
  /** Calls back after each reconnection, until `signal` aborts. */
  onReconnect(callback: () => void, signal: AbortSignal): void;
  close(): Promise<void>;
}

export interface LinkOptions {
  /** Whether the first connection is retried until it succeeds. In a command it fails at once. */
  keepsTrying: boolean;
  /** Milliseconds for which a request of a command is retried; by default {@link commandAsksForMs}. */
  askAgainForMs?: number | undefined;
  /** Called with a sentence when a request of a command is being retried, and when the answers are slow. No sentence is repeated. */
  onWait?: ((text: string) => void) | undefined;
  /** Other times than {@link linkTimes}. */
  times?: Partial<LinkTimes> | undefined;
}

export function openNatsLink(
  address: NatsAddress,
  { keepsTrying, onWait, times, askAgainForMs = keepsTrying ? 0 : commandAsksForMs }: LinkOptions,
): NatsLink {
  const { requestMs, silentMs, leavesNodeAfterMs, watchMs } = { ...linkTimes, ...times };
  const reconnected = new Set<() => void>();
  let connecting: Promise<NatsClients> | undefined;
  let current: NatsClients | undefined;
  const refusals = followRefusals(address);
  const node = createNodeAnswers(address.servers.length, leavesNodeAfterMs);
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;

  /** The sentences of this link: over a slow line hundreds of requests have the same one. */
  const told = new Set<string>();
  function tellWait(text: string): void {
    if (told.has(text)) return;
    told.add(text);
    onWait?.(text);
  }
  const timed = timeRequests((averageMs) => tellWait(toSlowText(address, averageMs)));

  const toUnreachable = (cause: unknown): SiteError =>
    new SiteError("STORE_UNREACHABLE", { address: toAddressText(address), problem: toProblem(cause) }, { cause });

  async function connectOnce(): Promise<NatsClients> {
    let connection: NatsConnection | undefined;
    // A new connection does not know about earlier attempts.
    connection = await connect(await toConnectionOptions(address, requestMs, () => void connection?.close()));
    if (isClosed) {
      await connection.close();
      throw new Error("the connection was closed");
    }
    const js = jetstream(connection, { timeout: requestMs });
    const jsm = await jetstreamManager(connection, { checkAPI: false, timeout: requestMs });
    current = { connection, js, jsm };
    void followStatus(connection);
    return current;
  }

  /** Reports reconnections, and drops a connection that ended for good, such as one whose credentials cannot be read any more. */
  async function followStatus(connection: NatsConnection): Promise<void> {
    for await (const status of connection.status()) {
      refusals.note(status);
      if (status.type !== "reconnect") continue;
      for (const tell of reconnected) tell();
    }
    refusals.forget();
    if (current?.connection === connection) {
      current = undefined;
      connecting = undefined;
      if (keepsTrying && !isClosed) connectLater();
    }
  }

  function connectLater(): void {
    retry = setTimeout(() => void connectAgain(), reconnectMs);
    retry.unref();
  }

  async function connectAgain(): Promise<void> {
    try {
      await start();
    } catch {
      // `start` retries.
      return;
    }
    for (const tell of reconnected) tell();
  }

  function start(): Promise<NatsClients> {
    connecting ??= connectOnce().catch((error: unknown) => {
      connecting = undefined;
      if (keepsTrying && !isClosed) connectLater();
      throw error;
    });
    return connecting;
  }

  /** A command waits while each address is tried: one of them may accept connections and give no answer, and the next one may be well. */
  async function waitForClients(): Promise<NatsClients> {
    if (current) return current;
    const tries = keepsTrying ? 1 : address.servers.length;
    const notice = setTimeout(() => tellWait(toConnectingText(address, requestMs)), silentMs);
    try {
      return await within(start(), requestMs * tries, new Error("no connection in time"));
    } catch (error) {
      const problem = await findConnectionProblem(address);
      throw toUnreachable(problem === undefined ? error : new Error(problem, { cause: error }));
    } finally {
      clearTimeout(notice);
    }
  }

  async function runOnce<T>(clients: NatsClients, run: (clients: NatsClients) => Promise<T>): Promise<T> {
    try {
      const answer = await run(clients);
      node.answered();
      return answer;
    } catch (error) {
      if (isLost(error)) node.unanswered(clients.connection);
      else node.answered();
      throw error;
    }
  }

  async function request<T>(run: (clients: NatsClients) => Promise<T>): Promise<T> {
    if (isClosed) throw toUnreachable(new Error("the connection was closed"));
    const clients = await waitForClients();
    try {
      return await timed(() =>
        askAgain(() => runOnce(clients, run), {
          mayPass: (error) => isLost(error) && !isClosed,
          milliseconds: askAgainForMs,
          notice: {
            silentMs,
            onWait: (error) => tellWait(toWaitText(address, refusals.latest() ?? error, askAgainForMs)),
          },
        }),
      );
    } catch (error) {
      if (isNoRoom(error)) throw new SiteError("STORE_FULL", { path: toAddressText(address) }, { cause: error });
      throw isLost(error) ? toUnreachable(refusals.latest() ?? error) : error;
    }
  }

  return {
    address,
    watchMs,
    request,
    onReconnect(callback, signal) {
      if (signal.aborted) return;
      reconnected.add(callback);
      signal.addEventListener("abort", () => reconnected.delete(callback), { once: true });
    },
    async close() {
      isClosed = true;
      clearTimeout(retry);
      await current?.connection.close();
    },
  };
}

const toWaitText = (address: NatsAddress, error: unknown, askAgainForMs: number): string =>
  `The release store at ${toAddressText(address)} gives no answer now (${toProblem(error)}); it is asked again for at most ${askAgainForMs / 1000} s.`;

const toConnectingText = (address: NatsAddress, requestMs: number): string =>
  `The release store at ${toAddressText(address)} gives no answer yet; each address is tried for ${requestMs / 1000} s.`;

const toSlowText = (address: NatsAddress, averageMs: number): string =>
  `The release store at ${toAddressText(address)} answers slowly: a request takes ${(averageMs / 1000).toFixed(1)} s. The command goes on.`;

/** Temporary errors: of the connection or the cluster, so that the same request may succeed later. */
function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { cause } = error;
  return (
    [
      "TimeoutError",
      "ClosedConnectionError",
      "DrainingConnectionError",
      "ConnectionError",
      "NoResponders",
      "RequestError",
      "JetStreamNotEnabled",
      "InvalidOperationError",
    ].includes(error.name) ||
    (cause !== error && isLost(cause)) ||
    // JetStream without a leader or a quorum.
    ("code" in error && typeof error.code === "number" && [503, 10008, 10023, 10039, 10076, 10118].includes(error.code))
  );
}
