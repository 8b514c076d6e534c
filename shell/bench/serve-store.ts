// Serves a store and builds nothing, so that the measured set does not change.
import { parseSiteConfig } from "@site/contracts/site/site-config";
import { serveSite } from "../cli/servers/serve-site.ts";
import { workspaceRoot } from "../cli/workspace/workspace.ts";
import { siteConfigs } from "../sites/sites.ts";
import { parseEnvironment } from "../src/server/environment.ts";
import { withLocales } from "./harness/add-locales.ts";
import { answerLoopDelay } from "./harness/answer-loop-delay.ts";

answerLoopDelay();
const locales = Number(process.env["BENCH_LOCALES"] ?? 1);
const environment = parseEnvironment(process.env, workspaceRoot);
if (locales > 1) {
  const config = siteConfigs[environment.siteId];
  Object.assign(config, withLocales(parseSiteConfig(config), locales));
}
const { address } = await serveSite(environment);
console.log(`ready at ${address}`);
