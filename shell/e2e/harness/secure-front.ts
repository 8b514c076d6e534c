import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A site over https. */
export interface SecureFront {
  /** Such as `https://localhost:40123`. */
  origin: string;
  close(): Promise<void>;
}

/** Serves a site over https, by a proxy with a self-signed certificate. */
export async function openSecureFront(port: number): Promise<SecureFront> {
  const server = createServer(createCertificate(), (asked, answer) => {
    const { method, url, headers } = asked;
    const onward = request({ host: "127.0.0.1", port, method, path: url, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers);
      given.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    asked.pipe(onward);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The front has no port.");
  return {
    origin: `https://localhost:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function createCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "site-certificate-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const form = "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  try {
    execFileSync("openssl", [...form.split(" "), "-keyout", key, "-out", certificate], { stdio: "ignore" });
    return { key: readFileSync(key), cert: readFileSync(certificate) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
