import { writeFile } from "node:fs/promises";
import { Agent, get } from "node:http";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { run } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

/** The outcome of a load. */
export interface LoadOutcome {
  requests: number;
  perSecond: number;
  /** Responses that were not 200, and failed connections. */
  failed: number;
}

/** One request of a mix. */
export interface LoadRequest {
  path: string;
  encoding: string;
}

const connections = 32;

const wrk = (process.env["PATH"] ?? "")
  .split(":")
  .map((place) => join(place, "wrk"))
  .find((file) => existsSync(file));

/** The load generator, for the head of a table. */
export const loadGenerator = wrk === undefined ? "a Node client" : "wrk";

/** Sends each next request as soon as the last is answered, on 32 connections, with the requests in order, repeatedly. */
export async function load(
  resources: BenchResources,
  origin: string,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<LoadOutcome> {
  return wrk === undefined
    ? loadWithNode(origin, requests, seconds)
    : loadWithWrk(resources, wrk, origin, requests, seconds);
}

async function loadWithWrk(
  resources: BenchResources,
  wrk: string,
  origin: string,
  requests: readonly LoadRequest[],
  seconds: number,
): Promise<LoadOutcome> {
  const args = ["-t1", `-c${connections}`, `-d${seconds}s`];
  const [only, ...others] = requests;
  if (others.length === 0) args.push("-H", `Accept-Encoding: ${only?.encoding}`, `${origin}${only?.path}`);
  else args.push("-s", await writeMix(resources, requests), origin);
  const output = await run(resources, wrk, args);
  const read = (pattern: RegExp): number => Number(pattern.exec(output)?.[1] ?? 0);
  const broken =
    /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/
      .exec(output)
      ?.slice(1)
      .reduce((sum, count) => sum + Number(count), 0) ?? 0;
  return {
    requests: read(/(\d+) requests in/),
    perSecond: read(/Requests\/sec:\s+([\d.]+)/),
    failed: read(/Non-2xx or 3xx responses: (\d+)/) + broken,
  };
}

/** Formats requests once, so that the generator's own time is not measured. */
async function writeMix(resources: BenchResources, requests: readonly LoadRequest[]): Promise<string> {
  const file = join(await resources.folder(), "mix.lua");
  await writeFile(
    file,
    `
local asked, index = {}, 0
function init()
${requests.map(({ path, encoding }) => `  asked[#asked + 1] = wrk.format("GET", ${JSON.stringify(path)}, { ["Host"] = wrk.host, ["Accept-Encoding"] = ${JSON.stringify(encoding)} })`).join("\n")}
end
function request()
  index = index % #asked + 1
  return asked[index]
end
`,
  );
  return file;
}

async function loadWithNode(origin: string, requests: readonly LoadRequest[], seconds: number): Promise<LoadOutcome> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const started = performance.now();
  const end = started + seconds * 1000;
  const outcome = { requests: 0, failed: 0 };
  const askOnce = ({ path, encoding }: LoadRequest): Promise<void> =>
    new Promise((resolve) => {
      get(`${origin}${path}`, { agent, headers: { "accept-encoding": encoding } }, (response) => {
        if (response.statusCode !== 200) outcome.failed += 1;
        response.resume().on("end", resolve);
      }).on("error", () => {
        outcome.failed += 1;
        resolve();
      });
    });
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      for (let turn = index; performance.now() < end; turn += 1) {
        const request = requests[turn % requests.length];
        if (request) await askOnce(request);
        outcome.requests += 1;
      }
    }),
  );
  agent.destroy();
  return { ...outcome, perSecond: outcome.requests / ((performance.now() - started) / 1000) };
}
