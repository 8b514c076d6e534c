import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { afterAll, beforeAll } from "vitest";
import { createFixtureBench, type FixtureBench } from "../../src/server/testing/fixture-bench.ts";

/** A bench with keys, and the address of a program that responds in place of the site that releases are uploaded to. */
export interface OtherSite {
  bench(): FixtureBench;
  url(): string;
}

/** Starts both before the tests and ends them after. Without `answer`, requests are accepted and never answered. */
export function useOtherSite(answer?: RequestListener): OtherSite {
  let bench: FixtureBench | undefined;
  let url = "";
  const site = createServer(answer);
  beforeAll(async () => {
    bench = await createFixtureBench();
    await bench.writeIdentities();
    site.listen(0, "127.0.0.1");
    await once(site, "listening");
    const address = site.address();
    url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
  });
  afterAll(async () => {
    site.closeAllConnections();
    site.close();
    await bench?.remove();
  });
  return {
    bench() {
      if (!bench) throw new Error("It did not start.");
      return bench;
    },
    url: () => url,
  };
}
