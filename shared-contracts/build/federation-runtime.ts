// What a remote's entry uses instead of its own copy of federation's bundler runtime: the shell's, which is already
// there. This leans on the shape of one exact version; the gate and the end-to-end tests fail when it changes.
import { federationGlobal } from "../src/share-scope.ts";

interface FederationHost {
  runtime: unknown;
  bundlerRuntime: Record<string, unknown>;
  attachShareScopeMap: unknown;
}

declare const globalThis: Record<string, FederationHost | undefined>;

const host = globalThis[federationGlobal];
if (!host) throw new Error("A remote's entry ran before the shell's federation runtime.");

const federation = {
  runtime: host.runtime,
  instance: undefined,
  initOptions: undefined,
  bundlerRuntime: { ...host.bundlerRuntime, S: {} },
  attachShareScopeMap: host.attachShareScopeMap,
  bundlerRuntimeOptions: {},
};

export default federation;
