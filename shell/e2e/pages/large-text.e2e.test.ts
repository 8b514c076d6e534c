import { expect, test } from "vitest";
import { useSite } from "../harness/use-site.ts";

// The largest text that the settings of Chromium offer: 24 pixels in place of 16.
const { look } = useSite("GGPPH", { args: ["--blink-settings=defaultFontSize=24"] });

const widths = [390, 768, 1244, 1440];

test.for(["/", "/contact/", "/download/", "/responsible-gaming/", "/streamer-mode/", "/poker-school/"])(
  "for a visitor whose browser sets text very large, %s is no wider than the window",
  async (path) => {
    await look(path, {}, async ({ page }) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        const seen = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.documentElement;
          const text = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
          return { isLarge: text >= 24, isWider: scrollWidth > clientWidth };
        });
        expect(seen, `${width} pixels wide`).toEqual({ isLarge: true, isWider: false });
      }
    });
  },
);
