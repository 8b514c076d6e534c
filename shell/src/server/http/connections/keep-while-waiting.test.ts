import { Socket } from "node:net";
import { expect, test } from "vitest";
import { keepWhileWaiting } from "./keep-while-waiting.ts";

test.each([
  ["one of HTTP/1.1, until the answer is there", 1, 100, 5000, 100],
  ["one that may be idle for longer, such as a proxy's", 1, 72_000, 72_000, 72_000],
  ["no session of HTTP/2", 2, 100, 100, 100],
])("a connection is kept longer: %s", (_what, httpVersionMajor, before, meanwhile, after) => {
  const socket = new Socket().setTimeout(before);
  const putBack = keepWhileWaiting({ httpVersionMajor, socket }, 5000);
  expect(socket.timeout).toBe(meanwhile);
  putBack();
  expect(socket.timeout).toBe(after);
  socket.destroy();
});

test("a connection without a limit gets none", () => {
  const socket = new Socket();
  keepWhileWaiting({ httpVersionMajor: 1, socket }, 5000)();
  expect(socket.timeout ?? 0).toBe(0);
  socket.destroy();
});
