import type { Environment } from "../src/server/environment.ts";
import { serve, toSite } from "../src/server/main.ts";

/**
 * Serves the site of an environment. Its third parties are simulated on this machine, unless the environment says that
 * it has the real ones: then no simulator is named in any policy, or even loaded.
 */
export async function serveSite(environment: Environment): Promise<{ address: string }> {
  if (!environment.simulators) return serve(environment);
  const { startSimulators } = await import("../simulators/start-simulators.ts");
  const simulators = await startSimulators(toSite(environment));
  for (const { name, origin } of simulators.addresses) console.log(`Simulated ${name}: ${origin}/`);
  const downloadServiceUrl = environment.downloadServiceUrl ?? simulators.downloadServiceUrl;
  return serve({ ...environment, downloadServiceUrl }, { site: simulators.site, toAddress: simulators.toAddress });
}
