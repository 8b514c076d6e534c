import { hash } from "node:crypto";
import type { PackageName } from "@site/contracts/names/package-name";
import type { PagePayload } from "@site/contracts/pages/payload";
import { toReleasePath } from "@site/contracts/releases/browser-set";
import { toInlineCss } from "../pages/remote-text.ts";
import type { SiteState } from "../pages/site-state.ts";

/** The sources of a document's style sheet for its policy, before and after styles were removed from it. */
export interface ChangedStyle {
  before: string;
  after: string;
}

/** The one style sheet in the head of a document. */
const headStyle = /<style>([^]*?)<\/style>\n<\/head>/;

const toSource = (css: string): string => `'sha256-${hash("sha256", css, "base64")}'`;

/** A document without the styles of a remote. Its browser code assumes that they are inlined, and does not fetch them. */
export function removeStyles(
  html: string,
  remote: PackageName,
  { packages }: Pick<SiteState, "packages">,
): { html: string; style?: ChangedStyle } {
  const [, before] = headStyle.exec(html) ?? [];
  if (before === undefined) return { html };
  const sheets = [...(packages.get(remote)?.files ?? [])].filter(([path]) => path.endsWith(".css"));
  const after = sheets.reduce((css, [, bytes]) => css.replace(toInlineCss(bytes.toString("utf8").trim()), ""), before);
  return {
    html: html.replace(before, () => after),
    style: { before: toSource(before), after: toSource(after) },
  };
}

/** A payload that names no style sheet of a remote. */
export function removeSheets(payload: PagePayload, remote: PackageName, { set }: Pick<SiteState, "set">): PagePayload {
  const path = toReleasePath(remote, set.versions[remote] ?? "");
  return { ...payload, styles: payload.styles.filter(({ url }) => !url.startsWith(path)) };
}

/** The policy of a document whose style sheet was changed. */
export function allowStyle(policy: string, { before, after }: ChangedStyle): string {
  return policy.replace(before, after);
}
