import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lowMemoryOptions, serverMemoryEnvironment } from "./low-memory.ts";

// The command that starts a server has to run in any Node, so it repeats what the others import.
test("npm start gives the server what bounds its memory", () => {
  const command = readFileSync(join(import.meta.dirname, "../../scripts/run.mjs"), "utf8");
  for (const option of lowMemoryOptions) expect(command).toContain(JSON.stringify(option));
  for (const [name, value] of Object.entries(serverMemoryEnvironment))
    expect(command).toContain(`${name}: ${JSON.stringify(value)}`);
});
