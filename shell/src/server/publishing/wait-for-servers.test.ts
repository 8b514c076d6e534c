import { SiteError } from "@site/contracts/errors";
import { expect, test } from "vitest";
import { waitForServers } from "./wait-for-servers.ts";

test("a store that cannot be read after a revision was recorded: the error says that the revision is recorded", async () => {
  const address = "nats://127.0.0.1:4222/site";
  const cause = new SiteError("STORE_UNREACHABLE", { address, problem: "timeout" }, { cause: new Error("timeout") });
  const servers = {
    announce: () => Promise.resolve(),
    withdraw: () => Promise.resolve(),
    list: () => Promise.reject(cause),
    watch: () => {},
  };
  const error: unknown = await waitForServers(servers, 7, { quorum: "all", timeoutMs: 10 }).catch(
    (problem: unknown) => problem,
  );
  expect(error).toMatchObject({
    code: "SERVERS_UNKNOWN",
    message: expect.stringMatching(/^Revision 7 is recorded and stays\..* cannot be read: timeout\..*site servers/),
    cause,
  });
  expect(String(error)).not.toContain("Nothing was changed");
});
