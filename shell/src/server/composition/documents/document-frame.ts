import { hash } from "node:crypto";
import type { Layout } from "@site/contracts/pages/layout";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import { type PublicSiteConfig, type SiteConfig, toPublicSiteConfig } from "@site/contracts/site/site-config";
import { toIconUrl } from "../../images/image-address.ts";
import { readLogo } from "../../images/read-logo.ts";
import { toInlineCss } from "../../pages/remote-text.ts";
import type { FragmentStyle } from "../fragments/fragment.ts";
import type { FragmentSource } from "../fragments/render-fragments.ts";
import { type Descriptions, describeReleases } from "./browser-set.ts";

/** What every document of a set has in common. */
export interface DocumentFrame {
  config: SiteConfig;
  /** The islands around the page. */
  around: Layout["frame"];
  /** The public part of the configuration. */
  site: PublicSiteConfig;
  /** The inline script. */
  boot: string;
  /** The one inline style sheet of a page: the shell's own CSS and that of the page's islands. */
  toInlineStyle(sheets: readonly FragmentStyle[]): InlineStyle;
  /** The releases of the set, in the language of the documents. */
  descriptions: Descriptions;
  /** The site's wordmark, as SVG. */
  logo: string;
  /** The address of the icon for home screens; empty when the shell's release has none. */
  touchIcon: string;
  /** The icon as a square picture of `width` pixels, where the shell's release has one. */
  icon: { url: string; width: number } | undefined;
}

interface InlineStyle {
  /** The same string for equal sheets, so that results computed from it can be cached. */
  css: string;
  /** SHA-256 of it, base64url. */
  digest: string;
}

/** Prepares what every document of a set has in common in a language. */
export function toDocumentFrame(
  { site: config, packages, layout }: Pick<FragmentSource, "site" | "packages" | "layout">,
  locale: string,
): DocumentFrame {
  const shell = packages.get("shell");
  const read = (file: string): string => shell?.files.get(`browser/${file}`)?.toString("utf8").trim() ?? "";
  const font = shell ? toReleaseUrl("shell", shell.release.version, "browser/archivo.woff2") : "";
  const iconUrl = shell && toIconUrl(shell.files.keys(), 512);
  return {
    config,
    around: layout.frame,
    site: toPublicSiteConfig(config, locale),
    icon: iconUrl === undefined ? undefined : { url: iconUrl, width: 512 },
    boot: read("boot.js"),
    toInlineStyle: createInlineStyles(`${read("base.css")}${read("font.css").replace("./archivo.woff2", font)}`),
    descriptions: describeReleases(packages, config, locale),
    logo: readLogo(config, shell),
    touchIcon: shell ? (toIconUrl(shell.files.keys(), 180) ?? "") : "",
  };
}

/** Joins and hashes each combination of sheets once: the pages of a set have few different ones. */
function createInlineStyles(shellCss: string): DocumentFrame["toInlineStyle"] {
  const known = new Map<string, InlineStyle>();
  return (sheets) => {
    const key = sheets.map(({ url, integrity }) => `${url} ${integrity}`).join("\n");
    const there = known.get(key);
    if (there) return there;
    const css = toInlineCss([shellCss, ...sheets.map(({ text }) => text)].join(""));
    const style = { css, digest: hash("sha256", css, "base64url") };
    known.set(key, style);
    return style;
  };
}
