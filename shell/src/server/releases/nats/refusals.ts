import type { Status } from "@nats-io/transport-node";
import type { NatsAddress } from "./nats-address.ts";
import { findConnectionProblem } from "./connection-problem.ts";

/** Why a connection that was lost is not made again. */
export interface Refusals {
  /** Takes note of a change of the connection. */
  note(status: Status): void;
  /** Forgets the reason, as when another connection is made. */
  forget(): void;
  /** The reason why the latest attempt failed, where it is known: NATS refuses the credentials, no server listens, or TLS fails. */
  latest(): Error | undefined;
}

/**
 * The client tells of refused credentials itself. Other errors of its attempts to reconnect it keeps, so the connection is examined beside them, once
 * at a time.
 */
export function followRefusals(address: NatsAddress): Refusals {
  let credentials: Error | undefined;
  let found: Error | undefined;
  let examination: symbol | undefined;

  async function examine(): Promise<void> {
    if (examination) return;
    const own = Symbol("examination");
    examination = own;
    const problem = await findConnectionProblem(address);
    if (examination !== own) return;
    examination = undefined;
    found = problem === undefined ? undefined : new Error(problem);
  }

  function forget(): void {
    credentials = undefined;
    found = undefined;
    examination = undefined;
  }

  return {
    note(status) {
      if (status.type === "error" && isRefused(status.error)) credentials = status.error;
      if (status.type === "reconnecting") void examine();
      if (status.type === "reconnect") forget();
    },
    forget,
    latest: () => found ?? credentials,
  };
}

/** Whether NATS refuses the credentials of this machine. */
function isRefused({ name }: Error): boolean {
  return name === "AuthorizationError" || name === "UserAuthenticationExpiredError";
}
