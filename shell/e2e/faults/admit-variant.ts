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

/** Makes variants live beside the others' present releases, as an operator does whose set was checked. Returns the id of the set. */
export async function promoteVariants(storeDir: string, variants: readonly Variant[]): Promise<string> {
  const store = await openStore(storeDir);
  const versions = Object.fromEntries(variants.map(({ name, version }) => [name, version]));
  const current = await store.current();
  await store.countersign(await store.toSet({ ...current?.set.versions, ...versions }), {
    sites: ["GGPPH"],
    checks: [],
  });
  return (await promote(store, versions, { why: "a fault test" })).set.id;
}
