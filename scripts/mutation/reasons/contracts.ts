import type { Reason } from "./reason.ts";

export const reasonsInContracts: readonly Reason[] = [
  {
    file: "shared-contracts/src/api/endpoints.ts",
    line: 'origin = ""',
    reason: "In a browser an address without origin is of the page; a test runs against a server with one.",
  },
  {
    file: "shared-contracts/src/api/http.ts",
    line: "maxSize === undefined",
    to: "false",
    reason: "Read as a stream without a limit, an answer gives the same value.",
  },
  {
    file: "shared-contracts/src/api/http.ts",
    line: 'responseType: "json"',
    to: '""',
    reason: "The library reads an answer of that type as JSON by itself.",
  },
  {
    file: "shared-contracts/src/documents/data-documents.ts",
    line: "instanceof v.ValiError",
    reason: "The parser throws nothing else.",
  },
  {
    file: "shared-contracts/src/documents/data-documents.ts",
    line: "{ cause }",
    reason: "The cause is for a log's reader; the problem itself is in the details.",
  },
  {
    file: "shared-contracts/src/documents/suit.ts",
    line: '?? "spades"',
    reason: "A remainder of the division by four always names a suit; the default satisfies the compiler.",
  },
  {
    file: "shared-contracts/src/documents/ambassador.ts",
    line: "slug is kebab-case",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/documents/ambassador.ts",
    line: "name is plain text",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/documents/download-link.ts",
    line: "expected a brand alias",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/documents/download-link.ts",
    line: "expected an ISO 3166 country",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/events/event-schemas.ts",
    line: "expected a dialog element",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/islands/head-fragment.ts",
    line: 'headKey = "head"',
    reason: "Reader and writer use the same constant.",
  },
  {
    file: "shared-contracts/src/islands/head-file.ts",
    line: 'headFile = "head.js"',
    reason: "Reader and writer use the same constant.",
  },
  {
    file: "shared-contracts/src/islands/head-fragment.ts",
    line: "expected plain data",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/islands/head-fragment.ts",
    line: "expected at most ${maxSettings}",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/islands/image.ts",
    line: '.replace(/\\.svg$/, "")',
    reason: "The name of artwork has no dot before its hash, so `.svg` stands at its end alone.",
  },
  {
    file: "shared-contracts/src/islands/thrown-at.ts",
    line: "error.stack.slice",
    to: "Stryker",
    reason: "Any text that does not name the file gives the same.",
  },
  {
    file: "shared-contracts/src/islands/thrown-at.ts",
    line: "?? []",
    to: '["Stryker was here"]',
    reason: "The two values after the first are taken, and both lists have none.",
  },
  {
    file: "shared-contracts/src/islands/thrown-at.ts",
    line: "column === undefined",
    reason: "The pattern matches line and column together; the second check satisfies the compiler.",
  },
  {
    file: "shared-contracts/src/locale/pick-copy.ts",
    line: '?? "en"',
    reason: "The list of locales ends with English, which is always there; the default satisfies the compiler.",
  },
  {
    file: "shared-contracts/src/site/route-rule.ts",
    line: "routeMiddleware.join",
    reason: "There is one middleware, so nothing is joined.",
  },
  {
    file: "shared-contracts/src/site/route-rule.ts",
    line: "issue.issues?.",
    to: "issue.issues.find",
    reason: "A refused union always has issues; the question mark satisfies the compiler.",
  },
  {
    file: "shared-contracts/src/site/route-rule.ts",
    line: "expected a redirect or a middleware",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/site/safe-url.ts",
    line: "/^https:",
    to: "/https:",
    reason: "The protocol of the parsed address is checked as well.",
  },
  {
    file: "shared-contracts/src/site/safe-url.ts",
    line: 'url.protocol === "https:"',
    to: "true",
    reason: "The beginning of the text is checked as well.",
  },
  {
    file: "shared-contracts/src/site/safe-url.ts",
    line: "expected a path of this site",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/site/safe-url.ts",
    line: "expected an https address",
    reason: "The sentence of a refusal; that it is refused, and where, is tested.",
  },
  {
    file: "shared-contracts/src/wire/wire-schema.ts",
    line: "entries[key]?.",
    reason: "The key is one of the entries; the question mark satisfies the compiler.",
  },
  {
    file: "shared-contracts/src/islands/thrown-at.ts",
    line: "const places = stack",
    reason: "What stands before the first name of the file begins with the error's name, which is no place.",
  },
];
