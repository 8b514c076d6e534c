import { pickLabel } from "@site/contracts/locale/localized-text";
import type { SiteConfig } from "@site/contracts/site/site-config";

/** The relation of another site's address to this one, as words that follow "stands in for". */
export function describeAddress(site: SiteConfig, { host, pathname }: URL): string {
  const isAt = (address: string): boolean => URL.parse(address)?.host === host;
  const region = site.regions.find(({ url }) => isAt(url));
  if (isAt(site.url) && pathname.startsWith("/network/"))
    return "a page of the network, which another application answers at this address";
  if (isAt(site.signUpUrl)) return "the page where players sign up";
  if (isAt(site.helplineUrl)) return "the helpline";
  if (isAt(site.downloads.mobilePageUrl)) return `the download page for phones of the site ${site.siteId}`;
  if (region) return `the site ${region.id}, for ${pickLabel(region.countryName, "en")}`;
  return "another site";
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (one) => escapes[one] ?? one);
}

/** The policy of every page here: it shows text. */
export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * A plain page that names the address it stands in for.
 * @param back the origin of the site the visitor came from, if known
 */
export function toPlainPage(real: URL, { what, back }: { what: string; back: string | undefined }): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Simulated: ${escapeHtml(real.host)}</title>
<link rel="icon" href="data:,">
<style>
:root { color-scheme: light dark; font: 1rem/1.6 system-ui, sans-serif; }
body { max-width: 40rem; margin: 4rem auto; padding: 0 1.5rem; }
code { overflow-wrap: anywhere; }
a { display: inline-block; padding: 0.5rem 0; }
</style>
</head>
<body>
<main>
<h1>Simulated: ${escapeHtml(real.host)}</h1>
<p>This page stands in for ${escapeHtml(what)}. Other sites are simulated on this machine: nothing was sent to them.</p>
<p>The link leads to <code>${escapeHtml(real.href)}</code></p>
<p>${back === undefined ? "Go back with your browser, or close this tab." : `<a href="${escapeHtml(back)}/">Back to the site</a>`}</p>
</main>
</body>
</html>
`;
}
