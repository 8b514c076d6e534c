import type { FastifyRequest } from "fastify";
import { isbot } from "isbot";
import type { CountryRule, GeoRules } from "@site/contracts/visitor/country-rule";
import { pickLabel } from "@site/contracts/locale/localized-text";
import type { SiteConfig } from "@site/contracts/site/site-config";
import type { VisitorAnswer } from "@site/contracts/visitor/visitor-answer";
import type { Edge } from "./edge-headers.ts";
import { type AddressList, createAddressList } from "./address-list.ts";
import { parsePlace, type Place } from "./edge-headers.ts";
import { findMainSite } from "./find-main-site.ts";
import type { GeoDatabase } from "./geo-database.ts";
import { isOntario, pickCountryRule } from "./pick-country-rule.ts";
import { parseVariant, variantHeader } from "./site-variant.ts";

type MainSite = NonNullable<VisitorAnswer["mainSite"]>;

/** What the server knows of whoever sent a request: the place and what follows from it, never who it is. */
export interface VisitorReader {
  pickPlace(request: FastifyRequest): Place;
  pickRule(request: FastifyRequest): CountryRule | "denied";
  /** Whether a cache in front asked for the variant that is this visitor's, and may keep it for others like them. */
  isShared(request: FastifyRequest): boolean;
  /**
   * Whether Ontario's notice is due beside a rule that blocks or denies: it depends on the place alone (B143), and is for
   * neither whitelisted visitors (B154) nor crawlers (B155).
   */
  hasOntarioNotice(request: FastifyRequest): boolean;
  /** The site of the visitor's own country, for the offer to go there (B150). None for a crawler (B155). */
  pickMainSite(request: FastifyRequest): MainSite | undefined;
}

export interface VisitorReaderOptions {
  site: SiteConfig;
  edge: Edge;
  trustedProxies: readonly string[];
  /** The operator's own database, for when no edge says where a visitor is. */
  database: GeoDatabase | undefined;
  /** The rules in force. */
  rules(): GeoRules;
}

/**
 * Reads visitors: their place by the configured edge's headers and from nobody but a trusted peer, else by the operator's
 * database, else unknown (G6).
 */
export function createVisitorReader({
  site,
  edge,
  trustedProxies,
  database,
  rules,
}: VisitorReaderOptions): VisitorReader {
  const trusted = createAddressList(trustedProxies);
  const whitelists = new WeakMap<GeoRules, AddressList>();

  const isTrusted = (request: FastifyRequest): boolean => trusted.has(request.socket.remoteAddress ?? "");

  /** A list is made once for each version of the rules. */
  function isWhitelisted(request: FastifyRequest): boolean {
    const current = rules();
    const list = whitelists.get(current) ?? createAddressList(current.whitelist ?? []);
    whitelists.set(current, list);
    return list.has(request.ip);
  }

  function pickPlace(request: FastifyRequest): Place {
    const told = parsePlace(isTrusted(request) ? edge : "none", request.headers);
    return told.country === undefined && database ? database.find(request.ip) : told;
  }

  /** What the server finds by itself; undefined where it knows nothing. */
  function findRule(request: FastifyRequest): CountryRule | "denied" | undefined {
    if (isWhitelisted(request)) return "none";
    const place = pickPlace(request);
    if (place.country === undefined) return undefined;
    const rule = pickCountryRule(place, rules(), site.siteId);
    // A notice is for people: a crawler would take it for the page (B155).
    return (rule === "warning" || rule === "ontario") && isCrawler(request) ? "none" : rule;
  }

  const findAsked = (request: FastifyRequest) =>
    isTrusted(request) ? parseVariant(request.headers[variantHeader]) : undefined;

  // What the server knows comes first: a front that is wrong, or behind, opens nothing.
  const pickRule: VisitorReader["pickRule"] = (request) => findRule(request) ?? findAsked(request) ?? "none";

  return {
    pickPlace,
    pickRule,
    hasOntarioNotice(request) {
      const rule = pickRule(request);
      return (rule === "blocked" || rule === "denied") && isOntario(pickPlace(request)) && !isCrawler(request);
    },
    isShared: (request) => findAsked(request) === pickRule(request),
    pickMainSite(request) {
      const isAddressed = site.flags.isSupportSEPModal && !isWhitelisted(request) && !isCrawler(request);
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

function isCrawler({ headers }: FastifyRequest): boolean {
  return isbot(headers["user-agent"]?.slice(0, maxAgentLength));
}

/** Characters of a user agent that are looked at: what is longer is no browser's. */
const maxAgentLength = 512;
