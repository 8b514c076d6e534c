import { toListenError } from "@site/contracts/errors/listen-error";
import { expect, test } from "vitest";
import { assertListenable } from "./listen-at.ts";

/** An address for documentation (RFC 5737), which no machine has. */
const foreign = "192.0.2.1";

test("an address that is not this machine's is named with the variable that has it", async () => {
  await expect(assertListenable({ host: foreign, port: 8080, variable: "PORT" })).rejects.toMatchObject({
    code: "ADDRESS_UNUSABLE",
    message: `The server cannot listen at ${foreign}:8080: this machine has no such address. Set HOST to an address of this machine.`,
  });
  await expect(assertListenable({ host: foreign, port: 9090, variable: "METRICS_PORT" })).rejects.toThrow(
    "Set METRICS_HOST to an address of this machine.",
  );
});

test("a port that only a privileged user may use is told with what to do; another error stays as it is", () => {
  const denied = Object.assign(new Error("listen EACCES"), { code: "EACCES" });
  expect(toListenError(denied, { host: "127.0.0.1", port: 80, variable: "PORT" })).toMatchObject({
    code: "ADDRESS_UNUSABLE",
    message: "The server cannot listen at 127.0.0.1:80: this user may not use the port. Set PORT to a port above 1023.",
    cause: denied,
  });
  const other = new Error("something else");
  expect(toListenError(other, { host: "127.0.0.1", port: 80, variable: "PORT" })).toBe(other);
});

test("an address is free again after it was checked", async () => {
  const address = { host: "127.0.0.1", port: 0, variable: "PORT" } as const;
  await assertListenable(address);
  await assertListenable(address);
});
