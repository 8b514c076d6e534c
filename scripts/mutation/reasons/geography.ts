import type { Reason } from "./reason.ts";

export const reasonsInGeography: readonly Reason[] = [
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
    file: "shell/src/server/visitor/bucket.ts",
    line: "cookies !== undefined",
    to: "true",
    reason: "No cookie is read of the text `undefined`; the check satisfies the compiler.",
  },
  {
    file: "shell/src/server/visitor/bucket.ts",
    line: "|| []",
    to: "Stryker",
    reason: "The value after the first is taken, and both lists have none.",
  },
];
