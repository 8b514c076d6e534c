import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { fetchPage } from "./fetch-page.ts";
import { startNode, waitForOutput } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

const toBrotli = promisify(brotliCompress);

/** Compresses at the highest level. */
export function toSmallest(bytes: Buffer): Promise<Buffer> {
  return toBrotli(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });
}

/** A response of the floor, in the requested encoding. */
export interface FloorAnswer {
  path: string;
  encoding: "br" | "gzip" | "identity";
  file: string;
  headers: Record<string, string>;
}

export interface Floor {
  origin: string;
  pid: number;
}

/** The page without scripts, JSON and preloads of scripts, and with the attributes that boot would set. */
export function stripScripts(html: string, platform: string): string {
  return html
    .replaceAll(/<script\b[^>]*>.*?<\/script>\s*/gs, "")
    .replaceAll(/<link\b[^>]*(modulepreload|as="?script)[^>]*>\s*/g, "")
    .replace("<html ", `<html data-platform="${platform}" `);
}

/** Serves the stripped pages of a site at best compression. */
export async function serveStripped(
  resources: BenchResources,
  origin: string,
  paths: readonly string[],
  platform: string,
): Promise<Floor> {
  const pages = await Promise.all(
    paths.map(async (path) => {
      const { body } = await fetchPage(origin, path, {});
      const html = Buffer.from(stripScripts(body.toString("utf8"), platform));
      return { path, encoding: "br" as const, body: await toSmallest(html) };
    }),
  );
  return serveAnswers(
    resources,
    pages.map((page) => ({
      ...page,
      headers: {
        "content-type": "text/html; charset=utf-8",
        "content-encoding": "br",
        "cache-control": "private, no-cache",
        vary: "Accept-Encoding",
      },
    })),
  );
}

/** Serves exactly the bytes and headers of a site. */
export async function serveSame(
  resources: BenchResources,
  origin: string,
  paths: readonly string[],
  encodings: readonly FloorAnswer["encoding"][],
): Promise<Floor> {
  const wanted = encodings.flatMap((encoding) => paths.map((path) => ({ encoding, path })));
  return serveAnswers(
    resources,
    await Promise.all(
      wanted.map(async ({ encoding, path }) => {
        const { headers, body } = await fetchPage(origin, path, { "accept-encoding": encoding });
        const kept = Object.entries(headers).flatMap(([name, value]) =>
          typeof value === "string" && !ownHeaders.has(name) ? [[name, value]] : [],
        );
        return { path, encoding, body, headers: Object.fromEntries(kept) };
      }),
    ),
  );
}

/** Headers that a Node server adds itself. */
const ownHeaders = new Set(["date", "connection", "keep-alive", "content-length"]);

async function serveAnswers(
  resources: BenchResources,
  answers: readonly (Omit<FloorAnswer, "file"> & { body: Buffer })[],
): Promise<Floor> {
  const folder = await resources.folder();
  const listed: FloorAnswer[] = [];
  for (const [index, { body, ...answer }] of answers.entries()) {
    const file = String(index);
    await writeFile(join(folder, file), body);
    listed.push({ ...answer, file });
  }
  await writeFile(join(folder, "answers.json"), JSON.stringify(listed));
  const started = startNode(resources, join(import.meta.dirname, "../serve-floor.ts"), [folder]);
  const [, origin = ""] = await waitForOutput(started, /ready at (\S+)/);
  return { origin, pid: started.pid };
}
