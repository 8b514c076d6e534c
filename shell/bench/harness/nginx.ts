import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createHash, X509Certificate } from "node:crypto";
import { readFile } from "node:fs/promises";
import { findFreePort } from "../../e2e/harness/free-port.ts";
import { listChildren } from "./process-usage.ts";
import { run, start } from "./processes.ts";
import type { BenchResources } from "./bench-resources.ts";

/** Folders of nginx in distributions that do not add them to every account's PATH. */
const places = [...(process.env["PATH"] ?? "").split(":"), "/usr/sbin", "/usr/local/sbin"];

/** The installed nginx, if there is one. */
export function findNginx(): string | undefined {
  return places.map((place) => join(place, "nginx")).find((file) => existsSync(file));
}

async function startNginx(resources: BenchResources, nginx: string, servers: string, port: number): Promise<number> {
  const folder = await resources.folder();
  const user = userInfo();
  await mkdir(join(folder, "temp"));
  await writeFile(
    join(folder, "nginx.conf"),
    `
${user.uid === 0 ? `user ${user.username};` : ""}
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000000;
  open_file_cache max=1000;
  client_body_temp_path ${folder}/temp/body;
  proxy_temp_path ${folder}/temp/proxy;
  fastcgi_temp_path ${folder}/temp/fastcgi;
  uwsgi_temp_path ${folder}/temp/uwsgi;
  scgi_temp_path ${folder}/temp/scgi;
${servers}
}
`,
  );
  const { pid, child, output } = start(resources, nginx, [
    "-p",
    folder,
    "-c",
    join(folder, "nginx.conf"),
    "-e",
    join(folder, "error.log"),
  ]);
  for (let tries = 0; tries < 200; tries += 1) {
    if (child.exitCode !== null) throw new Error(`nginx did not start: ${output()}`);
    const [worker] = listChildren(pid);
    if (worker !== undefined && (await isOpen(port))) return worker;
    await sleep(25);
  }
  throw new Error("nginx did not start in time");
}

async function isOpen(port: number): Promise<boolean> {
  const { connect } = await import("node:net");
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).on("error", () => resolve(false));
  });
}

/** Serves brotli bodies as static files, by path. `pid` is the worker's. */
export async function serveStatic(
  resources: BenchResources,
  nginx: string,
  bodies: ReadonlyMap<string, Buffer>,
): Promise<{ origin: string; pid: number }> {
  const folder = await resources.folder();
  for (const [path, body] of bodies) {
    const file = join(folder, path, "index.html");
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, body);
  }
  const port = await findFreePort();
  const pid = await startNginx(
    resources,
    nginx,
    `  server {
    listen 127.0.0.1:${port} backlog=1024;
    root ${folder};
    default_type "text/html; charset=utf-8";
    add_header Content-Encoding br;
    add_header Vary Accept-Encoding;
    add_header Cache-Control "private, no-cache";
  }`,
    port,
  );
  return { origin: `http://127.0.0.1:${port}`, pid };
}

export interface Front {
  site: number;
  floor: number;
  /** The hash by which a browser accepts the front's certificate; undefined without TLS. */
  trusted?: string;
}

/**
 * Puts HTTP/2 and TLS in front of the site and of its floor, which proxies everything but pages to the site. Compressed bodies pass through. TLS
 * records are no longer than a segment, as in the recipe of `deploy/nginx`: nginx's default of 16 KB is longer than the first flight of a connection,
 * and the first byte of such a record cannot be decrypted before its last arrives. Without nginx the two are used directly.
 */
export async function openFront(resources: BenchResources, site: string, floor: string): Promise<Front> {
  const nginx = findNginx();
  if (nginx === undefined) return { site: Number(new URL(site).port), floor: Number(new URL(floor).port) };
  const folder = await resources.folder();
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  await run(resources, "openssl", [
    "req",
    "-x509",
    "-newkey",
    "ec",
    "-pkeyopt",
    "ec_paramgen_curve:prime256v1",
    "-nodes",
    "-days",
    "2",
    "-subj",
    "/CN=localhost",
    "-addext",
    "subjectAltName=DNS:localhost,IP:127.0.0.1",
    "-keyout",
    key,
    "-out",
    certificate,
  ]);
  const ports = { site: await findFreePort(), floor: await findFreePort() };
  const server = (port: number, pages: string): string => `
  server {
    listen 127.0.0.1:${port} ssl http2 sndbuf=32k;
    ssl_certificate ${certificate};
    ssl_certificate_key ${key};
    ssl_protocols TLSv1.3;
    ssl_buffer_size 1400;
    location / { proxy_pass ${pages}; }
    location /_release/ { proxy_pass http://site; }
    location /assets/ { proxy_pass http://site; }
    location /_image/ { proxy_pass http://site; }
  }`;
  await startNginx(
    resources,
    nginx,
    `
  proxy_http_version 1.1;
  proxy_set_header Connection "";
  proxy_set_header Host $host;
  upstream site { server ${new URL(site).host}; keepalive 16; }
  upstream floor { server ${new URL(floor).host}; keepalive 16; }
${server(ports.site, "http://site")}
${server(ports.floor, "http://floor")}`,
    ports.floor,
  );
  const spki = new X509Certificate(await readFile(certificate)).publicKey.export({ type: "spki", format: "der" });
  return { ...ports, trusted: createHash("sha256").update(spki).digest("base64") };
}
