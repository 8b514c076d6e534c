/**
 * The folders of the workspace that have an order, lowest first. A file imports from its own folder and from lower ones only, so that lower folders can
 * be read without higher ones. A file belongs to the listed folder with the longest matching path.
 */
export const orderedFolders = [
  "shared-contracts/src/names",
  "shared-contracts/src/wire",
  "shared-contracts/src/errors",
  "shared-contracts/src/locale",
  "shared-contracts/src/site",
  "shared-contracts/src/visitor",
  "shared-contracts/src/documents",
  "shared-contracts/src/api",
  "shared-contracts/src/events",
  "shared-contracts/src/islands",
  "shared-contracts/src/releases",
  "shared-contracts/src/pages",
  "shared-contracts/react",
  "shared-contracts/host",
  "shared-contracts/signing",
  "shared-contracts/answers",
  "shared-contracts/confine",
  "shared-contracts/release-checks",
  "shared-contracts/build",
  "shared-contracts/publishing",
  "shell/src/icons",
  "shell/src/layout",
  "shell/src/signing",
  "shell/sites",
  "shell/src/server/caches",
  "shell/src/server/disk",
  "shell/src/server/visitor",
  "shell/src/server/policies",
  "shell/src/server/traces",
  "shell/src/server/reports",
  "shell/src/server/health",
  "shell/src/server/locale",
  "shell/src/server/data",
  "shell/src/server/icons",
  "shell/src/server/downloads",
  "shell/src/server/releases/trust",
  "shell/src/server/releases/storage",
  "shell/src/server/releases/nats",
  "shell/src/server/releases",
  "shell/src/server/releases/signed-store",
  "shell/src/server/releases/stores",
  "shell/src/server/access",
  "shell/src/server/pages",
  "shell/src/server/images",
  "shell/src/server/composition/render",
  "shell/src/server/composition/fragments",
  "shell/src/server/composition/documents",
  "shell/src/server/composition/process",
  "shell/src/server/release-checks",
  "shell/src/server/publishing",
  "shell/src/server/live",
  "shell/src/server/testers",
  "shell/src/server/console",
  "shell/src/server/continuity",
  "shell/src/server/http/answers",
  "shell/src/server/http/connections",
  "shell/src/server/http/pages",
  "shell/src/server/http/files",
  "shell/src/server/http/reports",
  "shell/src/server/http",
  "shell/src/server/http/api",
  "shell/src/server/http/teams",
  "shell/src/server/http/testers",
  "shell/src/server/http/console",
  "shell/src/server",
  "shell/development",
  "shell/cli/workspace",
  "shell/cli/store",
  "shell/cli/command-line",
  "shell/cli/releases",
  "shell/cli/trust",
  "shell/cli/servers",
  "shell/cli/help",
  "shell/cli/doctor",
  "shell/cli/development",
  "shell/cli",
  "shell/cli/commands",
] as const;

/** The listed folder of a file by its path in the workspace; undefined for tests, their fixtures, and folders without an order. */
export function findOrderedFolder(path: string): string | undefined {
  if (isForTests(path)) return undefined;
  return orderedFolders.filter((folder) => path.startsWith(`${folder}/`)).toSorted((a, b) => b.length - a.length)[0];
}

/** Whether files of one listed folder may import files of another: of the same or a lower one. */
export function mayImport(from: string, to: string): boolean {
  return orderedFolders.findIndex((folder) => folder === to) <= orderedFolders.findIndex((folder) => folder === from);
}

export type Side = "browser" | "server" | "both";

/** Folders whose files need no suffix, because all of them run on one side. */
const folderSides: readonly [folder: string, side: Side][] = [
  ["shared-contracts/src/", "both"],
  ["shared-contracts/react/", "both"],
  ["shared-contracts/host/", "browser"],
  ["shared-contracts/", "server"],
  ["shell/src/browser/", "browser"],
  ["shell/src/overlay/", "browser"],
  ["shell/src/exposes/", "both"],
  ["shell/src/icons/", "both"],
  ["shell/src/layout/", "both"],
  ["shell/src/signing/", "both"],
  ["shell/src/ui/", "both"],
  ["shell/sites/", "both"],
  ["shell/", "server"],
];

/** The side on which a file runs: by its suffix, else by its folder. Undefined for tests, which use both sides, and for configuration. */
export function findSide(path: string): Side | undefined {
  if (!/\.(ts|tsx|mjs)$/.test(path) || isForTests(path)) return undefined;
  const suffix = /\.(browser|server)\.tsx?$/.exec(path)?.[1];
  if (suffix === "browser" || suffix === "server") return suffix;
  if (/^remote-[^/]+\/src\//.test(path)) return "both";
  return folderSides.find(([folder]) => path.startsWith(folder))?.[1];
}

function isForTests(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)(e2e|bench)\/|^remote-[^/]+\/testing\/|\.preview\.ts$|\/server\/testing\/|\/testing\/fixture|^shell\/cli\/testing\/|^shared-contracts\/testing\//.test(
    path,
  );
}
