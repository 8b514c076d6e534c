import { createInstance, type ModuleFederation, type ModuleFederationRuntimePlugin } from "@module-federation/runtime";
import * as runtime from "@module-federation/runtime";
import type { UserOptions } from "@module-federation/runtime/types";
import { type BrowserSet, findIntegrity, toReleasePath } from "../src/releases/browser-set.ts";
import type { IslandLifecycles } from "../src/islands/island.ts";
import type { IslandName } from "../src/names/island-name.ts";
import { isPackageName, toGlobalName } from "../src/names/package-name.ts";
import { provideBundlerRuntime } from "./bundler-runtime.ts";
import { sharedLibraries } from "./shared-libraries.ts";

let instance: ModuleFederation | undefined;
const registered = new Set<string>();

/**
 * Loads an island through Module Federation: its remote's entry, its files and the shared libraries that it imports.
 * @throws an Error after a network error, for a wrong hash or a missing expose
 */
export async function loadLifecycles(name: IslandName, set: BrowserSet): Promise<IslandLifecycles> {
  instance ??= createHost(set);
  const [owner = "", expose = ""] = name.split("/");
  const release = set.packages[owner];
  if (!release?.entry || !isPackageName(owner)) throw new Error(`This page has no remote ${owner}.`);
  const global = toGlobalName(owner);
  if (!registered.has(owner)) {
    registered.add(owner);
    instance.registerRemotes([
      {
        name: global,
        entry: toReleasePath(owner, release.version) + release.entry,
        type: "global",
        entryGlobalName: global,
      },
    ]);
  }
  const loaded = await instance.loadRemote<unknown>(`${global}/${expose}`);
  if (!isLifecycles(loaded)) throw new Error(`${name} has no lifecycles.`);
  return loaded;
}

function isLifecycles(value: unknown): value is IslandLifecycles {
  return (
    typeof value === "object" &&
    value !== null &&
    "mount" in value &&
    typeof value.mount === "function" &&
    "prepare" in value &&
    typeof value.prepare === "function"
  );
}

/** The guard has to be in every instance, because each remote's entry creates one that resolves shared libraries by itself. */
function createHost(set: BrowserSet): ModuleFederation {
  const libraries: SharedLibraries = new Map();
  const guard = toGuard(set, libraries);
  const host = createInstance({
    name: "site_shell",
    remotes: [],
    shared: sharedLibraries,
    shareStrategy: "loaded-first",
    plugins: [guard],
  });
  // Register it before any remote's code runs, which could add others.
  for (const [name, versions] of Object.entries(host.shareScopeMap["default"] ?? {}))
    for (const shared of Object.values(versions)) libraries.set(name, shared);
  provideBundlerRuntime({
    ...runtime,
    init: (options: UserOptions) => runtime.init({ ...options, plugins: [...(options.plugins ?? []), guard] }),
  });
  return host;
}

type Shared = ModuleFederation["shareScopeMap"][string][string][string];

/** The shell's own libraries by module. */
type SharedLibraries = Map<string, Shared>;

/**
 * Runs an entry only with the hash of the set, and takes shared libraries from the shell only, also when a remote offers
 * others under the same names.
 */
function toGuard(set: BrowserSet, libraries: SharedLibraries): ModuleFederationRuntimePlugin {
  return {
    name: "site-guard",
    createScript({ url }) {
      const integrity = findIntegrity(set, new URL(url, location.href).pathname);
      // A browser ignores an empty hash, and `integrity="undefined"`: fail closed.
      if (!integrity) throw new Error(`${url} is of no release that this page knows.`);
      const script = document.createElement("script");
      script.src = url;
      script.async = true;
      script.crossOrigin = "anonymous";
      script.integrity = integrity;
      return script;
    },
    resolveShare(args) {
      const shared = libraries.get(args.pkgName);
      if (shared) args.resolver = () => ({ shared, useTreesShaking: false });
      return args;
    },
  };
}
