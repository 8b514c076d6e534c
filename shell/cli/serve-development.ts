// The site's server while it is developed, in a process of its own: a change of a site's configuration or of the server starts it anew.
import * as v from "valibot";
import { parseEnvironment } from "../src/server/environment.ts";
import { serveSite } from "./serve-site.ts";
import { workspaceRoot } from "./workspace.ts";
import { toProblem } from "@site/contracts/errors";

try {
  const environment = parseEnvironment(
    { WORK_AHEAD: "0", ...process.env, PORT: "0", METRICS_PORT: "", METRICS_HOST: "", LOG_LEVEL: "info" },
    workspaceRoot,
  );
  let awaited: ReadonlySet<string> = new Set();
  process.on("message", (message) => {
    awaited = new Set(v.parse(v.object({ awaited: v.array(v.string()) }), message).awaited);
  });
  const { address } = await serveSite(environment, { followsShippedData: true, readAwaited: () => awaited });
  process.send?.({ address });
  process.on("disconnect", () => process.exit(0));
} catch (error) {
  process.send?.({ problem: toProblem(error) });
  process.exit(1);
}
