import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";

/** A download service on this machine, whose answers a test sets. */
export interface FixtureService {
  url: string;
  /** The query of every request so far, unparsed. */
  asked: string[];
  /** How the next requests are answered; an empty list of links until a test sets it. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Connections that are open now. */
  openConnections(): Promise<number>;
  close(): Promise<void>;
}

/** Starts the service on a free port of loopback. */
export async function startFixtureService(): Promise<FixtureService> {
  const service: Pick<FixtureService, "asked" | "answer"> = { asked: [], answer: answerLinks([]) };
  const server = createServer((request, response) => {
    service.asked.push(request.url?.split("?")[1] ?? "");
    service.answer(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service has no port.");
  return Object.assign(service, {
    url: `http://127.0.0.1:${address.port}/links`,
    openConnections: () =>
      new Promise<number>((resolve, reject) =>
        server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
      ),
    async close() {
      server.close();
      server.closeAllConnections();
      if (server.listening) await once(server, "close");
    },
  });
}

/** Answers with links as JSON. */
export function answerLinks(links: unknown): FixtureService["answer"] {
  return answerText(200, JSON.stringify({ links }));
}

/** Answers with a status and any text. */
export function answerText(
  status: number,
  text: string,
  headers: Record<string, string> = {},
): FixtureService["answer"] {
  return (_request, response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(text);
}
