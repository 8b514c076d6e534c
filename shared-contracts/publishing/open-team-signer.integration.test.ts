import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createVerifier, generateKey } from "../signing/signing-key.ts";
import { openTeamSigner, type TeamKeySource } from "./open-team-signer.ts";

const folder = mkdtempSync(join(tmpdir(), "team-key-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const { publicKey, pem, signer } = generateKey();
const file = join(folder, "content.pem");
writeFileSync(file, pem, { mode: 0o600 });

/** A command that signs with the key file, and writes the signature as a program does that knows nothing of this project. */
function toCommand(encoding: "hex" | "base64" | "raw"): string {
  const program = join(folder, `sign-${encoding}.mjs`);
  const written = encoding === "raw" ? "signature" : `signature.toString("${encoding}")`;
  writeFileSync(
    program,
    `import { createPrivateKey, sign } from "node:crypto"; import { readFileSync } from "node:fs";
const signature = sign(null, readFileSync(0), createPrivateKey(readFileSync(${JSON.stringify(file)})));
process.stdout.write(${written});`,
  );
  return `"${process.execPath}" "${program}"`;
}

const open = (source: TeamKeySource, known = [generateKey().publicKey, publicKey], timeoutMs = 20_000) =>
  openTeamSigner("content", source, { fallback: join(folder, "none.pem"), known: async () => known, timeoutMs });

test.each<[string, TeamKeySource]>([
  ["a file", { file }],
  ["the environment", { pem }],
  ["a command that writes hexadecimal digits", { command: toCommand("hex") }],
  ["a command that writes base64", { command: toCommand("base64") }],
  ["a command that writes raw bytes", { command: toCommand("raw") }],
])("B298 a team signs with a key from %s", async (_name, source) => {
  const opened = await open(source);
  const bytes = Buffer.from("a manifest");
  expect(opened.keyId).toBe(signer.keyId);
  expect(createVerifier(publicKey)(bytes, await opened.sign(bytes))).toBe(true);
});

test("B298 a key that cannot be used is refused by what is wrong with it", async () => {
  await expect(open({})).rejects.toMatchObject({ code: "KEY_NOT_FOUND" });
  await expect(open({ pem: "no key" })).rejects.toMatchObject({ code: "KEY_INVALID" });
  await expect(open({ command: toCommand("hex") }, [])).rejects.toMatchObject({ code: "KEY_FOREIGN" });
  await expect(open({ command: "exit 3" })).rejects.toThrow("it ended with 3");
  await expect(open({ command: "echo none" })).rejects.toMatchObject({ code: "KEY_COMMAND_FAILED" });
});

test("a command that writes without end is refused at once", async () => {
  await expect(open({ command: "yes" })).rejects.toThrow("it wrote more than 4096 bytes");
});

test("a command that ends and leaves a process which holds its output is refused after the time that it has", async () => {
  await expect(open({ command: "sleep 5 &" }, [publicKey], 300)).rejects.toThrow("it did not end within 300 ms");
});
