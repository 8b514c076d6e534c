import type { PagePayload, PageState } from "@site/contracts/pages/payload";
import { type BrowserSet, toDescriptionFile } from "@site/contracts/releases/browser-set";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { listDescriptions } from "../composition/documents/browser-set.ts";
import type { SiteState } from "../pages/site-state.ts";
import type { ScriptBreak } from "../../layout/tester-facts.ts";
import { leaveOpen, leavePayloadOpen } from "./break-html.ts";
import { type ChangedStyle, removeSheets, removeStyles } from "./break-styles.ts";
import { breakDescription, type BrokenRemote, toBrokenPaths, toBrokenVersion } from "./broken-remote.ts";
import { changeData } from "./change-data.ts";

/** The name of a remote in a set, and how its scripts are broken. */
interface BrokenScripts {
  remote: BrokenRemote["remote"];
  how: ScriptBreak;
}

/** A document with a broken remote, and the change of its policy. */
export function breakDocument(
  html: string,
  { remote, how }: BrokenRemote,
  state: Pick<SiteState, "set" | "packages">,
): { html: string; style?: ChangedStyle } {
  if (how === "unstyled") return removeStyles(html, remote, state);
  return { html: how === "unclosed" ? leaveOpen(html, remote) : breakScripts(html, { remote, how }, state) };
}

/** The same for a payload. */
export function breakPayload(
  payload: PagePayload,
  { remote, how }: BrokenRemote,
  state: Pick<SiteState, "set" | "packages">,
  site: Pick<SiteConfig, "locales" | "defaultLocale">,
): PagePayload {
  if (how === "unstyled") return removeSheets(payload, remote, state);
  return how === "unclosed"
    ? leavePayloadOpen(payload, remote)
    : breakPayloadScripts(payload, { remote, how }, state, site);
}

/** A document whose browser requests the scripts of a broken remote at their addresses of {@link toBrokenVersion}. Its HTML is the same. */
function breakScripts(html: string, { remote, how }: BrokenScripts, { set }: Pick<SiteState, "set">): string {
  const version = set.versions[remote];
  const paths = version === undefined ? undefined : toBrokenPaths(remote, version, how);
  if (version === undefined || !paths) return html;
  const withSet = changeData<BrowserSet>(html, "site-set", ({ packages, ...rest }) => {
    const release = packages[remote];
    return {
      ...rest,
      packages: { ...packages, ...(release && { [remote]: { ...release, version: toBrokenVersion(version, how) } }) },
    };
  });
  return changeData<PageState>(withSet, "site-state", ({ heads, ...rest }) => ({
    ...rest,
    ...(heads && { heads: heads.map((head) => ({ ...head, script: head.script.replace(...paths) })) }),
  }));
}

/** The same for a payload: it names the release as the document does, and the address of its description. */
function breakPayloadScripts(
  payload: PagePayload,
  { remote, how }: BrokenScripts,
  { packages }: Pick<SiteState, "packages">,
  site: Pick<SiteConfig, "locales" | "defaultLocale">,
): PagePayload {
  const named = payload.releases[remote];
  const release = packages.get(remote)?.release;
  const text = named && release && listDescriptions(release, site).get(toDescriptionFile(named.integrity));
  if (text === undefined) return payload;
  return { ...payload, releases: { ...payload.releases, [remote]: breakDescription(text, how).named } };
}
