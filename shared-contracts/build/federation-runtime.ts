// What a remote's entry uses instead of its own copy of federation's bundler runtime: the shell's, which is already
// there. This leans on the shape of one exact version; the gate and the end-to-end tests fail when it changes.
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
