import { once } from "node:events";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { requestJson } from "../src/api/http.ts";
import { isSiteError } from "../src/errors/errors.ts";
import { readAnswerProblem, toRequestProblem } from "./request-problem.ts";
import { readTeamKeys } from "./upload-release.ts";

/** A port on loopback that had a server and has none any more. */
async function findClosedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

test.each(["127.0.0.1", "localhost"])("why %s does not answer is said, not that fetch failed", async (host) => {
  const port = await findClosedPort();
  const error: unknown = await fetch(`http://${host}:${port}/`).catch((problem: unknown) => problem);
  expect(toRequestProblem(error)).toContain(`connect ECONNREFUSED 127.0.0.1:${port}`);
});

test("why an address does not answer is said too where errors of the project stand around it", async () => {
  const port = await findClosedPort();
  const error: unknown = await requestJson(`http://127.0.0.1:${port}/`).catch((problem: unknown) => problem);
  expect(isSiteError(error, "HTTP_UNREACHABLE")).toBe(true);
  expect(toRequestProblem(error)).toBe(`connect ECONNREFUSED 127.0.0.1:${port}`);
});

test("a team that cannot reach the site learns why", async () => {
  const port = await findClosedPort();
  await expect(readTeamKeys({ url: `http://127.0.0.1:${port}`, token: "t" }, "lobby")).rejects.toMatchObject({
    code: "SITE_UNREACHABLE",
    message: expect.stringContaining(`/-/trust/targets.json: connect ECONNREFUSED 127.0.0.1:${port}`),
  });
});

test("an error of no request keeps its own text", () => {
  expect(toRequestProblem(new Error("/-/live answers 401"))).toBe("/-/live answers 401");
  expect(toRequestProblem(new TypeError("not a function", { cause: "none" }))).toBe("not a function");
});

test("a refusal in JSON is said by its status, its code and its sentence, any other answer by its status and how it begins", async () => {
  const body = JSON.stringify({ title: "TOKEN_MISSING", status: 401, detail: "This address needs a token." });
  expect(await readAnswerProblem("/-/live", new Response(body, { status: 401 }))).toBe(
    "/-/live answers 401 TOKEN_MISSING: This address needs a token",
  );
  const page = new Response(`${"x".repeat(600)}`, { status: 502 });
  expect(await readAnswerProblem("/-/live", page)).toBe(`/-/live answers 502: ${"x".repeat(500)}`);
});

test("a page of a proxy is quoted in one line, and cannot write lines of its own beside the command's", async () => {
  const page = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n\tFINE  store: all is well\u2028\n";
  expect(await readAnswerProblem("/-/live", new Response(page, { status: 502 }))).toBe(
    "/-/live answers 502: <html> <head><title>502 Bad Gateway</title></head> FINE store: all is well",
  );
});
