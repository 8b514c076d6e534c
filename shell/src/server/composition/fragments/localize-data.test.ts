import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type DataDocumentName, parseDataDocument } from "@site/contracts/documents/data-documents";
import { localizeFooter } from "@site/contracts/site/site-footer";
import { expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { localizeData } from "./localize-data.ts";

const site = siteConfigs.GGPPH;

const read = <N extends DataDocumentName>(name: N) =>
  parseDataDocument(
    name,
    JSON.parse(readFileSync(join(import.meta.dirname, "../../../../data", `${name}.json`), "utf8")),
  );

const item = { langKey: "BONUS", label: "Bonus", path: "/#bonus", siteType: "contents" };
const documents = {
  navigations: parseDataDocument("navigations", {
    items: [
      {
        ...item,
        badge: "New",
        translations: { "pt-br": { label: "Bônus", badge: "Novo" }, es: { label: "Bono" } },
        children: [{ ...item, translations: { "pt-br": { label: "Bônus diário" } } }, item],
      },
    ],
  }),
  "util-navigations": parseDataDocument("util-navigations", {
    items: [{ ...item, label: "Help", translations: { "pt-br": { label: "Ajuda" } } }],
  }),
  "brand-ambassador": read("brand-ambassador"),
  "download-links": read("download-links"),
  "geo-rules": read("geo-rules"),
  "installer-checksums": read("installer-checksums"),
};

test("B182 a page gets its menus in its own language only, with their badges", () => {
  const { navigations, "util-navigations": utility } = localizeData(documents, site, "pt-br");
  const [first] = navigations.items;
  expect(first).toMatchObject({ label: "Bônus", badge: "Novo" });
  expect(first?.children.map(({ label }) => label)).toEqual(["Bônus diário", "Bonus"]);
  expect(utility.items.map(({ label }) => label)).toEqual(["Ajuda"]);
  // Fields that no island shows would add bytes to every page.
  expect(JSON.stringify([navigations, utility])).not.toMatch(/translations|langKey/);
});

test("B048 a page gets no hidden menu item, and no item below one", () => {
  const hidden = parseDataDocument("navigations", {
    items: [item, { ...item, isShow: false, label: "Hidden", children: [{ ...item, label: "Below" }] }],
  });
  expect(JSON.stringify(localizeData({ ...documents, navigations: hidden }, site, "en").navigations)).not.toMatch(
    /Hidden|Below/,
  );
});

test("an item keeps its own name and badge in a language without a translation", () => {
  expect(localizeData(documents, site, "es").navigations.items[0]).toMatchObject({ label: "Bono", badge: "New" });
  expect(localizeData(documents, site, "en").navigations.items[0]).toMatchObject({ label: "Bonus", badge: "New" });
});

test("the documents are translated once for each language, and are not changed", () => {
  const before = structuredClone(documents);
  expect(localizeData(documents, site, "pt-br")).toBe(localizeData(documents, site, "pt-br"));
  expect(documents).toEqual(before);
});

test("B088 the footer is the site's own, in the page's language", () => {
  expect(localizeData(documents, site, "en").footer).toEqual(localizeFooter(site.footer, "en"));
});
