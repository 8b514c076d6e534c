import { startPlacedSite } from "../geography/placed-site.ts";
import type { RunningSite } from "../harness/start-site.ts";
import { useOwnSite, useSite } from "../harness/use-site.ts";
import { describeEngines } from "./describe-engines.ts";
import { describeInteractions } from "./describe-interactions.ts";
import { describeNotice } from "./describe-notice.ts";
import { describeOverlay } from "./describe-overlay.ts";
import { describeThinWalk } from "./describe-thin-walk.ts";
import { placeVisitors } from "./place-visitors.ts";

const shared = useSite("GGPPH");
const portuguese = useSite("GGPBR");
/** The site with simulated third parties and rules for regions. Behind a front of its own its visitors are in Australia, without it nowhere. */
let direct: RunningSite | undefined;
const placed = useOwnSite(async () => {
  direct = await startPlacedSite("GGPPH", { SIMULATORS: "1" });
  return placeVisitors(direct, "AU");
});
const simulated = (): RunningSite => {
  if (direct === undefined) throw new Error("The site did not start.");
  return direct;
};

// One after the other in each engine, which starts once: its start takes as long as some of these together.
describeEngines((underTest, name) => {
  describeNotice(underTest, placed.site);
  describeInteractions(underTest, { simulated, portuguese: portuguese.site });
  describeThinWalk(underTest, name, shared);
  describeOverlay(underTest, name, simulated);
});
