import type { DataDocuments } from "@site/contracts/documents/data-documents";
import { parseDataDocument } from "@site/contracts/documents/data-documents";
import { expect, test } from "vitest";
import type { DataStore } from "./data-store.ts";
import { replaceLinks } from "./replace-links.ts";

const menu = (path: string): DataDocuments["navigations"] =>
  parseDataDocument("navigations", {
    items: [
      {
        path: "/a/",
        langKey: "A",
        label: "A",
        siteType: "contents",
        children: [{ path, langKey: "B", label: "B", siteType: "external" }],
      },
    ],
  });

test("addresses in the menus are replaced at every depth, paths and other documents stay, and each version is made once", () => {
  let documents: DataDocuments = {
    navigations: menu("https://one.example/"),
    "util-navigations": menu("https://two.example/"),
    "brand-ambassador": { ambassadors: [] },
    "download-links": { brands: {} },
    "geo-rules": { rules: {} },
    "installer-checksums": { checksums: {} },
  };
  const store: DataStore = { documents: () => documents, ofOperator: () => ({}), watch: () => undefined };
  const replaced = replaceLinks(store, (address) => address.replace("https://", "http://localhost/"));
  const paths = (name: "navigations" | "util-navigations"): string[] =>
    replaced.documents()[name].items.flatMap((item) => [item.path, ...item.children.map(({ path }) => path)]);
  expect([paths("navigations"), paths("util-navigations")]).toEqual([
    ["/a/", "http://localhost/one.example/"],
    ["/a/", "http://localhost/two.example/"],
  ]);
  expect(replaced.documents()["geo-rules"]).toBe(documents["geo-rules"]);
  expect(replaced.documents()).toBe(replaced.documents());
  documents = { ...documents, navigations: menu("https://three.example/") };
  expect(paths("navigations")).toEqual(["/a/", "http://localhost/three.example/"]);
});
