import { beforeEach, describe, expect, test } from "vitest";
import { answerLinks, answerText, type FixtureService } from "../../src/server/testing/fixture-download-service.ts";
import { agents } from "./agents.ts";
import { from, type ServedDownloads } from "./use-downloads.ts";

const six = { type: 6, url: "https://apps.example/six/client" };
const two = { type: 2, url: "https://apps.example/two/client" };
const one = { type: 1, url: "https://apps.example/one/client" };
const mobilePage = "https://m.ggp.example/download/?siteId=GGPPH";

/** Where the addresses of downloads lead, and what the download service is asked for. */
export function describeInstallers({ service, site, ask }: ServedDownloads): void {
  /** Where a download leads, and that nothing may keep the answer. */
  async function lead(client: string, headers: Record<string, string> = {}): Promise<string> {
    const response = await ask(`/download/installer/${client}`, headers);
    expect([response.status, response.headers.get("cache-control")], client).toEqual([302, "no-store"]);
    return response.headers.get("location") ?? "";
  }

  const askApi = (query: string, headers?: Record<string, string>): Promise<Response> =>
    ask(`/api/download-url?${query}`, headers);
  const countFailures = async (): Promise<number> =>
    Number(/^download_service_failed_total (\d+)$/m.exec(await site().readMetrics())?.[1]);

  beforeEach(() => {
    service().answer = answerLinks([one, two, six]);
  });

  describe("a download", () => {
    test.for([
      ["B114 B115", "windows", "https://download.ggp.example/windows/ggp/en/"],
      ["B114 B115", "osx", "https://download.ggp.example/osx/ggp/en/"],
      ["B116 B117", "mobile", mobilePage],
      ["B117 B125", "ios", six.url],
      ["B117 B125", "android", six.url],
    ] as const)(
      "B113 %s for %s leads to %s by a redirect of this site that nothing keeps",
      async ([, client, location]) => {
        expect(await lead(client, from("PH"))).toBe(location);
      },
    );

    test.for(agents)("B115 B116 B118 B132 without a named client is the one for $who", async ({ options, client }) => {
      expect(await lead("", { ...from("PH"), "user-agent": options.userAgent })).toBe(await lead(client, from("PH")));
    });

    test("B118 B132 is told by client hints before the name a browser goes by", async () => {
      const agent = agents[1]?.options.userAgent ?? "";
      expect(
        await lead("", {
          ...from("PH"),
          "user-agent": agent,
          "sec-ch-ua-platform": '"Windows"',
          "sec-ch-ua-mobile": "?0",
        }),
      ).toBe(await lead("windows"));
      expect(await lead("", { ...from("PH"), "user-agent": agent, "sec-ch-ua-platform": '"constructor"' })).toBe(
        mobilePage,
      );
    });

    test.for(["linux", "amiga", "Windows", "windows/", "__proto__", "..%2f..%2fapi", "%00"])(
      "for %j is the site's own 404 page: there is no such client",
      async (client) => {
        const response = await ask(`/download/installer/${client}`);
        expect([response.status, response.headers.get("location"), response.headers.get("content-type")]).toEqual([
          404,
          null,
          "text/html; charset=utf-8",
        ]);
      },
    );

    test("G8 leads nowhere a query or a header names", async () => {
      const response = await ask(
        "/download/installer/windows?url=//evil.example&locale=//evil.example&brandAlias=evil",
        {
          "x-forwarded-host": "evil.example",
        },
      );
      expect(response.headers.get("location")).toBe("https://download.ggp.example/windows/ggp/en/");
    });
  });

  describe("the links of phones", () => {
    // Every country has its own cache entry, so each test uses a country that no other test asked for.
    test.for([
      ["type 6", "AD", [one, two, six], six.url],
      ["type 2 where there is no type 6", "AE", [one, two], two.url],
      ["the page for phones where there is neither", "AF", [one], mobilePage],
      ["B127 the page for phones where there is none at all", "AG", [], mobilePage],
    ] as const)("B125 are used by type: %s", async ([, country, links, location]) => {
      service().answer = answerLinks(links);
      expect(await lead("ios", from(country))).toBe(location);
    });

    test("B123 B124 B125 are answered to scripts too, each with a type and a url, the one to use first", async () => {
      const response = await askApi("brandAlias=ggp&platform=android&country=AI");
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ links: [six, one, two] });
      expect(service().asked.at(-1)).toBe("brandAlias=ggp&platform=android&country=AI");
    });

    test("B126 are asked for once per brand, platform and country, by whichever route they are needed", async () => {
      const before = service().asked.length;
      for (let round = 0; round < 3; round += 1) {
        for (const platform of ["ios", "android"]) {
          for (const country of ["AL", "AM"]) {
            await lead(platform, from(country));
            await askApi(`brandAlias=ggp&platform=${platform}&country=${country}`);
          }
        }
      }
      expect(service().asked.slice(before).toSorted()).toEqual([
        "brandAlias=ggp&platform=android&country=AL",
        "brandAlias=ggp&platform=android&country=AM",
        "brandAlias=ggp&platform=ios&country=AL",
        "brandAlias=ggp&platform=ios&country=AM",
      ]);
    });

    test.for([
      ["a country the edge does not know", { "cf-ipcountry": "XX" }],
      ["no country", {}],
    ] as const)("B123 of a visitor with %s are those of an unknown one", async ([, headers]) => {
      await lead("android", headers);
      expect(service().asked.filter((query) => query === "brandAlias=ggp&platform=android&country=ZZ")).toHaveLength(1);
      expect(service().asked.filter((query) => query.includes("XX"))).toEqual([]);
    });

    test.for(["QQ", "constructor"])(
      "B141 B155 of a visitor whose country is told as %s are not offered",
      async (country) => {
        expect((await ask("/download/installer/android", from(country))).status).toBe(403);
        expect(service().asked.filter((query) => query.includes(country))).toEqual([]);
      },
    );

    test.for([
      ["platform=ios&country=PH", "brandAlias"],
      ["brandAlias=ggp&platform=windows&country=PH", "platform"],
      ["brandAlias=ggp&platform=&country=PH", "platform"],
      ["brandAlias=ggp&platform=ios&country=ph", "country"],
      ["brandAlias=ggp&platform=ios&country=QQ", "country"],
      ["brandAlias=ggp&platform=ios&country=PH&country=US", "country"],
      ["brandAlias=ggp&platform=ios&country=PH&url=http://169.254.169.254/", "url"],
      ["brandAlias=http://169.254.169.254/&platform=ios&country=PH", "brandAlias"],
    ] as const)("B123 asked for with %s are refused by name, and the service is not asked", async ([query, field]) => {
      const before = service().asked.length;
      const response = await askApi(query);
      expect([response.status, response.headers.get("content-type")]).toEqual([
        400,
        "application/problem+json; charset=utf-8",
      ]);
      expect(await response.json()).toMatchObject({
        title: "QUERY_INVALID",
        detail: expect.stringContaining(`${field}:`),
      });
      expect(service().asked).toHaveLength(before);
    });
  });

  describe("a download service that", () => {
    const faults: readonly [what: string, country: string, answer: FixtureService["answer"]][] = [
      ["says nothing", "BA", () => undefined],
      ["answers 500", "BB", answerText(500, "")],
      ["answers 1 MB", "BD", answerText(200, JSON.stringify({ links: [six], filling: "x".repeat(1024 * 1024) }))],
      ["leads elsewhere", "BE", answerText(302, "", { location: "http://169.254.169.254/latest/meta-data/" })],
      [
        "answers with an error page",
        "BF",
        answerText(200, "<!doctype html><title>500</title>", { "content-type": "text/html" }),
      ],
    ];

    test.for(faults)(
      "B127 %s costs a visitor nothing: the operator's own link stands in, and the failure is counted and told",
      async ([, country, answer]) => {
        const failures = await countFailures();
        service().answer = answer;
        expect(await lead("android", from(country))).toBe("https://download.ggp.example/android/ggp.apk");
        expect(await (await askApi(`brandAlias=ggp&platform=android&country=${country}`)).json()).toMatchObject({
          links: [{ type: 6 }, { type: 2 }],
        });
        expect(await countFailures()).toBe(failures + 1);
        expect(
          site()
            .log()
            .filter(({ msg }) => msg === "the download service failed; earlier links or those of the table stand in")
            .length,
        ).toBeGreaterThan(0);
      },
    );

    test("B124 answers with file: and javascript: links, which are never followed", async () => {
      service().answer = answerLinks([
        { type: 6, url: "javascript:alert(1)" },
        { type: 6, url: "file:///etc/passwd" },
        { type: 6, url: "http://plain.example/" },
        two,
      ]);
      expect(await lead("ios", from("BG"))).toBe(two.url);
      expect(await (await askApi("brandAlias=ggp&platform=ios&country=BG")).json()).toEqual({ links: [two] });
    });
  });

  describe("B141 where downloads are blocked", () => {
    test.for(["windows", "osx", "ios", "android", "mobile", ""])(
      "the download %j is the 403 page, and no address of a client is given away",
      async (client) => {
        const response = await ask(`/download/installer/${client}`, {
          ...from("US"),
          cookie: "closeRM=1",
          "x-vercel-ip-country": "PH",
        });
        expect([response.status, response.headers.get("location"), response.headers.get("cache-control")]).toEqual([
          403,
          null,
          "no-store",
        ]);
        expect(await response.text()).not.toContain("https://download.ggp.example");
      },
    );

    test("a script of a blocked country gets the problem COUNTRY_BLOCKED, whichever country its query names", async () => {
      const response = await askApi("brandAlias=ggp&platform=ios&country=PH", from("US"));
      expect(response.status).toBe(403);
      expect(await response.json()).toMatchObject({ title: "COUNTRY_BLOCKED" });
    });

    test.for([
      ["a warning", from("AU")],
      ["Ontario", from("CA", "ON")],
    ] as const)("%s is no block", async ([, headers]) => {
      expect(await lead("windows", headers)).toBe("https://download.ggp.example/windows/ggp/en/");
    });
  });
}
