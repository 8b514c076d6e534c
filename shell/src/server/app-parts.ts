import type { FastifyInstance } from "fastify";
import { type Layers, probeLayers } from "@site/contracts/confine/layers";
import type { AppOptions } from "./app-options.ts";
import type { DataStore } from "./data/data-store.ts";
import { createLinkSource, type LinkSource, listLinkHosts } from "./downloads/link-source.ts";
import type { LiveServices } from "./live-services.ts";
import type { Metrics } from "./live/metrics.ts";
import type { RouteServices } from "./app-routes.ts";
import { createOverriddenSets } from "./testers/overridden-sets.ts";
import { openTraces, type Traces } from "./traces/open-traces.ts";

/** What each part of the server tells of itself. */
interface PartContext {
  options: AppOptions;
  server: FastifyInstance;
  metrics: Metrics;
}

/** The traces of the server; undefined where the environment names no collector. */
export function openServerTraces({ options, server, metrics }: PartContext): Traces | undefined {
  return (
    options.traces &&
    openTraces({
      settings: options.traces,
      resource: { "site.id": options.site.siteId },
      log: server.log,
      onDropped: (count) => metrics.spansDropped.inc(count),
      limits: options.traceLimits,
    })
  );
}

/** The data documents. One that is refused is counted and logged, and changes nothing. */
export function openServerData({ options, server, metrics }: PartContext): Promise<DataStore> {
  return options.openData((error, inForce) => {
    const document = String(error.details["document"]);
    metrics.documentsRefused.inc({ document });
    server.log.error(
      { document, problem: error.message },
      `a data document was refused; ${inForce === "shipped" ? "the one that came with the shell is in force" : "the last good one stays"}`,
    );
  });
}

/** The kernel's layers that confine remotes' code, beside Node's permissions. Warns where there are none. */
export async function probeConfinement({ server }: PartContext): Promise<Layers> {
  const confinement = await probeLayers();
  if (!confinement.namespaces)
    server.log.warn(
      { confinement },
      "the kernel gives no namespaces: what leaves its compartment could connect and send signals",
    );
  return confinement;
}

/** The links of the download service, and those of the data document where it fails. */
export function openLinks({ options, server, metrics }: PartContext, data: DataStore): LinkSource {
  return createLinkSource({
    brandAlias: options.site.brandAlias,
    serviceUrl: options.downloadServiceUrl,
    linkHosts: listLinkHosts(options.site.downloads),
    table: () => data.documents()["download-links"],
    onFailure: (problem) => {
      metrics.downloadServiceFailures.inc();
      server.log.error({ problem }, "the download service failed; earlier links or those of the table stand in");
    },
  });
}

/** What signed-in people may do and see: undefined where they cannot sign in. */
export function openTesters(
  { options, server }: PartContext,
  data: DataStore,
  { live, images }: Pick<LiveServices, "live" | "images">,
): RouteServices["testers"] {
  const { store, access } = options;
  if (!access?.testers) return undefined;
  const { createComposer, ...signIn } = access.testers;
  const sets = createOverriddenSets({
    store,
    data,
    createComposer,
    readLive: live.state,
    onComposed: (state) => images.take(state),
    log: server.log,
  });
  return { ...signIn, audit: access.audit, sets };
}
