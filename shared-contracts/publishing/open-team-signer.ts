import { spawn } from "node:child_process";
import { SiteError, toProblem } from "@site/contracts/errors";
import { readKey } from "../signing/read-key.ts";
import type { Signer } from "../signing/signed-document.ts";
import { createVerifier, parseKey, toKeyId } from "../signing/signing-key.ts";

/** The source of a team's private key. At most one is set; without one, the key file in `KEYS_DIR` is used. */
export interface TeamKeySource {
  /** `SITE_SIGN_KEY`: the key itself, in PEM. */
  pem?: string | undefined;
  /** `SITE_SIGN_KEY_FILE`: the path of a file with the key. */
  file?: string | undefined;
  /** `SITE_SIGN_COMMAND`: a command line that reads bytes from its input and writes their Ed25519 signature. */
  command?: string | undefined;
}

/** Timeout in milliseconds of a signing command. A key service may ask its user to confirm. */
const commandTimeoutMs = 60_000;

/** Maximum bytes of a command's output; a signature in base64 is 88. */
const maxOutputBytes = 4096;

/** Bytes that are signed once, to find the key of a command. They are not JSON, so the signature cannot be used for a document. */
const probe = Buffer.from("site: which key signs this?");

/**
 * Opens the key that a team signs with.
 * @param fallback the key file that is used when the source names none
 * @param known reads the public keys of the team, 64 hexadecimal digits each; only called for a command, which cannot report its own
 * @throws SiteError `KEY_*`
 */
export async function openTeamSigner(
  team: string,
  source: TeamKeySource,
  {
    fallback,
    known,
    timeoutMs = commandTimeoutMs,
  }: { fallback: string; known(): Promise<readonly string[]>; timeoutMs?: number },
): Promise<Signer> {
  if (source.command !== undefined) {
    const { command } = source;
    return openCommandSigner(team, (bytes) => runCommand(command, bytes, timeoutMs), await known());
  }
  if (source.pem !== undefined) {
    try {
      return parseKey(source.pem).signer;
    } catch (cause) {
      throw new SiteError("KEY_INVALID", { file: "in SITE_SIGN_KEY", problem: toProblem(cause) }, { cause });
    }
  }
  return (await readKey(source.file ?? fallback, `the team of ${team}`)).signer;
}

async function openCommandSigner(
  team: string,
  sign: (bytes: Uint8Array) => Promise<string>,
  known: readonly string[],
): Promise<Signer> {
  const signature = await sign(probe);
  const publicKey = known.find((one) => createVerifier(one)(probe, signature));
  if (publicKey === undefined)
    throw new SiteError("KEY_FOREIGN", {
      file: "SITE_SIGN_COMMAND",
      key: "that signs",
      signer: `the team of ${team}`,
    });
  return { keyId: toKeyId(publicKey), sign };
}

function fail(problem: string): SiteError {
  return new SiteError("KEY_COMMAND_FAILED", { problem });
}

/** The signature that a command writes for bytes: 64 raw bytes, or the same in hexadecimal digits or base64. */
async function runCommand(command: string, bytes: Uint8Array, timeoutMs: number): Promise<string> {
  const { SITE_TOKEN: _token, ...env } = process.env;
  const child = spawn(command, { shell: true, env, stdio: ["pipe", "pipe", "pipe"] });
  const output: Buffer[] = [];
  const errors: Buffer[] = [];
  // A command may end before it has read everything; its exit code reports that.
  child.stdin.on("error", () => undefined);
  child.stdin.end(bytes);
  let timer: NodeJS.Timeout | undefined;
  const code = await new Promise<number | null>((resolve, reject) => {
    // A child of the command may keep its output open after its end: the timeout covers that as well.
    timer = setTimeout(() => reject(fail(`it did not end within ${timeoutMs} ms`)), timeoutMs);
    let [written, said] = [0, 0];
    child.stdout.on("data", (chunk: Buffer) => {
      output.push(chunk);
      written += chunk.length;
      if (written > maxOutputBytes) reject(fail(`it wrote more than ${maxOutputBytes} bytes`));
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (said < maxOutputBytes) errors.push(chunk);
      said += chunk.length;
    });
    child.on("error", (cause) => reject(fail(toProblem(cause))));
    child.on("close", resolve);
  }).finally(() => {
    clearTimeout(timer);
    child.kill();
    child.stdout.destroy();
    child.stderr.destroy();
  });
  const said = Buffer.concat(errors).toString("utf8").trim().slice(0, 200);
  if (code !== 0) throw fail(`it ended with ${code ?? "a signal"}${said && `: ${said}`}`);
  const signature = readSignature(Buffer.concat(output));
  if (signature === undefined)
    throw fail("it wrote no signature of 64 bytes, in raw bytes, hexadecimal digits or base64");
  return signature;
}

function readSignature(output: Buffer): string | undefined {
  const text = output.toString("latin1").trim();
  if (/^[0-9a-f]{128}$/i.test(text)) return text.toLowerCase();
  if (/^[A-Za-z0-9+/]{86}==$/.test(text)) return Buffer.from(text, "base64").toString("hex");
  return output.length === 64 ? output.toString("hex") : undefined;
}
