import type { FastifyRequest } from "fastify";
import type { CountryRule, GeoRules } from "@site/contracts/visitor/country-rule";
import { pickLabel } from "@site/contracts/locale/localized-text";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import type { Edge } from "./edge-headers.ts";
import { type AddressList, createAddressList } from "./address-list.ts";
import { parsePlaces, type Place, type ToldPlaces, unknownPlace } from "./edge-headers.ts";
import { findMainSite } from "./find-main-site.ts";
import type { GeoDatabase } from "./geo-database.ts";
import { isOntario, pickStrictestRule } from "./pick-country-rule.ts";
import { parseVariant, type VisitorChannel, variantHeader } from "./site-variant.ts";
import { isCrawler } from "./user-agent.ts";

type MainSite = NonNullable<VisitorAnswer["mainSite"]>;

/** The parts of a request that are read about its visitor. */
export type VisitorRequest = Pick<FastifyRequest, "headers" | "ip" | "socket">;

/** What the server derives from a request about its visitor: the place and its consequences, never an identity. */
export interface VisitorReader {
  pickPlace(request: VisitorRequest): Place;
  pickRule(request: VisitorRequest): CountryRule | "denied";
  /** Whether a trusted reverse proxy requested this visitor's variant, and so may cache the page for all visitors of the same variant. */
  isShared(request: VisitorRequest, channel: VisitorChannel): boolean;
  /** Whether this is a crawler: it always gets the stable set (B300). */
  isCrawler(request: VisitorRequest): boolean;
  /**
   * Whether Ontario's notice is due together with a rule that blocks or denies: it depends on the place alone (B143), and is for neither whitelisted
   * visitors (B154) nor crawlers (B155).
   */
  hasOntarioNotice(request: VisitorRequest): boolean;
  /** The site of the visitor's own country, which a notice offers (B150). None for a crawler (B155). */
  pickMainSite(request: VisitorRequest): MainSite | undefined;
}

export interface VisitorReaderOptions {
  site: SiteConfig;
  edge: Edge;
  trustedProxies: readonly string[];
  /** The operator's own geography database, for requests whose place is not in a header of the edge. */
  database: GeoDatabase | undefined;
  /** The rules in force. */
  rules(): GeoRules;
}

/** Reads visitors: their place from the configured edge's headers if a trusted peer sent them, else from the operator's database, else unknown (G6). */
export function createVisitorReader({
  site,
  edge,
  trustedProxies,
  database,
  rules,
}: VisitorReaderOptions): VisitorReader {
  const trusted = createAddressList(trustedProxies);
  const whitelists = new WeakMap<GeoRules, AddressList>();

  const isTrusted = (request: VisitorRequest): boolean => trusted.has(request.socket.remoteAddress ?? "");

  /** Whether a visitor's address is whitelisted (B154). The list is parsed once for each version of the rules. */
  function isWhitelisted(request: VisitorRequest): boolean {
    const current = rules();
    const list = whitelists.get(current) ?? createAddressList(current.whitelist ?? []);
    whitelists.set(current, list);
    return list.has(request.ip);
  }

  /** The places that a request may come from. The database is used only when the edge does not know the place. */
  function readPlaces(request: VisitorRequest): ToldPlaces {
    const told = parsePlaces(isTrusted(request) ? edge : "none", request.headers);
    const isUnknown = told !== "unreadable" && told[0].country === undefined;
    return isUnknown && database ? [database.find(request.ip)] : told;
  }

  /** The place of a request; unknown when it is ambiguous. */
  function pickPlace(request: VisitorRequest): Place {
    const places = readPlaces(request);
    if (places === "unreadable") return unknownPlace;
    const [place, ...others] = places;
    if (others.every(({ country, region }) => country === place.country && region === place.region)) return place;
    const isOneCountry = others.every(({ country }) => country === place.country);
    return isOneCountry ? { ...place, region: undefined } : unknownPlace;
  }

  /** The rule by whitelist and place; undefined when the country is unknown. */
  function findRule(request: VisitorRequest): CountryRule | "denied" | undefined {
    if (isWhitelisted(request)) return "none";
    const places = readPlaces(request);
    if (places !== "unreadable" && places[0].country === undefined) return undefined;
    const rule = pickStrictestRule(places, rules(), site.siteId);
    // No notice for a crawler: it would index the notice as the page (B155).
    return (rule === "warning" || rule === "ontario") && isCrawler(request.headers) ? "none" : rule;
  }

  const findAsked = (request: VisitorRequest) =>
    isTrusted(request) ? parseVariant(request.headers[variantHeader]) : undefined;

  // The server's own rule comes first, so that a wrong or outdated reverse proxy cannot lift a block.
  const pickRule: VisitorReader["pickRule"] = (request) => findRule(request) ?? findAsked(request)?.rule ?? "none";

  return {
    pickPlace,
    pickRule,
    hasOntarioNotice(request) {
      const rule = pickRule(request);
      return (rule === "blocked" || rule === "denied") && isOntario(pickPlace(request)) && !isCrawler(request.headers);
    },
    isShared(request, channel) {
      const asked = findAsked(request);
      return asked !== undefined && asked.channel === channel && asked.rule === pickRule(request);
    },
    isCrawler: ({ headers }) => isCrawler(headers),
    pickMainSite(request) {
      const isAddressed = site.flags.isSupportSEPModal && !isWhitelisted(request) && !isCrawler(request.headers);
      const found = isAddressed ? findMainSite(pickPlace(request), site) : undefined;
      return (
        found && {
          id: found.id,
          countryName: pickLabel(found.countryName, site.defaultLocale),
          imagePath: found.imagePath,
        }
      );
    },
  };
}
