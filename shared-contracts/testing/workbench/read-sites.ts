import { existsSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { BenchSite } from "./bench-data.ts";

const siteSchema = v.object({
  siteId: v.string(),
  localeStrategy: v.string(),
  locales: v.array(v.object({ code: v.string() })),
});

/** The sites of this workspace; none for a remote in a repository of its own. */
export async function readSites(): Promise<BenchSite[]> {
  const file = join(import.meta.dirname, "../../../shell/sites/sites.ts");
  if (!existsSync(file)) return [];
  const { siteConfigs }: { siteConfigs: unknown } = await import(file);
  return Object.values(v.parse(v.record(v.string(), siteSchema), siteConfigs)).map(
    ({ siteId, localeStrategy, locales }) => ({
      siteId,
      locales: locales.map(({ code }) => code),
      prefix: localeStrategy === "prefix",
    }),
  );
}
