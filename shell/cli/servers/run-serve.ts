import { SiteError } from "@site/contracts/errors";
import { type Environment, parseEnvironment } from "../../src/server/environment.ts";
import { keepServedAddress } from "./served-address.ts";
import { workspaceRoot } from "../workspace/workspace.ts";

/**
 * Serves the site of an environment from its store, with the real third parties.
 * @throws SiteError `ENVIRONMENT_INVALID`, or the reason why there are no pages to serve
 */
export async function runServe(
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ siteId: Environment["siteId"]; address: string }> {
  const environment = parseEnvironment({ ...env }, workspaceRoot);
  if (environment.simulators)
    throw new SiteError("ENVIRONMENT_INVALID", { problems: "SIMULATORS is 1, and here nothing is simulated" });
  // The server takes a second to load, which no other verb of the command needs.
  const { serve } = await import("../../src/server/serve.ts");
  const { address } = await serve(environment);
  await keepServedAddress(environment, address);
  return { siteId: environment.siteId, address };
}
