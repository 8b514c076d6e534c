import type { SiteConfig } from "@site/contracts/site/site-config";

/** The address on this machine for one of another site: `{origin}/help.example/a?b` for `https://help.example/a?b`. */
export function toSimulatedAddress(origin: string, address: string): string {
  const url = URL.parse(address);
  return url?.protocol === "https:" ? `${origin}/${url.host}${url.pathname}${url.search}${url.hash}` : address;
}

/** The real address for a path of the simulator: `https://help.example/a?b` for `/help.example/a?b`. */
export function toRealAddress(path: string): URL | null {
  return URL.parse(`https:/${path}`);
}

/**
 * A configuration whose links to other sites lead to their simulator. Addresses of the site itself (canonical addresses) and of third parties with a
 * simulator of their own (the chat, consent, tags) stay.
 */
export function simulateLinks(site: SiteConfig, origin: string): SiteConfig {
  const to = (address: string): string => toSimulatedAddress(origin, address);
  // The server itself draws pictures.
  const { imageOrigin: _imageOrigin, ...simulated } = site;
  const { footer, downloads } = site;
  return {
    ...simulated,
    signUpUrl: to(site.signUpUrl),
    helplineUrl: to(site.helplineUrl),
    regions: site.regions.map((region) => ({ ...region, url: to(region.url) })),
    footer: {
      navigations: footer.navigations.map((group) => ({
        ...group,
        children: group.children.map((child) => ({ ...child, path: to(child.path) })),
      })),
      logos: footer.logos.map((logo) => ({ ...logo, url: to(logo.url) })),
      awards: footer.awards.map((logo) => ({ ...logo, url: to(logo.url) })),
      licences: footer.licences.map((logo) => ({ ...logo, url: to(logo.url) })),
      sites: footer.sites.map((logo) => ({ ...logo, url: to(logo.url) })),
      socials: footer.socials.map((social) => ({ ...social, link: to(social.link) })),
    },
    downloads: {
      ...downloads,
      installerOrigin: to(downloads.installerOrigin),
      mobilePageUrl: to(downloads.mobilePageUrl),
    },
  };
}
