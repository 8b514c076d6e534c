import type { ServedPage, SiteLink } from "./read-site.ts";

/** Paths other applications answer (B021), and downloads, which lead to the operator's hosts. */
const answeredElsewhere = /^\/(network|download\/installer)\//;

/** An address of the site that pages link to. */
export interface Address {
  url: URL;
  /** Pages that have a link to it, with the link's attribute there. */
  from: { path: string; href: string }[];
}

/** Every address and fragment of the site that its pages link to. What the sitemap alone names is among them. */
export function listAddresses(pages: ReadonlyMap<string, ServedPage>, origin: string): Address[] {
  const addresses = new Map<string, Address>();
  const add = (url: URL): Address => {
    const known = addresses.get(url.href) ?? { url, from: [] };
    addresses.set(url.href, known);
    return known;
  };
  for (const path of pages.keys()) add(new URL(path, origin));
  for (const { path, links } of pages.values()) {
    for (const { href, address, target, isDownload } of links) {
      const url = toUrl(address);
      if (url?.origin !== origin || answeredElsewhere.test(url.pathname) || target === "_blank" || isDownload) continue;
      const { from } = add(url);
      if (!from.some((one) => one.path === path)) from.push({ path, href });
    }
  }
  return [...addresses.values()];
}

/** Every page, and of its fragments the first that the page itself links to, or another page where it links to none. */
export function thinFragments(addresses: readonly Address[]): Address[] {
  const isOnPages = ({ url }: Address): boolean => url.hash === "";
  const isByItself = ({ url, from }: Address): boolean => from.some(({ path }) => path === url.pathname);
  const isEverywhere = ({ url }: Address): boolean => url.hash === "#top" || url.hash === "#content";
  const chosen = new Map<string, Address>();
  const fragments = addresses.filter((one) => !isOnPages(one) && !isEverywhere(one));
  for (const one of [...fragments.filter(isByItself), ...fragments])
    if (!chosen.has(one.url.pathname)) chosen.set(one.url.pathname, one);
  return [...addresses.filter(isOnPages), ...chosen.values()];
}

/** What is wrong with the links themselves, before one is followed: one line for each. */
export function findBadLinks(pages: ReadonlyMap<string, ServedPage>, origin: string): string[] {
  const findings = [...pages.values()].flatMap(({ path, links }) =>
    links.flatMap((link) => {
      const problem = findProblem(link, pages, origin);
      return problem === undefined ? [] : [`${path} -> ${link.href}: ${problem}`];
    }),
  );
  return [...new Set(findings)];
}

function findProblem(
  { address, target, rel }: SiteLink,
  pages: ReadonlyMap<string, ServedPage>,
  origin: string,
): string | undefined {
  const url = toUrl(address);
  if (!url) return "is no address";
  if (url.protocol === "mailto:" || url.protocol === "tel:")
    return url.pathname === "" ? "names no one to reach" : undefined;
  if (target === "_blank" && !/\bnoopener\b/.test(rel)) return "opens a new window and hands its opener over";
  if (url.origin !== origin) return findOutsideProblem(url);
  if (answeredElsewhere.test(url.pathname)) return undefined;
  const page = pages.get(url.pathname);
  if (!page) return "leads to a page that the sitemap does not list";
  const id = decodeURIComponent(url.hash.slice(1));
  return id === "" || page.ids.includes(id) ? undefined : "names a place that its page does not have";
}

/** Without a server of its own, a sister site is at an address of the reserved domain, or at a simulator on this machine. */
function findOutsideProblem({ protocol, hostname }: URL): string | undefined {
  return protocol === "https:" || (protocol === "http:" && hostname === "localhost")
    ? undefined
    : `has the protocol ${protocol}`;
}

function toUrl(address: string): URL | undefined {
  return URL.canParse(address) ? new URL(address) : undefined;
}
