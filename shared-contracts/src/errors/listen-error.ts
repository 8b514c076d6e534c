import { SiteError } from "./errors.ts";

/** Where a server listens, and the variable that names its port. */
export interface ListenAddress {
  host: string;
  port: number;
  variable: "PORT" | "METRICS_PORT";
}

interface Reason {
  problem: string;
  toAdvice(variable: ListenAddress["variable"]): string;
}

/** What keeps a server from listening, and what to do about it, by the codes of the operating system. */
const reasons: Readonly<Record<string, Reason>> = {
  EACCES: {
    problem: "this user may not use the port",
    toAdvice: (variable) => `Set ${variable} to a port above 1023.`,
  },
  EADDRINUSE: {
    problem: "another program listens there",
    toAdvice: (variable) => `End what listens there, or set ${variable} to another port.`,
  },
  EADDRNOTAVAIL: {
    problem: "this machine has no such address",
    toAdvice: (variable) => `Set ${variable.replace("PORT", "HOST")} to an address of this machine.`,
  },
};

/** An error of listening with what to do about it; any other error as it is. */
export function toListenError(error: unknown, { host, port, variable }: ListenAddress): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons[code];
  if (reason === undefined) return error;
  const details = { address: `${host}:${port}`, problem: reason.problem, advice: reason.toAdvice(variable) };
  return new SiteError("ADDRESS_UNUSABLE", details, { cause: error });
}
