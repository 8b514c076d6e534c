// Serves the site of the environment from its store, as `site serve` does, without loading the other verbs: this file runs where the bundler is not
// installed.
import { toSentence } from "../src/server/to-sentence.ts";
import { runServe } from "./servers/run-serve.ts";

try {
  const { siteId, address } = await runServe(process.env);
  console.log(`The site ${siteId} is at ${address}/`);
} catch (error) {
  console.error(toSentence(error));
  process.exit(1);
}
