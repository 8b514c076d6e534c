// Runs before each test file: a wait of `vi.waitFor` that names no time may take as long as one of the browser tests. By default it is a second, which a
// busy machine takes now and then.
import { vi } from "vitest";

const withinMs = 20_000;

if (vi.waitFor.name !== "waitForLong") {
  const { waitFor } = vi;
  vi.waitFor = function waitForLong(check, options) {
    return waitFor(check, typeof options === "number" ? options : { timeout: withinMs, ...options });
  };
}
