import { describe, expect, test } from "vitest";
import type { BrowserReport } from "./browser-report.ts";
import { createReportCounts } from "./report-counts.ts";

const versions = { shell: "1.0.0-aaaaaaaaaaaa", content: "1.0.0-bbbbbbbbbbbb" };
const toFile = (name: string, version: string) => `https://site.example/_release/${name}/${version}/remoteEntry.js`;

function toReport(body: Partial<Extract<BrowserReport, { type: "csp-violation" }>["body"]> = {}): BrowserReport {
  return {
    type: "csp-violation",
    body: {
      effectiveDirective: "script-src-elem",
      disposition: "enforce",
      blockedURL: "inline",
      sourceFile: "",
      ...body,
    },
  };
}

/** The labels under which one report of a page of the known build is counted. */
function toLabels(report: BrowserReport, build = "0123456789abcdef") {
  const counts = createReportCounts();
  counts.note("0123456789abcdef", versions);
  counts.count(report, build, "203.0.113.7");
  return counts.list()[0]?.labels;
}

describe("G11 a report is counted by", () => {
  test("directive and the package whose script violated it, in the version of the page's set", () => {
    const sourceFile = toFile("content", versions.content);
    expect(toLabels(toReport({ sourceFile, blockedURL: "https://evil.example/x.js" }))).toEqual({
      directive: "script-src-elem",
      disposition: "enforce",
      remote: "content",
      version: versions.content,
    });
  });

  test("the package whose file was refused", () => {
    const blockedURL = toFile("shell", versions.shell);
    expect(toLabels({ type: "integrity-violation", body: { blockedURL, destination: "script" } })).toEqual({
      directive: "integrity-policy",
      disposition: "enforce",
      remote: "shell",
      version: versions.shell,
    });
  });

  test.each([
    ["no file", ""],
    ["another version than the set's", toFile("content", "9.9.9-cccccccccccc")],
    ["a package that the set lacks", toFile("chat", versions.content)],
    ["a name that every object has", toFile("constructor", versions.content)],
    ["a file of another place", "https://site.example/api/_release/content/1/x.js"],
  ])("the page's build where it names %s", (_what, sourceFile) => {
    expect(toLabels(toReport({ sourceFile }))).toMatchObject({ remote: "page", version: "0123456789abcdef" });
  });

  test("an unknown build where the page's is none of the latest", () => {
    expect(toLabels(toReport({ sourceFile: toFile("content", versions.content) }), "forged")).toMatchObject({
      remote: "page",
      version: "unknown",
    });
  });

  test("the word other for a directive that no policy of ours has", () => {
    expect(toLabels(toReport({ effectiveDirective: 'x"}\nforged 1' }))).toMatchObject({ directive: "other" });
  });
});

test("reports and the networks that they came from are counted apart", () => {
  const counts = createReportCounts();
  for (const address of ["203.0.113.7", "203.0.113.8", "203.0.113.8", "198.51.100.1"])
    counts.count(toReport(), "forged", address);
  expect(counts.list()).toEqual([{ labels: expect.anything(), reports: 4, networks: 2 }]);
});

test("G9 however many builds and kinds are reported, at most 512 are held", () => {
  const counts = createReportCounts();
  for (let build = 0; build < 1000; build += 1) {
    counts.note(String(build), versions);
    for (const sourceFile of [toFile("content", versions.content), toFile("shell", versions.shell), ""])
      for (const disposition of ["enforce", "report"] as const)
        counts.count(toReport({ sourceFile, disposition }), String(build), "203.0.113.7");
  }
  expect(counts.list().length).toBeLessThanOrEqual(512);
});
