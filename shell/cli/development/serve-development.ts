// The site's server during development, in a process of its own: a change of a site's configuration or of the server restarts it. It loads its code
// at once, and serves when it receives its environment.
import { toLocalizedPath } from "@site/contracts/locale/locale";
import * as v from "valibot";
import { parseEnvironment } from "../../src/server/environment.ts";
import { toSite } from "../../src/server/serve.ts";
import { serveSite } from "../servers/serve-site.ts";
import { workspaceRoot } from "../workspace/workspace.ts";
import { toProblem } from "@site/contracts/errors";

const requestSchema = v.object({
  serve: v.optional(v.record(v.string(), v.string())),
  awaited: v.optional(v.array(v.string())),
});

// Their addresses are part of the site's configuration, which waits for them before the site is served.
if (process.env["SIMULATORS"] === "1") void import("../../simulators/start-simulators.ts");

let awaited: ReadonlySet<string> = new Set();
let isServed = false;

async function serve(variables: Readonly<Record<string, string>>): Promise<void> {
  try {
    const environment = parseEnvironment(
      { WORK_AHEAD: "0", ...variables, PORT: "0", METRICS_PORT: "", METRICS_HOST: "", LOG_LEVEL: "info" },
      workspaceRoot,
    );
    const site = toSite(environment);
    const home = toLocalizedPath(site, site.defaultLocale, "/");
    // While no page is requested, the first page is composed first, where most developers begin.
    const readAwaited = (): ReadonlySet<string> =>
      isServed && awaited.size > 0 ? awaited : new Set([...awaited, home]);
    const { address } = await serveSite(environment, {
      followsShippedData: true,
      readAwaited,
      // A new store has no compiled code yet.
      codeCache: process.env["NODE_COMPILE_CACHE"],
    });
    isServed = true;
    process.send?.({ address });
  } catch (error) {
    process.send?.({ problem: toProblem(error) }, () => process.exit(1));
  }
}

process.on("disconnect", () => process.exit(0));
process.on("message", (message) => {
  const request = v.parse(requestSchema, message);
  if (request.awaited) awaited = new Set(request.awaited);
  if (request.serve) void serve(request.serve);
});
