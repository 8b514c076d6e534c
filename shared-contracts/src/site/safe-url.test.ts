import * as fc from "fast-check";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { httpsUrlSchema, isHttpsUrl, isSitePath, linkSchema, sitePathSchema } from "./safe-url.ts";

const base = "https://www.ggp.example/";

/** Anything that could end up in an `href`: free text, and pieces attackers are made of. */
const suspiciousLink = fc.oneof(
  fc.string({ unit: "binary-ascii" }),
  fc.webUrl({ withFragments: true, withQueryParameters: true }),
  fc
    .array(
      fc.constantFrom(
        "/",
        "//",
        "\\",
        "javascript:",
        "JaVaScRiPt:",
        "data:text/html,",
        "vbscript:",
        "https:",
        "https://",
        "http://",
        "evil.example",
        "\t",
        "\n",
        "\r",
        "\u0000",
        " ",
        "\u00a0",
        "@",
        ":",
        ".",
        "..",
        "%2f",
        "%5c",
        "?",
        "#",
        "user:pass@",
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join("")),
);

// oxlint-disable-next-line no-control-regex -- control characters are exactly what must not be in a link
const controlCharacter = /[\u0000-\u001f]/;

const accepts = (value: string): boolean => v.is(linkSchema, value);

describe("a link of ours", () => {
  test.each([
    "/",
    "/about-us/",
    "/download/?auto=1",
    "/#promotions",
    "/with a space/",
    "/ggteam/ace-marlowe/",
    "https://blog.ggp.example/",
    "https://x.example/a?b=c#d",
    "HTTPS://x.example/",
  ])("may be %s", (link) => {
    expect(accepts(link)).toBe(true);
  });

  test.each([
    "",
    "about-us/",
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "//evil.example/",
    "/\\evil.example/",
    "\\\\evil.example/",
    "/\t/evil.example/",
    "/a\\b",
    "http://plain.example/",
    "https://user:secret@evil.example/",
    "https://user@evil.example/",
    "https://:secret@evil.example/",
    "https://a.example/b\\c",
    "https://a.example/b c",
    "evil:https://a.example/",
    "mailto:someone@evil.example",
    "blob:https://www.ggp.example/x",
    "https://",
    "https:///",
  ])("is never %j", (link) => {
    expect(accepts(link)).toBe(false);
  });

  test.each([
    "https:\\\\evil.example\\",
    "https:/\\evil.example/",
    "ht\ntps://evil.example/",
    "\u0001https://evil.example/",
    "https://evil.example/\n",
  ])("is never %j, which a browser would read as an https address after leaving characters out", (link) => {
    expect(accepts(link)).toBe(false);
  });

  test("leads to this site or to an https address, for any text", () => {
    fc.assert(
      fc.property(suspiciousLink, (link) => {
        if (!accepts(link)) return;
        const url = new URL(link, base);
        expect(url.protocol).toBe("https:");
        expect(url.username + url.password).toBe("");
        if (link.startsWith("/")) expect(url.host).toBe("www.ggp.example");
      }),
      { numRuns: 3000 },
    );
  });

  test("never carries a control character or a backslash, nor starts like an address without a scheme", () => {
    fc.assert(
      fc.property(suspiciousLink, (link) => {
        if (!accepts(link)) return;
        expect(link).not.toMatch(controlCharacter);
        expect(link).not.toContain("\\");
        expect(link.startsWith("//")).toBe(false);
      }),
      { numRuns: 3000 },
    );
  });

  test("is at most 2048 characters long", () => {
    expect(accepts(`/${"a".repeat(2047)}`)).toBe(true);
    expect(accepts(`/${"a".repeat(2048)}`)).toBe(false);
    expect(v.is(sitePathSchema, `/${"a".repeat(2048)}`)).toBe(false);
    expect(v.is(httpsUrlSchema, `https://a.example/${"a".repeat(2048)}`)).toBe(false);
  });
});

test("a path of the site stays on the site, resolved against any of its pages", () => {
  fc.assert(
    fc.property(suspiciousLink, (path) => {
      if (isSitePath(path)) expect(new URL(path, base).origin).toBe("https://www.ggp.example");
    }),
    { numRuns: 3000 },
  );
});

test("a path of the site is no https address, and the other way round", () => {
  fc.assert(
    fc.property(suspiciousLink, (link) => {
      expect(isSitePath(link) && isHttpsUrl(link)).toBe(false);
    }),
  );
});
