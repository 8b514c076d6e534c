import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { workspaceRoot } from "../../cli/workspace/workspace.ts";
import { findFreePort } from "../harness/free-port.ts";
import { waitUntil } from "../harness/wait-until.ts";

/** The nginx of this machine; undefined where there is none. */
export const nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx", "/opt/homebrew/bin/nginx"].find(existsSync);

/** A caching proxy in front of a site. */
export interface Front {
  /** Such as `http://localhost:40123`. */
  origin: string;
  /** Its latest warnings and errors. */
  log(): string;
  stop(): Promise<void>;
}

/** A caching proxy that caches all it may and knows nothing of variants. @param settings further lines of its location */
const toCachingFront = (settings: string): string => `
proxy_cache_path /var/cache/nginx-site keys_zone=site:1m;
server {
  listen 8080;
  location / {
    proxy_pass http://127.0.0.1:3000;
    proxy_set_header Host $host;
    proxy_set_header X-Forwarded-For $remote_addr;
    proxy_set_header Site-Variant "";
    proxy_cache site;
    add_header X-Cache $upstream_cache_status always;
    ${settings}
  }
}`;

/** As a CDN is set up: it keeps by host, path and query, passes on nothing that a client claims, and answers with what it kept while the site is away. */
const networkSettings = `
    proxy_set_header X-Forwarded-Host "";
    proxy_set_header X-Forwarded-Proto $scheme;
    proxy_set_header Forwarded "";
    proxy_cache_key "$host$request_uri";
    proxy_cache_use_stale error timeout;`;

const fronts = {
  plain: () => toCachingFront(""),
  network: () => toCachingFront(networkSettings),
  recipe: readRecipe,
  /** The recipe with a fifth of its timeouts of answers, for tests of a server that gives none. */
  hurriedRecipe: async () =>
    (await readRecipe()).replaceAll(
      /(proxy_read_timeout) (\d+)s;/g,
      (_line, name: string, seconds: string) => `${name} ${Number(seconds) * 200}ms;`,
    ),
  /** The recipe with its lines for a CDN before it, as which this machine's address counts. */
  behindNetwork: async () =>
    (await readRecipe())
      .replace("# set_real_ip_from 192.0.2.0/24;", "set_real_ip_from 127.0.0.1;")
      .replaceAll("# real_ip_", "real_ip_"),
};

function readRecipe(): Promise<string> {
  return readFile(join(workspaceRoot, "deploy/nginx/site-variant.conf"), "utf8");
}

/** Starts nginx in front of a site: as our recipe sets it up, plainly, or as a CDN. The recipe may have several servers. */
export async function startFront(sitePort: number | readonly number[], kind: keyof typeof fronts): Promise<Front> {
  if (nginx === undefined) throw new Error("There is no nginx on this machine.");
  const folder = await mkdtemp(join(tmpdir(), "site-front-"));
  const port = await findFreePort();
  const ports = [sitePort].flat();
  const server = await fronts[kind]();
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (use) => `${use}_temp_path ${join(folder, use)};`,
  );
  const configuration = `daemon off; master_process off; pid ${join(folder, "pid")}; error_log stderr warn;
    events { worker_connections 4096; }
    http { access_log off; ${temporary.join(" ")}\n${server
      .replace(/server 127\.0\.0\.1:3000( [^;]*);/, (_line, options: string) =>
        ports.map((one) => `server 127.0.0.1:${one}${options};`).join(" "),
      )
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${ports[0]}`)
      .replaceAll(/listen 8080\b/g, `listen 127.0.0.1:${port}`)
      .replace("/var/cache/nginx-site", join(folder, "cache"))}\n}`;
  await writeFile(join(folder, "nginx.conf"), configuration);
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", "stderr"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const problems = collect(child);
  const ended = once(child, "close");
  const origin = `http://localhost:${port}`;
  await waitUntil(
    async () => {
      if (child.exitCode !== null) throw new Error(`nginx ended:\n${problems()}`);
      return fetch(`${origin}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      );
    },
    { what: "nginx", within: 30_000 },
  );
  return {
    origin,
    log: problems,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function collect(child: ChildProcess): () => string {
  let text = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    text += chunk.toString("utf8");
  });
  return () => text;
}
