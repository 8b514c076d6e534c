// Serves the site of the environment from a store alone, as `site serve` does, without loading the other verbs: this is what runs where the
// bundler is not installed.
import { isSiteError, toProblem } from "@site/contracts/errors";
import { runServe } from "./run-serve.ts";

try {
  const { siteId, address } = await runServe(process.env);
  console.log(`The site ${siteId} is at ${address}/`);
} catch (error) {
  console.error(isSiteError(error) ? `${error.code}: ${error.message}` : toProblem(error));
  process.exit(1);
}
