import { once } from "node:events";
import { connect } from "node:net";
import { beforeAll, describe, expect, test } from "vitest";
import { reportsPath } from "../../policies/response-headers.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const { app } = useFixtureApp();
let port = 0;
beforeAll(async () => {
  port = Number(new URL(await app().server.listen({ port: 0, host: "127.0.0.1" })).port);
});

/** The head of what comes back for a request, until the server closes the connection. */
async function send(line: string): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => {
    answer += chunk.toString("latin1");
  });
  socket.on("error", () => undefined);
  socket.write([line, "Host: a", "Connection: close", "", ""].join("\r\n"), "latin1");
  await once(socket, "close");
  return answer.split("\r\n\r\n")[0] ?? "";
}

describe("a method that is known and not used here is 405, with what is allowed", () => {
  test.each(["QUERY / HTTP/1.1", "QUERY /api/navigations HTTP/1.1", "PROPFIND / HTTP/1.1", "TRACE / HTTP/1.1"])(
    "%s",
    async (line) => {
      const answer = await send(line);
      expect(answer).toMatch(/^HTTP\/1\.1 405 /);
      expect(answer).toMatch(/^allow: GET, HEAD$/m);
    },
  );
});

test.each([
  ["GET, HEAD", "DELETE /about-us/ HTTP/1.1"],
  ["POST", `DELETE ${reportsPath}/x HTTP/1.1`],
])("the methods of the address itself are named: %s for %s", async (allowed, line) => {
  const answer = await send(line);
  expect(answer).toMatch(/^HTTP\/1\.1 405 /);
  expect(/^allow: (.*?)\r?$/m.exec(answer)?.[1]).toBe(allowed);
});

describe("a method that no server knows is 501", () => {
  test.each(["FOO / HTTP/1.1", "get / HTTP/1.1", "GETT /nothing-here/ HTTP/1.1", "X-Y!z /api/navigations HTTP/1.1"])(
    "%s",
    async (line) => expect(await send(line)).toMatch(/^HTTP\/1\.1 501 Not Implemented\r\n/),
  );
});

test.each(["FOO", "FOO /", "F<O / HTTP/1.1", "FOO / HTTP/one", "FOO  / HTTP/1.1", "\u0016\u0003\u0001\u0002"])(
  "%j is no request, and 400",
  async (line) => expect(await send(line)).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/),
);
