import { attachShareScopeMap, bundlerRuntime } from "@module-federation/webpack-bundler-runtime";
import * as runtimeCore from "@module-federation/runtime-core";
import { federationGlobal } from "../src/releases/share-scope.ts";

/**
 * Provides federation's runtime to the remotes' entries, which contain none of their own: 3 KB instead of 14 each. Both
 * globals depend on the internals of one exact version; a test fails when it changes.
 */
export function provideBundlerRuntime(runtime: unknown): void {
  Object.assign(globalThis, {
    _FEDERATION_RUNTIME_CORE: runtimeCore,
    [federationGlobal]: { runtime, bundlerRuntime, attachShareScopeMap },
  });
}
