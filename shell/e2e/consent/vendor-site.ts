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
import { controlSimulator, findSimulator, type SimulatorControl } from "../chat/simulated-chat.ts";
import { findSharedSite } from "../harness/shared-site.ts";
import { copyStore, removeStore } from "../harness/template-store.ts";

/** What the simulated tag acted on. */
export interface TagRecord {
  id: string;
  entry: unknown;
  consent: Record<string, string>;
  held: number;
}

/** A site with a simulated consent tool and tag manager. */
export interface VendorSite {
  origin: string;
  consent: SimulatorControl;
  tags: SimulatorControl;
  /** What the simulated tag acted on since it last forgot. */
  records(): Promise<TagRecord[]>;
  /** Makes the simulated tag forget what it acted on. */
  forget(): Promise<void>;
  /** Makes both third parties behave well and forget. */
  reset(): Promise<void>;
}

/** A vendor site of a test's own. */
export interface OwnVendorSite extends VendorSite {
  close(): Promise<void>;
}

/** The vendor site of the files of one worker: all third parties are simulated, and an edge says where visitors are. */
export async function findVendorSite(): Promise<VendorSite> {
  const site = await findSharedSite("GGPPH", "simulated");
  return toVendorSite(site.origin, findSimulator(site, "consent tool"), findSimulator(site, "tag manager"));
}

/**
 * Runs the Philippine site with a simulated consent tool and tag manager, behind an edge that says where visitors are. The
 * configuration is one of the test's own: `change` sees it before the third parties are put in.
 */
export async function startVendorSite(
  change: (site: SiteConfig) => SiteConfig = (site) => site,
): Promise<OwnVendorSite> {
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
  const [consent = "", tags = ""] = ["consent", "tag"].map(
    (part) => simulators.addresses.find(({ name }) => name.includes(part))?.origin,
  );
  return {
    ...toVendorSite(address.replace("127.0.0.1", "localhost"), controlSimulator(consent), controlSimulator(tags)),
    async close() {
      await app.server.close();
      await composer.close();
      await simulators.close();
      await removeStore(storeDir);
    },
  };
}

function toVendorSite(origin: string, consent: SimulatorControl, tags: SimulatorControl): VendorSite {
  const recordsUrl = `${tags.origin}/records`;
  const forget = async (): Promise<void> => void (await fetch(recordsUrl, { method: "DELETE" }));
  return {
    origin,
    consent,
    tags,
    async records() {
      const records: TagRecord[] = JSON.parse(await (await fetch(recordsUrl)).text());
      return records;
    },
    forget,
    async reset() {
      await Promise.all([consent.reset(), tags.reset(), forget()]);
    },
  };
}
