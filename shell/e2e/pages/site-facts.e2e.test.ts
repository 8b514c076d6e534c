import { formatAmount } from "@site/contracts/locale/amount";
import { pickText } from "@site/contracts/locale/localized-text";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { beforeAll, describe, expect, test } from "vitest";
import { siteConfigs } from "../../sites/sites.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";
import { type LocalizedPage, readEveryPage } from "./every-page.ts";
import { findForeignFacts, sites } from "./foreign-facts.ts";

describe.each(sites)("B288 the site %s", (id) => {
  const config: SiteConfig = siteConfigs[id];
  let site: SiteAddress;
  let pages: LocalizedPage[];

  beforeAll(async () => {
    site = await findSharedSite(id);
    pages = await readEveryPage(site);
  });

  test("states no fact of another site: in its text, title, description, card, picture names and structured data", () => {
    const untruths = pages.flatMap(({ path, html }) => findForeignFacts(id, html).map((found) => `${path}: ${found}`));
    expect(untruths).toEqual([]);
  });

  test("states its own country, law, regulator, bonus and age, in the language of the page", () => {
    for (const { code } of config.locales) {
      const find = (path: string): string =>
        unescape(
          pages.find((page) => page.language === code && page.path.endsWith(path))?.main.replaceAll(/<[^>]+>/g, "") ??
            "",
        );
      const terms = find("/terms-conditions/");
      for (const fact of [
        config.legal.law,
        config.facts.playerLocation,
        config.facts.regulator,
        ...config.legal.eligibility,
      ])
        expect(terms).toContain(pickText(fact, code));
      if (config.legal.maintenanceFee) expect(terms).toContain(pickText(config.legal.maintenanceFee, code));
      else expect(terms).not.toMatch(/400/);
      for (const document of config.legal.acceptedDocuments)
        expect(find("/withdrawal-policy/")).toContain(pickText(document, code));
      const { bonus } = config.facts;
      for (const amount of [bonus.matchUpTo, bonus.free])
        expect(find(code === config.defaultLocale ? `${site.prefix}/` : `/${code}/`)).toContain(
          formatAmount(amount, bonus.currency, code).replace("\u00A0", " "),
        );
      expect(find("/responsible-gaming/")).toMatch(new RegExp(`\\b${config.minimumAge}\\b`));
    }
  });

  test("B286 gives a working address in every place where a page asks the reader to write, to contact or to ask support", () => {
    const asks =
      /contact|write to|tell us|conte para nós|customer s(?:upport|ervice)|data protection officer|fale conosco|escreva|entre em contato|atendimento|suporte|encarregado/i;
    const addresses = Object.values(config.contacts).flatMap((contact) =>
      contact?.email === undefined ? [] : [`mailto:${contact.email}`],
    );
    const dead = pages
      .filter(({ main }) => asks.test(main.replaceAll(/<[^>]+>/g, " ")))
      .filter(({ main }) => !listAddresses(main).some((address) => addresses.includes(address)));
    expect(dead.map(({ path }) => path)).toEqual([]);
    // No address that the configuration does not know, anywhere on a page.
    const known = [
      ...addresses,
      ...Object.values(config.contacts).flatMap((contact) =>
        contact?.telephone === undefined ? [] : [`tel:${contact.telephone.replaceAll(" ", "")}`],
      ),
    ];
    expect(pages.flatMap(({ html }) => listAddresses(html)).filter((address) => !known.includes(address))).toEqual([]);
  });

  test.each([
    ["/contact/", ["support", "complaints", "dataProtection", "talent", "security"]],
    ["/privacy-policy/", ["dataProtection", "support"]],
    ["/cookie-policy/", ["dataProtection"]],
    ["/terms-conditions/", ["support", "complaints"]],
    ["/house-rules/", ["support"]],
    ["/payment-details-policy/", ["support"]],
    ["/withdrawal-policy/", ["support"]],
    ["/streamer-mode/", ["talent"]],
    ["/responsible-gaming/", ["support"]],
    ["/about-us/", ["support"]],
    ["/no-such-page/", ["support"]],
  ] as const)("B286 %s has the addresses for %j, as links whose text is the address", (path, purposes) => {
    for (const { main } of pages.filter((page) => page.path.endsWith(path))) {
      // An address may be in two parts, so that a line breaks behind its @.
      const whole = main.replaceAll(/<wbr[^>]*>|<\/?span>/g, "");
      for (const purpose of purposes) {
        const email = (config.contacts[purpose] ?? config.contacts.support).email ?? "";
        expect(whole).toContain(`<a href="mailto:${email}">${email}</a>`);
      }
    }
  });

  test("B286 self-exclusion says where to write in its own section", () => {
    for (const { main } of pages.filter((page) => page.path.endsWith("/responsible-gaming/"))) {
      const section = /<section[^>]*id="self-exclusion"[\s\S]*?<\/section>/.exec(main)?.[0] ?? "";
      expect(listAddresses(section)).toContain(`mailto:${config.contacts.support.email}`);
    }
  });
});

/** `mailto:` and `tel:` links of some HTML. */
function listAddresses(html: string): string[] {
  return [...html.matchAll(/href="((?:mailto|tel):[^"]+)"/g)].map(([, address = ""]) => address);
}

function unescape(text: string): string {
  return text
    .replaceAll("&#x27;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&")
    .replaceAll("&quot;", '"')
    .replaceAll(/\s+/g, " ");
}
