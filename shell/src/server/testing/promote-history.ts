import * as fc from "fast-check";
import type { PackageName } from "@site/contracts/names/package-name";
import { type Layout, layoutFile } from "@site/contracts/pages/layout";
import { layout } from "../../layout/layout.ts";
import { fewRoutes } from "./few-pages.ts";
import { type FixtureOptions, toServerSource } from "./fixture-release.ts";

/** The releases of a package in a step. A remote may also be absent, as when it could not be verified. */
const variants = {
  good: "",
  other: "return undefined;",
  broken: "throw new Error('broken');",
  visitor: `return { html: context.visitor.rule, readsVisitor: true };`,
  lobby: `if (key === "contact" || key === "header") return { html: '<div data-slot="lobby/table" data-variant="small"></div>', readsVisitor: false };`,
} as const;
type Variant = keyof typeof variants | "absent";

/** A page of each layout and each package, and those that a document adds. */
const routes = [...fewRoutes, ...layout.routes.filter(({ parameter }) => parameter)];
const toPages = (changed: Partial<Layout> = {}): Record<string, string> => ({
  [layoutFile]: JSON.stringify({ ...layout, routes, ...changed }),
});

/** The releases of the shell in a step: with another script, other styles, other pages, or without head fragments. */
export const shells = {
  good: toPages(),
  script: { ...toPages(), "browser/boot.js": "document.documentElement.dataset.boot = '2';" },
  styles: { ...toPages(), "browser/base.css": "@layer reset,tokens,base,remote,override;@layer base{body{margin:0}}" },
  fewer: toPages({ routes: routes.slice(0, -2) }),
  headless: toPages({ heads: [] }),
} as const satisfies Record<string, Readonly<Record<string, string>>>;

/** The head fragments in a step: on all pages, on some, on none, failing, or absent. */
const heads = {
  everywhere: `return { html: "", readsVisitor: false, headFragment: { vendors: ["analytics"], settings: { page: context.page.path } } };`,
  visitor: `return { html: "", readsVisitor: true, ...(context.visitor.rule === "none" && { headFragment: { vendors: ["analytics"], settings: {} } }) };`,
  nowhere: `return { html: "", readsVisitor: false };`,
  broken: `throw new Error('broken');`,
} as const;
type Head = keyof typeof heads | "absent";

const remotes = ["navigation", "content", "compliance", "lobby"] as const;
const remoteStep = fc.record({
  package: fc.constantFrom(...remotes),
  variant: fc.constantFrom<Variant>("good", "other", "broken", "visitor", "lobby", "absent"),
});
const shellStep = fc.record({
  package: fc.constant("shell" as const),
  variant: fc.constantFrom(...Object.keys(shells).filter(isShell)),
});
const headStep = fc.record({
  package: fc.constant("head" as const),
  variant: fc.constantFrom<Head>("everywhere", "visitor", "nowhere", "broken", "absent"),
});
/** A promote, and what happens around it. */
export const historyStep = fc.record({
  promoted: fc.oneof(remoteStep, shellStep, headStep),
  menus: fc.constantFrom("usual", "none"),
  isKilled: fc.boolean(),
  isPublished: fc.boolean(),
});

export type HistoryStep = typeof historyStep extends fc.Arbitrary<infer One> ? One : never;

/** A history with a promote of each kind: it is tried before the random ones. */
export const everyKind: HistoryStep[] = [
  { promoted: { package: "content", variant: "lobby" }, menus: "usual", isKilled: false, isPublished: false },
  { promoted: { package: "head", variant: "everywhere" }, menus: "usual", isKilled: false, isPublished: true },
  { promoted: { package: "shell", variant: "styles" }, menus: "usual", isKilled: false, isPublished: false },
  { promoted: { package: "lobby", variant: "broken" }, menus: "none", isKilled: true, isPublished: false },
  { promoted: { package: "navigation", variant: "visitor" }, menus: "none", isKilled: false, isPublished: true },
  { promoted: { package: "lobby", variant: "absent" }, menus: "usual", isKilled: true, isPublished: true },
  { promoted: { package: "shell", variant: "fewer" }, menus: "usual", isKilled: false, isPublished: false },
];

/** The package that a step promotes, and its release; none where the package is absent from then on. */
export function toPromotedRelease({ package: name, variant }: HistoryStep["promoted"]): {
  name: PackageName;
  options: FixtureOptions | undefined;
} {
  if (name === "shell") return { name, options: { files: shells[variant] } };
  if (name === "head") return { name: "compliance", options: withHead(variant) };
  return { name, options: variant === "absent" ? undefined : toRemote(name, variant) };
}

function isShell(name: string): name is keyof typeof shells {
  return Object.hasOwn(shells, name);
}

function toRemote(name: PackageName, variant: keyof typeof variants): FixtureOptions {
  const exposes = name === "lobby" ? { exposes: [{ key: "table" }] } : {};
  return { server: toServerSource(`${variant} ${name}`, variants[variant]), ...exposes };
}

/** A release with one of these head fragments, or without one. */
function withHead(variant: Head): FixtureOptions {
  if (variant === "absent") return { server: toServerSource("headless") };
  return {
    server: toServerSource(`head ${variant}`, `if (key === "head") { ${heads[variant]} }`),
    files: { "browser/head.js": `globalThis.head = ${JSON.stringify(variant)};` },
    document: { head: { script: "browser/head.js", vendors: ["analytics"] } },
  };
}
