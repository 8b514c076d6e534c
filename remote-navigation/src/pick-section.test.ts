import { fakeData } from "@site/contracts/testing/fake-site";
import type { NavigationItem } from "@site/contracts/documents/navigation";
import { describe, expect, test } from "vitest";
import { listSubNavigation, pickSection } from "./pick-section.ts";

const { items } = fakeData.navigations;

function item(path: string, label: string, more: Partial<NavigationItem> = {}): NavigationItem {
  return {
    path,
    label,
    siteType: "contents",
    routerName: "",
    showSubArea: false,
    isShow: true,
    isRoot: false,
    children: [],
    ...more,
  };
}

describe("the section a page is in", () => {
  test("is the item that leads to it", () => {
    expect(pickSection(items, "/ggteam/")?.label).toBe("Team");
  });

  test("is the item with the page among its children", () => {
    expect(pickSection(items, "/house-rules/")?.label).toBe("How to play");
  });

  test("is the team for one ambassador's page", () => {
    expect(pickSection(items, "/ggteam/test-one/")?.label).toBe("Team");
  });

  test("prefers an item of its own over one that merely lists it", () => {
    const menu = [item("/a/", "Lister", { children: [item("/b/", "B")] }), item("/b/", "Owner")];
    expect(pickSection(menu, "/b/")?.label).toBe("Owner");
  });

  test("B048 is never found through a hidden item", () => {
    expect(pickSection(items, "/about-us/")).toBeUndefined();
  });

  test("B045 is none on home, because items of many sections lead to its parts", () => {
    expect(pickSection([item("/#bonus", "Bonus"), item("/", "Home")], "/")).toBeUndefined();
  });

  test("is none for an unknown page", () => {
    expect(pickSection(items, "/nowhere/")).toBeUndefined();
    expect(pickSection([item("/#bonus", "Bonus")], "/nowhere/")).toBeUndefined();
  });
});

describe("the second bar", () => {
  test("B052 lists what is below a section, groups before their items", () => {
    const section = item("/s/", "S", {
      children: [item("/g/", "G", { children: [item("/x/", "X")] }), item("/y/", "Y")],
    });
    expect(listSubNavigation(section).map((one) => one.label)).toEqual(["G", "X", "Y"]);
  });

  test("B048 leaves hidden items and what is below them out", () => {
    const hidden = item("/g/", "G", { isShow: false, children: [item("/x/", "X")] });
    expect(listSubNavigation(item("/s/", "S", { children: [hidden] }))).toEqual([]);
  });

  test("lists an entry once that two groups share", () => {
    const section = item("/s/", "S", { children: [item("/x/", "X"), item("/x/", "X"), item("/x/", "Another X")] });
    expect(listSubNavigation(section).map((one) => one.label)).toEqual(["X", "Another X"]);
  });
});
