import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import Fastify from "fastify";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";

/** A page of its own for a remote's sources, which a browser runs as they are but for their types. */
export interface SourceServer {
  /** A page with a title, a viewport, and `load(path)`, which imports a module of the workspace. */
  url: string;
  close(): Promise<void>;
}

const page = `<!doctype html>
<html lang="en">
<title>Sources</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script type="importmap">{ "imports": { "@site/contracts/": "/shared-contracts/src/" } }</script>
<script type="module">window.load = (path) => import(path);</script>
`;

/** Serves the folders named, and nothing else of the workspace. */
export async function serveSources(...folders: string[]): Promise<SourceServer> {
  const server = Fastify({ forceCloseConnections: true });
  const stripped = new Map<string, Promise<string>>();
  server.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(page));
  for (const folder of folders) {
    server.get<{ Params: { "*": string } }>(`/${folder}/*`, async (request, reply) => {
      const path = request.params["*"].replace(/(\.tsx?)?$/, (extension) => extension || ".ts");
      const file = join(workspaceRoot, folder, path);
      const script = stripped.get(file) ?? readFile(file, "utf8").then((source) => stripTypeScriptTypes(source));
      stripped.set(file, script);
      // A profile that opens the page again need not ask again.
      return reply
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "max-age=600")
        .send(await script);
    });
  }
  const address = await server.listen({ port: 0, host: "127.0.0.1" });
  return { url: `${address.replace("127.0.0.1", "localhost")}/`, close: () => server.close() };
}
