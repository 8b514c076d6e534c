import type { ReleaseSet } from "@site/contracts/releases/release-set";
import { promote } from "../../src/server/publishing/promote.ts";
import { readRelease } from "../../src/server/releases/release-files.ts";
import { type Variant, type VariantOptions, writeVariant } from "../releases/release-variant.ts";
import { openStore } from "../releases/site-command.ts";

/**
 * Puts a variant into a store as if every check had passed it: what checks would refuse is shown to be harmless where it runs.
 * `writeVariant` says what a variant is.
 */
export async function admitVariant(storeDir: string, name: string, options: VariantOptions): Promise<Variant> {
  const variant = await writeVariant(storeDir, name, options);
  const store = await openStore(storeDir);
  await store.admit(await readRelease(variant.folder, name));
  return variant;
}

/** A release in the store. */
type Versioned = Pick<Variant, "name" | "version">;

/** Signs that the set of variants and of the others' present releases was checked: its promote does not check it again. */
export async function countersignVariants(storeDir: string, variants: readonly Versioned[]): Promise<void> {
  const store = await openStore(storeDir);
  const current = await store.current();
  await store.countersign(await store.toSet({ ...current?.set.versions, ...toVersions(variants) }), {
    sites: ["GGPPH"],
    checks: [],
  });
}

/** Makes variants live beside the others' present releases, as an operator does whose set was checked. */
export async function promoteVariants(storeDir: string, variants: readonly Versioned[]): Promise<ReleaseSet> {
  await countersignVariants(storeDir, variants);
  return (await promote(await openStore(storeDir), toVersions(variants), { why: "a fault test" })).set;
}

function toVersions(variants: readonly Versioned[]): Record<string, string> {
  return Object.fromEntries(variants.map(({ name, version }) => [name, version]));
}
