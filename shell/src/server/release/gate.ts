import { satisfies } from "semver";
import { findForeignSelectors } from "@site/contracts/build/foreign-selectors";
import { SiteError } from "@site/contracts/errors";
import type { PackageName } from "@site/contracts/package-name";
import { contractVersion } from "@site/contracts/share-scope";
import type { SiteConfig } from "@site/contracts/site-config";
import type { DataDocuments } from "@site/contracts/data-documents";
import { toIslandParts } from "@site/contracts/remote";
import { composePages } from "../page/compose.ts";
import { FragmentMemory, type LoadedPackages } from "../page/render-fragments.ts";
import { planPages } from "../page/page-plan.ts";
import type { RenderPool } from "../render/render-pool.ts";
import { findSlotProblems, type SlotProblem } from "./find-slot-problems.ts";
import { readLayout } from "./read-layout.ts";
import type { LoadedRelease } from "./release-files.ts";

/** Bytes (brotli) a release may not pass: its entry, the scripts of one island, the plain script of its head fragment. */
export const releaseBudgets = { entry: 20 * 1024, expose: 20 * 1024, core: 20 * 1024, head: 3 * 1024 } as const;

export interface GateOptions {
  sites: readonly SiteConfig[];
  data: DataDocuments;
  pool: RenderPool;
  /** The packages the candidate would stand beside; at a first start, those admitted before it. */
  beside: LoadedPackages;
}

/**
 * Decides whether a verified release may enter the store: contract, shared libraries, budgets, styles, and every page
 * it owns renders.
 * @throws SiteError with the reason and what to change.
 */
export async function checkRelease(candidate: LoadedRelease, { sites, data, pool, beside }: GateOptions): Promise<void> {
  const { release, label } = candidate;
  const shell = release.name === "shell" ? candidate : beside.get("shell");
  checkContract(release.contract, label);
  if (shell) checkShared(candidate, shell);
  checkBudgets(candidate);
  checkStyles(candidate, [...beside.keys()]);
  if (!shell) return;
  const packages = new Map([...beside, [release.name, candidate] as const]);
  const layout = readLayout(packages);
  for (const site of sites) {
    const pages = await composePages(planPages(site, data, layout), {
      packages, layout, site, data, pool,
      memory: new FragmentMemory(),
      onFailure({ island, page, problem }) {
        const { owner, expose } = toIslandParts(island);
        if (owner === release.name) throw new SiteError("RELEASE_PAGE_FAILED", { release: label, expose, page, problem });
      },
    });
    const isOurs = ({ island, slot }: SlotProblem): boolean => [island, slot].some((one) => one.startsWith(`${release.name}/`));
    const found = findSlotProblems(pages, packages).find(isOurs);
    if (found) throw new SiteError("RELEASE_SLOT_UNKNOWN", { release: label, ...found });
  }
}

/** The current major of the contract and the one before are accepted. */
function checkContract(contract: string, label: string): void {
  const [major = 0] = contractVersion.split(".").map(Number);
  const accepted = `^${major}.0.0${major > 1 ? ` || ^${major - 1}.0.0` : ""}`;
  if (!satisfies(contract, accepted)) throw new SiteError("RELEASE_CONTRACT_UNSUPPORTED", { release: label, contract, accepted });
}

/**
 * Checks that releases which were admitted one by one also go together: each remote's shared libraries with the shell.
 * @throws SiteError `RELEASE_SHARED_UNSUPPORTED` or `RELEASE_CONTRACT_UNSUPPORTED`
 */
export function checkSet(packages: LoadedPackages): void {
  const shell = packages.get("shell");
  for (const candidate of packages.values()) {
    checkContract(candidate.release.contract, candidate.label);
    if (shell) checkShared(candidate, shell);
  }
}

/** A remote built against another React than the shell's would run two of them, or none. */
function checkShared({ release, label }: LoadedRelease, shell: LoadedRelease): void {
  for (const [library, range] of Object.entries(release.shared)) {
    const provided = shell.release.shared[library]?.replace(/^\^/, "");
    if (provided === undefined || !satisfies(provided, range)) {
      throw new SiteError("RELEASE_SHARED_UNSUPPORTED", { release: label, library, range, provided: provided ?? "nothing" });
    }
  }
}

function checkBudgets({ release, label, files }: LoadedRelease): void {
  // Of the bytes themselves: a document can claim any size.
  const size = (file: string): number => (files.get(`${file}.br`) ?? files.get(file))?.length ?? 0;
  const check = (what: string, actual: number, budget: number): void => {
    if (actual > budget) throw new SiteError("RELEASE_OVER_BUDGET", { release: label, what, actual, budget });
  };
  if (release.entry !== undefined) check("the entry", size(release.entry), release.name === "shell" ? releaseBudgets.core : releaseBudgets.entry);
  if (release.head) check("the head script", size(release.head.script), releaseBudgets.head);
  for (const { key, js } of release.exposes) {
    check(`the island ${key}`, js.reduce((sum, file) => sum + size(file), 0), releaseBudgets.expose);
  }
}

function checkStyles({ release, label, files }: LoadedRelease, others: readonly PackageName[]): void {
  if (release.name === "shell") return;
  for (const [file, bytes] of files) {
    if (!file.endsWith(".css")) continue;
    const [selector] = findForeignSelectors(bytes.toString("utf8"), release.name, others);
    if (selector !== undefined) throw new SiteError("RELEASE_STYLE_FOREIGN", { release: label, selector, file });
  }
}
