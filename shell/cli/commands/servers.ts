import type { Command } from "commander";
import { toColumns } from "../command-line/columns.ts";
import type { CommandContext } from "../command-line/command-context.ts";
import { noServerListed } from "../../src/server/publishing/wait-for-servers.ts";
import { toWhen } from "../../src/server/publishing/action-text.ts";

const notes = `
Servers of a store in NATS say every few seconds which revision they serve; one that is not heard of for 15 seconds is no longer
listed. Servers of a store of files are not listed: ask each for /readyz.

Examples:
  site servers
  site servers --json
`;

export function addServers(program: Command, { answer, openStore }: CommandContext): void {
  program
    .command("servers")
    .description("which servers serve the store, and which revision each of them shows")
    .addHelpText("after", notes)
    .action(async () => {
      const { store } = await openStore();
      const newest = await store.revision();
      if (!store.servers) return answer("A store of files has no list of its servers.", { newest, servers: null });
      const servers = await store.servers.list();
      const rows = servers.map(({ server, site, live, lag, at }) => [
        server,
        site,
        String(live ?? "(none)"),
        lag ? `${lag.why} since ${toWhen(lag.since)}` : (live ?? 0) < newest ? "UPDATING" : "",
        toWhen(at),
      ]);
      const table = toColumns([["SERVER", "SITE", "REVISION", "BEHIND", "HEARD OF (UTC)"], ...rows]);
      answer([`The newest revision is ${newest}.`, ...(rows.length > 0 ? table : [noServerListed])].join("\n"), {
        newest,
        servers,
      });
    });
}
