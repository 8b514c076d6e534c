import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { beaconPath } from "../../src/layout/beacon.ts";
import { findFreePort } from "./free-port.ts";

/** A report of a browser, and the status of the site's response. */
export interface ToldBeacon {
  /** The address in the front's header. */
  from: string;
  text: string;
  status: number | undefined;
}

/** Fronts of one site, each for the visitors of one network: the site reads the address from the front's header, not that of this machine. */
export interface NetworkFronts {
  /**
   * @param headers further headers of the front, such as the visitor's country
   * @returns the origin for visitors with this address
   */
  open(address: string, headers?: Record<string, string>): Promise<string>;
  /** The browsers' reports through all fronts so far. */
  told(): readonly ToldBeacon[];
  close(): Promise<void>;
}

/** @param readPort the port of the site, which may change at a restart */
export function createNetworkFronts(readPort: () => number): NetworkFronts {
  const servers: Server[] = [];
  const told: ToldBeacon[] = [];

  function pass(asked: IncomingMessage, answer: ServerResponse, named: Record<string, string>): void {
    const { method, url, headers } = asked;
    let text = "";
    const onward = request(
      { host: "127.0.0.1", port: readPort(), method, path: url, headers: { ...headers, ...named } },
      (given) => {
        if (url === beaconPath) told.push({ from: named["x-forwarded-for"] ?? "", text, status: given.statusCode });
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    asked.on("data", (chunk: Buffer) => (text += chunk.toString("utf8")));
    asked.pipe(onward);
  }

  return {
    async open(address, headers = {}) {
      const port = await findFreePort();
      const server = createServer((asked, answer) => pass(asked, answer, { ...headers, "x-forwarded-for": address }));
      servers.push(server.listen(port, "127.0.0.1"));
      await once(server, "listening");
      return `http://localhost:${port}`;
    },
    told: () => told,
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, "close");
      }
    },
  };
}
