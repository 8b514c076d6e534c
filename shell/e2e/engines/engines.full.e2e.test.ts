import { startPlacedSite } from "../geography/placed-site.ts";
import { startSite } from "../harness/start-site.ts";
import { useOwnSite, useSite } from "../harness/use-site.ts";
import { describeEngines } from "./describe-engines.ts";
import { describeInteractions } from "./describe-interactions.ts";
import { describeNotice } from "./describe-notice.ts";
import { describeOverlay } from "./describe-overlay.ts";
import { describeThinWalk } from "./describe-thin-walk.ts";
import { placeVisitors } from "./place-visitors.ts";

const shared = useSite("GGPPH");
const portuguese = useSite("GGPBR");
const simulated = useOwnSite(() => startSite("GGPPH", { env: { SIMULATORS: "1" } }));
const placed = useOwnSite(async () => placeVisitors(await startPlacedSite("GGPPH"), "AU"));

// One after the other in each engine, which starts once: its start takes as long as some of these together.
describeEngines((underTest, name) => {
  describeNotice(underTest, placed.site);
  describeInteractions(underTest, { simulated: simulated.site, portuguese: portuguese.site });
  describeThinWalk(underTest, name, shared);
  describeOverlay(underTest, name, simulated.site);
});
