import { expect, test } from "vitest";
import { listDownloadLinks } from "./list-download-links.ts";

const own = { rule: "none", locale: "en", defaultLocale: "en" } as const;

test("B120 B121 outside of the download page all desktop systems share one link, and each phone system has its own", () => {
  expect(listDownloadLinks({ ...own, page: "index" }).map((link) => link.systems)).toEqual([
    ["windows", "osx", "linux"],
    ["ios"],
    ["android"],
  ]);
});

test("B113 B116 on the download page every system has a link of its own, Linux that of the page for phones", () => {
  expect(listDownloadLinks({ ...own, page: "download" }).map((link) => link.systems)).toEqual([
    ["windows"],
    ["osx"],
    ["linux"],
    ["ios"],
    ["android"],
  ]);
});

test("B142 where downloads are blocked there is one link for all systems, and it leads home", () => {
  const links = listDownloadLinks({ ...own, page: "about-us", rule: "blocked" });
  expect(links).toHaveLength(1);
  expect(links[0]?.action).toMatchObject({ kind: "refused", path: "/" });
});
