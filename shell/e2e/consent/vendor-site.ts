import { controlHeader } from "../../simulators/control.ts";
import { join } from "node:path";
import type { SiteConfig } from "@site/contracts/site/site-config";
import { startSimulators } from "../../simulators/start-simulators.ts";
import { createConsentSimulator } from "../../simulators/consent-simulator.ts";
import { createTagSimulator } from "../../simulators/tag-simulator.ts";
import { siteConfigs } from "../../sites/sites.ts";
import { createApp } from "../../src/server/app.ts";
import { codeCache } from "../../src/server/testing/code-cache.ts";
import { createComposer } from "../../src/server/composition/process/composer.ts";
import { openDataStore } from "../../src/server/data/data-store.ts";
import { openReleaseStore, toStorePlaces } from "../../src/server/releases/stores/open-store.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";

/** A simulated third party, to be told how to behave. */
export interface SimulatedVendor {
  origin: string;
  /** Changes what is named and leaves the rest. */
  tell(behaviour: object): Promise<void>;
  /** What it counts, such as `loads` of its script. */
  count(what: string): Promise<number>;
}

/** What the simulated tag acted on. */
export interface TagRecord {
  id: string;
  entry: unknown;
  consent: Record<string, string>;
  held: number;
}

export interface VendorSite {
  origin: string;
  consent: SimulatedVendor;
  tags: SimulatedVendor;
  /** What the simulated tag acted on since the last `reset`. */
  records(): Promise<TagRecord[]>;
  /** Makes both third parties behave well and forget. */
  reset(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Runs the Philippine site with a simulated consent tool and tag manager, behind an edge that says where visitors are. The
 * configuration is one of the test's own: `change` sees it before the third parties are put in.
 */
export async function startVendorSite(change: (site: SiteConfig) => SiteConfig = (site) => site): Promise<VendorSite> {
  const storeDir = await copyStore();
  const simulators = await startSimulators(change(siteConfigs.GGPPH), {
    simulators: [createConsentSimulator(), createTagSimulator()],
  });
  const composer = createComposer({ site: simulators.site, workAhead: false, codeCache });
  const app = await createApp({
    site: simulators.site,
    store: await openReleaseStore(toStorePlaces(storeDir), { signs: false }),
    composer,
    edge: "cloudflare",
    trustedProxies: ["127.0.0.1"],
    workAhead: false,
    logLevel: "fatal",
    openData: (onRefused) =>
      openDataStore({
        folder: join(storeDir, "data"),
        defaults: join(import.meta.dirname, "../../data"),
        onRefused,
      }),
  });
  await app.live.refresh();
  const address = await app.server.listen({ port: 0, host: "127.0.0.1" });
  const [consent, tags] = ["consent", "tag"].map((part) =>
    toVendor(simulators.addresses.find(({ name }) => name.includes(part))?.origin ?? ""),
  );
  if (!consent || !tags) throw new Error("The third parties did not start.");
  return {
    origin: address.replace("127.0.0.1", "localhost"),
    consent,
    tags,
    async records() {
      const records: TagRecord[] = JSON.parse(await ask(`${tags.origin}/records`));
      return records;
    },
    async reset() {
      await ask(`${consent.origin}/control`, "DELETE");
      await ask(`${tags.origin}/control`, "DELETE");
      await ask(`${tags.origin}/records`, "DELETE");
    },
    async close() {
      await app.server.close();
      await composer.close();
      await simulators.close();
      await removeStore(storeDir);
    },
  };
}

async function ask(url: string, method = "GET", body?: object): Promise<string> {
  const response = await fetch(url, {
    method,
    headers: { [controlHeader]: "1", ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${url} answered ${response.status}: ${text}`);
  return text;
}

function toVendor(origin: string): SimulatedVendor {
  return {
    origin,
    tell: async (behaviour) => void (await ask(`${origin}/control`, "PUT", behaviour)),
    async count(what) {
      const counts: Record<string, number> = JSON.parse(await ask(`${origin}/${what}`));
      return counts[what] ?? 0;
    },
  };
}
