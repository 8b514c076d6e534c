import { createHash } from "node:crypto";
import { CspEvaluator } from "csp_evaluator/dist/evaluator.js";
import { Severity } from "csp_evaluator/dist/finding.js";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { describe, expect, test } from "vitest";
import type { VendorHosts } from "@site/contracts/site/vendor";
import { type PagePolicyOptions, toPagePolicies, toPagePolicy } from "./page-policy.ts";
import { inertHeaders } from "./response-headers.ts";

/**
 * The first policy of a page, which names all that it allows. The second only bounds it further. A browser enforces both, so the first
 * has to stand alone.
 */
const first = (options: PagePolicyOptions): string | undefined =>
  toPagePolicy(options)["content-security-policy"]?.split(", ")[0];

/** The directives of one policy of a header: the first, or the one at `index`. */
function parse(header = "", index = 0): Map<string, string[]> {
  return new Map(
    (header.split(", ")[index] ?? "").split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

const hash = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const scripts = ["document.body.dataset.x = '1';", "document.body.dataset.y = '2';"];
const css = "body{color:red}";
const chat: VendorHosts = {
  script: ["https://chat.example", "https://site.example"],
  connect: ["https://chat.example"],
  frame: ["https://site.example"],
  style: ["https://site.example"],
  image: [],
  font: [],
};
const analytics: VendorHosts = {
  script: ["https://tags.example"],
  connect: ["https://tags.example"],
  frame: [],
  style: [],
  image: ["https://tags.example"],
  font: [],
};
const page: PagePolicyOptions = { scripts, css, vendors: [], hosts: { chat, analytics } };

describe("G5 the policy of a page", () => {
  const headers = toPagePolicy(page);
  const policy = parse(headers["content-security-policy"]);

  test("lets the inline scripts run by their hashes, and what these load", () => {
    expect(policy.get("script-src")).toEqual([...scripts.map(hash), "'strict-dynamic'"]);
  });

  test("G7 has a second script list without strict-dynamic, which allows this host alone", () => {
    expect(headers["content-security-policy"]?.split(", ")).toHaveLength(2);
    expect([...parse(headers["content-security-policy"], 1)]).toEqual([
      ["script-src", [...scripts.map(hash), "'self'"]],
      ["report-to", ["r"]],
    ]);
  });

  test("lets the one inline style sheet apply by its hash", () => {
    expect(policy.get("style-src")).toEqual(["'self'", hash(css)]);
  });

  test("B293 lets the headline's face apply by its hash, with the font in it, where a page has one", () => {
    const withFace = parse(toPagePolicy({ ...page, headlineSources: "'sha256-face'" })["content-security-policy"]);
    expect(withFace.get("style-src")).toEqual([...(policy.get("style-src") ?? []), "'sha256-face'"]);
    expect(withFace.get("font-src")).toEqual(["'self'", "data:"]);
    expect(policy.get("font-src")).toEqual(["'self'"]);
  });

  test("B229 allows pictures of the site and of its image host, and names that host for nothing else", () => {
    expect(policy.get("img-src")).toEqual(["'self'"]);
    const withHost = parse(toPagePolicy({ ...page, imageOrigin: "https://images.example" })["content-security-policy"]);
    expect([...withHost].filter(([, sources]) => sources.includes("https://images.example"))).toEqual([
      ["img-src", ["'self'", "https://images.example"]],
    ]);
  });

  test("allows nothing that is not named", () => {
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect(policy.has("object-src")).toBe(false);
    expect(policy.has("frame-src")).toBe(false);
  });

  test("contains nothing unsafe, no scheme and no foreign host, also when other pages of the site have vendors", () => {
    expect(JSON.stringify(headers)).not.toMatch(/unsafe|\*|https?:|data:|blob:/);
  });

  test("requires trusted types, with two named policies, and integrity", () => {
    expect(policy.get("require-trusted-types-for")).toEqual(["'script'"]);
    expect(policy.get("trusted-types")).toEqual(["default", "site"]);
    expect(headers["integrity-policy"]).toBe("blocked-destinations=(script), endpoints=(r)");
    expect(Object.keys(headers)).toEqual(["content-security-policy", "integrity-policy"]);
  });

  test("differs when the script or the styles do", () => {
    expect(toPagePolicy({ ...page, scripts: scripts.map((text) => `${text} `) })).not.toEqual(headers);
    expect(toPagePolicy({ ...page, css: `${css} ` })).not.toEqual(headers);
  });
});

/** What Google's evaluator says of a policy, above information. */
function evaluate(policy = ""): string[] {
  return new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .filter(({ severity }) => severity < Severity.INFO)
    .map(({ directive, description }) => `${directive}: ${description}`);
}

describe("G5 an evaluator of policies finds nothing above information", () => {
  test("in the policy of a page without vendors", () => {
    expect(evaluate(first(page))).toEqual([]);
    expect(evaluate(first({ ...page, imageOrigin: "https://images.example" }))).toEqual([]);
  });

  test("in the policy of every other response", () => {
    expect(evaluate(inertHeaders["content-security-policy"])).toEqual([]);
  });

  test("and on a page with vendors only that trusted types are not required, which no vendor's script complies with", () => {
    const found = evaluate(first({ ...page, vendors: ["chat", "analytics"] }));
    expect(found.filter((one) => !one.startsWith("require-trusted-types-for:"))).toEqual([]);
  });

  test("and does find what is wrong: an inline script without its hash, and scripts of any host", () => {
    expect(evaluate("script-src 'unsafe-inline' https:; object-src 'none'; base-uri 'none'").length).toBeGreaterThan(1);
  });
});

describe("G5 the policy of a page that loads a vendor", () => {
  const headers = toPagePolicy({ ...page, vendors: ["chat"] });
  const policy = parse(headers["content-security-policy"]);

  test("names exactly that vendor's hosts, each where it is used", () => {
    expect(policy.get("script-src")).toEqual([
      ...scripts.map(hash),
      "'strict-dynamic'",
      "https://chat.example",
      "https://site.example",
    ]);
    expect(policy.get("connect-src")).toEqual(["'self'", "https://chat.example"]);
    expect(policy.get("frame-src")).toEqual(["https://site.example"]);
    expect(policy.get("style-src")).toEqual(["'self'", hash(css), "https://site.example"]);
    expect(policy.get("img-src")).toEqual(["'self'"]);
    expect(JSON.stringify(headers)).not.toContain("tags.example");
  });

  test("G7 bounds scripts to this site and exactly that vendor's hosts", () => {
    expect([...parse(headers["content-security-policy"], 1)]).toEqual([
      ["script-src", [...scripts.map(hash), "'self'", "https://chat.example", "https://site.example"]],
      ["report-to", ["r"]],
    ]);
  });

  test("allows no unsafe source, no wildcard, no data and no frame around the page", () => {
    expect(JSON.stringify(headers)).not.toMatch(/unsafe|\*|data:|blob:/);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
  });

  test("only reports trusted types and integrity, which a vendor cannot comply with", () => {
    expect(policy.has("require-trusted-types-for")).toBe(false);
    expect(headers).not.toHaveProperty("integrity-policy");
    expect(headers["content-security-policy-report-only"]).toBe(
      "require-trusted-types-for 'script'; trusted-types default site",
    );
    expect(headers["integrity-policy-report-only"]).toBe("blocked-destinations=(script)");
  });

  test("has its violations reported, but not those of trusted types and integrity, which each of its visits has", () => {
    expect(policy.get("report-to")).toEqual(["r"]);
    const { "content-security-policy": _enforced, ...reporting } = headers;
    expect(JSON.stringify(reporting)).not.toMatch(/report-to|endpoints/);
  });

  test("names a host once when several vendors share it", () => {
    const shared = toPagePolicy({ ...page, vendors: ["chat", "analytics"], hosts: { chat, analytics: chat } });
    expect(shared["content-security-policy"]?.match(/connect-src [^;]*/)?.[0]).toBe(
      "connect-src 'self' https://chat.example",
    );
  });
});

describe("B215 B216 the policy of a page that is visited with clean", () => {
  test("names neither the consent tool nor the tag manager, and is as strict as that of a page without vendors", () => {
    const { usual, clean } = toPagePolicies({ ...page, vendors: ["analytics"] });
    expect(usual["content-security-policy"]).toContain("https://tags.example");
    expect(clean).toEqual(toPagePolicy(page));
  });

  test("still names the help chat", () => {
    const { clean } = toPagePolicies({ ...page, vendors: ["chat", "analytics"] });
    expect(clean).toEqual(toPagePolicy({ ...page, vendors: ["chat"] }));
  });
});
