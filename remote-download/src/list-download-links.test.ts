import { expect, test } from "vitest";
import { listDownloadLinks } from "./list-download-links.ts";

const own = { rule: "none", locale: "en", defaultLocale: "en" } as const;

test("away from the download page the desks share one link and each phone has its own", () => {
  expect(listDownloadLinks({ ...own, page: "index" }).map((link) => link.systems)).toEqual([
    ["windows", "osx", "linux"], ["ios"], ["android"],
  ]);
});

test("B116 on the download page Linux shares the link of the mobile page", () => {
  expect(listDownloadLinks({ ...own, page: "download" }).map((link) => link.systems)).toEqual([
    ["windows"], ["osx"], ["linux", "android"], ["ios"],
  ]);
});

test("B142 where downloads are blocked there is one link for everybody, and it leads home", () => {
  const links = listDownloadLinks({ ...own, page: "about-us", rule: "blocked" });
  expect(links).toHaveLength(1);
  expect(links[0]?.action).toMatchObject({ kind: "refused", path: "/" });
});
