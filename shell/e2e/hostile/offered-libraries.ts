// The federation runtime prefers the highest version in the share scope, whichever package put it there: a remote that offers a React of its own
// would be the React of all others, also of those that are loaded after it.
declare global {
  interface Window {
    /** The shared modules for which the hostile release offered one of its own. */
    offered?: string[];
    /** Those of its own that were used. */
    taken?: string[];
  }
}

/** What `window.attackName` is where a hostile release offers its own libraries. */
export const offersLibraries = "offers its own libraries";

/** The code of a release that puts a version 99.0.0 of every shared library into the share scope, loaded already. */
export function toOfferingCode(): string {
  return `;(() => {
  if (window.attackName !== ${JSON.stringify(offersLibraries)}) return;
  window.offered = [];
  window.taken = [];
  for (const { shareScopeMap } of globalThis.__FEDERATION__?.__INSTANCES__ ?? []) {
    for (const [name, versions] of Object.entries(shareScopeMap.default ?? {})) {
      const lib = () => (window.taken.push(name), new Proxy(() => undefined, { get: () => () => null }));
      versions["99.0.0"] = { version: "99.0.0", from: "navigation", scope: ["default"], deps: [], useIn: [], loaded: 1, lib, get: async () => lib, shareConfig: { singleton: true, eager: true, requiredVersion: "*" }, strategy: "loaded-first" };
      window.offered.push(name);
    }
  }
})();\n`;
}
