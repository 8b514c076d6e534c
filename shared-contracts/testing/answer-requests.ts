import { createServer, type RequestListener } from "node:http";
import { onTestFinished } from "vitest";

/** A real server on a free port of loopback, until the running test has ended. @returns its origin */
export async function answerRequests(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}
