import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { DownloadLinks, DownloadQuery } from "@site/contracts/documents/download-link";
import {
  answerLinks,
  answerText,
  type FixtureService,
  startFixtureService,
} from "../testing/fixture-download-service.ts";
import { createLinkSource, failureLifeMs, linkLifeMs, listLinkHosts } from "./link-source.ts";

const query: DownloadQuery = { brandAlias: "ggp", platform: "ios", country: "PH" };
const toLink = (name: string) => ({ type: 6, url: `https://apps.example/${name}` });
const toTable = (name: string): DownloadLinks => ({
  brands: { ggp: { ios: { ZZ: [toLink(name)] }, android: {} }, other: { ios: { ZZ: [toLink("other")] }, android: {} } },
});

let service: FixtureService;
let failures: string[];
let clock: number;
let table: DownloadLinks;
beforeEach(async () => {
  service = await startFixtureService();
  service.answer = (request, response) => answerLinks([toLink(`answer-${service.asked.length}`)])(request, response);
  failures = [];
  // The cache takes zero for "never cached".
  clock = 1;
  table = toTable("table");
});
afterEach(() => service.close());

const open = (serviceUrl: string | undefined = service.url) =>
  createLinkSource({
    brandAlias: "ggp",
    linkHosts: ["apps.example"],
    serviceUrl,
    table: () => table,
    onFailure: (problem) => failures.push(problem),
    now: () => clock,
    timeout: 1000,
  });

describe("the links of phones", () => {
  test("B126 are asked for once per brand, platform and country", async () => {
    const source = open();
    const queries: DownloadQuery[] = [
      query,
      { ...query, platform: "android" },
      { ...query, country: "DE" },
      { ...query, platform: "android", country: "DE" },
    ];
    const first = await Promise.all(queries.map((one) => source.find(one)));
    expect(await Promise.all(queries.map((one) => source.find(one)))).toEqual(first);
    expect(service.asked.toSorted()).toEqual([
      "brandAlias=ggp&platform=android&country=DE",
      "brandAlias=ggp&platform=android&country=PH",
      "brandAlias=ggp&platform=ios&country=DE",
      "brandAlias=ggp&platform=ios&country=PH",
    ]);
  });

  test("B126 are asked for once by a hundred visitors at the same time", async () => {
    const source = open();
    const found = await Promise.all(Array.from({ length: 100 }, () => source.find(query)));
    expect(new Set(found.map(([link]) => link?.url))).toEqual(new Set(["https://apps.example/answer-1"]));
    expect(service.asked).toHaveLength(1);
  });

  test("B126 are cached for five minutes, then requested again", async () => {
    const source = open();
    await source.find(query);
    clock += linkLifeMs - 1;
    expect(await source.find(query)).toEqual([toLink("answer-1")]);
    clock += 2;
    expect(await source.find(query)).toEqual([toLink("answer-2")]);
  });

  test("B127 are none when the service answers none: the table is not used then", async () => {
    service.answer = answerLinks([]);
    expect(await open().find(query)).toEqual([]);
  });

  test("of another brand are the table's, and the service is not asked", async () => {
    expect(await open().find({ ...query, brandAlias: "other" })).toEqual([toLink("other")]);
    expect(await open().find({ ...query, brandAlias: "constructor" })).toEqual([]);
    expect(service.asked).toEqual([]);
  });

  test("are the table's where there is no service", async () => {
    const source = createLinkSource({
      brandAlias: "ggp",
      linkHosts: ["apps.example"],
      serviceUrl: undefined,
      table: () => table,
      onFailure: (problem) => failures.push(problem),
    });
    expect(await source.find(query)).toEqual([toLink("table")]);
    expect(failures).toEqual([]);
    table = toTable("changed");
    expect(await source.find(query)).toEqual([toLink("changed")]);
  });
});

describe("while the download service fails", () => {
  test.each<[what: string, answer: FixtureService["answer"]]>([
    ["with 500", answerText(500, "")],
    ["without an answer", () => undefined],
    ["with 1 MB", answerText(200, "x".repeat(1024 * 1024))],
    ["with a redirect", answerText(302, "", { location: "http://169.254.169.254/latest/meta-data/" })],
  ])("%s, links come from the operator's current table, and the failure is reported once", async (_what, answer) => {
    service.answer = answer;
    const source = open();
    expect(await source.find(query)).toEqual([toLink("table")]);
    table = toTable("changed");
    expect(await source.find(query)).toEqual([toLink("changed")]);
    expect(failures).toEqual([expect.stringContaining("The download service gave no usable links")]);
  });

  test("it is not asked for ten seconds after a failure, and then asked again", async () => {
    service.answer = answerText(500, "");
    const source = open();
    await source.find(query);
    const asked = service.asked.length;
    clock += failureLifeMs - 1;
    await source.find(query);
    expect(service.asked).toHaveLength(asked);
    service.answer = answerLinks([toLink("healed")]);
    clock += 2;
    expect(await source.find(query)).toEqual([toLink("healed")]);
    clock += linkLifeMs - 1;
    expect(await source.find(query)).toEqual([toLink("healed")]);
    expect(service.asked).toHaveLength(asked + 1);
  });

  test("the links it gave last stay in use", async () => {
    const source = open();
    expect(await source.find(query)).toEqual([toLink("answer-1")]);
    service.answer = answerText(500, "");
    for (let round = 0; round < 3; round += 1) {
      clock += linkLifeMs + 1;
      expect(await source.find(query)).toEqual([toLink("answer-1")]);
    }
    expect(failures).toHaveLength(3);
  });
});

test("a link to a host that the configuration does not name is left out, whether the service or the table has it", async () => {
  const foreign = { type: 6, url: "https://apps.example.evil.example/client" };
  service.answer = answerLinks([foreign, toLink("answer")]);
  expect(await open().find(query)).toEqual([toLink("answer")]);
  expect(failures).toEqual([expect.stringContaining("downloads.linkHosts")]);
  table = { brands: { ggp: { ios: { ZZ: [foreign, toLink("table")] }, android: {} } } };
  expect(
    await createLinkSource({
      brandAlias: "ggp",
      linkHosts: ["apps.example"],
      serviceUrl: undefined,
      table: () => table,
      onFailure: () => 0,
    }).find(query),
  ).toEqual([toLink("table")]);
});

test("a configuration without a list of hosts allows those of its own download addresses", () => {
  const addresses = {
    installerOrigin: "https://download.example",
    mobilePageUrl: "https://phones.download.example/get/",
  };
  expect(listLinkHosts(addresses)).toEqual(["download.example", "phones.download.example"]);
  expect(listLinkHosts({ ...addresses, linkHosts: ["apps.example"] })).toEqual(["apps.example"]);
});
