import type { Environment } from "../../src/server/environment.ts";
import type { ServedSite } from "../../src/server/open-server.ts";
import { serve, toSite } from "../../src/server/serve.ts";

/**
 * Serves the site of an environment. Its third parties are simulated on this machine, unless the environment has the real ones: then no policy names
 * a simulator, and none is loaded.
 */
export async function serveSite(
  environment: Environment,
  options: Pick<ServedSite, "followsShippedData" | "readAwaited" | "codeCache"> = {},
): ReturnType<typeof serve> {
  if (!environment.simulators) return serve(environment, options);
  const { firstPorts, startSimulators } = await import("../../simulators/start-simulators.ts");
  const simulators = await startSimulators(toSite(environment), {
    firstPort: environment.simulatorsPort ?? firstPorts[environment.siteId],
  });
  for (const { name, origin, takenPort } of simulators.addresses)
    console.log(`Simulated ${name}: ${origin}/${takenPort === undefined ? "" : ` (port ${takenPort} is taken)`}`);
  if (simulators.addresses.some(({ takenPort }) => takenPort !== undefined))
    console.log("The ports of the simulators changed, so all pages are composed anew before they are served.");
  const downloadServiceUrl = environment.downloadServiceUrl ?? simulators.downloadServiceUrl;
  return serve(
    { ...environment, downloadServiceUrl },
    { ...options, site: simulators.site, toAddress: simulators.toAddress },
  );
}
