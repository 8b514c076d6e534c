import type { UserOptions } from "@module-federation/runtime/types";
import { type SharedModule, toPackageOfShared } from "../src/releases/share-scope.ts";

/** Installed versions by package, from the build. */
declare const SHARED_VERSIONS: Record<string, string>;

const loadReact = () => import(/* webpackChunkName: "react" */ "../react/shared/react.ts");

/** The shared libraries, each fetched when the first island asks for it. */
const loaders: Record<SharedModule, () => Promise<object>> = {
  react: () => loadReact().then(({ react }) => react),
  "react/jsx-runtime": () => loadReact().then(({ jsxRuntime }) => jsxRuntime),
  "react-dom": () => loadReact().then(({ reactDom }) => reactDom),
  "react-dom/client": () => loadReact().then(({ reactDomClient }) => reactDomClient),
  "react-intl": () => import(/* webpackChunkName: "intl" */ "../react/shared/react-intl.ts"),
  jotai: () => import(/* webpackChunkName: "jotai" */ "../react/shared/jotai.ts"),
  "jotai/utils": () => import(/* webpackChunkName: "jotai" */ "../react/shared/jotai-utils.ts"),
  "react-router-dom": () => import(/* webpackChunkName: "router" */ "../react/shared/react-router-dom.ts"),
};

/** The share scope as the federation runtime takes it: each module with its exact version, loaded when an island needs it. */
export const sharedLibraries: NonNullable<UserOptions["shared"]> = Object.fromEntries(
  (Object.keys(loaders) as SharedModule[]).map((module) => {
    const version = SHARED_VERSIONS[toPackageOfShared(module)] ?? "0.0.0";
    return [
      module,
      {
        version,
        scope: ["default"],
        get: async () => {
          // A preload that failed before fails the first request too.
          const library = await loaders[module]().catch(loaders[module]);
          return () => library;
        },
        shareConfig: { singleton: true, requiredVersion: `^${version}` },
      },
    ];
  }),
);
