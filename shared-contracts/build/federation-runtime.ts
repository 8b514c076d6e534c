// Replaces federation's bundler runtime in a remote's entry by the shell's, which is loaded already. It depends on the internals of one exact
// version; the release checks and the end-to-end tests fail when they change.
import { federationGlobal } from "../src/releases/share-scope.ts";

interface FederationHost {
  runtime: object;
  bundlerRuntime: object;
  attachShareScopeMap: unknown;
}

function readHost(): FederationHost {
  const host: unknown = Reflect.get(globalThis, federationGlobal);
  if (isHost(host)) return host;
  throw new Error("A remote's entry ran before the shell's federation runtime.");
}

function isHost(value: unknown): value is FederationHost {
  return typeof value === "object" && value !== null && "runtime" in value && "bundlerRuntime" in value;
}

const host = readHost();

export default {
  runtime: host.runtime,
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime: { ...host.bundlerRuntime, S: {} },
  attachShareScopeMap: host.attachShareScopeMap,
  bundlerRuntimeOptions: {},
};
