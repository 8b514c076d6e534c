import type { PackageName } from "@site/contracts/names/package-name";
import { toErrorId } from "../../../layout/error-id.ts";

/** The id of the failures of a release to render its islands: in the fallback that visitors read, and in the log. */
export function toRenderErrorId(remote: PackageName, version: string): string {
  return toErrorId(`${remote}@${version}`, "render");
}
