/** Why a change that no test notices may stay unnoticed. */
export interface Reason {
  file: string;
  /** A part of the changed line. */
  line: string;
  /** A part of what it becomes, where the line has several changes. */
  to?: string;
  reason: string;
}

/** Reasons for survivors of a run. One without a reason here is work to do. */
export const reasons: readonly Reason[] = [
  {
    file: "shared-contracts/src/visitor/address-range.ts",
    line: "most < 0",
    reason: "No kind of address has zero bits, so `<= 0` says the same.",
  },
  {
    file: "shared-contracts/src/visitor/address-range.ts",
    line: '[address = ""',
    reason: "`split` gives at least one part; the default satisfies the compiler.",
  },
  {
    file: "shared-contracts/src/visitor/client.ts",
    line: 'device === "desktop"',
    reason: "The system of a tablet with Windows is decided before.",
  },
  {
    file: "shell/src/server/visitor/address-list.ts",
    line: '[address = "", bits]',
    reason: "`split` gives at least one part; the default satisfies the compiler.",
  },
  {
    file: "shell/src/server/visitor/address-list.ts",
    line: 'address !== ""',
    reason: "`BlockList.check` itself says no for an empty address; the check saves its error.",
  },
  {
    file: "shell/src/server/visitor/edge-headers.ts",
    line: "fields.flatMap",
    reason: "A default that satisfies the compiler: a line without `=` has no field of that name.",
  },
  {
    file: "shell/src/server/visitor/pick-country-rule.ts",
    line: "region === undefined ? country",
    reason: "No rule has the key `XX-undefined`, so looking for it finds the country's rule as well.",
  },
  {
    file: "shell/src/server/visitor/pick-country-rule.ts",
    line: "country === undefined",
    reason: "No rule has the key `undefined`.",
  },
  {
    file: "shell/src/server/visitor/pick-country-rule.ts",
    line: "byStrictness",
    reason: "The last of the list is also what is returned when none is found.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: "clearInterval(timer)",
    reason: "A timer that does not keep the process alive and is not seen after its server has ended.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: "stamp === seen",
    reason: "Reading the same file once more changes nothing but time.",
  },
  {
    file: "shared-contracts/src/visitor/visitor-path.ts",
    line: "visitorPath",
    reason: "The route and the request read the same constant.",
  },
  {
    file: "shared-contracts/src/visitor/device.ts",
    line: "devicePath",
    reason: "The route and the request read the same constant.",
  },
  {
    file: "shared-contracts/src/visitor/client.ts",
    line: 'system === "android"',
    reason: "Android leads to the same client by the lines below.",
  },
  {
    file: "shell/src/server/visitor/visitor-reader.ts",
    line: 'request.socket.remoteAddress ?? ""',
    reason: "A socket that is open has an address; the default satisfies the compiler.",
  },
  {
    file: "shell/src/server/visitor/visitor-reader.ts",
    line: "whitelists.set",
    reason: "The list is kept so that it is not parsed for each request; parsing it again gives the same.",
  },
  {
    file: "shell/src/server/visitor/visitor-reader.ts",
    line: 'headers["user-agent"]?.slice',
    reason: "A request without a user agent is sent over a socket, in overload-refusal.integration.test.ts.",
  },
  {
    file: "shell/src/server/visitor/device-flags.ts",
    line: 'os.name ?? ""',
    reason: "Any text that is no system says the same.",
  },
  {
    file: "shell/src/server/visitor/device-flags.ts",
    line: '?? "") ?? pickSys',
    reason: "Any text that is no system says the same.",
  },
  {
    file: "shell/src/server/visitor/device-flags.ts",
    line: 'maxAgentLength) ?? ""',
    reason: "Any text that names no browser says the same.",
  },
  {
    file: "shell/src/server/visitor/device-flags.ts",
    line: 'platform.type === "bot"',
    reason: "Of the other kinds of platform none calls itself mobile.",
  },
  {
    file: "shell/src/server/visitor/device-flags.ts",
    line: 'isTablet ? "tablet"',
    to: '""',
    reason: "No device at all is treated as a phone is.",
  },
  {
    file: "shell/src/server/visitor/device-flags.ts",
    line: 'typeof value === "string"',
    reason: "Node joins a header of this name that comes twice; the check satisfies the compiler.",
  },
  {
    file: "shell/src/server/visitor/edge-headers.ts",
    line: '[value ?? ""]',
    reason: "No line without `=` has a field.",
  },
  {
    file: "shell/src/server/visitor/edge-headers.ts",
    line: "country === undefined ||",
    reason: "The text `undefined` is no code of two letters; the check satisfies the compiler.",
  },
  {
    file: "shell/src/server/visitor/edge-headers.ts",
    line: "region === undefined ||",
    reason: "The text `undefined` is longer than a region; the check satisfies the compiler.",
  },
  {
    file: "shell/src/server/visitor/edge-headers.ts",
    line: "unknownPlace: Place",
    reason: "A field that is not there is undefined too.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: "isLooking",
    reason: "Two looks at once read the same file; one at a time spares threads when a disk hangs.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: "found?.country?.iso_code",
    reason: "The format has a code in each country and an entry in each list of regions.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: "} catch {",
    reason: "No value at all is no entry, too.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: "timer.unref()",
    reason: "A server ends its process by itself when it is told to end.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: '() => ""',
    reason: "Any value that is no stamp differs from each stamp.",
  },
  {
    file: "shell/src/server/visitor/geo-database.ts",
    line: "512 * 1024 * 1024",
    reason: "A file as large as that is not made in a test.",
  },
  {
    file: "shell/src/server/visitor/site-variant.ts",
    line: 'typeof value === "string"',
    reason: "No list is a key of the map; the check satisfies the compiler.",
  },
  {
    file: "remote-download/src/list-download-links.ts",
    line: 'action.kind === "explained"',
    reason: "Explanations have no path: the target of each is the same, whether it is the text or undefined.",
  },
  {
    file: "remote-download/src/usual-device.ts",
    line: '"phone"',
    reason: "No device at all is treated as a phone is.",
  },
  {
    file: "shell/src/server/downloads/find-table-links.ts",
    line: "brands[brandAlias]?.",
    reason: "The brand is there; the question mark satisfies the compiler.",
  },
  {
    file: "shared-contracts/src/releases/browser-set.ts",
    line: 'version = ""',
    reason:
      "No package and no version is named so; the defaults satisfy the compiler, and any text that names none says the same.",
  },
  {
    file: "shared-contracts/src/releases/content-version.server.ts",
    line: "a < b ?",
    to: "a <= b",
    reason: "The keys of one object differ from each other, so `<=` says the same.",
  },
  {
    file: "shared-contracts/src/releases/release-stream.server.ts",
    line: "a.path < b.path ?",
    to: "a.path <= b.path",
    reason: "The paths of one manifest differ from each other, so `<=` says the same.",
  },
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
    file: "shared-contracts/src/islands/head-fragment.ts",
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
];

/** The reason for a change on a line, if one is known. */
export function findReason(file: string, line: string, to: string): string | undefined {
  return reasons.find(
    (one) => one.file === file && line.includes(one.line) && (one.to === undefined || to.includes(one.to)),
  )?.reason;
}
