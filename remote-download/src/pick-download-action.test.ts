import { describe, expect, test } from "vitest";
import { toDownloadLocale, toInstallerPath } from "./installer-path.ts";
import { type DownloadSituation, pickDownloadAction } from "./pick-download-action.ts";
import { systems } from "./pick-platform.ts";

const atHome: DownloadSituation = { page: "index", rule: "none", system: "windows", locale: "en", defaultLocale: "en" };

describe("where a download button leads", () => {
  test.each(["windows", "osx", "linux"] as const)(
    "B120 on a desk (%s) and not on the download page, to the download page that starts by itself",
    (system) => {
      for (const page of ["index", "about-us", "terms-conditions", "poker-school"]) {
        expect(pickDownloadAction({ ...atHome, page, system })).toEqual({ kind: "download-page", path: "/download/?auto=1" });
      }
    },
  );

  test("B121 on the download page a desk gets an ordinary link to its installer", () => {
    expect(pickDownloadAction({ ...atHome, page: "download" })).toEqual({
      kind: "installer", path: "/download/installer/windows", platform: "windows",
    });
    expect(pickDownloadAction({ ...atHome, page: "download", system: "osx" })).toMatchObject({ path: "/download/installer/osx" });
  });

  test("B116 Linux on the download page gets the mobile page", () => {
    expect(pickDownloadAction({ ...atHome, page: "download", system: "linux" })).toMatchObject({
      path: "/download/installer/android", platform: "android",
    });
  });

  test.each(["ios", "android"] as const)("B117 B121 a phone (%s) gets an ordinary link on every page", (system) => {
    for (const page of ["index", "download", "about-us"]) {
      expect(pickDownloadAction({ ...atHome, page, system })).toEqual({
        kind: "installer", path: `/download/installer/${system}`, platform: system,
      });
    }
  });

  test.each(["index", "download", "poker-school"])("B141 where downloads are blocked, %s explains and sends nobody away", (page) => {
    for (const system of systems) {
      expect(pickDownloadAction({ ...atHome, rule: "blocked", page, system })).toEqual({ kind: "explained" });
    }
  });

  test("B142 where downloads are blocked, every other page's button leads home, on every system", () => {
    for (const system of systems) {
      for (const page of ["about-us", "responsible-gaming", "ggteam-slug", "error"]) {
        expect(pickDownloadAction({ ...atHome, rule: "blocked", page, system })).toMatchObject({ kind: "refused", path: "/" });
      }
    }
  });

  test.each(["warning", "ontario"] as const)("B141 the rule %s blocks no download", (rule) => {
    expect(pickDownloadAction({ ...atHome, rule, page: "about-us" }).kind).toBe("download-page");
  });
});

describe("the address of an installer", () => {
  test("B114 carries no locale for the site's own language", () => {
    expect(toInstallerPath("osx", "en", "en")).toBe("/download/installer/osx");
  });

  test("B119 shortens pt-br to pt and leaves every other locale alone", () => {
    expect(toDownloadLocale("pt-br")).toBe("pt");
    expect(toDownloadLocale("en")).toBe("en");
    expect(toInstallerPath("windows", "pt-br", "en")).toBe("/download/installer/windows?locale=pt");
  });
});
