import { createServer, request } from "node:http";
import { once } from "node:events";
import { from } from "../geography/placed-site.ts";
import type { SiteAddress } from "../harness/start-site.ts";

/** A site as visitors of one place meet it. */
export interface PlacedVisitors extends SiteAddress {
  /** Ends the front, and leaves the site. */
  close(): void;
}

/** A front of its own says where the visitors of a site are, for a driver that can send no header. */
export async function placeVisitors(site: SiteAddress, place: string): Promise<PlacedVisitors> {
  const front = createServer((asked, reply) => {
    const passed = request(
      {
        host: "127.0.0.1",
        port: site.port,
        path: asked.url,
        method: asked.method,
        headers: { ...asked.headers, ...from(place) },
      },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    passed.on("error", () => reply.destroy());
    asked.pipe(passed);
  });
  front.listen(0, "127.0.0.1");
  await once(front, "listening");
  const address = front.address();
  if (address === null || typeof address === "string") throw new Error("There is no free port.");
  return {
    ...site,
    port: address.port,
    origin: `http://localhost:${address.port}`,
    close() {
      front.closeAllConnections();
      front.close();
    },
  };
}
