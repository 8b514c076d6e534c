import { afterAll, beforeAll } from "vitest";
import { sampled } from "../harness/sampled.ts";
import { useSite } from "../harness/use-site.ts";
import { readSite, type ServedPage } from "../walk/read-site.ts";
import { describeEngines, type EngineName } from "./describe-engines.ts";
import { describeFurther, describeMoves, describePanels } from "./describe-interactions.ts";
import { describeNotice } from "./describe-notice.ts";
import { describeOverlay } from "./describe-overlay.ts";
import { describeThinWalk } from "./describe-thin-walk.ts";
import { type PlacedVisitors, placeVisitors } from "./place-visitors.ts";

const shared = useSite("GGPPH");
const portuguese = useSite("GGPBR");
const simulated = useSite("GGPPH", { kind: "simulated" });
/** The site with rules for regions. Its visitors are in Australia. */
const placed = useSite("GGPPH", { kind: "placed" });
let australian: PlacedVisitors | undefined;
let pages = new Map<string, ServedPage>();

beforeAll(async () => {
  australian = await placeVisitors(placed.site(), "AU");
  const { page, close } = await shared.visit();
  pages = await readSite(page, shared.site());
  await close();
});
afterAll(() => {
  australian?.close();
  pages.clear();
});

// One after the other in each engine, which starts once: its start takes as long as some of these together.
describeEngines((underTest, name) => {
  /** In a sample each of these is tried in one engine. */
  const isTriedIn = (engine: EngineName): boolean => sampled({ all: true, sample: name === engine });
  if (isTriedIn("WebKit")) describePanels(underTest, simulated.site);
  if (isTriedIn("Firefox")) describeMoves(underTest, simulated.site);
  describeThinWalk(underTest, name, { site: shared.site, pages: () => pages });
  // What a sample has in Chromium alone.
  if (sampled({ all: true, sample: false })) {
    describeNotice(underTest, () => australian ?? placed.site());
    describeFurther(underTest, { simulated: simulated.site, portuguese: portuguese.site });
    describeOverlay(underTest, name, simulated.site);
  }
});
