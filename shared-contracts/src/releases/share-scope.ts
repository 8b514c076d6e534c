/**
 * The libraries the shell provides to every remote, in one copy. Each subpath a remote may import is listed: one that
 * is not would be bundled again by every remote. The exports are the whole of what a remote may use of a library
 * (`undefined`: all of it); the shell ships no more than these.
 */
export const shareScope = {
  react: undefined,
  "react/jsx-runtime": undefined,
  "react-dom": undefined,
  "react-dom/client": undefined,
  "react-intl": ["IntlProvider", "FormattedMessage", "useIntl", "createIntl"],
  jotai: ["atom", "createStore", "Provider", "useAtom", "useAtomValue", "useSetAtom", "useStore"],
  "jotai/utils": ["atomWithReset", "useHydrateAtoms"],
  "react-router-dom": ["BrowserRouter", "Link", "NavLink", "useLocation", "useSearchParams"],
} as const satisfies Record<string, readonly string[] | undefined>;

export type SharedModule = keyof typeof shareScope;

/** True for a module that the shell gives to every remote. */
export function isSharedModule(name: string): name is SharedModule {
  return Object.hasOwn(shareScope, name);
}

/** The npm package of a shared module: `react-dom/client` is in `react-dom`. */
export function toPackageOfShared(module: SharedModule): string {
  return module.split("/")[0] ?? module;
}

/** The version of the contract, semver. A shell accepts the current major and the one before. */
export const contractVersion = "1.0.0";

/** The global through which the shell hands its federation bundler runtime to the remotes' entries. */
export const federationGlobal = "__SITE_FEDERATION__";
