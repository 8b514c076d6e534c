import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const recipe = readFileSync(join(import.meta.dirname, "../deploy/nginx/site-variant.conf"), "utf8").replaceAll(
  /#.*$/gm,
  "",
);

/** The locations that pass requests on, each with what stands in it. */
const passing = [...recipe.matchAll(/location ([^{]+)\{([^{}]*)\}/g)]
  .map(([, name = "", body = ""]) => ({ name: name.trim(), body }))
  .filter(({ body }) => body.includes("proxy_pass"));

test("the recipe has the locations that this file is about", () => {
  expect(passing.map(({ name }) => name)).toEqual([
    "= /_variant",
    "/",
    "^~ /-/releases/",
    "~ ^/(_release|assets|_image)/",
    "/",
  ]);
});

const overwritten = [
  "X-Forwarded-For",
  "X-Forwarded-Host",
  "X-Forwarded-Proto",
  "X-Forwarded-Port",
  "Forwarded",
  "traceparent",
  "tracestate",
  "Site-Variant",
];

// A location with a `proxy_set_header` of its own inherits none.
test.for(passing)(
  "B155 $name passes on nothing that a visitor may have written about an address, a host, a scheme, a port, a trace or a variant",
  ({ body }) => {
    for (const header of overwritten)
      expect(body).toMatch(new RegExp(`proxy_set_header ${header} (""|\\$(remote_addr|scheme|site_variant));`));
  },
);

test("the folder of the cache is in one that every Linux has, because nginx makes the last folder of a path alone", () => {
  const [, path = ""] = /^proxy_cache_path (\S+) /m.exec(recipe) ?? [];
  expect(dirname(path)).toBe("/var/cache");
});

test("the first server is that of all other host names by its own word, so that a site of the distribution on the same port is found at the start", () => {
  const listens = [...recipe.matchAll(/^ {2}listen (.*);$/gm)].map(([, what]) => what);
  expect(listens).toEqual(["8080 default_server", "8080"]);
});
