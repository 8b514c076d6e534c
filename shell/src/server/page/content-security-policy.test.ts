import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { inertPolicy, toPagePolicy } from "./content-security-policy.ts";

/** The directives of a policy. */
function parse(policy: string): Map<string, string[]> {
  return new Map(policy.split("; ").map((directive) => {
    const [name = "", ...sources] = directive.split(" ");
    return [name, sources];
  }));
}

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

describe("G5 the policy of a page", () => {
  const boot = "document.body.dataset.x = '1';";
  const css = "body{color:red}";
  const policy = parse(toPagePolicy(boot, css));

  test("lets the one inline script run by its hash, and what that script loads", () => {
    expect(policy.get("script-src")).toEqual([hash(boot), "'strict-dynamic'"]);
  });

  test("lets the one inline style sheet apply by its hash", () => {
    expect(policy.get("style-src")).toEqual(["'self'", hash(css)]);
  });

  test("allows nothing that is not named", () => {
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.has("object-src")).toBe(false);
  });

  test("contains nothing unsafe, no scheme and no foreign host", () => {
    expect(toPagePolicy(boot, css)).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  });

  test("requires trusted types, of two policies", () => {
    expect(policy.get("require-trusted-types-for")).toEqual(["'script'"]);
    expect(policy.get("trusted-types")).toEqual(["default", "site"]);
  });

  test("differs when the script or the styles do", () => {
    expect(toPagePolicy(`${boot} `, css)).not.toBe(toPagePolicy(boot, css));
    expect(toPagePolicy(boot, `${css} `)).not.toBe(toPagePolicy(boot, css));
  });
});

test("G5 the policy of everything that is no page lets it do nothing", () => {
  expect([...parse(inertPolicy).values()].flat()).toEqual(Array(parse(inertPolicy).size).fill("'none'"));
  expect(parse(inertPolicy).has("default-src")).toBe(true);
});
