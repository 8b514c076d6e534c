import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDataDocument } from "@site/contracts/documents/data-documents";
import { parseSiteConfig } from "@site/contracts/site/site-config";
import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../sites/sites.ts";
import { findForeignLink, listMenuHosts } from "./find-foreign-link.ts";

const item = (path: string, children: object[] = []): object => ({
  path,
  langKey: "ITEM",
  label: "Item",
  siteType: "external",
  children,
});
const toMenu = (...items: object[]) => parseDataDocument("navigations", { items });

describe("G7 the links of a menu", () => {
  const hosts = ["blog.example", "status.example:8443"];

  test("may lead to paths of the site and to allowed hosts", () => {
    const menu = toMenu(item("/about-us/"), item("https://blog.example/a"), item("https://status.example:8443/"));
    expect(findForeignLink("navigations", menu, hosts)).toBeUndefined();
  });

  test.each([
    ["https://evil.example/", "evil.example"],
    ["https://blog.example.evil.example/", "blog.example.evil.example"],
    ["https://blog.example:444/", "blog.example:444"],
    ["https://www.blog.example/", "www.blog.example"],
    ["https://status.example/", "status.example"],
  ])("may not lead to %s, on any level", (path, host) => {
    const nested = toMenu(item("/"), item("https://BLOG.example/", [item("/x/"), item(path)]));
    expect(findForeignLink("navigations", nested, hosts)).toEqual({ path: "items.1.children.1.path", host });
    expect(findForeignLink("util-navigations", toMenu(item(path)), hosts)).toEqual({ path: "items.0.path", host });
  });
});

describe("the hosts that menus may lead to", () => {
  test.each(Object.values(siteConfigs))(
    "are listed by $siteId, and the shell's own menus lead to no other",
    (config) => {
      const site = parseSiteConfig(config);
      expect(site.menuHosts?.length).toBeGreaterThan(0);
      for (const name of ["navigations", "util-navigations"] as const) {
        const file = join(import.meta.dirname, `../../../data/${name}.json`);
        const menu = parseDataDocument(name, JSON.parse(readFileSync(file, "utf8")));
        expect(findForeignLink(name, menu, listMenuHosts(site))).toBeUndefined();
      }
    },
  );

  test("are those of the configuration's own addresses where it lists none", () => {
    const { menuHosts: _menuHosts, ...config } = parseSiteConfig(siteConfigs.GGPPH);
    const hosts = listMenuHosts(config);
    expect(hosts).toContain(new URL(config.signUpUrl).host);
    expect(hosts).toContain(new URL(config.downloads.installerOrigin).host);
    expect(hosts).not.toContain("evil.example");
  });
});
