import type { SiteConfig } from "@site/contracts/site/site-config";
import type { LoadedRelease } from "../releases/loaded-release.ts";

/** The site's wordmark out of a release of the shell. */
export function readLogo({ logo }: SiteConfig, shell: LoadedRelease | undefined): string {
  return shell?.files.get(`browser${logo.path}`)?.toString("utf8").trim() ?? "";
}
