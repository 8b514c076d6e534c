import { request as ask } from "node:http";
import { beforeAll, expect, test } from "vitest";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

/** Knows of two visitors alone that they are in a blocked country. */
const countries: Readonly<Record<string, string>> = { "203.0.113.9": "US", "2001:db8::9": "US" };
const { app } = useFixtureApp({
  trustedProxies: ["127.0.0.1", "198.51.100.1", "2001:db8:1::1"],
  geoDatabase: { find: (address) => ({ country: countries[address] ?? "PH", region: undefined }), watch: () => {} },
});

let port = 0;
beforeAll(async () => {
  port = Number(new URL(await app().server.listen({ port: 0, host: "127.0.0.1" })).port);
});

/** The country and the rule of a visitor, as the server says them. */
async function readVisitor(forwardedFor: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = ask({ port, path: "/api/visitor", headers: { host: "site.example", "x-forwarded-for": forwardedFor } });
  sent
    .on("error", reject)
    .on("response", async (response) => resolve(Buffer.concat(await response.toArray()).toString()));
  sent.end();
  const { country, rule } = JSON.parse(await promise);
  return [country, rule];
}

test.each([
  "203.0.113.9",
  "203.0.113.9:51234",
  "2001:db8::9",
  "[2001:db8::9]",
  "[2001:db8::9]:51234",
  "192.0.2.1:1, 203.0.113.9:51234, 198.51.100.1:443",
  "192.0.2.1, [2001:db8::9]:51234 ,[2001:db8:1::1]:443",
])("B141 B154 a visitor in a blocked country is known by the address that a proxy writes as %s", async (header) => {
  expect(await readVisitor(header)).toEqual(["US", "blocked"]);
});

test.each(["192.0.2.1:51234", "192.0.2.1, 203.0.113.9:51234, 192.0.2.7:443"])(
  "B154 an address with a port is no other visitor's: %s",
  async (header) => {
    expect(await readVisitor(header)).toEqual(["PH", "none"]);
  },
);
