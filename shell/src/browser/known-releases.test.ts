import { describe, expect, test } from "vitest";
import type { BrowserRelease, BrowserSet } from "@site/contracts/releases/browser-set";
import { createKnownReleases } from "./known-releases.ts";

const toRelease = (version: string): BrowserRelease => ({ version, entry: "", messages: "", exposes: {}, scripts: {} });
const set: BrowserSet = { format: 7, packages: { shell: toRelease("1.0.0-a"), navigation: toRelease("1.0.0-b") } };
const known = createKnownReleases(set, () => undefined);
/** What is live: the releases that the document knows, and one of a package that it does not show. */
const live = { shell: "1.0.0-a", navigation: "1.0.0-b", "support-chat": "1.0.0-c" };
const { navigation: _gone, ...withoutNavigation } = live;

describe("a document", () => {
  test.each<[what: string, versions: unknown, format: unknown]>([
    ["another release of what it shows", { ...live, navigation: "1.0.0-f" }, 7],
    ["another release of the shell", { ...live, shell: "1.0.0-f" }, 7],
    ["no release any more of what it shows", withoutNavigation, 7],
    ["a server of another format", live, 8],
  ])("B188 is out of date with %s", (_what, versions, format) => {
    expect(known.isOutdated(versions, format)).toBe(true);
  });

  test.each<[what: string, versions: unknown, format: unknown]>([
    ["with its own releases", live, 7],
    ["with another release of a package that it does not show", { ...live, "support-chat": "1.0.0-f" }, 7],
    ["by an answer without versions", undefined, undefined],
    ["by an answer whose versions are a list", ["1.0.0-f"], 8],
  ])("B188 is not out of date %s", (_what, versions, format) => {
    expect(known.isOutdated(versions, format)).toBe(false);
  });
});
