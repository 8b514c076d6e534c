import type { ApiClient } from "../src/api/endpoints.ts";

let client: Promise<ApiClient> | undefined;

/** The client with its schemas, fetched with the first call, because most islands make none. A failure is not cached: the next call retries. */
function load(): Promise<ApiClient> {
  client ??= import(/* webpackChunkName: "api" */ "../src/api/endpoints.ts")
    .then(({ createApiClient }) => createApiClient())
    .catch((error: unknown) => {
      client = undefined;
      throw error;
    });
  return client;
}

/** The API of the page's own origin. */
export const lazyApi: ApiClient = {
  navigations: async () => (await load()).navigations(),
  utilNavigations: async () => (await load()).utilNavigations(),
  brandAmbassador: async () => (await load()).brandAmbassador(),
  downloadUrl: async (query) => (await load()).downloadUrl(query),
};
