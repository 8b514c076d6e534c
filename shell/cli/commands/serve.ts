import type { Command } from "commander";
import type { CommandContext } from "../command-line/command-context.ts";
import { runServe } from "../servers/run-serve.ts";

const notes = `
It serves what the store has, and needs no sources, no bundler and no private key. Third parties are those of the site's
configuration: they are never simulated. Logs go to standard error, one JSON object a line. SIGTERM ends it after the
requests under way.

Examples:
  STORE=nats://10.0.0.1:4222 TRUST_ROOT_DIGEST=… HOST=0.0.0.0 site serve
  STORE_DIR=/srv/site/store site serve
`;

export function addServe(program: Command, { answer, env }: CommandContext): void {
  program
    .command("serve")
    .description("serve the site of SITE from a store, as in production")
    .addHelpText("after", notes)
    .action(async () => {
      const { siteId, address } = await runServe(env);
      answer(`The site ${siteId} is at ${address}/`, { site: siteId, address });
    });
}
