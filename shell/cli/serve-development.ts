// The site's server while it is developed, in a process of its own: a change of a site's configuration or of the server starts it anew.
import { parseEnvironment } from "../src/server/environment.ts";
import { serveSite } from "./serve-site.ts";
import { workspaceRoot } from "./workspace.ts";
import { toProblem } from "@site/contracts/errors";

try {
  const environment = parseEnvironment(
    { ...process.env, PORT: "0", METRICS_PORT: "", METRICS_HOST: "", LOG_LEVEL: "info" },
    workspaceRoot,
  );
  const { address } = await serveSite(environment, { followsShippedData: true });
  process.send?.({ address });
  process.on("disconnect", () => process.exit(0));
} catch (error) {
  process.send?.({ problem: toProblem(error) });
  process.exit(1);
}
