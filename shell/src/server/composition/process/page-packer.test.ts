import { expect, test, vi } from "vitest";
import { siteConfigs } from "../../../../sites/sites.ts";
import { readText, toBody } from "../../pages/encoded-page.ts";
import type { LivePage } from "../../pages/site-state.ts";
import { createFixturePage } from "../../testing/fixture-page.ts";
import { createPagePacker } from "./page-packer.ts";

const toPage = (text: string): LivePage =>
  createFixturePage({ document: toBody(text, "fast"), payload: toBody(`{"of":"${text}"}`, "fast") });

test("after a flip the document of home is compressed with the best effort, all other bodies with a quick one", async () => {
  const packer = createPagePacker({ site: siteConfigs.GGPPH, workAhead: false });
  const [home, other] = [toPage("home ".repeat(500)), toPage("other ".repeat(500))];
  packer.start(
    new Map([
      ["en|none|/about-us/", other],
      ["en|none|/", home],
    ]),
  );
  await vi.waitFor(() =>
    expect([home.document, home.payload, other.document, other.payload].map(({ effort }) => effort)).toEqual([
      "best",
      "quick",
      "quick",
      "quick",
    ]),
  );
  expect(readText(home.document)).toBe("home ".repeat(500));
  expect(readText(other.payload)).toBe(`{"of":"${"other ".repeat(500)}"}`);
});

test("while the site is developed pages stay as they were compressed for the flip", async () => {
  const site = siteConfigs.GGPPH;
  const [developed, deployed] = [toPage("home ".repeat(500)), toPage("home ".repeat(500))];
  createPagePacker({ site, workAhead: false, packs: false }).start(new Map([["en|none|/", developed]]));
  createPagePacker({ site, workAhead: false }).start(new Map([["en|none|/", deployed]]));
  await vi.waitFor(() => expect(deployed.payload.effort).toBe("quick"));
  expect([developed.document.effort, developed.payload.effort]).toEqual(["fast", "fast"]);
});

test("a body that cannot be unpacked stays as it is, and others are still compressed", async () => {
  const packer = createPagePacker({ site: siteConfigs.GGPPH, workAhead: false });
  const [broken, other] = [toPage("broken"), toPage("other")];
  broken.document = { ...broken.document, br: Buffer.from("this is no brotli") };
  packer.start(
    new Map([
      ["en|none|/a/", broken],
      ["en|none|/b/", other],
    ]),
  );
  await vi.waitFor(() => expect(other.payload.effort).toBe("quick"));
  expect(broken.document).toMatchObject({ effort: "fast", br: Buffer.from("this is no brotli") });
});

test("a newer flip stops the compression of the one before", async () => {
  const packer = createPagePacker({ site: siteConfigs.GGPPH, workAhead: false });
  const [old, next] = [toPage("old"), toPage("next")];
  packer.start(new Map([["en|none|/a/", old]]));
  packer.start(new Map([["en|none|/b/", next]]));
  await vi.waitFor(() => expect(next.payload.effort).toBe("quick"));
  expect(old.document.effort).toBe("fast");
  packer.stop();
});
