import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { verifyFile } from "./pinned-tools.mjs";

const root = join(import.meta.dirname, "..");
const checksums: Record<string, Record<string, Record<string, string>>> = JSON.parse(
  readFileSync(join(root, "scripts/checksums.json"), "utf8"),
);

test("there are checksums of the pnpm and the Node that the workspace names", () => {
  const { config }: { config: { pnpm: string } } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const node = /^ {2}node: (\S+)$/m.exec(readFileSync(join(root, "pnpm-workspace.yaml"), "utf8"))?.[1] ?? "";
  for (const platform of ["linux-x64", "linux-arm64"]) {
    expect(checksums["pnpm"]?.[config.pnpm]?.[platform]).toMatch(/^sha512-/);
    expect(checksums["node"]?.[node]?.[platform]).toMatch(/^sha256-/);
  }
});

test("a program is run when it has its checksum, never when it has another, and with a warning when there is none", () => {
  const folder = mkdtempSync(join(tmpdir(), "pinned-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "tool");
  writeFileSync(file, "the program");
  const digest = createHash("sha256").update("the program").digest("base64");
  const known = { tool: { "1.0.0": { "linux-x64": `sha256-${digest}` } } };
  const verify = (platform: string): string =>
    verifyFile({ file, name: "tool", version: "1.0.0", platform, checksums: known });
  expect(verify("linux-x64")).toBe("good");
  const said = vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(verify("sunos-x64")).toBe("unknown");
  expect(said).toHaveBeenCalledWith(expect.stringContaining("no checksum of tool 1.0.0 for sunos-x64"));
  said.mockRestore();
  writeFileSync(file, "another program");
  expect(() => verify("linux-x64")).toThrow("was not run");
});
