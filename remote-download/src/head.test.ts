import { createFakeContext } from "@site/contracts/testing/fake-site";
import { describe, expect, test } from "vitest";
import { head } from "./exposes/head.ts";

const onPage = (path: string) => {
  const context = createFakeContext({});
  return { ...context, page: { ...context.page, path } };
};

describe("the script that starts downloads", () => {
  test("B122 is on the download page, and knows the visitor's rule and the page's language", () => {
    const context = onPage("/download/");
    expect(head.render({ ...context, visitor: { rule: "warning" } })).toEqual({
      vendors: [],
      settings: { rule: "warning", locale: context.locale.code, defaultLocale: context.site.defaultLocale },
    });
  });

  test.each(["/", "/contact/", "/download/installer/"])("is not on %s", (path) => {
    expect(head.render(onPage(path))).toBeUndefined();
  });

  test("B141 is not where downloads are blocked", () => {
    expect(head.render({ ...onPage("/download/"), visitor: { rule: "blocked" } })).toBeUndefined();
  });
});
