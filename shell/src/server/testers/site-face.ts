import { shellName } from "@site/contracts/names/package-name";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import type { SiteState } from "../pages/site-state.ts";

const fontFile = "browser/archivo.woff2";

/**
 * The rule for the site's typeface, under the name `Site`, from the live release of the shell. Empty when the release has none. The pages of the site
 * have rules of their own, which this rule does not affect.
 */
export function toSiteFace(state: Pick<SiteState, "packages"> | undefined): string {
  const shell = state?.packages.get(shellName);
  if (!shell?.files.has(fontFile)) return "";
  const url = toReleaseUrl(shellName, shell.release.version, fontFile);
  return `@font-face { font-family: Site; font-weight: 400 800; font-stretch: 100% 125%; font-display: swap; src: url("${url}") format("woff2"); }\n`;
}
