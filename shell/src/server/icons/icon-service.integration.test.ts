import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { parseIconBody } from "../../icons/icon-body.ts";
import { findFreePort } from "../../../e2e/harness/free-port.ts";
import { createIconService, type IconService } from "./icon-service.ts";
import { readOwnIcons } from "./own-icons.ts";

const path = '<path d="M0 0h16v16z"/>';
const hour = 3_600_000;

let server: Server | undefined;
let asked: string[];
let warned: string[];

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
  server = undefined;
});

/** An icon service whose upstream answers each request with the next of these; a number is a status, `late` is no answer. */
async function setUp(answers: (object | number | "late")[], now?: () => number): Promise<IconService> {
  asked = [];
  warned = [];
  const started = createServer((request, response) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push(request.url ?? "");
    if (answer === "late") return;
    const status = typeof answer === "number" ? answer : 200;
    response
      .writeHead(status, { "content-type": "application/json", ...(status === 302 && { location: "/elsewhere.json" }) })
      .end(JSON.stringify(answer));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, "127.0.0.1", resolve));
  const address = started.address();
  const port = typeof address === "object" ? address?.port : 0;
  return createIconService({
    serviceUrl: `http://127.0.0.1:${port}/`,
    warn: (problem) => warned.push(problem),
    ...(now && { now }),
  });
}

describe("B226 our own icons", () => {
  test("are all found without a request to the public service, and can be drawn", async () => {
    const icons = await setUp([500]);
    const names = Object.keys(readOwnIcons().icons);
    const answer = await icons.find("site", [...names, names[0] ?? ""]);
    expect(Object.keys(answer.icons)).toEqual(names);
    expect(answer).not.toHaveProperty("not_found");
    expect(Object.values(answer.icons).every(({ body }) => parseIconBody(body))).toBe(true);
    expect(asked).toEqual([]);
  });

  test("are listed as not found when their name is unknown", async () => {
    const icons = await setUp([500]);
    expect(await icons.find("site", ["nothing", "constructor"])).toEqual({
      prefix: "site",
      icons: {},
      not_found: ["nothing", "constructor"],
    });
    expect([asked, warned]).toEqual([[], []]);
  });
});

describe("B226 icons of the public service", () => {
  test("are asked for together, with their own size or their collection's", async () => {
    const icons = await setUp([
      { prefix: "mdi", width: 24, height: 24, icons: { home: { body: path }, tall: { body: path, height: 48 } } },
    ]);
    expect(await icons.find("mdi", ["home", "tall"])).toEqual({
      prefix: "mdi",
      icons: { home: { body: path, width: 24, height: 24 }, tall: { body: path, width: 24, height: 48 } },
    });
    expect(asked).toEqual(["/mdi.json?icons=home,tall"]);
  });

  test("B228 are kept for 168 hours: the service is asked for each once", async () => {
    let now = 0;
    const icons = await setUp([{ prefix: "mdi", icons: { home: { body: path }, star: { body: path } } }], () => now);
    await icons.find("mdi", ["home"]);
    await icons.find("mdi", ["home", "star"]);
    expect(asked).toEqual(["/mdi.json?icons=home", "/mdi.json?icons=star"]);
    now = 168 * hour;
    await icons.find("mdi", ["home"]);
    expect(asked).toHaveLength(3);
  });

  test("B206 B230 that fail are requested twice and warned about, and requested again at the next call", async () => {
    const icons = await setUp([503, 503, { prefix: "mdi", icons: { home: { body: path } } }]);
    expect(await icons.find("mdi", ["home"])).toEqual({ prefix: "mdi", icons: {}, not_found: ["home"] });
    expect(asked).toHaveLength(2);
    expect(warned).toEqual([expect.stringMatching(/^The icons home of mdi could not be had: GET .* answered 503\.$/)]);
    expect((await icons.find("mdi", ["home"])).icons).toHaveProperty("home");
  });

  test("B206 B227 that do not come within 1500 ms are given up with a warning", async () => {
    const icons = await setUp(["late"]);
    const started = performance.now();
    expect((await icons.find("mdi", ["home"])).not_found).toEqual(["home"]);
    expect(performance.now() - started).toBeGreaterThanOrEqual(1490);
    expect(warned).toHaveLength(1);
  });

  test.each([
    ["no collection", [1, 2]],
    ["one with a script", { prefix: "mdi", icons: { home: { body: "<script>alert(1)</script>" } } }],
    ["one that is too long", { prefix: "mdi", icons: { home: { body: `<path d="${"M".repeat(70_000)}"/>` } } }],
    ["a redirect", 302],
  ])("that are %s are not handed on", async (_what, answer) => {
    const icons = await setUp([answer]);
    expect(await icons.find("mdi", ["home"])).toEqual({ prefix: "mdi", icons: {}, not_found: ["home"] });
    expect(asked.every((url) => url === "/mdi.json?icons=home")).toBe(true);
  });

  test("B206 that cannot be asked for are warned about with the reason", async () => {
    warned = [];
    const serviceUrl = `http://127.0.0.1:${await findFreePort()}/`;
    const icons = createIconService({ serviceUrl, warn: (problem) => warned.push(problem) });
    expect((await icons.find("mdi", ["home"])).not_found).toEqual(["home"]);
    expect(warned).toEqual([expect.stringMatching(/ could not be had: connect ECONNREFUSED 127\.0\.0\.1:\d+$/)]);
  });

  test("are none where no service is configured", async () => {
    const icons = createIconService({ serviceUrl: undefined, warn: (problem) => warned.push(problem) });
    expect(await icons.find("mdi", ["home"])).toEqual({ prefix: "mdi", icons: {}, not_found: ["home"] });
  });
});
