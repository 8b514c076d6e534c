import * as v from "valibot";
import { httpsUrlSchema } from "./safe-url.ts";
import { type HostsByVendor, toOrigin, type Vendor, type VendorHosts } from "./vendor.ts";

const textSchema = v.pipe(v.string(), v.minLength(1));

export const supportChatSchema = v.strictObject({
  language: textSchema,
  buttonId: textSchema,
  domainType: textSchema,
  communityEndpoint: httpsUrlSchema,
  configurationNames: v.strictObject({
    /** The deployment fields, which both generations of the chat need. */
    deployment: textSchema,
    /** The fields that the older generation needs as well. */
    liveAgent: v.optional(textSchema),
    liveAgentDeployment: v.optional(v.pipe(v.string(), v.startsWith("572"))),
  }),
  queueApiUrl: httpsUrlSchema,
  scriptUrl: httpsUrlSchema,
  orgId: textSchema,
  siteUrl: httpsUrlSchema,
  scrt2Url: httpsUrlSchema,
});
/** How the help chat is reached (B110). */
export type SupportChat = v.InferOutput<typeof supportChatSchema>;

export const consentSchema = v.strictObject({
  /** The site's id with the consent tool, a UUID. */
  id: v.pipe(v.string(), v.uuid("expected the id the consent tool gave the site")),
  scriptUrl: httpsUrlSchema,
});
/** How the consent tool is reached (B220). */
export type ConsentSettings = v.InferOutput<typeof consentSchema>;

/** How a page is told: the tag manager's own event, or Google's (B225). */
export const pageEvents = ["content-view", "page_view"] as const;

export const analyticsSchema = v.strictObject({
  /** Such as `GTM-ABC1234`; where Google's tag counts pages, its measurement id such as `G-ABC1234567`. */
  tagManagerId: v.pipe(v.string(), v.regex(/^[A-Z]{1,4}-[A-Z0-9]{4,16}$/, "expected an id such as GTM-ABC1234")),
  /** Without its query: the id is added. */
  scriptUrl: httpsUrlSchema,
  pageEvent: v.picklist(pageEvents),
});
/** How the tags are reached, and what they are told (B224, B225). */
export type AnalyticsSettings = v.InferOutput<typeof analyticsSchema>;

/** The settings of a vendor that the islands which name it get. Pages without such an island do not carry them. */
export interface VendorSettings extends Partial<Record<Vendor, object>> {
  chat?: SupportChat;
  consent?: ConsentSettings;
  analytics?: AnalyticsSettings;
}

/** The vendors of a site's configuration. */
interface ConfiguredVendors {
  vendorHosts: HostsByVendor;
  supportChat: SupportChat;
  consent?: ConsentSettings | undefined;
  analytics?: AnalyticsSettings | undefined;
}

/** The settings of the vendors a site uses. */
export function toVendorSettings({ vendorHosts, supportChat, consent, analytics }: ConfiguredVendors): VendorSettings {
  return {
    ...(vendorHosts.chat && { chat: supportChat }),
    ...(consent && { consent }),
    ...(analytics && { analytics }),
  };
}

/** Whether the hosts of the help chat are those of its addresses. */
export function hasEveryChatHost(
  { scriptUrl, queueApiUrl, siteUrl, scrt2Url }: SupportChat,
  hosts: VendorHosts | undefined,
): boolean {
  if (!hosts) return true;
  return areNamed(hosts.script, [scriptUrl, siteUrl]) && areNamed(hosts.connect, [queueApiUrl, siteUrl, scrt2Url]);
}

/** A vendor that is configured has hosts, and hosts have a vendor. */
export function hasScriptHost(settings: { scriptUrl: string } | undefined, hosts: VendorHosts | undefined): boolean {
  return settings && hosts
    ? areNamed(hosts.script, [settings.scriptUrl])
    : settings === undefined && hosts === undefined;
}

function areNamed(hosts: readonly string[], urls: readonly string[]): boolean {
  return urls.every((url) => hosts.includes(toOrigin(url) ?? ""));
}

/** All hosts of all vendors. */
export function listHosts(byVendor: HostsByVendor): string[] {
  return Object.values(byVendor).flatMap((hosts) => Object.values(hosts ?? {}).flat());
}
