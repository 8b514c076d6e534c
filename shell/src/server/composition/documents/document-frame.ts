import type { Layout } from "@site/contracts/pages/layout";
import { toReleaseUrl } from "@site/contracts/releases/release-set";
import { type PublicSiteConfig, type SiteConfig, toPublicSiteConfig } from "@site/contracts/site/site-config";
import { toIconUrl } from "../../images/image-address.ts";
import { readLogo } from "../../images/read-logo.ts";
import { toInlineCss } from "../../pages/remote-text.ts";
import type { FragmentStyle } from "../fragments/fragment.ts";
import type { FragmentSource } from "../fragments/fragment-source.ts";
import { type Descriptions, describeReleases, toBrowserSet } from "./browser-set.ts";
import { type HeadlineStyle, toHeadlineStyle } from "./headline-style.ts";
import { toSharedJson } from "./json-parts.ts";
import type { PageData } from "./page-data.ts";
import { inlinedScripts } from "./shell-scripts.ts";
import { type TextPart, toPart } from "./text-part.ts";

/** What every document of a set has in common. */
export interface DocumentFrame {
  config: SiteConfig;
  /** The islands around the page. */
  around: Layout["frame"];
  /** The public part of the configuration. */
  site: PublicSiteConfig;
  /** The inline scripts: one in the head, one behind the page. The second is empty in releases of the shell from before there was one. */
  boot: TextPart;
  pageEnd: TextPart;
  /** Their texts, for the content policy. */
  scripts: readonly string[];
  /** The one inline style sheet of a page: the shell's own CSS and that of the page's islands. */
  toInlineStyle(sheets: readonly FragmentStyle[]): InlineStyle;
  /** The style for the headline of a page with this slot; nothing where it does not fit, or the shell's release has none in this language. */
  pickHeadline(slot: TextPart | undefined): HeadlineStyle | undefined;
  /** The releases of the set, in the language of the documents. */
  descriptions: Descriptions;
  /** The JSON of the browser descriptions that a document inlines. */
  toSetJson(page: Pick<PageData, "format" | "releases" | "heads">): TextPart;
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
  part: TextPart;
}

/** Prepares what every document of a set has in common in a language. */
export function toDocumentFrame(
  { site: config, packages, layout }: Pick<FragmentSource, "site" | "packages" | "layout">,
  locale: string,
): DocumentFrame {
  const shell = packages.get("shell");
  const read = (file: string): string => shell?.files.get(`browser/${file}`)?.toString("utf8").trim() ?? "";
  const font = shell ? toReleaseUrl("shell", shell.release.version, "browser/archivo.woff2") : "";
  const [boot = "", pageEnd = ""] = inlinedScripts.map((path) => read(path.replace("browser/", "")));
  const descriptions = describeReleases(packages, config, locale);
  const iconUrl = shell && toIconUrl(shell.files.keys(), 512);
  return {
    config,
    around: layout.frame,
    site: toPublicSiteConfig(config, locale),
    icon: iconUrl === undefined ? undefined : { url: iconUrl, width: 512 },
    boot: toPart(boot),
    pageEnd: toPart(pageEnd),
    scripts: [boot, pageEnd].filter((text) => text !== ""),
    toInlineStyle: createInlineStyles(`${read("base.css")}${read("font.css").replace("./archivo.woff2", font)}`),
    pickHeadline: createHeadlinePicker(toHeadlineStyle(shell, locale)),
    descriptions,
    toSetJson: createBrowserSets(descriptions),
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
    const style = { css, part: toPart(css) };
    known.set(key, style);
    return style;
  };
}

/** Writes each combination of releases and head scripts once: the pages of a set have few different ones. */
function createBrowserSets(descriptions: Descriptions): DocumentFrame["toSetJson"] {
  const known = new Map<string, TextPart>();
  return ({ format, releases, heads }) => {
    const key = JSON.stringify([format, Object.keys(releases), heads.map(({ script }) => script)]);
    const part = known.get(key) ?? toSharedJson(toBrowserSet({ format, releases, heads }, descriptions));
    known.set(key, part);
    return part;
  };
}

/** Reads the headlines of each slot once. */
function createHeadlinePicker(style: HeadlineStyle | undefined): DocumentFrame["pickHeadline"] {
  const known = new WeakMap<TextPart, boolean>();
  return (slot) => {
    if (!style || !slot) return undefined;
    const fits = known.get(slot) ?? style.fits(slot.bytes.toString());
    known.set(slot, fits);
    return fits ? style : undefined;
  };
}
