import { createServer, request } from "node:http";
import { once } from "node:events";
import { from } from "../geography/placed-site.ts";
import type { RunningSite } from "../harness/start-site.ts";

/** The site as visitors of one place meet it: a front of its own says where they are, for a driver that can send no header. */
export async function placeVisitors(site: RunningSite, place: string): Promise<RunningSite> {
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
    async stop() {
      front.closeAllConnections();
      front.close();
      await site.stop();
    },
  };
}
