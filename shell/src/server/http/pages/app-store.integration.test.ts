import { describe, expect, test } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { useFixtureApp } from "../../testing/use-fixture-app.ts";

const edge = { edge: "cloudflare", trustedProxies: ["127.0.0.1"] } as const;
const offer = '<meta name="apple-itunes-app" content="app-id=1234567890">';

describe("a site whose client is in the App Store", () => {
  const downloads = { ...siteConfigs.GGPPH.downloads, appStoreId: "1234567890" };
  const { get } = useFixtureApp({ ...edge, site: { ...siteConfigs.GGPPH, downloads } });

  test.each(["/", "/about-us/", "/download/"])("says so on %s, but not in a blocked country", async (url) => {
    expect((await get(url)).body).toContain(offer);
    expect((await get(url, { "cf-ipcountry": "US" })).body).not.toContain("apple-itunes-app");
  });

  test("does not say so on an error page", async () => {
    expect((await get("/nowhere/")).body).not.toContain("apple-itunes-app");
  });

  test("names the client in its web manifest", async () => {
    const manifest: unknown = (await get("/site.webmanifest")).json();
    expect(manifest).toMatchObject({
      related_applications: [{ platform: "itunes", id: "1234567890", url: "https://apps.apple.com/app/id1234567890" }],
    });
  });
});

describe("a site without an App Store id", () => {
  const { get } = useFixtureApp({ site: siteConfigs.GGPPH });

  test("names no client of the App Store in pages or web manifest", async () => {
    expect((await get("/")).body).not.toContain("apple-itunes-app");
    expect((await get("/site.webmanifest")).json()).not.toHaveProperty("related_applications");
  });
});
