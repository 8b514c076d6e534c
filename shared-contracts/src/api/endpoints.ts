import * as v from "valibot";
import { ambassadorsSchema, type Ambassadors } from "../documents/ambassador.ts";
import { downloadUrlSchema, type DownloadQuery, type DownloadUrl } from "../documents/download-link.ts";
import { requestJson } from "./http.ts";
import { navigationsSchema, type Navigations } from "../documents/navigation.ts";

/** The four public endpoints of the site. */
export const endpoints = {
  navigations: { method: "GET", path: "/api/navigations", response: navigationsSchema },
  utilNavigations: { method: "GET", path: "/api/util-navigations", response: navigationsSchema },
  brandAmbassador: { method: "GET", path: "/api/brand-ambassador", response: ambassadorsSchema },
  downloadUrl: { method: "GET", path: "/api/download-url", response: downloadUrlSchema },
} as const;

/**
 * Calls of the site's own API, parsed.
 * @throws SiteError `HTTP_FAILED` or `HTTP_UNREACHABLE`; ValiError for an answer of another shape
 */
export interface ApiClient {
  navigations(): Promise<Navigations>;
  utilNavigations(): Promise<Navigations>;
  brandAmbassador(): Promise<Ambassadors>;
  downloadUrl(query: DownloadQuery): Promise<DownloadUrl>;
}

/** An API client for an origin; `""` is the page's own. */
export function createApiClient(origin = ""): ApiClient {
  const get = async (path: string, query?: Record<string, string>): Promise<unknown> =>
    requestJson(`${origin}${path}`, query ? { query } : {});
  return {
    navigations: async () => v.parse(navigationsSchema, await get(endpoints.navigations.path)),
    utilNavigations: async () => v.parse(navigationsSchema, await get(endpoints.utilNavigations.path)),
    brandAmbassador: async () => v.parse(ambassadorsSchema, await get(endpoints.brandAmbassador.path)),
    downloadUrl: async (query) => v.parse(downloadUrlSchema, await get(endpoints.downloadUrl.path, query)),
  };
}
